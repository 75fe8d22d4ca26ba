"""Code breaking: one player composes a code of dice, the other finds it with few attempts and few dice."""

from __future__ import annotations

from pydantic import Field

from pipeline.kinds.mechanisms.base import Mechanism, Play, Reference
from pipeline.types.scalars import Count, Id, Model, whole_number


class Score(Model):
    """What a found code is worth."""

    found: whole_number(0, 1000) = Field(description="Points for the code.")  # type: ignore[valid-type]
    row: whole_number(0, 1000) = Field(description="Points for each unused row.")  # type: ignore[valid-type]
    die: whole_number(0, 1000) = Field(description="Points for each die that was not placed.")  # type: ignore[valid-type]


class CodeBreaking(Play):
    """The numbers of such a game."""

    columns: tuple[Id, ...] = Field(description="The columns, one die of the code each.")
    faces: whole_number(2, 20) = Field(description="Faces of a die.")  # type: ignore[valid-type]
    dice: Count = Field(description="Dice that all attempts may use together.")
    roll: Count = Field(description="Dice that are rolled for an attempt.")
    attempts: Count = Field(description="Rows for attempts.")
    rounds: Count = Field(description="Rounds of a game; the roles change each time.")
    score: Score = Field(description="The points that a round can bring.")
    puzzles: Id | None = Field(None, description="The product with puzzles, if there is one.")

    def references(self) -> list[Reference]:
        return [(("puzzles",), "product", self.puzzles)] if self.puzzles else []


MECHANISM = Mechanism("code-breaking", "Compose a code, find a code; fewer attempts score more.", CodeBreaking)
