"""A puzzle uses more white dice than the box has.

Dice stay on the board, so all attempts together may place 18 (or what game.yaml says).

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
  solution: [1, 1, 1, 1]
```

```good puzzles
- id: p001
  attempts:
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
  solution: [1, 1, 1, 1]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.code_puzzles import CodePuzzles, Puzzle

RULE = Rule(code="LV605", name="puzzle-too-many-dice", severity="error", waivable=False, kinds=("code-puzzles",))

MESSAGE = "The attempts place {count} dice; the box has {dice} white ones."
HINT = "Leave out {over} dice."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    count = sum(die is not None for attempt in puzzle.attempts for die in attempt.dice)
    if count > product.dice:
        yield entry.problem(
            "attempts", say(MESSAGE, count=count, dice=product.dice), say(HINT, over=count - product.dice)
        )
