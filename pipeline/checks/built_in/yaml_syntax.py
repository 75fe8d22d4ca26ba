"""YAML cannot be read here.

Often a line is indented differently from its neighbours, an entry of a list has lost its dash, a space is missing after
a colon or a dash, or a bracket was opened and not closed. Where one such change lets the file be read, the finding shows
it, and `--fix` writes it. Otherwise the entry with the mistake is left out and all others are still checked.

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
