"""An entry has no id.

Ids are printed small beside each question: errata, packs and review lists name it for ever, wherever it moves. `--fix`
gives a free one.

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

    from pipeline.kinds.base import Entry

RULE = Rule(
    code="LV117", name="missing-id", severity="error", waivable=False,
    kinds=("booklet", "plain-cards", "value-cards", "code-puzzles"),
)  # fmt: skip

MESSAGE = "No id."
HINT = "Run `livret check --fix`: it gives a free one. Never change it afterwards."


def check_entry(entry: Entry, _context: Context) -> Iterator[Problem]:
    if not entry.id:
        yield entry.problem((), say(MESSAGE), say(HINT), edits=new_id_edit(entry.document, entry.path))
