"""Code puzzles: attempts with their feedback; exactly one code may fit (`code_solver` proves it)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Entry, Kind, Leaf, Printing, Product
from pipeline.kinds.entries import read_entries
from pipeline.kinds.shapes import shape
from pipeline.types.scalars import Count, Die, Difficulty, Id, Model, Text, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game


class CodePuzzles(Product):
    """The numbers of a puzzle booklet."""

    puzzles: Count | None = Field(None, description="Puzzles in the complete booklet.")
    columns: tuple[Id, ...] = Field(
        ("blue", "red", "green", "yellow"), description="The colours, in the order of the dice."
    )
    faces: whole_number(2, 20) = Field(6, description="Faces of a die.")  # type: ignore[valid-type]
    dice: Count = Field(18, description="White dice that all attempts of a puzzle may use together.")
    attempts: Count = Field(7, description="Rows on the board: the most attempts of a puzzle.")

    @property
    def codes(self) -> int:
        return int(self.faces ** len(self.columns))


class Feedback(Model):
    """What the code is, compared with the placed dice, as counts."""

    equal: whole_number(0, 20) = Field(0, description="Dice that are right.")  # type: ignore[valid-type]
    lower: whole_number(0, 20) = Field(0, description="Dice where the code's die is lower.")  # type: ignore[valid-type]
    higher: whole_number(0, 20) = Field(0, description="Dice where the code's die is higher.")  # type: ignore[valid-type]


class Attempt(Model):
    """One row: the placed dice, and the feedback to them."""

    dice: tuple[Die, ...] = Field(description="A die for each column, null where none was placed.")
    feedback: Feedback = Field(description="How many dice are equal, lower and higher.")


class Puzzle(Model):
    """One puzzle."""

    id: Id | None = Field(None, description="Short, stable and unique.")
    title: Text | None = Field(None, description="The printed title.")
    attempts: tuple[Attempt, ...] = Field(description="The attempts, from top to bottom.")
    solution: tuple[whole_number(1, 20), ...] = Field(description="The only code that fits, one die a column.")  # type: ignore[valid-type]
    difficulty: Difficulty | None = Field(None, description="From 1 (easy) to 5 (fiendish).")
    hint: Text | None = Field(None, description="A push for those who are stuck, printed away from the puzzle.")
    waive: dict[Text, Text] = Field(
        default_factory=dict, description="Rules that do not apply to this puzzle, each with its reason."
    )


class PuzzleFile(Model):
    """A file of puzzles."""

    puzzles: list[Any] = Field(description="The puzzles.")


def _pack(product: CodePuzzles, contents: Sequence[Content]) -> dict[str, Any]:
    puzzles = [
        {"id": entry.id, "number": number}
        | entry.model.model_dump(mode="json", exclude={"waive", "id"}, exclude_none=False)
        for number, entry in enumerate((e for content in contents for e in content.entries()), 1)
    ]
    for puzzle in puzzles:
        for name in ("title", "difficulty", "hint"):
            if puzzle[name] is None:
                del puzzle[name]
    numbers = {
        "columns": list(product.columns),
        "faces": product.faces,
        "dice": product.dice,
        "attempts": product.attempts,
    }
    return {"puzzles_total": product.puzzles or len(puzzles), **numbers, "puzzles": puzzles}


_PUZZLES_A_PAGE = 4
_HINTS_A_PAGE = 12
_SOLUTIONS_A_PAGE = 24


def _leaves(product: CodePuzzles, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    puzzles = _pack(product, contents)["puzzles"]
    entries = [entry for content in contents for entry in content.entries()]
    pairs = list(zip(puzzles, entries, strict=True))
    hinted = [pair for pair in pairs if "hint" in pair[0]]
    yield Leaf("cover")
    yield Leaf("howto")
    yield from _pages("page", pairs, _PUZZLES_A_PAGE)
    yield from _pages("hints", hinted, _HINTS_A_PAGE)
    yield from _pages("solutions", pairs, _SOLUTIONS_A_PAGE)
    yield Leaf("imprint", last=True)
    yield Leaf("back", last=True)


def _pages(template: str, pairs: Sequence[tuple[dict[str, Any], Entry]], count: int) -> Iterator[Leaf]:
    """Leaves that hold `count` puzzles each."""
    for start in range(0, len(pairs), count):
        part = pairs[start : start + count]
        data = {"puzzles": [puzzle for puzzle, _ in part]}
        yield Leaf(template, data, tuple(entry for _, entry in part), each="puzzles")


def _pack_schema() -> dict[str, Any]:
    puzzle = shape(Puzzle, without=frozenset({"waive"}))
    puzzle["properties"] = {"id": {"type": "string"}, "number": {"type": "integer", "minimum": 1}} | puzzle[
        "properties"
    ]
    puzzle["required"] = ["id", "number", *puzzle["required"]]
    return {
        "puzzles_total": {"type": "integer", "minimum": 0},
        "columns": {"type": "array", "items": {"type": "string"}},
        "faces": {"type": "integer", "minimum": 2},
        "dice": {"type": "integer", "minimum": 1},
        "attempts": {"type": "integer", "minimum": 1},
        "puzzles": {"type": "array", "items": puzzle},
    }


KIND = Kind(
    name="code-puzzles",
    summary="Code puzzles with exactly one solution, proved by trying every code.",
    product=CodePuzzles,
    read=lambda document, _product: read_entries(
        document, file_model=PuzzleFile, entry_model=Puzzle, key="puzzles", what="a puzzle"
    ),
    capacity=lambda product: Capacity("file", 0, "puzzle", product.puzzles or 0),
    pack=_pack,
    printing=Printing((148, 210), "booklet", _leaves),
    file_model=PuzzleFile,
    entry_model=Puzzle,
    pack_schema=_pack_schema,
)
