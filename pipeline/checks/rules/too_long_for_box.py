"""A text is too long for the box that it is printed in.

Predicted from the widths of the letters, at the smallest type size that the product may use, so that an author sees it
while writing. `livret build` lays the page out and has the last word.

```bad deck
- {id: v001, value: 1, count: 4, name: Prima, text: "Dans cette ville, personne ne parle avant d'avoir été invité à le faire par un voisin, qui attend lui-même qu'on l'y invite. Dans cette ville, personne ne parle avant d'avoir été invité à le faire par un voisin, qui attend lui-même qu'on l'y invite. Dans cette ville, personne ne parle avant d'avoir été invité à le faire par un voisin, qui attend lui-même qu'on l'y invite."}
```

```good deck
- {id: v001, value: 1, count: 4, name: Prima, text: Personne n'y parle avant d'y être invité.}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.kinds.game import kind_of
from pipeline.print import fit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Group

RULE = Rule(code="LV850", name="too-long-for-box", severity="warning")

ALONE = "About {count} characters too long for its printed box."
ALONE_HINT = "Shorten it: at the smallest type size {mm} mm are missing."
COLUMN = "About {count} characters too long: entries {first} to {last} share a column that is {mm} mm too short."
COLUMN_HINT = "Shorten this one, which is the longest, or its neighbours."


def check_group(group: Group, context: Context) -> Iterator[Problem]:
    layout = context.layout
    if layout is None:
        return
    models = [entry.model for entry in group.entries]
    smallest, full = layout.sizes[-1], kind_of(context.product).capacity(context.product).entries
    for template in dict.fromkeys(box.template for box in layout.boxes):
        if fit.surely_fits(layout, template, models, smallest, full):
            continue
        for excess in fit.excesses(layout, template, models, smallest, full):
            entry = group.entries[excess.longest]
            field, count = fit.characters_too_many(layout, excess, entry.model)
            mm = f"{excess.millimetres:.1f}"
            message, hint = say(ALONE, count=count), say(ALONE_HINT, mm=mm)
            if excess.box.entries > 1:
                last = min(excess.first + excess.box.entries, len(models))
                message = say(COLUMN, count=count, first=excess.first + 1, last=last, mm=mm)
                hint = say(COLUMN_HINT)
            yield Problem(entry.printed_at(field), message, hint)
