r"""The text contains an invisible character.

Zero-width spaces, soft hyphens and direction marks come along with pasted text. Nobody sees them, but searches,
answers and line breaks go wrong. `--fix` removes them.

```bad duo escaped
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard\u200b de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV008", name="invisible-character", severity="warning", waivable=False)
