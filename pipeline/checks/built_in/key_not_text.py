"""A key is not plain text.

A line that starts with a bracket or `? ` makes a list or a mapping into a key. Quote the text, or write `key: value`.

```bad duo whole
? [page]
: 1
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV020", name="key-not-text", severity="error", waivable=False)
