"""There is no kind of product of that name.

The kinds are booklet, question-cards, plain-cards, value-cards, code-puzzles, sheet, board,
components and rulebook.

```bad game
products:
  rules: {kind: rulbook, title: Règle du jeu}
```

```good game
products:
  rules: {kind: rulebook, title: Règle du jeu}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV109", name="unknown-kind", severity="error", waivable=False)
