"""Validation against our own JSON Schemas: the part of JSON Schema 2020-12 that they use, and nothing else.

tests/test_packs.py compares it with jsonschema on hundreds of spoilt packs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    # Where a mistake is, from the inside out, and what it is.
    Mistake = tuple[list[str | int], str]

_KNOWN = frozenset(
    """$schema $defs $ref title description type required properties additionalProperties items enum const
    minimum maximum minLength minItems pattern anyOf allOf if then""".split()
)
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
}  # fmt: skip


def first_mistake(data: Any, schema: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where the data first breaks the schema, and how; None if it fits."""
    _refuse_unknown(schema)
    found = _first(data, schema, schema)
    return None if found is None else ("/" + "/".join(map(str, reversed(found[0]))), found[1])


def _refuse_unknown(schema: Any) -> None:
    """A schema that says more than we understand would be believed and not checked."""
    if isinstance(schema, dict):
        unknown = schema.keys() - _KNOWN
        if unknown:
            raise NotImplementedError(f"our schemas use no {sorted(unknown)}")
        for key, part in schema.items():
            if key in ("properties", "$defs"):
                for inner in part.values():
                    _refuse_unknown(inner)
            elif key in ("items", "additionalProperties", "if", "then", "anyOf", "allOf"):
                _refuse_unknown(part)
    elif isinstance(schema, list):
        for part in schema:
            _refuse_unknown(part)


def _first(data: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mistake | None:
    if "$ref" in schema:
        found = _first(data, root["$defs"][schema["$ref"].rpartition("/")[2]], root)
        if found is not None:
            return found
    problem = _scalar(data, schema)
    if problem is not None:
        return [], problem
    if "anyOf" in schema and all(_first(data, one, root) is not None for one in schema["anyOf"]):
        return [], "it is none of the things that may stand here"
    inside = _object(data, schema, root) if isinstance(data, dict) else None
    if isinstance(data, list):
        inside = _list(data, schema, root)
    if inside is not None:
        return inside
    for branch in schema.get("allOf", ()):
        if "if" not in branch or _holds(data, branch["if"], root):
            found = _first(data, branch.get("then", branch), root)
            if found is not None:
                return found
    return None


def _holds(data: Any, condition: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    """Whether a condition is met. Ours look at one key with one value, which is seen at a glance."""
    if isinstance(data, dict) and condition.keys() == {"properties"}:
        for key, part in condition["properties"].items():
            if part.keys() == {"const"} and key in data and data[key] != part["const"]:
                return False
    return _first(data, condition, root) is None


def _object(data: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mistake | None:
    for key in schema.get("required", ()):
        if key not in data:
            return [], f"“{key}” is missing"
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties")
    for key, value in data.items():
        part = properties.get(key, others)
        if part is not None:
            found = _first(value, part, root)
            if found is not None:
                found[0].append(key)
                return found
    return None


def _list(data: list[Any], schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mistake | None:
    if len(data) < schema.get("minItems", 0):
        return [], "the list is too short"
    if "items" in schema:
        part = schema["items"]
        for number, item in enumerate(data):
            found = _first(item, part, root)
            if found is not None:
                found[0].append(number)
                return found
    return None


def _scalar(data: Any, schema: Mapping[str, Any]) -> str | None:
    wanted = schema.get("type")
    if wanted is not None and not (
        any(_is(data, one) for one in wanted) if isinstance(wanted, list) else _is(data, wanted)
    ):
        return f"it should be {' or '.join(wanted) if isinstance(wanted, list) else wanted}"
    if "const" in schema and not _equal(data, schema["const"]):
        return f"it should be {schema['const']}"
    if "enum" in schema and not any(_equal(data, value) for value in schema["enum"]):
        return f"it should be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(data, str):
        if len(data) < schema.get("minLength", 0):
            return "it is empty"
        if "pattern" in schema and not _compiled(schema["pattern"]).search(data):
            return "it does not have the form that it should have"
    elif isinstance(data, int | float) and not isinstance(data, bool):
        if "minimum" in schema and data < schema["minimum"]:
            return f"it is below {schema['minimum']}"
        if "maximum" in schema and data > schema["maximum"]:
            return f"it is above {schema['maximum']}"
    return None


def _is(data: Any, name: str) -> bool:
    if name == "integer":
        return (isinstance(data, int) and not isinstance(data, bool)) or (isinstance(data, float) and data.is_integer())
    if name == "number":
        return isinstance(data, int | float) and not isinstance(data, bool)
    return isinstance(data, _TYPES[name])


def _equal(data: Any, value: Any) -> bool:
    return type(data) is type(value) and bool(data == value)


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
