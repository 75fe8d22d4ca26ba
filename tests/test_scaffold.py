"""`livret new` and `livret init`: what they write, and that they overwrite nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pipeline.cli.new import _KINDS
from pipeline.project.scaffold import GAME_KINDS
from tests.command import livret, report

if TYPE_CHECKING:
    from tests.toy import Toy

ROOT = Path(__file__).parents[1]
PRODUCTS = """\
products:
  duo: {kind: booklet, title: Duo, pages: 3, questions_per_page: 4, types: [cible, rapidite], themes: [arts, sport]}
  duel: {kind: question-cards, title: Duel, cards: 3, questions_per_card: 2, types: [chrono, chance]}
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "content" / "petit"
    folder.mkdir(parents=True)
    head = 'game: petit\ntitle: Petit\nedition: "1"\nversion: 1.0.0\nlanguage: fr\nplayers: {min: 2, max: 4}\n'
    (folder / "game.yaml").write_text(head + PRODUCTS, encoding="utf-8")
    return tmp_path


def test_the_next_page_has_its_number_modeline_ids_and_slots(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert livret(capsys, small, "new", "petit/duo").out == "content/petit/duo/01.yaml\n"
    text = (small / "content/petit/duo/01.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../../schemas/booklet.schema.json\n")
    assert "\npage: 1\n" in text
    assert len(set(re.findall(r"- id: ([a-z0-9]{6})\n", text))) == 4
    assert re.findall(r"type: (\S+)", text) == ["cible", "rapidite", "cible", "rapidite"]
    assert "theme:  # one of: arts, sport\n" in text


def test_check_says_what_is_missing_in_every_slot(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    livret(capsys, small, "new", "petit/duo")
    found = report(capsys, small, "content/petit/duo")
    assert found.code == 1
    assert set(found.rules) == {"empty-value"}
    said = [one["message"] for one in found.data["diagnostics"]]
    assert said.count("“question” is empty.") == said.count("“answer” is empty.") == 4


def test_a_gap_is_filled_first_and_a_full_booklet_is_refused(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in "123":
        livret(capsys, small, "new", "petit/duo")
    (small / "content/petit/duo/02.yaml").unlink()
    assert livret(capsys, small, "new", "petit/duo").out == "content/petit/duo/02.yaml\n"
    ran = livret(capsys, small, "new", "petit/duo")
    assert ran.code == 2
    assert "“Duo” is complete" in ran.err


def test_ids_of_two_pages_differ(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in "12":
        livret(capsys, small, "new", "petit/duo")
    texts = [path.read_text(encoding="utf-8") for path in (small / "content/petit/duo").iterdir()]
    assert len({id_ for text in texts for id_ in re.findall(r"- id: (\S+)", text)}) == 8


def test_cards_go_on_counting_and_stop_at_the_deck(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / "content/petit/duel").mkdir()
    first = small / "content/petit/duel/01.yaml"
    first.write_text("cards:\n  - id: d009\n    questions: []\n", encoding="utf-8")
    assert livret(capsys, small, "new", "petit/duel", "--cards", "7").out == "content/petit/duel/02.yaml\n"
    text = (small / "content/petit/duel/02.yaml").read_text(encoding="utf-8")
    assert re.findall(r"- id: (\S+)", text) == ["d010", "d011"]
    assert "procedure:  # what the players do\n" in text


def test_hints_are_french_for_french_readers(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    livret(capsys, small, "new", "petit/duo", "--lang", "fr")
    assert "# un nombre en chiffres\n" in (small / "content/petit/duo/01.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("product", ["help", "deck", "puzzles", "board", "track", "rules"])
def test_a_file_that_is_there_is_never_overwritten(product: str, toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    before = toy.path(product).read_bytes()
    ran = livret(capsys, toy.root, "new", f"jouet/{product}")
    assert (ran.code, ran.out) == (2, "")
    assert "is there already" in ran.err
    assert toy.path(product).read_bytes() == before


@pytest.mark.parametrize("product", ["help", "deck", "puzzles", "board", "track", "rules"])
def test_a_missing_file_is_started_whatever_its_kind(
    product: str, toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    toy.path(product).unlink()
    assert livret(capsys, toy.root, "new", f"jouet/{product}").code == 0
    assert toy.path(product).is_file()
    assert "yaml-syntax" not in toy.rules()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("jouet/dou", "There is no product 'dou'. Did you mean 'duo'?"),
        ("joue/duo", "There is no game 'joue'. Did you mean 'jouet'?"),
        ("jouet", "content/jouet/game.yaml is there already"),
        ("../dehors", "cannot be the name of a game"),
        ("jouet/material", "has no file"),
    ],
)
def test_wrong_usage_is_said(name: str, said: str, toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "new", name)
    assert ran.code == 2
    assert said in ran.err


def test_a_new_game_of_every_kind_has_no_errors(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert _KINDS == GAME_KINDS
    kinds = [word for kind in _KINDS for word in ("--kind", kind)]
    assert livret(capsys, toy.root, "new", "mon-jeu", *kinds).out == "content/mon-jeu/game.yaml\n"
    assert set(toy.rules()) == {"incomplete-product"}


def test_a_new_repository_is_clean_and_builds_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "mine"
    assert livret(capsys, None, "init", str(home)).code == 0
    found = report(capsys, home)
    assert (found.code, found.data["diagnostics"]) == (0, [])
    assert livret(capsys, home, "build", "--only", "pack").code == 0
    assert json.loads((home / "build/packs/exemple.json").read_bytes())["game"]["id"] == "exemple"
    for name in (".gitignore", "livret.toml", ".pre-commit-config.yaml", ".github/workflows/content.yml"):
        assert (home / name).is_file()
    settings = json.loads((home / ".vscode/settings.json").read_bytes())
    assert all((home / schema).is_file() for schema in settings["yaml.schemas"])
    for path in home.glob("content/**/*.yaml"):
        schema = path.read_text(encoding="utf-8").partition("\n")[0].partition("=")[2]
        assert (path.parent / schema).resolve().is_file()


def test_init_keeps_what_is_there_and_adds_no_example_to_games(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.root / ".gitignore").write_text("mine\n", encoding="utf-8")
    ran = livret(capsys, None, "init", str(toy.root))
    assert "kept .gitignore\n" in ran.out
    assert (toy.root / ".gitignore").read_text(encoding="utf-8") == "mine\n"
    assert not (toy.root / "content/exemple").exists()


def test_init_writes_everything_for_a_reader_who_goes_away(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pipeline", "init", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        process.stdout.close()
        assert process.stderr
        assert process.stderr.read() == ""
    assert {"content", "livret.toml", "schemas"} <= {path.name for path in tmp_path.iterdir()}
    schemas = [{file.name for file in root.glob("schemas/*.schema.json")} for root in (tmp_path, ROOT)]
    assert schemas[0] == schemas[1]


def test_init_where_a_file_is_in_the_way_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "content").write_text("", encoding="utf-8")
    ran = livret(capsys, None, "init", str(tmp_path))
    assert ran.code == 2
    assert "content" in ran.err
