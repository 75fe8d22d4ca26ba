"""An id has characters that it must not have.

Ids are printed small, typed into errata and used in file names: small letters, digits and hyphens, at most 32.

```bad duo
- {id: "Q 1", type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV110", name="bad-id", severity="error", waivable=False)
