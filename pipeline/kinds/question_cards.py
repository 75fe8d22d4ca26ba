"""Question cards: several questions a card, questions on the front, answers on the back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Group, Kind, Leaf, Printing
from pipeline.kinds.entries import raw_entries
from pipeline.kinds.questions import QuestionProduct, question_face, question_pack, read_questions
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Count, Id, Model, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game
    from pipeline.source.document import Document


class QuestionCards(QuestionProduct):
    """The numbers of a deck of question cards."""

    cards: Count = Field(description="Cards in the complete deck.")
    questions_per_card: Count = Field(description="Questions on each card.")


class QuestionCard(Model):
    """One card: the reader announces the clues, a player chooses one."""

    id: Id | None = Field(None, description="Short, stable and unique; printed small, for errata.")
    questions: list[Any] = Field(description="The questions of the card, in printed order.")
    waive: dict[Text, Text] = Field(
        default_factory=dict, description="Rules that do not apply to this card, each with its reason."
    )


class QuestionCardFile(Model):
    """A file of question cards; files are taken in the order of their names."""

    cards: list[Any] = Field(description="The cards.")


def _read(document: Document, product: QuestionCards) -> Content:
    content = Content(document)
    for index, data in enumerate(raw_entries(document, content, QuestionCardFile, "cards")):
        path = ("cards", index)
        card, problems = validate(QuestionCard, data, document, path, what="a card")
        id_ = card.id or "" if card else ""
        content.refuse(problems, path, id_)
        waive = card.waive if card else {}
        group = Group("card", index + 1, path, id=id_, document=document if card else None, waive=waive)
        content.groups.append(group)
        if isinstance(data, dict):
            read_questions(document, content, group, data.get("questions"), product)
    return content


def _pack(product: QuestionCards, contents: Sequence[Content]) -> dict[str, Any]:
    groups = [group for content in contents for group in content.groups]
    cards = [
        {
            "id": group.id,
            "number": number,
            "questions": [question_pack(entry, number=entry.number) for entry in group.entries],
        }
        for number, group in enumerate(groups, 1)
    ]
    return {"cards_total": product.cards, "questions_per_card": product.questions_per_card, "cards": cards}


def _leaves(product: QuestionCards, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    groups = [group for content in contents for group in content.groups]
    for number, group in enumerate(groups, 1):
        questions = [question_face(entry) for entry in group.entries]
        card = {"id": group.id, "number": number, "total": product.cards, "questions": questions}
        for side in ("front", "back"):
            yield Leaf(side, card, tuple(group.entries))


KIND = Kind(
    name="question-cards",
    summary="Cards with several questions; answers on the back.",
    product=QuestionCards,
    read=_read,
    capacity=lambda product: Capacity("card", product.cards, "question", product.questions_per_card),
    pack=_pack,
    printing=Printing((70, 120), "cards", _leaves),
    file_model=QuestionCardFile,
    entry_model=QuestionCard,
    pack_schema=lambda: {
        "cards_total": {"type": "integer", "minimum": 1},
        "questions_per_card": {"type": "integer", "minimum": 1},
        "cards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id", "number", "questions"],
                "properties": {
                    "id": {"type": "string"},
                    "number": {"type": "integer", "minimum": 1},
                    "questions": {"type": "array", "items": {"$ref": "#/$defs/question"}},
                },
            },
        },
    },
    grows="card",
    cue="clue",
)
