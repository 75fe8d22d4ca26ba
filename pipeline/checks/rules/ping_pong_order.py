"""An alphabetical list with one answer out of place.

The reader looks answers up while players speak, so a list is in a natural order (the days of the week) or in French
alphabetical order, where accents do not count. This one is alphabetical but for one answer.

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Rang d'oignons, question: Citez des légumes racines., answers: [betterave, carotte, navet, panais, radis, rutabaga, céleri]}
```

```good duo
- {id: aaaaaa, type: ping-pong, keyword: Rang d'oignons, question: Citez des légumes racines., answers: [betterave, carotte, céleri, navet, panais, radis, rutabaga]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.ping_pong import PingPong

RULE = Rule(code="LV214", name="ping-pong-order", severity="info", types=("ping-pong",))

MESSAGE = "The list is alphabetical but for “{answer}”."
HINT = "Put it after “{before}”."
FIRST_HINT = "Put it first."
_LONG = 6


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: PingPong = entry.model
    keys = [fold(item.answer) for item in question.answers]
    ordered = sorted(keys)
    if len(keys) < _LONG or keys == ordered:
        return
    for index, key in enumerate(keys):
        if keys[:index] + keys[index + 1 :] == [k for k in ordered if k != key]:
            place = ordered.index(key)
            before = next((i.answer for i in question.answers if fold(i.answer) == ordered[place - 1]), "")
            hint = say(HINT, before=before) if place else say(FIRST_HINT)
            yield entry.problem(("answers", index), say(MESSAGE, answer=question.answers[index].answer), hint)
            return
