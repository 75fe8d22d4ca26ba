"""Masterdice by enumeration: what feedback a code gives, which codes fit, which attempts are impossible.

Feedback is a multiset: how many of the placed dice the code equals, is lower than and is higher than, without
saying which. With 4 columns of 6 faces there are 1,296 codes, so enumeration is proof.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pipeline.kinds.code_puzzles import Attempt, CodePuzzles, Puzzle

    Dice = tuple[int | None, ...]
    Code = tuple[int, ...]

Flaw = Literal["columns", "nothing", "faces", "marks", "too low", "too high"]
_MAX_CODES = 50_000


def feedback_for(code: Code, dice: Dice) -> tuple[int, int, int]:
    """Equal, lower, higher: what a code is compared with the placed dice."""
    placed = [(secret, die) for secret, die in zip(code, dice, strict=True) if die is not None]
    equal = sum(secret == die for secret, die in placed)
    lower = sum(secret < die for secret, die in placed)
    return equal, lower, len(placed) - equal - lower


@lru_cache(maxsize=4096)
def solve(attempts: tuple[Attempt, ...], columns: int, faces: int) -> tuple[Code, ...]:
    """Every code that fits all attempts. The caller has made sure that each attempt has a die for each column."""
    left = _every_code(columns, faces)
    for attempt in attempts:
        left &= _fitting(attempt, columns, faces)
    found = []
    while left:
        lowest = left & -left
        found.append(_code(lowest.bit_length() - 1, columns, faces))
        left ^= lowest
    return tuple(found)


def idle(attempts: tuple[Attempt, ...], columns: int, faces: int) -> int | None:
    """The first attempt without which the others leave one code only."""
    for index in range(len(attempts)):
        left = _every_code(columns, faces)
        for attempt in attempts[:index] + attempts[index + 1 :]:
            left &= _fitting(attempt, columns, faces)
        if left and not left & (left - 1):
            return index
    return None


# A set of codes is a number whose bit n stands for the n-th code: sets of all 1,296 are cut in a microsecond.


@lru_cache(maxsize=4096)
def _fitting(attempt: Attempt, columns: int, faces: int) -> int:
    """The codes for which an attempt would have got its feedback: column by column, by equal and lower dice so far."""
    wanted = attempt.feedback
    so_far = {(0, 0): _every_code(columns, faces)}
    placed = 0
    for column, die in enumerate(attempt.dice):
        if die is None:
            continue
        placed += 1
        equal, lower = _showing(columns, faces, column, die), _below(columns, faces, column, die)
        after: dict[tuple[int, int], int] = {}
        for (equals, lowers), codes in so_far.items():
            for count, part in (
                ((equals + 1, lowers), codes & equal),
                ((equals, lowers + 1), codes & lower),
                ((equals, lowers), codes & ~(equal | lower)),
            ):
                after[count] = after.get(count, 0) | part
        so_far = after
    return so_far.get((wanted.equal, wanted.lower), 0) if placed == wanted.equal + wanted.lower + wanted.higher else 0


def _every_code(columns: int, faces: int) -> int:
    return int((1 << faces**columns) - 1)


@lru_cache(maxsize=256)
def _showing(columns: int, faces: int, column: int, die: int) -> int:
    """The codes with this die in this column: runs of bits that return at an even distance."""
    run = faces ** (columns - 1 - column)
    once = ((1 << run) - 1) << (die - 1) * run
    return sum(once << turn * run * faces for turn in range(faces**column))


@lru_cache(maxsize=256)
def _below(columns: int, faces: int, column: int, die: int) -> int:
    return sum(_showing(columns, faces, column, face) for face in range(1, die))


def _code(number: int, columns: int, faces: int) -> Code:
    return tuple(number // faces ** (columns - 1 - column) % faces + 1 for column in range(columns))


def flaw(attempt: Attempt, product: CodePuzzles) -> Flaw | None:
    """Why an attempt is impossible whatever the code, or None."""
    if len(attempt.dice) != len(product.columns):
        return "columns"
    placed = [die for die in attempt.dice if die is not None]
    if not placed:
        return "nothing"
    if max(placed) > product.faces:
        return "faces"
    feedback = attempt.feedback
    if feedback.equal + feedback.lower + feedback.higher != len(placed):
        return "marks"
    if feedback.lower > len(placed) - placed.count(1):
        return "too low"
    if feedback.higher > len(placed) - placed.count(product.faces):
        return "too high"
    return None


def solvable(puzzle: Puzzle, product: CodePuzzles) -> bool:
    """Whether the puzzle is well formed enough, and the product small enough, to try every code."""
    return product.codes <= _MAX_CODES and not any(flaw(attempt, product) for attempt in puzzle.attempts)
