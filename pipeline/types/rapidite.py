"""Rapidité: the fastest right answer wins."""

from __future__ import annotations

from pipeline.types.base import TEXT_ANSWER, QuestionType, TextQuestion


class Rapidite(TextQuestion):
    """The fastest right answer wins; a wrong one eliminates."""


TYPE = QuestionType(
    name="rapidite",
    title="Rapidité",
    summary="The fastest right answer wins; a wrong one eliminates. The answer is short and unambiguous.",
    model=Rapidite,
    icon="rapidite",
    answer_field="answer",
    answer_schema=TEXT_ANSWER,
)
