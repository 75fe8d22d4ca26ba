"""The same answer stands twice in a list.

Accents, case, articles and punctuation do not count, and accepted variants do: a player who says "ut" has said "do".

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Gamme, question: Citez des notes de musique., answers: [{answer: do, accept: [ut]}, ré, mi, Ut]}
```

```good duo
- {id: aaaaaa, type: ping-pong, keyword: Gamme, question: Citez des notes de musique., answers: [{answer: do, accept: [ut]}, ré, mi, fa]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, Related, say
from pipeline.core.folding import answer_key, surely_differ

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.ping_pong import PingPong

RULE = Rule(code="LV211", name="ping-pong-repeated", severity="error", types=("ping-pong",))

MESSAGE = "“{answer}” is the same answer as “{first}”."
HINT = "Remove one of the two."
FIRST = "first here"


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: PingPong = entry.model
    if surely_differ(entry.heard_answers()):
        return
    seen: dict[str, tuple[int, str]] = {}
    for index, item in enumerate(question.answers):
        for text in (item.answer, *item.accept):
            first, first_text = seen.setdefault(answer_key(text), (index, text))
            if (first, first_text) != (index, text):
                related = (Related(entry.span("answers", first), say(FIRST)),)
                span = entry.span("answers", index)
                yield Problem(span, say(MESSAGE, answer=text, first=first_text), say(HINT), related=related)
