"""Card challenges: a die names the pile and the stake, a clue is all that players know, and everybody pays to play."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pipeline.kinds.mechanisms.base import Mechanism, Play, Reference, YesNo
from pipeline.types.scalars import Count, Id, Model, Text, whole_number


class Face(Model):
    """A face of the die."""

    face: Text = Field(description="What stands on the face, as in the component.")
    product: Id = Field(description="The pile that it names.")
    mode: Literal["duel", "multi"] = Field(description="Two players, or everybody.")
    amount: Count = Field(description="The least stake.")


class Variant(Model):
    """What a variant changes."""

    chooser: Literal["active", "reader"] = Field("active", description="Who chooses the question.")
    help: YesNo = Field("yes", description="Whether help cards are dealt.")
    teams: whole_number(0, 6) = Field(  # type: ignore[valid-type]
        0, description="Players in a team, which shares its tokens and gives one answer; 0: everybody for themselves."
    )
    reward: whole_number(0, 1_000_000) = Field(  # type: ignore[valid-type]
        0, description="Tokens start in the bank, which pays this much for each question until it cannot; 0: no."
    )


class CardChallenges(Play):
    """The numbers of such a game."""

    die: Text = Field(description="The component that is the die.")
    faces: tuple[Face, ...] = Field(description="What its faces mean.")
    token: Text = Field(description="The component that is paid with.")
    help: Text | None = Field(None, description="The component that lets its owner read a card, once.")
    setup: Text = Field(description="The set-up that a game starts with.")
    step: Count = Field(100, description="A raise is a multiple of it.")
    last_two: Count = Field(1, description="What the die's amounts are multiplied with when two players are left.")
    unsettled: Literal["dice", "replay"] = Field(
        "replay", description="What a tie or a question without a winner leads to: the dice decide, or a new turn."
    )
    distinct: YesNo = Field("no", description="Whether a Cible refuses a number that was proposed before.")
    variants: dict[Id, Variant] = Field({}, description="Other ways to play.")

    def references(self) -> list[Reference]:
        found: list[Reference] = [(("die",), "component", self.die), (("token",), "component", self.token)]
        if self.help:
            found.append((("help",), "component", self.help))
        found += [(("faces", place, "product"), "product", face.product) for place, face in enumerate(self.faces)]
        return [*found, (("setup",), "setup", self.setup)]


MECHANISM = Mechanism("card-challenges", "A die, piles of question cards, stakes and raises.", CardChallenges)
