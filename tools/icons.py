"""Make templates/fonts/livret-icons.ttf out of templates/icons/*.svg: one glyph for each drawing, one em square.

`python tools/icons.py` writes the font; a test compares it with what this file makes. Same drawings, same bytes.
A drawing is painted like an SVG: black covers, white cuts a hole, in the order of the file. It may use <path>,
<circle>, <ellipse>, <rect>, <polygon>, <polyline>, <line> and <g>, with fill, stroke and transform; anything else is
an error.
"""

from __future__ import annotations

import json
import math
import re
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import pathops
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import PathBuilder, parse_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fontTools.ttLib.tables._g_l_y_f import Glyph

ROOT = Path(__file__).parent.parent
DRAWINGS = ROOT / "templates/icons"
FONT = ROOT / "templates/fonts/livret-icons.ttf"

EM = 1000
_CREATED = 3_850_000_000  # seconds since 1904: any fixed moment, so that the bytes never change
_CURVE_ERROR = 0.4  # of 1000: 5 micrometres in an icon of 12 mm
_NAMES = {
    "familyName": "livret icons",
    "styleName": "Regular",
    "uniqueFontIdentifier": "livret icons 1.000",
    "fullName": "livret icons",
    "version": "Version 1.000",
    "psName": "livret-icons",
    "copyright": "The livret team",
    "licenseDescription": "MIT, as livret itself",
}
_CAPS = {"butt": pathops.LineCap.BUTT_CAP, "round": pathops.LineCap.ROUND_CAP, "square": pathops.LineCap.SQUARE_CAP}
_JOINS = {
    "miter": pathops.LineJoin.MITER_JOIN,
    "round": pathops.LineJoin.ROUND_JOIN,
    "bevel": pathops.LineJoin.BEVEL_JOIN,
}
_PAINT = {"black": pathops.PathOp.UNION, "white": pathops.PathOp.DIFFERENCE}
_INHERITED = {
    "fill": "black",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "",
}
_SHAPES = frozenset("path circle ellipse rect polygon polyline line".split())
_GEOMETRY = frozenset("transform d cx cy r rx ry x y x1 y1 x2 y2 width height points".split())


class DrawingError(ValueError):
    """A drawing uses something that cannot become a glyph."""


def codepoints(folder: Path = DRAWINGS) -> dict[str, int]:
    """Name -> code point, in the order of icons.json."""
    listed: dict[str, str] = json.loads((folder / "icons.json").read_text(encoding="utf-8"))
    return {name: int(number, 16) for name, number in listed.items()}


def font(folder: Path = DRAWINGS) -> bytes:
    """The TrueType font of all drawings named in icons.json."""
    numbers = codepoints(folder)
    glyphs = {".notdef": _glyph(_missing()), "space": TTGlyphPen(None).glyph()}
    for name in numbers:
        try:
            glyphs[name] = _glyph(outline((folder / f"{name}.svg").read_text(encoding="utf-8")))
        except (DrawingError, Xml.ParseError) as error:
            raise DrawingError(f"{name}.svg: {error}") from error
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    # The space is there for its height: without it, a line of icons takes the height of some other font.
    builder.setupCharacterMap({0x20: "space"} | {number: name for name, number in numbers.items()})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (EM, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()} | {"space": (EM // 4, 0)}
    )
    builder.setupHorizontalHeader(ascent=EM, descent=0, lineGap=0)
    builder.setupNameTable(_NAMES, mac=False)
    builder.setupOS2(
        version=4,
        sTypoAscender=EM,
        sTypoDescender=0,
        sTypoLineGap=0,
        usWinAscent=EM,
        usWinDescent=0,
        sxHeight=EM,
        sCapHeight=EM,
        fsType=0,
        fsSelection=0b1100_0000,  # regular; the typographic metrics are the ones to use
        achVendID="LVRT",
    )
    builder.setupPost()
    builder.updateHead(created=_CREATED, modified=_CREATED, fontRevision=1.0)
    builder.font.recalcTimestamp = False
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()


def outline(svg: str) -> pathops.Path:
    """What a drawing paints, with the origin at the bottom left and 1000 units to the em."""
    root = Xml.fromstring(svg)  # noqa: S314 (our own drawings)
    left, top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    if width != height:
        raise DrawingError("the viewBox is not a square")
    scale = EM / width
    painted = pathops.Path()
    for path, paint in _layers(root, Transform(scale, 0, 0, -scale, -left * scale, (top + height) * scale), _INHERITED):
        painted = pathops.op(painted, path, _PAINT[paint])
    painted.simplify(clockwise=True)
    return painted


def _layers(group: Xml.Element, place: Transform, inherited: Mapping[str, str]) -> Iterator[tuple[pathops.Path, str]]:
    """Every fill and every stroke in painting order, as an area and its colour."""
    for element in group:
        tag = str(element.tag).rpartition("}")[2]
        if tag == "title":
            continue
        if tag != "g" and tag not in _SHAPES:
            raise DrawingError(f"<{tag}> cannot become a glyph; draw with {', '.join(sorted(_SHAPES))}")
        if unknown := element.attrib.keys() - _INHERITED.keys() - _GEOMETRY:
            raise DrawingError(f"unknown on <{tag}>: {', '.join(sorted(unknown))}")
        style = {key: element.get(key, value) for key, value in inherited.items()}
        here = place.transform(_transform(element.get("transform", "")))
        if tag == "g":
            yield from _layers(element, here, style)
            continue
        for paint, area in (("fill", _area), ("stroke", _stroke)):
            if style[paint] == "none":
                continue
            if style[paint] not in _PAINT:
                raise DrawingError(f'{paint}="{style[paint]}": only black, white and none')
            yield area(element, here, style), style[paint]


def _area(element: Xml.Element, place: Transform, _style: Mapping[str, str]) -> pathops.Path:
    builder = PathBuilder()
    builder.add_path_from_element(Xml.Element(element.tag, {k: v for k, v in element.items() if k != "transform"}))
    area = pathops.Path()
    parse_path(builder.paths[0], TransformPen(area.getPen(), place))
    return area


def _stroke(element: Xml.Element, place: Transform, style: Mapping[str, str]) -> pathops.Path:
    """The stroke as an area. Its width follows the transform, which must therefore keep proportions."""
    scale = math.sqrt(abs(place.xx * place.yy - place.xy * place.yx))
    line = _area(element, place, style)
    dashes = [float(number) * scale for number in re.split(r"[\s,]+", style["stroke-dasharray"]) if number]
    line.stroke(
        float(style["stroke-width"]) * scale,
        _CAPS[style["stroke-linecap"]],
        _JOINS[style["stroke-linejoin"]],
        4,
        dashes or None,
    )
    line.convertConicsToQuads(0.05)
    return line


def _transform(text: str) -> Transform:
    result = Transform()
    for name, listed in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        numbers = [float(number) for number in re.split(r"[\s,]+", listed.strip())]
        match name, numbers:
            case "translate", [x, *rest]:
                result = result.translate(x, rest[0] if rest else 0)
            case "scale", [x, *rest]:
                result = result.scale(x, rest[0] if rest else x)
            case "rotate", [angle]:
                result = result.rotate(math.radians(angle))
            case "rotate", [angle, x, y]:
                result = result.translate(x, y).rotate(math.radians(angle)).translate(-x, -y)
            case "matrix", [_, _, _, _, _, _]:
                result = result.transform(tuple(numbers))
            case _:
                raise DrawingError(f"unknown transform: {name}({listed})")
    return result


def _missing() -> pathops.Path:
    """The box that shows that a glyph is missing."""
    return outline(
        '<svg viewBox="0 0 24 24"><g fill="none" stroke="black" stroke-width="2">'
        '<rect x="3" y="3" width="18" height="18"/><path d="M3 3 21 21M21 3 3 21"/></g></svg>'
    )


def _glyph(path: pathops.Path) -> Glyph:
    pen = TTGlyphPen(None)
    path.draw(Cu2QuPen(pen, max_err=_CURVE_ERROR, reverse_direction=False))
    glyph = pen.glyph()
    glyph.recalcBounds(None)
    return glyph


def main() -> None:
    made = font()
    FONT.write_bytes(made)
    sys.stdout.write(f"{FONT.relative_to(ROOT)}: {len(codepoints())} icons, {len(made)} bytes\n")


if __name__ == "__main__":
    main()
