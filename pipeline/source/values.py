"""Where values stand in a file that YAML cannot read: on lines, on lines that go on, and between brackets.

YAML says nothing about what follows a mistake, so this reads as an author means it. A value goes on over lines that
are indented deeper. Between braces it ends at a comma with a key after it, so that it may hold commas of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.pattern import lazy
from pipeline.source.characters import line_starts
from pipeline.source.keys import KEYS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

QUOTED = {'"': lazy(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": lazy(r"'(?:[^']|'')*'")}
_BRACKETS = {"[": "]", "{": "}"}
_ENTRY = lazy(r" *(?P<dashes>(?:- +)*)(?:(?P<key>[\w-]+)(?P<space> *):(?: +|$))?")
_GLUED = lazy(r"(?P<key>\w+):(?=\S)")
_DEEPER_ENTRY = lazy(r" *(?:-(?: |$)|[\w-]+:(?: |$)|(?P<key>[\w-]+) +:(?: |$))")
_BLOCK_HEADER = lazy(r"[|>][-+0-9]* *(?:#.*)?$")
_COMMENT = lazy(r" {2,}#(?: |$)")
_COLON = lazy(r":(?: |$)")
_FLOW_KEY = lazy(r"(?P<quote>[\"']?)(?P<key>[\w-]+)(?P=quote)(?P<space> *):(?=(?P<next>.?))")
_FLOW_SIGN = lazy(r"[,\[\]{}#]")
_LONGEST_LINE = 5_000
_DEEPEST = 8


class Value(NamedTuple):
    """A value: its place in the text, and its key (none for an item of a list)."""

    start: int
    end: int
    key: str
    in_flow: bool = False
    is_glued: bool = False
    """No space stands between the colon of its key and the value."""
    is_sound: bool = False
    """It is in quotes or brackets that are in order."""


class _Head(NamedTuple):
    """What stands before a value on its line, and the column that lines which go on are deeper than."""

    number: int
    at: int
    column: int
    key: str
    is_glued: bool


def values(text: str, *, suspect: int = 0) -> Iterator[Value]:
    """The values of a text; sound ones only where their key is glued to them.

    Block scalars and comments are passed over. `suspect` is a line where an open quote is known to be none.
    """
    return _Reader(text, suspect).values()


def goes_on(rest: str) -> bool:
    """Whether text follows where a value has ended."""
    rest = rest.strip()
    return bool(rest) and not rest.startswith(("#", ":", ","))


class _Reader:
    def __init__(self, text: str, suspect: int) -> None:
        self.text = text
        self.suspect = suspect - 1
        self.lines = text.split("\n")
        self.starts = line_starts(text)
        self.stop = 0
        """Where the brackets that are being read end at the latest."""
        self.patience = 10_000 + 8 * len(text)
        """How many characters may be looked at: brackets in brackets could be tried again and again."""

    def values(self) -> Iterator[Value]:
        number = 0
        while number < len(self.lines):
            head = self._head(number)
            if head is None:
                number += 1
                continue
            first = self.lines[number][head.at]
            if _BLOCK_HEADER.match(self.lines[number], head.at):
                number = self._below(number + 1, head.column)
            elif first in _BRACKETS:
                number = yield from self._brackets(head)
            elif first in QUOTED:
                number = yield from self._quoted(head, first)
            else:
                number = yield from self._plain(head)

    def _head(self, number: int) -> _Head | None:
        line = self.lines[number]
        if len(line) > _LONGEST_LINE or line.lstrip(" ")[:1] in ("", "#"):
            return None
        found = _ENTRY.match(line)
        assert found is not None, "all parts are optional"
        at, key, dashes = found.end(), found["key"] or "", found["dashes"]
        if line[at:].strip()[:1] in ("", "#"):
            return None
        if key:
            if dashes and found["space"] and key not in KEYS and _is_sentence(line[at:]):
                return _Head(number, found.start("key"), found.end("dashes") - 2, "", is_glued=False)
            return _Head(number, at, found.start("key"), key, is_glued=False)
        glued = _GLUED.match(line, at)
        if glued and glued["key"] in KEYS and not (dashes and not self._has_key(number + 1, at)):
            return _Head(number, glued.end(), at, glued["key"], is_glued=True)
        return _Head(number, at, line.rindex("-", 0, at), "", is_glued=False) if dashes else None

    def _has_key(self, number: int, column: int) -> bool:
        """Whether the next line has a key in this column: then what is above it is a key as well."""
        line = next((line for line in self.lines[number : number + 3] if line.strip()), "")
        glued = _GLUED.match(line, column)
        return len(line) - len(line.lstrip(" ")) == column and bool(
            _DEEPER_ENTRY.match(line) or (glued and glued["key"] in KEYS)
        )

    def _below(self, number: int, column: int) -> int:
        """The first line from `number` on that is not deeper than `column`."""
        while number < len(self.lines):
            line = self.lines[number].lstrip(" ")
            if line and len(self.lines[number]) - len(line) <= column:
                break
            number += 1
        return number

    def _plain(self, head: _Head) -> Generator[Value, None, int]:
        start = self.starts[head.number] + head.at
        number, end = head.number, 0
        while True:
            after = self.starts[number] + len(self.lines[number])
            comment = _COMMENT.search(self.text, max(start, self.starts[number]), after)
            end = comment.start() if comment else after
            following = self._below_blank(number + 1)
            if comment or not self._continues(following, head.column):
                break
            number = following
        yield self._value(start, end, head)
        return number + 1

    def _below_blank(self, number: int) -> int:
        while number < len(self.lines) and not self.lines[number].strip():
            number += 1
        return number

    def _continues(self, number: int, column: int) -> bool:
        """Whether a line goes on with the text above it."""
        if number >= len(self.lines):
            return False
        line = self.lines[number]
        stripped = line.lstrip(" ")
        if len(line) - len(stripped) <= column or stripped[0] == "#" or len(line) > _LONGEST_LINE:
            return False
        entry = _DEEPER_ENTRY.match(line)
        return entry is None or (entry["key"] is not None and entry["key"] not in KEYS)

    def _quoted(self, head: _Head, sign: str) -> Generator[Value, None, int]:
        line, number = self.lines[head.number], head.number
        start = self.starts[number] + head.at
        if number == self.suspect or QUOTED[sign].match(line, head.at):
            comment = _COMMENT.search(line, head.at)
            yield self._value(start, self.starts[number] + (comment.start() if comment else len(line)), head)
            return number + 1
        if head.is_glued:
            yield self._value(start, start + len(line) - head.at, head, is_sound=True)
        number += 1
        while number < len(self.lines) and sign not in self.lines[number].replace("\\" + sign, ""):
            number += 1
        return number + 1

    def _value(self, start: int, end: int, head: _Head, *, is_sound: bool = False) -> Value:
        while self.text[end - 1] in " \t":
            end -= 1
        return Value(start, end, head.key, is_glued=head.is_glued, is_sound=is_sound)

    # Between brackets

    def _brackets(self, head: _Head) -> Generator[Value, None, int]:
        start = self.starts[head.number] + head.at
        below = self._below(head.number + 1, head.column)
        while below < len(self.lines) and self.lines[below].strip()[:1] in ("]", "}"):
            below += 1
        self.stop = min(self.starts[below], len(self.text))
        inside: list[Value] = []
        too_long = any(len(line) > _LONGEST_LINE for line in self.lines[head.number : below])
        closed = None if too_long else self._container(start, inside, 0)
        if closed is None:
            below = head.number + 1 if too_long else below
        else:
            below = head.number + self.text.count("\n", start, closed) + 1
            after = self.starts[below] - 1
            if goes_on(self.text[closed:after]):
                comment = _COMMENT.search(self.text, closed, after)
                yield self._value(start, comment.start() if comment else after, head)
                return below
        if head.is_glued:
            yield self._value(start, self.starts[head.number + 1] - 1, head, is_sound=True)
        yield from inside if closed is not None else ()
        return below

    def _container(self, at: int, found: list[Value], depth: int) -> int | None:
        """Read what is between brackets. Gives the place behind them; None if they are not closed."""
        closer = _BRACKETS[self.text[at]]
        at = self._skip(at + 1)
        while at < self.stop and depth <= _DEEPEST and self.patience > 0:
            self.patience -= 1
            sign = self.text[at]
            if sign == closer:
                return at + 1
            end: int | None = at + 1
            if sign != ",":
                end = self._entry(at, closer, found, depth)
            if end is None:
                break
            at = self._skip(end)
        return None

    def _entry(self, at: int, closer: str, found: list[Value], depth: int) -> int | None:
        """An item of a list, or a key and its value. Gives the place behind it."""
        key = self._key(at, closer)
        if key is None:
            if closer == "}":  # a key without a value
                return self._end_of_text(at, closer)
            return self._item(Value(at, at, "", in_flow=True), closer, found, depth)
        start = self._skip(key.start)
        if start < self.stop and self.text[start] in (",", closer):
            return start
        return self._item(key._replace(start=start), closer, found, depth) if start < self.stop else None

    def _key(self, at: int, closer: str) -> Value | None:
        """A value whose end is not known yet, if a key stands here."""
        match = _FLOW_KEY.match(self.text, at, self.stop)
        if match is None:
            return None
        key, glued = match["key"], bool(match["next"].strip()) and match["next"] not in "[{," and not match["quote"]
        if (glued or closer == "]") and (key not in KEYS or match["space"]):
            return None
        return Value(match.end(), match.end(), key, in_flow=True, is_glued=glued)

    def _item(self, value: Value, closer: str, found: list[Value], depth: int) -> int | None:
        """The value that starts here: in brackets or quotes that are in order, or text up to the next entry."""
        at = value.start
        sign = self.text[at]
        inside: list[Value] = []
        end: int | None = None
        if sign in _BRACKETS:
            end = self._container(at, inside, depth + 1)
        elif sign in QUOTED:
            match = QUOTED[sign].match(self.text, at, self.stop)
            end = match.end() if match else None
        closed = end
        sound = closed is not None and self.text[self._skip(closed) :][:1] in (",", closer)
        if not sound:
            end = self._end_of_text(at, closer)
        if end is None:
            return None
        last = end
        while last > at and self.text[last - 1].isspace():
            last -= 1
        sound = sound or last == closed  # a comment stands behind it, and what follows that is another mistake
        if not sound:
            inside = []
        if value.is_glued or not sound:
            found.append(value._replace(end=last, is_sound=sound))
        found += inside
        return end

    def _end_of_text(self, at: int, closer: str) -> int | None:
        """Where a text ends. Brackets in it come in pairs; where they do not, they count for nothing."""
        return self._search_end(at, closer, pairs=True) or self._search_end(at, closer, pairs=False)

    def _search_end(self, at: int, closer: str, *, pairs: bool) -> int | None:
        open_: list[str] = []
        for sign in _FLOW_SIGN.finditer(self.text, at, self.stop):
            here = sign.start()
            if sign[0] == "#":
                if self.text[here - 1].isspace() and self._is_comment(here):
                    break
            elif sign[0] in _BRACKETS:
                open_ += [_BRACKETS[sign[0]]] if pairs else []
            elif open_:
                if sign[0] == open_[-1]:
                    open_.pop()
            elif sign[0] == closer or (sign[0] == "," and (closer == "]" or self._is_followed_by_key(here))):
                break
        else:
            here = self.stop
        self.patience -= here - at
        return here if here < self.stop else None

    def _is_followed_by_key(self, comma: int) -> bool:
        """Whether a comma between braces ends an entry. French puts a space before the colon of a sentence."""
        at = self._skip(comma + 1)
        if self.text[at : at + 1] == "}":
            return True
        match = _FLOW_KEY.match(self.text, at, self.stop)
        return match is not None and (match["key"] in KEYS or (not match["space"] and not match["next"].strip()))

    def _skip(self, at: int) -> int:
        """The next place without white space and comments."""
        while at < self.stop:
            if self.text[at] == "#" and self._is_comment(at):
                at = self._line_end(at)
            elif self.text[at].isspace():
                at += 1
            else:
                break
        return min(at, self.stop)

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _is_comment(self, at: int) -> bool:
        """Whether a # is no text: on a line of its own, after two spaces, or where no comma or bracket is lost."""
        line = self.text.rfind("\n", 0, at) + 1
        before = self.text[line:at]
        if not before.strip():
            return True
        after = self.text[at + 1 : self._line_end(at)]
        if after[:1].strip() or not before[-1].isspace():
            return False
        return before.endswith("  ") or not any(sign in after for sign in ",]}")


def _is_sentence(rest: str) -> bool:
    """Whether what follows `word :` shows that the word was no key."""
    return _COLON.search(rest) is not None or rest[:1] in QUOTED
