"""Every rule's manual page: it has the parts that a reader needs, and its examples do what it says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pipeline.checks.manual import french, manual, prose
from pipeline.checks.rule import all_rules, docstring, names
from pipeline.core.typography import slips
from tests.toy import FILES, Toy

if TYPE_CHECKING:
    from pathlib import Path

_FENCE = re.compile(r"^```(bad|good) (\w+)( whole)?( escaped)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Mistakes that cannot be made alone: the second finding is a true one of its own. An example of game.yaml
# replaces parts that the toy's other files refer to.
_GAME = {
    "rulebook-reference",
    "rulebook-count",
    "setup-exceeds",
    "setup-players",
    "component-product",
    "type-not-in-product",
}
ALLOWED = {
    **dict.fromkeys(("component-product", "component-values", "players", "repeated-component", "setup-exceeds"), _GAME),
    **dict.fromkeys(("setup-players", "unknown-kind", "unknown-type-in-game", "bad-size", "bad-color"), _GAME),
    "component-faces": _GAME,
    "quota": {"too-many"},
    "same-answer-in-product": {"same-answer-on-page", "too-many"},
}
# What no text in a manual can show: they are about the disk, the size, the configuration or the finished page, and
# tested elsewhere.
WITHOUT_EXAMPLE = {
    "unreadable-file",
    "no-game",
    "file-too-big",
    "stale-baseline",
    "bad-configuration",
    "import-conflict",
    "crowded-words",
} | {found.name for found in all_rules() if "LV851" <= found.code <= "LV899" and found.name != "missing-glyph"}


class Example(NamedTuple):
    verdict: str
    file: str
    whole: bool
    raw: bytes


def examples(name: str) -> list[Example]:
    found = []
    for verdict, file, whole, escaped, text in _FENCE.findall(docstring(name) + "\n"):
        raw = text.encode("latin-1", "backslashreplace").decode("unicode_escape") if escaped else text
        is_bytes = escaped and "\\xff" in text
        found.append(Example(verdict, file, bool(whole), raw.encode("latin-1" if is_bytes else "utf-8")))
    return found


def run(toy: Toy, example: Example) -> list[str]:
    if example.file == "game":
        toy.game(example.raw.decode("utf-8"))
    elif example.whole or example.file not in FILES:
        toy.write_bytes(example.file, example.raw)
    else:
        toy.write(example.file, example.raw.decode("utf-8"))
    return toy.rules()


def test_the_toy_project_is_clean(toy: Toy) -> None:
    assert toy.check() == ()


def test_codes_and_names_are_unique_and_well_formed() -> None:
    rules = all_rules()
    assert len({found.code for found in rules}) == len({found.name for found in rules}) == len(rules) == len(names())
    for found in rules:
        assert re.fullmatch(r"LV\d{3}", found.code)
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", found.name)


@pytest.mark.parametrize("name", names())
def test_page_has_a_summary_and_says_why(name: str) -> None:
    summary, _, rest = docstring(name).partition("\n")
    assert summary.endswith((".", "?")), "the first line is a sentence"
    assert len(summary) <= 88
    assert name in WITHOUT_EXAMPLE or {example.verdict for example in examples(name)} == {"bad", "good"}
    assert rest.strip()


@pytest.mark.parametrize("name", [name for name in names() if name not in WITHOUT_EXAMPLE])
def test_bad_example_fires_and_good_one_does_not(name: str, tmp_path: Path) -> None:
    for number, example in enumerate(examples(name)):
        fired = run(Toy(tmp_path / str(number)), example)
        assert (name in fired) == (example.verdict == "bad"), f"{example.verdict} example: {fired}"


@pytest.mark.parametrize("name", [name for name in names() if name not in WITHOUT_EXAMPLE])
def test_bad_example_has_no_other_error(name: str, tmp_path: Path) -> None:
    """One mistake, one finding: a bad example shows its own rule and nothing else that is an error."""
    toy = Toy(tmp_path)
    bad = next(example for example in examples(name) if example.verdict == "bad")
    run(toy, bad)
    others = {finding.rule for finding in toy.check() if finding.severity == "error"} - {name}
    assert others <= ALLOWED.get(name, set())


_CODE = re.compile(r"`[^`]+`")
_ENGLISH_ONLY = {"`&name`", "`*name`", "`key: value`"}


def paragraphs() -> list[str]:
    return list(dict.fromkeys(text for name in names() for text in prose(docstring(name))))


def test_every_paragraph_has_its_french_and_no_french_is_left_over() -> None:
    assert list(french()) == sorted(paragraphs())


def test_french_pages_keep_the_code_and_are_typeset_as_authors_type_them() -> None:
    for english, text in french().items():
        kept = set(_CODE.findall(english)) - _ENGLISH_ONLY
        assert kept <= set(_CODE.findall(text)), english
        assert text.count("`") % 2 == 0
        plain = _CODE.sub("x", text)
        assert [slip.template for slip in slips(plain)] == [], text
        assert not re.search('[“”‘’"\u00a0\u202f]', plain), text
        assert text.endswith((".", "?")), text


def test_a_french_page_has_the_same_parts_and_examples() -> None:
    for name in names():
        english, spoken = manual(name), manual(name, "fr")
        assert _FENCE.findall(spoken + "\n") == _FENCE.findall(english + "\n") == _FENCE.findall(docstring(name) + "\n")
        assert len(prose(spoken)) == len(prose(english))
        assert english.count("```") == spoken.count("```")
