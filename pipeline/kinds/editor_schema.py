"""JSON Schemas of content files for editors: what VS Code's YAML extension completes, explains and marks.

Pydantic's own schema misleads it: a union reports the wrong alternative, optional fields offer null, titles repeat the
key. So: one `if/then` per type, no null, no defaults, no automatic titles, and free text that may look like a number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.kinds import KINDS
from pipeline.kinds.game import Game
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic import BaseModel

    from pipeline.kinds.base import Kind

DRAFT = "http://json-schema.org/draft-07/schema#"
# The order in which an author writes a question, and so in which keys are proposed.
_ORDER = ("id", "type", "keyword", "clue", "question", "answer", "answers", "procedure", "tie", "accept", "unit")


def content_schemas() -> dict[str, dict[str, Any]]:
    """File name -> schema, for game.yaml and every kind of content file."""
    schemas = {"game.schema.json": _game_schema()}
    for kind in KINDS.values():
        if kind.file_model is not None:
            schemas[f"{kind.name}.schema.json"] = _file_schema(kind)
    return schemas


def _file_schema(kind: Kind) -> dict[str, Any]:
    if kind.file_model is None:
        raise AssertionError("Markdown has no schema")
    definitions: dict[str, Any] = {}
    schema = _schema(kind.file_model, definitions)
    if kind.entry_model is not None:
        entry = _schema(kind.entry_model, definitions)
        name = kind.entry_model.__name__
        definitions[name] = entry | {"title": name}
        _point_lists(schema, {"cards", "puzzles"}, name)
        _point_lists(entry, {"questions"}, "Question")
        definitions[name] = entry | {"title": name}
    _point_lists(schema, {"questions"}, "Question")
    if "#/$defs/Question" in str(schema) + str(definitions):
        definitions |= _question_definitions(definitions)
    return {"$schema": DRAFT, "title": f"livret: {kind.name}", **schema, "$defs": definitions}


def _question_definitions(definitions: dict[str, Any]) -> dict[str, Any]:
    """A question whose keys depend on its type; without a type it is plain."""
    branches: list[dict[str, Any]] = []
    for question_type in TYPES.values():
        name = question_type.model.__name__
        own = _schema(question_type.model, definitions)
        own["properties"] = _ordered(own["properties"])
        own["properties"]["type"] = {"const": question_type.name, "description": question_type.summary}
        definitions[name] = own | {"title": f"{question_type.title} question", "description": question_type.summary}
        asked: dict[str, Any] = {"properties": {"type": {"const": question_type.name}}, "required": ["type"]}
        if question_type.name == "plain":
            asked = {"properties": {"type": {"const": "plain"}}}
        branches.append({"if": asked, "then": {"$ref": f"#/$defs/{name}"}})
    names = list(TYPES)
    summaries = [question_type.summary for question_type in TYPES.values()]
    shown = [f"**{question_type.title}**: {question_type.summary}" for question_type in TYPES.values()]
    type_ = {
        "description": "How the question is played; solo questions leave it out.",
        "enum": names,
        "enumDescriptions": summaries,
        "markdownEnumDescriptions": shown,
    }
    return {"Question": {"type": "object", "properties": {"type": type_}, "allOf": branches}}


def _game_schema() -> dict[str, Any]:
    definitions: dict[str, Any] = {}
    schema = _schema(Game, definitions)
    branches = []
    for kind in KINDS.values():
        name = kind.product.__name__
        own = _schema(kind.product, definitions)
        own["properties"]["kind"] = {"const": kind.name, "description": kind.summary}
        if "types" in own["properties"]:
            own["properties"]["types"]["items"] = {"enum": list(TYPES)}
        definitions[name] = own | {"title": f"{kind.name} product", "description": kind.summary}
        asked = {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]}
        branches.append({"if": asked, "then": {"$ref": f"#/$defs/{name}"}})
    kinds = {
        "description": "What sort of product it is.",
        "enum": list(KINDS),
        "enumDescriptions": [kind.summary for kind in KINDS.values()],
        "markdownEnumDescriptions": [f"**{kind.name}**: {kind.summary}" for kind in KINDS.values()],
    }
    product = {"type": "object", "required": ["kind", "title"], "properties": {"kind": kinds}, "allOf": branches}
    definitions["Product"] = product
    schema["properties"]["products"]["additionalProperties"] = {"$ref": "#/$defs/Product"}
    return {"$schema": DRAFT, "title": "livret: game.yaml", **schema, "$defs": definitions}


def _schema(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """A model's schema, cleaned; its own definitions are added to `definitions`."""
    raw = model.model_json_schema()
    for name, definition in raw.pop("$defs", {}).items():
        definitions.setdefault(name, _clean(definition))
    cleaned = _clean(raw)
    return cleaned if isinstance(cleaned, dict) else {}


def _clean(node: Any, *, properties: bool = False) -> Any:
    """Without titles, defaults and null alternatives. Names of properties are not keywords."""
    if isinstance(node, list):
        return [_clean(item) for item in node]
    if not isinstance(node, dict):
        return node
    if properties:
        return {name: _clean(value) for name, value in node.items()}
    node = {
        key: _clean(value, properties=key == "properties")
        for key, value in node.items()
        if key not in ("title", "default")
    }
    choices = node.get("anyOf")
    if choices and {"type": "null"} in choices:
        rest = [choice for choice in choices if choice != {"type": "null"}]
        node = {key: value for key, value in node.items() if key != "anyOf"}
        node = rest[0] | node if len(rest) == 1 else node | {"anyOf": rest}
    if "description" in node:
        node["markdownDescription"] = node["description"]
    return node


def _point_lists(schema: dict[str, Any], names: Iterable[str], target: str) -> None:
    properties: Mapping[str, Any] = schema["properties"]
    for name in names:
        if name in properties:
            properties[name]["items"] = {"$ref": f"#/$defs/{target}"}


def _ordered(properties: dict[str, Any]) -> dict[str, Any]:
    first = {name: properties[name] for name in _ORDER if name in properties}
    return first | properties
