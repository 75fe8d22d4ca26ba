"""YAML cannot read this text without quotes.

French writes a space before a colon, and to YAML a colon with a space after it starts a new key. A value that starts
with a quotation mark, a dash, a star or a bracket means something else to YAML too, and between braces a comma ends the
text. The finding shows the corrected line; `--fix` writes it.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Discours
  question: Qui a dit : « I have a dream » ?
  answer: Martin Luther King
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Discours
  question: "Qui a dit : « I have a dream » ?"
  answer: Martin Luther King
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV012", name="unquoted-text", severity="error", waivable=False)
