"""The JSON Schema of what a model becomes in a pack: strict types, where the editor's schema is lenient."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import BaseModel


def shape(model: type[BaseModel], *, without: frozenset[str] = frozenset()) -> dict[str, Any]:
    """An object as `model_dump(mode="json", exclude_none=True)` writes it."""
    raw = model.model_json_schema(mode="serialization")
    found = _clean(raw, raw.get("$defs", {}))
    found["properties"] = {name: value for name, value in found["properties"].items() if name not in without}
    found["required"] = [name for name in found["required"] if name not in without]
    return found


def _clean(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    if "$ref" in node:
        return _clean(
            definitions[node["$ref"].rpartition("/")[2]] | {k: v for k, v in node.items() if k != "$ref"}, definitions
        )
    choices = [choice for choice in node.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        return _clean(choices[0] | {key: value for key, value in node.items() if key != "anyOf"}, definitions)
    found: dict[str, Any] = {}
    for key in ("description", "type", "const", "enum", "minimum", "maximum", "minItems"):
        if key in node:
            found[key] = node[key]
    if isinstance(found.get("type"), list) and "null" not in found["type"]:
        found["type"] = "string"  # an author may leave the quotes out; in a pack it is a text
    if choices:
        found["anyOf"] = [_clean(choice, definitions) for choice in choices]
    if "items" in node:
        found["items"] = _clean(node["items"], definitions)
    if "properties" in node:
        found["properties"] = {name: _clean(part, definitions) for name, part in node["properties"].items()}
        found["required"] = [name for name in node["properties"] if not _optional(node["properties"][name])]
    values = node.get("additionalProperties") or next(iter(node.get("patternProperties", {}).values()), None)
    if isinstance(values, dict):
        found["additionalProperties"] = _clean(values, definitions)
    return found


def _optional(node: Mapping[str, Any]) -> bool:
    """Whether a key is left out when it has no value."""
    return {"type": "null"} in node.get("anyOf", ())
