"""A keyword or clue is longer than 16 characters or three words.

It is printed in small capitals on one line, and called out before the bets.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Le chevalet du maître, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
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

RULE = Rule(code="LV310", name="keyword-too-long", severity="error")

MESSAGE = "The {field} has {count} characters; {limit} are the most."
HINT = "Shorten it by {over}."
WORDS = "The {field} has {count} words; three are the most."
WORDS_HINT = "Keep the word that makes players bet."
_CHARACTERS, _WORDS = 16, 3


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    cue, field = question.cue, "keyword" if question.keyword else "clue"
    if len(cue) > _CHARACTERS:
        span = entry.document.inside((*entry.path, field), _CHARACTERS, len(cue))
        message = say(MESSAGE, field=field, count=len(cue), limit=_CHARACTERS)
        yield Problem(span, message, say(HINT, over=len(cue) - _CHARACTERS))
    elif cue.count(" ") >= _WORDS and len(cue.split()) > _WORDS:
        yield entry.problem(field, say(WORDS, field=field, count=len(cue.split())), say(WORDS_HINT))
