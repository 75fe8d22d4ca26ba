"""Prediction against the real layout: the lines of every printed text, on the real content, at several type sizes."""

from __future__ import annotations

from collections import Counter
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exporters.pdf import order_of
from pipeline.print import fit, glyphs, profile
from pipeline.print.engine import Engine, Sheet, _walk
from pipeline.print.plan import Plan, plan
from pipeline.project.build import _content
from pipeline.project.check import load_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.toy import Toy

ROOT = Path(__file__).parent.parent
# Which element of a template holds a field.
CLASSES = {
    ("booklet", "page"): {"cue": "cue", "question": "ask", "answer": "answer"},
    ("question-cards", "front"): {"cue": "cue", "question": "ask"},
    ("question-cards", "back"): {"cue": "cue", "procedure": "procedure", "tie": "tie"},
}
# Of so many leaves, front and back, one is laid out: hundreds of texts of each product.
EVERY = {"booklet": 2, "question-cards": 8}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def planned(root: Path, game: str, product: str, points: float) -> Plan:
    (loaded,) = [one for one in load_games(root)[0] if one.folder.name == game]
    return plan(order_of(_content(root, loaded, "2026-11-18", {""}), product), profile.load("offset"), points=points)


def real_lines(engine: Engine, chosen: Plan, number: int) -> dict[str, list[int]]:
    """Class -> the number of lines of each paragraph of that class, in order."""
    from weasyprint.formatting_structure import boxes

    (page,) = engine._document(chosen.sheet([number])).pages
    found: dict[str, list[int]] = {}
    for box in _walk(page._page_box):
        element = getattr(box, "element", None)
        if element is not None and isinstance(box, boxes.BlockBox) and element.tag == "p":
            count = sum(isinstance(inner, boxes.LineBox) for inner in _walk(box))
            found.setdefault(str(element.get("class")), []).append(count)
    return found


def compared(engine: Engine, chosen: Plan) -> Iterator[tuple[str, int, int]]:
    """Text, predicted and real number of lines, for every printed field of a product."""
    kind = chosen.order.product.kind
    layout = fit.layout(kind, chosen.order.own)
    assert layout is not None
    for number, leaf in enumerate(chosen.leaves):
        classes = CLASSES.get((kind, leaf.template), {})
        models = [entry.model for entry in leaf.entries]
        if not classes or number // 2 % EVERY[kind] or fit.excesses(layout, leaf.template, models, chosen.points):
            continue  # what overflows is cut at the edge of the page, so it has no lines to count
        real = real_lines(engine, chosen, number)
        for box in layout.boxes:
            if box.template == leaf.template:
                yield from _fields(box, models, classes, real, chosen.points)


def _fields(
    box: fit.Box, models: list[Any], classes: dict[str, str], real: dict[str, list[int]], points: float
) -> Iterator[tuple[str, int, int]]:
    at: Counter[str] = Counter()
    for model in models:
        for style, text in fit._texts(box, model):
            name = classes.get(style.field)
            if name and text:
                yield text, fit.lines(text, style, points), real[name][at[name]]
                at[name] += 1


@pytest.mark.parametrize(
    ("game", "product"),
    [("egomaster", "solo"), ("egomaster", "duo"), ("egomaster", "multi"), ("defizz", "duel"), ("defizz", "multi")],
)
def test_the_prediction_agrees_with_the_layout_in_98_of_100_texts(engine: Engine, game: str, product: str) -> None:
    texts = [one for points in (8.6, 8.0, 7.4) for one in compared(engine, planned(ROOT, game, product, points))]
    wrong = [(text, predicted, real) for text, predicted, real in texts if predicted != real]
    assert len(texts) >= 500
    assert len(wrong) <= 0.02 * len(texts), wrong


def test_the_type_size_of_a_product_is_the_largest_at_which_its_worst_page_fits(toy: Toy) -> None:
    layout = fit.layout("booklet", {})
    assert layout is not None
    short = planned(toy.root, "jouet", "duo", layout.sizes[0])
    models = [entry.model for entry in short.leaves[2].entries]
    assert fit.type_size(layout, [("page", models)]) == layout.sizes[0]
    crowded = models * 6
    size = fit.type_size(layout, [("page", models), ("page", crowded)])
    assert size <= layout.sizes[0]
    assert not fit.excesses(layout, "page", crowded[:10], size)


def test_lengths_alone_never_say_that_something_fits_that_does_not(engine: Engine) -> None:
    """The quick look of `check` may ask for a measurement in vain; it must not miss one."""
    layout = fit.layout("booklet", {})
    assert layout is not None
    for product in ("solo", "duo", "multi"):
        for points in (8.0, 9.2, 12.0, 14.0):
            for leaf in planned(ROOT, "egomaster", product, points).leaves:
                models = [entry.model for entry in leaf.entries]
                if fit.surely_fits(layout, "page", models, points):
                    assert not fit.excesses(layout, "page", models, points)


@settings(max_examples=300, deadline=None)
@given(st.text("abc dé'WMi-?Ω—…  ", min_size=1, max_size=200), st.sampled_from([7.0, 9.2]))
def test_the_quick_bound_is_never_below_the_lines_that_are_counted(text: str, points: float) -> None:
    box = fit.layout("booklet", {}).boxes[0]  # type: ignore[union-attr]
    plain = " ".join(text.split())
    for style, _, _, room, steps in fit._measures(box.texts, points):
        shown = plain.upper() if style.upper else plain
        assert fit._most_lines(shown, room, steps) >= fit.lines(plain.replace("-", "‑"), style, points)


def test_what_is_said_to_have_no_glyph_is_what_the_engine_misses(engine: Engine) -> None:
    """Letters, signs and emoji of many scripts: never an error of `check` that the page does not have."""
    import unicodedata

    sample = [*range(0x20, 0x600), *range(0x600, 0x3000, 13), *range(0xFE00, 0x10000, 61), *range(0x1F300, 0x1F700, 17)]
    letters = [chr(code) for code in sample if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Cc")]
    body = "".join(f"<p>a{escape(letter)}b</p>" for letter in letters)
    css = "@page{size:100mm 20000mm}p{font-family:Text}"
    (fragment,) = engine.render(Sheet(css, "fr", (body,), True, {}))
    assert {letter for letter in letters if glyphs.unknown().match(letter)} == set(fragment.missing)


def test_everything_in_windows_1252_can_be_printed() -> None:
    """The quick look of `check` relies on it."""
    letters = bytes(range(0x20, 0x100)).decode("cp1252", "ignore")
    assert glyphs.unknown().search(letters) is None
    assert not glyphs.suspicious(letters)
    assert glyphs.suspicious("Où est 漢 ?")
