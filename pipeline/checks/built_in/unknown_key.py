"""An unknown key.

It was misspelt, translated, or belongs to another type of question. The finding says what was probably meant; when
that is the key that is missing, it is the only finding. Between braces a comma starts a new key: quote texts that
contain one.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, reponse: Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV102", name="unknown-key", severity="error", waivable=False)
