"""How much a word tells: little if every quiz uses it, much if hardly any does. Whole numbers, so sums are exact.

The weight of a word comes from a table, not from the bank: the verdict on two questions does not change because a
third one was written. One exception keeps banks about one subject honest: a word that more than one question in 128
of a big bank uses (a template, the name of the hero) tells no more than such a word can. It moves in powers of two,
hence rarely, and the index notices. Where the table says less than that anyway, nothing moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from zlib import crc32

from pipeline.duplicates import words
from pipeline.duplicates.signature import term

if TYPE_CHECKING:
    from collections.abc import Mapping

RARE = 32
_NUMBER = 26
_SMALL_NUMBER = 20
_BIG_BANK = 1_024
_CAPPED = 7  # one question in 2 ** 7


class Weights:
    """The weight of each stem in one bank."""

    __slots__ = ("_known", "caps", "ranks")

    def __init__(self, caps: Mapping[str, int] | None = None) -> None:
        self.caps = dict(caps or {})
        self._known: dict[str, int] = {}
        self.ranks: dict[str, tuple[int, int]] = {}
        """Stems that were ranked already; see `rank`."""

    def __call__(self, stem: str) -> int:
        weight = self._known.get(stem)
        if weight is None:
            weight = self._known[stem] = min(_plain(stem), self.caps.get(stem, RARE))
        return weight

    def rank(self, stem: str) -> tuple[int, int]:
        """The place of a stem in the order of the index: the heaviest first, equal ones by their code."""
        found = self.ranks[stem] = (-self(stem), code(stem))
        return found


def code(stem: str) -> int:
    """A stem as a number. Two stems may share one: that proposes a pair too many, never too few."""
    return crc32(stem.encode("utf-8", "surrogatepass"))


def caps_of(counts: Mapping[str, int], questions: int) -> dict[str, int]:
    """The caps of a bank: stem -> the most that it can weigh, for stems in more than one question of 128 that the
    table calls rarer."""
    if questions < _BIG_BANK:
        return {}
    least = capped_from(questions)
    caps = {stem: cap(count, questions) for stem, count in counts.items() if count >= least}
    return {stem: most for stem, most in caps.items() if most < _plain(stem)}


def capped_from(questions: int) -> int:
    """From how many questions on a stem is capped; beyond any count in a small bank."""
    return 2 ** (questions.bit_length() - _CAPPED) if questions >= _BIG_BANK else 2**62


def cap(count: int, questions: int) -> int:
    """The weight of a stem that `count` of the questions use."""
    if count < capped_from(questions):
        return RARE
    return _weigh(questions.bit_length() - count.bit_length())


def _weigh(power: int) -> int:
    """The weight of a word in one question of 2 ** power: quarters of a nat."""
    return round(4 * (0.6931 * power + 0.5))


def _plain(stem: str) -> int:
    if stem[0] == "#":
        return _number(stem)
    return _common().get(stem, RARE)


def _number(stem: str) -> int:
    """Small and round numbers and years answer many questions, 384,400 only one."""
    if len(stem) <= 3:
        return _SMALL_NUMBER
    digits = stem[1:].rstrip("0")
    is_year = len(stem) == 5 and stem[1] in "12"
    return RARE if len(digits) >= 3 and not is_year and stem[-1].isdecimal() else _NUMBER


@lru_cache(maxsize=1)
def _common() -> dict[str, int]:
    table: dict[str, int] = {}
    for power, text in words.COMMON:
        for word in text.split():
            table.setdefault(term(word), _weigh(power))
    return table


def is_common(stem: str) -> bool:
    """Whether the table knows the word: then it is no misspelling."""
    return stem in _common()
