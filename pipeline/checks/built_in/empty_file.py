"""A file is empty.

Write its content, or delete it.

```bad duo whole
# rien
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV021", name="empty-file", severity="error", waivable=False)
