"""A keyword says no more than the theme.

"Histoire" or "Sport" gives players nothing to bet on. Tease: an object, a place, a word of the story.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Peinture, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: arts}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, theme: arts}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import hear

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV312", name="keyword-too-vague", severity="warning")

MESSAGE = "“{cue}” says no more than a theme: players have nothing to bet on."
HINT = "Choose an object, a place or a word that teases."

_VAGUE = frozenset(
    """histoire geographie science sciences sport sports musique cinema nature culture generale litterature
    peinture art arts animal animaux question divers nombre chiffre date annee personnage celebrite pays ville capitale
    film livre roman chanson auteur ecrivain acteur insolite langue mot mots""".split()
)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    cue = question.cue
    if not cue:
        return
    heard = hear(cue).words
    if (heard and _VAGUE.issuperset(heard)) or (question.theme and heard == hear(question.theme).words):
        yield entry.problem("keyword" if question.keyword else "clue", say(MESSAGE, cue=cue), say(HINT))
