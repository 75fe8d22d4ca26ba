"""A link in a rulebook leads nowhere.

Rulebooks name the parts of the game by links: `[jetons](component:jeton)`, `[Cible](type:cible)`,
`[livret Duo](product:duo)`, `[bouclier](ability:shield)`, and `[la mise](#la-mise)` for a heading. A component, type,
product, ability or heading that the game does not have is a mistake in the rules, or in game.yaml.

```bad rules whole
# Règle du jeu

Prenez les [pions](component:pions).
```

```good rules whole
# Règle du jeu

Prenez les [pions](component:pion).
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest
from pipeline.kinds.questions import QuestionProduct
from pipeline.source.markdown import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.kinds.rulebook import Rulebook

RULE = Rule(code="LV802", name="rulebook-reference", severity="error", waivable=False, kinds=("rulebook",))

MESSAGE = "The game has no {what} “{name}”."
NEAR = "The game has no {what} “{name}”: did you mean “{best}”?"
HINT = "Accepted: {accepted}."
ANCHOR = "No heading is called “{name}”."
ANCHOR_NEAR = "No heading is called “{name}”: did you mean “{best}”?"
ANCHOR_HINT = "Headings: {accepted}."
SCHEME = "“{target}” is not a reference that livret knows."
SCHEME_HINT = "Use component:, type:, product:, ability:, # for a heading, or https://."


def check_entry(entry: Entry, context: Context) -> Iterator[Problem]:
    rulebook: Rulebook = entry.model
    accepted = _accepted(rulebook, context)
    for link in rulebook.outline.links:
        scheme, name = ("#", link.target[1:]) if link.target.startswith("#") else link.target.partition(":")[::2]
        if scheme in ("https", "http", "mailto"):
            continue
        if scheme not in accepted:
            yield Problem(link.target_span, say(SCHEME, target=link.target), say(SCHEME_HINT))
            continue
        choices = accepted[scheme]
        found = name.split("/")[0] if scheme == "component" else name
        if found in choices or (scheme == "component" and found in {slug(choice) for choice in choices}):
            continue
        best = nearest(found, choices)
        template, near, hint = (ANCHOR, ANCHOR_NEAR, ANCHOR_HINT) if scheme == "#" else (MESSAGE, NEAR, HINT)
        message = say(near, what=scheme, name=found, best=best) if best else say(template, what=scheme, name=found)
        yield Problem(link.target_span, message, say(hint, accepted=", ".join(choices) or "—"))


def _accepted(rulebook: Rulebook, context: Context) -> dict[str, list[str]]:
    types = [
        name for product in context.products.values() if isinstance(product, QuestionProduct) for name in product.types
    ]
    return {
        "component": [component.name for component in context.game.components],
        "type": list(dict.fromkeys(types)),
        "product": list(context.game.products),
        "ability": list(context.game.abilities),
        "#": [heading.slug for heading in rulebook.outline.headings],
    }
