"""Sheet: a printed form with columns, rows and panels (the codemaster)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from pipeline.kinds.base import Capacity, Content, Entry, Group, Kind, Leaf, Printing, Product
from pipeline.kinds.shapes import shape
from pipeline.kinds.validation import validate
from pipeline.types.scalars import Count, Id, Model, Text, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game
    from pipeline.source.document import Document


class SheetProduct(Product):
    """The numbers of a sheet."""

    columns: Count | None = Field(None, description="Columns of the table.")
    rows: Count | None = Field(None, description="Rows of the table, the solution row included.")


class Column(Model):
    """A column of the table."""

    id: Id = Field(description="Name for the template and the pack, for example blue.")
    name: Text = Field(description="The printed heading.")


class Row(Model):
    """A row of the table."""

    name: Text = Field(description="The printed label.")
    marks: whole_number(0, 20) = Field(0, description="Places for feedback marks beside the row.")  # type: ignore[valid-type]


class Panel(Model):
    """A box beside the table: a legend, a score."""

    title: Text = Field(description="The printed title.")
    text: Text | None = Field(None, description="A paragraph.")
    lines: tuple[Text, ...] = Field((), description="Lines to fill in, or the lines of a legend.")


class Sheet(Model):
    """A printed form."""

    title: Text = Field(description="The printed title.")
    intro: Text | None = Field(None, description="A paragraph above the table.")
    columns: tuple[Column, ...] = Field(description="The columns, from left to right.")
    rows: tuple[Row, ...] = Field(description="The rows, from top to bottom.")
    panels: tuple[Panel, ...] = Field((), description="Boxes beside the table.")


def _read(document: Document, _product: SheetProduct) -> Content:
    content = Content(document)
    sheet, problems = validate(Sheet, document.data, document, (), what="a sheet")
    content.refuse(problems)
    group = Group("file", 1, ())
    content.groups.append(group)
    if sheet is None:
        group.refused += 1
    else:
        group.entries.append(Entry(document, (), 1, sheet))
    return content


def _pack(_product: SheetProduct, contents: Sequence[Content]) -> dict[str, Any]:
    sheets = [entry.model for content in contents for entry in content.entries()]
    return {"sheets": [sheet.model_dump(mode="json", exclude_none=True) for sheet in sheets]}


def _leaves(_product: SheetProduct, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    for content in contents:
        for entry in content.entries():
            yield Leaf("sheet", {"sheet": entry.model.model_dump(mode="json", exclude_none=True)}, (entry,))


KIND = Kind(
    name="sheet",
    summary="A printed form: columns, rows and panels.",
    product=SheetProduct,
    read=_read,
    capacity=lambda _product: Capacity("file", 0, "sheet", 1),
    pack=_pack,
    printing=Printing((148, 210), "sheets", _leaves),
    file_model=Sheet,
    pack_schema=lambda: {"sheets": {"type": "array", "items": shape(Sheet)}},
)
