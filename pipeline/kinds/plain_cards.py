"""Plain cards: a title and a text, in so many copies (cache, help)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Kind, Leaf, Printing, Product
from pipeline.kinds.entries import read_entries
from pipeline.kinds.shapes import shape
from pipeline.types.scalars import Count, Id, Ink, Model, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game


class PlainCards(Product):
    """The numbers of a set of plain cards."""

    cards: Count | None = Field(None, description="Cards in the complete set, copies included.")


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
    back: Text | None = Field(None, description="A short text for the back, which shows the icon.")
    icon: Id | None = Field(None, description="An icon of the icon font, if not the product's: for example cache.")
    color: Ink | None = Field(None, description="The card's colour, if not the product's: 100/70/0/30.")


class CardFile(Model):
    """A file of cards."""

    cards: list[Any] = Field(description="The cards.")


class PlainCardFile(CardFile):
    """A file of plain cards."""


def card_packs(contents: Sequence[Content]) -> list[dict[str, Any]]:
    """Every card with its copies and all fields that are set, as game engines read it."""
    packs: list[dict[str, Any]] = []
    for content in contents:
        for entry in content.entries():
            fields = entry.model.model_dump(mode="json", exclude={"waive"}, exclude_none=True)
            packs.append(fields | {"id": entry.id or f"c{len(packs) + 1:02}"})
    return packs


def cards_pack(total: int | None, contents: Sequence[Content]) -> dict[str, Any]:
    """The cards and how many there are, copies included."""
    cards = card_packs(contents)
    return {"cards_total": total or sum(card["count"] for card in cards), "cards": cards}


def card_leaves(_product: Product, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    """Front and back of every card, as often as it is in the box."""
    cards = [
        (pack, entry)
        for pack, entry in zip(
            card_packs(contents), (e for content in contents for e in content.entries()), strict=True
        )
        for _ in range(entry.model.count)
    ]
    for number, (pack, entry) in enumerate(cards, 1):
        data = {"card": pack, "number": number, "total": len(cards)}
        for side in ("front", "back"):
            yield Leaf(side, data, (entry,), color=pack.get("color"))


def cards_schema(model: type[Card]) -> dict[str, Any]:
    """JSON Schema of counted cards."""
    card = shape(model, without=frozenset({"waive"}))
    card["required"] = ["id", *card["required"]]
    return {"cards_total": {"type": "integer", "minimum": 0}, "cards": {"type": "array", "items": card}}


KIND = Kind(
    name="plain-cards",
    summary="Cards with a title and a text, in copies.",
    product=PlainCards,
    read=lambda document, _product: read_entries(
        document, file_model=PlainCardFile, entry_model=PlainCard, key="cards", what="a plain card"
    ),
    capacity=lambda product: Capacity("file", 0, "card", product.cards or 0),
    pack=lambda product, contents: cards_pack(product.cards, contents),
    printing=Printing((63, 88), "cards", card_leaves),
    file_model=PlainCardFile,
    entry_model=PlainCard,
    pack_schema=lambda: cards_schema(PlainCard),
)
