"""Kahoot: the spreadsheet that its quiz creator imports. Multiple choice only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.formats.base import Format
from pipeline.formats.choices import shuffled, with_choices
from pipeline.formats.html import plain
from pipeline.formats.sheets import Design, write_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.formats.base import Item, Writing

QUESTION_TOO_LONG = "the question is longer than {limit} characters"
ANSWER_TOO_LONG = "an answer is longer than {limit} characters"
OTHER_FORMS = "the other forms of its answer have no place"

_QUESTION = 120
_ANSWER = 75
_SECONDS = "20"
_HEAD = (
    "Question - max 120 characters",
    "Answer 1 - max 75 characters",
    "Answer 2 - max 75 characters",
    "Answer 3 - max 75 characters",
    "Answer 4 - max 75 characters",
    "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
    "Correct answer(s) - choose at least one",
)


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A row for each question that can be multiple choice."""
    design = Design("kahoot", _HEAD, (60, 24, 24, 24, 24, 12, 12), numbers=frozenset((5, 6)))
    write_sheet(out, design, _rows(items, writing))


def _rows(items: Iterable[Item], writing: Writing) -> Iterator[Sequence[str]]:
    for asked, choices in with_choices(items, writing):
        question = plain(asked.question.question)
        if len(question) > _QUESTION:
            writing.leave_out(asked, QUESTION_TOO_LONG, limit=_QUESTION)
        elif max(map(len, choices)) > _ANSWER:
            writing.leave_out(asked, ANSWER_TOO_LONG, limit=_ANSWER)
        else:
            if getattr(asked.question, "accept", ()):
                writing.simplify(asked, OTHER_FORMS)
            order = shuffled(choices, asked.id)
            yield [question, *order, _SECONDS, str(order.index(choices[0]) + 1)]


FORMAT = Format(
    name="kahoot",
    summary="Spreadsheet for Kahoot: multiple choice.",
    suffix=".xlsx",
    write=write,
)
