"""A Cible with more digits than anybody can guess.

More than four significant digits are a trap: nobody is exact, and the closest guess is luck. Round, or change the
unit. Years are not meant.

```bad duo
- {id: aaaaaa, type: cible, keyword: Grand tour, question: Combien de kilomètres mesure l'équateur ?, answer: 40075, unit: km}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Grand tour, question: Combien de milliers de kilomètres mesure l'équateur ?, answer: 40, unit: milliers de km}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.numbers import plain, significant_digits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.cible import Cible

RULE = Rule(code="LV205", name="cible-too-precise", severity="warning", types=("cible",))

MESSAGE = "{answer} has {digits} significant digits; players can guess four at most."
HINT = "Round the answer and say so in the question, or change the unit."
_MOST = 4


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Cible = entry.model
    digits = significant_digits(question.answer)
    if digits > _MOST:
        yield entry.problem("answer", say(MESSAGE, answer=plain(question.answer), digits=digits), say(HINT))
