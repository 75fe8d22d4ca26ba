"""What a reporter gets and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.core.catalogue import Translate
    from pipeline.core.finding import Finding


class View(NamedTuple):
    """Findings with everything that a report may show. `lines` gives a file's lines, or none if it is gone;
    `manual` gives a rule's page."""

    findings: tuple[Finding, ...]
    files: int
    questions: int
    translate: Translate
    lines: Callable[[str], list[str]]
    manual: Callable[[str], str]
    waived: int = 0
    known: int = 0
    fixed: int = 0
    color: bool = False
    width: int = 80
    language: str = "en"
    version: str = ""

    def count(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.findings)


class Reporter(Protocol):
    """A module that renders a view, piece by piece."""

    def render(self, view: View) -> Iterator[str]: ...
