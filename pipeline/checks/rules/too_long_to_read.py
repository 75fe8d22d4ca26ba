"""A question takes too long to read aloud.

Twelve seconds are about 180 characters. Longer, and the table has stopped listening.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Quel célèbre peintre espagnol du vingtième siècle, né à Malaga en octobre 1881 et mort à Mougins en avril 1973, a consacré un immense tableau en noir et blanc au bombardement d'une petite ville basque ?
  answer: Pablo Picasso
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV325", name="too-long-to-read", severity="warning")

MESSAGE = "{count} characters take more than 12 seconds to read aloud; the limit is {limit}."
HINT = "Shorten it by {over}."
_LIMIT = 180


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    count = len(question.question)
    if count > _LIMIT:
        span = entry.document.inside((*entry.path, "question"), _LIMIT, count)
        yield Problem(span, say(MESSAGE, count=count, limit=_LIMIT), say(HINT, over=count - _LIMIT))
