"""An accepted variant says the same as the answer.

Case, accents, articles and punctuation do not count when an answer is judged, so the variant changes nothing.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, accept: [pablo picasso]}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso, accept: [Picasso]}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import answer_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import TextQuestion

RULE = Rule(code="LV222", name="accept-repeats", severity="warning", types=("plain", "rapidite", "chrono"))

MESSAGE = "“{text}” is already accepted: it differs only in case, accents, articles or punctuation."
HINT = "Remove it."


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: TextQuestion = entry.model
    if not question.accept:
        return
    seen = {answer_key(question.answer)}
    for index, text in enumerate(question.accept):
        key = answer_key(text)
        if key in seen:
            yield entry.problem(("accept", index), say(MESSAGE, text=text), say(HINT))
        seen.add(key)
