"""Raw HTML in a rulebook.

Rulebooks are Markdown: HTML would be printed as text. Use **bold**, tables and lists.

```bad rules whole
# Règle du jeu

Un mot <b>important</b>.
```

```good rules whole
# Règle du jeu

Un mot **important**.
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry

RULE = Rule(code="LV804", name="rulebook-html", severity="error", waivable=False, kinds=("rulebook",))

MESSAGE = "“{text}” is HTML; it would be printed as text."
HINT = "Write Markdown: **bold**, *italic*, lists, tables."


def check_entry(entry: Entry, _context: Context) -> Iterator[Problem]:
    for markup in entry.model.outline.html:
        yield Problem(markup.span, say(MESSAGE, text=shorten(markup.text, 30)), say(HINT))
