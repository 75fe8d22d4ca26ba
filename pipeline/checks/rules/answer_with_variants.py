"""The answer holds several answers.

" ou ", a slash or parentheses in the answer hide variants where no game engine and no reader in a hurry finds them.
Print one form, put the others into `accept`.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso (ou Picasso)}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, accept: [Picasso]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import TextQuestion

RULE = Rule(code="LV221", name="answer-with-variants", severity="warning", types=("plain", "rapidite", "chrono"))

MESSAGE = "“{sign}” in the answer: variants belong to `accept`."
HINT = "Keep one form as the answer and list the others: accept: [..., ...]."

_SIGN = lazy(r" ou |(?<!\d)/(?!\d)|\(|\)")


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: TextQuestion = entry.model
    match = _SIGN.search(question.answer)
    if match:
        span = entry.document.inside((*entry.path, "answer"), *match.span())
        yield Problem(span, say(MESSAGE, sign=match[0].strip()), say(HINT))
