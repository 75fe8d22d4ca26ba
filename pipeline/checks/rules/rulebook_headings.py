"""The headings of a rulebook are out of order.

One title (`#`), then sections (`##`) and parts (`###`), no level left out, no heading twice: the contents page and the
links depend on them.

```bad rules whole
# Règle du jeu

### Préparation
```

```good rules whole
# Règle du jeu

## Préparation
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import START, Problem, Related, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.source.markdown import Heading

RULE = Rule(code="LV801", name="rulebook-headings", severity="error", waivable=False, kinds=("rulebook",))

NO_TITLE = "The rulebook has no title."
NO_TITLE_HINT = "Start it with a line  # Title"
SECOND_TITLE = "A second title: a rulebook has one."
SECOND_TITLE_HINT = "Make it a section:  ## {text}"
SKIPPED = "A level is left out: {hashes} follows {before}."
SKIPPED_HINT = "Write  {right} {text}"
TWICE = "“{text}” is already a heading."
TWICE_HINT = "Reword one of the two, so that links find it."
EMPTY = "A heading without words."
EMPTY_HINT = "Write the heading, or delete the line."
FIRST = "first here"


def check_entry(entry: Entry, _context: Context) -> Iterator[Problem]:
    headings: tuple[Heading, ...] = entry.model.outline.headings
    if not headings or headings[0].level != 1:
        yield Problem(headings[0].span if headings else START, say(NO_TITLE), say(NO_TITLE_HINT))
    seen: dict[str, Heading] = {}
    before = 0
    for heading in headings:
        first = seen.setdefault(heading.slug, heading)
        if not heading.slug:
            yield Problem(heading.span, say(EMPTY), say(EMPTY_HINT))
        elif heading.level == 1 and before:
            yield Problem(heading.span, say(SECOND_TITLE), say(SECOND_TITLE_HINT, text=heading.text))
        elif before and heading.level > before + 1:
            hashes = say(SKIPPED, hashes="#" * heading.level, before="#" * before)
            yield Problem(heading.span, hashes, say(SKIPPED_HINT, right="#" * (before + 1), text=heading.text))
        elif first is not heading:
            related = (Related(first.span, say(FIRST)),)
            yield Problem(heading.span, say(TWICE, text=heading.text), say(TWICE_HINT), related=related)
        before = heading.level
