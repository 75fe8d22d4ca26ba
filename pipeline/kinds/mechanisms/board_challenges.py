"""Board challenges: pawns on a ring of squares, questions by dice; first the bank pays, then the players."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.kinds.mechanisms.base import Mechanism, Mode, Play, Reference, YesNo
from pipeline.types.scalars import Count, Id, Model, Text, whole_number


class Dice(Model):
    """The faces of the three sorts of dice."""

    move: whole_number(2, 100) = Field(description="The die that moves the pawn.")  # type: ignore[valid-type]
    page: whole_number(2, 100) = Field(description="The die that gives the page.")  # type: ignore[valid-type]
    question: whole_number(2, 100) = Field(description="The die that gives the question on the page.")  # type: ignore[valid-type]


class Phase(Model):
    """A part of the game: who pays, and when it ends."""

    name: Text = Field(description="The printed name.")
    payer: Literal["bank", "players"] = Field(description="Who pays the winner of a challenge.")
    ends: Literal["bank-empty", "one-left"] = Field(description="When the phase ends.")
    raises: YesNo = Field("no", description="Whether the roller may raise.")


class BoardChallenges(Play):
    """The numbers of such a game."""

    board: Id = Field(description="The product that is the board.")
    token: Text = Field(description="The component that is paid with.")
    dice: Dice = Field(description="Faces of the dice.")
    modes: dict[Id, Mode] = Field(description="Who plays the questions of a product: solo, duel or multi.")
    phases: tuple[Phase, ...] = Field(description="The phases, in order.")
    starts: dict[Text, Text] = Field({}, description="Set-ups that begin with a later phase: its name.")
    step: Count = Field(100, description="A raise is a multiple of it.")
    unsettled: Literal["dice", "replay"] = Field(
        "dice", description="What a tie or a question without a winner leads to: the dice decide, or a new turn."
    )

    def references(self) -> list[Reference]:
        products: list[Reference] = [(("modes", name), "product", name) for name in self.modes]
        setups: list[Reference] = [(("starts", name), "setup", name) for name in self.starts]
        return [(("board",), "product", self.board), (("token",), "component", self.token), *products, *setups]


MECHANISM = Mechanism(
    "board-challenges", "A ring of squares, questions by dice, tokens at stake, two phases.", BoardChallenges
)
