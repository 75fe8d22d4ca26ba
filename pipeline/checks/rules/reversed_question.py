"""Two questions ask for the same fact from both ends.

The answer of each stands in the other one: whoever has heard one knows the other. A note, because two such questions
far apart can be wanted.

```bad solo
- {id: aaaaaa, keyword: Condor, question: Quelle est la capitale du Pérou ?, answer: Lima}
- {id: bbbbbb, keyword: Sud, question: Lima est la capitale de quel pays ?, answer: Le Pérou, waive: {neighbour-spoils: pour l'exemple}}
```

```good solo
- {id: aaaaaa, keyword: Condor, question: Quelle est la capitale du Pérou ?, answer: Lima}
- {id: bbbbbb, keyword: Sud, question: Quelle est la capitale du Chili ?, answer: Santiago}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.pairs import answer, name, report
from pipeline.checks.rule import Rule
from pipeline.core.finding import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.checks.rule import Pair, Placed

RULE = Rule(code="LV905", name="reversed-question", severity="info")

MESSAGE = (
    "The same fact as “{id}” in {path}, line {line}, from the other end: “{here}” and “{there}” change places"
    " (score {score})."
)


def check_pair(pair: Pair) -> Iterator[Placed]:
    if pair.verdict == "reverse":
        first, later = pair.first, pair.later
        values = {"line": first.entry.where.line, "here": answer(later.entry), "there": answer(first.entry)}
        yield report(pair, say(MESSAGE, id=name(first), path=first.path, score=f"{pair.score:.2f}", **values))
