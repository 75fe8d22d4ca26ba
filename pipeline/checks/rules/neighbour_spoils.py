"""Another question of the page or card gives the answer away.

Players hear several questions of a page in one game, and on a card the Help! reader sees all of them. Every telling
word of the answer stands in a neighbour's question or keyword.

```bad duo
- {id: aaaaaa, type: rapidite, keyword: Voilier, question: Dans quelle ville naît Jules Verne ?, answer: Nantes}
- {id: bbbbbb, type: rapidite, keyword: Machine, question: Quel animal de bois et d'acier promène-t-on à Nantes ?, answer: Un éléphant}
```

```good duo
- {id: aaaaaa, type: rapidite, keyword: Voilier, question: Dans quelle ville naît Jules Verne ?, answer: Nantes}
- {id: bbbbbb, type: rapidite, keyword: Trompe, question: Quel est le plus lourd des animaux terrestres ?, answer: L'éléphant d'Afrique}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.checks.leaks import gives_whole_answer
from pipeline.checks.rule import Context, Rule
from pipeline.core.finding import Problem, Related, say
from pipeline.core.folding import Heard, hear

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Group

RULE = Rule(code="LV303", name="neighbour-spoils", severity="warning", kinds=("booklet", "question-cards"))

MESSAGE = "The answer “{answer}” stands in question {number} of the same {group}."
HINT = "Move one of the two to another {group}, or reword the neighbour."
THERE = "here"
_SHORT_NUMBER = 3
_START = 4


def check_group(group: Group, _context: Context) -> Iterator[Problem]:
    heard = [(hear(entry.model.question), hear(entry.model.cue)) for entry in group.entries]
    page_words = frozenset().union(*[text.telling for pair in heard for text in pair])
    starts = {word[:_START] for word in page_words if len(word) >= _START}
    for index, entry in enumerate(group.entries):
        if entry.model.type in ("ping-pong", "chance"):
            continue
        answer = entry.answer_texts()[0]
        words = hear(answer).telling
        for word in words:
            if word not in page_words and word[:_START] not in starts:  # most answers begin nowhere on the page
                break
        else:
            if all(word.isdigit() and len(word) < _SHORT_NUMBER for word in words):
                continue
            yield from _spoiled(group, index, answer, heard)


def _spoiled(group: Group, index: int, answer: str, heard: list[tuple[Heard, Heard]]) -> Iterator[Problem]:
    """The first neighbour that gives the answer away."""
    entry = group.entries[index]
    for other, (question, cue) in enumerate(heard):
        if other != index and gives_whole_answer(answer, question.telling | cue.telling):
            neighbour = group.entries[other]
            message = say(MESSAGE, answer=answer, number=neighbour.number, group=group.name)
            related = (Related(neighbour.span("question"), say(THERE)),)
            yield Problem(entry.span("answer"), message, say(HINT, group=group.name), related=related)
            return
