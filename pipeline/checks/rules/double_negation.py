"""A question negates twice.

Heard once, at a table, two negations are a riddle about grammar; “pas sans” is one of them. Ask positively.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Plumes, question: Quel oiseau qui ne vole pas n'est pas africain mais austral ?, answer: Le manchot}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Plumes, question: Quel oiseau des mers australes nage au lieu de voler ?, answer: Le manchot}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import hear
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV322", name="double-negation", severity="warning", hears=frozenset({"ne", "n"}))

MESSAGE = "Two negations in one question."
HINT = "Ask positively."

# "Pas sans" is a second negation, of which nobody is sure: "n'est pas sans ignorer" says the contrary of what is meant.
_NEGATION = lazy(r"(?<![\w*'])(?:ne |n'|(?<=\bpas )sans )", re.IGNORECASE)


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    text = question.question
    heard = hear(text).words
    if heard.count("ne") + heard.count("n") + heard.count("sans") < 2:
        return
    found = list(_NEGATION.finditer(text))
    if len(found) > 1:
        span = entry.document.inside((*entry.path, "question"), *found[1].span())
        yield Problem(span, say(MESSAGE), say(HINT))
