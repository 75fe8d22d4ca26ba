"""The unit of a Cible is not named in its question.

Players propose a number, so they must know of what: a distance in metres or in kilometres? The question names the
unit ("combien de mètres"), and `unit` says how it is printed after the number.

```bad duo
- {id: aaaaaa, type: cible, keyword: Toit du monde, question: Quelle est l'altitude de l'Everest ?, answer: 8849, unit: m}
```

```good duo
- {id: aaaaaa, type: cible, keyword: Toit du monde, question: À combien de mètres culmine l'Everest ?, answer: 8849, unit: m}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import fold, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.cible import Cible

RULE = Rule(code="LV202", name="cible-unit", severity="warning", types=("cible",))

MESSAGE = "The unit “{unit}” is not named in the question."
HINT = "Ask “combien de {unit}…”, so that players know what to propose."

# How the words of a question name a unit: the beginning of a folded word is enough.
_NAMES = {
    "m": "metre", "km": "kilometre", "cm": "centimetre", "mm": "millimetre", "kg": "kilo", "g": "gramme", "t": "tonne",
    "mg": "milligramme", "l": "litre", "cl": "centilitre", "ml": "millilitre", "h": "heure", "min": "minute",
    "s": "seconde", "an": "an", "ans": "an", "km/h": "kilometres", "m/s": "metres", "m²": "metres", "km²": "kilometres",
    "ha": "hectare", "m³": "metres", "°c": "degre", "°f": "degre", "°": "degre", "%": "pour", "€": "euro", "$": "dollar",
    "w": "watt", "kw": "kilowatt", "v": "volt", "hz": "hertz", "db": "decibel", "hab": "habitant", "kcal": "calorie",
    "al": "annee", "ua": "unite", "go": "gigaoctet", "mo": "megaoctet", "ko": "kilooctet",
}  # fmt: skip
_SHORT = 4


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Cible = entry.model
    if question.unit is None:
        return
    unit = question.unit.lower().rstrip(".")
    wanted = [_NAMES[unit]] if unit in _NAMES else [word[: max(len(word) - 1, _SHORT)] for word in words(unit)]
    asked = words(question.question)
    if wanted and any(word.startswith(name) for name in wanted for word in asked):
        return
    if fold(question.unit) in fold(question.question):
        return
    yield entry.problem("unit", say(MESSAGE, unit=question.unit), say(HINT, unit=question.unit))
