"""A question has no keyword, or no clue on a card.

Players bet on the keyword (booklets) or choose by the clue (cards) before they hear the question. A booklet says
`keyword`, a card says `clue`.

```bad duo
- {id: aaaaaa, type: rapidite, clue: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV115", name="keyword-missing", severity="error", waivable=False)

MESSAGE = "The question has no {field}: players need it before they stake."
HINT = "Add a line  {field}: …"
OTHER = "Here it is called {field}, not {other}."
OTHER_HINT = "Rename the key to {field}."


def check_question(entry: Entry, context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    field, other = ("clue", "keyword") if kind_of(context.product).cue == "clue" else ("keyword", "clue")
    if getattr(question, other):
        yield Problem(entry.span(other, key=True), say(OTHER, field=field, other=other), say(OTHER_HINT, field=field))
    elif not getattr(question, field):
        yield entry.problem((), say(MESSAGE, field=field), say(HINT, field=field))
