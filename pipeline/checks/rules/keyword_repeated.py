"""Two questions of a page or card have the same keyword or clue.

Players who remember the first one know what is coming.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, Related, say
from pipeline.core.folding import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry, Group

RULE = Rule(code="LV311", name="keyword-repeated", severity="warning", kinds=("booklet", "question-cards"))

MESSAGE = "“{cue}” is already the {field} of question {number}."
HINT = "Choose another one."
FIRST = "first here"


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    seen: dict[str, Entry] = {}
    for entry in group.entries:
        cue = entry.model.cue
        first = seen.setdefault(fold(cue), entry) if cue else entry
        if first is not entry:
            field = "keyword" if entry.model.keyword else "clue"
            related = (Related(first.span(field), say(FIRST)),)
            message = say(MESSAGE, cue=cue, field=field, number=first.number)
            yield Problem(entry.span(field), message, say(HINT), related=related)
