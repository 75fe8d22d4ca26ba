"""Players that a program plays: they know more or less, follow advice, and sometimes do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from pipeline.core.finding import Message

# The share of questions that an average player knows, by difficulty from 1 to 5.
_KNOWN = (0.9, 0.75, 0.6, 0.45, 0.3)
_GUESSES = ("aucune idée", "un éléphant", "Napoléon", "la tour Eiffel", "42")


class Automatic:
    """Answers from the pack's own answers, right as often as their difficulty lets an average player be."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choose(self, prompt: Message, options: Sequence[Message], advice: int) -> int:
        del prompt
        return advice if self._chance.random() < 0.95 else self._chance.randrange(len(options))

    def number(self, prompt: Message, low: int, high: int, step: int, advice: int) -> int:
        del prompt, low, high, step
        return advice

    def text(self, prompt: Message, advice: str) -> str:
        del prompt
        return advice

    def reflex(self) -> int:
        return self._chance.randrange(1, 21)

    def answer(self, prompt: Message, question: Mapping[str, Any], said: Sequence[int]) -> str:
        del prompt
        answer = question["answer"]
        knows = self._chance.random() < _KNOWN[question.get("difficulty", 3) - 1]
        if answer["kind"] == "number":
            return self._number(answer, knows=knows)
        if not knows:
            return self._chance.choice(("", *_GUESSES))
        if answer["kind"] == "list":
            left = [item for place, item in enumerate(answer["items"]) if place not in said]
            # Somebody who does not listen repeats what was said.
            answer = self._chance.choice(left if left and self._chance.random() < 0.9 else answer["items"])
        form: str = self._chance.choice((answer["text"], *answer["accept"]))
        return form if self._chance.random() < 0.7 else form.upper()

    def _number(self, answer: Mapping[str, Any], *, knows: bool) -> str:
        value = answer["value"]
        if knows and self._chance.random() < 0.2:
            return str(answer["text"])
        # Nobody is a thousand years off; other numbers are guessed in proportion.
        scale = 400 if "unit" not in answer and 1000 <= value <= 2100 else max(abs(value), 10)
        width = scale * (0.05 if knows else 0.3)
        guess = value + self._chance.gauss(0, 1) * width
        return str(round(guess)) if isinstance(value, int) else f"{guess:.2f}".replace(".", ",")
