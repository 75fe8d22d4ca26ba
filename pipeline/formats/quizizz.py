"""Quizizz (Wayground): the spreadsheet that it imports. Answers are typed, so that no wrong choices are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.formats.base import NO_ANSWER, NO_QUESTION, Asked, Format
from pipeline.formats.cells import with_forms
from pipeline.formats.html import plain
from pipeline.formats.sheets import Design, write_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.formats.base import Item, Writing

OPEN = "a list of answers becomes an open question: the answers are in the explanation"
MORE_FORMS = "only {limit} forms of the answer are accepted"

_OPTIONS = 5
_SECONDS = "30"
_HEAD = (
    "Question Text", "Question Type", "Option 1", "Option 2", "Option 3", "Option 4", "Option 5", "Correct Answer",
    "Time in seconds", "Image Link", "Answer explanation",
)  # fmt: skip


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A row for each question: texts and numbers to fill in, lists as open questions."""
    design = Design("quizizz", _HEAD, (60, 18, 20, 20, 20, 20, 20, 12, 10, 10, 40), numbers=frozenset((8,)))
    write_sheet(out, design, _rows(items, writing))


def _rows(items: Iterable[Item], writing: Writing) -> Iterator[Sequence[str]]:
    for item in items:
        if not isinstance(item, Asked):
            writing.leave_out(item, NO_QUESTION)
            continue
        question = item.question
        if question.answer_kind == "procedure":
            writing.leave_out(item, NO_ANSWER, type=question.type)
            continue
        if question.answer_kind == "list":
            writing.simplify(item, OPEN)
            explained = " · ".join(plain(text) for text in with_forms(question))
            yield [plain(question.question), "Open-Ended", *[""] * 6, "120", "", explained]
            continue
        forms = _forms(item)
        if len(forms) > _OPTIONS:
            writing.simplify(item, MORE_FORMS, limit=_OPTIONS)
        options = [*forms[:_OPTIONS], *[""] * (_OPTIONS - len(forms))]
        explained = plain(question.printed_answer()) if question.answer_kind == "number" else ""
        yield [plain(question.question), "Fill-in-the-Blank", *options, "", _SECONDS, "", explained]


def _forms(asked: Asked) -> list[str]:
    """What counts as right; a number also with its comma and its unit."""
    question = asked.question
    forms = [plain(text) for text in question.answer_texts()]
    if question.answer_kind == "number":
        forms += [forms[0].replace(".", ","), plain(question.printed_answer())]
    return list(dict.fromkeys(forms))


FORMAT = Format(
    name="quizizz",
    summary="Spreadsheet for Quizizz: answers to type in.",
    suffix=".xlsx",
    write=write,
)
