"""The JSON Schemas of packs and teasers, for game engines. Kinds, types and mechanisms bring their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.kinds import KINDS
from pipeline.kinds.game import Ability, Component
from pipeline.kinds.mechanisms import MECHANISMS
from pipeline.kinds.shapes import shape
from pipeline.packs.format import FORMAT, TEASER
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_NUMBER = {"type": "integer", "minimum": 1}
_HASH = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
_AMOUNTS = {
    "type": "object",
    "additionalProperties": {"anyOf": [_COUNT, {"type": "object", "additionalProperties": _COUNT}]},
}
_TRUTHS = {"enum": ["yes", "no", "true", "false"]}
_DISPLAY = _TEXT | {"description": "The printed form of `text`, where it differs."}
# What a teaser never has.
_SECRET = {"answer", "as_of", "source", "stability", "solution", "hint"}


def pack_schema() -> Schema:
    """The whole schema. Readers must ignore keys that they do not know: later versions add some."""
    return _whole(
        FORMAT,
        "livret pack",
        "A game's content as game engines load it. Unknown keys are to be ignored.",
        {"question": _question(secret=False)} | _question_types(secret=False) | _products(secret=False),
    )


def teaser_schema() -> Schema:
    """A pack without answers."""
    return _whole(
        TEASER,
        "livret teaser",
        "A pack without answers, for the public. Unknown keys are to be ignored.",
        {"question": _question(secret=True)} | _products(secret=True),
    )


def _whole(name: str, title: str, description: str, definitions: Schema) -> Schema:
    return {
        "$schema": DRAFT,
        "title": title,
        "description": description,
        "type": "object",
        "required": ["format", "content_hash", "integrity", "game", "products"],
        "properties": {
            "format": {"const": name, "description": "Grows a new number only when an old reader would break."},
            "content_hash": _HASH | {"description": "The hash of the content that it was made from."},
            "integrity": _HASH | {"description": "The hash of the pack without this key: docs/packs.md."},
            "game": {"$ref": "#/$defs/game"},
            "products": {"type": "array", "items": {"$ref": "#/$defs/product"}},
        },
        "$defs": {"game": _game(), "play": _play(), **_plays(), "product": _product(), **definitions},
    }


def _game() -> Schema:
    component = shape(Component, without=frozenset({"print", "colors"}))
    component["required"] = ["name", "count", "values"]
    setup = {
        "type": "object",
        "required": ["name", "players", "each", "table"],
        "properties": {"name": _TEXT, "players": _NUMBER, "each": _AMOUNTS, "table": _AMOUNTS},
    }
    return {
        "type": "object",
        "required": ["id", "title", "edition", "version", "language", "players", "components", "setups"],
        "properties": {
            "id": _TEXT,
            "title": _TEXT,
            "edition": _TEXT,
            "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
            "language": _TEXT,
            "players": {"type": "object", "required": ["min", "max"], "properties": {"min": _NUMBER, "max": _NUMBER}},
            "age": _COUNT,
            "minutes": _COUNT,
            "credits": {"type": "array", "items": _TEXT},
            "components": {"type": "array", "items": component},
            "setups": {"type": "array", "items": setup},
            "abilities": {"type": "object", "additionalProperties": shape(Ability)},
            "play": {"$ref": "#/$defs/play"},
        },
    }


def _play() -> Schema:
    """How the game is played, by its mechanism; an engine that does not know one can still show the content."""
    return _union("mechanism", {name: _definition(name, "play") for name in MECHANISMS})


def _plays() -> Schema:
    return {
        _definition(name, "play"): _with_truths(_named(shape(mechanism.model), "mechanism", name))
        for name, mechanism in MECHANISMS.items()
    }


def _product() -> Schema:
    return _union("kind", {name: _definition(name, "product") for name in KINDS})


def _products(*, secret: bool) -> Schema:
    found = {}
    for name, kind in KINDS.items():
        own = {"id": _TEXT, "kind": {"const": name}, "title": _TEXT} | dict(kind.pack_schema())
        schema = _with_display({"type": "object", "required": list(own), "properties": own})
        found[_definition(name, "product")] = _without_secrets(schema) if secret else schema
    return found


def _question(*, secret: bool) -> Schema:
    if not secret:
        return _union("type", {name: _definition(name, "question") for name in TYPES})
    own = _question_of({"enum": list(TYPES)}, {})
    return _without_secrets(own)


def _question_types(*, secret: bool) -> Schema:
    del secret
    return {
        _definition(name, "question"): _question_of({"const": name}, _with_display(dict(question_type.answer_schema)))
        for name, question_type in TYPES.items()
    }


def _question_of(type_: Schema, answer: Schema) -> Schema:
    return {
        "type": "object",
        "required": ["id", "number", "type", "question", "answer"],
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "page": _NUMBER | {"description": "The page: what the first die shows."},
            "number": _NUMBER | {"description": "The place on the page or card: what the second die shows."},
            "type": type_,
            "keyword": _TEXT,
            "clue": _TEXT,
            "question": _TEXT,
            "answer": answer,
            "theme": _TEXT,
            "difficulty": {"type": "integer", "minimum": 1, "maximum": 5},
            "stability": {"enum": ["slow", "volatile"]},
            "as_of": _TEXT,
            "source": _TEXT,
        },
    }


def _union(key: str, names: Mapping[str, str]) -> Schema:
    """An object that is the definition which `key` names: `if`/`then`, so that a mistake is told of the right one."""
    return {
        "type": "object",
        "required": [key],
        "properties": {key: {"enum": list(names)}},
        "allOf": [
            {"if": {"properties": {key: {"const": value}}}, "then": {"$ref": f"#/$defs/{name}"}}
            for value, name in names.items()
        ],
    }


def _definition(name: str, suffix: str) -> str:
    return f"{name}-{suffix}"


def _named(schema: Schema, key: str, value: str) -> Schema:
    return schema | {"properties": schema["properties"] | {key: {"const": value}}}


def _with_truths(schema: Schema) -> Schema:
    """yes and no are booleans in a pack."""

    def truth(part: Schema) -> Schema:
        if not _TRUTHS.items() <= part.items():
            return part
        return {"type": "boolean"} | {key: part[key] for key in ("description",) if key in part}

    return dict(_mapped(schema, truth))


def _with_display(schema: Schema) -> Schema:
    """Whatever has a `text` may have its printed form."""

    def add(part: Schema) -> Schema:
        properties = part.get("properties", {})
        if properties.get("text", {}).get("type") != "string":
            return part
        return part | {"properties": properties | {"display": _DISPLAY}}

    return dict(_mapped(schema, add))


def _without_secrets(schema: Schema) -> Schema:
    def hide(part: Schema) -> Schema:
        if "properties" not in part:
            return part
        # A puzzle is known by its solution, which follows from its attempts: only their number is told.
        puzzle = "solution" in part["properties"]
        secret = _SECRET | {"attempts"} if puzzle else _SECRET
        own = {"attempts_total": _COUNT | {"description": "How many attempts are given."}} if puzzle else {}
        return part | {
            "properties": {key: value for key, value in part["properties"].items() if key not in secret} | own,
            "required": [key for key in part.get("required", ()) if key not in secret] + list(own),
        }

    return dict(_mapped(schema, hide))


def _mapped(schema: Any, change: Any) -> Any:
    """The schema with `change` made to every object in it, from the inside out."""
    if isinstance(schema, list):
        return [_mapped(part, change) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return change({key: _mapped(value, change) for key, value in schema.items()})
