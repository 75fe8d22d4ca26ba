"""A question does not end like a question, or an instruction not like one.

"Qui…", "Quel…", "Combien…" end with " ?"; "Citez…", "Nommez…" end with a full stop. The reader's voice follows the
sign. `--fix` adds or replaces it.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica*., answer: Pablo Picasso}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Edit, Problem, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV320", name="question-ending", severity="error")

ASKS = "A question ends with “ ?”."
TELLS = "An instruction ends with a full stop."
ENDS = "The sentence has no sign at its end."
HINT = "End it with “{sign}”, or run `livret check --fix`."
ENDS_HINT = "End it with “ ?” or “.”."

_ASKING = re.compile(
    r"(?:(?:à|a|de|d'|en|dans|par|pour|sur|sous|chez|avec|contre|vers|depuis|jusqu'à|selon|entre|après|avant) ?)?"
    r"(?:qui\b|que\b|qu'|quoi\b|quels?\b|quelles?\b|lequel\b|laquelle\b|combien\b|comment\b|pourquoi\b|quand\b|où\b"
    r"|est-ce\b|auquel\b|à laquelle\b|duquel\b)",
    re.IGNORECASE,
)
_TELLING = re.compile(
    r"(?:à tour de rôle, )?(?:citez|nommez|donnez|énumérez|listez|récitez|mimez|lancez|faites|posez|prenez|montrez|retrouvez)\b",
    re.IGNORECASE,
)
_SIGNS = ("?", ".", "!", "…", "»")


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    text = question.question
    last = text[-1]
    if last == "?":
        return
    if _ASKING.match(text):
        if last not in ("»", "…") or "?" not in text:
            yield _problem(entry, text, ASKS, " ?")
    elif _TELLING.match(text):
        if last not in _SIGNS:
            yield _problem(entry, text, TELLS, ".")
    elif last not in _SIGNS:
        end = len(text)
        span = entry.document.inside((*entry.path, "question"), end - 1, end)
        yield Problem(span, say(ENDS), say(ENDS_HINT))


def _problem(entry: Entry, text: str, message: str, sign: str) -> Problem:
    path = (*entry.path, "question")
    kept = len(text.rstrip(" .!:;,"))
    place = entry.document.offsets(path, kept - 1, len(text))
    edits = (Edit(place[0] + 1, place[1], sign),) if place else ()
    return Problem(
        entry.document.inside(path, len(text) - 1, len(text)),
        say(message),
        say(HINT, sign=sign.strip()),
        edits,
    )
