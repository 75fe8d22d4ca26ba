"""The icon font: it is what the drawings make, and a glyph fills exactly the square of its em."""

from __future__ import annotations

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pathops", reason="skia-pathops is not installed; it is in the dev extra")

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
DRAWINGS = ROOT / "templates/icons"
FONTS = ROOT / "templates/fonts"
FONT = FONTS / "livret-icons.ttf"


@pytest.fixture(scope="module")
def icons() -> Any:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import icons
    finally:
        sys.path.pop(0)
    return icons


@pytest.fixture(scope="module")
def font() -> Any:
    return TTFont(BytesIO(FONT.read_bytes()), lazy=False)


def listed() -> dict[str, str]:
    numbers: dict[str, str] = json.loads((DRAWINGS / "icons.json").read_text(encoding="utf-8"))
    return numbers


def test_the_font_is_what_the_drawings_make(icons: Any) -> None:
    assert icons.font() == FONT.read_bytes(), "run: python tools/icons.py"


def test_every_name_has_a_drawing_and_every_drawing_a_name() -> None:
    assert sorted(listed()) == sorted(path.stem for path in DRAWINGS.glob("*.svg"))


def test_every_name_has_a_glyph_at_its_own_private_code_point(font: Any) -> None:
    numbers = {name: int(number, 16) for name, number in listed().items()}
    assert len(set(numbers.values())) == len(numbers)
    assert all(0xE000 <= number <= 0xF8FF for number in numbers.values())
    assert font.getBestCmap() == {0x20: "space"} | {number: name for name, number in numbers.items()}


@pytest.mark.parametrize("name", [".notdef", *listed()])
def test_a_glyph_is_drawn_inside_its_em_square(font: Any, name: str) -> None:
    glyph = font["glyf"][name]
    assert glyph.numberOfContours > 0
    assert 0 <= glyph.xMin < glyph.xMax <= 1000
    assert 0 <= glyph.yMin < glyph.yMax <= 1000
    assert font["hmtx"][name] == (1000, glyph.xMin)


@pytest.mark.parametrize("name", listed())
def test_a_glyph_has_no_speck_that_only_dirties_the_print(icons: Any, name: str) -> None:
    """The smallest part or hole is as big as a square of 18 in 1000: a fifth of a millimetre in an icon of 12 mm."""
    drawn = icons.outline((DRAWINGS / f"{name}.svg").read_text(encoding="utf-8"))
    assert min(abs(contour.area) for contour in drawn.contours) > 18**2


def test_a_line_of_icons_is_exactly_one_em_high(font: Any) -> None:
    header, metrics = font["hhea"], font["OS/2"]
    assert font["head"].unitsPerEm == 1000
    assert (header.ascent, header.descent, header.lineGap) == (1000, 0, 0)
    assert (metrics.sTypoAscender, metrics.sTypoDescender, metrics.sTypoLineGap) == (1000, 0, 0)
    assert (metrics.usWinAscent, metrics.usWinDescent) == (1000, 0)


def test_white_cuts_a_hole_and_later_black_covers_it(icons: Any) -> None:
    square = '<svg viewBox="0 0 10 10"><rect width="10" height="10"/>{}</svg>'
    hole = '<rect x="2" y="2" width="6" height="6" fill="white"/>'
    dot = '<rect x="4" y="4" width="2" height="2"/>'
    areas = [abs(icons.outline(square.format(body)).area) for body in ("", hole, hole + dot)]
    assert areas == pytest.approx([1_000_000, 640_000, 680_000])


def test_a_stroke_becomes_an_area_that_follows_its_transform(icons: Any) -> None:
    line = '<path d="M1 2H9" fill="none" stroke="black" stroke-width="2" transform="{}"/>'
    for transform in ("", "rotate(90 5 5)", "translate(0 3)", "matrix(1 0 0 1 0 1)"):
        path = icons.outline(f'<svg viewBox="0 0 10 10">{line.format(transform)}</svg>')
        assert abs(path.area) == pytest.approx(160_000), transform
    half = icons.outline(f'<svg viewBox="0 0 10 10"><g transform="scale(.5)">{line.format("")}</g></svg>')
    assert abs(half.area) == pytest.approx(40_000)


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ('<text x="1">a</text>', "<text> cannot become a glyph"),
        ('<circle r="1" fill="red"/>', 'fill="red": only black, white and none'),
        ('<circle r="1" opacity=".5"/>', "unknown on <circle>: opacity"),
        ('<circle r="1" transform="skewX(3)"/>', r"unknown transform: skewX\(3\)"),
    ],
)
def test_what_cannot_become_a_glyph_is_an_error(icons: Any, drawing: str, message: str) -> None:
    with pytest.raises(icons.DrawingError, match=message):
        icons.outline(f'<svg viewBox="0 0 10 10">{drawing}</svg>')


def test_a_drawing_stands_on_a_square(icons: Any) -> None:
    with pytest.raises(icons.DrawingError, match="not a square"):
        icons.outline('<svg viewBox="0 0 10 12"></svg>')


def test_every_font_of_the_list_is_there_with_the_weight_and_the_style_it_promises() -> None:
    fonts = json.loads((FONTS / "fonts.json").read_text(encoding="utf-8"))
    assert sorted(entry["file"] for entry in fonts) == sorted(path.name for path in FONTS.glob("*.ttf"))
    for entry in fonts:
        font = TTFont(FONTS / entry["file"])
        assert font["OS/2"].usWeightClass == entry["weight"], entry
        assert bool(font["head"].macStyle & 2) is (entry["style"] == "italic"), entry


def test_the_chip_font_is_what_the_hexagon_and_the_numerals_make(icons: Any) -> None:
    assert icons.chips() == (FONTS / "livret-chips.ttf").read_bytes(), "run: python tools/icons.py"


def test_a_number_of_two_digits_is_one_chip() -> None:
    chips = TTFont(BytesIO((FONTS / "livret-chips.ttf").read_bytes()), lazy=False)
    (lookup,) = chips["GSUB"].table.LookupList.Lookup
    made = {ligature.LigGlyph for first in lookup.SubTable[0].ligatures.values() for ligature in first}
    assert made == {f"chip{number}" for number in range(10, 61)}
