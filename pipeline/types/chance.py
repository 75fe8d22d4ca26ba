"""Chance: luck or absurdity decides; the card carries the procedure."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from pipeline.types.base import AnswerKind, Question, QuestionType
from pipeline.types.scalars import Text


class Chance(Question):
    """No knowledge: the procedure says what to do and who wins."""

    answer_kind: ClassVar[AnswerKind] = "procedure"
    procedure: Text = Field(description="What the players do and who wins.")
    tie: Text | None = Field(None, description="What happens on a tie, unless the procedure says it.")

    def answer_texts(self) -> tuple[str, ...]:
        return ()

    def asks(self) -> str:
        return f"{self.question} {self.procedure}"

    def printed(self) -> str:
        return f"{super().printed()}\n{self.procedure}\n{self.tie or ''}"

    def answer_pack(self) -> dict[str, Any]:
        pack = {"kind": "procedure", "text": self.procedure}
        return pack | {"tie": self.tie} if self.tie else pack

    def printed_answer(self) -> str:
        return f"{self.procedure} {self.tie}" if self.tie else self.procedure


TYPE = QuestionType(
    name="chance",
    title="Chance",
    summary="Luck decides: the card itself carries the procedure and the tie rule.",
    model=Chance,
    icon="chance",
    answer_field="procedure",
    answer_schema={
        "type": "object",
        "description": "What the players do and who wins.",
        "required": ["kind", "text"],
        "properties": {"kind": {"const": "procedure"}, "text": {"type": "string"}, "tie": {"type": "string"}},
    },
)
