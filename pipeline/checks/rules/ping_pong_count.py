"""The question names a number of answers, and the list has another.

"Citez les sept notes" promises seven: with six the last player is robbed, with eight the reader looks wrong.

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Boussole, question: Citez les quatre points cardinaux., answers: [nord, est, sud]}
```

```good duo
- {id: aaaaaa, type: ping-pong, keyword: Boussole, question: Citez les quatre points cardinaux., answers: [nord, est, sud, ouest]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import fold, number_or_word
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.ping_pong import PingPong

RULE = Rule(code="LV212", name="ping-pong-count", severity="error", types=("ping-pong",))

MESSAGE = "The question asks for {asked}, the list has {count}."
HINT = "Count again: complete the list, or correct the number in the question."

_ASKED = lazy(
    r"\b(?:citez|nommez|donnez|enumerez|listez|retrouvez|quels sont|quelles sont|enoncez|recitez)"
    r" (?:(?:tous|toutes) )?(?:les|ses|leurs|nos|ces) ([a-z]+(?:-[a-z]+)*|\d+)\b"
)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: PingPong = entry.model
    match = _ASKED.search(fold(question.question))
    asked = number_or_word(match[1]) if match else ""
    if match and asked.isdigit() and int(asked) != len(question.answers):
        span = entry.document.inside((*entry.path, "question"), *match.span(1))
        yield Problem(span, say(MESSAGE, asked=asked, count=len(question.answers)), say(HINT))
