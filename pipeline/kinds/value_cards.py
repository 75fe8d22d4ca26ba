"""Value cards: a number, a name and sometimes an ability that game.yaml declares."""

from __future__ import annotations

from pydantic import Field

from pipeline.kinds.base import Capacity, Kind, Printing, Product
from pipeline.kinds.entries import read_entries
from pipeline.kinds.plain_cards import Card, CardFile, card_leaves, cards_pack, cards_schema
from pipeline.types.scalars import Count, Id, Text, whole_number


class ValueCards(Product):
    """The numbers of a deck of value cards."""

    cards: Count | None = Field(None, description="Cards in the complete deck, copies included.")


class ValueCard(Card):
    """A card that is worth its value."""

    value: whole_number(-1000, 1000) = Field(description="What the card is worth.")  # type: ignore[valid-type]
    name: Text = Field(description="The printed name.")
    motto: Text | None = Field(None, description="A line of flavour under the name.")
    ability: Id | None = Field(None, description="One of the abilities that game.yaml declares.")
    icon: Id | None = Field(None, description="An icon of the icon font, printed large in the middle of the card.")


class ValueCardFile(CardFile):
    """A file of value cards."""


KIND = Kind(
    name="value-cards",
    summary="Cards with a value and sometimes an ability, in copies.",
    product=ValueCards,
    read=lambda document, _product: read_entries(
        document, file_model=ValueCardFile, entry_model=ValueCard, key="cards", what="a value card"
    ),
    capacity=lambda product: Capacity("file", 0, "card", product.cards or 0),
    pack=lambda product, contents: cards_pack(product.cards, contents),
    printing=Printing((63, 88), "cards", card_leaves),
    file_model=ValueCardFile,
    entry_model=ValueCard,
    pack_schema=lambda: cards_schema(ValueCard),
)
