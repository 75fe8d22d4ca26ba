"""No code fits the attempts of a puzzle.

Every code is tried (1,296 with four dice of six faces), and none would have got this feedback. One of the feedbacks is
wrong: `lower` means that the code's die is lower than the placed one.

```bad puzzles
- id: p001
  attempts:
    - {dice: [3, null, null, null], feedback: {equal: 1}}
    - {dice: [3, null, null, null], feedback: {lower: 1}}
  solution: [3, 1, 1, 1]
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

RULE = Rule(code="LV601", name="puzzle-no-solution", severity="error", waivable=False, kinds=("code-puzzles",))

MESSAGE = "None of the {codes} codes fits; attempt {number} rules out the last one."
HINT = "Compare its feedback with the solution: lower = the code's die is lower."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    if not solvable(puzzle, product) or solve(puzzle.attempts, len(product.columns), product.faces):
        return
    for number in range(1, len(puzzle.attempts) + 1):
        if not solve(puzzle.attempts[:number], len(product.columns), product.faces):
            where = ("attempts", number - 1, "feedback")
            yield entry.problem(where, say(MESSAGE, codes=product.codes, number=number), say(HINT))
            return
