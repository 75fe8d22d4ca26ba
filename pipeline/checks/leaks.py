"""Does one text give another away? The test behind `answer-in-question`, `answer-in-keyword` and `neighbour-spoils`.

Folded words without stop words: equal words leak, a digit equals its number word, and so does a common beginning of
at least 4 letters that is 75 % of the shorter and 50 % of the longer word ("Suède" / "Suédois"). A fuzzy ratio was
tried and found half as many leaks with more false alarms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.core.folding import Heard, hear, telling_words
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from pipeline.types.base import Question

_SHORTEST = 4
_CHOICE = lazy(r"\bou\b", re.IGNORECASE)
_TRUE_OR_FALSE = lazy(r"vrai ou faux", re.IGNORECASE)


def leaked_word(answer: str, text: str) -> str | None:
    """The word of `text` that gives a word of `answer` away, or None."""
    return leak(hear(answer), hear(text))


def leak(answer: Heard, text: Heard) -> str | None:
    """The same for texts that were heard already."""
    spoken, text_words = text.spoken, text.telling
    answer_words = answer.telling
    if not answer_words.isdisjoint(text_words):
        return max(answer_words & text_words, key=lambda word: (len(word), word))
    for word in answer_words:
        # A look for its beginning in the whole text is fast, and almost always enough.
        if word[:_SHORTEST] in spoken and len(word) >= _SHORTEST:
            for other in sorted(text_words):
                if _same_root(word, other):
                    return other
    return None


def given_away(question: Question, text: str, *, whole: bool = False) -> tuple[str, str] | None:
    """The right answer that `text` gives away, and the word that does it.

    A form that is only accepted may share a word with the question: players add what they have just heard ("lord
    Greystoke" for Tarzan). So of those, and of all answers with `whole`, every telling word must stand there.
    """
    accepted = question.accepted_texts()
    for answer in question.answer_texts():
        word = leaked_word(answer, text)
        if word is None or ((whole or answer in accepted) and not gives_whole_answer(answer, telling_words(text))):
            continue
        return answer, word
    return None


def gives_whole_answer(answer: str, text_words: frozenset[str]) -> bool:
    """Whether every telling word of the answer stands among the words of another text."""
    answer_words = hear(answer).telling
    if not answer_words:
        return False
    return all(word in text_words or any(_same_root(word, other) for other in text_words) for word in answer_words)


def offers_choice(question: str, answer: str) -> bool:
    """ "Du Rhône ou de la Loire…" and "Vrai ou faux" name the answer on purpose."""
    if _TRUE_OR_FALSE.search(question):
        return True
    return _CHOICE.search(question) is not None and telling_words(answer) <= telling_words(question)


def place_of(word: str, text: str) -> tuple[int, int]:
    """Where a folded word stands in a text: start and end; the whole text if folding moved it."""
    spoken = hear(text).spoken
    if len(spoken) == len(text):
        match = re.search(rf"\b{re.escape(word)}\b", spoken)
        if match:
            return match.span()
    for match in re.finditer(r"\w+", text):
        if word in telling_words(match[0]):
            return match.span()
    return 0, len(text)


def _same_root(first: str, second: str) -> bool:
    if first[:_SHORTEST] != second[:_SHORTEST]:
        return False
    pairs = zip(first, second, strict=False)
    common = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
    shorter, longer = sorted((len(first), len(second)))
    return common >= _SHORTEST and common >= 0.75 * shorter and common >= 0.5 * longer
