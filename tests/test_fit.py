"""Prediction against the real layout: the lines of every printed text, on the real content, at several type sizes."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.exporters.pdf import order_of
from pipeline.print import fit, glyphs, profile
from pipeline.print.engine import Engine, Sheet, _walk
from pipeline.print.layout import lay_out
from pipeline.print.plan import Order, Plan, plan
from pipeline.project.build import _content, build
from pipeline.project.check import load_games
from pipeline.project.workshop import Workshop
from tests.toy import TODAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.toy import Toy

ROOT = Path(__file__).parent.parent
# Which element of a template holds a field.
CLASSES = {
    ("booklet", "page"): {"cue": "cue", "question": "ask", "answer": "answer"},
    ("question-cards", "front"): {"cue": "cue", "question": "ask"},
    ("question-cards", "back"): {"cue": "cue", "answer": "", "procedure": "procedure", "tie": "tie"},
}
# Of so many leaves, front and back, one is laid out at each type size, another one at the next: all sizes, all leaves.
EVERY = {"booklet": 6, "question-cards": 24}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def planned(root: Path, game: str, product: str, points: float) -> Plan:
    ordered = _real_order(game, product) if root == ROOT else _order(root, game, product)
    return plan(ordered, profile.load("offset"), points=points)


def _order(root: Path, game: str, product: str) -> Order:
    (loaded,) = [one for one in load_games(root)[0] if one.folder.name == game]
    return order_of(_content(root, loaded, "2026-11-18", {""}), product)


@lru_cache(maxsize=8)
def _real_order(game: str, product: str) -> Order:
    """The repository's content is read once: nobody changes it meanwhile."""
    return _order(ROOT, game, product)


def real_lines(engine: Engine, chosen: Plan, numbers: list[int]) -> Iterator[dict[str, list[int]]]:
    """For each leaf: class -> the number of lines of each paragraph of that class, in order."""
    from weasyprint.formatting_structure import boxes

    pages = engine._document(chosen.sheet(numbers)).pages
    assert len(pages) == len(numbers)
    for page in pages:
        found: dict[str, list[int]] = {}
        for box in _walk(page._page_box):
            element = getattr(box, "element", None)
            if element is not None and isinstance(box, boxes.BlockBox) and element.tag == "p":
                count = sum(isinstance(inner, boxes.LineBox) for inner in _walk(box))
                found.setdefault(str(element.get("class")), []).append(count)
        yield found


def compared(engine: Engine, chosen: Plan, shift: int) -> Iterator[tuple[str, int, int]]:
    """Text, predicted and real number of lines, for every printed field of some leaves of a product."""
    kind = chosen.order.product.kind
    layout = fit.layout(kind, chosen.order.own)
    assert layout is not None
    numbers = [
        number
        for number, leaf in enumerate(chosen.leaves)
        if (kind, leaf.template) in CLASSES and not (number // 2 + shift) % EVERY[kind]
    ]
    for number, real in zip(numbers, real_lines(engine, chosen, numbers), strict=True):
        leaf = chosen.leaves[number]
        models = [entry.model for entry in leaf.entries]
        for box in layout.boxes:
            if box.template == leaf.template:
                yield from _fields(box, models, CLASSES[kind, leaf.template], real, chosen.points)


def _fields(
    box: fit.Box, models: list[Any], classes: dict[str, str], real: dict[str, list[int]], points: float
) -> Iterator[tuple[str, int, int]]:
    at: Counter[str] = Counter()
    for model in models:
        for style, text in fit._texts(box, model):
            name = classes.get(style.field)
            if name is not None and text:
                name = name or model.answer_kind
                yield text, fit.lines(text, style, points), real[name][at[name]]
                at[name] += 1


@pytest.mark.parametrize(
    ("game", "product"),
    [("egomaster", "solo"), ("egomaster", "duo"), ("egomaster", "multi"), ("defizz", "duel"), ("defizz", "multi")],
)
def test_the_prediction_agrees_with_the_layout_in_98_of_100_texts(engine: Engine, game: str, product: str) -> None:
    """At every type size: a product may be set in any of them."""
    kind = {"egomaster": "booklet", "defizz": "question-cards"}[game]
    layout = fit.layout(kind, {})
    assert layout is not None
    texts, wrong = 0, []
    for shift, points in enumerate(layout.sizes):
        found = list(compared(engine, planned(ROOT, game, product, points), shift))
        assert len(found) >= 50, points
        texts += len(found)
        wrong += [(points, *one) for one in found if one[1] != one[2]]
    assert texts >= 900
    assert len(wrong) <= 0.02 * texts, wrong


@pytest.mark.parametrize(("game", "product"), [("egomaster", "duo"), ("defizz", "multi")])
def test_the_badge_of_a_list_is_as_wide_as_the_figures_in_it(engine: Engine, game: str, product: str) -> None:
    """They are tabular figures of the font of titles, whatever the size of the text behind it."""
    from weasyprint.formatting_structure import boxes

    layout = fit.layout({"egomaster": "booklet", "defizz": "question-cards"}[game], {})
    assert layout is not None
    (style,) = [style for box in layout.boxes for style in box.texts if style.badge]
    seen = set()
    for points in (layout.sizes[0], layout.sizes[-1]):
        chosen = planned(ROOT, game, product, points)
        numbers = [number for number, leaf in enumerate(chosen.leaves) if leaf.template in ("page", "back")][:12]
        for page in engine._document(chosen.sheet(numbers)).pages:
            for box in _walk(page._page_box):
                if isinstance(box, boxes.InlineBox) and box.element.get("class") == "count":
                    figures = "".join(inner.text for inner in _walk(box) if isinstance(inner, boxes.TextBox))
                    real = box.margin_width() * 25.4 / 96
                    assert abs(real - fit._badge_width(style, figures, points)) < 0.02, (figures, points)
                    seen.add(figures)
    assert {len(figures) for figures in seen} == {1, 2}
    assert {"4"} < seen


WORDS = " ".join(
    re.findall(r"question: (.*)", "\n".join(p.read_text("utf-8") for p in sorted(ROOT.glob("content/egomaster/duo/*"))))
).split()
WORDS = [word for word in WORDS if word.isalpha() or "-" in word or "'" in word]
SPREAD = (0.55, 0.7, 0.8, 0.86, 0.92, 0.96, 1.0, 1.04, 1.1, 1.2, 1.5)  # of the box: both sides of its limit


class Author:
    """Writes texts of real words that are about so many lines long."""

    def __init__(self, layout: fit.Layout) -> None:
        self._layout = layout
        self._at = 0

    def text(self, style: fit.Style, millimetres: float) -> str:
        points = self._layout.sizes[-1]
        size = (style.size if style.fixed else style.size * points) * style.line * 25.4 / 72
        wanted, words = max(1, round(millimetres / size)), [""]
        while fit.lines(fit._displayed(style.lead + " ".join(words)), style, points) <= wanted:
            self._at += 7  # no two texts are alike
            words.append(WORDS[self._at % len(WORDS)])
        return " ".join(words[1:-1]).strip() or "Où"

    def quoted(self, style: fit.Style, millimetres: float) -> str:
        return json.dumps(self.text(style, millimetres), ensure_ascii=False)

    def listed(self, style: fit.Style, millimetres: float) -> str:
        words = self.text(style, millimetres).split(" ")
        return json.dumps([" ".join(words[at : at + 3]) for at in range(0, len(words), 3)], ensure_ascii=False)


def booklet_file(author: Author, box: fit.Box, share: float) -> str:
    """A page of 20 questions, two columns of ten."""
    cue, question, answer = box.texts
    room = share * box.height / 10 - 5
    lines = []
    for number in range(20):
        asked, told = (room * 0.7, room * 0.3) if number % 3 else (room * 0.4, room * 0.6)
        told_as = f"answer: {author.quoted(answer, told)}"
        kind = "rapidite"
        if number % 4 == 0:
            told_as = f"answers: {author.listed(answer, told)}"
            kind = "ping-pong"
        keyword = author.quoted(cue, 1)
        lines.append(f"- {{type: {kind}, keyword: {keyword}, question: {author.quoted(question, asked)}, {told_as}}}")
    return "\n".join(lines)


def card_file(author: Author, layout: fit.Layout) -> str:
    """Cards of four questions; the back has an answer of each form."""
    front, back = layout.boxes
    cue, text, listed, procedure, tie = back.texts
    lines = []
    for number in range(22):
        share = SPREAD[number % len(SPREAD)]
        rows, room = front.height / 4 * share, back.height * share / 4 - 4
        forms = (
            f"type: chrono, answer: {author.quoted(text, room)}",
            f"type: ping-pong, answers: {author.listed(listed, room)}",
            f"type: chance, procedure: {author.quoted(procedure, room)}, tie: {author.quoted(tie, room * 0.6)}",
            f"type: chrono, answer: {author.quoted(text, room * 0.7)}",
        )
        lines.append(f"- id: d{number:03}\n  questions:")
        for form in forms:
            clue, question = author.quoted(cue, 1), author.quoted(front.texts[1], rows - 6)
            lines.append(f"    - {{{form}, clue: {clue}, question: {question}}}")
    return "\n".join(lines)


def lengthened(toy: Toy) -> Iterator[tuple[str, str]]:
    """Kind and product, with files whose texts stand on both sides of the limit of every box."""
    products, files = {}, {}
    boxes = {kind: fit.layout(kind, {}) for kind in KINDS_WITH_BOXES}
    layouts = {kind: found for kind, found in boxes.items() if found is not None}
    for number, share in enumerate(SPREAD, 1):
        box = layouts["booklet"].boxes[0]
        page = booklet_file(Author(layouts["booklet"]), box, share)
        files[f"duo/{number:02}.yaml"] = f"page: {number}\nquestions:\n{page}"
    products["duo"] = f"kind: booklet, pages: {len(SPREAD)}, questions_per_page: 20, types: [ping-pong, rapidite]"
    files["duel/01.yaml"] = f"cards:\n{card_file(Author(layouts['question-cards']), layouts['question-cards'])}"
    products["duel"] = "kind: question-cards, cards: 22, questions_per_card: 4, types: [chrono, ping-pong, chance]"

    def many(kind: str, count: int, entry: Callable[[Author, tuple[fit.Box, ...], float, int], str]) -> str:
        author, found = Author(layouts[kind]), layouts[kind].boxes
        return "\n".join(entry(author, found, SPREAD[at % len(SPREAD)], at) for at in range(count))

    files["help.yaml"] = "cards:\n" + many("plain-cards", 33, plain_card)
    products["help"] = "kind: plain-cards, cards: 33"
    files["deck.yaml"] = "cards:\n" + many("value-cards", 33, value_card)
    products["deck"] = "kind: value-cards, cards: 33"
    files["puzzles.yaml"] = "puzzles:\n" + many("code-puzzles", 132, puzzle)
    products["puzzles"] = "kind: code-puzzles, puzzles: 132"
    author, intro = Author(layouts["sheet"]), layouts["sheet"].boxes[0]
    for number, share in enumerate(SPREAD):
        text = author.quoted(intro.texts[0], share * intro.height)
        head = f"title: Feuille\nintro: {text}\ncolumns: [{{id: blue, name: Bleu}}]\nrows: [{{name: Un, marks: 2}}]\n"
        files[f"sheet{number}.yaml"] = head
        products[f"sheet{number}"] = "kind: sheet, columns: 1, rows: 1"
    toy.game("products:\n" + "\n".join(f"  {name}: {{title: T, {spec}}}" for name, spec in products.items()))
    for name, text in files.items():
        (toy.folder / name).parent.mkdir(exist_ok=True)
        (toy.folder / name).write_text(text, encoding="utf-8")
    yield from ((spec.split(",")[0].removeprefix("kind: "), name) for name, spec in products.items())


def plain_card(author: Author, boxes: tuple[fit.Box, ...], share: float, number: int) -> str:
    front, back = boxes
    text, behind = (author.quoted(box.texts[0], share * box.height) for box in (front, back))
    return f"- {{id: h{number:03}, title: Aide, text: {text}, back: {behind}, count: 1}}"


def value_card(author: Author, boxes: tuple[fit.Box, ...], share: float, number: int) -> str:
    name, (motto, text) = author.text(boxes[0].texts[0], 9)[: round(26 * share)].strip(), boxes[1].texts
    room = share * boxes[1].height
    words = f"motto: {author.quoted(motto, 0.3 * room)}, text: {author.quoted(text, 0.65 * room)}"
    return f'- {{id: v{number:03}, value: {number}, count: 1, name: "{name}", {words}}}'


def puzzle(author: Author, boxes: tuple[fit.Box, ...], share: float, number: int) -> str:
    title, hints, _ = boxes
    room = SPREAD[number // 12] * hints.height / 12 - 4
    words = author.text(title.texts[0], 9)[: round(40 * share)].strip()
    return (
        f'- {{id: p{number:03}, title: "{words}", hint: {author.quoted(hints.texts[1], room)},'
        " attempts: [{dice: [1, 2, 3, 4], feedback: {equal: 4}}], solution: [1, 2, 3, 4]}"
    )


def judged(toy: Toy, kind: str, product: str) -> Iterator[tuple[str, float, float, float]]:
    """Box, predicted and real mm that are missing, and how far they may be apart: for every box of a product.

    A line that may not be broken is too wide where the prediction breaks it and finds it too high.
    """
    layout = fit.layout(kind, {})
    assert layout is not None
    plans = [planned(toy.root, "jouet", product, layout.sizes[-1])]
    (fragments,) = lay_out(plans, Workshop(toy.root, jobs=1))
    for number, leaf in enumerate(plans[0].leaves):
        models = [entry.model for entry in leaf.entries]
        excesses = fit.excesses(layout, leaf.template, models, layout.sizes[-1], 4 if kind == "question-cards" else 0)
        for box in layout.boxes:
            if box.template != leaf.template:
                continue
            fields = [style.field for style in box.texts]
            line = max(
                style.line * (style.size if style.fixed else style.size * layout.sizes[-1]) for style in box.texts
            )
            for first, _ in [(0, models)] if box.rows else fit.columns(box, models):
                predicted = [one.millimetres for one in excesses if one.box is box and one.first == first]
                real = [
                    one
                    for one in fragments[number].overflows
                    for which, _, field in (one.ref.partition(":"),)
                    if (box.rows and field == "question")
                    or (box.entries == 1 and which == str(first) and field in fields)
                    or (box.entries != 1 and which.startswith(f"{first}-"))
                ]
                name = f"{kind}/{leaf.template} {' '.join(fields)}"
                down, across = (
                    max(sides, default=0.0) for sides in ([one[1] for one in real], [one[2] for one in real])
                )
                apart = line * 25.4 / 72 if down else math.inf
                yield name, max(predicted, default=0.0), max(down, across), apart


KINDS_WITH_BOXES = tuple(sorted(place.parent.name for place in (ROOT / "templates").glob("*/layout.json")))


def test_the_prediction_agrees_with_the_layout_about_98_of_100_boxes(toy: Toy) -> None:
    """Verdict and millimetres of whole boxes, for every box of every layout.json, on both sides of its limit."""
    products = list(lengthened(toy))
    assert {kind for kind, _ in products} == set(KINDS_WITH_BOXES)
    found = [one for kind, product in products for one in judged(toy, kind, product)]
    boxes = {name for name, *_ in found}
    assert len(boxes) == sum(len(layout.boxes) for kind in KINDS_WITH_BOXES if (layout := fit.layout(kind, {})))
    for name in boxes:
        verdicts = [bool(real) for box, _, real, _ in found if box == name]
        assert 0.15 * len(verdicts) < sum(verdicts) < 0.85 * len(verdicts), (name, sum(verdicts), len(verdicts))
    other = [one for one in found if bool(one[1]) != bool(one[2])]
    assert len(other) <= 0.02 * len(found), other
    far = [one for one in found if one[1] and one[2] and abs(one[1] - one[2]) > one[3]]
    assert len(far) <= 0.02 * len(found), far


def test_a_card_with_a_free_place_is_measured_like_a_complete_one(toy: Toy) -> None:
    """Its rows are not higher: what fits a draft still fits when the card is complete."""
    toy.game("products:\n  duel: {kind: question-cards, title: D, cards: 1, questions_per_card: 4, types: [chrono]}")
    layout = fit.layout("question-cards", {})
    assert layout is not None
    long = Author(layout).quoted(layout.boxes[0].texts[1], 26)
    toy.write("duel", f"- {{type: chrono, clue: Long, question: {long}, answer: Non}}\n")
    assert "too-long-for-box" in toy.rules()
    assert {one.rule for one in build(toy.root, ["jouet/duel"], ["pdf"], TODAY).findings} == {"text-overflow"}


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
    for style, _, _, _, room, steps, few in fit._measures(box.texts, points):
        lines = fit.lines(plain.replace("-", "‑"), style, points)
        assert fit._most_lines(plain, room, steps) >= lines
        assert lines <= 1 or len(plain) > few


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
