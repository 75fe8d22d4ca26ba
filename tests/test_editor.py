"""VS Code with its YAML extension: what authors are offered, told and warned of. The extension's own server answers."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from pipeline.kinds import KINDS
from pipeline.types import TYPES
from tests.language_server import NODE_MODULES, LanguageServer, Mark
from tests.test_schemas import CONTENT, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.node

SETTINGS: dict[str, Any] = json.loads((ROOT / ".vscode" / "settings.json").read_text(encoding="utf-8"))
REAL = {path: (ROOT / path).read_text(encoding="utf-8") for path in CONTENT}
USED = {path: [(ROOT / "schemas" / name).as_uri()] for path, name in CONTENT.items()}
# Places of new files; the settings know by the path which schema they have.
PAGE = "content/egomaster/duo/new-{}.yaml"
CARDS = "content/defizz/duel/new-{}.yaml"
PUZZLES = "content/new-{}/puzzles.yaml"
GAME = "content/new-{}/game.yaml"

PAGE_HEAD = "page: 1\nquestions:\n"
CIBLE = """page: 1
questions:
  - type: cible
    keyword: Toit du monde
    question: À combien de mètres culmine l'Everest ?
"""
PING_PONG = """page: 1
questions:
  - type: ping-pong
    keyword: Boussole
    question: Citez les quatre points cardinaux.
"""
PLAIN = """page: 1
questions:
  - keyword: Chevalet
    question: Qui a peint *Guernica* ?
"""
CHRONO = """cards:
  - id: d001
    questions:
      - type: chrono
        question: Qui a peint *Guernica* ?
        answer: Pablo Picasso
"""
GAME_HEAD = """game: jouet
title: Jouet
edition: 1
version: 1.0.0
language: fr
players: {min: 3, max: 6}
products:
"""
ANY_TYPE = ", ".join(f'"{name}"' for name in TYPES)
ANY_KIND = ", ".join(f'"{name}"' for name in KINDS)

_numbers = count(1)


def new(place: str) -> str:
    """A path that was not opened before."""
    return place.format(next(_numbers))


def running(**changes: Any) -> LanguageServer:
    """The language server with the project's settings, some of them changed."""
    if not NODE_MODULES.is_dir():
        pytest.skip(f"needs a language server: npm install --no-package-lock --prefix {NODE_MODULES.parent}")
    return LanguageServer(ROOT, SETTINGS | changes)


@pytest.fixture(scope="module")
def server() -> Iterator[LanguageServer]:
    with running() as started:
        yield started


def offered(server: LanguageServer, place: str, text: str) -> dict[str, str]:
    """What is proposed at the cursor -> what choosing it writes."""
    return {proposal.label: proposal.inserted for proposal in server.complete(new(place), text)}


def documented(server: LanguageServer, place: str, text: str) -> dict[str, str]:
    """What is proposed at the cursor -> the documentation beside it."""
    return {proposal.label: proposal.documentation for proposal in server.complete(new(place), text)}


# Which schema is used


def test_real_content_needs_nothing_but_its_first_line() -> None:
    with running(**{"yaml.schemas": {}}) as server:
        marks = server.diagnose_all(REAL)
        assert {path: server.schemas(path) for path in REAL} == USED
        assert {path: found for path, found in marks.items() if found} == {}
        spoilt = REAL["content/egomaster/duo/01.yaml"].replace("type: cible", "type: cibel", 1)
        (mark,) = server.diagnose(new(PAGE), spoilt)
        assert mark.text == "cibel"


def test_real_content_needs_nothing_but_the_settings(server: LanguageServer) -> None:
    without = {path: "#" + text[text.index("\n") :] for path, text in REAL.items()}
    marks = server.diagnose_all(without)
    assert {path: server.schemas(path) for path in without} == USED
    assert {path: found for path, found in marks.items() if found} == {}


# Completion


def test_empty_page_offers_its_keys(server: LanguageServer) -> None:
    found = offered(server, PAGE, "‸")
    assert set(found) == {"page", "questions", "livret: booklet"}
    assert found["questions"] == "questions:\n  - "


def test_new_question_is_offered_as_a_whole_for_each_type(server: LanguageServer) -> None:
    found = offered(server, PAGE, PAGE_HEAD + "  - ‸")
    assert {f"{question_type.title} question" for question_type in TYPES.values()} <= set(found)
    assert found["Cible question"] == "type: cible\n  keyword: $1\n  question: $2\n  answer: $3"
    assert found["Solo question"] == "keyword: $1\n  question: $2\n  answer: $3"


def test_key_type_is_explained_before_a_type_is_chosen(server: LanguageServer) -> None:
    for text in (PAGE_HEAD + "  - ‸", PLAIN + "    ‸"):
        assert documented(server, PAGE, text)["type"] == "How the question is played; solo questions leave it out."


@pytest.mark.parametrize("before", ["  - type: ‸\n", "  - id: k3f9q2\n    type: ‸\n", "  - {type: ‸}\n"])
def test_types_are_offered_with_their_documentation(server: LanguageServer, before: str) -> None:
    expected = {name: f"**{question_type.title}**: {question_type.summary}" for name, question_type in TYPES.items()}
    assert documented(server, PAGE, PAGE_HEAD + before) == expected


def test_cible_offers_its_own_keys(server: LanguageServer) -> None:
    found = offered(server, PAGE, CIBLE + "    ‸")
    assert {"id", "answer", "unit", "theme", "difficulty", "source"} <= set(found)
    assert not {"answers", "accept", "procedure", "clue"} & set(found), "they belong elsewhere"
    assert not {"type", "keyword", "question"} & set(found), "they are there already"


def test_ping_pong_offers_its_own_keys(server: LanguageServer) -> None:
    found = offered(server, PAGE, PING_PONG + "    ‸")
    assert "answers" in found
    assert not {"answer", "unit", "accept"} & set(found)


def test_item_of_a_ping_pong_offers_variants(server: LanguageServer) -> None:
    assert {"answer", "accept"} <= set(offered(server, PAGE, PING_PONG + "    answers:\n      - ‸"))


def test_question_without_a_type_offers_the_keys_of_a_plain_one(server: LanguageServer) -> None:
    found = offered(server, PAGE, PLAIN + "    ‸")
    assert {"type", "answer", "accept"} <= set(found)
    assert not {"answers", "unit", "procedure"} & set(found)


def test_page_has_keywords_and_card_has_clues(server: LanguageServer) -> None:
    on_page = set(offered(server, PAGE, PAGE_HEAD + "  - type: chrono\n    ‸"))
    on_card = set(offered(server, CARDS, CHRONO + "        ‸"))
    assert ("keyword" in on_page, "clue" in on_page) == (True, False)
    assert ("keyword" in on_card, "clue" in on_card) == (False, True)


def test_chosen_key_is_written_with_its_colon(server: LanguageServer) -> None:
    found = offered(server, PAGE, CIBLE + "    ‸")
    assert [found[key] for key in ("theme", "answer", "id")] == ["theme: ", "answer: ", "id: "]
    assert offered(server, PAGE, PING_PONG + "    ‸")["answers"] == "answers:\n  - "


@pytest.mark.parametrize("product", ["  duo:\n    kind: ‸\n", "  duo: {kind: ‸}\n"])
def test_kinds_are_offered_with_their_documentation(server: LanguageServer, product: str) -> None:
    expected = {name: f"**{name}**: {kind.summary}" for name, kind in KINDS.items()}
    assert documented(server, GAME, "products:\n" + product) == expected


def test_product_offers_the_keys_of_its_kind(server: LanguageServer) -> None:
    booklet = set(offered(server, GAME, "products:\n  duo:\n    kind: booklet\n    ‸"))
    rulebook = set(offered(server, GAME, "products:\n  rules:\n    kind: rulebook\n    ‸"))
    assert booklet - rulebook >= {"pages", "questions_per_page", "types", "themes", "quotas"}
    assert rulebook >= {"title", "subtitle", "pnp"}


def test_types_of_a_product_are_offered(server: LanguageServer) -> None:
    assert set(offered(server, GAME, "products:\n  duo:\n    kind: booklet\n    types: [‸]")) == set(TYPES)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (PAGE, "‸"),
        (PAGE, "page: ‸"),
        (PAGE, "page: 1\nquestions: ‸"),
        (PAGE, PAGE_HEAD + "  - ‸"),
        (PAGE, CIBLE + "    ‸"),
        (PAGE, CIBLE + "    id: ‸"),
        (PAGE, CIBLE + "    answer: ‸"),
        (PAGE, CIBLE + "    unit: t‸"),
        (PAGE, CIBLE + "    theme: ‸"),
        (PAGE, CIBLE + "    difficulty: ‸"),
        (PAGE, CIBLE + "    stability: ‸"),
        (PAGE, CIBLE + "    as_of: ‸"),
        (PAGE, CIBLE + "    waive: ‸"),
        (PAGE, PLAIN + "    answer: ‸"),
        (PAGE, PLAIN + "    accept: [‸]"),
        (PAGE, PING_PONG + "    answers: [‸]"),
        (CARDS, CHRONO + "        clue: ‸"),
        (GAME, "‸"),
        (GAME, "age: ‸"),
        (GAME, "components:\n  - product: ‸"),
        (GAME, "setups:\n  - each:\n      pion: ‸"),
        (GAME, "products:\n  duo:\n    kind: booklet\n    subtitle: ‸"),
        (PUZZLES, "puzzles:\n  - ‸"),
        (PUZZLES, "puzzles:\n  - hint: ‸"),
    ],
)
def test_null_true_and_false_are_offered_nowhere(server: LanguageServer, place: str, text: str) -> None:
    for proposal in server.complete(new(place), text):
        assert proposal.label not in {"null", "true", "false"}
        assert "null" not in proposal.inserted


# Hover


@pytest.mark.parametrize(
    ("place", "text", "title", "told"),
    [
        (PAGE, CIBLE.replace("keyword", "key‸word"), "Cible question", "What players bet on, on booklet pages"),
        (PAGE, PLAIN.replace("keyword", "key‸word"), "Solo question", "What players bet on, on booklet pages"),
        (PAGE, CIBLE + "    ans‸wer: 8849\n", "Cible question", 'The exact number, in digits: 8849, "8 849" or "2,5".'),
        (PAGE, PING_PONG + "    ans‸wers: [nord]\n", "Ping-pong question", "The complete list of right answers."),
        (PAGE, CIBLE.replace("page", "pa‸ge"), "livret: booklet", "The page's number, as on the die."),
        (CARDS, CHRONO + "        cl‸ue: Toile\n", "Chrono question", "The indice on cards"),
        (GAME, "components:\n  - {na‸me: pion}\n", "Component", "Its name in the singular"),
        (GAME, "products:\n  duo:\n    kind: booklet\n    pa‸ges: 20\n", "booklet product", "Content pages"),
    ],
)
def test_key_is_explained(server: LanguageServer, place: str, text: str, title: str, told: str) -> None:
    assert server.hover(new(place), text).startswith(f"#### {title}\n\n{told}")


@pytest.mark.parametrize("name", TYPES)
def test_type_is_explained_first_among_all_types(server: LanguageServer, name: str) -> None:
    shown = server.hover(new(PAGE), f"{PAGE_HEAD}  - type: {name[:2]}‸{name[2:]}\n")
    listed = [line for line in shown.split("\n") if line.startswith("* ")]
    assert len(listed) == len(TYPES)
    assert f"* `{name}`: **{TYPES[name].title}**: {TYPES[name].summary}" == listed[0]


def test_kind_is_explained(server: LanguageServer) -> None:
    shown = server.hover(new(GAME), "products:\n  rules: {kind: rule‸book}\n")
    assert "* `rulebook`: **rulebook**: The rules of the game, in Markdown." in shown


# Diagnostics


class Case(NamedTuple):
    place: str
    text: str
    marks: tuple[Mark, ...] = ()


CASES = {
    "a number for a cible is fine": Case(PAGE, CIBLE + "    answer: 8849\n"),
    "a French number for a cible is fine": Case(PAGE, CIBLE + "    answer: 8 849,5\n"),
    "a year for an answer is fine": Case(PAGE, PLAIN + "    answer: 1937\n"),
    "true for an answer is fine": Case(PAGE, PLAIN + "    answer: true\n    accept: [No, 3.10, 1:30, 010]\n"),
    "a day is fine": Case(PAGE, PLAIN + "    answer: 1789-07-14\n    as_of: 2026-05-31\n"),
    "an id that YAML takes for a number is fine": Case(PAGE, PLAIN + "    answer: Picasso\n    id: 12e456\n"),
    "no without quotes is fine": Case(GAME, GAME_HEAD + "  rules: {kind: rulebook, title: Règle, pnp: no}\n"),
    "true without quotes is fine": Case(GAME, GAME_HEAD + "  rules: {kind: rulebook, title: Règle, pnp: true}\n"),
    "a wrong type names the accepted ones": Case(
        PAGE,
        CIBLE.replace("cible", "cibel") + "    answer: 8849\n",
        (Mark(3, 11, "cibel", f"Value is not accepted. Valid values: {ANY_TYPE}."),),
    ),
    "a text for a cible gets our own message": Case(
        PAGE,
        CIBLE + "    answer: très haut\n",
        (Mark(6, 13, "très haut", 'A number in digits, for example 8849, "8 849" or "2,5"'),),
    ),
    "a bad id gets our own message": Case(
        PAGE,
        CIBLE + "    answer: 8849\n    id: Été\n",
        (Mark(7, 9, "Été", "An id has small letters, digits and hyphens, for example k3f9q2"),),
    ),
    "a missing answer is named": Case(PAGE, CIBLE, (Mark(3, 5, "t", 'Missing property "answer".'),)),
    "an empty answer is marked": Case(PAGE, PLAIN + "    answer:\n", (Mark(5, 12, "", "A text is expected here"),)),
    "a list for an answer is marked": Case(
        PAGE, PLAIN + "    answer: [Picasso]\n", (Mark(5, 13, "[Picasso]", "A text is expected here"),)
    ),
    "an unknown key is marked": Case(
        PAGE,
        CIBLE + "    answer: 8849\n    réponse: 8849\n",
        (Mark(7, 5, "réponse", "Property réponse is not allowed."),),
    ),
    "a key of another type is marked": Case(
        PAGE,
        PING_PONG + "    answers: [nord, est, sud, ouest]\n    unit: m\n",
        (Mark(7, 5, "unit", "Property unit is not allowed."),),
    ),
    "a clue on a page is marked": Case(
        PAGE,
        PLAIN + "    answer: Picasso\n    clue: Toile\n",
        (Mark(6, 5, "clue", "Property clue is not allowed."),),
    ),
    "a missing clue on a card is named": Case(CARDS, CHRONO, (Mark(4, 9, "t", 'Missing property "clue".'),)),
    "a misspelt key in an item of a ping-pong is marked": Case(
        PAGE,
        PING_PONG + "    answers:\n      - {answer: nord, acept: [septentrion]}\n",
        (Mark(7, 24, "acept", "Property acept is not allowed."),),
    ),
    "a question that is a text is marked once": Case(
        PAGE, PAGE_HEAD + "  - Qui ?\n", (Mark(3, 5, "Qui ?", 'Incorrect type. Expected "Question".'),)
    ),
    "a key that stands twice is marked": Case(
        PAGE,
        CIBLE + "    answer: 8849\n    answer: 8850\n",
        (Mark(7, 5, "answer: 8850", "Map keys must be unique"),),
    ),
    "a misspelt kind names the accepted ones": Case(
        GAME,
        GAME_HEAD + "  duo: {kind: bookle, title: Duo}\n",
        (Mark(8, 15, "bookle", f"Value is not accepted. Valid values: {ANY_KIND}."),),
    ),
    "a missing kind is named": Case(
        GAME, GAME_HEAD + "  duo: {title: Duo}\n", (Mark(8, 3, "duo", 'Missing property "kind".'),)
    ),
    "a key of another kind is marked": Case(
        GAME,
        GAME_HEAD + "  rules: {kind: rulebook, title: Règle, pages: 20}\n",
        (Mark(8, 41, "pages", "Property pages is not allowed."),),
    ),
    "an unknown type of a product is marked": Case(
        GAME,
        GAME_HEAD + "  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 1, types: [cibel]}\n",
        (Mark(8, 77, "cibel", f"Value is not accepted. Valid values: {ANY_TYPE}."),),
    ),
    "a bad name of a product gets our own message": Case(
        GAME,
        GAME_HEAD + "  Duo: {kind: rulebook, title: Duo}\n",
        (Mark(8, 3, "Duo", "An id has small letters, digits and hyphens, for example k3f9q2"),),
    ),
    "a text for a number of pieces is marked": Case(
        GAME,
        GAME_HEAD
        + "  rules: {kind: rulebook, title: Règle}\nsetups:\n  - {name: donne, players: 3, each: {pion: un}}\n",
        (Mark(10, 44, "un", 'Incorrect type. Expected "integer".'),),
    ),
}


@pytest.fixture(scope="module")
def marks(server: LanguageServer) -> dict[str, tuple[Mark, ...]]:
    """What is underlined in each case; all are opened together."""
    paths = {name: new(case.place) for name, case in CASES.items()}
    found = server.diagnose_all({paths[name]: case.text for name, case in CASES.items()})
    return {name: tuple(found[path]) for name, path in paths.items()}


@pytest.mark.parametrize("name", CASES)
def test_author_is_warned_exactly(marks: dict[str, tuple[Mark, ...]], name: str) -> None:
    assert marks[name] == CASES[name].marks
