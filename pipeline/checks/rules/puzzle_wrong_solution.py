"""The printed solution of a puzzle is not the code that fits.

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, 1, 1, 1], feedback: {equal: 4}}
  solution: [1, 1, 1, 2]
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

RULE = Rule(code="LV603", name="puzzle-wrong-solution", severity="error", waivable=False, kinds=("code-puzzles",))

MESSAGE = "The solution is {right}, not {printed}."
HINT = "Write  solution: [{listed}]"
LENGTH = "The solution has {count} dice; the code has {columns}."
LENGTH_HINT = "One die for each of: {names}."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    columns = len(product.columns)
    if len(puzzle.solution) != columns:
        message = say(LENGTH, count=len(puzzle.solution), columns=columns)
        yield entry.problem("solution", message, say(LENGTH_HINT, names=", ".join(product.columns)))
        return
    codes = solve(puzzle.attempts, columns, product.faces) if solvable(puzzle, product) else ()
    if len(codes) == 1 and codes[0] != puzzle.solution:
        right, printed = (" ".join(map(str, code)) for code in (codes[0], puzzle.solution))
        yield entry.problem(
            "solution", say(MESSAGE, right=right, printed=printed), say(HINT, listed=right.replace(" ", ", "))
        )
