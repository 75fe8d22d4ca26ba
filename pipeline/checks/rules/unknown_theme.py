"""A theme that the product does not have.

game.yaml lists the themes of a product, so that their balance can be counted. A product without a list accepts any.

```bad solo
- {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: peinture}
```

```good solo
- {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: arts}
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
    from pipeline.kinds.questions import QuestionProduct
    from pipeline.types.base import Question

RULE = Rule(code="LV116", name="unknown-theme", severity="error", waivable=False)

MESSAGE = "“{theme}” is not a theme of “{product}”."
NEAR = "“{theme}” is not a theme of “{product}”: did you mean “{best}”?"
HINT = "Its themes are: {themes}."


def check_question(entry: Entry, context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    product: QuestionProduct = context.product  # type: ignore[assignment]
    if question.theme is None or not product.themes or question.theme in product.themes:
        return
    best = nearest(question.theme, product.themes)
    values = {"theme": question.theme, "product": context.product_id}
    message = say(NEAR, **values, best=best) if best else say(MESSAGE, **values)
    yield entry.problem("theme", message, say(HINT, themes=", ".join(product.themes)))
