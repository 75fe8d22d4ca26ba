"""The small parts of printing: inks, sizes, layouts, fragments in the cache, templates in their sandbox."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.print import fit, fragment, ink, library, paper, profile
from pipeline.print.fragment import Bookmark, Fragment, Glyphs, Overflow, Place
from pipeline.print.plan import resolve
from pipeline.print.templates import TemplateFaultError, Templates, fr, icon

ROOT = Path(__file__).parent.parent
percent = st.integers(0, 100)
inks = st.builds(lambda *parts: "/".join(map(str, parts)), percent, percent, percent, percent)


def test_an_ink_becomes_a_cmyk_colour() -> None:
    assert ink.css("100/70/0/30") == "device-cmyk(1 0.7 0 0.3)"


def test_a_tint_has_less_of_every_ink_and_a_shade_more_black() -> None:
    assert ink.tint("100/70/0/30", 0.1) == "10/7/0/3"
    assert ink.shade("0/72/90/20", 0.5) == "0/72/90/60"


@pytest.mark.parametrize(
    ("colour", "readable"),
    [("100/70/0/30", ink.PAPER), ("0/28/95/0", ink.BLACK), ("0/72/90/2", ink.PAPER), ("0/0/0/0", ink.BLACK)],
)
def test_the_readable_colour_on_an_ink_is_paper_or_black(colour: str, readable: str) -> None:
    assert ink.on(colour) == readable


@given(inks, st.floats(0, 1))
def test_tints_and_shades_stay_inks(colour: str, share: float) -> None:
    for made in (ink.tint(colour, share), ink.shade(colour, share)):
        assert all(0 <= float(part) <= 100 for part in made.split("/"))
        assert ink.css(made).startswith("device-cmyk(")


def test_sizes_have_names_or_millimetres() -> None:
    assert paper.measure("a5") == (148, 210)
    assert paper.measure("70x120") == (70, 120)


def test_printer_profiles_are_data() -> None:
    offset, home = profile.load("offset").profile, profile.load("home").profile
    assert (offset.bleed, offset.standard, offset.sheet) == (3, "PDF/X-4", None)
    assert (home.sheet, home.flip, home.standard) == ("a4", "long", None)
    with pytest.raises(KeyError):
        profile.load("nobody")


def test_a_file_of_the_library_cannot_lead_out_of_it() -> None:
    assert library.find("../pyproject.toml", {}) is None
    assert library.find("shared/../../pyproject.toml", {}) is None
    assert library.find("shared/base.css", {}) is not None


def test_a_game_s_own_file_comes_first_and_changes_the_digest() -> None:
    own = {"shared/base.css": b"mine"}
    assert library.find("shared/base.css", own) == b"mine"
    assert library.digest(own) != library.digest({})


FRAGMENT = Fragment(
    2,
    {"ABCDEF": Glyphs("source-sans-3-400.ttf", {3: "0041", 70000: "d83dde00"})},
    (Overflow("3:answer", 1.25, 0.0),),
    "☃",
    ("Failed to load image",),
    (Bookmark(1, "Le but du jeu", 0),),
    (Place(0, 0, 8.0, 25.5, 69.2, 40.25),),
    (Place(0, 0, 8.0, 36.5, 69.2, 40.25),),
    b"%PDF-1.7\nrest\nof it",
)


def test_a_fragment_comes_back_from_the_cache_as_it_was() -> None:
    assert fragment.read(FRAGMENT.write()) == FRAGMENT


@given(st.binary(max_size=200))
def test_bytes_that_are_not_a_fragment_are_refused(raw: bytes) -> None:
    assert fragment.read(raw) is None


@given(st.integers(0, 400), st.integers(0, 255))
def test_a_damaged_fragment_is_refused_or_read_never_a_crash(at: int, byte: int) -> None:
    raw = bytearray(FRAGMENT.write())
    raw[at % len(raw)] = byte
    found = fragment.read(bytes(raw))
    assert found is None or isinstance(found, Fragment)


def test_css_variables_are_resolved_and_unknown_ones_stay() -> None:
    css = ":root { --a: red; --b: var(--a); } p { color: var(--b); width: var(--c) }"
    assert resolve(css).strip() == "p { color: red; width: var(--c) }"


def test_a_variable_that_names_itself_does_not_hang() -> None:
    assert "var(--a)" in resolve(":root{--a: x var(--a)} p{color:var(--a)}")


def test_text_of_the_content_is_escaped() -> None:
    made = fr('<img src="file:///etc/passwd">')
    assert "<" not in made
    assert unescape(made) == '<img src="file:///etc/passwd">'


def test_an_icon_with_a_second_layer_brings_it_along() -> None:
    assert 'class="mark"' in icon("rapidite")
    assert 'class="mark"' not in icon("cible")
    with pytest.raises(ValueError, match="there is no icon nothing"):
        icon("nothing")


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        (b"<p>\n{{ unknown }}", 2, "'unknown' is undefined"),
        (b"<p>\n\n{% if %}", 3, "Expected an expression"),
        (b"{{ 1 / 0 }}", 1, "division by zero"),
        (b'{% include "nowhere.html" %}', 1, "nowhere.html"),
        (b"{{ ''.__class__.__mro__ }}", 1, "unsafe"),
        (b"{{ icon('nothing') }}", 1, "there is no icon nothing"),
    ],
)
def test_a_faulty_template_is_named_with_its_line(source: bytes, line: int, said: str) -> None:
    with pytest.raises(TemplateFaultError) as raised:
        Templates({"own.html": source}).render("own.html", {})
    fault = raised.value.fault
    assert (fault.template, fault.line) == ("own.html", line)
    assert said in fault.problem


def test_a_template_can_change_nothing_that_it_was_given() -> None:
    numbers = [1, 2]
    with pytest.raises(TemplateFaultError):
        Templates({"own.html": b"{{ numbers.append(3) }}"}).render("own.html", {"numbers": numbers})
    assert numbers == [1, 2]


def layouts() -> list[Path]:
    return sorted((ROOT / "templates").glob("*/layout.json"))


@pytest.mark.parametrize("path", layouts(), ids=lambda path: path.parent.name)
def test_every_layout_can_be_read_and_its_sizes_go_down(path: Path) -> None:
    found = fit.layout(path.parent.name, {})
    assert found is not None
    assert found.sizes
    assert list(found.sizes) == sorted(found.sizes, reverse=True)
    fonts = json.loads((ROOT / "templates/fonts/widths.json").read_text(encoding="utf-8"))
    assert all(style.font in fonts for box in found.boxes for style in box.texts)


def test_the_widths_are_those_of_the_fonts() -> None:
    import sys

    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import widths
    finally:
        sys.path.pop(0)
    assert widths.TARGET.read_text(encoding="utf-8") == widths.text(), "run: python tools/widths.py"
    assert widths.LETTERS.read_text(encoding="utf-8") == widths.letters(), "run: python tools/widths.py"


STYLE = fit.Style("question", "Text 400", 1.0, 1.2, 53.0)


def test_words_fill_lines_one_after_the_other() -> None:
    assert fit.lines("", STYLE, 8) == 0
    assert fit.lines("Qui ?", STYLE, 8) == 1
    assert fit.lines("mot " * 27, STYLE, 8) == 3


@given(st.text(alphabet="abc é-", max_size=200), st.sampled_from([7.0, 8.0, 9.0]))
def test_a_longer_text_never_takes_fewer_lines(text: str, points: float) -> None:
    assert fit.lines(text + " encore", STYLE, points) >= fit.lines(text, STYLE, points)


@given(st.text(alphabet="abcdef é", min_size=1, max_size=200))
def test_larger_type_never_takes_fewer_lines(text: str) -> None:
    assert fit.lines(text, STYLE, 9) >= fit.lines(text, STYLE, 7)
