"""The pairs that editors have compared and declared distinct: read, asked, and reported when they are stale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pipeline.checks.built_in import unreadable_file
from pipeline.checks.pairs import fingerprint
from pipeline.checks.rule import rule
from pipeline.core.finding import START, Finding, Problem, say
from pipeline.project import layout
from pipeline.project.stamp import DISTINCT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pipeline.checks.distinctions import Recorded
    from pipeline.checks.rule import EntryFact, Side
    from pipeline.core.finding import Message

GONE = "There is no question “{id}” any more: this pair says nothing."
UNLIKE = "“{first}” and “{second}” are not alike any more: this pair says nothing."
STALE_HINT = "Remove it from the list."
CHANGED = "“{first}” or “{second}” was rewritten since they were compared: this pair does not count any more."
CHANGED_HINT = "Compare them again. If both still have to stay, write `texts: {texts}`."
UNSEALED = (
    "The pair “{first}” and “{second}” does not say which texts were compared: if one is rewritten, nobody notices."
)
UNSEALED_HINT = "Compare them, and write `texts: {texts}`."


class Distinct:
    """What content/not-duplicates.yaml says; remembers which pairs were needed."""

    def __init__(self, recorded: list[Recorded], problems: list[Problem]) -> None:
        self._recorded = {pair.ids: pair for pair in recorded}
        self._needed: set[tuple[str, str]] = set()
        self._problems = problems

    def covers(self, first: Side, second: Side, verdict: str) -> bool:
        """Whether two questions are recorded as different, in the texts that they have now. Two answers to the same
        question are an error, which only a line that says so itself can excuse."""
        if not self._recorded:
            return False
        one, two = sorted((first.entry.id, second.entry.id))
        pair = self._recorded.get((one, two))
        if pair is None:
            return False
        self._needed.add(pair.ids)
        if pair.texts and pair.texts != fingerprint(first.entry, second.entry):
            return False
        return verdict != "contradiction" or pair.both_right

    def ids(self) -> frozenset[str]:
        """Every id in the file."""
        return frozenset(id_ for pair in self._recorded.values() for id_ in pair.ids)

    def findings(self, entries: Mapping[str, EntryFact], *, compared: bool, whole: bool) -> list[Finding]:
        """What is wrong with the file, and pairs that say nothing; likeness only counts if all was `compared`."""
        found = [_finding(problem, problem.rule) for problem in self._problems]
        for pair in self._recorded.values():
            missing = next((id_ for id_ in pair.ids if id_ not in entries), None)
            if missing is not None and not whole:
                continue
            if missing is not None:
                found.append(_stale(pair, say(GONE, id=missing), say(STALE_HINT)))
                continue
            first, second = pair.ids
            texts = fingerprint(entries[first], entries[second])
            if compared and whole and pair.ids not in self._needed:
                found.append(_stale(pair, say(UNLIKE, first=first, second=second), say(STALE_HINT)))
            elif not pair.texts:
                hint = say(UNSEALED_HINT, texts=texts)
                found.append(_stale(pair, say(UNSEALED, first=first, second=second), hint))
            elif pair.texts != texts:
                hint = say(CHANGED_HINT, texts=texts)
                found.append(_stale(pair, say(CHANGED, first=first, second=second), hint))
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


def _stale(pair: Recorded, message: Message, hint: Message) -> Finding:
    return _finding(Problem(pair.span, message, hint), "stale-distinction")


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
