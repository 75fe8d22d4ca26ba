"""A whole number is expected.

In digits, without spaces, signs or decimals.

```bad duo whole
page: un
questions: []
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV106", name="not-a-whole-number", severity="error", waivable=False)
