"""A card has an ability that the game does not declare.

game.yaml lists the abilities with their names and texts; cards refer to them. A game that lists none is not held to it.

```bad deck
- {id: c1, value: 1, count: 4, name: Prima, ability: bouclier, text: La première.}
```

```good deck
- {id: c1, value: 1, count: 4, name: Prima, ability: shield, text: La première.}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.value_cards import ValueCard

RULE = Rule(code="LV701", name="unknown-ability", severity="error", waivable=False, kinds=("value-cards",))

MESSAGE = "The game has no ability “{ability}”."
NEAR = "The game has no ability “{ability}”: did you mean “{best}”?"
HINT = "Its abilities are: {abilities}."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    card: ValueCard = entry.model
    abilities = context.game.abilities
    if card.ability is None or not abilities or card.ability in abilities:
        return  # a game that declares none leaves them to its rulebook
    names = {ability.name: key for key, ability in abilities.items()}
    best = nearest(card.ability, abilities) or names.get(nearest(card.ability, names) or "")
    message = say(NEAR, ability=card.ability, best=best) if best else say(MESSAGE, ability=card.ability)
    yield entry.problem("ability", message, say(HINT, abilities=", ".join(abilities)))
