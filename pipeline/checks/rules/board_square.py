"""A square or a place of a board names a product that the game does not have.

Its colour, its icon and the booklet that players open come from the product: without one, the square says nothing.

```bad track whole
title: Plateau
squares: [{product: duoo, amount: 100}, {product: solo, amount: 200}]
```

```good track whole
title: Plateau
squares: [{product: duo, amount: 100}, {product: solo, amount: 200}]
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
    from pipeline.kinds.board import Board

RULE = Rule(code="LV704", name="board-square", severity="error", waivable=False, kinds=("board",))

MESSAGE = "The game has no product “{product}”."
NEAR = "The game has no product “{product}”: did you mean “{best}”?"
HINT = "Its products are: {products}."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    board: Board = entry.model
    declared = context.game.products
    named = {("squares", index): square.product for index, square in enumerate(board.squares)}
    named |= {("places", index): place.product for index, place in enumerate(board.places)}
    said: set[str] = set()
    for where, product in named.items():
        if product in declared or product in said:
            continue
        said.add(product)
        best = nearest(product, declared)
        message = say(NEAR, product=product, best=best) if best else say(MESSAGE, product=product)
        yield entry.problem((*where, "product"), message, say(HINT, products=", ".join(declared)))
