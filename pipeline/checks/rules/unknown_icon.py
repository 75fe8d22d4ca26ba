"""There is no icon of that name.

Products, cards and the steps of a board name an icon of the icon font; a page that asks for another one cannot be
printed. templates/icons/README.md says how to add one.

```bad deck
- {id: c1, value: 1, count: 4, name: Prima, icon: city-99, text: La première.}
```

```good deck
- {id: c1, value: 1, count: 4, name: Prima, icon: city-1, text: La première.}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, GameContext, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest
from pipeline.kinds.board import Board
from pipeline.print.library import icon_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Entry

RULE = Rule(
    code="LV125",
    name="unknown-icon",
    severity="error",
    waivable=False,
    kinds=("value-cards", "plain-cards", "board"),
)

MESSAGE = "There is no icon “{icon}”."
NEAR = "There is no icon “{icon}”: did you mean “{best}”?"
HINT = "Icons: {icons}."


def check_game(context: GameContext) -> Iterator[Problem]:
    for name, product in context.products.items():
        if product.icon and product.icon not in icon_names():
            yield Problem(context.document.span(("products", name, "icon")), *_said(product.icon))


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:  # noqa: ARG001
    model = entry.model
    named: dict[tuple[str | int, ...], str | None] = {("icon",): getattr(model, "icon", None)}
    if isinstance(model, Board):
        named = {("steps", index, "icon"): step.icon for index, step in enumerate(model.steps)}
    for where, icon in named.items():
        if icon and icon not in icon_names():
            yield entry.problem(where, *_said(icon))


def _said(icon: str) -> tuple[Message, Message]:
    best = nearest(icon, icon_names())
    message = say(NEAR, icon=icon, best=best) if best else say(MESSAGE, icon=icon)
    return message, say(HINT, icons=", ".join(icon_names()))
