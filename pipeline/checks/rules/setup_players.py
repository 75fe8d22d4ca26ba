"""A set-up table does not cover the numbers of players.

A set-up for seven in a game for six is a mistake, and a table that forgets five players leaves them without tokens. A
number of players may also stand in a set-up of another name (a solo game); a single row is taken as an example.

```bad game
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
setups:
  - {name: partie rapide, players: 3, each: {jeton: {100: 8}}}
  - {name: partie rapide, players: 5, each: {jeton: {100: 4}}}
```

```good game
players: {min: 3, max: 4}
components:
  - {name: jeton, count: 54, values: {100: 24, 200: 18, 500: 12}}
setups:
  - {name: partie rapide, players: 3, each: {jeton: {100: 8}}}
  - {name: partie rapide, players: 4, each: {jeton: {100: 6}}}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV505", name="setup-players", severity="error", waivable=False)

OUTSIDE = "A set-up for {players} players, but the game is for {min} to {max}."
OUTSIDE_HINT = "Correct one of the numbers."
MISSING = "The set-up “{name}” has no row for {missing} players."
MISSING_HINT = "Add a row for each number of players from {min} to {max}."
TWICE = "The set-up “{name}” has two rows for {players} players."
TWICE_HINT = "Keep one, or correct its number of players."


def check_game(context: GameContext) -> Iterator[Problem]:
    low, high = context.game.players.min, context.game.players.max
    if low > high:
        return  # the rule on players says so
    covered: dict[str, set[int]] = {}
    first: dict[str, int] = {}
    twice: set[str] = set()
    for index, setup in enumerate(context.game.setups):
        span = context.document.span(("setups", index, "players"))
        numbers = covered.setdefault(setup.name, set())
        first.setdefault(setup.name, index)
        if not low <= setup.players <= high:
            yield Problem(span, say(OUTSIDE, players=setup.players, min=low, max=high), say(OUTSIDE_HINT))
        elif setup.players in numbers:
            twice.add(setup.name)
            yield Problem(span, say(TWICE, name=setup.name, players=setup.players), say(TWICE_HINT))
        numbers.add(setup.players)
    for name, numbers in covered.items():
        elsewhere = set().union(*(others for other, others in covered.items() if other != name))
        wanted = range(low, min(high, low + 100) + 1)
        missing = [number for number in wanted if number not in numbers and number not in elsewhere]
        if missing and len(numbers) > 1 and name not in twice:  # one row is an example, two are a table
            span = context.document.span(("setups", first[name], "name"))
            message = say(MISSING, name=name, missing=", ".join(map(str, missing)))
            yield Problem(span, message, say(MISSING_HINT, min=low, max=high))
