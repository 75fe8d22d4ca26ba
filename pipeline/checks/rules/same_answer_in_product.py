"""An answer comes back too often in a product.

Players of one booklet or deck meet the same answer again. Once in a while is fine on another page; three times is a
pattern. Numbers (Cible) and lists (Ping-pong) are not compared.

```bad solo whole
page: 1
questions:
  - {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
  - {id: bbbbbb, keyword: Colombe, question: Qui a dessiné la colombe de la paix ?, answer: Picasso}
  - {id: cccccc, keyword: Malaga, question: Quel peintre naît à Malaga en 1881 ?, answer: Pablo Picasso}
  - {id: dddddd, keyword: Période rose, question: Quel peintre a connu une période rose ?, answer: Pablo Picasso}
```

```good solo whole
page: 1
questions:
  - {id: aaaaaa, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
  - {id: bbbbbb, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipeline.checks.rule import EntryFact, Placed, ProductFacts, Rule
from pipeline.core.finding import Problem, Related, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV341", name="same-answer-in-product", severity="warning", kinds=("booklet", "question-cards"))

MESSAGE = "“{answer}” is the answer {count} times in “{product}”."
HINT = "Twice is the most: replace this one."
OTHER = "and here"
_MOST = 2
_NOT_COMPARED = ("cible", "ping-pong")


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    counts: Counter[str] = Counter()
    for file in facts.files:
        for group in file.groups:
            counts.update([entry.answer for entry in group.entries if entry.type not in _NOT_COMPARED])
    del counts[""]
    often = {answer: list[tuple[str, EntryFact]]() for answer, count in counts.items() if count > _MOST}
    for file in facts.files if often else ():
        for group in file.groups:
            for entry in group.entries:
                if entry.answer in often and entry.type not in _NOT_COMPARED:
                    often[entry.answer].append((file.path, entry))
    for answer, places in often.items():
        path, entry = places[-1]
        related = tuple(Related(other.span, say(OTHER), where) for where, other in places[:-1][:3])
        message = say(MESSAGE, answer=answer, count=len(places), product=facts.id)
        yield Placed(path, Problem(entry.span, message, say(HINT), related=related), entry.pointer, entry.id)
