"""JSON Schemas of content files for editors: what VS Code's YAML extension completes, explains and marks.

Pydantic's own schema misleads it: a union reports the wrong alternative, optional fields offer null, titles repeat the
key. So: one `if/then` per type, no null, no defaults, no automatic titles, and free text that may look like a number.
tests/test_editor.py drives the extension's language server with the result.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter

from pipeline.kinds import KINDS
from pipeline.kinds.game import Game
from pipeline.kinds.mechanisms import MECHANISMS
from pipeline.types import TYPES
from pipeline.types.scalars import Id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic import BaseModel

    from pipeline.kinds.base import Kind

DRAFT = "http://json-schema.org/draft-07/schema#"
# The order in which an author writes a question, and so in which keys are proposed.
_ORDER = ("id", "type", "keyword", "clue", "question", "answer", "answers", "procedure", "tie", "accept", "unit")
# Free text is any scalar, as the loader reads it. Said with a list of types, `boolean` among them, the editor would
# propose `true` to an author who types `unit: t`.
_TEXT = {"if": {"type": "boolean"}, "else": {"type": ["string", "number"], "errorMessage": "A text is expected here"}}


def content_schemas() -> dict[str, dict[str, Any]]:
    """File name -> schema, for game.yaml and every kind of content file."""
    schemas = {"game.schema.json": _game_schema()}
    for kind in KINDS.values():
        if kind.file_model is not None:
            schemas[f"{kind.name}.schema.json"] = _file_schema(kind)
    return schemas


def list_schema(title: str, key: str, file: type[BaseModel], entry: type[BaseModel]) -> dict[str, Any]:
    """The schema of a file that belongs to no product: entries of one model in a list under `key`."""
    definitions: dict[str, Any] = {}
    schema = _schema(file, definitions)
    definitions[entry.__name__] = {"title": _words(entry.__name__), **_schema(entry, definitions)}
    _point_lists(schema, {key}, entry.__name__)
    return {"$schema": DRAFT, "title": f"livret: {title}", **schema, "$defs": definitions}


def _file_schema(kind: Kind) -> dict[str, Any]:
    if kind.file_model is None:
        raise AssertionError("Markdown has no schema")
    definitions: dict[str, Any] = {}
    schema = _schema(kind.file_model, definitions)
    if kind.entry_model is not None:
        name = kind.entry_model.__name__
        definitions[name] = {"title": _words(name), **_schema(kind.entry_model, definitions)}
        _point_lists(schema, {"cards", "puzzles"}, name)
        _point_lists(definitions[name], {"questions"}, "Question")
    _point_lists(schema, {"questions"}, "Question")
    if "#/$defs/Question" in str(schema) + str(definitions):
        # Pages have keywords, cards have clues.
        cue, other = ("keyword", "clue") if kind.entry_model is None else ("clue", "keyword")
        _define_questions(definitions, cue=cue, without=other)
    return {"$schema": DRAFT, "title": f"livret: {kind.name}", **schema, "$defs": definitions}


def _define_questions(definitions: dict[str, Any], *, cue: str, without: str) -> None:
    """A question whose keys depend on its type; without a type it is plain."""
    types = _types("How the question is played; solo questions leave it out.")
    for name, question_type in TYPES.items():
        own = _schema(question_type.model, definitions)
        properties = _ordered(own["properties"])
        del properties[without]
        # Without a type so far, the author may still choose any.
        properties["type"] = types if name == "plain" else {"const": name, "description": question_type.summary}
        own |= {"properties": properties, "required": [key for key in properties if key in {cue, *own["required"]}]}
        definitions[question_type.model.__name__] = _branch(
            own, f"{question_type.title} question", question_type.summary
        )
    names = {name: question_type.model.__name__ for name, question_type in TYPES.items()}
    definitions["Question"] = {"title": "Question", **_depending("type", types, names, otherwise="plain")}


def _game_schema() -> dict[str, Any]:
    definitions: dict[str, Any] = {}
    schema = _schema(Game, definitions)
    kinds = _choice("What sort of product it is.", {name: (name, kind.summary) for name, kind in KINDS.items()})
    for name, kind in KINDS.items():
        own = _schema(kind.product, definitions)
        own["properties"]["kind"] = {"const": name, "description": kind.summary}
        if "types" in own["properties"]:
            own["properties"]["types"]["items"] = _types("One of the question types.")
        definitions[kind.product.__name__] = _branch(own, f"{name} product", kind.summary)
    names = {name: kind.product.__name__ for name, kind in KINDS.items()}
    definitions["Product"] = {"title": "Product", "required": ["kind", "title"], **_depending("kind", kinds, names)}
    schema["properties"]["products"]["additionalProperties"] = {"$ref": "#/$defs/Product"}
    schema["properties"]["play"] |= {"$ref": "#/$defs/Play"}
    _define_play(definitions)
    return {"$schema": DRAFT, "title": "livret: game.yaml", **schema, "$defs": definitions}


def _define_play(definitions: dict[str, Any]) -> None:
    """How a game is played: keys that depend on the mechanism."""
    mechanisms = {name: (name, mechanism.summary) for name, mechanism in MECHANISMS.items()}
    for name, mechanism in MECHANISMS.items():
        own = _schema(mechanism.model, definitions)
        own["properties"]["mechanism"] = {"const": name, "description": mechanism.summary}
        definitions[mechanism.model.__name__] = _branch(own, name, mechanism.summary)
    names = {name: mechanism.model.__name__ for name, mechanism in MECHANISMS.items()}
    choice = _choice("The mechanism that plays it.", mechanisms)
    definitions["Play"] = {"title": "Play", "required": ["mechanism"], **_depending("mechanism", choice, names)}


def _types(description: str) -> dict[str, Any]:
    return _choice(description, {name: (one.title, one.summary) for name, one in TYPES.items()})


def _choice(description: str, values: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """A value that is one of several; each has a title and a summary."""
    return {
        "description": description,
        "enum": list(values),
        "enumDescriptions": [summary for _, summary in values.values()],
        "markdownEnumDescriptions": [f"**{title}**: {summary}" for title, summary in values.values()],
    }


def _depending(key: str, choice: dict[str, Any], names: Mapping[str, str], otherwise: str = "") -> dict[str, Any]:
    """An object that is the definition which the value of `key` names; `otherwise` stands for a missing key."""
    # The choice comes first: where several schemas document a key or a value, the editor shows the first.
    parts: list[dict[str, Any]] = [{"properties": {key: choice}}]
    for value, name in names.items():
        asked: dict[str, Any] = {"properties": {key: {"const": value}}}
        if value != otherwise:
            asked["required"] = [key]
        parts.append({"if": asked, "then": {"$ref": f"#/$defs/{name}"}})
    # Without `properties`, a proposed list of such objects would end in an empty line.
    return {"type": "object", "properties": {}, "allOf": parts}


def _schema(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """A model's schema, cleaned; its own definitions are added to `definitions`."""
    raw = model.model_json_schema()
    for name, definition in raw.pop("$defs", {}).items():
        definitions.setdefault(name, {"title": _words(name), **_clean(definition)})
    return _clean(raw)


def _clean(node: dict[str, Any]) -> dict[str, Any]:
    """A schema without titles, defaults and null alternatives, in the forms that the editor explains best."""
    node = {key: value for key, value in node.items() if key not in ("title", "default")}
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            node[key] = _clean(node[key])
    if "properties" in node:
        node["properties"] = {name: _property(value) for name, value in node["properties"].items()}
    if "patternProperties" in node:
        node |= _by_id(node.pop("patternProperties"))
    if "anyOf" in node:
        node |= _either([_clean(choice) for choice in node.pop("anyOf") if choice != {"type": "null"}])
    if "description" in node:
        node["markdownDescription"] = node["description"]
    return _scalar(node)


def _property(node: dict[str, Any]) -> dict[str, Any]:
    """The schema of a key. The editor writes the colon only after a key that has a type or alternatives."""
    node = _clean(node)
    condition = {key: node.pop(key) for key in ("if", "then", "else") if key in node}
    return node | {"anyOf": [condition]} if condition else node


def _by_id(patterns: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping by ids. A bad id is marked as such, and its value is checked all the same."""
    names = TypeAdapter(Id).json_schema()
    (value,) = [value for pattern, value in patterns.items() if pattern == names["pattern"]]
    return {"propertyNames": names | {"doNotSuggest": True}, "additionalProperties": _clean(value)}


def _either(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """The only choice, or a mapping or something shorter: never `anyOf`, which complains about the wrong one."""
    if len(choices) == 1:
        return choices[0]
    mapping, shorter = sorted(choices, key=lambda choice: choice.get("type") != "object")
    titled = {"title": " and ".join(mapping["properties"])} if "properties" in mapping else {}
    return {"if": {"type": "object"}, "then": titled | mapping, "else": shorter}


def _scalar(node: dict[str, Any]) -> dict[str, Any]:
    """Scalars as YAML 1.2 reads what an author types without quotes."""
    types = node.get("type")
    if types == ["string", "number", "boolean"]:
        del node["type"]
        return node | _TEXT
    if isinstance(types, list) and "string" in types:
        # The id 12e456 is a float. With the string first, no 0 is proposed.
        node["type"] = ["string", "number"]
    if "true" in node.get("enum", ()):
        del node["type"]
        node["enum"] = [{"true": True, "false": False}.get(value, value) for value in node["enum"]]
    return node


def _branch(own: dict[str, Any], title: str, summary: str) -> dict[str, Any]:
    """One definition for `_depending`, which says for all of them that they are objects: one mistake, one mark."""
    described = {"title": title, "description": summary, "markdownDescription": summary}
    return described | {key: value for key, value in own.items() if key not in ("type", *described)}


def _words(name: str) -> str:
    """QuestionCard -> Question card."""
    return re.sub(r"(?<!^)[A-Z]", lambda match: f" {match[0].lower()}", name)


def _point_lists(schema: dict[str, Any], names: Iterable[str], target: str) -> None:
    properties: Mapping[str, Any] = schema["properties"]
    for name in names:
        if name in properties:
            properties[name]["items"] = {"$ref": f"#/$defs/{target}"}


def _ordered(properties: dict[str, Any]) -> dict[str, Any]:
    first = {name: properties[name] for name in _ORDER if name in properties}
    return first | properties
