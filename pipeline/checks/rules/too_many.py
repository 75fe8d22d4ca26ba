"""More entries than game.yaml says.

The dice would never find them, or the box has no room. Remove some, or correct the number in game.yaml.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
- {id: cccccc, type: rapidite, keyword: Tournesol, question: Qui a peint *La Nuit étoilée* ?, answer: Vincent van Gogh}
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

RULE = Rule(code="LV403", name="too-many", severity="error", waivable=False)

GROUP = "This {group} has {count} {entry}s; game.yaml says {wanted}."
PRODUCT = "“{product}” has {count} {entry}s; game.yaml says {wanted}."
HINT = "Move or remove {over}, or correct the number in game.yaml."


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    capacity = kind_of(facts.product).capacity(facts.product)
    groups = [(file.path, group) for file in facts.files for group in file.groups]
    if capacity.groups:
        for path, group in groups:
            count = len(group.entries)  # an entry that cannot be read may be too many by itself
            if count > capacity.entries:
                span = group.entries[capacity.entries].span if len(group.entries) > capacity.entries else group.span
                message = say(GROUP, group=group.name, count=count, entry=capacity.entry, wanted=capacity.entries)
                problem = Problem(span, message, say(HINT, over=count - capacity.entries))
                yield Placed(path, problem, group.pointer, group.id)
    total = len(groups) if capacity.groups else sum(entry.copies for _, group in groups for entry in group.entries)
    wanted, name = (capacity.groups, capacity.group) if capacity.groups else (capacity.entries, capacity.entry)
    if wanted and total > wanted:
        message = say(PRODUCT, product=facts.id, count=total, entry=name, wanted=wanted)
        path, declared, *_ = facts.declared
        yield Placed(path, declared._replace(message=message, hint=say(HINT, over=total - wanted)))
