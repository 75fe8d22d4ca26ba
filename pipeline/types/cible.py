"""Cible: the proposal closest to a number wins."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field

from pipeline.core.numbers import plain
from pipeline.types.base import AnswerKind, Question, QuestionType
from pipeline.types.scalars import Number, Text


class Cible(Question):
    """The closest proposal wins; an exact one wins at once."""

    answer_kind: ClassVar[AnswerKind] = "number"
    answer: Number = Field(description='The exact number, in digits: 8849, "8 849" or "2,5".')
    unit: Text | None = Field(None, description="What the number measures (m, km, ans…); the question names it too.")

    def answer_texts(self) -> tuple[str, ...]:
        return (plain(self.answer),)

    def printed(self) -> str:
        return f"{self.question}\n{self.cue}\n{self.unit or ''}"

    def answer_pack(self) -> dict[str, Any]:
        whole = self.answer == self.answer.to_integral_value()
        value = int(self.answer) if whole else float(self.answer)
        pack: dict[str, Any] = {"kind": "number", "value": value}
        if self.unit:
            pack["unit"] = self.unit
        return pack | {"text": self.printed_answer()}

    def printed_answer(self) -> str:
        text = plain(self.answer).replace(".", ",")
        return f"{text} {self.unit}" if self.unit else text


TYPE = QuestionType(
    name="cible",
    title="Cible",
    summary="The proposal closest to the number wins; an exact one wins at once.",
    model=Cible,
    icon="cible",
    answer_field="answer",
    answer_schema={
        "type": "object",
        "description": "A number; the closest proposal wins.",
        "required": ["kind", "value", "text"],
        "properties": {
            "kind": {"const": "number"},
            "value": {"type": "number"},
            "unit": {"type": "string"},
            "text": {"type": "string"},
        },
    },
)
