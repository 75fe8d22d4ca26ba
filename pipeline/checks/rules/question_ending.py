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
from pipeline.core.pattern import lazy

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

_ASKING = lazy(
    r"(?:(?:à|a|de|d'|en|dans|par|pour|sur|sous|chez|avec|contre|vers|depuis|jusqu'à|selon|entre|après|avant) ?)?"
    r"(?:qui\b|que\b|qu'|quoi\b|quels?\b|quelles?\b|lequel\b|laquelle\b|combien\b|comment\b|pourquoi\b|quand\b|où\b"
    r"|est-ce\b|auquel\b|à laquelle\b|duquel\b)",
    re.IGNORECASE,
)
_TELLING = lazy(
    r"(?:à tour de rôle, )?(?:citez|nommez|donnez|énumérez|listez|récitez|mimez|lancez|faites|posez|prenez|montrez|retrouvez)\b",
    re.IGNORECASE,
)
_SIGNS = ("?", ".", "!", "…", "»")


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    last = question.question[-1]
    if last == "?":
        return
    text = question.question
    if _ASKING.match(text):
        if last not in ("»", "…") or "?" not in text:
            yield _problem(entry, ASKS, " ?")
    elif _TELLING.match(text):
        if last not in _SIGNS:
            yield _problem(entry, TELLS, ".")
    elif last not in _SIGNS:
        yield _problem(entry, ENDS, "")


def _problem(entry: Entry, message: str, sign: str) -> Problem:
    path = (*entry.path, "question")
    text = entry.document.text_at(path)
    end = len(text.rstrip())
    known = sign and not entry.document.ends_in_doubt(path)  # a # may have cut off the end
    hint = say(HINT, sign=sign.strip()) if known else say(ENDS_HINT)
    place = entry.document.offsets(path, len(text.rstrip(" .!:;,\n")), end) if known else None
    edits = (Edit(*place, sign),) if place else ()
    return Problem(entry.document.inside(path, end - 1, end), say(message), hint, edits)
