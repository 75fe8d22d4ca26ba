r"""The text contains a no-break space.

French typography wants them before ? ! ; : and inside « », and livret adds them when it prints. In the source they
are invisible and hard to type: authors write ordinary spaces. `--fix` replaces them.

```bad duo escaped
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde*\u00a0?, answer: Léonard de Vinci}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV009", name="no-break-space", severity="warning", waivable=False)
