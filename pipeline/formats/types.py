"""From a draft to the keys of a content file: which type a question is, and whether a product may hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.finding import say
from pipeline.core.folding import fold
from pipeline.core.numbers import read_decimal
from pipeline.core.pattern import lazy
from pipeline.formats.cells import FIELDS, data_of, escape, join_items, one_line, split_items, split_literal
from pipeline.source.writing import clean
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.core.finding import Message
    from pipeline.formats.base import Draft

NO_TYPE = "There is no question type “{type}”; this product takes: {accepted}."
NOT_HERE = "“{type}” does not belong in this product; it takes: {accepted}."
NO_FIT = "None of the types of this product fits the answer “{answer}”: {accepted}."
NO_CELL = "A question of type “{type}” has no “{field}”: empty that cell (“{text}”)."
NO_ANSWER = "The answer is empty."

LEVELS = {"debutant": "1", "facile": "1", "easy": "1", "confirme": "3", "moyen": "3", "medium": "3", "expert": "5",
          "difficile": "5", "hard": "5", "intermediaire": "3"}  # fmt: skip
STABILITIES = {"stable": "stable", "lente": "slow", "lent": "slow", "slow": "slow", "volatile": "volatile"}
_LEVEL = lazy(r"([1-5])(?:\s*/\s*5)?")
_NUMBER_UNIT = lazy(r"(-?\d[\d \u00a0\u202f]*(?:[.,]\d+)?)\s+(\S+(?: \S+)?)")


class Fitted(NamedTuple):
    """A draft as keys of a content file."""

    type: str
    data: dict[str, Any]


def fit(draft: Draft, types: Sequence[str], cue_key: str) -> Fitted | Message:
    """The draft as a question of a product with these types; a message if it cannot be one."""
    texts = normal(draft.texts)
    accepted = ", ".join(types)
    name = type_named(texts.get("type", ""))
    if name is None:
        return say(NO_TYPE, type=texts["type"], accepted=accepted)
    if name and name not in types:
        return say(NOT_HERE, type=name, accepted=accepted)
    if not texts.get("answer"):
        return say(NO_ANSWER)
    if draft.number and not any(TYPES[each].model.answer_kind == "number" for each in types):
        texts["answer"] = " ".join(filter(None, (texts["answer"], texts.pop("unit", ""))))
    if not name:
        name = draft.type if draft.type in types else _guess(draft, texts["answer"], types)
        if not name:
            return say(NO_FIT, answer=texts["answer"][:60], accepted=accepted)
    kind = TYPES[name].model.answer_kind
    texts["type"] = name
    if draft.literal:
        texts |= _noted(texts, kind, draft)
    problem = misplaced(texts, name)
    if problem is not None:
        return problem
    data = data_of(texts, kind, cue_key)
    if name == "plain":
        del data["type"]  # may be left out, and authors do
    return Fitted(name, data)


def misplaced(texts: Mapping[str, str], type_: str) -> Message | None:
    """The first filled cell that questions of a type have no place for."""
    for field in FIELDS:
        text = texts.get(field.name, "")
        if text and field.name in ("accept", "unit", "tie") and field.name not in TYPES[type_].model.model_fields:
            return say(NO_CELL, type=type_, field=field.header, text=text[:60])
    return None


def normal(texts: Mapping[str, str]) -> dict[str, str]:
    """Cells as content has them: one line each, French words for levels and stability understood."""
    found = {name: clean(one_line(text)) for name, text in texts.items()}
    level = fold(found.get("difficulty", ""))
    match = _LEVEL.fullmatch(level)
    if level:
        found["difficulty"] = LEVELS.get(level) or (match[1] if match else found["difficulty"])
    stability = found.get("stability", "")
    if stability:
        found["stability"] = STABILITIES.get(fold(stability), stability)
    if found.get("stability") == "stable":
        found["stability"] = ""
    return found


def type_named(text: str) -> str | None:
    """The type that a word means: its name or its title; empty for no word, None for an unknown one."""
    if not text:
        return ""
    key = fold(text).replace(" ", "-")
    for name, found in TYPES.items():
        if key in (name, fold(found.title).replace(" ", "-")):
            return name
    return None


def _guess(draft: Draft, answer: str, types: Sequence[str]) -> str:
    """The first type of the product that the answer fits: numbers first, then lists, then texts."""
    kinds = {name: TYPES[name].model.answer_kind for name in types}
    several = draft.several or (not draft.literal and len(split_items(answer)) > 1)
    measured = _NUMBER_UNIT.fullmatch(answer)
    number = read_decimal(answer) is not None or (measured and read_decimal(measured[1].strip()) is not None)
    wanted = ["list"] if several else ["number", "text"] if number else ["text"]
    for kind in wanted:
        for name, found in kinds.items():
            if found == kind:
                return name
    return ""


def _noted(texts: Mapping[str, str], kind: str, draft: Draft) -> dict[str, str]:
    """Literal cells in the notation of our own sheets."""
    answer = texts.get("answer", "")
    if kind == "list":
        if draft.several:
            return {"answer": join_items(split_items(answer))}
        parts = split_literal(draft.texts["answer"].strip())  # with its lines: each may be an item
        return {"answer": join_items((clean(one_line(part)), ()) for part in parts)}
    if kind == "number":
        measured = _NUMBER_UNIT.fullmatch(answer)
        if read_decimal(answer) is None and measured and not texts.get("unit"):
            return {"answer": measured[1].strip(), "unit": measured[2]}
        return {}
    if kind == "procedure":
        return {}
    others = split_literal(texts.get("accept", "")) if " | " not in texts.get("accept", "") else None
    accept = {"accept": " | ".join(map(escape, others))} if others is not None else {}
    return {"answer": escape(answer), **accept}
