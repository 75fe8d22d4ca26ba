r"""The indentation contains a tab or a no-break space.

YAML only knows ordinary spaces at the start of a line. A tab stops it; a no-break space (pasted from a word processor
or a web page) becomes a part of the key. `--fix` puts spaces.

```bad duo whole escaped
page: 1
questions:
\t- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```

```good duo whole
page: 1
questions:
  - {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV007", name="odd-indentation", severity="error", waivable=False)
