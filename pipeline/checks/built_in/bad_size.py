"""A product's size is not a paper size.

The trimmed size decides the page, the bleed and how many cards stand on a sheet.

```bad game
products:
  aide: {kind: plain-cards, title: Aide, size: 7 x 12 cm}
```

```good game
products:
  aide: {kind: plain-cards, title: Aide, size: 70x120}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV122", name="bad-size", severity="error", waivable=False)
