"""`play` names a product, a component or a set-up that the game does not have.

An app would stop where the game begins: the numbers of the rules lead nowhere.

```bad game
play:
  mechanism: low-hand
  deck: dekc
  hand: 5
  limit: 50
```

```good game
play:
  mechanism: low-hand
  deck: deck
  hand: 5
  limit: 50
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV508", name="play-reference", severity="error", waivable=False)

MESSAGES = {
    "product": "The game has no product “{name}” to play with.",
    "component": "The box has no “{name}” to play with.",
    "setup": "The game has no set-up “{name}” to start with.",
}
HINT = "Did you mean “{best}”?"
HINT_ALL = "There are: {known}."


def check_game(context: GameContext) -> Iterator[Problem]:
    game = context.game
    if game.play is None:
        return
    known = {
        "product": list(game.products),
        "component": [component.name for component in game.components],
        "setup": list(dict.fromkeys(setup.name for setup in game.setups)),
    }
    for where, sort, name in game.play.references():
        if name in known[sort]:
            continue
        best = nearest(name, known[sort])
        hint = say(HINT, best=best) if best else say(HINT_ALL, known=", ".join(known[sort]) or "—")
        yield Problem(context.document.span(("play", *where)), say(MESSAGES[sort], name=name), hint)
