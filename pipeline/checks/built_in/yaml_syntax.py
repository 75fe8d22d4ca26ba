"""YAML cannot be read here.

Often a quotation mark or a bracket was opened and not closed, or a line is indented differently from its neighbours.
The entry with the mistake is left out and all others are still checked. Where only the space after the colon of a key
is missing, the finding shows the corrected line; `--fix` writes it.

```bad duo
- id: aaaaaa
  type: ping-pong
  keyword: Boussole
  question: Citez les points cardinaux.
  answers: [nord, sud, est, ouest
```

```good duo
- id: aaaaaa
  type: ping-pong
  keyword: Boussole
  question: Citez les points cardinaux.
  answers: [nord, sud, est, ouest]
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV011", name="yaml-syntax", severity="error", waivable=False)
