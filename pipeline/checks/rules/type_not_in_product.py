"""The product does not have this type of question.

game.yaml says which types a product holds: their icons are on the box and in the rulebook.

```bad duo
- {id: aaaaaa, type: chrono, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.questions import QuestionProduct

RULE = Rule(code="LV241", name="type-not-in-product", severity="error", waivable=False)

MESSAGE = "“{product}” has no {type} questions."
HINT = "Its types are: {types}."


def check_question(entry: Entry, context: Context) -> Iterator[Problem]:
    product: QuestionProduct = context.product  # type: ignore[assignment]
    if entry.model.type not in product.types and product.types != ("plain",) and TYPES.keys() >= set(product.types):
        # A misspelt type in game.yaml is one mistake there, and none of every question that it was meant for.
        message = say(MESSAGE, product=context.product_id, type=entry.model.type)
        where = "type" if "type" in entry.model.model_fields_set else "question"
        yield entry.problem(where, message, say(HINT, types=", ".join(product.types)))
