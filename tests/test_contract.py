"""The formats that users and game apps rely on, written as the contract writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.cli import run
from tests.toy import TODAY

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
game: demo
title: Démo
edition: "1"
version: 1.0.0
language: fr
players: {min: 3, max: 6}
age: 10                       # optional, as is minutes
components:                   # optional
  - {name: pion, count: 6}
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
setups:                       # optional; each row is proved against the components
  - {name: partie rapide, players: 6, each: {jeton: {100: 4, 200: 3, 500: 2}}}
products:
  duo: {kind: booklet, title: Duo, pages: 20, questions_per_page: 20, types: [cible, ping-pong, rapidite]}
  solo: {kind: booklet, title: Solo, pages: 20, questions_per_page: 20, types: [plain]}
  duel:
    {kind: question-cards, title: Duel, cards: 106, questions_per_card: 4, types: [chrono, cible, ping-pong, chance]}
  deck: {kind: value-cards, title: Paquet}
  help: {kind: plain-cards, title: Aide}
  puzzles: {kind: code-puzzles, title: Énigmes}
"""
PAGE = """\
page: 7
questions:
  - id: k3f9q2                # short, stable, unique
    type: cible               # plain in solo (may be left out there)
    keyword: Toit du monde    # `clue` on cards
    question: À combien de mètres culmine l'Everest ?
    answer: 8849              # a number
    unit: m
    theme: géographie
    difficulty: 2             # 1 to 5
    stability: slow           # stable (default), slow, volatile
    as_of: 2020
    source: https://exemple.org/everest
  - id: p8d1zz
    type: ping-pong
    keyword: Gamme
    question: Citez les sept notes de la gamme.
    answers: [{answer: do, accept: [ut]}, ré, mi, fa, sol, la, si]
  - id: r5t7aa
    type: rapidite
    keyword: Peinture
    question: Qui a peint Guernica ?
    answer: Pablo Picasso
    accept: [Picasso]
    waive: {keyword-too-vague: "indice voulu"}    # one rule, with a reason
"""
CARDS = """\
cards:
  - id: d001
    questions:
      - {type: chance, clue: Pile ou face, question: Lancez une pièce., procedure: Pile gagne., tie: Relancez.}
      - {type: chrono, clue: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
"""
DECK = "cards:\n  - {value: 9, count: 6, name: Néopolis, ability: shield, text: La ville se protège.}\n"
HELP = "cards:\n  - {title: Aide, text: Regardez la carte., count: 2}\n"
PUZZLES = """\
puzzles:
  - id: m001
    attempts:
      - {dice: [3, null, null, 5], feedback: {equal: 0, lower: 1, higher: 1}}
      - {dice: [2, 5, 1, 6], feedback: {equal: 4, lower: 0, higher: 0}}
    solution: [2, 5, 1, 6]
"""
RULES = "# Démo\n\n## Matériel\n\nLa boîte contient [54 jetons](component:jeton).\n"
FILES = {"game.yaml": GAME, "duo/07.yaml": PAGE, "duel/01.yaml": CARDS, "deck.yaml": DECK, "help.yaml": HELP,
         "puzzles.yaml": PUZZLES, "rules.md": RULES}  # fmt: skip


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "content/demo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LIVRET_TODAY", TODAY)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["check", "--format", "json", *arguments])
    return code, json.loads(capsys.readouterr().out)


def test_content_as_the_contract_writes_it_has_no_error(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data = report(capsys)
    assert [d for d in data["diagnostics"] if d["severity"] == "error"] == []
    assert {d["rule"] for d in data["diagnostics"]} <= {"incomplete-product", "incomplete-group", "puzzle-idle-attempt"}
    assert code == 0
    assert data["summary"]["files"] == 7
    assert data["summary"]["questions"] == 5
    assert data["summary"]["waived"] == 1


def test_a_diagnostic_has_the_keys_of_the_contract(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = demo / "content/demo/duo/07.yaml"
    page.write_text(PAGE.replace("answer: 8849 ", "answer: environ "), encoding="utf-8")
    code, data = report(capsys)
    found = next(d for d in data["diagnostics"] if d["severity"] == "error")
    assert code == 1
    assert (found["rule"], found["code"], found["path"]) == ("cible-not-a-number", "LV201", "content/demo/duo/07.yaml")
    assert (found["line"], found["column"], found["end_line"], found["end_column"]) == (7, 13, 7, 20)
    assert (found["id"], found["related"], found["fixable"]) == ("k3f9q2", [], False)
    assert {"files", "questions", "errors", "warnings"} <= data["summary"].keys()


@pytest.mark.parametrize("answer", ["No", "on", "1:30", "010", "3.10", "1789-07-14", "~", "true"])
def test_answers_survive_as_written(demo: Path, capsys: pytest.CaptureFixture[str], answer: str) -> None:
    page = demo / "content/demo/duo/07.yaml"
    page.write_text(PAGE.replace("Pablo Picasso", answer), encoding="utf-8")
    assert run(["build", "--only", "pack"]) == 0
    capsys.readouterr()
    pack = json.loads((demo / "build/packs/demo.json").read_text(encoding="utf-8"))
    duo = next(product for product in pack["products"] if product["id"] == "duo")
    assert duo["questions"][2]["answer"]["text"] == answer


def test_a_hash_in_an_answer_is_a_finding(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = demo / "content/demo/duo/07.yaml"
    page.write_text(PAGE.replace("Pablo Picasso", "Channel #5"), encoding="utf-8")
    code, data = report(capsys)
    assert code == 1
    assert [d["rule"] for d in data["diagnostics"] if d["severity"] == "error"] == ["comment-cuts-text"]


def test_one_mistake_gives_one_finding(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = demo / "content/demo/duo/07.yaml"
    page.write_text(PAGE.replace("    answer: Pablo", "    reponse: Pablo"), encoding="utf-8")
    _, data = report(capsys)
    errors = [d for d in data["diagnostics"] if d["severity"] == "error"]
    assert [d["message"] for d in errors] == ["Unknown key “reponse”: did you mean “answer”?"]


def test_nothing_is_built_when_there_are_errors(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (demo / "content/demo/deck.yaml").write_text("cards: 3\n", encoding="utf-8")
    assert run(["build"]) == 1
    assert not (demo / "build").exists()
    assert "Nothing was written." in capsys.readouterr().err
