"""Ping-pong: players name one item of a closed list in turn."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, WithJsonSchema

from pipeline.types.base import UNLIKE, AnswerKind, Question, QuestionType
from pipeline.types.scalars import Model, Text


class ListedAnswer(Model):
    """One item of the list, with the other forms that count as the same item."""

    answer: Text = Field(description="The item as it is printed.")
    accept: tuple[Text, ...] = Field((), description="Other forms of the same item.")


def _from_text(value: Any) -> Any:
    return value if isinstance(value, dict) else {"answer": value}


_TEXT = {"type": ["string", "number", "boolean"]}
_ITEM_SCHEMA = {
    "anyOf": [
        _TEXT,
        {
            "type": "object",
            "required": ["answer"],
            "additionalProperties": False,
            "properties": {
                "answer": _TEXT | {"description": "The item as it is printed."},
                "accept": {"type": "array", "items": _TEXT, "description": "Other forms of the same item."},
            },
        },
    ]
}
Item = Annotated[ListedAnswer, BeforeValidator(_from_text), WithJsonSchema(_ITEM_SCHEMA)]


class PingPong(Question):
    """One answer each in turn until the list is used up; a wrong one eliminates."""

    answer_kind: ClassVar[AnswerKind] = "list"
    answers: tuple[Item, ...] = Field(description="The complete list of right answers.")

    def answer_texts(self) -> tuple[str, ...]:
        return tuple(text for item in self.answers for text in (item.answer, *item.accept))

    def accepted_texts(self) -> tuple[str, ...]:
        return tuple(text for item in self.answers for text in item.accept)

    def answer_items(self) -> tuple[str, ...]:
        return tuple("\n".join((item.answer, *item.accept)) for item in self.answers)

    def answer_pack(self) -> dict[str, Any]:
        items = [{"text": item.answer, "accept": list(item.accept)} for item in self.answers]
        return {"kind": "list", "items": items}

    def printed_answer(self) -> str:
        return " · ".join(item.answer for item in self.answers)


TYPE = QuestionType(
    name="ping-pong",
    title="Ping-pong",
    summary="Players name one answer each in turn until the complete list is used up.",
    model=PingPong,
    icon="ping-pong",
    answer_field="answers",
    answer_schema={
        "type": "object",
        "description": "The complete list of right answers.",
        "required": ["kind", "items"],
        "properties": {
            "kind": {"const": "list"},
            "items": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "required": ["text", "accept"],
                    "properties": {
                        "text": {"type": "string"},
                        "accept": {"type": "array", "items": {"type": "string"}},
                        "unlike": UNLIKE,
                    },
                },
            },
        },
    },
)
