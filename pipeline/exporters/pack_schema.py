"""The JSON Schema of packs: what game engines may rely on. Kinds and question types bring their own parts."""

from __future__ import annotations

from typing import Any

from pipeline.exporters.pack import FORMAT
from pipeline.kinds import KINDS
from pipeline.types import TYPES

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}
_AMOUNTS = {
    "type": "object",
    "additionalProperties": {"anyOf": [_COUNT, {"type": "object", "additionalProperties": _COUNT}]},
}


def pack_schema() -> dict[str, Any]:
    """The whole schema. Readers must ignore keys that they do not know: later versions add some."""
    return {
        "$schema": DRAFT,
        "title": "livret pack",
        "description": "A game's content as game engines load it. Unknown keys are to be ignored.",
        "type": "object",
        "required": ["format", "content_hash", "game", "products"],
        "properties": {
            "format": {"const": FORMAT, "description": "Grows a new number only when an old reader would break."},
            "content_hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
            "game": {"$ref": "#/$defs/game"},
            "products": {"type": "array", "items": {"$ref": "#/$defs/product"}},
        },
        "$defs": {"game": _game(), "product": _product(), "question": _question()},
    }


def _game() -> dict[str, Any]:
    player = {"type": "integer", "minimum": 1}
    component = {
        "type": "object",
        "required": ["name", "count", "values"],
        "properties": {
            "name": _TEXT,
            "count": _COUNT,
            "values": {"type": "object", "additionalProperties": _COUNT},
            "product": _TEXT,
            "faces": {"type": "array", "items": _TEXT},
        },
    }
    setup = {
        "type": "object",
        "required": ["name", "players", "each", "table"],
        "properties": {"name": _TEXT, "players": player, "each": _AMOUNTS, "table": _AMOUNTS},
    }
    ability = {
        "type": "object",
        "required": ["name", "text", "counts_as"],
        "properties": {"name": _TEXT, "text": _TEXT, "counts_as": {"type": "array", "items": {"type": "integer"}}},
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
            "players": {"type": "object", "required": ["min", "max"], "properties": {"min": player, "max": player}},
            "age": _COUNT,
            "minutes": _COUNT,
            "credits": {"type": "array", "items": _TEXT},
            "components": {"type": "array", "items": component},
            "setups": {"type": "array", "items": setup},
            "abilities": {"type": "object", "additionalProperties": ability},
        },
    }


def _product() -> dict[str, Any]:
    branches = [
        {
            "if": {"properties": {"kind": {"const": kind.name}}},
            "then": {"required": list(kind.pack_schema), "properties": dict(kind.pack_schema)},
        }
        for kind in KINDS.values()
    ]
    properties = {"id": _TEXT, "kind": {"enum": list(KINDS)}, "title": _TEXT}
    return {"type": "object", "required": list(properties), "properties": properties, "allOf": branches}


def _question() -> dict[str, Any]:
    branches = [
        {
            "if": {"properties": {"type": {"const": question_type.name}}},
            "then": {"properties": {"answer": dict(question_type.answer_schema)}},
        }
        for question_type in TYPES.values()
    ]
    number = {"type": "integer", "minimum": 1}
    return {
        "type": "object",
        "required": ["id", "number", "type", "question", "answer"],
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "page": number,
            "number": number,
            "type": {"enum": list(TYPES)},
            "keyword": _TEXT,
            "clue": _TEXT,
            "question": _TEXT,
            "answer": {"type": "object", "required": ["kind"]},
            "theme": _TEXT,
            "difficulty": {"type": "integer", "minimum": 1, "maximum": 5},
            "stability": {"enum": ["slow", "volatile"]},
            "as_of": _TEXT,
            "source": _TEXT,
        },
        "allOf": branches,
    }
