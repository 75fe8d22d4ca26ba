"""Two components have the same name.

```bad game
components:
  - {name: pion, count: 3}
  - {name: pion, count: 6}
```

```good game
components:
  - {name: pion, count: 6}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, Related, say
from pipeline.core.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV506", name="repeated-component", severity="error", waivable=False)

MESSAGE = "“{name}” is already a component."
HINT = "Add the two counts, or give one another name."
FIRST = "first here"


def check_game(context: GameContext) -> Iterator[Problem]:
    seen: dict[str, int] = {}
    for index, component in enumerate(context.game.components):
        first = seen.setdefault(fold(component.name), index)
        if first != index:
            span = context.document.span(("components", index, "name"))
            related = (Related(context.document.span(("components", first, "name")), say(FIRST)),)
            yield Problem(span, say(MESSAGE, name=component.name), say(HINT), related=related)
