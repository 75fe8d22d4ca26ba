"""A required key is missing.

The finding points at the entry and names the key. Each type of question has its own: `answer` for a Cible,
`answers` for a Ping-pong, `procedure` for a Chance.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV101", name="missing-key", severity="error", waivable=False)
