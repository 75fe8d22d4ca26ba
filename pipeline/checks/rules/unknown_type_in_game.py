"""A product names a question type that does not exist.

```bad game
products:
  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 2, types: [cible, pingpong]}
```

```good game
products:
  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 2, types: [cible, ping-pong]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest
from pipeline.kinds.questions import QuestionProduct
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV121", name="unknown-type-in-game", severity="error", waivable=False)

MESSAGE = "There is no question type “{type}”."
NEAR = "There is no question type “{type}”: did you mean “{best}”?"
HINT = "Accepted: {accepted}."


def check_game(context: GameContext) -> Iterator[Problem]:
    for name, product in context.products.items():
        for index, question_type in enumerate(product.types if isinstance(product, QuestionProduct) else ()):
            if question_type not in TYPES:
                best = nearest(question_type, TYPES)
                message = say(NEAR, type=question_type, best=best) if best else say(MESSAGE, type=question_type)
                span = context.document.span(("products", name, "types", index))
                yield Problem(span, message, say(HINT, accepted=", ".join(TYPES)))
