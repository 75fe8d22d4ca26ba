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


def test_content_is_clean_but_for_incompleteness() -> None:
    report = check(ROOT, Options(today=TODAY, cache=False))
    others = [
        f"{finding.path}:{finding.span.line} {finding.message}"
        for finding in report.findings
        if finding.rule != "incomplete-product"
    ]
    assert others == []
    assert {finding.severity for finding in report.findings} == {"warning"}


def test_release_refuses_the_incomplete_content() -> None:
    report = check(ROOT, Options(today=TODAY, cache=False, release=True))
    assert {finding.severity for finding in report.findings} == {"error"}


def test_all_four_games_are_there_with_their_products() -> None:
    games, findings = load_games(ROOT)
    assert not [finding for finding in findings if finding.severity == "error"]
    products = {
        game.folder.name: {name: product.kind for name, product in game.result.products.items()} for game in games
    }
    assert set(products) == GAMES
    assert products["egomaster"] == {"solo": "booklet", "duo": "booklet", "multi": "booklet", "rules": "rulebook"}
    assert set(products["defizz"].values()) == {"question-cards", "plain-cards", "rulebook"}
    assert set(products["masterdice"].values()) == {"sheet", "code-puzzles", "rulebook"}


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


def test_masterdice_puzzles_are_solved_by_enumeration() -> None:
    games, _ = load_games(ROOT)
    product = contexts_of(games, TODAY)["masterdice", "puzzles"].product
    assert isinstance(product, CodePuzzles)
    from pipeline.checks.engine import read_content

    entries = read_content((ROOT / "content/masterdice/puzzles.yaml").read_bytes(), product).entries()
    assert len(entries) == 12
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
    first = list(build(toy.root, ["jouet"], ["pack"], TODAY))
    pack = (toy.root / "build/packs/jouet.json").read_bytes()
    assert list(build(toy.root, ["jouet"], ["pack"], TODAY)) == first
    assert (toy.root / "build/packs/jouet.json").read_bytes() == pack
    manifest = json.loads((toy.root / "build/manifest.json").read_text(encoding="utf-8"))
    assert manifest["artefacts"]["packs/jouet.json"]["sha256"] == first[0].sha256
    assert not list((toy.root / "build").rglob("*.partial"))


def test_a_pack_has_the_form_of_the_contract(toy: Toy) -> None:
    list(build(toy.root, ["jouet"], ["pack"], TODAY))
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
        "answer": {"kind": "number", "value": 8849, "unit": "m", "text": "8849 m"},
    }
    assert duo["questions"][1]["answer"]["items"][1] == {"text": "est", "accept": ["levant"]}
    duel = next(product for product in pack["products"] if product["id"] == "duel")
    assert duel["cards"][0]["questions"][0]["id"] == "d001-1"
    assert duel["cards"][0]["questions"][0]["answer"]["kind"] == "procedure"
