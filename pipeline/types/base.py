"""What all question types share: the fields of a question and the form that a type has to have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from pipeline.types.scalars import Date, Difficulty, Id, Model, Stability, Text, Url

if TYPE_CHECKING:
    from collections.abc import Mapping


AnswerKind = Literal["text", "number", "list", "procedure"]


class Question(Model):
    """A question as an author writes it, whatever its type."""

    answer_kind: ClassVar[AnswerKind] = "text"
    id: Id | None = Field(None, description="Short, stable and unique. `livret check --fix` gives missing ones.")
    type: Text = Field(description="How the question is played.")
    keyword: Text | None = Field(
        None, description="What players bet on, on booklet pages: at most 16 characters, never the answer."
    )
    clue: Text | None = Field(
        None,
        description="The indice on cards: what players choose by. At most 16 characters, never the answer.",
    )
    question: Text = Field(description="The sentence that the reader says aloud.")
    theme: Text | None = Field(None, description="Subject, for the balance of a page and a booklet.")
    difficulty: Difficulty | None = Field(None, description="From 1 (everybody knows) to 5 (hardly anybody).")
    stability: Stability = Field(
        "stable", description="How long the answer stays true: stable, slow (years) or volatile (months)."
    )
    as_of: Date | None = Field(None, description="When the answer was true: a year, a month or a day.")
    review_by: Date | None = Field(None, description="When somebody has to look at the answer again.")
    source: Url | None = Field(None, description="Where the answer can be verified.")
    note: Text | None = Field(None, description="For editors only: never printed, never in a pack.")
    waive: dict[Text, Text] = Field(
        default_factory=dict, description="Rules that do not apply to this question, each with its reason."
    )

    def answer_texts(self) -> tuple[str, ...]:
        """Every text that counts as a right answer, the printed one first."""
        raise NotImplementedError

    def accepted_texts(self) -> tuple[str, ...]:
        """Those of them that are accepted, and not printed."""
        return ()

    def answer_pack(self) -> dict[str, Any]:
        """The answer as game engines read it."""
        raise NotImplementedError

    def printed_answer(self) -> str:
        """The answer as it stands on paper, before typography."""
        raise NotImplementedError

    def asks(self) -> str:
        """Everything that is asked, for comparison with other questions."""
        return self.question

    def answer_items(self) -> tuple[str, ...]:
        """The right answers for comparison: forms of one answer, or the items of a list with their forms in lines."""
        return self.answer_texts()

    def printed(self) -> str:
        """Everything that is printed of the question, a line each: for a first look at all of it."""
        return "\n".join((self.question, self.cue, *self.answer_texts()))

    @property
    def cue(self) -> str:
        """The keyword or the clue: what players hear before they stake."""
        return self.keyword or self.clue or ""


class TextQuestion(Question):
    """A question with one short answer and accepted variants."""

    answer: Text = Field(description="The short answer that is printed.")
    accept: tuple[Text, ...] = Field(
        (), description="Other forms that the reader accepts, for example a surname alone."
    )

    def answer_texts(self) -> tuple[str, ...]:
        return (self.answer, *self.accept)

    def accepted_texts(self) -> tuple[str, ...]:
        return self.accept

    def answer_pack(self) -> dict[str, Any]:
        return {"kind": "text", "text": self.answer, "accept": list(self.accept)}

    def printed_answer(self) -> str:
        return self.answer


class QuestionType(NamedTuple):
    """One way to play a question. `icon` names a glyph of the icon font; solo questions have none."""

    name: str
    title: str
    summary: str
    model: type[Question]
    icon: str | None
    answer_field: str
    answer_schema: Mapping[str, Any]
    """JSON Schema of `answer_pack`: what game engines may rely on."""


_TEXTS = {"type": "array", "items": {"type": "string"}}
# Of a text and of each item of a list: what only a pack knows.
UNLIKE = _TEXTS | {"description": "Other words, one slip away: typed, they are no slip of this answer."}
TEXT_ANSWER: Mapping[str, Any] = {
    "type": "object",
    "description": "One short answer and the other forms that count.",
    "required": ["kind", "text", "accept"],
    "properties": {"kind": {"const": "text"}, "text": {"type": "string"}, "accept": _TEXTS, "unlike": UNLIKE},
}
