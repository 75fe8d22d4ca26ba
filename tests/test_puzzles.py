"""Masterdice: feedback, the solver, and each way in which a puzzle can be wrong."""

from __future__ import annotations

from itertools import product as every
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.kinds.code_puzzles import Attempt
from pipeline.kinds.code_solver import feedback_for, idle, solve
from tests.toy import Toy, marked

if TYPE_CHECKING:
    from pipeline.core.finding import Finding

CODES = st.tuples(*[st.integers(1, 6)] * 4)
DICE = st.tuples(*[st.one_of(st.none(), st.integers(1, 6))] * 4).filter(any)


def attempt(dice: tuple[int | None, ...], code: tuple[int, ...]) -> Attempt:
    equal, lower, higher = feedback_for(code, dice)
    texts = ["null" if die is None else str(die) for die in dice]
    return Attempt.model_validate(
        {"dice": texts, "feedback": {"equal": str(equal), "lower": str(lower), "higher": str(higher)}}
    )


def test_feedback_says_what_the_code_is_compared_with_the_dice() -> None:
    assert feedback_for((2, 5, 1, 6), (3, None, None, 5)) == (0, 1, 1)
    assert feedback_for((1, 1, 1, 1), (1, 2, None, 1)) == (2, 1, 0)


@given(CODES, st.lists(DICE, max_size=5))
def test_the_true_code_always_fits_its_own_feedback(code: tuple[int, ...], rows: list[tuple[int | None, ...]]) -> None:
    assert code in solve(tuple(attempt(dice, code) for dice in rows), 4, 6)


@given(CODES, st.lists(DICE, max_size=3))
def test_the_solver_agrees_with_trying_every_code_by_hand(
    code: tuple[int, ...], rows: list[tuple[int | None, ...]]
) -> None:
    attempts = tuple(attempt(dice, code) for dice in rows)
    wanted = [feedback_for(code, dice) for dice in rows]
    by_hand = [
        candidate
        for candidate in every(range(1, 7), repeat=4)
        if all(feedback_for(candidate, dice) == feedback for dice, feedback in zip(rows, wanted, strict=True))
    ]
    assert list(solve(attempts, 4, 6)) == by_hand


@given(CODES, st.lists(DICE, min_size=1, max_size=4))
def test_an_idle_attempt_is_the_first_without_which_one_code_is_left(
    code: tuple[int, ...], rows: list[tuple[int | None, ...]]
) -> None:
    attempts = (*(attempt(dice, code) for dice in rows), attempt(code, code))
    alone = [len(solve(attempts[:at] + attempts[at + 1 :], 4, 6)) == 1 for at in range(len(attempts))]
    assert idle(attempts, 4, 6) == (alone.index(True) if True in alone else None)


def test_boards_of_other_sizes_are_solved_too() -> None:
    assert solve((attempt((2, None), (2, 9)), attempt((None, 4), (2, 1))), 2, 9) == ((2, 1), (2, 2), (2, 3))


def puzzle(toy: Toy, attempts: list[str], solution: str = "[1, 2, 3, 4]") -> list[Finding]:
    rows = "".join(f"    - {{{row}}}\n" for row in attempts)
    toy.write("puzzles", f"- id: p001\n  attempts:\n{rows}  solution: {solution}\n")
    return list(toy.check())


@pytest.mark.parametrize(
    ("attempts", "rule", "message", "text"),
    [
        (["dice: [1, 2, 3, null], feedback: {equal: 3}"], "puzzle-several-solutions",
         "6 codes fit, for example 1 2 3 1 and 1 2 3 2.", "attempts"),
        (["dice: [1, 2, 3, 4], feedback: {equal: 4}", "dice: [1, null, null, null], feedback: {higher: 1}"],
         "puzzle-no-solution", "None of the 1296 codes fits; attempt 2 rules out the last one.", "feedback"),
        (["dice: [4, 3, 2, 1], feedback: {equal: 4}"], "puzzle-wrong-solution",
         "The solution is 4 3 2 1, not 1 2 3 4.", "solution"),
        (["dice: [1, 2, 3, 4], feedback: {equal: 3}"], "puzzle-impossible-feedback", "3 marks for 4 dice.", "feedback"),
        (["dice: [1, null, null, null], feedback: {lower: 1}"], "puzzle-impossible-feedback",
         "The code cannot be lower than a 1: at most 0 dice can be “lower”.", "feedback"),
        (["dice: [6, null, null, null], feedback: {higher: 1}"], "puzzle-impossible-feedback",
         "The code cannot be higher than a 6: at most 0 dice can be “higher”.", "feedback"),
        (["dice: [null, null, null, null], feedback: {}"], "puzzle-impossible-feedback", "No die was placed.", "dice"),
        (["dice: [1, 2, 3], feedback: {equal: 3}"], "puzzle-impossible-feedback",
         "The attempt has 3 places; the board has 4.", "dice"),
        (["dice: [7, null, null, null], feedback: {lower: 1}"], "puzzle-impossible-feedback",
         "A die with 7 on it; the dice have 6 faces.", "dice"),
    ],
)  # fmt: skip
def test_each_mistake_has_its_own_finding(toy: Toy, attempts: list[str], rule: str, message: str, text: str) -> None:
    found = [finding for finding in puzzle(toy, attempts) if finding.severity == "error"]
    assert [(finding.rule, str(finding.message)) for finding in found] == [(rule, message)]
    assert marked(found[0], toy.root) == text


def test_more_dice_or_rows_than_the_box_has_are_different_findings(toy: Toy) -> None:
    one = "dice: [1, null, null, null], feedback: {equal: 1}"
    four = "dice: [1, 2, 3, 4], feedback: {equal: 4}"
    assert "puzzle-too-many-rows" in [finding.rule for finding in puzzle(toy, [one] * 7 + [four])]
    assert "puzzle-too-many-dice" in [finding.rule for finding in puzzle(toy, [four] * 5)]
    assert [finding.rule for finding in puzzle(toy, [four])] == []
