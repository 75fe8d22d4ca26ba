"""A set-up needs more pieces than the box has.

Each row of a set-up table is proved: what every player gets times the number of players, plus what lies on the table,
must be in the box, value by value.

```bad game
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
setups:
  - {name: partie rapide, players: 6, each: {jeton: {100: 4, 200: 3, 500: 3}}}
```

```good game
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
setups:
  - {name: partie rapide, players: 6, each: {jeton: {100: 4, 200: 3, 500: 2}}}
```
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.game import Component

RULE = Rule(code="LV504", name="setup-exceeds", severity="error", waivable=False)

MESSAGE = "{players} players x {each} + {table} on the table = {needed} of “{name}”; the box has {count}."
HINT = "Correct the set-up or the component."
UNKNOWN = "The box has no “{name}”."
UNKNOWN_NEAR = "The box has no “{name}”: did you mean “{best}”?"
UNKNOWN_HINT = "Its components are: {components}."
NO_VALUE = "“{name}” has no value {value}."
NO_VALUE_HINT = "Its values are: {values}."


def check_game(context: GameContext) -> Iterator[Problem]:
    game = context.game
    rows = Counter((setup.name, setup.players) for setup in game.setups)
    for index, setup in enumerate(game.setups):
        if rows[setup.name, setup.players] > 1:
            continue  # one of them has the wrong number of players, which is said already
        for name in dict.fromkeys((*setup.each, *setup.table)):
            where = ("setups", index, "each" if name in setup.each else "table", name)
            span = context.document.span(where, key=True)
            component = game.component(name)
            if component is None:
                best = nearest(name, [c.name for c in game.components])
                message = say(UNKNOWN_NEAR, name=name, best=best) if best else say(UNKNOWN, name=name)
                yield Problem(span, message, say(UNKNOWN_HINT, components=", ".join(c.name for c in game.components)))
                continue
            each, table = setup.each.get(name, {}), setup.table.get(name, {})
            for value in dict.fromkeys((*each, *table)):
                count = _in_box(component, value)
                at = context.document.span((*where, value)) if value else context.document.span(where)
                if count is None:
                    hint = say(NO_VALUE_HINT, values=", ".join(component.values) or "—")
                    yield Problem(at, say(NO_VALUE, name=name, value=value), hint)
                    continue
                needed = setup.players * each.get(value, 0) + table.get(value, 0)
                if needed > count and component.adds_up():
                    numbers = {
                        "each": each.get(value, 0),
                        "table": table.get(value, 0),
                        "needed": needed,
                        "count": count,
                    }
                    shown = f"{name} {value}".strip()
                    yield Problem(at, say(MESSAGE, players=setup.players, name=shown, **numbers), say(HINT))


def _in_box(component: Component, value: str) -> int | None:
    """How many pieces of a value there are; all pieces for a set-up that names no value."""
    return component.values.get(value) if value else component.count
