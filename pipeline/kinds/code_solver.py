"""Masterdice by enumeration: what feedback a code gives, which codes fit, which attempts are impossible.

Feedback is a multiset: how many of the placed dice the code equals, is lower than and is higher than, without
saying which. With 4 columns of 6 faces there are 1,296 codes, so enumeration is proof.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product as every
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


def fits(code: Code, attempt: Attempt) -> bool:
    """Whether an attempt would have got its feedback if this were the code."""
    wanted = attempt.feedback
    return feedback_for(code, attempt.dice) == (wanted.equal, wanted.lower, wanted.higher)


@lru_cache(maxsize=4096)
def solve(attempts: tuple[Attempt, ...], columns: int, faces: int) -> tuple[Code, ...]:
    """Every code that fits all attempts. The caller has made sure that each attempt has a die for each column."""
    codes = list(every(range(1, faces + 1), repeat=columns))
    for attempt in attempts:
        codes = [code for code in codes if fits(code, attempt)]
    return tuple(codes)


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
