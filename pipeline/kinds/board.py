"""Board: a track of squares, each with the product that it opens and the amount at stake."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Entry, Group, Kind, Leaf, Printing, Product
from pipeline.kinds.shapes import shape
from pipeline.kinds.track import Track
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Count, Id, Model, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game
    from pipeline.source.document import Document

# Drawn for 390 x 270 mm. With thirty squares, four lie on each straight side and eleven on each round end.
_SIZE = (390, 270)
_TRACK = Track(195, 135, straight=120, radius=105, depth=38)
_GAP = 4.6


class BoardProduct(Product):
    """The numbers of a board."""

    squares: Count | None = Field(None, description="Squares of the complete track.")


class Square(Model):
    """A square of the track."""

    product: Id = Field(description="The booklet or deck that the square opens.")
    amount: Count = Field(description="The amount at stake.")


class Place(Model):
    """The place of a booklet or deck on the board."""

    product: Id = Field(description="The booklet or deck.")
    text: Text = Field(description="What it is about, in a few words.")


class Step(Model):
    """A step of a turn, as a reminder."""

    icon: Id = Field(description="An icon of the icon font, for example dice.")
    title: Text = Field(description="What one does, in a word or two.")
    text: Text = Field(description="How it is done, in a sentence.")


class Bank(Model):
    """Where the tokens of the bank lie."""

    title: Text = Field(description="The printed name of the place.")
    text: Text | None = Field(None, description="A line about it.")


class Board(Model):
    """A board: its squares in the order of the track, which is a ring, and what is printed inside."""

    title: Text = Field(description="The printed title.")
    text: Text | None = Field(None, description="A line in the middle of the board.")
    steps: tuple[Step, ...] = Field((), description="A turn in a few steps.")
    bank: Bank | None = Field(None, description="The place of the bank, if there is one.")
    places: tuple[Place, ...] = Field((), description="The places of booklets and decks.")
    squares: tuple[Square, ...] = Field(description="The squares, clockwise from the middle of the upper side.")


def _read(document: Document, _product: BoardProduct) -> Content:
    content = Content(document)
    board, problems = validate(Board, document.data, document, (), what="a board")
    content.refuse(problems)
    group = Group("file", 1, ())
    content.groups.append(group)
    if board is None:
        group.refused += 1
    else:
        group.entries.append(Entry(document, (), 1, board))
    return content


def _pack(_product: BoardProduct, contents: Sequence[Content]) -> dict[str, Any]:
    boards = [entry.model for content in contents for entry in content.entries()]
    return {"boards": [board.model_dump(mode="json", exclude_none=True) for board in boards]}


def _leaves(_product: BoardProduct, contents: Sequence[Content], game: Game) -> Iterator[Leaf]:
    # One colour for each value, as on the tokens themselves.
    tokens = [
        {
            "value": value,
            "rank": rank,
            "color": component.colors[rank % len(component.colors)] if component.colors else None,
        }
        for component in game.components
        if component.print == "token"
        for rank, value in enumerate(component.values)
    ]
    for content in contents:
        for entry in content.entries():
            board: Board = entry.model
            squares = [square._asdict() for square in _TRACK.squares(len(board.squares), _GAP)] if board.squares else []
            data = {"board": board.model_dump(mode="json"), "track": _TRACK._asdict() | {"squares": squares}}
            yield Leaf("board", data | {"tokens": tokens}, (entry,))


KIND = Kind(
    name="board",
    summary="A track of squares, each with a product and an amount.",
    product=BoardProduct,
    read=_read,
    capacity=lambda _product: Capacity("file", 0, "board", 1),
    pack=_pack,
    printing=Printing(_SIZE, "sheets", _leaves),
    file_model=Board,
    pack_schema=lambda: {"boards": {"type": "array", "items": shape(Board)}},
)
