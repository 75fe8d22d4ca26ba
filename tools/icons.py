"""Make templates/fonts/livret-icons.ttf out of templates/icons/*.svg: one glyph for each drawing, one em square.

And livret-chips.ttf, whose numbers are white in a black hexagon, like the black die: "12" set in it is one glyph and
still the text 12, where a number over a drawing would be several boxes.

`python tools/icons.py` writes the fonts; a test compares it with what this file makes. Same drawings, same bytes.
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
from fontTools.ttLib import TTFont

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fontTools.ttLib.tables._g_l_y_f import Glyph

ROOT = Path(__file__).parent.parent
DRAWINGS = ROOT / "templates/icons"
FONT = ROOT / "templates/fonts/livret-icons.ttf"
CHIPS = ROOT / "templates/fonts/livret-chips.ttf"
TITLE = ROOT / "templates/fonts/bricolage-grotesque-800.ttf"

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
# The numerals are those of Bricolage Grotesque, so this font is under its licence.
_CHIP_NAMES = _NAMES | {
    "familyName": "livret chips",
    "uniqueFontIdentifier": "livret chips 1.000",
    "fullName": "livret chips",
    "psName": "livret-chips",
    "copyright": "The livret team; numerals of The Bricolage Grotesque Project Authors",
    "licenseDescription": "SIL Open Font License 1.1: see OFL-bricolage-grotesque.txt",
}
_MOST_CHIPS = 60
_NUMERAL = (430, 390)  # height of one and of two digits in the hexagon, of 1000
_NARROW = 0.95
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
    return _font(glyphs, {number: name for name, number in numbers.items()}, _NAMES)


def chips(folder: Path = DRAWINGS) -> bytes:
    """The TrueType font of the numbers 0 to 60, each in a hexagon; from 10 on they are ligatures."""
    chip = outline((folder / "hexagon.svg").read_text(encoding="utf-8"))
    title = TTFont(BytesIO(TITLE.read_bytes()))
    glyphs = {".notdef": _glyph(_missing()), "space": TTGlyphPen(None).glyph()}
    for number in range(_MOST_CHIPS + 1):
        glyphs[_chip_name(number)] = _glyph(pathops.op(chip, _numeral(title, str(number)), pathops.PathOp.DIFFERENCE))
    digits = {ord(str(number)): _chip_name(number) for number in range(10)}
    rules = "".join(
        f"sub {_chip_name(number // 10)} {_chip_name(number % 10)} by {_chip_name(number)};"
        for number in range(10, _MOST_CHIPS + 1)
    )
    return _font(glyphs, digits, _CHIP_NAMES, f"feature liga {{ {rules} }} liga;")


def _chip_name(number: int) -> str:
    return f"chip{number}"


def _numeral(title: TTFont, text: str) -> pathops.Path:
    """A number in the middle of the em square."""
    glyphs, letters = title.getGlyphSet(), title.getBestCmap()
    scale = _NUMERAL[len(text) - 1] / title["OS/2"].sCapHeight
    path = pathops.Path()
    at = 0.0
    for letter in text:
        glyph = glyphs[letters[ord(letter)]]
        glyph.draw(TransformPen(path.getPen(glyphSet=glyphs), Transform(scale, 0, 0, scale, at, 0)))
        at += glyph.width * scale * _NARROW
    left, bottom, right, top = path.bounds
    centred = pathops.Path()
    path.draw(TransformPen(centred.getPen(), Transform(1, 0, 0, 1, (EM - left - right) / 2, (EM - bottom - top) / 2)))
    return centred


def _font(glyphs: dict[str, Glyph], letters: Mapping[int, str], names: dict[str, str], features: str = "") -> bytes:
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    # The space is there for its height: without it, a line of icons takes the height of some other font.
    builder.setupCharacterMap({0x20: "space", **letters})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(
        {name: (EM, getattr(glyph, "xMin", 0)) for name, glyph in glyphs.items()} | {"space": (EM // 4, 0)}
    )
    builder.setupHorizontalHeader(ascent=EM, descent=0, lineGap=0)
    builder.setupNameTable(names, mac=False)
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
    if features:
        builder.addOpenTypeFeatures(features)
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
    numbers = chips()
    CHIPS.write_bytes(numbers)
    sys.stdout.write(f"{FONT.relative_to(ROOT)}: {len(codepoints())} icons, {len(made)} bytes\n")
    sys.stdout.write(f"{CHIPS.relative_to(ROOT)}: {len(numbers)} bytes\n")


if __name__ == "__main__":
    main()
