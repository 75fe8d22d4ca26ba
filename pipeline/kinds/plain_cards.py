"""Plain cards: a title and a text, in so many copies (cache, help)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Entry, Group, Kind, Product
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Count, Id, Model, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import BaseModel

    from pipeline.source.document import Document


class PlainCards(Product):
    """The numbers of a set of plain cards."""

    cards: Count = Field(description="Cards in the complete set, copies included.")


class Card(Model):
    """What every counted card has."""

    id: Id | None = Field(None, description="Short, stable and unique.")
    count: Count = Field(1, description="How many copies are in the box.")
    text: Text = Field(description="The printed text.")
    waive: dict[Text, Text] = Field(
        default_factory=dict, description="Rules that do not apply to this card, each with its reason."
    )


class PlainCard(Card):
    """A card with a title and a text."""

    title: Text = Field(description="The printed title.")


class CardFile(Model):
    """A file of cards."""

    cards: list[Any] = Field(description="The cards.")


class PlainCardFile(CardFile):
    """A file of plain cards."""


def read_cards(document: Document, card_model: type[BaseModel], what: str) -> Content:
    """Validate each card by itself."""
    content = Content(document)
    file, problems = validate(CardFile, document.data, document, (), what="a file of cards")
    content.refuse(problems)
    raw = file.cards if file else document.data.get("cards") if isinstance(document.data, dict) else None
    group = Group("file", 1, ())
    content.groups.append(group)
    for index, data in enumerate(raw if isinstance(raw, list) else ()):
        path = ("cards", index)
        card, problems = validate(card_model, data, document, path, what=what)
        id_ = data["id"] if isinstance(data, dict) and isinstance(data.get("id"), str) else ""
        if card is None:
            group.refused += 1
            content.refuse(problems, path, id_)
        else:
            group.entries.append(Entry(document, path, index + 1, card, id_))
    return content


def card_packs(contents: Sequence[Content]) -> list[dict[str, Any]]:
    """Every card with its copies and all fields that are set, as game engines read it."""
    packs: list[dict[str, Any]] = []
    for content in contents:
        for entry in content.entries():
            fields = entry.model.model_dump(mode="json", exclude={"waive"}, exclude_none=True)
            packs.append(fields | {"id": entry.id or f"c{len(packs) + 1:02}"})
    return packs


def cards_schema(**fields: Any) -> dict[str, Any]:
    """JSON Schema of counted cards; `fields` are what these cards always have besides id, count and text."""
    common = {"id": {"type": "string"}, "count": {"type": "integer", "minimum": 1}, "text": {"type": "string"}}
    card = {"type": "object", "required": [*common, *fields], "properties": common | fields}
    return {"cards_total": {"type": "integer", "minimum": 1}, "cards": {"type": "array", "items": card}}


KIND = Kind(
    name="plain-cards",
    summary="Cards with a title and a text, in copies.",
    product=PlainCards,
    read=lambda document, _product: read_cards(document, PlainCard, "a plain card"),
    capacity=lambda product: Capacity("file", 0, "card", product.cards),
    pack=lambda product, contents: {"cards_total": product.cards, "cards": card_packs(contents)},
    file_model=PlainCardFile,
    entry_model=PlainCard,
    pack_schema=cards_schema(title={"type": "string"}),
)
