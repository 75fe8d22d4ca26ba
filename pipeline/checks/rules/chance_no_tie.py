"""A Chance question does not say what happens on a tie.

Luck ties often. Say in `tie` (or in the procedure) who wins or that it is played again.

```bad duel
- {type: chance, clue: Roulement, question: Faites rouler le dé., procedure: Le plus grand chiffre gagne.}
```

```good duel
- {type: chance, clue: Roulement, question: Faites rouler le dé., procedure: Le plus grand chiffre gagne., tie: Relancez le dé.}
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
    from pipeline.types.chance import Chance

RULE = Rule(code="LV230", name="chance-no-tie", severity="warning", types=("chance",))

MESSAGE = "What happens on a tie?"
HINT = "Add a line  tie: …"

_TIE = lazy(r"égalité|ex æquo|ex aequo|départag|relanc|rejou|recommenc", re.IGNORECASE)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Chance = entry.model
    if question.tie is None and not _TIE.search(question.procedure):
        yield entry.problem("procedure", say(MESSAGE), say(HINT))
