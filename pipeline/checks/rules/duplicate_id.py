"""Two entries have the same id.

An id names one question, card or puzzle of the whole bank, for ever. Give the newer one another id: delete its line
and run `--fix`.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: aaaaaa, type: rapidite, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
- {id: bbbbbb, type: rapidite, keyword: Sourire, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import FileFacts, Placed, ProductFacts, Rule
from pipeline.core.finding import Problem, Related, Span, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV118", name="duplicate-id", severity="error", waivable=False)

MESSAGE = "The id “{id}” is already taken by {path}, line {line}."
HINT = "Delete this id and run `livret check --fix` for a new one."
FIRST = "first here"


def check_bank(products: tuple[ProductFacts, ...]) -> Iterator[Placed]:
    if _all_differ(products):
        return
    seen: dict[str, tuple[str, Span]] = {}
    for product in products:
        for file in product.files:
            for id_, span, pointer in _ids(file):
                path, line = seen.setdefault(id_, (file.path, span))
                if (path, line) != (file.path, span):
                    message = say(MESSAGE, id=id_, path=path, line=line.line)
                    problem = Problem(span, message, say(HINT), related=(Related(line, say(FIRST), path),))
                    yield Placed(file.path, problem, pointer, id_)


def _all_differ(products: tuple[ProductFacts, ...]) -> bool:
    """A first look without places: hardly ever is an id taken twice."""
    groups = [group for product in products for file in product.files for group in file.groups]
    ids = [group.id for group in groups if group.id]
    for group in groups:
        ids += [entry.id for entry in group.entries if entry.id]
    return len(set(ids)) == len(ids)


def _ids(file: FileFacts) -> Iterator[tuple[str, Span, str]]:
    for group in file.groups:
        if group.id:
            yield group.id, group.span, group.pointer
        for entry in group.entries:
            if entry.id:
                yield entry.id, entry.span, entry.pointer
