"""Values as YAML text: plain where every reader agrees that it is text, in quotes elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.pattern import lazy
from pipeline.source.repair import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONG = 100
# Starts with a letter, a digit or «; no sign that means something to YAML anywhere.
_PLAIN = lazy(r"[^\W_«](?:[^\n\t#:\\]|:(?! |$)|(?<! )#)*|«(?:[^\n\t#:\\]|:(?! |$)|(?<! )#)*")
_FLOW_SIGNS = lazy(r"[,\[\]{}]|:(?:$|\?)")
_CONTROL = lazy("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def scalar(text: str, *, flow: bool = False) -> str:
    """One line of text as a YAML scalar."""
    if _PLAIN.fullmatch(text) and text == text.strip() and not (flow and _FLOW_SIGNS.search(text)):
        return text
    return quote(text)


def clean(text: str) -> str:
    """A text on one line without characters that YAML forbids."""
    return " ".join(_CONTROL.sub(" ", text).split())


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(str(value), flow=True)


def entry(data: Mapping[str, Any], indent: int) -> str:
    """A mapping as an item of a list, `indent` columns from the left: `- key: value` and lines under it."""
    lines = [keyed(key, value, indent + 2) for key, value in data.items()]
    return " " * indent + "- " + ("\n" + " " * (indent + 2)).join(lines) + "\n"


def keyed(key: str, value: Any, indent: int) -> str:
    """`key: value`, its own first line not indented; a long list goes over several lines."""
    if isinstance(value, list):
        inline = flow(value)
        if len(inline) <= _LONG and not any(isinstance(item, dict) and "questions" in item for item in value):
            return f"{key}: {inline}"
        pad = "\n" + " " * (indent + 2)
        return f"{key}:{pad}" + pad.join(
            f"- {flow(item) if isinstance(item, dict) else scalar(item)}" for item in value
        )
    if isinstance(value, dict):
        return f"{key}: {flow(value)}"
    return f"{key}: {scalar(str(value))}"
