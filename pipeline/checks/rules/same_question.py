"""A question is asked twice.

Only case, accents, punctuation or articles differ, and the answers agree. Players who own two booklets or two games
meet it again. Delete one; if both have to stay, record their ids in content/not-duplicates.yaml with the reason.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Beffroi, question: Quelle ville a pour symbole un lion ?, answer: Lyon}
- {id: cccccc, type: rapidite, keyword: Crinière, question: Quelle VILLE a pour symbole le lion ?, answer: LYON, waive: {same-answer-on-page: pour l'exemple}}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Beffroi, question: Quelle ville a pour symbole un lion ?, answer: Lyon}
- {id: bbbbbb, type: cible, keyword: Octet, question: Combien de bits compte un octet ?, answer: 8}
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

RULE = Rule(code="LV901", name="same-question", severity="error")

MESSAGE = "The same question as “{id}” in {path}, line {line}, with the same answer (score {score})."


def check_pair(pair: Pair) -> Iterator[Placed]:
    if pair.verdict == "same":
        first = pair.first
        line, score = first.entry.where.line, f"{pair.score:.2f}"
        yield report(pair, say(MESSAGE, id=name(first), path=first.path, line=line, score=score))
