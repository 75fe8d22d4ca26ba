"""A line of content/not-duplicates.yaml does not name two questions, or is there twice.

Each line has the ids of the two questions and the reason.

```bad distinct
- {ids: [solo01], reason: Zola n'est pas corse}
```

```good distinct
[]
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV907", name="bad-distinction", severity="error", waivable=False)
