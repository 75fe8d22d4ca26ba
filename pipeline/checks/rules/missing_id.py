"""A question, question card or puzzle has no id.

Ids are printed small beside each question: errata, packs and review lists name it for ever, wherever it moves. `--fix`
gives a free one. Plain and value cards may have one.

```bad duo
- {type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```

```good duo
- {id: k3f9q2, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.kinds.questions import new_id_edit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry, Group

RULE = Rule(
    code="LV117", name="missing-id", severity="error", waivable=False,
    kinds=("booklet", "question-cards", "code-puzzles"),
)  # fmt: skip

MESSAGE = "No id."
HINT = "Run `livret check --fix`: it gives a free one. Never change it afterwards."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    # On a card the card has the id; its questions are numbered after it.
    if not entry.id and context.product.kind != "question-cards":
        yield entry.problem((), say(MESSAGE), say(HINT), edits=new_id_edit(entry.document, entry.path))


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    if group.document is not None and not group.id:
        yield Problem(group.document.span(group.path), say(MESSAGE), say(HINT), new_id_edit(group.document, group.path))
