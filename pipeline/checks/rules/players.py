"""The fewest players are more than the most.

```bad game
players: {min: 6, max: 3}
```

```good game
players: {min: 3, max: 6}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV501", name="players", severity="error", waivable=False)

MESSAGE = "At least {min} players and at most {max}: nobody can play."
HINT = "Exchange the two numbers."


def check_game(context: GameContext) -> Iterator[Problem]:
    players = context.game.players
    if players.min > players.max:
        span = context.document.span(("players", "min"))
        yield Problem(span, say(MESSAGE, min=players.min, max=players.max), say(HINT))
