"""A mark in content/reviews/ is about a question that is gone or has changed since.

Look at the question once more, then delete the mark.

```bad review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": [{"id": "nobody", "mark": "wrong"}]}
```

```good review whole
{"format": "livret-review/1", "reviewer": "Ana", "marks": []}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV411", name="stale-review", severity="warning", waivable=False)
