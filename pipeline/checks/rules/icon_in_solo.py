"""A solo question has a type.

Solo questions are answered by one player and carry no icon: leave `type` out, or write `plain`.

```bad solo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```

```good solo
- {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.questions import QuestionProduct

RULE = Rule(code="LV240", name="icon-in-solo", severity="error", waivable=False)

MESSAGE = "“{product}” is a solo product: its questions have no type, but this one is {type}."
HINT = "Remove the line `type`, or move the question to another product."


def check_question(entry: Entry, context: Context) -> Iterator[Problem]:
    product: QuestionProduct = context.product  # type: ignore[assignment]
    if product.types == ("plain",) and entry.model.type != "plain":
        yield entry.problem("type", say(MESSAGE, product=context.product_id, type=entry.model.type), say(HINT))
