"""A character cannot be printed, because no font has it.

It would come out as an empty box. Symbols, emoji and scripts other than Latin, Greek and Cyrillic are the usual reason.
Neighbouring characters are one finding. Accepted spellings of an answer are not printed, so they may hold anything.

```bad solo
- {id: solo01, keyword: Voyelle, question: Que veut dire 漢字 ?, answer: Caractère chinois, theme: arts}
```

```good solo
- {id: solo01, keyword: Voyelle, question: Que veut dire *kanji* ?, answer: {answer: Caractère chinois, accept: [漢字]}, theme: arts}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.print import glyphs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Problem
    from pipeline.kinds.base import Group

RULE = Rule(code="LV852", name="missing-glyph", severity="error")


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    for entry in group.entries if group.entries and glyphs.suspicious(group.entries[0].document.text) else ():
        yield from glyphs.problems(entry, glyphs.unknown())
