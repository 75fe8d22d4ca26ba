"""Write what `check` knows of the fonts, after one has changed: templates/fonts/widths.json and letters.json.

The first has the advance widths that fit prediction uses, the second all characters that can be printed, as ranges.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent.parent / "templates" / "fonts"
TARGET = FONTS / "widths.json"
LETTERS = FONTS / "letters.json"
_LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), 0x202F, 0x2030, 0x20AC, 0x2192, 0x2212]
_FEATURES = ("lnum", "tnum")  # figures are lining and all as wide as each other, as base.css asks
# Nothing is drawn for them: controls and spaces, and what chooses another form of the character before it.
_UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")
_SIGNS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}  # but these frame numbers
_SELECTORS = {0x34F, *range(0x180B, 0x180E), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def table() -> dict[str, Any]:
    """Font ("Text 600") -> widths by character in thousandths, and the width of a character that it does not have."""
    found = {}
    for face in json.loads((FONTS / "fonts.json").read_text(encoding="utf-8")):
        if face["family"] not in ("Icons", "Chips"):
            name = f"{face['family']} {face['weight']}" + (" italic" if face["style"] == "italic" else "")
            found[name] = _font(FONTS / face["file"])
    return found


def text() -> str:
    """The file as it should be."""
    return json.dumps(table(), ensure_ascii=False, separators=(",", ":")) + "\n"


def letters() -> str:
    """Ranges of the characters that can be printed: any font stands in for any other, accents are put on letters."""
    faces = json.loads((FONTS / "fonts.json").read_text(encoding="utf-8"))
    fonts = [TTFont(BytesIO((FONTS / face["file"]).read_bytes()), lazy=True) for face in faces]
    drawn = {code for font in fonts for code in font.getBestCmap()}
    ranges: list[list[int]] = []
    for code in range(sys.maxunicode + 1):
        parts = {ord(part) for part in unicodedata.normalize("NFD", chr(code))}
        unseen = unicodedata.category(chr(code)) in _UNSEEN and code not in _SIGNS
        if unseen or code in _SELECTORS or code in drawn or parts <= drawn:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return json.dumps(ranges, separators=(",", ":")) + "\n"


def _font(path: Path) -> dict[str, Any]:
    font = TTFont(BytesIO(path.read_bytes()), lazy=True)
    scale = 1000 / font["head"].unitsPerEm
    advances, letters, swaps = font["hmtx"].metrics, font.getBestCmap(), _swaps(font)
    widths = {}
    for code in _LETTERS:
        glyph = letters.get(code)
        if glyph is not None:
            widths[chr(code)] = round(advances[swaps.get(glyph, glyph)][0] * scale)
    return {"unknown": 600, "widths": widths}


def _swaps(font: TTFont) -> dict[str, str]:
    """Glyph -> the glyph that stands for it with the features on."""
    swaps: dict[str, str] = {}
    if "GSUB" not in font:
        return swaps
    gsub = font["GSUB"].table
    for tag in _FEATURES:
        indices = {
            index
            for record in gsub.FeatureList.FeatureRecord
            if record.FeatureTag == tag
            for index in record.Feature.LookupListIndex
        }
        for index in sorted(indices):
            for subtable in gsub.LookupList.Lookup[index].SubTable:
                mapping = getattr(getattr(subtable, "ExtSubTable", subtable), "mapping", {})
                swaps |= {glyph: mapping.get(swapped, swapped) for glyph, swapped in swaps.items()}
                swaps |= {glyph: swapped for glyph, swapped in mapping.items() if glyph not in swaps}
    return swaps


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit((TARGET.read_text(encoding="utf-8"), LETTERS.read_text(encoding="utf-8")) != (text(), letters()))
    TARGET.write_text(text(), encoding="utf-8")
    LETTERS.write_text(letters(), encoding="utf-8")
