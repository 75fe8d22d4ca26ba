"""A superlative without its measure.

"Le plus grand pays": by area or by population? Somebody at the table will ask. Name the measure. Adjectives that carry
their measure (haut, long, profond, rapide…) are fine.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Frontières, question: Quel est le plus grand pays d'Afrique ?, answer: L'Algérie}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Frontières, question: Quel est le plus grand pays d'Afrique par sa superficie ?, answer: L'Algérie}
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

RULE = Rule(code="LV323", name="superlative", severity="warning", hears=frozenset({"plus"}))

MESSAGE = "“{words}”: by which measure?"
HINT = "Name it: par sa superficie, en nombre d'habitants, par la taille…"

_SUPERLATIVE = lazy(
    r"\b(?:le|la|les|du|des|au|aux) (?:\w+ )?plus (?:grande?s?|petite?s?|gros(?:se)?s?|importante?s?|célèbres?|puissante?s?|riches?)\b",
    re.IGNORECASE,
)
_MEASURE = lazy(
    r"\b(?:par (?:sa|son|la|le|leur|l')|en (?:superficie|population|nombre|taille|volume|surface|hauteur|longueur|masse|poids)"
    r"|superficie|population|surface|peuplée?s?|habitants|taille|masse|diamètre|volume|hauteur|longueur|poids|nombre"
    r"|envergure|kilomètres?|mètres?|nombre premier|chiffre|planète|mammifère|os\b|lettre|doigt)",
    re.IGNORECASE,
)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    match = _SUPERLATIVE.search(question.question)
    if match and not _MEASURE.search(question.question):
        span = entry.document.inside((*entry.path, "question"), *match.span())
        yield Problem(span, say(MESSAGE, words=match[0]), say(HINT))
