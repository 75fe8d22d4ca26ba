"""Printer profiles on the disk: a project's own stand in printers/ beside content/, with their colour profiles."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks.rule import rule
from pipeline.core.finding import Finding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pipeline.print.profile import Printer

DEFAULT = ("offset", "home")
_FOLDER = "printers"
_MOST_BYTES = 20_000_000


class Chosen(NamedTuple):
    """Printers by their names, or what is wrong with their profiles."""

    printers: tuple[Printer, ...]
    findings: tuple[Finding, ...] = ()


def own_files(root: Path) -> dict[str, bytes]:
    """What stands in the project's printers/: `printers/NAME.yaml`, `printers/PAPER.icc`."""
    found: dict[str, bytes] = {}
    for place in sorted((root / _FOLDER).glob("*")):
        if place.suffix in (".yaml", ".icc") and place.is_file() and place.stat().st_size < _MOST_BYTES:
            with suppress(OSError):
                found[f"{_FOLDER}/{place.name}"] = place.read_bytes()
    return found


def choose(root: Path, names: Sequence[str], settings: Mapping[str, str] | None = None) -> Chosen:
    """The printers of these names, with some keys of their profiles replaced."""
    from pipeline.print import profile

    own = own_files(root)
    printers: list[Printer] = []
    findings: list[Finding] = []
    for name in names or DEFAULT:
        found = profile.read(name, own, settings or {})
        if found.printer is not None:
            printers.append(found.printer)
        for problem in found.problems:
            named = rule(problem.rule)
            path = found.path or f"{_FOLDER}/{name}.yaml"
            findings.append(Finding(path, problem.span, named.name, named.code, "error", problem.message, problem.hint))
    return Chosen(tuple(printers), tuple(findings))


class NoCache:
    """For a single file: fonts are cut, and thrown away."""

    def fetch(self, key: str) -> bytes | None:  # noqa: ARG002
        return None

    def keep(self, key: str, data: bytes) -> None:
        pass


def default_printers(root: Path) -> tuple[Printer, ...]:
    """Whom a build is made for unless it is said: those of our printers whose own versions are right."""
    return choose(root, DEFAULT).printers


def names(root: Path) -> tuple[str, ...]:
    """All printers that a project knows."""
    from pipeline.print import profile

    return profile.names(own_files(root))
