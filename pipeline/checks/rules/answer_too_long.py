"""A Rapidité or Chrono answer is longer than four words.

The fastest answer wins, and the reader is sole judge: a long answer starts arguments about what was said. Print the
shortest form and put the others into `accept`.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Le maître florentin Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import TextQuestion

RULE = Rule(code="LV220", name="answer-too-long", severity="warning", types=("rapidite", "chrono"))

MESSAGE = "The answer has {count} words; four are the most that a fast answer can have."
HINT = "Keep the shortest form, put others into `accept`."
_MOST = 4


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: TextQuestion = entry.model
    count = len(question.answer.split())
    if count > _MOST:
        yield entry.problem("answer", say(MESSAGE, count=count), say(HINT))
