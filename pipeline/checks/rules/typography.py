"""French typography: spaces, quotation marks, ordinals, ligatures, accents on capitals.

Authors type plain characters: one ordinary space before ? ! ; : and inside « », a straight apostrophe, …, 2e, 1re,
25 %, œuvre, À. livret adds no-break spaces and curly apostrophes when it prints. `--fix` writes the correction.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica*?, answer: Pablo Picasso}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Edit, Message, Problem, Span, say
from pipeline.core.typography import Slip, are_suspect, slips
from pipeline.kinds.texts import printed_texts
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry, Group

RULE = Rule(code="LV330", name="typography", severity="warning")

HINT = "Write “{right}”, or run `livret check --fix`."


def check_group(group: Group, context: Context) -> Iterator[Problem]:
    if context.product.kind == "rulebook":
        for entry in group.entries:
            yield from _in_rulebook(entry)
        return
    questions = [entry.model.printed() for entry in group.entries if isinstance(entry.model, Question)]
    if len(questions) == len(group.entries) and not are_suspect(questions):  # almost every page
        return
    for entry in group.entries:
        yield from _in_entry(entry)


def _in_entry(entry: Entry) -> Iterator[Problem]:
    for path, text in printed_texts(entry):
        for slip in slips(text):
            start, end, right = _shown(text, slip)
            span = entry.document.inside(path, start, end)
            message, hint = Message(slip.template, slip.values), say(HINT, right=right)
            yield Problem(span, message, hint, _edits(entry, path, slip))


def _in_rulebook(entry: Entry) -> Iterator[Problem]:
    offset = 0
    code = False
    for number, line in enumerate(entry.document.text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            code = not code
        table_rule = line.lstrip().startswith("|") and not line.strip("|-: ")
        for slip in slips(line) if not code and not table_rule else ():
            if slip.template.startswith("Two spaces") and line.lstrip().startswith("|"):
                continue  # the author has lined up a table
            start, end, right = _shown(line, slip)
            edits = (Edit(offset + slip.start, offset + slip.end, slip.right),)
            span = Span(number, start + 1, number, end + 1)
            yield Problem(span, Message(slip.template, slip.values), say(HINT, right=right), edits)
        offset += len(line) + 1


def _shown(text: str, slip: Slip) -> tuple[int, int, str]:
    """The word around a slip, so that the hint can be read: "Guernica*?" -> "Guernica* ?"."""
    start = text.rfind(" ", 0, slip.start) + 1
    if slip.start - start > 20 or slip.right.strip() == "":
        start = max(slip.start - 1, 0)
    return slip.start, max(slip.end, slip.start + 1), text[start : slip.start] + slip.right


def _edits(entry: Entry, path: tuple[str | int, ...], slip: Slip) -> tuple[Edit, ...]:
    """The correction as it has to be written in the scalar's own quotes; none where an escape is in the way."""
    place = entry.document.offsets(path, slip.start, slip.end)
    if place is None:
        return ()
    style = entry.document.style(path)
    if style == '"' and "\\" in entry.document.text[slice(*place)]:
        return ()
    return (Edit(*place, slip.right.replace("'", "''") if style == "'" else slip.right),)
