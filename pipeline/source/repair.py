"""French text that YAML cannot read, and the line that it can read.

French puts a space before the colon, and a colon followed by a space starts a mapping. A value that starts with a
quotation mark, a dash or a star means something else to YAML, and ` #` starts a comment. Authors cannot know: here
every such line is found and shown with quotes around the value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENTRY = lazy(r"(?P<head> *(?:- +)*(?:(?P<key>[\w-]+) *:[ ]+)?)(?P<value>\S.*?)(?P<tail>[ ]*(?:[ ]{2}#.*)?)$")
_BLOCK_HEADER = lazy(r" *(?:- +)*(?:[\w-]+ *: +)?[|>][-+0-9]* *(?:#.*)?$")
_COLON = lazy(r":(?= |$)")
_INDICATORS = frozenset("*&!%@`|>{[]},?-")
_CUT = lazy(r"(?P<kept>[^#]*?[^\s#])(?P<gap>[ ]+)#(?P<lost>.*)$")
_COMMENT = lazy(r"[ ]{2,}#(?: |$)")
_QUOTE_ENDS = {'"': lazy(r'"(?:[^"\\]|\\.)*"'), "'": lazy(r"'(?:[^']|'')*'")}
_BRACKETS = {"[": "]", "{": "}"}
_TEXT_KEYS = frozenset(
    "question answer keyword clue procedure tie title text name motto hint intro unit source theme note".split()
)


class Line(NamedTuple):
    """One `key: value` line: where the value starts and ends in the line, and the value."""

    number: int
    text: str
    key: str
    start: int
    end: int

    @property
    def value(self) -> str:
        return self.text[self.start : self.end]

    @property
    def corrected(self) -> str:
        return self.text[: self.start] + quote(self.value) + self.text[self.end :]


class Cut(NamedTuple):
    """A line that loses what follows ` #`, and whether that is certainly text and not a comment."""

    line: Line
    hash_column: int
    is_text: bool


def quote(value: str) -> str:
    """The value as a quoted YAML scalar, with as few escapes as possible."""
    if '"' not in value and "\\" not in value:
        return f'"{value}"'
    if "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def broken_lines(text: str, *, suspect: int = 0) -> Iterator[Line]:
    """The lines whose value YAML cannot read as text. `suspect` is a line where an open quote is known to fail."""
    for line in _entries(text, suspect=suspect):
        value = line.value
        first = value[0]
        if first in _QUOTE_ENDS:
            closed = _QUOTE_ENDS[first].match(value)
            broken = line.number == suspect if closed is None else _goes_on(value[closed.end() :])
        elif first in _BRACKETS:
            closing = value.rfind(_BRACKETS[first])
            broken = closing > 0 and _goes_on(value[closing + 1 :]) and "," not in value[closing:][:2]
        elif first in _INDICATORS:
            broken = first not in "-?" or value[1:2] in ("", " ")
        else:
            broken = _COLON.search(value) is not None
        if broken and (line.key or first not in _INDICATORS):
            yield line


def cut_lines(text: str) -> Iterator[Cut]:
    """The lines whose plain text loses its end to ` #`."""
    if " #" not in text:
        return
    for entry in _entries(text, comments=True):
        comment = _COMMENT.search(entry.value, entry.value.find(" #") + 2)
        line = entry._replace(end=entry.start + comment.start()) if comment else entry
        first = line.value[0]
        if first in _QUOTE_ENDS or first in _INDICATORS or (line.key and line.key not in _TEXT_KEYS):
            continue
        match = _CUT.match(line.value)
        if match is None:
            continue
        lost, kept = match["lost"], match["kept"]
        glued = bool(lost) and not lost[0].isspace()
        finishes = lost.rstrip()[-1:] in ("?", "!", ".") and kept[-1:] not in ("?", "!", ".", "…")
        is_text = glued or (len(match["gap"]) == 1 and line.key == "question" and finishes)
        if is_text or len(match["gap"]) == 1:
            yield Cut(line, line.start + match.end("gap"), is_text)


def _goes_on(rest: str) -> bool:
    rest = rest.strip()
    return bool(rest) and not rest.startswith(("#", ":", ","))


def _entries(text: str, *, comments: bool = False, suspect: int = 0) -> Iterator[Line]:
    """The `key: value` and `- value` lines outside block scalars and quotes that are closed on a later line.

    With `comments`, a value keeps what follows ` #`. An open quote on the line `suspect` is known to be no quote.
    """
    block_indent = -1
    quote_ = ""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.lstrip(" ")
        if quote_:
            quote_ = "" if quote_ in line.replace("\\" + quote_, "") else quote_
            continue
        if not stripped:
            continue
        indent = len(line) - len(stripped)
        if block_indent >= 0:
            if indent > block_indent:
                continue
            block_indent = -1
        if _BLOCK_HEADER.match(line):
            block_indent = indent
            continue
        if stripped[0] == "#" or len(line) > 5_000:
            continue
        match = _ENTRY.match(line)
        if match is None or match.start("value") == indent:
            continue
        first = line[match.start("value")]
        if first in _QUOTE_ENDS and number != suspect and not _QUOTE_ENDS[first].match(line, match.start("value")):
            quote_ = first
            continue
        end = len(line.rstrip()) if comments else match.end("value")
        yield Line(number, line, match["key"] or "", match.start("value"), end)
