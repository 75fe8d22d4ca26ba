"""Two cards of a deck have the same name.

Copies are one entry with a `count`. Two entries with one name are a mistake in copying.

```bad deck
- {id: c1, value: 1, count: 2, name: Prima, text: La première.}
- {id: c2, value: 2, count: 2, name: prima, text: La deuxième.}
```

```good deck
- {id: c1, value: 1, count: 2, name: Prima, text: La première.}
- {id: c2, value: 2, count: 2, name: Secunda, text: La deuxième.}
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

RULE = Rule(code="LV702", name="repeated-card", severity="error", kinds=("value-cards",))

MESSAGE = "“{name}” is already the name of card {number}."
HINT = "Give one of them another name, or join them with a `count`."
FIRST = "first here"


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    seen: dict[str, Entry] = {}
    for entry in group.entries:
        first = seen.setdefault(fold(entry.model.name), entry)
        if first is not entry:
            related = (Related(first.span("name"), say(FIRST)),)
            message = say(MESSAGE, name=entry.model.name, number=first.number)
            yield Problem(entry.span("name"), message, say(HINT), related=related)
