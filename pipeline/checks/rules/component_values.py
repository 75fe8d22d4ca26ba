"""The values of a component do not add up to its count.

```bad game
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 11}}
```

```good game
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV502", name="component-values", severity="error", waivable=False)

MESSAGE = "The values of “{name}” add up to {sum}, its count is {count}."
HINT = "{parts} = {sum}: correct one of the numbers."
ONE_HINT = "Correct one of the two numbers, or add the values that are missing."


def check_game(context: GameContext) -> Iterator[Problem]:
    for index, component in enumerate(context.game.components):
        total = sum(component.values.values())
        if not component.adds_up():
            parts = " + ".join(str(count) for count in component.values.values())
            span = context.document.span(("components", index, "count"))
            message = say(MESSAGE, name=component.name, sum=total, count=component.count)
            several = len(component.values) > 1
            yield Problem(span, message, say(HINT, parts=parts, sum=total) if several else say(ONE_HINT))
