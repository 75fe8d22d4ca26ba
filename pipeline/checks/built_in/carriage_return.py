r"""Lines end with a carriage return.

Windows ends lines with CR LF, old Macs with CR. livret reads both; version control shows every line as changed.
`--fix` writes LF.

```bad duo whole escaped
page: 1\r
questions: []\r
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV005", name="carriage-return", severity="warning", waivable=False)
