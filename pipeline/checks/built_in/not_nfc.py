r"""Accents are stored as separate characters.

"é" can be one character or "e" followed by an accent. They look the same, but searches, fonts and answers see a
difference. Macs produce the second form in file names and pasted text. `--fix` joins them (Unicode NFC).

```bad duo escaped
- {id: aaaaaa, type: rapidite, keyword: Saison, question: "Quelle saison suit le printemps ?", answer: "L'e\u0301te\u0301"}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Saison, question: "Quelle saison suit le printemps ?", answer: "L'été"}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV006", name="not-nfc", severity="warning", waivable=False)
