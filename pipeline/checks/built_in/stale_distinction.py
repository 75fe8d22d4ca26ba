"""A line of content/not-duplicates.yaml is no longer needed.

One of the two questions is gone, or they are no longer alike. Remove the line, so that the file stays a list that an
editor can read.

```bad distinct
- {ids: [solo01, solo02], reason: Zola n'est pas corse}
```

```good distinct
[]
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV906", name="stale-distinction", severity="warning", waivable=False)
