"""The feedback to an attempt is impossible, whatever the code.

There are more or fewer marks than dice, no die was placed, a die has a face that does not exist, or the feedback says
that the code is lower than 1 or higher than the last face.

```bad puzzles
- id: p001
  attempts:
    - {dice: [1, null, null, 2], feedback: {equal: 1}}
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
from pipeline.kinds.code_solver import Flaw, flaw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Entry
    from pipeline.kinds.code_puzzles import Attempt, CodePuzzles, Puzzle

RULE = Rule(code="LV604", name="puzzle-impossible-feedback", severity="error", waivable=False, kinds=("code-puzzles",))

COLUMNS = "The attempt has {count} places; the board has {columns}."
COLUMNS_HINT = "One value for each of {names}; null where no die was placed."
NOTHING = "No die was placed."
NOTHING_HINT = "Place 1 to {columns} dice."
FACES = "A die with {face} on it; the dice have {faces} faces."
FACES_HINT = "Use 1 to {faces}."
MARKS = "{marks} marks for {dice} dice."
MARKS_HINT = "equal + lower + higher is the number of placed dice."
TOO_LOW = "The code cannot be lower than a 1: at most {most} dice can be “lower”."
TOO_HIGH = "The code cannot be higher than a {faces}: at most {most} dice can be “higher”."
LIMIT_HINT = "Check which way round the feedback is: lower = the code's die is lower."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    puzzle: Puzzle = entry.model
    product: CodePuzzles = context.product  # type: ignore[assignment]
    for index, attempt in enumerate(puzzle.attempts):
        found = flaw(attempt, product)
        if found:
            field, message, hint = _said(found, attempt, product)
            yield entry.problem(("attempts", index, field), message, hint)


def _said(found: Flaw, attempt: Attempt, product: CodePuzzles) -> tuple[str, Message, Message]:
    columns, faces = len(product.columns), product.faces
    placed = [die for die in attempt.dice if die is not None]
    marks = attempt.feedback.equal + attempt.feedback.lower + attempt.feedback.higher
    not_one, not_last = len(placed) - placed.count(1), len(placed) - placed.count(faces)
    names = ", ".join(product.columns)
    return {
        "columns": (
            "dice",
            say(COLUMNS, count=len(attempt.dice), columns=columns),
            say(COLUMNS_HINT, names=names),
        ),
        "nothing": ("dice", say(NOTHING), say(NOTHING_HINT, columns=columns)),
        "faces": ("dice", say(FACES, face=max(placed, default=0), faces=faces), say(FACES_HINT, faces=faces)),
        "marks": ("feedback", say(MARKS, marks=marks, dice=len(placed)), say(MARKS_HINT)),
        "too low": ("feedback", say(TOO_LOW, most=not_one), say(LIMIT_HINT)),
        "too high": ("feedback", say(TOO_HIGH, faces=faces, most=not_last), say(LIMIT_HINT)),
    }[found]
