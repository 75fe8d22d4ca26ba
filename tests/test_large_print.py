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


def test_other_printers_and_kinds_keep_their_pages(games: list[GameContent]) -> None:
    offset = profile.load("offset")
    asked = excerpt.job(games, "egomaster/duo", offset)
    assert [leaf.template for leaf in plan(order_of(asked.game, asked.name), offset).leaves].count("page") == 1
    cards, puzzles = (
        order_of(excerpt.job(games, name, LARGE).game, name.split("/")[1])
        for name in ("defizz/duel", "masterdice/puzzles")
    )
    for order in (cards, puzzles):
        found = layout_for(order, LARGE)
        assert found is not None
        assert len(found.sizes) > 1, "their measures are fixed and say nothing of large print"


def test_stylesheets_get_no_type_below_the_promised_size() -> None:
    css = "p { font: 600 6.4pt/8.9mm Title } b { font-size: 12pt; line-height: 5pt } i { font-size:.5pt; width: 3pt }"
    assert large.enlarge(css, 9.9) == css.replace("6.4pt", "9.9pt").replace(".5pt", "9.9pt")
