"""A sheet has not the columns or rows that game.yaml says, or a board not the squares.

One of the two is out of date: a row was added, or the number was never changed.

```bad board whole
title: Feuille
columns: [{id: blue, name: Bleu}]
rows: [{name: Essai 1}, {name: Solution}]
```

```good board whole
title: Feuille
columns: [{id: blue, name: Bleu}, {id: red, name: Rouge}]
rows: [{name: Essai 1}, {name: Solution}]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry

RULE = Rule(code="LV703", name="sheet-size", severity="error", waivable=False, kinds=("sheet", "board"))

MESSAGE = "There are {count} {what}; game.yaml says {wanted}."
HINT = "Correct one of the two."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    for what in ("columns", "rows", "squares"):
        count, wanted = len(getattr(entry.model, what, ())), getattr(context.product, what, None)
        if wanted is not None and count != wanted:
            yield entry.problem(what, say(MESSAGE, count=count, what=what, wanted=wanted), say(HINT))
