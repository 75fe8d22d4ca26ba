"""Themes, types or difficulties are out of balance.

game.yaml may set quotas: so many of one theme a page, so many per cent of a type in a product. Products are counted
from 20 questions on.

```bad solo
- {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: arts}
- {id: bbbbbb, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci, theme: arts}
- {id: cccccc, keyword: Tournesol, question: Qui a peint *La Nuit étoilée* ?, answer: Vincent van Gogh, theme: arts}
```

```good solo
- {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: arts}
- {id: bbbbbb, keyword: Île de beauté, question: Dans quelle île se trouve Bastia ?, answer: La Corse, theme: géographie}
```
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipeline.checks.rule import EntryFact, Placed, ProductFacts, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Quota
    from pipeline.kinds.questions import QuestionProduct

RULE = Rule(code="LV342", name="quota", severity="warning", release=True, kinds=("booklet", "question-cards"))

TOO_MANY = "{count}{percent} of {field} “{value}” on this {group}; {limit}{percent} are the most."
TOO_FEW = "{count}{percent} of {field} “{value}” on this {group}; {limit}{percent} are the least."
HINT = "Exchange questions with another {group}."
_ENOUGH = 20


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    product: QuestionProduct = facts.product  # type: ignore[assignment]
    for quota in product.quotas:
        if quota.per == "product":
            entries = [entry for file in facts.files for group in file.groups for entry in group.entries]
            if len(entries) >= _ENOUGH:
                for message in _broken(quota, entries, 100 / len(entries)):
                    problem = facts.declared.problem._replace(message=message, hint=say(HINT, group="product"))
                    yield Placed(facts.declared.path, problem)
            continue
        for file in facts.files:
            for group in file.groups:
                for message in _broken(quota, group.entries, 1) if group.name == quota.per else ():
                    problem = Problem(group.span, message, say(HINT, group=quota.per))
                    yield Placed(file.path, problem, group.pointer, group.id)


def _broken(quota: Quota, entries: Sequence[EntryFact], scale: float) -> Iterator[Message]:
    counts = Counter(str(getattr(entry, quota.field) or "") for entry in entries)
    counts.pop("", None)
    if quota.value is not None:
        counts = Counter({quota.value: counts[quota.value]})
    for value, count in sorted(counts.items()):
        amount = count * scale
        values = {"count": round(amount), "field": quota.field, "value": value, "group": quota.per}
        percent = " %" if quota.per == "product" else ""
        if quota.max is not None and amount > quota.max:
            yield say(TOO_MANY, **values, limit=quota.max, percent=percent)
        elif quota.min is not None and amount < quota.min:
            yield say(TOO_FEW, **values, limit=quota.min, percent=percent)
