"""A question is nearly the same as another one.

The answers agree and the questions share most of their telling words: reworded, reordered, digits instead of words,
a few words added. A different number, name or opposite (grand, petit) makes a different question and is not reported.
If the two really ask for different things, record their ids in content/not-duplicates.yaml with the reason.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Sel, question: Sur quel lac se trouve la ville de Genève ?, answer: Léman}
- {id: bbbbbb, type: rapidite, keyword: Rive, question: La ville de Genève se trouve au bord de quel lac ?, answer: Le Léman, waive: {same-answer-on-page: pour l'exemple}}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Sel, question: Sur quel lac se trouve la ville de Genève ?, answer: Léman}
- {id: bbbbbb, type: rapidite, keyword: Rive, question: Sur quel lac se trouve la ville de Côme ?, answer: Lac de Côme, waive: {answer-in-question: pour l'exemple}}
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

RULE = Rule(code="LV903", name="near-duplicate", severity="warning")

MESSAGE = "Nearly the same question as “{id}” in {path}, line {line}: the answers agree (score {score})."
MESSAGE_FREE = "Nearly the same task as “{id}” in {path}, line {line} (score {score})."


def check_pair(pair: Pair) -> Iterator[Placed]:
    if pair.verdict == "probable":
        first = pair.first
        template = MESSAGE_FREE if first.entry.answer_kind == "procedure" else MESSAGE
        line, score = first.entry.where.line, f"{pair.score:.2f}"
        yield report(pair, say(template, id=name(first), path=first.path, line=line, score=score))
