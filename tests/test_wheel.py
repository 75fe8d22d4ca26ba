"""The built wheel: it carries schemas and templates, and its command works in a place that has no repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.toy import Toy

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("source")
    for name in ("pipeline", "schemas", "templates"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    target = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(target),
        ".",
    ]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("livret-*.whl"))


def test_the_wheel_carries_schemas_templates_and_messages(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for schema in (ROOT / "schemas").glob("*.json"):
        assert f"pipeline/data/schemas/{schema.name}" in names
    assert "pipeline/data/templates/README.md" in names
    assert {"pipeline/judging/judge.mjs", "pipeline/judging/judge.d.mts", "pipeline/judging/tables.json"} <= names
    assert {"pipeline/core/fr.json", "pipeline/cli/help.txt", "pipeline/py.typed"} <= names
    assert not [name for name in names if name.startswith(("tests", "content", "benchmarks"))]


def test_the_installed_command_checks_and_builds(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(installed)
    toy = Toy(tmp_path / "project")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(installed), "LC_ALL": "fr_FR.UTF-8"}
    for arguments, said in (
        (["check"], "Tout est bon."),
        (["build"], "build/packs/jouet.json"),
        (["verify"], "octet par octet"),
    ):
        command = [sys.executable, "-m", "pipeline", *arguments]
        done = subprocess.run(command, cwd=toy.root, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert said in done.stdout
