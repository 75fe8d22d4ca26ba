"""A file holds more than one YAML document.

A line `---` starts a second document, and everything after it would be lost. Remove the line, or make two files.

```bad duo whole
page: 1
questions: []
---
page: 2
questions: []
```

```good duo whole
page: 1
questions: []
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV019", name="several-documents", severity="error", waivable=False)
