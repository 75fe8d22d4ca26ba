"""A Cible that asks for a year has a unit, or an answer that is no year.

"En quelle année" is answered by a year: a whole number up to 2100, without a unit.

```bad duo
- {id: aaaaaa, type: cible, keyword: Bastille, question: En quelle année la Bastille est-elle prise ?, answer: 1789, unit: ans}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Bastille, question: En quelle année la Bastille est-elle prise ?, answer: 1789}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.numbers import plain
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.cible import Cible

RULE = Rule(
    code="LV203", name="cible-year", severity="error", types=("cible",), hears=frozenset({"annee", "millesime"})
)

MESSAGE = "The question asks for a year, but the answer has the unit “{unit}”."
HINT = "Remove the unit."
NOT_A_YEAR = "The question asks for a year, but {answer} is not one."
NOT_A_YEAR_HINT = "Correct the answer, or ask “combien”."

_YEAR_QUESTION = lazy(r"\b(?:quelle année|quel millésime)\b", re.IGNORECASE)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Cible = entry.model
    if not _YEAR_QUESTION.search(question.question):
        return
    if question.unit:
        yield entry.problem("unit", say(MESSAGE, unit=question.unit), say(HINT))
    elif question.answer != question.answer.to_integral_value() or not -10_000 <= question.answer <= 2100:
        yield entry.problem("answer", say(NOT_A_YEAR, answer=plain(question.answer)), say(NOT_A_YEAR_HINT))
