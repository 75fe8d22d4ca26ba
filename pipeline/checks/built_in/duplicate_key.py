"""The same key stands twice.

YAML programs keep one of the two and say nothing. The finding names both lines: keep one.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Qui a peint *La Joconde* ?
  answer: Raphaël
  answer: Léonard de Vinci
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Qui a peint *La Joconde* ?
  answer: Léonard de Vinci
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV015", name="duplicate-key", severity="error", waivable=False)
