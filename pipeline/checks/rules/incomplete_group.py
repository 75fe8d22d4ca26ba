"""A page or card has too few questions.

Two twenty-sided dice must always find a question, and every card has its four. A warning while you write, an error on
release.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Placed, ProductFacts, Rule
from pipeline.core.finding import Problem, say
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(
    code="LV401",
    name="incomplete-group",
    severity="warning",
    release=True,
    waivable=False,
    kinds=("booklet", "question-cards"),
)

MESSAGE = "This {group} has {count} of {wanted} questions."
HINT = "{missing} more to write."


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    wanted = kind_of(facts.product).capacity(facts.product).entries
    for file in facts.files:
        for group in file.groups if file.whole else ():
            count = len(group.entries) + group.refused
            if count < wanted and group.whole:
                message = say(MESSAGE, group=group.name, count=count, wanted=wanted)
                problem = Problem(group.span, message, say(HINT, missing=wanted - count))
                yield Placed(file.path, problem, group.pointer, group.id)
