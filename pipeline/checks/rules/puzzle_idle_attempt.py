"""An attempt of a puzzle tells nothing.

Without it the same single code fits. Shorter is harder, and more elegant; keep it if it is meant as help.

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, null, null, null], feedback: {equal: 1}}
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
from pipeline.kinds.code_solver import idle, solvable, solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.code_puzzles import CodePuzzles, Puzzle

RULE = Rule(code="LV607", name="puzzle-idle-attempt", severity="info", kinds=("code-puzzles",))

MESSAGE = "Attempt {number} tells nothing: the others leave one code already."
HINT = "Remove it, or keep it as help for beginners."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    columns, faces = len(product.columns), product.faces
    if (
        not solvable(puzzle, product)
        or len(puzzle.attempts) > product.attempts
        or len(solve(puzzle.attempts, columns, faces)) != 1
    ):
        return
    index = idle(puzzle.attempts, columns, faces)
    if index is not None:
        yield entry.problem(("attempts", index), say(MESSAGE, number=index + 1), say(HINT))
