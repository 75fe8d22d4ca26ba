"""A question says tu and vous.

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Boussole, question: Citez les points cardinaux que tu connais., answers: [nord, est, sud, ouest]}
```

```good duo
- {id: aaaaaa, type: ping-pong, keyword: Boussole, question: Citez les points cardinaux que vous connaissez., answers: [nord, est, sud, ouest]}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV321", name="tu-and-vous", severity="warning", hears=frozenset({"tu", "toi"}))

MESSAGE = "“{tu}” and “{vous}” in one question: it addresses players in two ways."
HINT = "Say vous throughout."

_TU = lazy(r"(?<![\w*«])(?:tu|toi)\b(?!\*)|-(?:tu|toi)\b", re.IGNORECASE)
_VOUS = lazy(
    r"(?:\bvous\b|-vous\b|\b(?:citez|nommez|donnez|énumérez|listez|mimez|faites|lancez|montrez|posez|prenez)\b)",
    re.IGNORECASE,
)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    tu = _TU.search(question.question)
    vous = _VOUS.search(question.question) if tu else None
    if tu and vous:
        span = entry.document.inside((*entry.path, "question"), *tu.span())
        yield Problem(span, say(MESSAGE, tu=tu[0].strip("-"), vous=vous[0].strip("-")), say(HINT))
