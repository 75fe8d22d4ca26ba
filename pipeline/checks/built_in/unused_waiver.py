"""A waiver that waives nothing.

The question was repaired, or the rule was never broken. Remove the waiver, so that the rule protects the question
again.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Qui a peint *La Joconde* ?
  answer: Léonard de Vinci
  waive: {answer-too-long: "nom complet voulu"}
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Qui a peint *La Joconde* ?
  answer: Le grand Léonard de Vinci
  waive: {answer-too-long: "nom complet voulu"}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV131", name="unused-waiver", severity="warning", waivable=False)
