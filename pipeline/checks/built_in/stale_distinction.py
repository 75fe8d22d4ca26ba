"""A line of content/not-duplicates.yaml is no longer about the texts as they are.

One of the two questions is gone, or they are no longer alike: remove the line, so that the file stays a list that an
editor can read. Or one of them was rewritten since somebody compared them, and may be a duplicate now: `texts` is a
fingerprint of both, and a line with another one does not count.

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
