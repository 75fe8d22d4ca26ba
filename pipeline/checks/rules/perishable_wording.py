"""The wording sounds like a fact that can change.

"Actuellement", "dernier", "record", "plus grand": such words often mark a fact that is true today and wrong in two
years. This is only a nudge: write `stability: stable` when the fact cannot change, or declare how it can.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Isoloir, question: Qui est actuellement maire de Paris ?, answer: Personne}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Isoloir, question: Qui fut le premier maire de Paris en 1789 ?, answer: Jean Sylvain Bailly}
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

# One of them is heard wherever `_WORDS` matches.
_HEARD = """
    actuel actuelle actuels actuelles actuellement aujourd moment jour jours recemment heure dernier derniers derniere
    dernieres recent recents recente recentes record activite encore
    """
RULE = Rule(code="LV305", name="perishable-wording", severity="info", hears=frozenset(_HEARD.split()))

MESSAGE = "“{word}” often marks a fact that changes."
HINT = "Add `stability: stable` if it cannot change; otherwise slow or volatile with as_of and source."

_WORDS = lazy(
    r"\b(?:actuel(?:le)?s?|actuellement|aujourd'hui|en ce moment|à ce jour|récemment|de nos jours|à l'heure actuelle"
    r"|derni(?:er|ère)s?|plus récente?s?|détien(?:t|nent) le record|record du monde|toujours en activité|encore en vie)\b",
    re.IGNORECASE,
)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    text = question.question
    if "stability" in question.model_fields_set or question.as_of:
        return
    match = _WORDS.search(text)
    if match:
        span = entry.document.inside((*entry.path, "question"), *match.span())
        yield Problem(span, say(MESSAGE, word=match[0]), say(HINT))
