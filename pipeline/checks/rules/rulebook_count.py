"""A rulebook names another number than the box has.

In a link such as `[54 jetons](component:jeton)` the number is proved against game.yaml; in
`[24 jetons de 100](component:jeton/100)` against that value.

```bad rules whole
# Règle du jeu

La boîte contient [8 pions](component:pion).
```

```good rules whole
# Règle du jeu

La boîte contient [6 pions](component:pion).
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import fold, number_or_word
from pipeline.core.pattern import lazy
from pipeline.source.markdown import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.rulebook import Rulebook

RULE = Rule(code="LV803", name="rulebook-count", severity="error", waivable=False, kinds=("rulebook",))

MESSAGE = "The rulebook says {said}, the box has {count} of “{name}”."
HINT = "Correct the rulebook or game.yaml."
NO_VALUE = "“{name}” has no value {value}."
NO_VALUE_HINT = "Its values are: {values}."

_NUMBER = lazy(r"(?:les |ces |des )?([a-z]+(?:-[a-z]+)*|\d+)\b")


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    rulebook: Rulebook = entry.model
    for link in rulebook.outline.links:
        if not link.target.startswith("component:"):
            continue
        name, _, value = link.target.removeprefix("component:").partition("/")
        component = next((c for c in context.game.components if name in (c.name, slug(c.name))), None)
        if component is None or not component.adds_up():
            continue
        if value and value not in component.values:
            hint = say(NO_VALUE_HINT, values=", ".join(component.values) or "—")
            yield Problem(link.target_span, say(NO_VALUE, name=component.name, value=value), hint)
            continue
        match = _NUMBER.match(fold(link.text.lstrip("*_")))
        said = number_or_word(match[1]) if match and match[1] not in ("un", "une") else ""
        count = component.values[value] if value else component.count
        if said.isdigit() and int(said) != count:
            shown = f"{component.name} {value}".strip()
            yield Problem(link.span, say(MESSAGE, said=said, count=count, name=shown), say(HINT))
