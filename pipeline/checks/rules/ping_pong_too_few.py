"""A Ping-pong with fewer than three answers.

Players answer in turn: with one or two answers there is no exchange. Make it a Rapidité, or find a longer list.

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Pont neuf, question: Citez les deux rives de la Seine., answers: [gauche, droite]}
```

```good duo
- {id: aaaaaa, type: ping-pong, keyword: Boussole, question: Citez les quatre points cardinaux., answers: [nord, est, sud, ouest]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.ping_pong import PingPong

RULE = Rule(code="LV210", name="ping-pong-too-few", severity="error", types=("ping-pong",))

MESSAGE = "A Ping-pong needs at least {least} answers; this one has {count}."
HINT = "Complete the list, or make it a Rapidité."
_LEAST = 3


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: PingPong = entry.model
    if len(question.answers) < _LEAST:
        yield entry.problem("answers", say(MESSAGE, least=_LEAST, count=len(question.answers)), say(HINT))
