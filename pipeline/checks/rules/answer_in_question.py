"""The answer stands in its own question.

A word of the answer, or a word of the same root, is heard before anybody has thought: "De quel pays les Suédois
sont-ils les habitants ?" gives Sweden away. Articles and words for whole classes (mer, île, roi…) do not count, nor
do questions that offer a choice ("A ou B", "Vrai ou faux"). For a Ping-pong and for accepted forms, a whole answer must
stand there.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Nordique, question: De quel pays les Suédois sont-ils les habitants ?, answer: La Suède}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Nordique, question: Quel pays a pour capitale Stockholm ?, answer: La Suède}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.leaks import given_away, leak, offers_choice, place_of
from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, say
from pipeline.core.folding import hear

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry
    from pipeline.types.base import Question

RULE = Rule(code="LV301", name="answer-in-question", severity="error")

MESSAGE = "“{word}” in the question gives the answer “{answer}” away."
HINT = "Reword the question without it."


def check_question(entry: Entry, _context: Context) -> Iterator[Problem]:
    question: Question = entry.model
    text = question.question
    if leak(entry.heard_answers(), hear(text)) is None:  # almost always
        return
    found = given_away(question, text, whole=question.type == "ping-pong")
    if found and not offers_choice(text, found[0]):
        start, end = place_of(found[1], text)
        span = entry.document.inside((*entry.path, "question"), start, end)
        yield Problem(span, say(MESSAGE, word=text[start:end], answer=found[0]), say(HINT))
