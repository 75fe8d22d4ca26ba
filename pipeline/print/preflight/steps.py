"""The steps of a content stream: an operator and its operands, one after the other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pikepdf

if TYPE_CHECKING:
    from collections.abc import Iterator

INLINE = "INLINE IMAGE"
SILENT = frozenset("W W* d J j M h i ri BMC BDC EMC MP DP BX EX".split())
"""What changes nothing that anybody asks about."""
_QUIET = SILENT | {"q", "Q"}
_SHOWN = re.compile(r"<([0-9a-f]*)>|([-+]?[\d.]+)")
# Words in parentheses, pictures in the stream and patterns are for the real parser.
_HARD = (b"(", b"%", b"/Pattern", b"<<", b"BI")


def steps(stream: Any, *, plain: bool) -> Iterator[tuple[str, Any]]:
    """All steps. `plain` streams have an operator a line, as WeasyPrint writes: those need no parser."""
    if plain:
        contents = stream.read_bytes()
        if not any(sign in contents for sign in _HARD):
            return _lines(contents.decode("latin-1"))
    return _parsed(stream)


def _parsed(stream: Any) -> Iterator[tuple[str, Any]]:
    for instruction in pikepdf.parse_content_stream(stream):
        operator = str(instruction.operator)
        if operator in _QUIET:
            yield operator, ()
        elif isinstance(instruction, pikepdf.ContentStreamInlineImage):
            yield INLINE, instruction.iimage
        else:
            yield operator, list(instruction.operands) if operator != "TJ" else instruction.operands


def _lines(contents: str) -> Iterator[tuple[str, Any]]:
    for line in contents.split("\n"):
        before, _, operator = line.rpartition(" ")
        if not operator or operator in _QUIET:
            if operator:
                yield operator, ()
        elif operator == "TJ":
            parts = [kern or bytes.fromhex(shown) for shown, kern in _SHOWN.findall(before)]
            yield operator, [parts]
        elif operator == "Tj":
            yield operator, [bytes.fromhex(before[1:-1])]
        else:
            yield operator, before.split()
