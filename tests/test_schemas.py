"""schemas/: up to date, strict where content is wrong, silent where it is right, and kind to people who type."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator

from pipeline.kinds.editor_schema import content_schemas
from pipeline.kinds.game import kind_of
from pipeline.project.build import build
from pipeline.project.check import load_games
from pipeline.project.schemas import stale, texts
from pipeline.project.stamp import DISTINCT
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
SCHEMAS = {name: json.loads(text) for name, text in texts().items() if name.endswith(".json")}
PAIRS = "not-duplicates.schema.json"
EDITOR_SCHEMAS = sorted([*content_schemas(), PAIRS])
PACK = "pack.schema.json"
PACKS = (PACK, "teaser.schema.json")
VECTORS = "judging.vectors.json"  # written by hand


def schemas_by_path(root: Path) -> dict[str, str]:
    """Every YAML file of the content -> the name of its schema."""
    found = {DISTINCT: PAIRS}
    for game in load_games(root)[0]:
        found[f"content/{game.folder.name}/game.yaml"] = "game.schema.json"
        for file in game.files:
            kind = kind_of(game.result.products[file.product])
            if kind.suffix == ".yaml":
                found[file.path] = f"{kind.name}.schema.json"
    return found


CONTENT = schemas_by_path(ROOT)


def mistakes(name: str, text: str) -> list[str]:
    """Where a text breaks a schema, as paths: `questions/0/answer`."""
    errors = Draft7Validator(SCHEMAS[name]).iter_errors(yaml.load(text, yaml.CSafeLoader))
    return sorted({"/".join(map(str, error.absolute_path)) for error in errors})


def parts(schema: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """Every schema inside a schema, with its path."""
    if isinstance(schema, dict):
        yield path, schema
        for key, value in schema.items():
            if key in ("properties", "$defs"):
                for name, inner in value.items():
                    yield from parts(inner, (*path, key, name))
            elif key in ("allOf", "anyOf", "oneOf"):
                for number, inner in enumerate(value):
                    yield from parts(inner, (*path, key, str(number)))
            elif key in ("items", "additionalProperties", "propertyNames", "not", "if", "then", "else"):
                yield from parts(value, (*path, key))


def properties(schema: Any) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The schemas of all keys that an author may write; conditions only look at keys."""
    for path, part in parts(schema):
        if path[-2:-1] == ("properties",) and "if" not in path:
            yield path, part


def test_schemas_on_disk_are_up_to_date() -> None:
    assert stale(ROOT / "schemas") == [], "run `livret schema`"
    assert sorted(path.name for path in (ROOT / "schemas").iterdir() if path.name != VECTORS) == sorted(texts())


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_schema_is_a_valid_schema(name: str) -> None:
    validator = Draft202012Validator if name in PACKS else Draft7Validator
    assert SCHEMAS[name]["$schema"] == validator.META_SCHEMA["$schema"]
    validator.check_schema(SCHEMAS[name])


def test_every_yaml_file_of_the_content_has_a_schema() -> None:
    written = {str(path.relative_to(ROOT)) for path in (ROOT / "content").rglob("*.y*ml")}
    assert set(CONTENT) == written


@pytest.mark.parametrize("path", CONTENT)
def test_content_file_fits_its_schema(path: str) -> None:
    assert mistakes(CONTENT[path], (ROOT / path).read_text(encoding="utf-8")) == []


def test_vs_code_maps_every_content_file_to_the_schema_of_its_kind() -> None:
    settings = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    mapped = [
        (path.relative_to(ROOT).as_posix(), Path(schema).name)
        for schema, globs in settings["yaml.schemas"].items()
        for glob in globs
        for path in ROOT.glob(glob)
    ]
    assert sorted(mapped) == sorted(CONTENT.items()), "each file once, by one glob"
    assert all((ROOT / schema).is_file() for schema in settings["yaml.schemas"])


@pytest.mark.parametrize("path", CONTENT)
def test_first_line_of_a_content_file_names_the_schema_of_its_kind(path: str) -> None:
    first = (ROOT / path).read_text(encoding="utf-8").partition("\n")[0]
    assert first.startswith("# yaml-language-server: $schema=../")
    assert (ROOT / path).parent.joinpath(first.partition("=")[2]).resolve() == ROOT / "schemas" / CONTENT[path]


def test_vs_code_recommends_the_yaml_extension() -> None:
    assert "redhat.vscode-yaml" in (ROOT / ".vscode" / "extensions.json").read_text(encoding="utf-8")


def test_every_pack_of_a_fresh_build_fits_the_pack_schema(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content", tmp_path / "content")
    games = sorted(path.parent.name for path in (ROOT / "content").glob("*/game.yaml"))
    written = [artefact.path for artefact in build(tmp_path, games, ["pack"], TODAY).written]
    assert written == [f"build/packs/{game}.json" for game in games]
    for path in written:
        Draft202012Validator(SCHEMAS[PACK]).validate(json.loads((tmp_path / path).read_bytes()))


def test_toy_with_a_product_of_every_kind_fits_the_schemas(toy: Toy) -> None:
    toy.write("distinct", "- {ids: [solo01, solo02], reason: deux publics, reviewed: 2026-11}\n")
    found = schemas_by_path(toy.root)
    assert set(found.values()) == set(EDITOR_SCHEMAS)
    for path, name in found.items():
        assert mistakes(name, (toy.root / path).read_text(encoding="utf-8")) == [], path


PAGE = "page: 1\nquestions:\n  - {keyword: Chevalet, question: Qui a peint *Guernica* ?, "
CARD = (
    "cards:\n  - id: d001\n    questions:\n      - {type: chrono, question: Qui a peint *Guernica* ?, answer: Picasso, "
)
GAME = """game: jouet
title: Jouet
edition: 1
version: 1.0.0
language: fr
players: {min: 3, max: 6}
products:
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("booklet", PAGE + "answer: 1937}", id="a year is a text"),
        pytest.param("booklet", PAGE + "answer: true, accept: [No, 3.10]}", id="true is a text"),
        pytest.param("booklet", PAGE + "answer: Picasso, type: plain}", id="plain may be said"),
        pytest.param("booklet", PAGE + "answer: Picasso, id: 123456}", id="an id of digits"),
        pytest.param("booklet", PAGE + "answer: Picasso, as_of: 2026}", id="a year is a date"),
        pytest.param("booklet", PAGE + 'type: cible, answer: "8 849,5"}', id="a French number"),
        pytest.param("booklet", PAGE + "type: ping-pong, answers: [1, {answer: 2, accept: [II]}]}", id="mixed answers"),
        pytest.param("question-cards", CARD + "clue: 1937}", id="a clue on a card"),
        pytest.param("game", GAME + "  rules: {kind: rulebook, title: Règle, pnp: no}", id="no without quotes"),
        pytest.param("game", GAME + "  rules: {kind: rulebook, title: Règle, pnp: 'no'}", id="no with quotes"),
    ],
)
def test_right_text_is_accepted(name: str, text: str) -> None:
    assert mistakes(f"{name}.schema.json", text) == []


@pytest.mark.parametrize(
    ("name", "text", "where"),
    [
        pytest.param("booklet", "page: 1", "", id="no questions"),
        pytest.param("booklet", "page: 0\nquestions: []", "page", id="page 0"),
        pytest.param("booklet", "page: 1\nquestions: [Qui ?]", "questions/0", id="a question that is a text"),
        pytest.param("booklet", PAGE + "answer: Picasso, type: cibel}", "questions/0/type", id="unknown type"),
        pytest.param("booklet", PAGE + "answer: Picasso, type: cible}", "questions/0/answer", id="cible with a text"),
        pytest.param("booklet", PAGE + "answer: true, type: cible}", "questions/0/answer", id="cible with true"),
        pytest.param("booklet", PAGE + "type: rapidite}", "questions/0", id="no answer"),
        pytest.param("booklet", PAGE + "answer: }", "questions/0/answer", id="an empty answer"),
        pytest.param("booklet", PAGE + "answer: [Picasso]}", "questions/0/answer", id="a list for an answer"),
        pytest.param("booklet", PAGE + "answer: Picasso, réponse: Picasso}", "questions/0", id="unknown key"),
        pytest.param("booklet", PAGE + "answer: Picasso, clue: Toile}", "questions/0", id="a clue on a page"),
        pytest.param("booklet", PAGE + "answer: Picasso, id: Élan}", "questions/0/id", id="bad id"),
        pytest.param("booklet", PAGE + "answer: Picasso, difficulty: 6}", "questions/0/difficulty", id="too difficult"),
        pytest.param("booklet", PAGE + "type: ping-pong, answers: nord}", "questions/0/answers", id="one for all"),
        pytest.param(
            "booklet", PAGE + "type: ping-pong, answers: [{accept: [nord]}]}", "questions/0/answers/0", id="no item"
        ),
        pytest.param("question-cards", CARD + "keyword: Toile}", "cards/0/questions/0", id="a keyword on a card"),
        pytest.param("plain-cards", "cards:\n  - {title: Aide}", "cards/0", id="a card without a text"),
        pytest.param("value-cards", "cards:\n  - {value: x, name: N, text: T}", "cards/0/value", id="value in words"),
        pytest.param("code-puzzles", "puzzles:\n  - {solution: [1], attempts: 1}", "puzzles/0/attempts", id="attempts"),
        pytest.param("sheet", "{title: Feuille, columns: [], rows: [{}]}", "rows/0", id="a row without a name"),
        pytest.param("not-duplicates", "pairs: [{ids: [a1, b1]}]", "pairs/0", id="a pair without a reason"),
        pytest.param("not-duplicates", "pairs: [{ids: [a1], reason: r}]", "pairs/0/ids", id="a pair of one"),
        pytest.param("not-duplicates", "pairs: [{ids: [a1, b1], reason: r, by: Ana}]", "pairs/0", id="who compared"),
        pytest.param("game", GAME + "  duo: {kind: bookle, title: Duo}", "products/duo/kind", id="unknown kind"),
        pytest.param("game", GAME + "  duo: {kind: booklet, title: Duo}", "products/duo", id="no numbers"),
        pytest.param("game", GAME + "  rules: {kind: rulebook, title: Règle, pages: 3}", "products/rules", id="pages"),
        pytest.param("game", GAME + "  Duo: {kind: rulebook, title: Règle}", "products", id="a product with a bad id"),
        pytest.param(
            "game", GAME + "  rules: {kind: rulebook, title: Règle, pnp: nein}", "products/rules/pnp", id="pnp"
        ),
    ],
)
def test_wrong_text_is_refused_where_it_is_wrong(name: str, text: str, where: str) -> None:
    assert mistakes(f"{name}.schema.json", text) == [where]


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_only_a_die_may_be_null(name: str) -> None:
    """Null would be offered for every optional key; a die that was not placed is really written so."""
    null = [
        path for path, part in parts(SCHEMAS[name]) if "null" in part.get("type", ()) or None in part.get("enum", ())
    ]
    assert all(path[-2:] == ("dice", "items") for path in null)


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_nothing_has_a_default(name: str) -> None:
    assert [path for path, part in parts(SCHEMAS[name]) if "default" in part] == []


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_no_key_has_a_title_that_repeats_it(name: str) -> None:
    assert [path for path, part in properties(SCHEMAS[name]) if "title" in part] == []


@pytest.mark.parametrize("name", EDITOR_SCHEMAS)
def test_every_key_is_described(name: str) -> None:
    found = list(properties(SCHEMAS[name]))
    assert found
    assert [path for path, part in found if not part.get("description", "").endswith((".", ";"))] == []
