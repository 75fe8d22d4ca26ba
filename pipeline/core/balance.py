"""The balance of a product as numbers: how full it is, what its questions are about, which pages lean to one side."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.folding import answer_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LEVELS = ("1", "2", "3", "4", "5")
_FEWEST = 4  # questions of a page or card that can be called a mix
_FAR = 2.5  # standard errors
_MOST_ANSWERS = 5


class Asked(NamedTuple):
    """What counts of one question."""

    type: str
    theme: str
    difficulty: int
    stability: str
    question: str
    answer: str


class Fill(NamedTuple):
    """How many there are of how many; 0 wanted means that nobody counts."""

    what: str
    there: int
    wanted: int


class Uneven(NamedTuple):
    """A page or card that leans: to one theme (`times` of `total`), or away from the product's mean difficulty."""

    group: str
    number: int
    id: str
    field: str
    value: str
    times: int
    total: int


class Balance(NamedTuple):
    """The numbers of one product, or of all products of a game (`product` is empty)."""

    game: str
    product: str
    title: str
    kind: str
    fill: tuple[Fill, ...]
    questions: int
    types: tuple[tuple[str, int], ...]
    themes: tuple[tuple[str, int], ...]
    difficulty: tuple[tuple[str, int], ...]
    """A value that no question gives is counted under the empty name."""
    length: float
    """Characters of a question, on average."""
    perishable: tuple[tuple[str, int], ...]
    """How many questions are slow or volatile."""
    answers: tuple[tuple[str, int], ...]
    """Answers that several questions share, the most frequent first."""
    uneven: tuple[Uneven, ...] = ()


def weigh(
    questions: Sequence[Asked],
    *,
    game: str,
    product: str = "",
    title: str = "",
    kind: str = "",
    fill: tuple[Fill, ...] = (),
    types: Sequence[str] = (),
    themes: Sequence[str] = (),
    groups: Iterable[tuple[str, int, str, Sequence[Asked]]] = (),
) -> Balance:
    """The balance of some questions. Declared `types` and `themes` are counted even if nobody uses them."""
    return Balance(
        game,
        product,
        title,
        kind,
        fill,
        len(questions),
        _tally((one.type for one in questions), types),
        _tally((one.theme for one in questions), themes),
        _tally((str(one.difficulty or "") for one in questions), _LEVELS),
        round(sum(len(one.question) for one in questions) / len(questions), 1) if questions else 0.0,
        tuple((name, sum(one.stability == name for one in questions)) for name in ("slow", "volatile")),
        _frequent(questions),
        tuple(_leaning(questions, themes, groups)),
    )


def _tally(values: Iterable[str], declared: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """Declared values in their order, then others by name; those without a value last."""
    counted = Counter(values)
    others = sorted(value for value in counted if value and value not in declared)
    found = [(value, counted[value]) for value in (*declared, *others)]
    return (*found, ("", counted[""])) if counted[""] else tuple(found)


def _frequent(questions: Sequence[Asked]) -> tuple[tuple[str, int], ...]:
    shown: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for one in questions:
        if one.answer:
            key = answer_key(one.answer)
            shown.setdefault(key, one.answer)
            counted[key] += 1
    best = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((shown[key], count) for key, count in best[:_MOST_ANSWERS] if count > 1)


def _leaning(
    questions: Sequence[Asked], themes: Sequence[str], groups: Iterable[tuple[str, int, str, Sequence[Asked]]]
) -> Iterable[Uneven]:
    """Groups with more than twice their share of a theme (and one more), of one difficulty, or far from the mean."""
    levels = [one.difficulty for one in questions if one.difficulty]
    mean = sum(levels) / len(levels) if levels else 0.0
    spread = sqrt(sum((level - mean) ** 2 for level in levels) / len(levels)) if levels else 0.0
    kinds = len(set(themes) | {one.theme for one in questions if one.theme})
    for name, number, id_, asked in groups:
        if len(asked) < _FEWEST:
            continue
        limit = max(2, int(2 * len(asked) / kinds + 1)) if kinds > 1 else len(asked)
        for theme, count in sorted(Counter(one.theme for one in asked if one.theme).items()):
            if count > limit:
                yield Uneven(name, number, id_, "theme", theme, count, len(asked))
        own = [one.difficulty for one in asked if one.difficulty]
        if len(own) < _FEWEST or not spread:
            continue
        average = sum(own) / len(own)
        if len(set(own)) == 1:
            yield Uneven(name, number, id_, "difficulty", str(own[0]), len(own), len(asked))
        elif abs(average - mean) > _FAR * spread / sqrt(len(own)):
            yield Uneven(name, number, id_, "difficulty", f"{average:.1f}", 0, len(asked))
