"""Fonts of a PDF: how wide their glyphs are, and what they say."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pikepdf

_CHAR = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]*)>")
_RANGE = re.compile(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>")
_BLOCK = re.compile(rb"beginbf(char|range)(.*?)endbf(?:char|range)", re.DOTALL)


class Run(NamedTuple):
    """Glyphs in a row: their width for a size of 1, their text, and how many there are of them, of spaces that word
    spacing applies to, and of glyphs that the font does not have."""

    width: float
    text: str
    glyphs: int
    spaces: int
    holes: int


class Font:
    """A font as a content stream uses it."""

    def __init__(self, font: Any) -> None:
        self._composite = font.get("/Subtype") == "/Type0"
        self._texts = _to_unicode(font.get("/ToUnicode"))
        self._widths, self._default = _cid_widths(font) if self._composite else _simple_widths(font)
        self._places = _glyph_places(font) if self._composite else b""
        self._known: dict[bytes, Run] = {}

    def run(self, shown: bytes) -> Run:
        """The glyphs of a string. Most strings are a syllable or two, and come again."""
        known = self._known.get(shown)
        if known is None:
            known = self._known[shown] = self._read(shown)
        return known

    def _read(self, shown: bytes) -> Run:
        step = 2 if self._composite else 1
        codes = [int.from_bytes(shown[at : at + step], "big") for at in range(0, len(shown), step)]
        width = sum(self._widths.get(code, self._default) for code in codes) / 1000
        spaces = 0 if self._composite else shown.count(b" ")
        return Run(width, "".join(map(self._said, codes)), len(codes), spaces, sum(map(self._is_hole, codes)))

    def _said(self, code: int) -> str:
        return self._texts.get(code, chr(code) if not self._composite and code >= 32 else "")

    def _is_hole(self, code: int) -> bool:
        """Whether it is glyph 0, which every font has for what it does not have; simple fonts do not tell."""
        place = self._places[2 * code : 2 * code + 2] if self._places else b"\1" if code else b"\0"
        return self._composite and not any(place)


def _to_unicode(stream: Any) -> dict[int, str]:
    if not isinstance(stream, pikepdf.Stream):
        return {}
    found: dict[int, str] = {}
    for kind, block in _BLOCK.findall(stream.read_bytes()):
        if kind == b"char":
            for code, text in _CHAR.findall(block):
                found[int(code, 16)] = _text(text)
        else:
            for first, last, text in _RANGE.findall(block):
                start = int(text, 16)
                for code in range(int(first, 16), min(int(last, 16), int(first, 16) + 0xFFFF) + 1):
                    moved = start + code - int(first, 16)
                    found[code] = _text(b"%0*x" % (len(text), moved))
    return found


def _text(raw: bytes) -> str:
    try:
        return bytes.fromhex(raw.decode()).decode("utf-16-be", "replace")
    except ValueError:
        return ""


def _cid_widths(font: Any) -> tuple[dict[int, float], float]:
    try:
        descendant = font["/DescendantFonts"][0]
    except (KeyError, IndexError, TypeError):
        return {}, 1000.0
    widths: dict[int, float] = {}
    listed = list(descendant.get("/W", []))
    at = 0
    while at + 1 < len(listed):
        first = int(listed[at])
        if isinstance(listed[at + 1], pikepdf.Array):
            widths |= {first + number: float(width) for number, width in enumerate(listed[at + 1])}
            at += 2
        elif at + 2 < len(listed):
            last = min(int(listed[at + 1]), first + 0xFFFF)
            widths |= dict.fromkeys(range(first, last + 1), float(listed[at + 2]))
            at += 3
        else:
            break
    return widths, float(descendant.get("/DW", 1000))


def _glyph_places(font: Any) -> bytes:
    """Where the glyph of each code is in the font; nothing where codes are places already."""
    try:
        given = font["/DescendantFonts"][0].get("/CIDToGIDMap")
    except (KeyError, IndexError, TypeError):
        return b""
    return given.read_bytes() if isinstance(given, pikepdf.Stream) else b""


def _simple_widths(font: Any) -> tuple[dict[int, float], float]:
    first = int(font.get("/FirstChar", 0))
    widths = {first + number: float(width) for number, width in enumerate(font.get("/Widths", []))}
    if font.get("/Subtype") == "/Type3" and "/FontMatrix" in font:
        scale = abs(float(font["/FontMatrix"][0])) * 1000
        widths = {code: width * scale for code, width in widths.items()}
    return widths, 500.0
