"""What the documents promise: the README's tour, its picture, and the examples of the authoring guide."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.toy import Toy

ROOT = Path(__file__).parent.parent
_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def tour(document: str = "README.md") -> list[tuple[str, str]]:
    """Each command of a document with the output that stands under it."""
    text = "".join(_CONSOLE.findall((ROOT / document).read_text(encoding="utf-8")))
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize(("document", "least"), [("README.md", 9), ("docs/packs.md", 2)])
def test_the_tour_of_a_document_prints_what_it_says(document: str, least: int, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    programs = tmp_path / "bin"
    programs.mkdir()
    command = programs / "livret"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pipeline "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        "LIVRET_TODAY": "2026-11-18",
        "COLUMNS": "80",
    }
    assert len(tour(document)) >= least
    for typed, promised in tour(document):
        shell = ["sh", "-c", typed]
        done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.stderr == "", typed
        assert done.stdout == promised, typed


def test_the_picture_shows_what_the_tool_prints() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import picture
    finally:
        sys.path.pop(0)
    assert (ROOT / "docs/finding.svg").read_text(encoding="utf-8") == picture.svg(), "run: python tools/picture.py"


def test_the_question_of_the_authoring_guide_is_clean(toy: Toy) -> None:
    guide = (ROOT / "docs/authoring.md").read_text(encoding="utf-8")
    page = next(block for block in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if block.startswith("page: 7"))
    toy.write("duo", page.replace("page: 7", "page: 1"), whole=True)
    assert [rule for rule in toy.rules() if rule != "incomplete-group"] == []


def test_the_box_of_the_authoring_guide_is_proved(toy: Toy) -> None:
    guide = (ROOT / "docs/authoring.md").read_text(encoding="utf-8")
    box = next(block for block in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if block.startswith("components"))
    toy.game(box.replace("106", "1"))
    assert toy.rules() == []


def test_the_rules_as_numbers_of_the_authoring_guide_are_accepted(toy: Toy) -> None:
    guide = (ROOT / "docs/authoring.md").read_text(encoding="utf-8")
    play = next(block for block in re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL) if block.startswith("play"))
    toy.game(play)
    assert toy.rules() == []


def test_the_configuration_of_the_authoring_guide_is_accepted(toy: Toy) -> None:
    guide = (ROOT / "docs/authoring.md").read_text(encoding="utf-8")
    settings = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)[0]
    assert tomllib.loads(settings)
    (toy.root / "livret.toml").write_text(settings, encoding="utf-8")
    assert toy.rules() == []


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/authoring.md",
        "docs/adr/README.md",
        "docs/formats/README.md",
    ],
)
def test_links_in_the_documents_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    without_code = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)\)", without_code):
        if not target.startswith(("http", "component:", "<")):
            assert (ROOT / document).parent.joinpath(target).exists(), target


def test_the_version_is_the_same_everywhere() -> None:
    from pipeline import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
