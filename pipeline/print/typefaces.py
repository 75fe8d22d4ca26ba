"""Font files in a PDF: only the glyphs that are used, their widths, and what they say when text is copied."""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Protocol

from pikepdf import Array, Dictionary, Name, Pdf, String

from pipeline.print import library

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEPT = frozenset({"head", "hhea", "maxp", "hmtx", "loca", "glyf", "cvt ", "fpgm", "prep"})


class Subsets(Protocol):
    """Where cut fonts are kept between builds."""

    def fetch(self, key: str) -> bytes | None: ...
    def keep(self, key: str, data: bytes) -> None: ...


def embed(pdf: Pdf, key: str, file: str, texts: Mapping[int, str], subsets: Subsets) -> Any:
    """The font dictionary for glyphs of a file, as WeasyPrint names and numbers them."""
    data, widths, box, ascent, descent = _subset(file, tuple(texts), subsets)
    name = Name(f"/{key}+{file.removesuffix('.ttf')}")
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=Array(box),
        ItalicAngle=-11 if "italic" in file else 0,
        Ascent=ascent,
        Descent=descent,
        CapHeight=ascent,
        StemV=80,
        FontFile2=pdf.make_stream(data, Length1=len(data)),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        CIDToGIDMap=Name.Identity,
        DW=0,
        W=_widths(widths),
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=name,
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(_to_unicode(texts)),
        )
    )


def _subset(file: str, glyphs: tuple[int, ...], subsets: Subsets) -> tuple[bytes, dict[int, int], list[int], int, int]:
    import json

    source = library.find(f"fonts/{file}", {})
    if source is None:
        raise ValueError(f"there is no font {file}")
    asked = ",".join(map(str, glyphs))
    key = "font-" + blake2b(f"{file}\0{asked}\0".encode() + source, digest_size=16).hexdigest()
    cached = subsets.fetch(key)
    if cached is None:
        cached = _cut(source, glyphs)
        subsets.keep(key, cached)
    head, _, data = cached.partition(b"\n")
    widths, box, ascent, descent = json.loads(head)
    return data, dict(zip(glyphs, widths, strict=True)), box, ascent, descent


def _cut(source: bytes, glyphs: tuple[int, ...]) -> bytes:
    """A line with widths and measures, then the font with these glyphs only; glyph numbers stay."""
    import json

    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(source), lazy=True, recalcBBoxes=False, recalcTimestamp=False)
    scale = 1000 / font["head"].unitsPerEm
    order, advances = font.getGlyphOrder(), font["hmtx"].metrics
    widths = [round(advances[order[glyph]][0] * scale) if glyph < len(order) else 0 for glyph in glyphs]
    head, hhea = font["head"], font["hhea"]
    box = [round(edge * scale) for edge in (head.xMin, head.yMin, head.xMax, head.yMax)]
    measures = [widths, box, round(hhea.ascent * scale), round(hhea.descent * scale)]
    for tag in [tag for tag in font.keys() if tag not in _KEPT and tag != "GlyphOrder"]:  # noqa: SIM118
        del font[tag]
    options = subset.Options(retain_gids=True, hinting=False, notdef_outline=True, glyph_names=False)
    cutter = subset.Subsetter(options)
    cutter.populate(gids=[glyph for glyph in glyphs if glyph < len(order)])
    cutter.subset(font)
    out = io.BytesIO()
    font.save(out, reorderTables=False)
    return json.dumps(measures).encode() + b"\n" + out.getvalue()


def _widths(widths: Mapping[int, int]) -> Array:
    parts: list[Any] = []
    for glyph, width in sorted(widths.items()):
        parts += [glyph, Array([width])]
    return Array(parts)


def _to_unicode(texts: Mapping[int, str]) -> bytes:
    rows = sorted(texts.items())
    parts = [
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def", "1 begincodespacerange", "<0000> <ffff>",
        "endcodespacerange",
    ]  # fmt: skip
    for start in range(0, len(rows), 100):
        chunk = rows[start : start + 100]
        parts += [f"{len(chunk)} beginbfchar", *(f"<{glyph:04x}> <{text}>" for glyph, text in chunk), "endbfchar"]
    parts += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(parts).encode()
