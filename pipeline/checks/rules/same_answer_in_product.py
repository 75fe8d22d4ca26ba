"""An answer comes back too often in a product.

Players of one booklet or deck meet the same answer again. Once in a while is fine on another page; three times is a
pattern. A form that another question accepts is its answer too. Numbers (Cible) and lists (Ping-pong) are not compared.

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
from pipeline.core.folding import answer_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

RULE = Rule(code="LV341", name="same-answer-in-product", severity="warning", kinds=("booklet", "question-cards"))

MESSAGE = "“{answer}” is the answer {count} times in “{product}”."
HINT = "Twice is the most: replace this one."
OTHER = "and here"
_MOST = 2
_NOT_COMPARED = ("cible", "ping-pong")


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    counts: Counter[str] = Counter()
    accepting = []
    for file in facts.files:
        for group in file.groups:
            compared = [entry for entry in group.entries if entry.type not in _NOT_COMPARED and entry.answer]
            counts.update([entry.answer for entry in compared])
            accepting += [entry for entry in compared if len(entry.answers) > 1]
    same = _called_otherwise(accepting, counts)
    for own, other in same.items():
        counts[other] += counts.pop(own)
    often = {answer: list[tuple[str, EntryFact]]() for answer, count in counts.items() if count > _MOST}
    for file in facts.files if often else ():
        for group in file.groups:
            for entry in group.entries:
                answer = same.get(entry.answer, entry.answer)
                if answer in often and entry.type not in _NOT_COMPARED:
                    often[answer].append((file.path, entry))
    for answer, places in often.items():
        path, entry = places[-1]
        related = tuple(Related(other.span, say(OTHER), where) for where, other in places[:-1][:3])
        message = say(MESSAGE, answer=answer, count=len(places), product=facts.id)
        yield Placed(path, Problem(entry.span, message, say(HINT), related=related), entry.pointer, entry.id)


def _called_otherwise(accepting: Sequence[EntryFact], printed: Mapping[str, int]) -> dict[str, str]:
    """Answers that are printed here and accepted there -> the answer that accepts them: "picasso" -> "pablo picasso".
    What two answers accept is neither of them: a surname of two people."""
    owners: dict[str, set[str]] = {}
    for entry in accepting:
        for form in map(answer_key, entry.answers[1:]):
            if form in printed and form != entry.answer:
                owners.setdefault(form, set()).add(entry.answer)
    only = {form: next(iter(answers)) for form, answers in owners.items() if len(answers) == 1}
    return {
        form: answer
        for form, answer in only.items()
        if answer not in only or (only[answer] == form and answer < form)  # each accepts the other: one stands for both
    }
