"""A percentage outside 0 to 100.

```bad duo
- {id: aaaaaa, type: cible, keyword: Grand bleu, question: Quel pourcentage de la Terre l'eau couvre-t-elle ?, answer: 710, unit: "%"}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Grand bleu, question: Quel pourcentage de la Terre l'eau couvre-t-elle ?, answer: 71, unit: "%"}
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

RULE = Rule(code="LV204", name="cible-percent", severity="error", types=("cible",))

MESSAGE = "{answer} % is outside 0 to 100."
HINT = "Correct the answer, or ask “combien de fois”."

_PERCENT = lazy(r"\b(?:pourcentage|pour cent)\b", re.IGNORECASE)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Cible = entry.model
    if (question.unit == "%" or _PERCENT.search(question.question)) and not 0 <= question.answer <= 100:
        yield entry.problem("answer", say(MESSAGE, answer=plain(question.answer)), say(HINT))
