r"""A file is not UTF-8.

It was saved by an editor that uses another encoding, and accents would come out wrong. Save it again as UTF-8: every
editor has that choice in its "save as" dialogue.

```bad duo whole escaped
page: 1  # caf\xff
```

```good duo whole
page: 1  # café
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV003", name="not-utf-8", severity="error", waivable=False)
