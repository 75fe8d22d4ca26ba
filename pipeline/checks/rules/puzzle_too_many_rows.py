"""A puzzle has more attempts than the board has rows.

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, null, null, null], feedback: {equal: 1}}
    - {dice: [1, null, null, null], feedback: {equal: 1}}
    - {dice: [1, null, null, null], feedback: {equal: 1}}
    - {dice: [1, null, null, null], feedback: {equal: 1}}
    - {dice: [null, 1, null, null], feedback: {equal: 1}}
    - {dice: [null, 1, null, null], feedback: {equal: 1}}
    - {dice: [null, null, 1, null], feedback: {equal: 1}}
    - {dice: [null, null, null, 1], feedback: {equal: 1}}
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

RULE = Rule(code="LV606", name="puzzle-too-many-rows", severity="error", waivable=False, kinds=("code-puzzles",))

MESSAGE = "The puzzle has {count} attempts; the board has {rows} rows."
HINT = "Leave out {over} of them."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    over = len(puzzle.attempts) - product.attempts
    if over > 0:
        message = say(MESSAGE, count=len(puzzle.attempts), rows=product.attempts)
        yield entry.problem(("attempts", product.attempts), message, say(HINT, over=over))
