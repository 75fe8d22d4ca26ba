"""Several codes fit the attempts of a puzzle.

A puzzle has exactly one solution. Add an attempt, or place other dice, until only one code is left.

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, 1, 1, null], feedback: {equal: 3}}
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
from pipeline.kinds.code_solver import solvable, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.code_puzzles import CodePuzzles, Puzzle

RULE = Rule(code="LV602", name="puzzle-several-solutions", severity="error", waivable=False, kinds=("code-puzzles",))

MESSAGE = "{count} codes fit, for example {first} and {second}."
HINT = "Add an attempt that tells them apart."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    if not solvable(puzzle, product):
        return
    codes = solve(puzzle.attempts, len(product.columns), product.faces)
    if len(codes) > 1:
        first, second = (" ".join(map(str, code)) for code in codes[:2])
        yield entry.problem("attempts", say(MESSAGE, count=len(codes), first=first, second=second), say(HINT))
