"""Run `livret` as a user would: in this process where that is enough, in a real one where the process matters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch

from pipeline.cli import run
from tests.toy import TODAY

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

# What shapes the output: a test starts from none of it.
_SHAPING = (
    "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG", "TERM", "LIVRET_DEBUG", "LIVRET_TODAY",
)  # fmt: skip
_HOME = Path(__file__).resolve().parent.parent


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)

    @property
    def rules(self) -> list[str]:
        """The names of the rules in a JSON report."""
        return [diagnostic["rule"] for diagnostic in self.data["diagnostics"]]


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what shapes the output, plus `changes`."""
    kept = {name: value for name, value in os.environ.items() if name not in _SHAPING}
    return kept | {"LIVRET_TODAY": TODAY, "PYTHONPATH": str(_HOME)} | dict(changes or {})


def livret(
    capsys: pytest.CaptureFixture[str], root: Path | None, *arguments: str, env: Mapping[str, str] | None = None
) -> Ran:
    """Run a command in this process; `root` goes to -C."""
    capsys.readouterr()
    before = ["-C", str(root)] if root else []
    with patch.dict(os.environ, environment(env), clear=True):
        code = run([*before, *arguments])
    return Ran(code, *capsys.readouterr())


def report(capsys: pytest.CaptureFixture[str], root: Path, *arguments: str) -> Ran:
    """`livret check --format json --no-cache`."""
    return livret(capsys, root, "check", "--format", "json", "--no-cache", *arguments)


def process(root: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Ran:
    """Run `python -m pipeline` in a process of its own, in the folder `root`."""
    done = subprocess.run(
        [sys.executable, "-m", "pipeline", *arguments],
        cwd=root,
        env=environment(env),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)
