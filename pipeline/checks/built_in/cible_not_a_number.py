"""The answer to a Cible is not a number.

The closest proposal wins, so the answer has to be a number: digits, with a decimal comma or point and spaces between
thousands if you like. No words, no ranges, no "environ", no unit: the unit has its own key.

```bad duo
- {id: aaaaaa, type: cible, keyword: Panier, question: Combien d'œufs compte une douzaine ?, answer: une douzaine}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Toit du monde, question: À combien de mètres culmine l'Everest ?, answer: "8 849", unit: m}
```
"""

from __future__ import annotations

from pipeline.checks.rule import Rule

RULE = Rule(code="LV201", name="cible-not-a-number", severity="error", waivable=False)
