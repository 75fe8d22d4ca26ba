"""Who is nearest, and what has been said: the bookkeeping of Cible and Ping-pong (docs/judging.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.judging.answers import judge, read_number, written
from pipeline.judging.numerals import decimal, distance, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Ranking(NamedTuple):
    """Proposals to a number, in the order in which they were made."""

    winners: tuple[int, ...]
    """Who is nearest; several on a tie, none if nobody gave a number."""
    exact: int | None
    """Who gave the number itself: that one wins at once."""
    heard: int
    """How many proposals were listened to: none after an exact one."""
    distances: tuple[str | None, ...]
    """How far off each one is, in digits; null for what is no number, was not heard or repeats another."""


class Count(NamedTuple):
    """A round of Ping-pong: what each answer was worth, and where the list stands."""

    verdicts: tuple[str, ...]
    said: tuple[int, ...]
    """The items that were given, in order."""
    last_right: int | None
    """The number of the last right answer."""
    complete: bool
    """Whether every item has been given."""


def rank(answer: Mapping[str, Any], proposals: Sequence[str | None], *, distinct: bool = False) -> Ranking:
    """Who wins a Cible. With `distinct` a number that was proposed before does not count."""
    value = decimal(written(answer["value"]))
    if value is None:
        raise ValueError("the answer is no number")
    gaps: list[tuple[int, int] | None] = []
    shown: list[str | None] = []
    known = set()
    for place, proposal in enumerate(proposals):
        number = read_number(proposal, answer.get("unit")) if proposal else None
        if number is None or (distinct and number in known):
            gaps.append(None)
            shown.append(None)
            continue
        known.add(number)
        gap = distance(value, number)
        gaps.append(gap)
        shown.append(plain(gap))
        if gap.digits == 0:
            rest = (None,) * (len(proposals) - place - 1)
            return Ranking((place,), place, place + 1, (*shown, *rest))
    measured = [(place, gap) for place, gap in enumerate(gaps) if gap is not None]
    scale = max((gap[1] for _, gap in measured), default=0)
    least = min((gap[0] * 10 ** (scale - gap[1]) for _, gap in measured), default=0)
    winners = tuple(place for place, gap in measured if gap[0] * 10 ** (scale - gap[1]) == least)
    return Ranking(winners, None, len(proposals), tuple(shown))


def ping_pong(answer: Mapping[str, Any], given: Sequence[str]) -> Count:
    """Judge answers one after another: an item counts once, whatever its form."""
    verdicts: list[str] = []
    said: list[int] = []
    last = None
    for place, text in enumerate(given):
        verdict = judge(answer, text, said)
        verdicts.append(verdict.reason)
        if verdict.right and verdict.item is not None:
            said.append(verdict.item)
            last = place
    return Count(tuple(verdicts), tuple(said), last, len(said) == len(answer.get("items", ())) > 0)
