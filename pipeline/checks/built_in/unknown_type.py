"""There is no question type of that name.

The types are plain, cible, ping-pong, rapidite, chrono and chance.

```bad duo
- {id: aaaaaa, type: cibble, keyword: Douzaine, question: Combien d'œufs compte une douzaine ?, answer: 12}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Panier, question: Combien d'œufs compte une douzaine ?, answer: 12}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV108", name="unknown-type", severity="error", waivable=False)
