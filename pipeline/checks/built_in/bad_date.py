"""A date that does not exist, or is written differently.

`as_of` and `review_by` take a year, a month or a day: 2026, 2026-05, 2026-05-31.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci, as_of: mai 2026}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci, as_of: 2026-05}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV111", name="bad-date", severity="error", waivable=False)
