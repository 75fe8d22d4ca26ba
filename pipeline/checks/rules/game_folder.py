"""A game's id is not the name of its folder.

```bad game
game: autre-jeu
```

```good game
game: jouet
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV120", name="game-folder", severity="error", waivable=False)

MESSAGE = "The game is called “{game}”, its folder “{folder}”."
HINT = "Make them the same: packs and PDFs are named after it."


def check_game(context: GameContext) -> Iterator[Problem]:
    if context.game.game != context.folder:
        span = context.document.span(("game",))
        yield Problem(span, say(MESSAGE, game=context.game.game, folder=context.folder), say(HINT))
