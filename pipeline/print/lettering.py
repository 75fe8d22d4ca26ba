"""A few words of our own on a finished page: labels beside it, ids and a watermark on proofs."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pikepdf import Dictionary, Pdf

from pipeline.print import library, typefaces

if TYPE_CHECKING:
    from pipeline.print.typefaces import Subsets

_FACES = {"text": "source-sans-3-600.ttf", "title": "bricolage-grotesque-800.ttf"}


class Lettering:
    """Sets lines of text in fonts of the library. `finish` must be called before the PDF is saved."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._used: dict[str, dict[int, str]] = {}
        self.fonts: Any = pdf.make_indirect(Dictionary())
        """For the resources of pages that have such text."""

    def show(self, text: str, size: float, face: str = "text") -> str:
        """Operators that show a line at the current text position: font, size and glyphs."""
        glyphs, _ = _glyphs(face)
        used = self._used.setdefault(face, {})
        codes = []
        for letter in text:
            glyph = glyphs.get(ord(letter), 0)
            used[glyph] = letter.encode("utf-16-be").hex()
            codes.append(f"{glyph:04x}")
        return f"/Lv{face} {size:g} Tf <{''.join(codes)}> Tj"

    def finish(self, subsets: Subsets) -> None:
        """Put the fonts with the used glyphs into the PDF."""
        for face, texts in sorted(self._used.items()):
            key = f"LVR{face[:3].upper()}"
            font = typefaces.embed(self._pdf, key, _FACES[face], dict(sorted(texts.items())), subsets)
            self.fonts[f"/Lv{face}"] = font


def width(text: str, size: float, face: str = "text") -> float:
    """How long a line is, in points."""
    glyphs, advances = _glyphs(face)
    return sum(advances.get(glyphs.get(ord(letter), 0), 500) for letter in text) * size / 1000


@lru_cache(maxsize=4)
def _glyphs(face: str) -> tuple[dict[int, int], dict[int, float]]:
    from fontTools.ttLib import TTFont

    source = library.find(f"fonts/{_FACES[face]}", {}) or b""
    font = TTFont(io.BytesIO(source), lazy=True)
    order = {name: number for number, name in enumerate(font.getGlyphOrder())}
    scale = 1000 / font["head"].unitsPerEm
    metrics = font["hmtx"].metrics
    glyphs = {code: order[name] for code, name in font.getBestCmap().items()}
    return glyphs, {number: metrics[name][0] * scale for name, number in order.items()}
