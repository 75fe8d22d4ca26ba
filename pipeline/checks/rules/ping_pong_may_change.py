"""A list that can change has no date or source.

Member states, départements, winners and clubs: such lists are complete on one day only. Declare `stability`, `as_of`
and `source`, or `stability: stable` when the question itself fixes the date.

```bad duo
- {id: aaaaaa, type: ping-pong, keyword: Voisins, question: Citez les pays membres du Benelux., answers: [Belgique, Luxembourg, Pays-Bas]}
```

```good duo
- id: aaaaaa
  type: ping-pong
  keyword: Voisins
  question: Citez les pays membres du Benelux.
  answers: [Belgique, Luxembourg, Pays-Bas]
  stability: slow
  as_of: 2026
  source: https://www.benelux.int
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
    from pipeline.types.ping_pong import PingPong

# One of them is heard wherever `_WORDS` matches.
_HEARD = """
    pays etats departement departements region regions capitale capitales club clubs equipe equipes champions
    championnes vainqueur vainqueurs ministres langues chaines membres
    """
RULE = Rule(
    code="LV213",
    name="ping-pong-may-change",
    severity="warning",
    release=True,
    types=("ping-pong",),
    hears=frozenset(_HEARD.split()),
)

MESSAGE = "“{word}”: this list can change, so it needs a date and a source."
HINT = "Add stability, as_of and source; or `stability: stable` if the question fixes the list for ever."

_WORDS = lazy(
    r"\b(?:pays|états (?:membres|américains|d[eu'])|départements?|régions?|capitales?|clubs?|équipes?|champion(?:ne)?s"
    r"|vainqueurs?|ministres|langues officielles|chaînes de télévision|membres de l'(?:Union|OTAN|ONU|Unesco))\b",
    re.IGNORECASE,
)
_TITLE = lazy(r"\*[^*]*\*")


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: PingPong = entry.model
    if "stability" in question.model_fields_set or (question.as_of and question.source):
        return
    text = _TITLE.sub(lambda title: " " * len(title[0]), question.question)
    match = _WORDS.search(text)
    if match:
        span = entry.document.inside((*entry.path, "question"), *match.span())
        yield Problem(span, say(MESSAGE, word=match[0]), say(HINT))
