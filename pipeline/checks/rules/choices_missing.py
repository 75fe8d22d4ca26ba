"""The question refers to choices that it does not give.

"Lequel de ces…" comes from multiple-choice quizzes. Read aloud there is nothing to choose from.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Nageoires, question: Lequel de ces animaux n'est pas un poisson ?, answer: Le dauphin}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Nageoires, question: "Requin, thon ou dauphin : qui est un mammifère ?", answer: Le dauphin}
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

# One of them is heard wherever `_REFERS` matches.
_HEARD = "ces cet cette eux elles suivant suivante suivants suivantes"
RULE = Rule(code="LV324", name="choices-missing", severity="error", hears=frozenset(_HEARD.split()))

MESSAGE = "“{words}”: which ones? The question gives no choices."
HINT = "Name the choices in the question, or ask without them."

_REFERS = lazy(
    r"\b(?:le|la|les)?(?:quels?|quelles?) d'?(?:e |entre )?(?:ces|cet|cette|eux|elles)\b|\bparmi (?:ces|les suivante?s?)\b",
    re.IGNORECASE,
)
_CHOICE = lazy(r" ou |[:;]")


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    text = question.question
    match = _REFERS.search(text)
    if match and not _CHOICE.search(question.question):
        span = entry.document.inside((*entry.path, "question"), *match.span())
        yield Problem(span, say(MESSAGE, words=match[0]), say(HINT))
