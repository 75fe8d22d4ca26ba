"""A file in content/reviews/ cannot be read, or a mark in it.

These files are written by `livret import`. Marks are right, wrong, doubtful and too-long.

```bad review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": [{"id": "solo01", "mark": "perhaps"}]}
```

```good review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": [{"id": "solo01", "mark": "right"}]}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV412", name="bad-review", severity="error", waivable=False)
