"""Large print: the type that is promised, on as many leaves as it takes, with every question once and in order."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pytest

from pipeline.exporters.pdf import _print, order_of
from pipeline.print import large, profile
from pipeline.print.plan import layout_for, plan
from pipeline.print.preflight.look import look
from pipeline.project.workshop import Workshop
from tests import excerpt

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.exporters.base import GameContent

LARGE = profile.load("large-print")
_RAISED = ("er", "e", "re", "me")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[GameContent]:
    return excerpt.shortest(tmp_path_factory.mktemp("large"))


def test_a_real_booklet_has_questions_of_sixteen_points_and_no_type_below_fourteen(
    games: list[GameContent], tmp_path: Path
) -> None:
    asked = excerpt.job(games, "egomaster/duo", LARGE)
    (made,) = list(_print([asked], Workshop(tmp_path, 1, printers=(LARGE,))))
    pages = look(pikepdf.open(io.BytesIO(made.data)))  # type: ignore[union-attr, arg-type]
    texts = [text for page in pages for text in page.texts if not _is_icon(text.text)]
    assert [(one.text, one.size) for one in texts if one.size < 13.95 and one.text.strip() not in _RAISED] == []
    start = asked.game.contents["duo"][0].groups[0].entries[0].model.question[:12]
    assert {round(text.size, 1) for text in pages[2].texts if text.text.startswith(start)} == {16.7}
    blacks = {str(text.colour) for text in texts if text.colour.parts[:3] == (0, 0, 0)}
    assert blacks <= {"0/0/0/100", "0/0/0/0"}, "nothing is grey"


def _is_icon(text: str) -> bool:
    return all("\ue000" <= letter < "\uf900" for letter in text)


def test_questions_go_on_over_the_leaf_under_the_same_page_number(games: list[GameContent]) -> None:
    asked = excerpt.job(games, "egomaster/duo", LARGE)
    made = plan(order_of(asked.game, asked.name), LARGE)
    parts = [leaf.data for leaf in made.leaves if leaf.template == "page"]
    assert {part["page"] for part in parts} == {1}
    assert [part["part"] for part in parts] == list(range(1, len(parts) + 1))
    assert {part["parts"] for part in parts} == {len(parts)}
    assert [question["number"] for part in parts for question in part["questions"]] == list(range(1, 21))
    assert "suite" in made.html[3]
    assert min(len(part["questions"]) for part in parts) >= 5, "the last leaf is about as full as the others"
    for leaf in made.leaves:
        assert not leaf.each or len(leaf.entries) == len(leaf.data["questions"])


CARDS = {
    "defizz/duel": (148.5, 210),
    "defizz/help": (148.5, 254.6),
    "defizz/cache": (148.5, 254.6),
    "egocentric-world/deck": (148.5, 207.4),
    "egocentric-world/aid": (153.4, 263),
}


def test_cards_are_set_in_large_type_on_larger_cards(games: list[GameContent], tmp_path: Path) -> None:
    jobs = [excerpt.job(games, name, LARGE) for name in CARDS]
    made = list(_print(jobs, Workshop(tmp_path, 1, printers=(LARGE,))))
    for (name, size), one in zip(CARDS.items(), made, strict=True):
        pages = look(pikepdf.open(io.BytesIO(one.data)))  # type: ignore[union-attr, arg-type]
        left, bottom, right, top = pages[0].trim
        assert ((right - left) / 72 * 25.4, (top - bottom) / 72 * 25.4) == pytest.approx(size, abs=0.2), name
        texts = [text for page in pages for text in page.texts if not _is_icon(text.text)]
        assert [(name, text.text, text.size) for text in texts if text.size < 13.95] == []
        blacks = {str(text.colour) for text in texts if text.colour.parts[:3] == (0, 0, 0)}
        assert blacks <= {"0/0/0/100", "0/0/0/0"}, "nothing is grey"


@pytest.mark.parametrize("name", [*CARDS])
def test_the_words_of_cards_have_sixteen_points_even_where_there_is_much_to_say(
    games: list[GameContent], name: str
) -> None:
    order = order_of(excerpt.job(games, name, LARGE).game, name.split("/")[1])
    chosen = plan(order, LARGE)
    found = layout_for(order, chosen.printer)
    assert found is not None
    assert found.sizes[-1] * chosen.printer.profile.scale >= 16
    assert chosen.points in found.sizes


def test_puzzles_stand_two_on_a_page_and_their_rules_on_two(games: list[GameContent], tmp_path: Path) -> None:
    asked = excerpt.job(games, "masterdice/puzzles", LARGE)
    (made,) = list(_print([asked], Workshop(tmp_path, 1, printers=(LARGE,))))
    pages = look(pikepdf.open(io.BytesIO(made.data)))  # type: ignore[union-attr, arg-type]
    texts = [text for page in pages for text in page.texts if not _is_icon(text.text)]
    assert [(text.text, text.size) for text in texts if text.size < 13.95] == []
    order = order_of(asked.game, asked.name)
    layout = layout_for(order, LARGE)
    assert layout is not None
    (puzzle,) = [leaf for leaf in plan(order, LARGE).leaves if leaf.template == "page"]
    four = puzzle._replace(data={"puzzles": puzzle.data["puzzles"] * 4}, entries=puzzle.entries * 4)
    rules = puzzle._replace(template="howto", data={}, entries=(), each="")
    parts = [*large.spread([rules, four], layout, layout.sizes[0])]
    assert [(leaf.template, leaf.data["part"], len(leaf.entries)) for leaf in parts] == [
        ("howto", 1, 0), ("howto", 2, 0), ("page", 1, 2), ("page", 2, 2),
    ]  # fmt: skip


def test_other_printers_keep_their_pages(games: list[GameContent]) -> None:
    offset = profile.load("offset")
    asked = excerpt.job(games, "egomaster/duo", offset)
    assert [leaf.template for leaf in plan(order_of(asked.game, asked.name), offset).leaves].count("page") == 1
    for name, size in (("defizz/duel", (70, 120)), ("egocentric-world/deck", (63, 88))):
        order = order_of(excerpt.job(games, name, offset).game, name.split("/")[1])
        assert (plan(order, offset).size, plan(order, offset).printer) == (size, offset)


def test_stylesheets_get_no_type_below_the_promised_size() -> None:
    css = "p { font: 600 6.4pt/8.9mm Title } b { font-size: 12pt; line-height: 5pt } i { font-size:.5pt; width: 3pt }"
    assert large.enlarge(css, 9.9) == css.replace("6.4pt", "9.9pt").replace(".5pt", "9.9pt")
