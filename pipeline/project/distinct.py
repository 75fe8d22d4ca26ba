"""The pairs that editors have compared and declared distinct: read, asked, and reported when they are stale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pipeline.checks.built_in import unreadable_file
from pipeline.checks.rule import rule
from pipeline.core.finding import START, Finding, Problem, say
from pipeline.project import layout
from pipeline.project.stamp import DISTINCT

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.checks.distinctions import Recorded
    from pipeline.core.finding import Message

GONE = "There is no question “{id}” any more: this pair says nothing."
UNLIKE = "“{first}” and “{second}” are not alike any more: this pair says nothing."
STALE_HINT = "Remove it from the list."


class Distinct:
    """What content/not-duplicates.yaml says; remembers which pairs were needed."""

    def __init__(self, recorded: list[Recorded], problems: list[Problem]) -> None:
        self._recorded = {pair.ids: pair for pair in recorded}
        self._needed: set[tuple[str, str]] = set()
        self._problems = problems

    def covers(self, first: str, second: str) -> bool:
        """Whether two ids are recorded as different questions."""
        if not self._recorded:
            return False
        ids = (first, second) if first < second else (second, first)
        if ids not in self._recorded:
            return False
        self._needed.add(ids)
        return True

    def findings(self, ids: set[str], *, compared: bool) -> list[Finding]:
        """What is wrong with the file, and pairs that say nothing; likeness only counts if all was `compared`."""
        found = [_finding(problem, problem.rule) for problem in self._problems]
        for pair in self._recorded.values():
            missing = next((id_ for id_ in pair.ids if id_ not in ids), None)
            if missing is not None:
                message = say(GONE, id=missing)
            elif compared and pair.ids not in self._needed:
                message = say(UNLIKE, first=pair.ids[0], second=pair.ids[1])
            else:
                continue
            found.append(_stale(pair, message))
        return found


def load(root: Path) -> Distinct:
    """The file of a content repository; it need not exist."""
    if not os.path.lexists(root / DISTINCT):
        return Distinct([], [])
    try:
        raw = layout.read(root, DISTINCT)
    except OSError as error:
        said = say(unreadable_file.MESSAGE, problem=error.strerror or "cannot be read")
        return Distinct([], [Problem(START, said, say(unreadable_file.HINT), rule=unreadable_file.RULE.name)])
    from pipeline.checks.distinctions import read_distinctions
    from pipeline.source.document import load as load_document

    document = load_document(raw)
    if document.data is None:
        return Distinct([], document.problems)
    recorded, problems = read_distinctions(document)
    return Distinct(recorded, document.problems + problems)


def _stale(pair: Recorded, message: Message) -> Finding:
    return _finding(Problem(pair.span, message, say(STALE_HINT)), "stale-distinction")


def _finding(problem: Problem, name: str) -> Finding:
    found = rule(name)
    return Finding(
        DISTINCT,
        problem.span,
        found.name,
        found.code,
        found.severity,
        problem.message,
        problem.hint,
        related=problem.related,
    )
