"""A YAML tag.

A value that starts with an exclamation mark is a type instruction to YAML. Content does not use them: every value is
read as text and typed by the schema. If the mark belongs to the text, quote the value.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Mine, question: Quel roman de Zola se passe à Montsou ?, answer: !Germinal x}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Mine, question: Quel roman de Zola se passe à Montsou ?, answer: Germinal}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV018", name="yaml-tag", severity="error", waivable=False)
