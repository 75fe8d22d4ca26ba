"""What a rule is, and where to find it.

Each file in `rules/` is one rule: its docstring is the manual page, `RULE` its identity, and one of the functions
`check_question`, `check_group`, `check_entry`, `check_file`, `check_game`, `check_product`, `check_bank` or
`check_pair` looks at content. Each file in `built_in/` is a rule that the loader, a model or the project finds by
itself.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks import built_in, rules
from pipeline.core.finding import START, Span
from pipeline.core.registry import modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import ModuleType

    from pipeline.core.finding import Problem, Severity
    from pipeline.kinds.base import Entry, Group, Product
    from pipeline.kinds.game import Game
    from pipeline.print.fit import Layout
    from pipeline.source.document import Document

SCOPES = ("question", "group", "entry", "file", "game", "product", "bank", "pair")


class Rule(NamedTuple):
    """A rule's identity. With `release`, a warning becomes an error under `--release`."""

    code: str
    name: str
    severity: Severity
    release: bool = False
    types: tuple[str, ...] = ()
    """Question types that it looks at; empty: all."""
    kinds: tuple[str, ...] = ()
    """Kinds of product that it looks at; empty: all."""
    waivable: bool = True
    hears: frozenset[str] = frozenset()
    """Only questions in which one of these words is heard (folded: see `hear`) are worth a look; empty: all.

    The engine looks once for the words of all rules, which is much faster than each rule's own pattern.
    """


class Listening(NamedTuple):
    """Rules on questions that wait for a word."""

    words: frozenset[str]
    """All their words."""
    rules: list[tuple[Rule, Callable[[Entry, Context], Iterator[Problem]]]]


class Context(NamedTuple):
    """What a rule may know besides the entry: the game, the product, and today's date (passed in, never asked)."""

    game: Game
    product: Product
    product_id: str
    today: str
    products: Mapping[str, Product]
    layout: Layout | None = None
    """The measures of the product's page templates, where they are known."""


class GameContext(NamedTuple):
    """A game.yaml with everything that could be read of it."""

    document: Document
    folder: str
    game: Game
    products: Mapping[str, Product]


class EntryFact(NamedTuple):
    """What rules over many files know about one entry."""

    id: str
    pointer: str
    span: Span
    number: int
    type: str
    theme: str
    difficulty: int
    answer: str
    copies: int
    waivers: tuple[tuple[str, Span], ...]
    question: str = ""
    answers: tuple[str, ...] = ()
    answer_kind: str = ""
    """What kind of answer a question has; empty for entries that are no questions."""
    asked: int = 0
    """Equal for questions that are the same after folding."""
    where: Span = START
    """Where the text of the question stands."""


class GroupFact(NamedTuple):
    """What rules over many files know about one page or card."""

    name: str
    number: int
    id: str
    pointer: str
    span: Span
    refused: int
    waivers: tuple[tuple[str, Span], ...]
    entries: tuple[EntryFact, ...]
    whole: bool = True
    """False when it is broken itself: nobody knows what it holds."""


class FileFacts(NamedTuple):
    """What rules over many files know about one file. `whole` is False when a part could not be read."""

    path: str
    game: str
    product: str
    whole: bool
    groups: tuple[GroupFact, ...]


class Placed(NamedTuple):
    """A problem found by a rule over many files, with its file and entry."""

    path: str
    problem: Problem
    entry: str = ""
    id: str = ""


class ProductFacts(NamedTuple):
    """All files of one product, in the order of their names, and where game.yaml declares it."""

    game: str
    id: str
    product: Product
    declared: Placed
    files: tuple[FileFacts, ...]


class Side(NamedTuple):
    """One of two questions that were compared, with its place."""

    path: str
    entry: EntryFact


class Pair(NamedTuple):
    """Two questions that are alike, and how. `later` comes after `first` in the bank: that is where it is reported."""

    verdict: str
    """same, contradiction, probable, review or reverse."""
    score: float
    first: Side
    later: Side
    only_first: tuple[str, ...] = ()
    """Words that only one of them has."""
    only_later: tuple[str, ...] = ()


class Checks(NamedTuple):
    """The functions of all rules, by what they look at."""

    question: dict[str, list[tuple[str, Callable[[Entry, Context], Iterator[Problem]]]]]
    listening: dict[str, Listening]
    group: list[tuple[Rule, Callable[[Group, Context], Iterator[Problem]]]]
    entry: list[tuple[Rule, Callable[[Entry, Context], Iterator[Problem]]]]
    file: list[tuple[Rule, Callable[[Document, Context], Iterator[Problem]]]]
    game: list[tuple[Rule, Callable[[GameContext], Iterator[Problem]]]]
    product: list[tuple[Rule, Callable[[ProductFacts], Iterator[Placed]]]]
    bank: list[tuple[Rule, Callable[[tuple[ProductFacts, ...]], Iterator[Placed]]]]
    pair: list[tuple[Rule, Callable[[Pair], Iterator[Placed]]]]


@lru_cache(maxsize=256)
def rule(name: str) -> Rule:
    """The rule of that name; only its own file is imported."""
    found: Rule = _module(name).RULE
    return found


def docstring(name: str) -> str:
    """What a rule's file says about it."""
    return (_module(name).__doc__ or "").strip()


def sentences(name: str) -> tuple[str, ...]:
    """What a rule says, as templates in the order of its file."""
    found = vars(_module(name)).items()
    return tuple(text for word, text in found if word.isupper() and word[0] != "_" and isinstance(text, str))


def names() -> tuple[str, ...]:
    """The names of all rules, without importing them."""
    return tuple(sorted(_homes()))


def all_rules() -> tuple[Rule, ...]:
    """All rules in the order of their codes; two rules of the same code raise."""
    found: dict[str, Rule] = {}
    for name in names():
        current = rule(name)
        if current.code in found or current.name != name:
            raise ValueError(f"rule {name}: its file, its name and its code {current.code} must be its own")
        found[current.code] = current
    return tuple(found[code] for code in sorted(found))


def resolve(word: str) -> tuple[str, ...]:
    """The rules that a user means by a name, a code or the beginning of a code."""
    if word in names():
        return (word,)
    code = word.upper()
    if code.startswith("LV"):
        return tuple(found.name for found in all_rules() if found.code.startswith(code))
    return ()


def collect_checks(question_types: tuple[str, ...]) -> Checks:
    """The functions of all rules. Those on questions are sorted by type, so that the engine asks no rule in vain."""
    checks = Checks({name: [] for name in question_types}, {}, [], [], [], [], [], [], [])
    listening: dict[str, list[tuple[Rule, Callable[[Entry, Context], Iterator[Problem]]]]]
    listening = {name: [] for name in question_types}
    for name in _names_in(rules):
        module = _module(name)
        found: Rule = module.RULE
        for scope in SCOPES:
            function = getattr(module, f"check_{scope}", None)
            if function is None:
                continue
            if scope == "question":
                for question_type in found.types or question_types:
                    if found.hears:
                        listening[question_type].append((found, function))
                    else:
                        checks.question[question_type].append((found.name, function))
            else:
                getattr(checks, scope).append((found, function))
    for question_type, waiting in listening.items():
        words = frozenset().union(*[found.hears for found, _ in waiting])
        checks.listening[question_type] = Listening(words, waiting)
    return checks


def _module(name: str) -> ModuleType:
    return import_module(f"{_homes()[name]}.{name.replace('-', '_')}")


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """Rule name -> the package that holds its file."""
    return {name: package.__name__ for package in (built_in, rules) for name in _names_in(package)}


@lru_cache(maxsize=2)
def _names_in(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted(name.replace("_", "-") for name in modules(package.__path__)))
