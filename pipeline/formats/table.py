"""Questions in rows: what all tables share, whatever program has written them."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import Message, say, shorten
from pipeline.core.folding import fold
from pipeline.core.pattern import lazy
from pipeline.core.suggest import nearest
from pipeline.formats import headers
from pipeline.formats.base import (
    NO_QUESTION,
    Asked,
    Column,
    Draft,
    MisusedError,
    Notice,
    Preview,
    Rejected,
    UnreadableError,
)
from pipeline.formats.cells import FIELDS, cells_of, escape, join_items
from pipeline.formats.sheets import letters

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pipeline.formats.base import Event, Item, Reading, Writing

EMPTY = "The file has no rows."
NO_COLUMN = "No column “{column}”; there are: {columns}."
NO_FIELD = "“{field}” is not a field; fields are: {fields}."
UNKNOWN_QUESTION = "No column looks like questions; name it: --map “HEADER=question,HEADER=answer”."
NO_HEAD = "The first row is no head: columns were recognised by what stands in them."
UNUSED = "Column “{column}” is not used; {count} of its cells are not empty."
BEYOND = "{count} rows have cells beyond column {column}, which were not used."
EMPTY_QUESTION = "The question is empty."
ABOVE = "Row {row} stands above the headers and is not read: “{text}”."
AMBIGUOUS = (
    "Its answer “{answer}” may be the number of a choice, or the answer itself: other rows have answers in words."
    " Write the answer out."
)
NO_CHOICE = "Its answer “{answer}” names a choice that is empty or not there."
REPEATED = "It is the headers once more, and no question."

# Whether an answer is the number of a choice: in all rows, in none, or in some that nobody can tell from others.
ALWAYS, NEVER, SOMETIMES = "a", "n", "s"
_MANY = 5
_LOOKED_AT = 50
_HEAD_WITHIN = 10
_LETTERS = "ABCDEFGH"
_PLACE = lazy(r"(?:(?:option|choix|proposition|reponse|answer|choice)\s*)?[(\[]?([a-h1-9])[)\].:]?")
_LETTER = lazy(r"[A-H]")
_TOGETHER = lazy(r"[A-H]{2,8}")
_BETWEEN = lazy(r"[,;|/&+]|\bet\b|\band\b")
_BETWEEN_TEXTS = lazy(r"[,;|\n]")
# What other programs call their types of questions: all right choices are wanted; typed in; anything else.
_TICKED = frozenset(("checkbox", "checkboxes", "multi-select", "multiple select", "multiselect", "cases a cocher"))
_TO_TYPE = frozenset(("fill-in-the-blank", "fill in the blank", "short answer", "type answer", "reponse courte"))
_OTHER_TYPES = _TO_TYPE | frozenset(
    "multiple choice|single choice|choix multiple|choix unique|qcm|qcu|quiz|true or false|true/false|vrai ou faux|"
    "open-ended|open ended|poll|draw|slide|question ouverte".split("|")
)


def rows_of(items: Iterable[Item], writing: Writing) -> Iterator[tuple[Asked, dict[str, str]]]:
    """The cells of each question; a card without a question has no row."""
    for item in items:
        if isinstance(item, Asked):
            yield item, cells_of(item)
        else:
            writing.leave_out(item, NO_QUESTION)


class _Table(NamedTuple):
    """How a table was understood: its columns by letter, header and field, and the rows that were looked at for it."""

    has_head: bool
    names: list[str]
    head: list[str]
    fields: list[str]
    body: list[tuple[int, Sequence[str]]]
    above: list[tuple[int, Sequence[str]]]


def read(rows: Iterable[tuple[int, Sequence[str]]], reading: Reading, described: Message) -> Iterator[Event]:
    """The questions of a table: first how it was understood, then each row, then what was not used."""
    rows = iter(rows)
    table = _understood(list(islice(rows, _LOOKED_AT)), reading)
    own = table.has_head and is_own(table.head)
    yield Preview(described, tuple(_column(at, table) for at in range(len(table.names))), own)
    if not table.has_head and not reading.columns:
        yield Notice(say(NO_HEAD))
    for number, row in table.above:
        yield Notice(say(ABOVE, row=number, text=shorten(" ".join(filter(None, row)), 60)))
    if "question" not in table.fields and "id" not in table.fields:
        raise UnreadableError(UNKNOWN_QUESTION)
    numbered = "" if own else _numbered([_texts(row, table.fields)[:2] for _, row in table.body])
    unused = [0] * (len(table.names) + 1)
    for number, row in chain(table.body, rows):
        _count_unused(row, table, unused)
        event = _event(f"{number}", row, table, own=own, numbered=numbered)
        if event is not None:
            yield event
    for at, count in enumerate(unused[:-1]):
        if count:
            yield Notice(say(UNUSED, column=table.head[at] or table.names[at], count=count))
    if unused[-1]:
        yield Notice(say(BEYOND, count=unused[-1], column=table.names[-1]))


def _event(place: str, row: Sequence[str], table: _Table, *, own: bool, numbered: str) -> Draft | Rejected | None:
    """One row as a question; None if it is empty."""
    texts, choices, wrong = _texts(row, table.fields)
    columns = frozenset(table.fields)
    if not texts and not choices and not wrong:
        return None
    if not texts.get("question"):
        return Rejected(place, say(EMPTY_QUESTION), shorten(" ".join(row), 60))
    if headers.repeats_head(row):
        return Rejected(place, say(REPEATED), shorten(" ".join(row), 60))
    if own:
        return Draft(place, texts, literal=False, columns=columns)
    found = foreign(texts, choices, wrong, numbered)
    if isinstance(found, Message):
        return Rejected(place, found, texts["question"])
    return Draft(place, found.texts, several=found.several, columns=columns)


def _understood(looked_at: list[tuple[int, Sequence[str]]], reading: Reading) -> _Table:
    if not looked_at:
        raise UnreadableError(EMPTY)
    at = _head_of([row for _, row in looked_at[:_HEAD_WITHIN]], reading)
    has_head = at is not None
    first = looked_at[at][1] if at is not None else ()
    body = looked_at if at is None else looked_at[at + 1 :]
    names = [letters(at) for at in range(max(len(row) for _, row in looked_at))]
    head = [*first, *[""] * (len(names) - len(first))]
    fields = headers.by_header(head) if has_head else headers.by_content([row for _, row in body])
    if not is_own(head):
        fields = ["" if field == "print" else field for field in fields]
    return _Table(has_head, names, head, _wished(names, head, fields, reading), body, looked_at[: at or 0])


def _head_of(rows: Sequence[Sequence[str]], reading: Reading) -> int | None:
    """Which row is the headers. Below the first, where titles may stand above them, they have to be beyond doubt."""
    wanted = {fold(column).strip() for column in reading.columns}
    if wanted & {fold(text).strip() for text in rows[0]} or headers.is_head(rows[0]):
        return 0
    return next((at for at, row in enumerate(rows) if headers.is_surely_head(row)), None)


def _count_unused(row: Sequence[str], table: _Table, unused: list[int]) -> None:
    """Cells in columns that mean nothing to us; the last number is for cells beyond all columns."""
    for at, text in enumerate(row[: len(table.names)]):
        if text.strip() and not table.fields[at]:
            unused[at] += 1
    unused[-1] += any(cell.strip() for cell in row[len(table.names) :])


def is_own(head: Sequence[str]) -> bool:
    """Whether these are the headers of our own sheets, in any order: most of them, or the one that only we write."""
    own = {field.header for field in FIELDS}
    found = own & {text.strip().lower() for text in head}
    return {"id", "question", "réponse"} <= found and ("empreinte" in found or len(found) > len(own) // 2)


def with_choices(note: str, choices: Sequence[str], answers: Sequence[str]) -> str:
    """A note that keeps the wrong choices of a question: our types have no place for them."""
    right = {fold(answer) for answer in answers}
    wrong = [choice for choice in dict.fromkeys(choices) if choice and fold(choice) not in right]
    parts = [note.strip(), f"Autres propositions : {', '.join(wrong)}." if wrong else ""]
    return " ".join(part for part in parts if part)


def _texts(row: Sequence[str], fields: Sequence[str]) -> tuple[dict[str, str], list[str], list[str]]:
    """The cells of a row by field, its choices, and those of which the header says that they are wrong."""
    texts: dict[str, str] = {}
    choices: list[str] = []
    wrong: list[str] = []
    for field, text in zip(fields, row, strict=False):
        cell = _bare(text)
        if field == headers.CHOICE_COLUMN:
            choices.append(cell)  # empty ones too: the number of a choice counts them
        elif cell and field == headers.WRONG_COLUMN:
            wrong.append(cell)
        elif cell and field and field != headers.IGNORED:
            texts[field] = cell
    return texts, choices if any(choices) else [], wrong


def _bare(text: str) -> str:
    """A cell without the apostrophe that keeps a text from being a formula."""
    text = text.strip()
    return text[1:] if text[:1] == "'" and text[1:2] in ("=", "+", "-", "@") else text


class Foreign(NamedTuple):
    """Somebody else's row in our words, and whether all of its answers are wanted."""

    texts: dict[str, str]
    several: bool


def foreign(
    texts: dict[str, str], choices: Sequence[str], wrong: Sequence[str] = (), numbered: str = ALWAYS
) -> Foreign | Message:
    """Somebody else's row: an answer may be the number of a choice, and the choices go to the note."""
    said = fold(texts.get("type", ""))
    several = said in _TICKED
    if said in _TICKED or said in _OTHER_TYPES:
        del texts["type"]
    answer = texts.get("answer", "")
    right = _named(answer, choices)
    places = [] if right or numbered == NEVER else _places(answer, choices)
    if not answer and said in _TO_TYPE:
        right = [choice for choice in choices if choice]
    elif not right and not places and choices and numbered != NEVER and _LETTER.fullmatch(answer):
        return say(NO_CHOICE, answer=answer)
    elif places and numbered != ALWAYS:
        return say(AMBIGUOUS, answer=answer)
    elif places:
        right = [choices[at] for at in places]
        if not all(right):
            return say(NO_CHOICE, answer=answer)
    if right and several:
        texts["answer"] = join_items((choice, ()) for choice in right)
    elif right:
        texts["answer"] = right[0]
        texts["accept"] = " | ".join(filter(None, (*map(escape, right[1:]), texts.get("accept", ""))))
    if choices or wrong:
        kept = right or [texts.get("answer", "")]
        texts["note"] = with_choices(texts.get("note", ""), [*choices, *wrong], [*kept, *_forms(texts)])
    return Foreign({name: text for name, text in texts.items() if text}, several and bool(right))


def _forms(texts: dict[str, str]) -> list[str]:
    return texts.get("accept", "").split(" | ")


def _numbered(rows: Iterable[tuple[dict[str, str], Sequence[str]]]) -> str:
    """Whether the answers of a table are numbers of choices. Where the choices are the wrong ones, none of them is."""
    places = words = 0
    for texts, choices in rows:
        answer = texts.get("answer", "")
        if not answer or not choices or _LETTER.fullmatch(answer) or _named(answer, choices):
            continue
        is_place = bool(_places(answer, choices))
        places, words = places + is_place, words + (not is_place)
    if not words:
        return ALWAYS
    return NEVER if words > _MANY * max(places, 1) else SOMETIMES


def _named(answer: str, choices: Sequence[str]) -> list[str]:
    """The choices that an answer names in their words: one of them, or some with signs between them."""
    known = {fold(choice).strip(): choice for choice in choices if choice}
    if fold(answer).strip() in known:
        return [known[fold(answer).strip()]]
    parts = [fold(part).strip() for part in _BETWEEN_TEXTS.split(answer) if part.strip()]
    return [known[part] for part in parts] if len(parts) > 1 and all(part in known for part in parts) else []


def _places(answer: str, choices: Sequence[str]) -> list[int]:
    """The places of the choices that an answer names by number or letter: `2`, `1,3`, `B`, `c)`, `Option 2`, `AC`."""
    if not choices:
        return []
    if _TOGETHER.fullmatch(answer) and list(answer) == sorted(set(answer)):
        parts: list[str] = list(answer)
    else:
        parts = [part.strip() for part in _BETWEEN.split(answer) if part.strip()]
    places = []
    for part in parts:
        match = _PLACE.fullmatch(fold(part))
        if match is None:
            return []
        places.append(int(match[1]) - 1 if match[1].isdigit() else _LETTERS.find(match[1].upper()))
    return places if all(0 <= at < len(choices) for at in places) else []


def _wished(names: Sequence[str], head: Sequence[str], fields: list[str], reading: Reading) -> list[str]:
    wishes: dict[str, str] = {}
    for column, field in reading.columns.items():
        known = headers.named(field) or nearest(field, headers.accepted())
        if known is None:
            raise MisusedError(NO_FIELD, field=field, fields=", ".join(headers.shown()))
        wishes[column] = known
    try:
        return headers.with_wishes(names, head, fields, wishes)
    except KeyError as error:
        there = ", ".join(text for text in head if text) or ", ".join(names)
        raise MisusedError(NO_COLUMN, column=error.args[0], columns=there) from error


def _column(at: int, table: _Table) -> Column:
    sample = next((row[at] for _, row in table.body if at < len(row) and row[at].strip()), "")
    shown = {field.name: field.header for field in FIELDS}.get(table.fields[at], table.fields[at])
    return Column(table.names[at], table.head[at], shown, shorten(sample, 40))
