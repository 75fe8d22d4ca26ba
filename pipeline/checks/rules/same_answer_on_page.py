"""Two questions of a page or card have the same answer.

Whoever heard the first one knows the second, even if one of them prints a form that the other accepts. Ping-pong lists
are not compared here.

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
    printed: dict[str, Entry] = {}
    accepted: dict[str, Entry] = {}
    for entry in group.entries:
        texts = entry.answer_texts() if entry.model.type != "ping-pong" else ()
        if not texts:
            continue
        own, *forms = map(answer_key, texts)
        # what both accept and neither prints may be a surname, of two people
        first = (
            printed.get(own) or accepted.get(own) or next((printed[form] for form in forms if form in printed), None)
        )
        if first is not None:
            message = say(MESSAGE, answer=texts[0], number=first.number, group=group.name)
            related = (Related(first.span("answer"), say(FIRST)),)
            yield Problem(entry.span("answer"), message, say(HINT, group=group.name), related=related)
        printed.setdefault(own, entry)
        for form in forms:
            accepted.setdefault(form, entry)
