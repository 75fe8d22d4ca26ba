"""The real content of the four games: what `check` says about it, and the arithmetic that GAMES promises."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pipeline.kinds.code_puzzles import CodePuzzles
from pipeline.kinds.code_solver import solve
from pipeline.project.build import build
from pipeline.project.check import Options, check, contexts_of, load_games
from tests.toy import TODAY, Toy

ROOT = Path(__file__).parent.parent
GAMES = {"egomaster", "defizz", "egocentric-world", "masterdice"}


def test_the_editions_are_complete_and_no_rule_has_anything_to_say_even_on_release() -> None:
    report = check(ROOT, Options(today=TODAY, cache=False, release=True))
    assert [f"{finding.path}:{finding.span.line} {finding.message}" for finding in report.findings] == []


def test_all_four_games_are_there_with_their_products() -> None:
    games, findings = load_games(ROOT)
    assert not [finding for finding in findings if finding.severity == "error"]
    products = {
        game.folder.name: {name: product.kind for name, product in game.result.products.items()} for game in games
    }
    assert set(products) == GAMES
    assert products["egomaster"] == {
        "solo": "booklet",
        "duo": "booklet",
        "multi": "booklet",
        "board": "board",
        "material": "components",
        "rules": "rulebook",
    }
    assert set(products["defizz"].values()) == {"question-cards", "plain-cards", "components", "rulebook"}
    assert set(products["masterdice"].values()) == {"sheet", "code-puzzles", "components", "rulebook"}


def test_egomaster_tokens_cover_three_to_six_players_and_are_used_up_by_three_and_six() -> None:
    game = next(game.result.game for game in load_games(ROOT)[0] if game.folder.name == "egomaster")
    assert game is not None
    tokens = game.component("jeton")
    assert tokens is not None
    assert (tokens.count, tokens.values) == (54, {"100": 24, "200": 18, "500": 12})
    rows = {setup.players: setup.each["jeton"] for setup in game.setups}
    assert set(rows) == {3, 4, 5, 6}
    used = {players: {value: players * count for value, count in each.items()} for players, each in rows.items()}
    assert used[3] == used[6] == tokens.values


def test_egomaster_board_gives_every_roll_a_choice() -> None:
    """What board.yaml promises: as much of each mode, and two different squares within reach of every roll."""
    games, _ = load_games(ROOT)
    product = contexts_of(games, TODAY)["egomaster", "board"].product
    from pipeline.checks.engine import read_content

    (entry,) = read_content((ROOT / "content/egomaster/board.yaml").read_bytes(), product).entries()
    squares = [(square.product, square.amount) for square in entry.model.squares]
    count = len(squares)
    assert Counter(squares) == {
        (mode, amount): times
        for mode in ("solo", "duo", "multi")
        for amount, times in ((100, 3), (200, 3), (300, 2), (500, 2))
    }
    for here in range(count):
        around = {step: squares[(here + step) % count] for step in range(-6, 7) if step}
        assert around[1][0] != squares[here][0]
        assert around[1][1] != squares[here][1]
        assert all(around[die] != around[-die] for die in range(1, 7))
        modes = Counter(mode for mode, _ in around.values())
        assert all(3 <= modes[mode] <= 5 for mode in ("solo", "duo", "multi"))


def test_dice_of_the_boxes_are_those_of_the_rules() -> None:
    games = {loaded.folder.name: loaded.result.game for loaded in load_games(ROOT)[0]}
    defizz, masterdice = games["defizz"], games["masterdice"]
    assert defizz is not None
    assert masterdice is not None
    faces = next(component.faces for component in defizz.components if component.print == "d6")
    assert sorted(faces) == [f"{mode} {amount}" for mode in ("Duel", "Multi") for amount in (100, 200, 300)]
    dice = {component.name: component.count for component in masterdice.components if component.print == "d6"}
    assert dice == {"dé bleu": 2, "dé rouge": 2, "dé vert": 2, "dé jaune": 2, "dé blanc": 18}


def test_masterdice_puzzles_are_solved_by_enumeration() -> None:
    games, _ = load_games(ROOT)
    product = contexts_of(games, TODAY)["masterdice", "puzzles"].product
    assert isinstance(product, CodePuzzles)
    from pipeline.checks.engine import read_content

    entries = read_content((ROOT / "content/masterdice/puzzles.yaml").read_bytes(), product).entries()
    assert len(entries) == 60
    for entry in entries:
        assert solve(entry.model.attempts, 4, 6) == (entry.model.solution,)


@pytest.mark.parametrize("product", ["duo", "multi"])
def test_the_types_of_a_page_are_balanced(product: str) -> None:
    games, _ = load_games(ROOT)
    context = contexts_of(games, TODAY)["egomaster", product]
    from pipeline.checks.engine import read_content

    for path in sorted((ROOT / "content/egomaster" / product).glob("*.yaml")):
        counts = Counter(entry.model.type for entry in read_content(path.read_bytes(), context.product).entries())
        assert sum(counts.values()) == 20
        assert all(6 <= counts[name] <= 7 for name in ("cible", "ping-pong", "rapidite"))


def test_a_build_writes_the_same_bytes_twice_and_a_manifest(toy: Toy) -> None:
    first = build(toy.root, ["jouet"], ["pack"], TODAY).written
    pack = (toy.root / "build/packs/jouet.json").read_bytes()
    assert build(toy.root, ["jouet"], ["pack"], TODAY).written == first
    assert (toy.root / "build/packs/jouet.json").read_bytes() == pack
    manifest = json.loads((toy.root / "build/manifest.json").read_text(encoding="utf-8"))
    assert manifest["artefacts"]["packs/jouet.json"]["sha256"] == first[0].sha256
    assert not list((toy.root / "build").rglob("*.partial"))


def test_a_pack_has_the_form_of_the_contract(toy: Toy) -> None:
    build(toy.root, ["jouet"], ["pack"], TODAY)
    pack = json.loads((toy.root / "build/packs/jouet.json").read_text(encoding="utf-8"))
    assert pack["format"] == "livret-pack/1"
    assert pack["game"]["players"] == {"min": 3, "max": 6}
    duo = next(product for product in pack["products"] if product["id"] == "duo")
    assert duo["questions"][0] == {
        "id": "duo001",
        "page": 1,
        "number": 1,
        "type": "cible",
        "keyword": "Toit du monde",
        "question": "À combien de mètres culmine l'Everest ?",
        "answer": {"kind": "number", "value": 8849, "unit": "m", "text": "8849 m", "display": "8\u202f849\u00a0m"},
    }
    assert duo["questions"][1]["answer"]["items"][1] == {
        "text": "est",
        "accept": ["levant"],
        "unlike": ["levent"],
    }
    duel = next(product for product in pack["products"] if product["id"] == "duel")
    assert duel["cards"][0]["questions"][0]["id"] == "d001-1"
    assert duel["cards"][0]["questions"][0]["answer"]["kind"] == "procedure"
