"""A YAML anchor or alias.

`&name` and `*name` let YAML repeat a value elsewhere. Content does not use them: they hide what is printed, and a few
lines of them can expand to gigabytes. If the star or ampersand belongs to the text, quote the value.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Mine, question: Quel roman de Zola se passe à Montsou ?, answer: *Germinal}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Mine, question: Quel roman de Zola se passe à Montsou ?, answer: "*Germinal*"}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV017", name="yaml-reference", severity="error", waivable=False)
