"""Values are nested too deeply.

Content needs five levels. More than 32 is a stray bracket, or a file that was made to break programs.

```bad duo whole
page: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
questions: []
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV016", name="too-deep", severity="error", waivable=False)
