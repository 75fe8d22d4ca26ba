"""A fact that can change has no date or source.

`stability: slow` (true for years) and `volatile` (true for months) promise that somebody looks at the answer again.
That needs `as_of` and `source`, and for a volatile fact `review_by`. A warning while you write, an error on release.

```bad duo
- id: aaaaaa
  type: cible
  keyword: Foule
  question: Combien de millions d'habitants la France compte-t-elle ?
  answer: 68
  unit: millions
  stability: slow
```

```good duo
- id: aaaaaa
  type: cible
  keyword: Foule
  question: Combien de millions d'habitants la France compte-t-elle ?
  answer: 68
  unit: millions
  stability: slow
  as_of: 2024
  source: https://www.insee.fr
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

RULE = Rule(code="LV304", name="perishable-fact", severity="warning", release=True)

MESSAGE = "A {stability} fact needs {missing}."
HINT = "Say when the answer was true and where it can be verified, or ask for something timeless."


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    if question.stability == "stable":
        return
    needed = ["as_of", "source"] + (["review_by"] if question.stability == "volatile" else [])
    missing = [name for name in needed if getattr(question, name) is None]
    if missing:
        yield entry.problem(
            "stability", say(MESSAGE, stability=question.stability, missing=", ".join(missing)), say(HINT)
        )
