"""French text that YAML cannot read, and the line that it can read.

French puts a space before the colon, and a colon followed by a space starts a mapping. A value that starts with a
quotation mark, a dash or a star means something else to YAML, ` #` starts a comment, and between brackets every
comma counts. Authors cannot know: here every such value is found and shown with quotes around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pipeline.core.pattern import lazy
from pipeline.source.keys import TEXT_KEYS
from pipeline.source.values import QUOTED, goes_on, values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.source.values import Value

_COLON = lazy(r":(?=\s|$)")
_FLOW_COLON = lazy(r":(?=[\s,\[\]{}]|$)")
_FLOW_INDICATOR = lazy(r"[\[\]{}]")
_INDICATORS = frozenset("*&!%@`|>{[]},")
_CUT = lazy(r"[ \t]#.*\n")
_CUT_IN_FLOW = lazy(r"(?:^|[ \t])#")

Fault = Literal["unquoted", "cut", "glued"]


class Wrong(NamedTuple):
    """A value that YAML cannot read: it needs quotes, a # cuts it, or no space separates it from its key."""

    value: Value
    fault: Fault


def quote(value: str) -> str:
    """The value as a quoted YAML scalar, with as few escapes as possible."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    if "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def meant(written: str) -> str:
    """A broken value as its author means it: without quotes around all of it that hold quotes, or are not closed."""
    first = written[:1]
    if first not in QUOTED and written[-1:] == '"' and written.count('"') == 1:
        return written[:-1]
    if first not in QUOTED or "\\" in written:
        return written
    depth = 1
    for at in range(1, len(written)):
        if written[at] != first:
            continue
        opens = written[at - 1].isspace() and not written[at + 1 : at + 2].isspace()
        closes = not written[at - 1].isspace() and not written[at + 1 : at + 2].isalnum()
        depth += opens - closes
        if not depth:
            return written[1:-1] if at > 1 and at == len(written) - 1 else written
    return written[1:] if first == '"' and len(written) > 1 else written


def wrong_values(text: str, *, suspect: int = 0) -> Iterator[Wrong]:
    """The values that YAML cannot read. `suspect` is a line where an open quote is known to fail."""
    for value in values(text, suspect=suspect):
        written = text[value.start : value.end]
        if value.is_glued:
            yield Wrong(value, "glued")
        if value.is_sound:
            continue
        if (_is_broken_in_flow if value.in_flow else _is_broken)(written, value.key):
            yield Wrong(value, "unquoted")
        elif (_CUT_IN_FLOW if value.in_flow else _CUT).search(written):
            yield Wrong(value, "cut")


def hash_in(written: str) -> int:
    """Where the # stands that cuts a value."""
    found = _CUT_IN_FLOW.search(written)
    return found.end() - 1 if found else 0


def _is_broken(written: str, key: str) -> bool:
    first = written[0]
    if first in QUOTED:
        closed = QUOTED[first].match(written)
        return closed is None or goes_on(written[closed.end() :])
    if first in "-?":
        return bool(key) and written[1:2] in ("", " ")
    return first in _INDICATORS or _COLON.search(written) is not None


def _is_broken_in_flow(written: str, key: str) -> bool:
    first = written[0]
    if first in "-?":
        return written[1:2] in ("", " ")
    if first in _INDICATORS or first in QUOTED:
        return True  # quotes and brackets that are in order are not asked about
    is_torn = key in TEXT_KEYS and "," in written
    return is_torn or bool(_FLOW_COLON.search(written) or _FLOW_INDICATOR.search(written))
