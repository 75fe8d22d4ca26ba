"""Characters that harm: wrong encoding, byte-order mark, CR, tabs, no-break and invisible characters, non-NFC.

`decode` turns bytes into text; `inspect` reports what is odd in it and gives the text that is safe to parse:
the same lines with the same columns, except that a tab of indentation becomes two spaces.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import START, Edit, Problem, Span, say
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 4_000_000

_NO_BREAK = "\u00a0\u202f\u2007\u2009\u3000"
_BREAKS = "\x85\u2028\u2029"
_INVISIBLE = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff" + _BREAKS
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff"
_ODD = lazy(f"(?P<indent>^ *[\t{_NO_BREAK}][ \t{_NO_BREAK}]*)|(?P<other>[{_INVISIBLE}{_CONTROL}{_NO_BREAK}])", re.M)
_AT_COLON = lazy(f"(?P<key> *(?:- +)*[\\w-]+)(?P<before>[{_NO_BREAK}]*):(?P<after>[{_NO_BREAK}]*)")
_IS_CONTROL = lazy(f"[{_CONTROL}]")
_WORD = lazy("[\\w'’\u0300-\u036f-]+")
_NAMES = {
    "\t": "tab", "\u00a0": "no-break space", "\u202f": "narrow no-break space", "\u2007": "figure space",
    "\u2009": "thin space", "\u3000": "ideographic space", "\u00ad": "soft hyphen", "\u200b": "zero-width space",
    "\u200c": "zero-width non-joiner", "\u200d": "zero-width joiner", "\ufeff": "byte-order mark",
    "\u200e": "left-to-right mark", "\u200f": "right-to-left mark", "\x00": "NUL", "\u2028": "line separator",
}  # fmt: skip

TOO_BIG = "The file has {size} bytes; the limit is {limit}."
TOO_BIG_HINT = "Split it: one page or a few dozen cards a file."
NOT_UTF8 = "The file is not UTF-8: byte 0x{byte} cannot be read here."
NOT_UTF8_HINT = "Save the file as UTF-8 (it looks like {guess})."
BOM = "The file starts with a byte-order mark, which is invisible and confuses other programs."
BOM_HINT = "Save as UTF-8 without BOM, or run `livret check --fix`."
CR = "Lines end with a carriage return (Windows or old Mac line ends)."
CR_HINT = "Save with LF line ends, or run `livret check --fix`."
NOT_NFC = "“{text}” is written with separate accents (not Unicode NFC): searches and fonts will miss it."
NOT_NFC_HINT = "Run `livret check --fix`: the text looks the same afterwards."
ODD_INDENT = "The indentation contains a {character} (U+{code}); YAML only knows ordinary spaces."
ODD_INDENT_HINT = "Replace it with spaces, or run `livret check --fix`."
INVISIBLE = "Invisible character here: {character} (U+{code})."
INVISIBLE_HINT = "Delete it, or run `livret check --fix`."
NO_BREAK = "The text contains a {character} (U+{code}); livret adds these itself when it prints."
NO_BREAK_HINT = "Type an ordinary space, or run `livret check --fix`."
CONTROL = "Forbidden control character (U+{code})."
CONTROL_HINT = "Delete it; it cannot be printed."


class Inspected(NamedTuple):
    """The text to parse, what is odd about it, and the columns that widened tabs have shifted, by line."""

    text: str
    problems: list[Problem]
    shifts: dict[int, tuple[int, ...]]


def decode(raw: bytes) -> tuple[str | None, list[Problem]]:
    """The text of a file with LF line ends and no BOM, and what had to be changed; None if it cannot be read."""
    if len(raw) > MAX_BYTES:
        message = say(TOO_BIG, size=len(raw), limit=MAX_BYTES)
        return None, [Problem(START, message, say(TOO_BIG_HINT), rule="file-too-big")]
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(raw, error.start)]
    problems = []
    if text.startswith("\ufeff"):
        problems.append(Problem(Span(1, 1, 1, 2), say(BOM), say(BOM_HINT), (Edit(0, 1, ""),), rule="byte-order-mark"))
        text = text[1:]
    if "\r" in text:
        at = text.index("\r")
        text = _unix(text)
        edit = (Edit(0, 0, ""),)  # the repair is the text itself: see Document.changed
        problems.append(Problem(span_at(text, at, at + 1), say(CR), say(CR_HINT), edit, rule="carriage-return"))
    return text, problems


def inspect(text: str) -> Inspected:
    """What is odd in the characters of `text`, and a text of the same shape that YAML can read."""
    problems: list[Problem] = []
    shifts: dict[int, tuple[int, ...]] = {}
    if text.isascii() and "\t" not in text and text.replace("\n", "").isprintable():
        return Inspected(text, problems, shifts)
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        problems += _not_nfc(text)
    if text.replace("\n", "").isprintable():
        return Inspected(text, problems, shifts)
    lines = text.split("\n")
    seen: set[tuple[int, str]] = set()
    offset = 0
    for number, line in enumerate(lines, 1):
        if not line.isprintable() or line[:1] in _NO_BREAK:
            for problem in _odd_characters(line, number, offset):
                if (number, problem.rule) not in seen:
                    seen.add((number, problem.rule))
                    problems.append(problem)
            lines[number - 1], columns = _parsable(line)
            if columns:
                shifts[number] = columns
        offset += len(line) + 1
    return Inspected("\n".join(lines), problems, shifts)


def line_starts(text: str) -> list[int]:
    """Where each line of a text starts, and at last where one more would."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def span_at(text: str, start: int, end: int) -> Span:
    """The span of the characters from `start` to `end`."""
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    end_line = line + text.count("\n", start, end)
    end_column = end - text.rfind("\n", 0, end)
    return Span(line, column, end_line, end_column)


def _unix(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(raw: bytes, at: int) -> Problem:
    before = _unix(raw[:at].decode("utf-8", "replace").removeprefix("\ufeff"))
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    utf16 = raw[:2] in (b"\xff\xfe", b"\xfe\xff") or raw[:200].count(0) > 20
    guess = "UTF-16" if utf16 else "Windows-1252 or Latin-1"
    message = say(NOT_UTF8, byte=f"{raw[at]:02x}")
    return Problem(Span(line, column, line, column + 1), message, say(NOT_UTF8_HINT, guess=guess), rule="not-utf-8")


def _not_nfc(text: str) -> Iterator[Problem]:
    offset = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isascii() and not unicodedata.is_normalized("NFC", line):
            composed = unicodedata.normalize("NFC", line)
            at = next((i for i, (a, b) in enumerate(zip(line, composed, strict=False)) if a != b), 0)
            match = _WORD.match(line, at)
            word = match[0] if match else line[at]
            edits = (Edit(offset, offset + len(line), composed),)
            span = Span(number, at + 1, number, at + 1 + max(len(word), 1))
            yield Problem(span, say(NOT_NFC, text=word[:40]), say(NOT_NFC_HINT), edits, rule="not-nfc")
        offset += len(line) + 1


def _odd_characters(line: str, number: int, offset: int) -> Iterator[Problem]:
    """Each kind of odd character of a line once; its edits repair all of them on that line."""
    found: dict[str, list[tuple[int, str, str]]] = {}
    for match in _ODD.finditer(line):
        if match["indent"] is not None:
            text = match["indent"]
            at = next(i for i, c in enumerate(text) if c != " ")
            found.setdefault("odd-indentation", []).append((match.start(), text, text[at]))
            continue
        char = match["other"]
        if char == "\u200d" and match.start() and line[match.start() - 1] > "\u2190":
            continue  # joins the parts of an emoji
        rule = (
            "control-character" if _IS_CONTROL.match(char)
            else "no-break-space" if char in _NO_BREAK else "invisible-character"
        )  # fmt: skip
        found.setdefault(rule, []).append((match.start(), char, char))
    for rule, places in found.items():
        first, text, char = places[0]
        at = first + text.index(char)
        name, code = _NAMES.get(char, unicodedata.name(char, "").lower()), f"{ord(char):04X}"
        message, hint = {
            "odd-indentation": (ODD_INDENT, ODD_INDENT_HINT),
            "invisible-character": (INVISIBLE, INVISIBLE_HINT),
            "no-break-space": (NO_BREAK, NO_BREAK_HINT),
            "control-character": (CONTROL, CONTROL_HINT),
        }[rule]
        edits = tuple(Edit(offset + i, offset + i + len(t), _replacement(rule, t)) for i, t, _ in places)
        span = Span(number, at + 1, number, at + 2)
        values = {"code": code} if rule == "control-character" else {"character": name or "character", "code": code}
        yield Problem(span, say(message, **values), say(hint), edits, rule=rule)


def _replacement(rule: str, text: str) -> str:
    if rule == "odd-indentation":
        return "".join("  " if c == "\t" else " " for c in text)
    return " " if rule == "no-break-space" or text in _BREAKS else ""


def _parsable(line: str) -> tuple[str, tuple[int, ...]]:
    """The line without what libyaml refuses, column for column; and the columns that tabs have inserted."""
    line = _IS_CONTROL.sub("\ufffd", line).replace("\ufeff", "\u200b")
    for char in _BREAKS:
        line = line.replace(char, " ")
    colon = _AT_COLON.match(line)
    if colon:  # a no-break space around the colon of a key is named, and read as the space that was meant
        spaces = " " * len(colon["before"]), " " * len(colon["after"])
        line = f"{colon['key']}{spaces[0]}:{spaces[1]}{line[colon.end() :]}"
    match = _ODD.match(line)
    if match is None or match["indent"] is None:
        return line, ()
    indent = match["indent"]
    inserted: list[int] = []
    out = ""
    for char in indent:
        if char == "\t":
            inserted.append(len(out) + 2)
        out += "  " if char == "\t" else " "
    return out + line[len(indent) :], tuple(inserted)
