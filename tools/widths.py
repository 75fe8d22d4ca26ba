"""Write templates/fonts/widths.json: the advance widths that fit prediction uses. Run it after a font has changed."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parent.parent / "templates" / "fonts"
TARGET = FONTS / "widths.json"
_LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2028), 0x202F, 0x2030, 0x20AC, 0x2192, 0x2212]
_FEATURES = ("lnum", "tnum")  # figures are lining and all as wide as each other, as base.css asks


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
        sys.exit(TARGET.read_text(encoding="utf-8") != text())
    TARGET.write_text(text(), encoding="utf-8")
