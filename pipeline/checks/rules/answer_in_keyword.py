"""The answer stands in the keyword or the clue.

Players stake on the keyword before they hear the question, so it may tease but never tell. The same test as
`answer-in-question`.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Île de Corse, question: Dans quelle île se trouve Bastia ?, answer: La Corse}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Île de beauté, question: Dans quelle île se trouve Bastia ?, answer: La Corse}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.leaks import given_away, leak, place_of
from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import hear

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV302", name="answer-in-keyword", severity="error")

MESSAGE = "“{word}” in the {field} gives the answer “{answer}” away."
HINT = "Choose a {field} that players can bet on without knowing the answer."


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    cue = question.cue
    if not cue or leak(entry.heard_answers(), hear(cue)) is None:
        return
    found = given_away(question, cue)
    if found is None:
        return
    answer, word = found
    field = "keyword" if question.keyword else "clue"
    start, end = place_of(word, cue)
    span = entry.document.inside((*entry.path, field), start, end)
    yield Problem(span, say(MESSAGE, word=cue[start:end], answer=answer, field=field), say(HINT, field=field))
