"""A page's number is taken, outside the booklet, or not that of its file.

The white die gives the page: each number from 1 to the last exists once. `07.yaml` holds page 7, so that everybody
finds it.

```bad duo whole
page: 9
questions: []
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Placed, ProductFacts, Rule
from pipeline.core.finding import Problem, Related, say
from pipeline.core.pattern import lazy
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Span

RULE = Rule(code="LV404", name="page-number", severity="error", waivable=False, kinds=("booklet",))

OUTSIDE = "Page {page} is outside the booklet: it has pages 1 to {pages}."
OUTSIDE_HINT = "Correct the number, or `pages` in game.yaml."
TAKEN = "Page {page} is already {path}."
TAKEN_HINT = "Give this page a free number."
FIRST = "first here"
OTHER_NAME = "The file is called {name}, but it holds page {page}."
OTHER_NAME_HINT = "Rename the file, or correct the number."

_NUMBER = lazy(r"(\d+)\.yaml$")


def check_product(facts: ProductFacts) -> Iterator[Placed]:
    pages = kind_of(facts.product).capacity(facts.product).groups
    seen: dict[int, tuple[str, Span]] = {}
    named = [file for file in facts.files if any(_is_named(file.path, group.number) for group in file.groups)]
    for file in (*named, *(file for file in facts.files if file not in named)):
        for group in file.groups:
            page = group.number
            if not page:
                continue
            name = _NUMBER.search(file.path)
            first_path, first_span = seen.setdefault(page, (file.path, group.span))
            if first_path != file.path:
                related = (Related(first_span, say(FIRST), first_path),)
                problem = Problem(group.span, say(TAKEN, page=page, path=first_path), say(TAKEN_HINT), related=related)
            elif page > pages:
                problem = Problem(group.span, say(OUTSIDE, page=page, pages=pages), say(OUTSIDE_HINT))
            elif name and int(name[1]) != page:
                problem = Problem(group.span, say(OTHER_NAME, name=name[0], page=page), say(OTHER_NAME_HINT))
            else:
                continue
            yield Placed(file.path, problem)


def _is_named(path: str, page: int) -> bool:
    name = _NUMBER.search(path)
    return name is not None and int(name[1]) == page
