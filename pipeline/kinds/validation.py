"""Pydantic's complaints as problems at the author's characters: one mistake, one problem, with its repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from pipeline.core.finding import Problem, say, shorten
from pipeline.core.suggest import nearest
from pipeline.types.scalars import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from pipeline.core.finding import Message
    from pipeline.source.document import Document

    AnyModel = TypeVar("AnyModel", bound=BaseModel)

MISSING = "“{field}” is missing: {what} needs it."
MISSING_HINT = "Add a line  {field}: …"
UNKNOWN = "Unknown key “{key}”: did you mean “{best}”?"
UNKNOWN_HINT = "Rename it to “{best}”."
UNKNOWN_FAR = "Unknown key “{key}”."
UNKNOWN_FAR_HINT = "Accepted here: {accepted}."
UNKNOWN_TWICE = "Unknown key “{key}”: “{best}” stands here already."
UNKNOWN_TWICE_HINT = "Keep one of the two, as “{best}”."
COMMA = "“{key}” became a key of its own: between braces a comma separates entries."
COMMA_HINT = "Put the text that contains the comma in quotes."
EMPTY = "“{field}” is empty."
EMPTY_HINT = "Write its value, or delete the line."
SHAPE = "“{field}” should be {expected}, not {found}."
SHAPE_ITEM = "Item {number} of “{field}” should be {expected}, not {found}."
SHAPE_WHOLE = "This should be {expected}, not {found}."
SHAPE_LIST_HINT = "Write it as a list: [{value}]."
SHAPE_HINT = "Look at an example: `livret explain wrong-shape`."
CHOICE = "“{value}” is not one of the accepted values."
CHOICE_NEAR = "“{value}” is not one of the accepted values: did you mean “{best}”?"
CHOICE_HINT = "Accepted: {accepted}."
CIBLE_HINT = 'Write the number in digits: 8849, "8 849" or "2,5"; the unit goes to `unit`, variants are not possible.'
WHOLE_HINT = "Write it in digits, without spaces or quotes."
RANGE_HINT = "Use a number from {low} to {high}."
ID_HINT = "Use small letters, digits and hyphens, for example k3f9q2; `livret check --fix` gives missing ids."
DATE_HINT = "Write a year, a month or a day: 2026, 2026-05 or 2026-05-31."
VERSION_HINT = "Write three numbers, for example 1.0.0."
LANGUAGE_HINT = "Write two letters, for example fr."
SIZE_HINT = "Write a4, a5, a6, or width x height in millimetres, for example 70x120."
COLOR_HINT = "Write four percentages, cyan/magenta/yellow/black, for example 100/70/0/30."
URL_HINT = "It starts with https:// and has no spaces."

_LONGEST_CODE = 8
_LONGEST_LIST = 160

_SHAPES = {"string_type": "text", "list_type": "a list", "tuple_type": "a list", "dict_type": "a mapping",
           "model_type": "a mapping", "model_attributes_type": "a mapping", "int_type": "a number",
           "decimal_type": "a number", "is_instance_of": "a number"}  # fmt: skip
_CUSTOM_HINTS = {
    "cible-not-a-number": CIBLE_HINT, "not-a-whole-number": WHOLE_HINT, "out-of-range": RANGE_HINT,
    "bad-id": ID_HINT, "bad-date": DATE_HINT, "bad-url": URL_HINT, "bad-version": VERSION_HINT,
    "bad-language": LANGUAGE_HINT, "bad-size": SIZE_HINT, "bad-color": COLOR_HINT, "bad-measure": RANGE_HINT,
}  # fmt: skip


def validate(
    model: type[AnyModel], data: Any, document: Document, path: Sequence[str | int], *, what: str
) -> tuple[AnyModel | None, list[Problem]]:
    """The model of `data`, or None and every problem in it. `what` names the thing in messages ("a cible")."""
    try:
        return model.__pydantic_validator__.validate_python(data), []  # model_validate without its options
    except ValidationError as error:
        errors = error.errors(include_url=False)
    return None, list(_problems(model, data, document, path, what, errors))


def _problems(
    model: type[BaseModel],
    data: Any,
    document: Document,
    path: Sequence[str | int],
    what: str,
    errors: Sequence[Any],
) -> list[Problem]:
    problems: list[Problem] = []
    explained: set[tuple[str | int, ...]] = set()
    sentences: set[tuple[str | int, ...]] = set()
    only = _only_one_meant(errors)
    for error in errors:
        if error["type"] == "extra_forbidden":
            if error["loc"][-1] == "<<" and str(error["input"]).startswith("*"):
                continue  # a reference, which is said already
            problem, meant = _unknown_key(model, data, document, path, error["loc"], only.get(error["loc"]))
            problems += [problem] if problem not in problems else []
            explained.add((*error["loc"][:-1], meant))
            if problem.rule == "unquoted-text" and _is_in_item(error["loc"]):
                sentences.add(error["loc"][:-1])
    seen: set[tuple[str | int, ...]] = set()
    for error in errors:
        where = _existing(data, error["loc"])
        known = error["loc"] in explained or error["loc"][:-1] in sentences
        if error["type"] == "extra_forbidden" or known or (where and where in seen):
            continue
        if error["type"] != "missing":
            seen.add(where)
        problems.append(_glued(document, [*path, *where], error) or _problem(document, [*path, *where], error, what))
    return problems


def _only_one_meant(errors: Sequence[Any]) -> dict[tuple[str | int, ...], str]:
    """Unknown keys that stand where one key is missing, and nothing else is unknown: they are the missing ones."""
    unknown: dict[tuple[str | int, ...], list[str]] = {}
    missing: dict[tuple[str | int, ...], list[str]] = {}
    for error in errors:
        kind, loc = error["type"], tuple(error["loc"])
        if kind in ("extra_forbidden", "missing") and isinstance(loc[-1], str):
            (unknown if kind == "extra_forbidden" else missing).setdefault(loc[:-1], []).append(loc[-1])
    return {
        (*owner, keys[0]): missing[owner][0]
        for owner, keys in unknown.items()
        if len(keys) == 1 == len(missing.get(owner, ())) and keys[0].replace("-", "").replace("_", "").isalpha()
    }


def _existing(data: Any, loc: Sequence[str | int]) -> tuple[str | int, ...]:
    """The steps of a pydantic location that exist in the data: union tags and function names do not."""
    steps: list[str | int] = []
    for step in loc:
        known: Any = range(len(data)) if isinstance(data, list) else data if isinstance(data, dict) else ()
        if step in known:
            data = data[step]
            steps.append(step)
    return tuple(steps)


def _unknown_key(
    model: type[BaseModel],
    data: Any,
    document: Document,
    path: Sequence[str | int],
    loc: Sequence[str | int],
    missing: str | None,
) -> tuple[Problem, str]:
    from pipeline.source import misread

    key = str(loc[-1])
    where = [*path, *_existing(data, loc)]
    span = document.span(where, key=True)
    accepted = _accepted(model, loc)
    owner = data
    for step in _existing(data, loc[:-1]):
        owner = owner[step]
    there = owner if isinstance(owner, dict) else {}
    best = nearest(key, [name for name in accepted if name not in there])
    if isinstance(owner, dict) and document.is_flow(where[:-1]):
        is_empty, known = owner.get(key) == "", key.partition(":")[0]
        if is_empty and known in accepted:
            return misread.glued_key(document, where), known
        if best is None and (text := misread.torn(document, where, accepted)):
            return text, ""
        if is_empty:
            return Problem(span, say(COMMA, key=shorten(key, 40)), say(COMMA_HINT), rule="unknown-key"), ""
    if best is None:
        may_be_text = _is_in_item(loc) and "answer" in accepted
        if may_be_text and (text := misread.sentence(document, where[:-1])):
            return text, ""
    if best is None and not document.is_flow(where[:-1]):
        best = missing
    twice = nearest(key, [name for name in accepted if name in there]) if best is None else None
    if twice is not None:
        message, hint = say(UNKNOWN_TWICE, key=shorten(key, 40), best=twice), say(UNKNOWN_TWICE_HINT, best=twice)
    elif best is None:
        message, hint = (
            say(UNKNOWN_FAR, key=shorten(key, 40)),
            say(UNKNOWN_FAR_HINT, accepted=", ".join(accepted)),
        )
    else:
        message, hint = say(UNKNOWN, key=shorten(key, 40), best=best), say(UNKNOWN_HINT, best=best)
    return Problem(span, message, hint, rule="unknown-key"), best or ""


def _is_in_item(loc: Sequence[str | int]) -> bool:
    """Whether a key belongs to an item of a list."""
    return len(loc) > 1 and isinstance(loc[-2], int)


def _accepted(model: type[BaseModel], loc: Sequence[str | int]) -> list[str]:
    """The keys of the model that owns the last step of `loc`."""
    from typing import get_args

    owner: type[BaseModel] = model
    for step in loc[:-1]:
        field = owner.model_fields.get(str(step)) if isinstance(step, str) else None
        pending = [field.annotation] if field is not None else []
        while pending:
            annotation = pending.pop()
            if isinstance(annotation, type) and hasattr(annotation, "model_fields"):
                owner = annotation
                break
            pending.extend(get_args(annotation))
    return list(owner.model_fields)


def _glued(document: Document, where: list[str | int], error: Any) -> Problem | None:
    """The problem of `100:24` between braces, which is a key without a value."""
    from pipeline.source import misread

    if not where or error["input"] != "" or ":" not in str(where[-1]) or not document.is_flow(where[:-1]):
        return None
    return misread.glued_key(document, where)


def _problem(document: Document, where: list[str | int], error: Any, what: str) -> Problem:
    from pipeline.source import misread

    kind, loc = error["type"], error["loc"]
    field = next((str(step) for step in reversed(loc) if isinstance(step, str)), "")
    context = {name: shorten(str(value), 60) for name, value in error.get("ctx", {}).items()}
    span = document.span(where)
    if kind == "missing":
        return Problem(
            span, say(MISSING, field=loc[-1], what=what), say(MISSING_HINT, field=loc[-1]), rule="missing-key"
        )
    if kind in ("string_too_short", "too_short"):
        return Problem(span, say(EMPTY, field=field), say(EMPTY_HINT), rule="empty-value")
    if kind == "literal_error":
        message, hint = _choice(str(error["input"]), context["expected"])
        return Problem(span, message, hint, rule="unknown-value")
    if kind in _CUSTOM_HINTS:
        if context.get("text") == "":
            return Problem(span, say(EMPTY, field=field), say(EMPTY_HINT), rule="empty-value")
        return Problem(span, say(TEMPLATES[kind], **context), say(_CUSTOM_HINTS[kind], **context), rule=kind)
    expected = _SHAPES.get(kind, "something else")
    if error["input"] == "" and expected != "text":
        return Problem(span, say(EMPTY, field=field), say(EMPTY_HINT), rule="empty-value")
    if expected == "text" and (text := misread.sentence(document, where)):
        return text
    found = (
        "a list" if isinstance(error["input"], list) else "a mapping" if isinstance(error["input"], dict) else "text"
    )
    as_list = expected == "a list" and isinstance(error["input"], str)
    hint = say(SHAPE_LIST_HINT, value=_items(error["input"])) if as_list else say(SHAPE_HINT)
    span = document.span(where, key=not isinstance(error["input"], str))
    return Problem(span, shape_message(where, field, expected, found), hint, rule="wrong-shape")


def _items(text: str) -> str:
    """A text as the items of a list that it seems to be: parted by commas, or the digits of a code."""
    from pipeline.source.writing import scalar

    parts = [part.strip() for part in text.split(",")]
    if text.isdigit() and 1 < len(text) <= _LONGEST_CODE:
        parts = list(text)
    shown = ", ".join(scalar(part, flow=True) for part in parts if part)
    return shown if len(shown) <= _LONGEST_LIST else shorten(shown, _LONGEST_LIST)


def shape_message(where: Sequence[str | int], field: str, expected: str, found: str) -> Message:
    """What should stand at `where`: an item of a list has the name of the list."""
    owner = next((step for step in reversed(where) if isinstance(step, str)), "")
    if owner and isinstance(where[-1], int):
        return say(SHAPE_ITEM, number=where[-1] + 1, field=owner, expected=expected, found=found)
    if field:
        return say(SHAPE, field=field, expected=expected, found=found)
    return say(SHAPE_WHOLE, expected=expected, found=found)


def _choice(value: str, expected: str) -> tuple[Message, Message]:
    accepted = [part.strip("' ") for part in expected.replace(" or ", ", ").split(",")]
    listed = ", ".join(accepted)
    best = nearest(value, accepted)
    if best is None:
        return say(CHOICE, value=shorten(value)), say(CHOICE_HINT, accepted=listed)
    return say(CHOICE_NEAR, value=shorten(value), best=best), say(CHOICE_HINT, accepted=listed)
