r"""The text contains a control character.

Characters such as NUL or escape cannot be printed and are forbidden in YAML. They come from broken conversions.
`--fix` removes them.

```bad duo escaped
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard\x07 de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV010", name="control-character", severity="error", waivable=False)
