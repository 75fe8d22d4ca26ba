"""Validation against our own JSON Schemas: the part of JSON Schema 2020-12 that they use, and nothing else.

tests/test_packs.py compares it with jsonschema on thousands of spoilt packs.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_KNOWN = frozenset(
    """$schema $defs $ref title description type required properties additionalProperties items enum const
    minimum maximum minLength minItems pattern anyOf allOf if then""".split()
)

Place = tuple[str | int, ...]


def first_mistake(data: Any, schema: Mapping[str, Any]) -> tuple[str, str] | None:
    """Where the data first breaks the schema, and how; None if it fits."""
    for place, problem in _mistakes(data, schema, schema, ()):
        return "/" + "/".join(map(str, place)), problem
    return None


def _mistakes(
    data: Any, schema: Mapping[str, Any], root: Mapping[str, Any], place: Place
) -> Iterator[tuple[Place, str]]:
    unknown = schema.keys() - _KNOWN
    if unknown:
        raise NotImplementedError(f"our schemas use no {sorted(unknown)}")
    if "$ref" in schema:
        yield from _mistakes(data, root["$defs"][schema["$ref"].rpartition("/")[2]], root, place)
    yield from _scalar(data, schema, place)
    if "anyOf" in schema and all(any(True for _ in _mistakes(data, one, root, place)) for one in schema["anyOf"]):
        yield place, "it is none of the things that may stand here"
    if isinstance(data, dict):
        yield from _object(data, schema, root, place)
    elif isinstance(data, list):
        if len(data) < schema.get("minItems", 0):
            yield place, "the list is too short"
        if "items" in schema:
            for number, item in enumerate(data):
                yield from _mistakes(item, schema["items"], root, (*place, number))
    for branch in schema.get("allOf", ()):
        if "if" not in branch or not any(True for _ in _mistakes(data, branch["if"], root, place)):
            yield from _mistakes(data, branch.get("then", branch), root, place)


def _object(
    data: Mapping[str, Any], schema: Mapping[str, Any], root: Mapping[str, Any], place: Place
) -> Iterator[tuple[Place, str]]:
    for key in schema.get("required", ()):
        if key not in data:
            yield place, f"“{key}” is missing"
    properties = schema.get("properties", {})
    for key, part in properties.items():
        if key in data:
            yield from _mistakes(data[key], part, root, (*place, key))
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        for key, value in data.items():
            if key not in properties:
                yield from _mistakes(value, others, root, (*place, key))


def _scalar(data: Any, schema: Mapping[str, Any], place: Place) -> Iterator[tuple[Place, str]]:
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is(data, name) for name in types):
            yield place, f"it should be {' or '.join(types)}"
            return
    if "const" in schema and not _equal(data, schema["const"]):
        yield place, f"it should be {schema['const']}"
    if "enum" in schema and not any(_equal(data, value) for value in schema["enum"]):
        yield place, f"it should be one of {', '.join(map(str, schema['enum']))}"
    if isinstance(data, str):
        if len(data) < schema.get("minLength", 0):
            yield place, "it is empty"
        if "pattern" in schema and not _compiled(schema["pattern"]).search(data):
            yield place, "it does not have the form that it should have"
    elif isinstance(data, int | float) and not isinstance(data, bool):
        if data < schema.get("minimum", data):
            yield place, f"it is below {schema['minimum']}"
        if data > schema.get("maximum", data):
            yield place, f"it is above {schema['maximum']}"


def _is(data: Any, name: str) -> bool:
    if name == "integer":
        return (isinstance(data, int) and not isinstance(data, bool)) or (isinstance(data, float) and data.is_integer())
    if name == "number":
        return isinstance(data, int | float) and not isinstance(data, bool)
    return isinstance(data, {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}[name])


def _equal(data: Any, value: Any) -> bool:
    return type(data) is type(value) and bool(data == value)


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
