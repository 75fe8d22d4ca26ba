"""TypeScript declarations of packs, generated from their JSON Schema: an interface for each definition."""

from __future__ import annotations

import re
from json import dumps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_NAME = re.compile(r"[A-Za-z_]\w*")


def declarations(schema: Mapping[str, Any], root: str, tool: str) -> str:
    """The text of a .d.ts file."""
    return "\n".join(_lines(schema, root, tool)) + "\n"


def _lines(schema: Mapping[str, Any], root: str, tool: str) -> Iterator[str]:
    yield f"// {schema['title']}: written by `{tool}` from its JSON Schema. Do not edit."
    yield "// Unknown keys may appear in later versions of the same format: ignore them."
    yield from _declared(root, schema)
    for name, definition in schema["$defs"].items():
        yield from _declared(_class(name), definition)


def _declared(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if "description" in schema:
        yield f"/** {schema['description']} */"
    choices = [branch["then"]["$ref"] for branch in schema.get("allOf", ())]
    if choices:
        yield f"export type {name} ="
        yield "\n".join(f"  | {_class(choice.rpartition('/')[2])}" for choice in choices) + ";"
    else:
        yield f"export interface {name} {_object(schema, 0)}"


def _type(schema: Mapping[str, Any], depth: int) -> str:
    if "$ref" in schema:
        return _class(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(choice, depth) for choice in schema["anyOf"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(_SCALARS[one] for one in kind)
    if kind == "array":
        inner = _type(schema.get("items", {}), depth)
        return f"({inner})[]" if " | " in inner and not inner.startswith("{") else f"{inner}[]"
    if kind == "object":
        return _object(schema, depth)
    return _SCALARS[kind] if kind else "unknown"


def _object(schema: Mapping[str, Any], depth: int) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {_type(values, depth)}>" if isinstance(values, dict) else "Record<string, unknown>"
    margin = "  " * (depth + 1)
    lines = []
    for key, part in schema["properties"].items():
        if "description" in part:
            lines.append(f"{margin}/** {part['description']} */")
        mark = "" if key in schema.get("required", ()) else "?"
        name = key if _NAME.fullmatch(key) else dumps(key, ensure_ascii=False)
        lines.append(f"{margin}{name}{mark}: {_type(part, depth + 1)};")
    return "\n".join(("{", *lines, "  " * depth + "}"))


def _class(name: str) -> str:
    """board-challenges-play -> BoardChallengesPlay."""
    return "".join(part.capitalize() for part in name.split("-"))
