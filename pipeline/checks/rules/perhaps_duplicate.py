"""Two questions may be the same: the answers agree and some telling words are shared.

About half of these pairs are, so this is only a note and never fails a build. Look at them when a booklet is closed.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Tanière, question: Quel peintre français a vécu à Giverny devant un bassin de nymphéas ?, answer: Claude Monet}
- {id: bbbbbb, type: rapidite, keyword: Pont, question: Qui a peint les nymphéas de son jardin de Giverny ?, answer: Claude Monet, waive: {same-answer-on-page: pour l'exemple}}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Tanière, question: Quel peintre français a vécu à Giverny devant un bassin de nymphéas ?, answer: Claude Monet}
- {id: bbbbbb, type: cible, keyword: Pont, question: En quelle année ouvre le musée de l'Orangerie ?, answer: 1927}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.pairs import name, report
from pipeline.checks.rule import Rule
from pipeline.core.finding import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.checks.rule import Pair, Placed

RULE = Rule(code="LV904", name="perhaps-duplicate", severity="info")

MESSAGE = "Perhaps the same question as “{id}” in {path}, line {line}: the answers agree (score {score})."


def check_pair(pair: Pair) -> Iterator[Placed]:
    if pair.verdict == "review":
        first = pair.first
        line, score = first.entry.where.line, f"{pair.score:.2f}"
        yield report(pair, say(MESSAGE, id=name(first), path=first.path, line=line, score=score))
