"""What all mechanisms share: a name, the model of their parameters, and what these refer to."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import Field

from pipeline.types.scalars import Model, Text

YesNo = Literal["yes", "no", "true", "false"]
Mode = Literal["solo", "duel", "multi"]
Reference = tuple[tuple[str | int, ...], Literal["product", "component", "setup"], str]


class Play(Model):
    """How a game is played: the numbers of its rules."""

    mechanism: Text = Field(description="The mechanism that plays it.")

    def references(self) -> list[Reference]:
        """What the parameters name: where, what sort of thing, and its name."""
        return []


class Mechanism(NamedTuple):
    """One way to play."""

    name: str
    summary: str
    model: type[Play]


def is_yes(value: str) -> bool:
    """The author's yes as a boolean."""
    return value in ("yes", "true")
