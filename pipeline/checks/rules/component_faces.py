"""A die does not have the faces that its form has.

`faces` says what stands on each face of a die that is cut out of paper: six for a `d6`, twenty for a `d20`. Other pieces have
none.

```bad game
components:
  - {name: dé, count: 1, print: d6, faces: [Oui, Non]}
```

```good game
components:
  - {name: dé, count: 1, print: d6, faces: [Oui, Oui, Oui, Non, Non, Non]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import GameContext, Rule
from pipeline.core.finding import Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

RULE = Rule(code="LV507", name="component-faces", severity="error", waivable=False)

MESSAGE = "“{name}” is printed as {form} and has {wanted} faces, but {count} are named."
HINT = "Name every face, or leave `faces` out for 1, 2, 3 and so on."
NONE = "“{name}” is printed as {form}, which has no faces."
NONE_HINT = "Delete `faces`."
_FACES = {"d6": 6, "d20": 20}


def check_game(context: GameContext) -> Iterator[Problem]:
    for index, component in enumerate(context.game.components):
        form, count = component.print, len(component.faces)
        if not count or form is None or _FACES.get(form) == count:
            continue
        span = context.document.span(("components", index, "faces"))
        if form in _FACES:
            values = {"name": component.name, "form": form, "wanted": _FACES[form], "count": count}
            yield Problem(span, say(MESSAGE, **values), say(HINT))
        else:
            yield Problem(span, say(NONE, name=component.name, form=form), say(NONE_HINT))
