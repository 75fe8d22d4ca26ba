"""The French catalogue has every sentence that livret says and no other, and reads like printed French."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import pytest

from pipeline.checks.rule import names
from pipeline.core.catalogue import PHRASES, french, language_of, translator
from pipeline.core.finding import say
from pipeline.core.typography import slips
from pipeline.kinds import KINDS
from pipeline.kinds.validation import _SHAPES
from pipeline.source import characters, document
from pipeline.types import TYPES
from tests.test_rule_pages import WITHOUT_EXAMPLE, examples, run
from tests.toy import Toy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import ModuleType

    from pipeline.core.finding import Finding, Message

ROOMS = (
    "core", "packs", "play", "source", "types", "kinds", "print", "checks", "exporters", "formats", "project",
    "reporters", "cli",
)  # fmt: skip
# Upper-case texts that nobody reads: names of files and formats, inks, the address of a schema.
NOT_SAID = frozenset(
    "ADDRESS ALL BASELINE BLACK CACHE_FOLDER CHOICE_COLUMN CONFIGURATION CONTENT DISTINCT DRAFT FORMAT FRESH_ID HOME"
    " IGNORED INLINE LEVELS MANIFEST NAME PACK PAPER PRINTER REVIEWS REVIEW_MARKS SEAL SIGNS SITE STABILITIES TEASER"
    " BANK BOX COMMANDS LOCKED LUCK MIDDLE OFF_PAGE SETTINGS VERSION WRONG_COLUMN".split()
)
# Phrases that reach their place through a variable: what links in rulebooks name, what a sheet or a board has.
THROUGH_VARIABLES = {"ability", "component", "product", "type", "columns", "rows", "squares"}
# What stands at the place `problem`: our own words, the system's and libyaml's.
PROBLEMS = {
    "cannot be read",
    "the link leads out of the content folder",
    "it is not a file",
    "syntax error",
    "Permission denied",
    "No such file or directory",
    "block sequence entries are not allowed in this context",
    "could not find expected ':'",
    "could not find expected directive name",
    "did not find expected ',' or ']'",
    "did not find expected ',' or '}'",
    "did not find expected '-' indicator",
    "did not find expected <document start>",
    "did not find expected alphabetic or numeric character",
    "did not find expected comment or line break",
    "did not find expected digit or '.' character",
    "did not find expected hexdecimal number",
    "did not find expected key",
    "did not find expected node content",
    "did not find expected whitespace or line break",
    "did not find the expected '>'",
    "found a tab character that violates indentation",
    "found a tab character where an indentation space is expected",
    "found character that cannot start any token",
    "found unexpected ':'",
    "found unexpected document indicator",
    "found unexpected end of stream",
    "found unexpected non-alphabetical character",
    "found unknown directive name",
    "found unknown escape character",
    "mapping keys are not allowed in this context",
    "mapping values are not allowed in this context",
}
# Phrases are looked for at these places. `name` also holds authors' names, so it is read from the characters alone.
PLACES = PHRASES - {"name"}
NAMES = {"kind.name": tuple(KINDS), "question_type.name": tuple(TYPES)}

_PLACE = re.compile(r"\{\w+\}")
_CODE = re.compile(r"`[^`]*`")


@lru_cache(maxsize=1)
def modules() -> tuple[ModuleType, ...]:
    """Every module that may hold a sentence for readers."""
    found = []
    for room in ROOMS:
        package = import_module(f"pipeline.{room}")
        found += [
            package,
            *(import_module(info.name) for info in walk_packages(package.__path__, f"{package.__name__}.")),
        ]
    return tuple(found)


@lru_cache(maxsize=1)
def templates() -> frozenset[str]:
    """The upper-case texts of all modules, and the values of upper-case tables of texts."""
    found: set[str] = set()
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("_") or not name.isupper() or name in NOT_SAID:
                continue
            if isinstance(value, str) and len(value) > 1:  # a single character is no sentence
                found.add(value)
            elif isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
                found.update(value.values())
    return frozenset(found)


@lru_cache(maxsize=1)
def phrases() -> frozenset[str]:
    """The words of ours that stand at the places which are translated too."""
    trees = [ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8")) for module in modules()]
    signatures = {name: parameters for tree in trees for name, parameters in _signatures(tree)}
    written = {text for tree in trees for text in _phrases_in(tree, signatures)}
    return frozenset((written | set(_SHAPES.values()) | character_names() | THROUGH_VARIABLES) - {""})


def _signatures(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name, [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            fields = [line.target for line in node.body if isinstance(line, ast.AnnAssign)]
            yield node.name, [field.id for field in fields if isinstance(field, ast.Name)]


def _phrases_in(tree: ast.Module, signatures: dict[str, list[str]]) -> Iterator[str]:
    """Texts that are passed for a place by its name or its position, or assigned to a variable of that name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in PLACES:
                    yield from _texts(keyword.value)
            parameters = signatures.get(node.func.id, []) if isinstance(node.func, ast.Name) else []
            for parameter, argument in zip(parameters, node.args, strict=False):
                if parameter in PLACES:
                    yield from _texts(argument)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in PLACES:
            yield from _texts(node.value)


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may give: itself, both sides of an `if`, the default of a `get`, all names in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        for default in node.args[1:]:
            yield from _texts(default)
    elif isinstance(node, ast.JoinedStr):
        holes = [ast.unparse(part.value) for part in node.values if isinstance(part, ast.FormattedValue)]
        pattern = ast.unparse(node)[2:-1]
        for hole in holes:
            yield from (pattern.replace("{" + hole + "}", name) for name in NAMES.get(hole, ()))


def character_names() -> set[str]:
    """What odd characters are called in findings; NUL is called so everywhere."""
    found = set()
    for char in map(chr, range(0x10000)):
        if not char.isprintable() and not "\ud800" <= char <= "\udfff":
            for text in (f"a{char}b", f"{char}a: 1"):
                for problem in characters.inspect(text).problems:
                    found |= {value.strip() for place, value in problem.message.values if place in PHRASES}
    return found - {"", "NUL"}


def messages(findings: Iterable[Finding]) -> Iterator[Message]:
    """Everything that findings say."""
    for finding in findings:
        yield finding.message
        if finding.hint:
            yield finding.hint
        yield from (other.message for other in finding.related)


def french_of(finding: Finding) -> tuple[str, str]:
    """A finding's message and hint as a French reader sees them."""
    translate = translator("fr")
    return translate(finding.message), translate(finding.hint) if finding.hint else ""


def test_sentences_are_found() -> None:
    """The collection itself works: these come from a rule, a table, the loader, a model and the reporter."""
    assert {"Remove it.", "error", "The file is empty.", "“{field}” is empty.", "{count} errors"} <= templates()
    assert {"a booklet page", "a cible question", "a sheet product", "a list", "puzzle", "tab", "UTF-16"} <= phrases()


def test_every_sentence_has_its_french() -> None:
    assert sorted(templates() - french().keys()) == []


def test_every_phrase_at_a_place_has_its_french() -> None:
    assert sorted((phrases() | PROBLEMS) - french().keys()) == []


def test_no_french_is_left_of_a_sentence_that_is_no_longer_said() -> None:
    assert sorted(french().keys() - templates() - phrases() - PROBLEMS) == []


def test_catalogue_is_sorted_with_one_entry_a_line() -> None:
    text = (Path(import_module("pipeline.core").__path__[0]) / "fr.json").read_text(encoding="utf-8")
    assert list(french()) == sorted(french())
    assert len(text.splitlines()) == len(french()) + 2
    assert "\\u" not in text


def test_french_keeps_the_places() -> None:
    kept = {english: sorted(_PLACE.findall(text)) for english, text in french().items()}
    assert [english for english, places in kept.items() if places != sorted(_PLACE.findall(english))] == []


def test_french_keeps_the_code() -> None:
    """What stands between backticks is typed by the reader as it is: commands, keys, values."""
    kept = {english: set(_CODE.findall(text)) for english, text in french().items()}
    assert [english for english, code in kept.items() if not set(_CODE.findall(english)) <= code] == []
    assert [text for text in french().values() if text.count("`") % 2] == []


def test_french_is_typeset_as_authors_type_it() -> None:
    """One ordinary space before ; : ! ? and inside « », a straight apostrophe, no English quotation marks."""
    texts = [_PLACE.sub("x", text) for text in french().values()]
    assert [(text, slip.template) for text in texts for slip in slips(text)] == []
    assert [text for text in texts if re.search('[“”‘’"\u00a0\u202f]', _CODE.sub("", text))] == []
    assert [text for text in texts if text != text.strip()] == []


def test_sentence_stays_a_sentence() -> None:
    ends = (".", "?", "…", "`")
    assert [
        text for english, text in french().items() if english.endswith((".", "?")) and not text.endswith(ends)
    ] == []


def test_phrase_can_stand_in_the_middle_of_a_sentence() -> None:
    """No capital and no full stop, except in proper names."""
    said = {english: french()[english] for english in phrases() | PROBLEMS}
    assert [text for text in said.values() if text.endswith(".")] == []
    assert {text for text in said.values() if text[0].isupper()} == {"UTF-16", "Windows-1252 ou Latin-1"}


@pytest.mark.parametrize("name", [name for name in names() if name not in WITHOUT_EXAMPLE])
def test_example_of_a_rule_is_reported_in_french(name: str, tmp_path: Path) -> None:
    """No English sentence, no English phrase and no empty place is left in what a rule's bad example says."""
    toy = Toy(tmp_path)
    run(toy, next(example for example in examples(name) if example.verdict == "bad"))
    findings = toy.check()
    assert name in [finding.rule for finding in findings]
    for message in messages(findings):
        assert message.template in french()
        assert [value for place, value in message.values if place in PLACES and value not in french()] == []
        assert {place for place, _ in message.values} >= {place[1:-1] for place in _PLACE.findall(message.template)}


def test_incomplete_page_and_deck_are_reported_in_french(toy: Toy) -> None:
    """The plural of our words, "{group}s", is French too."""
    toy.write("duo", "- {id: aaaaaa, type: rapidite, keyword: Ut, question: Qui chante ?, answer: Callas}\n")
    toy.write("deck", "- {id: v001, value: 1, count: 2, name: Prima, text: La première.}\n")
    page, deck = sorted(toy.check(), key=lambda finding: finding.rule)
    assert french_of(page) == ("Cette page n'a pas toutes ses questions : 1 sur 2.", "Encore 1 à écrire.")
    assert french_of(deck) == ("« deck » n'a pas toutes ses cartes : 2 sur 4.", "Encore 2 à écrire.")


def test_missing_answer_is_reported_in_french(toy: Toy) -> None:
    toy.write(
        "duo",
        "- {id: aaaaaa, type: cible, keyword: Panier, question: Combien d'œufs ?}\n"
        "- {id: bbbbbb, type: rapidite, keyword: Ut, question: Qui chante ?, answer: Callas, accept: Maria}\n",
    )
    missing, shape = toy.check()
    assert french_of(missing) == (
        "« answer » manque : une question cible en a besoin.",
        "Ajoutez une ligne `answer: …`",
    )
    assert french_of(shape) == ("« accept » devrait être une liste, et non un texte.", "Écrivez une liste : `[Maria]`.")


def test_odd_character_is_named_in_french(toy: Toy) -> None:
    toy.write("help", "- {id: h001, title: Aide, text: Regardez la carte\u00a0!, count: 2}\n")
    (found,) = toy.check()
    message, _ = french_of(found)
    assert message == "Le texte contient une espace insécable (U+00A0) ; livret l'ajoute lui-même à l'impression."


def test_english_reader_gets_the_english_sentence(toy: Toy) -> None:
    toy.write("duo", "- {id: aaaaaa, type: rapidite, keyword: Ut, question: Qui chante ?, answer: Callas}\n")
    (found,) = toy.check()
    assert translator("en")(found.message) == str(found.message) == "This page has 1 of 2 questions."


def test_french_measures_have_a_decimal_comma_and_versions_keep_their_point() -> None:
    translate = translator("fr")
    column = say("The column is {mm} mm too long; this is its longest entry.", mm="88.3")
    assert "trop longue de 88,3 mm" in translate(column)
    old = "The file is PDF {found}; {standard} allows {wanted} at most."
    version = say(old, found="1.7", standard="PDF/X-4", wanted="1.6")
    assert "1.7" in translate(version)


def test_words_of_the_author_are_not_translated() -> None:
    """`text` is a phrase of ours, but as a key it is the author's."""
    assert translator("fr")(say("Unknown key “{key}”.", key="text")) == "Clé inconnue : « text »."


def test_sentence_without_french_is_said_in_english() -> None:
    assert translator("fr")(say("Brand new: {count}.", count=3)) == "Brand new: 3."


@pytest.mark.parametrize("text", ["a: {b: 1: [", "- a\nb: [: 1", "a: [b, c]: d", "%b"])
def test_syntax_error_has_its_french(text: str) -> None:
    problems = document.load(text.encode()).problems
    said = [dict(found.message.values)["problem"] for found in problems if found.rule == "yaml-syntax"]
    assert said
    assert [problem for problem in said if problem not in french()] == []


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "FR"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "fr_BE", "LC_MESSAGES": "en_GB", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "C", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_language_is_that_of_the_first_locale_variable_that_is_set(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
