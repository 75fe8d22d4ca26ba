"""Two questions of a page or card have the same answer.

Whoever heard the first one knows the second. Ping-pong lists are not compared here.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: Saltimbanque, question: Qui a peint *Arlequin assis* ?, answer: pablo picasso}
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
from pipeline.core.folding import answer_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry, Group

RULE = Rule(code="LV340", name="same-answer-on-page", severity="error", kinds=("booklet", "question-cards"))

MESSAGE = "“{answer}” is already the answer to question {number} of this {group}."
HINT = "Move one of the two questions to another {group}."
FIRST = "first here"


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    seen: dict[str, Entry] = {}
    for entry in group.entries:
        texts = entry.model.answer_texts() if entry.model.type != "ping-pong" else ()
        if not texts:
            continue
        first = seen.setdefault(answer_key(texts[0]), entry)
        if first is not entry:
            message = say(MESSAGE, answer=texts[0], number=first.number, group=group.name)
            related = (Related(first.span("answer"), say(FIRST)),)
            yield Problem(entry.span("answer"), message, say(HINT, group=group.name), related=related)
