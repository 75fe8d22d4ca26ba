"""Low hand: cards with values and abilities; who has the lowest hand when the round ends scores least."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.kinds.mechanisms.base import Mechanism, Play, Reference
from pipeline.types.scalars import Count, Id, Model, Text, whole_number


class Bots(Model):
    """Opponents of a single player, whose turns are a list of orders."""

    names: tuple[Text, ...] = Field(description="Their names, in the order of their turns.")
    reveal_above: whole_number(0, 1000) = Field(  # type: ignore[valid-type]
        description="A second hidden card is revealed unless a visible one is above this value."
    )
    levels: tuple[Literal["nothing", "lowest", "highest"], ...] = Field(
        description="What each bot drops before scoring, by level of difficulty."
    )


class LowHand(Play):
    """The numbers of such a game."""

    deck: Id = Field(description="The product with the value cards.")
    hand: Count = Field(description="Cards that are dealt to each player.")
    limit: Count = Field(description="The total that ends the game.")
    bots: Bots | None = Field(None, description="Opponents of a single player.")

    def references(self) -> list[Reference]:
        return [(("deck",), "product", self.deck)]


MECHANISM = Mechanism("low-hand", "Draw, swap and discard cards; the lowest hand wins.", LowHand)
