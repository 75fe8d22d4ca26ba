"""Which column of a table is what: by its header, by what the user says, or by what stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.folding import fold
from pipeline.core.pattern import lazy
from pipeline.formats.cells import FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CHOICE_COLUMN = "choice"
WRONG_COLUMN = "wrong"
CHOICES = frozenset((CHOICE_COLUMN, WRONG_COLUMN))
IGNORED = "-"

# Our own hidden column is known by its own header only: under any other name its cells would vanish unseen.
_WORDS = {
    fold(word): field.name
    for field in FIELDS
    for word in (field.header, *(() if field.name == "print" else (field.name, *field.words.split("|"))))
    if word
}
_CHOICES = lazy(
    r"(?:(?:mauvaise |wrong |autre )?(?:proposition|choix|option|choice|reponse|answer|distracteur|leurre)s? ?[a-h1-9]"
    r"|(?:mauvaises? reponses?|wrong answers?|distracteurs?|leurres?|propositions?|choix)(?: ?[a-h1-9])?)"
)
_WRONG = lazy(r"mauvaise|wrong|autre |distract|leurre")
_LETTERED = lazy(r"[a-h1-8][).:]?")
_TAIL = lazy(r"\s*(?: - | – |\(|:|\*).*$")
_URL = lazy(r"https?://\S+")
_ENOUGH = 86.0


def by_header(head: Sequence[str]) -> list[str]:
    """The field of each column by its header; empty where nothing fits. A field is given once, choices are many."""
    found: list[str] = []
    for header in head:
        field = _field(header)
        found.append("" if field in found and field not in CHOICES else field)
    lettered = [at for at, header in enumerate(head) if not found[at] and _LETTERED.fullmatch(_words(header))]
    for at in lettered if len(lettered) > 1 else ():
        found[at] = CHOICE_COLUMN
    return found


def is_head(row: Sequence[str]) -> bool:
    """Whether a first row is headers and not a question: one says "question" or two others say what they are."""
    fields = [field for field in by_header(row) if field]
    return "question" in fields or ("answer" in fields and len(fields) > 1) or len(fields) > 2


def is_surely_head(row: Sequence[str]) -> bool:
    """Whether a row has headers for question and answer and asks nothing itself."""
    return {"question", "answer"} <= set(by_header(row)) and not any(text.rstrip().endswith("?") for text in row)


def repeats_head(row: Sequence[str]) -> bool:
    """Whether a row below the first is headers: question and answer, and nothing that is not a header."""
    fields = [_WORDS.get(_words(text)) for text in row if text.strip()]
    return None not in fields and {"question", "answer"} <= set(fields)


def by_content(rows: Sequence[Sequence[str]]) -> list[str]:
    """The field of each column of a table without headers: questions end with "?", the answer comes after them."""
    width = max(map(len, rows), default=0)
    columns = [[row[at] for row in rows if at < len(row) and row[at].strip()] for at in range(width)]
    fields = [""] * width
    asked = [
        sum(text.rstrip().endswith(("?", "…", "...", ".", ":")) for text in column) * _average(column)
        for column in columns
    ]
    marks = [sum(text.rstrip().endswith("?") for text in column) for column in columns]
    if not any(asked):
        return fields
    question = max(range(width), key=lambda at: (marks[at], asked[at]))
    fields[question] = "question"
    for at, column in enumerate(columns):
        if column and all(_URL.fullmatch(text.strip()) for text in column):
            fields[at] = "source"
            break
    after = [at for at in [*range(question + 1, width), *range(question)] if columns[at] and not fields[at]]
    if after:
        fields[after[0]] = "answer"
    return fields


def with_wishes(names: Sequence[str], head: Sequence[str], fields: list[str], wishes: Mapping[str, str]) -> list[str]:
    """The fields with those columns that the user has named, by header or letter; KeyError if unknown."""
    chosen = list(fields)
    folded = [fold(text).strip() for text in head]
    for column, field in wishes.items():
        key = fold(column).strip()
        if key in folded:
            at = folded.index(key)
        elif column.upper() in names:
            at = list(names).index(column.upper())
        else:
            raise KeyError(column)
        if field not in CHOICES and field != IGNORED:
            chosen = ["" if other == field else other for other in chosen]
        chosen[at] = field
    return chosen


def accepted() -> list[str]:
    """The fields that a column can be taken for."""
    return [field.name for field in FIELDS if field.name not in ("print", "group", "number")] + [
        CHOICE_COLUMN,
        WRONG_COLUMN,
        IGNORED,
    ]


def shown() -> list[str]:
    """The same in the words of our sheets, as the preview has them."""
    return [field.header for field in FIELDS if field.name in accepted()] + [CHOICE_COLUMN, WRONG_COLUMN, IGNORED]


def named(word: str) -> str:
    """The field that a user means by its name or by a header of our sheets; empty if by none."""
    field = word if word in accepted() else _WORDS.get(_words(word), "")
    return field if field in accepted() else ""


def _field(header: str) -> str:
    text = _words(header)
    short = _TAIL.sub("", text)
    for form in (text, short):
        if form in _WORDS:
            return _WORDS[form]
        if _CHOICES.fullmatch(form):
            return WRONG_COLUMN if _WRONG.match(form) else CHOICE_COLUMN
    if len(short) < 4 or len(short) > 40:
        return ""
    from rapidfuzz import fuzz, process

    best = process.extractOne(
        short,
        [word for word, field in _WORDS.items() if len(word) > 3 and field != "print"],
        scorer=fuzz.ratio,
        score_cutoff=_ENOUGH,
    )
    return _WORDS[best[0]] if best else ""


def _words(header: str) -> str:
    return " ".join(fold(header).replace("_", " ").split()).strip(" *:")


def _average(column: Sequence[str]) -> float:
    return sum(map(len, column)) / len(column) if column else 0.0
