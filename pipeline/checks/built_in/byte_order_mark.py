r"""A file starts with a byte-order mark.

Some Windows editors put this invisible character first. livret reads past it; other programs stumble. `--fix`
removes it.

```bad duo whole escaped
\ufeffpage: 1
questions: []
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV004", name="byte-order-mark", severity="warning", waivable=False)
