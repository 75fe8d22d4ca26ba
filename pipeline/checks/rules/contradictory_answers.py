"""The same question has two different answers.

One of the two is wrong, or the question allows both and has to say more. Numbers and politeness count as the same
question too: « 7 nains » and « sept nains », « Pouvez-vous me dire… ». A pair in content/not-duplicates.yaml excuses it
only if it says `both_right: yes`.

```bad duo
- {id: aaaaaa, type: cible, keyword: Squelette, question: Combien d'os compte le corps d'un adulte ?, answer: 206}
- {id: bbbbbb, type: cible, keyword: Ossature, question: Combien d'os compte le corps de l'adulte ?, answer: 208}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Squelette, question: Combien d'os compte le corps d'un adulte ?, answer: 206}
- {id: bbbbbb, type: cible, keyword: Nourrisson, question: Combien d'os compte le corps d'un bébé ?, answer: 270}
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

RULE = Rule(code="LV902", name="contradictory-answers", severity="error")

MESSAGE = (
    "The same question as “{id}” in {path}, line {line}, with another answer: “{here}” here, “{there}” there"
    " (score {score}). One of the two is wrong."
)


def check_pair(pair: Pair) -> Iterator[Placed]:
    if pair.verdict == "contradiction":
        first, later = pair.first, pair.later
        values = {"line": first.entry.where.line, "here": answer(later.entry), "there": answer(first.entry)}
        yield report(pair, say(MESSAGE, id=name(first), path=first.path, score=f"{pair.score:.2f}", **values))
