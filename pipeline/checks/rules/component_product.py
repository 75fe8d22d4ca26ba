"""A component and the product that it is have different numbers.

```bad game
components:
  - {name: carte, count: 5, product: deck}
```

```good game
components:
  - {name: carte, count: 4, product: deck}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV503", name="component-product", severity="error", waivable=False)

MESSAGE = "The box has {count} of “{name}”, but the product “{product}” has {wanted}."
HINT = "Make the two numbers the same."
UNKNOWN = "The game has no product “{product}”."
UNKNOWN_NEAR = "The game has no product “{product}”: did you mean “{best}”?"
UNKNOWN_HINT = "Its products are: {products}."


def check_game(context: GameContext) -> Iterator[Problem]:
    for index, component in enumerate(context.game.components):
        if component.product is None:
            continue
        product = context.products.get(component.product)
        declared = context.game.products
        if product is None:
            if component.product not in declared:
                best = nearest(component.product, declared)
                near = say(UNKNOWN_NEAR, product=component.product, best=best)
                message = near if best else say(UNKNOWN, product=component.product)
                span = context.document.span(("components", index, "product"))
                yield Problem(span, message, say(UNKNOWN_HINT, products=", ".join(declared)))
            continue
        capacity = kind_of(product).capacity(product)
        wanted = capacity.groups if capacity.group == "card" else 1 if capacity.groups else capacity.entries
        if wanted and component.count != wanted:
            span = context.document.span(("components", index, "count"))
            values = {
                "count": component.count,
                "name": component.name,
                "product": component.product,
                "wanted": wanted,
            }
            yield Problem(span, say(MESSAGE, **values), say(HINT))
