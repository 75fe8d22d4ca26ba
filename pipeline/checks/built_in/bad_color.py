"""A colour is not four percentages of ink.

Pages are printed with cyan, magenta, yellow and black: a screen colour would be converted, and look different.

```bad game
products:
  aide: {kind: plain-cards, title: Aide, color: bleu}
```

```good game
products:
  aide: {kind: plain-cards, title: Aide, color: 100/70/0/30}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV123", name="bad-color", severity="error", waivable=False)
