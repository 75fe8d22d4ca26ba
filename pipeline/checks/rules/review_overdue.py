"""The date for looking at the answer again has passed.

Verify the answer, then set `as_of` to today and `review_by` to the next date. A warning, and an error on release.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Isoloir
  question: Qui préside la France ?
  answer: Emmanuel Macron
  stability: volatile
  as_of: 2017-05
  review_by: 2022-05
  source: https://www.elysee.fr
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Isoloir
  question: Qui préside la France après François Mitterrand ?
  answer: Jacques Chirac
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

RULE = Rule(code="LV306", name="review-overdue", severity="warning", release=True)

MESSAGE = "This answer was to be reviewed by {date}."
HINT = "Verify it, then move `as_of` and `review_by` on."


def check_question(entry: Entry, context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    # A shorter date is compared as far as it goes: "2026-05" is overdue from June 2026 on.
    if question.review_by and context.today[: len(question.review_by)] > question.review_by:
        yield entry.problem("review_by", say(MESSAGE, date=question.review_by), say(HINT))
