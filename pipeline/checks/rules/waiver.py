"""A waiver names no rule, or a rule that cannot be waived, or gives no reason.

`waive` lists rules by name with a reason that the next editor understands. Structure cannot be waived: only what is a
matter of judgement.

```bad duo
- id: aaaaaa
  type: rapidite
  keyword: Chevalet
  question: Qui a peint *Guernica* ?
  answer: Pablo Picasso
  waive: {keyword-to-vague: "voulu"}
```

```good duo
- id: aaaaaa
  type: rapidite
  keyword: Peinture
  question: Qui a peint *Guernica* ?
  answer: Pablo Picasso
  waive: {keyword-too-vague: "indice voulu : tout le monde doit miser"}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule, names, rule
from pipeline.core.finding import Problem, say
from pipeline.core.suggest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pipeline.kinds.base import Entry, Group
    from pipeline.source.document import Document

RULE = Rule(code="LV130", name="waiver", severity="error", waivable=False)

UNKNOWN = "There is no rule “{name}”."
UNKNOWN_NEAR = "There is no rule “{name}”: did you mean “{best}”?"
UNKNOWN_HINT = "`livret explain` lists the rules."
FIXED = "The rule “{name}” cannot be waived."
FIXED_HINT = "Repair the entry; structure is not a matter of taste."
NO_REASON = "The waiver of “{name}” gives no reason."
NO_REASON_HINT = 'Say why, so that the next editor understands: {name}: "…"'
_SHORTEST = 4


def check_entry(entry: Entry, _context: Context) -> Iterator[Problem]:
    waive = getattr(entry.model, "waive", None)
    if waive:
        yield from _wrong(entry.document, entry.path, waive)


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    if group.path and group.document is not None:
        yield from _wrong(group.document, group.path, group.waive)


def _wrong(document: Document, path: tuple[str | int, ...], waive: Mapping[str, str]) -> Iterator[Problem]:
    for name, reason in waive.items():
        where = (*path, "waive", name)
        if name not in names():
            best = nearest(name, names())
            message = say(UNKNOWN_NEAR, name=name, best=best) if best else say(UNKNOWN, name=name)
            yield Problem(document.span(where, key=True), message, say(UNKNOWN_HINT))
        elif not rule(name).waivable:
            yield Problem(document.span(where, key=True), say(FIXED, name=name), say(FIXED_HINT))
        elif len(reason.strip()) < _SHORTEST:
            yield Problem(document.span(where), say(NO_REASON, name=name), say(NO_REASON_HINT, name=name))
