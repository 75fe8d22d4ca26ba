"""A # cuts the text off.

To YAML a space and # start a comment: everything after it is lost without a word. The finding shows the corrected
line; `--fix` writes it.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Flacon
  question: Quel parfum célèbre est lancé en 1921 ?
  answer: Chanel #5
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Flacon
  question: Quel parfum célèbre est lancé en 1921 ?
  answer: "Chanel #5"
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV013", name="comment-cuts-text", severity="error", waivable=False)
