"""Plain (solo): one player answers; no icon."""

from __future__ import annotations

from pydantic import Field

from pipeline.types.base import TEXT_ANSWER, QuestionType, TextQuestion
from pipeline.types.scalars import Text


class Plain(TextQuestion):
    """A question to one player: right or wrong."""

    type: Text = Field("plain", description="`plain`: may be left out in a solo booklet.")


TYPE = QuestionType(
    name="plain",
    title="Solo",
    summary="One player answers, right or wrong. No icon; `type` may be left out.",
    model=Plain,
    icon=None,
    answer_field="answer",
    answer_schema=TEXT_ANSWER,
)
