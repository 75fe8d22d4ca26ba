"""A question as the cells of a sheet, both ways.

Other forms of an answer stand behind `=`, the items of a list between `|`: `nord | est = levant | sud | ouest`. These
two characters and the backslash are written with a backslash where they are text.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.numbers import plain
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.formats.base import Asked
    from pipeline.types.base import Question


class Field(NamedTuple):
    """One column of our own sheets."""

    name: str
    header: str
    width: int
    words: str = ""
    """Other headers that mean the same, folded."""


FIELDS = (
    Field("id", "id", 9, "identifiant|ident|code|idnumber"),
    Field("game", "jeu", 12, "game"),
    Field("product", "produit", 10, "product|livret|paquet"),
    Field("group", "page ou carte", 8, "page|carte|card"),
    Field("number", "n°", 5, "numero|number|num|n"),
    Field("type", "type", 11, "question type|mode|genre"),
    Field("cue", "mot-clé", 18, "mot cle|mot-cle|keyword|indice|clue|mot-cle ou indice"),
    Field("question", "question", 60, "question text|questions|intitule|enonce|libelle|prompt|front|recto|texte"),
    Field("answer", "réponse", 36, "reponses|answer|answers|bonne reponse|correct answer|correct answer(s)|"
          "reponse correcte|bonnes reponses|solution|back|verso|correct"),
    Field("accept", "variantes", 24, "accept|autres reponses|reponses acceptees|synonymes|alternatives|accepte aussi"),
    Field("unit", "unité", 8, "unit"),
    Field("tie", "égalité", 16, "tie|en cas d'egalite"),
    Field("theme", "thème", 18, "categorie|category|sujet|topic|matiere|rubrique|domaine|subject"),
    Field("difficulty", "difficulté", 8, "difficulty|niveau|level"),
    Field("stability", "stabilité", 10, "stability"),
    Field("as_of", "vrai en", 10, "as of|as_of|date|en date de"),
    Field("review_by", "à revoir", 10, "review by|review_by"),
    Field("source", "source", 30, "url|lien|link|reference|sources|wikipedia"),
    Field("note", "note", 30, "notes|anecdote|commentaire|commentaires|comment|explication|explanation|"
          "answer explanation|remarque editoriale"),
    Field("mark", "avis", 11, "verdict|mark"),
    Field("remark", "remarques", 40, "remarque|remark|remarks"),
    Field("print", "empreinte", 3),
)  # fmt: skip
NAMES = tuple(field.name for field in FIELDS)
EDITABLE = NAMES[NAMES.index("type") : NAMES.index("mark")]
# What a type needs the `answer`, `accept`, `unit` and `tie` cells for, so that these change together.
ANSWER_FIELDS = ("type", "answer", "accept", "unit", "tie")
ANSWER_KEYS = ("answer", "unit", "accept", "answers", "procedure", "tie")

REVIEW_MARKS = {"right": "juste", "wrong": "faux", "doubtful": "douteux", "too-long": "trop long"}

# What a note says of a number that other programs know more about.
_TOLERANCE = "Tolérance : ± {}."
_ALSO_RIGHT = "Compte aussi : {}."

_SPECIAL = lazy(r"([\\|=])")
_PRINT = lazy(r"1\.[0-9a-f]+")
_DIGITS = 6
_SHORT = 24
_TYPED = lazy(r"([+-]?)(\d{0,30})(?:[.,](\d{0,30}))?(?:[eE]([+-]?\d{1,2}))?")
# A lone run of dots or slashes is written with one more, so that it does not separate.
_LONE = lazy(r"(?<!\S)(([·/])\2*)(?!\S)")
_DOUBLED = lazy(r"(?<!\S)([·/])(?=\1+(?!\S))")
_SEPARATORS = (lazy(r"\s*\|\s*"), lazy(r"\s*;\s*|\s*\n\s*"), lazy(r"\s*,\s*"))


def texts_of(question: Question) -> dict[str, str]:
    """The editable cells of a question."""
    data = question.__dict__  # model_dump would copy all of it
    answer = data.get("answer", data.get("procedure", ""))
    items = data.get("answers")
    if items is not None:
        answer = join_items((item.answer, item.accept) for item in items)
    elif question.answer_kind == "number":
        answer = plain(answer)
    elif question.answer_kind == "text":
        answer = escape(str(answer))
    accept = " | ".join(escape(text) for text in data.get("accept", ()))
    texts = {
        "type": question.type,
        "cue": question.cue,
        "question": question.question,
        "answer": str(answer),
        "accept": accept,
    }
    for name in EDITABLE:
        if name not in texts:
            value = data.get(name)
            texts[name] = "" if value is None or (name == "stability" and value == "stable") else str(value)
    return texts


def cells_of(asked: Asked) -> dict[str, str]:
    """All cells of a question, its place and its fingerprint among them."""
    texts = texts_of(asked.question)
    return {
        "id": asked.id,
        "game": asked.game,
        "product": asked.product,
        "group": asked.group_id or str(asked.group_number),
        "number": str(asked.number),
        **texts,
        "mark": "",
        "remark": "",
        "print": fingerprint(texts),
    }


def fingerprint(texts: Mapping[str, str]) -> str:
    """What the editable cells were when they were written: a few digits each, so that a later change is noticed."""
    return "1." + "".join(_digits(texts.get(name, "")) for name in EDITABLE)


def was(print_: str, field: str, text: str) -> bool | None:
    """Whether a cell held this text when the sheet was written; None if the sheet does not say."""
    if not _PRINT.fullmatch(print_) or len(print_) != 2 + _DIGITS * len(EDITABLE):
        return None
    at = 2 + _DIGITS * EDITABLE.index(field)
    return print_[at : at + _DIGITS] == _digits(text)


def data_of(texts: Mapping[str, str], answer_kind: str, cue_key: str) -> dict[str, Any]:
    """The keys of a content file that these cells stand for; empty cells have none."""
    data: dict[str, Any] = {"type": texts.get("type", "")}
    data[cue_key] = texts.get("cue", "")
    data["question"] = texts.get("question", "")
    data |= answer_data(texts, answer_kind)
    for name in ("theme", "difficulty", "stability", "as_of", "review_by", "source", "note"):
        data[name] = texts.get(name, "")
    return {key: value for key, value in data.items() if value not in ("", [])}


def answer_data(texts: Mapping[str, str], answer_kind: str) -> dict[str, Any]:
    """The keys for the answer of a kind: `answer`, `answers` or `procedure`, and what belongs to them."""
    cell = texts.get("answer", "").strip()
    data: dict[str, Any] = {}
    if answer_kind == "list":
        data["answers"] = [
            {"answer": text, "accept": list(accept)} if accept else text for text, accept in split_items(cell)
        ]
    elif answer_kind == "procedure":
        data["procedure"] = cell
    elif answer_kind == "number":
        data["answer"] = cell
    else:
        items = split_items(cell)
        first, accept = items[0] if len(items) == 1 else (cell, ())
        others = [text for text, _ in split_items(texts.get("accept", ""))]
        data["answer"] = first
        data["accept"] = list(dict.fromkeys([*accept, *others]))
    if answer_kind != "text" and texts.get("accept"):
        data["accept"] = [text for text, _ in split_items(texts["accept"])]  # the model refuses it, with its reason
    for name in ("unit", "tie"):
        data[name] = texts.get(name, "")
    return {key: value for key, value in data.items() if value not in ("", [])}


def escape(text: str) -> str:
    """A text in the notation of a cell."""
    return _SPECIAL.sub(r"\\\1", text)


def join_items(items: Iterable[tuple[str, Sequence[str]]]) -> str:
    """A list of answers, each with its other forms, as a cell."""
    return " | ".join(" = ".join(escape(text) for text in (first, *accept)) for first, accept in items)


def split_items(cell: str) -> list[tuple[str, tuple[str, ...]]]:
    """The answers of a cell, each with its other forms."""
    items: list[list[str]] = [[""]]
    at = 0
    while at < len(cell):
        char = cell[at]
        if char == "\\" and at + 1 < len(cell) and cell[at + 1] in "\\|=":
            at += 1
            items[-1][-1] += cell[at]
        elif char == "|":
            items.append([""])
        elif char == "=":
            items[-1].append("")
        else:
            items[-1][-1] += char
        at += 1
    cleaned = [[text.strip() for text in item if text.strip()] for item in items]
    return [(item[0], tuple(item[1:])) for item in cleaned if item]


def listed(question: Question) -> str:
    """The answers of a list as one line for people: `nord · est / levant`."""
    return " · ".join(listed_items(question))


def listed_items(question: Question) -> list[str]:
    """Each answer of a list with its other forms: `est / levant`. Lone dots and slashes in them get one more."""
    return [" / ".join(_LONE.sub(r"\1\2", form) for form in item.split("\n")) for item in question.answer_items()]


def unlisted(line: str) -> str:
    """The same line as a cell."""
    items = [[_DOUBLED.sub("", form.strip()) for form in item.split(" / ")] for item in line.split(" · ")]
    return join_items((forms[0], [form for form in forms[1:] if form]) for forms in items if forms[0])


def split_literal(text: str) -> list[str]:
    """The items of a list that somebody else has written in one cell: between | or ; or on lines, else commas."""
    for separator in _SEPARATORS:
        parts = [part for part in separator.split(text) if part]
        if len(parts) > 1:
            return parts
    return [text] if text else []


def with_forms(question: Question) -> list[str]:
    """The answer as it is printed, or each item of a list, with the other forms that count: `est (levant, orient)`."""
    answers = [(item.answer, item.accept) for item in getattr(question, "answers", ())]
    answers = answers or [(question.printed_answer(), getattr(question, "accept", ()))]
    return [f"{answer} ({', '.join(accept)})" if accept else answer for answer, accept in answers]


def printed_unit(number: str, printed: str) -> str:
    """The unit of a number as we print it: `°C` in `-40,5 °C`; empty if the text is something else."""
    before, _, unit = printed.partition(f"{number.replace('.', ',')} ")
    return "" if before else unit


def typed_number(text: str) -> str:
    """A number of another program as we write it, be it `+3`, `.5`, `007` or `6.02E23`; other texts as they are."""
    match = _TYPED.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]):
        return text.strip()
    value = Decimal(f"{match[1]}{match[2] or 0}.{match[3] or 0}E{match[4] or 0}")
    return plain(value) if value else "0"


def noted_number(note: str, tolerance: str, right: Sequence[str]) -> str:
    """A note that keeps what other programs know of a number: how far off it may be, other right numbers."""
    also = [number for number in dict.fromkeys(right) if number != right[0]]
    parts = (
        note,
        _TOLERANCE.format(tolerance) if tolerance.strip("0.") else "",
        _ALSO_RIGHT.format(", ".join(also)) if also else "",
    )
    return " ".join(filter(None, parts))


def one_line(text: str) -> str:
    """A text without line breaks and double spaces: content has none."""
    return " ".join(text.split())


def _digits(text: str) -> str:
    return _short_digits(text) if len(text) < _SHORT else _hashed(text)


@lru_cache(maxsize=10_000)
def _short_digits(text: str) -> str:
    """Themes, types, keywords and empty cells come again and again."""
    return _hashed(text)


def _hashed(text: str) -> str:
    normal = " ".join(text.split())
    return blake2b(normal.encode("utf-8", "surrogatepass"), digest_size=_DIGITS // 2).hexdigest()
