"""Chrono: the fastest right answer wins, one proposal per player."""

from __future__ import annotations

from pipeline.types.base import TEXT_ANSWER, QuestionType, TextQuestion


class Chrono(TextQuestion):
    """The fastest right answer wins; one proposal per player."""


TYPE = QuestionType(
    name="chrono",
    title="Chrono",
    summary="The fastest right answer wins; one proposal per player. The answer is short and unambiguous.",
    model=Chrono,
    icon="chrono",
    answer_field="answer",
    answer_schema=TEXT_ANSWER,
)
