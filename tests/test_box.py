"""Boards and cut-out sheets: where squares stand, which pieces share a sheet, and that game.yaml is all they need."""

from __future__ import annotations

import re
from math import dist, pi
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.kinds import KINDS
from pipeline.kinds.game import read_game
from pipeline.kinds.track import Track
from pipeline.print import impose, paper, profile
from pipeline.source.document import load
from tests.toy import marked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.kinds.base import Leaf
    from tests.toy import Toy

TRACK = Track(195, 135, straight=120, radius=105, depth=38)
HEAD = 'game: jouet\ntitle: Jouet\nedition: "1"\nversion: 1.0.0\nlanguage: fr\nplayers: {min: 2, max: 4}\n'


def sheets(components: str) -> list[Leaf]:
    """The sheets of a game with these components."""
    text = f"{HEAD}components:\n{components}\nproducts:\n  material: {{kind: components, title: Matériel}}\n"
    game, products, problems = read_game(load(text.encode()))
    assert problems == []
    assert game is not None
    return list(KINDS["components"].printing.leaves(products["material"], (), game))


def shown(leaf: Leaf, key: str) -> list[Any]:
    return [piece[key] for piece in leaf.data["pieces"]]


def test_pieces_stand_on_as_few_sheets_as_they_need() -> None:
    found = sheets("  - {name: jeton, count: 60, print: token}\n  - {name: dé, count: 26, print: d6}")
    assert [(leaf.template, len(leaf.data["pieces"])) for leaf in found] == [
        ("token", 54),
        ("token", 6),
        ("d6", 9),
        ("d6", 9),
        ("d6", 8),
    ]
    assert [(leaf.data["number"], leaf.data["of"]) for leaf in found] == [(at, 5) for at in range(1, 6)]


def test_a_die_or_two_stand_beside_the_large_dice() -> None:
    (found,) = sheets("  - {name: petit dé, count: 2, print: d6}\n  - {name: grand dé, count: 2, print: d20}")
    assert found.template == "d20"
    assert [piece["name"] for piece in found.data["cubes"]] == ["petit dé", "petit dé"]


def test_what_is_not_printed_is_on_no_sheet() -> None:
    assert sheets("  - {name: sablier, count: 1}") == []


def test_tokens_of_a_value_have_its_colour_and_rank() -> None:
    (found,) = sheets(
        "  - {name: jeton, count: 3, values: {100: 2, 500: 1}, print: token, colors: [10/0/0/0, 0/10/0/0]}"
    )
    assert shown(found, "value") == ["100", "100", "500"]
    assert shown(found, "color") == ["10/0/0/0", "10/0/0/0", "0/10/0/0"]
    assert shown(found, "rank") == [0, 0, 1]


def test_pawns_have_the_colours_in_turn() -> None:
    (found,) = sheets("  - {name: pion, count: 3, print: pawn, colors: [10/0/0/0, 0/10/0/0]}")
    assert shown(found, "color") == ["10/0/0/0", "0/10/0/0", "10/0/0/0"]
    assert shown(found, "number") == [1, 2, 3]


def test_cut_out_sheets_are_printed_at_home_in_their_true_size() -> None:
    printing, printer = KINDS["components"].printing, profile.load("home").profile
    assert printing.size == paper.measure(printer.sheet or "a4")
    assert printing.margin >= printer.margin
    (sheet,) = impose.tiles(1, printing.size, printing.size, max(0, printer.margin - printing.margin))
    assert [(place.x, place.y, place.scale) for place in sheet.places] == [(0, 0, 1)]


def test_a_board_is_two_sheets_at_home_cut_between_squares() -> None:
    printer = profile.load("home").profile
    halves = impose.tiles(1, KINDS["board"].printing.size, paper.measure(printer.sheet or "a4"), printer.margin)
    assert [place.window for half in halves for place in half.places] == [(0, 0, 195, 270), (195, 0, 390, 270)]
    assert {place.scale for half in halves for place in half.places} == {1}


def test_cut_out_sheets_need_no_file_and_have_none(toy: Toy) -> None:
    assert toy.check() == ()
    (toy.folder / "material.yaml").write_text("title: Matériel\n", encoding="utf-8")
    assert toy.rules() == ["unexpected-file"]


def test_a_board_of_another_size_than_game_yaml_says_is_found(toy: Toy) -> None:
    path = toy.write("track", "title: Plateau\nsquares: [{product: solo, amount: 100}]\n")
    (found,) = toy.check()
    assert (found.rule, found.severity) == ("sheet-size", "error")
    assert str(found.message) == "There are 1 squares; game.yaml says 2."
    assert found.path.endswith(path.name)


def test_a_place_of_a_booklet_that_is_not_there_is_found(toy: Toy) -> None:
    toy.write(
        "track",
        "title: Plateau\nplaces: [{product: duoo, text: À deux.}]\n"
        "squares: [{product: solo, amount: 100}, {product: duo, amount: 200}]\n",
    )
    (found,) = toy.check()
    assert found.rule == "board-square"
    assert str(found.message) == "The game has no product “duoo”: did you mean “duo”?"
    assert marked(found, toy.root) == "duoo"


def test_faces_of_a_token_are_found(toy: Toy) -> None:
    toy.game(
        "components:\n  - {name: pion, count: 6, print: token, faces: [Pile, Face]}\n"
        "  - {name: carte, count: 4, product: deck}\n"
    )
    (found,) = toy.check()
    assert found.rule == "component-faces"
    assert str(found.message) == "“pion” is printed as token, which has no faces."


def test_squares_are_equal_steps_of_the_ring() -> None:
    squares = TRACK.squares(30, 0)
    assert len(squares) == 30
    assert {round(square.width, 6) for square in squares} == {round((240 + 210 * pi) / 30, 6)}
    # On a straight the way is the distance, on a curve it is a little longer.
    steps = [dist(one[1:3], other[1:3]) for one, other in zip(squares, squares[1:] + squares[:1], strict=True)]
    assert all(29.8 <= step <= 30 for step in steps)


def test_squares_run_clockwise_from_the_middle_of_the_upper_side() -> None:
    squares = TRACK.squares(30, 0)
    assert dist(squares[0][1:3], (210, 30)) < 0.01
    assert squares[1].x > squares[0].x
    assert dist(squares[7][1:3], (360, 135)) < 0.5


def test_the_foot_of_a_square_points_outwards() -> None:
    squares = TRACK.squares(30, 0)
    assert [round(squares[at].turn) for at in (0, 7, 15, 22)] == [180, 270, 0, 90]


@pytest.mark.parametrize("count", [24, 30, 36])
def test_no_square_lies_on_the_line_where_the_board_is_cut(count: int) -> None:
    for square in TRACK.squares(count, 1.6):
        across = [x for x, _ in _points(square.path)]
        assert max(across) < 195 or min(across) > 195


@pytest.mark.parametrize("count", [8, 17, 30, 40])
def test_outlines_stay_on_the_ring(count: int) -> None:
    """Every corner is as far from the middle line as half the depth less the gap."""
    for square in TRACK.squares(count, 2):
        for x, y in _points(square.path):
            middle = min(max(x, 135), 255)
            assert abs(dist((x, y), (middle, 135)) - 105) == pytest.approx(18, abs=0.02)


def _points(path: str) -> Sequence[tuple[float, float]]:
    """The corners of an outline; an arc ends with its last two numbers."""
    ends = [re.findall(r"-?[\d.]+", step)[-2:] for step in re.findall(r"[MLA][^MLAZ]+", path)]
    return [(float(x), float(y)) for x, y in ends]
