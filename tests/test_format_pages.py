"""One page for each format: its example does what it says, and it tells what cannot be carried."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.formats import FORMATS
from pipeline.project.check import Options, check
from tests.toy import TODAY

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs/formats"
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(name: str) -> list[tuple[str, str]]:
    """Each command of a page with the output that stands under it."""
    text = "".join(_CONSOLE.findall((PAGES / f"{name}.md").read_text(encoding="utf-8")))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture
def workplace(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A copy of the example, and an environment with `livret` and `python`."""
    shutil.copytree(PAGES / "example", tmp_path / "example")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, arguments in (("livret", "-m pipeline "), ("python", "")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments}"$@"\n', encoding="utf-8")
        program.chmod(0o755)
    shaping = {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "LIVRET_TODAY": TODAY, "COLUMNS": "80", "NO_COLOR": "1"}
    return tmp_path / "example", os.environ | shaping | {"PATH": f"{programs}:{os.environ['PATH']}"}


@pytest.mark.parametrize("name", FORMATS)
def test_the_example_of_a_page_prints_what_it_says(name: str, workplace: tuple[Path, dict[str, str]]) -> None:
    folder, environment = workplace
    assert commands(name)
    for typed, promised in commands(name):
        shell = ["sh", "-c", typed]
        done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
        assert done.stderr == "", typed
        assert done.stdout == promised, typed


@pytest.mark.parametrize("name", FORMATS)
def test_a_page_says_what_cannot_be_carried(name: str) -> None:
    text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    assert text.partition("## What cannot be carried\n")[2].strip()


def test_the_list_of_formats_is_complete() -> None:
    text = (PAGES / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([a-z-]+)\]\(\1\.md\) \| (yes|no) \| (yes|no) \|", text, re.MULTILINE)
    assert sorted(name for name, _, _ in listed) == sorted(FORMATS)
    for name, out, into in listed:
        assert (out == "yes") == (FORMATS[name].write is not None), name
        if name not in ("kahoot", "quizizz"):  # their spreadsheets are read as xlsx
            assert (into == "yes") == (FORMATS[name].read is not None), name


def test_the_example_is_clean() -> None:
    report = check(PAGES / "example", Options(today=TODAY, cache=False))
    assert [finding.rule for finding in report.findings if finding.severity == "error"] == []
