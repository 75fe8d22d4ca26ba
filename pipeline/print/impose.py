"""Several pages on a sheet, for printing at home: cards back to back, booklets to fold, big pages in tiles.

Pure geometry gives places (`cards`, `booklet`, `tiles`); `lay` puts the pages there. A sheet is described in mm from
its lower left corner; pages are placed by their trimmed edge and clipped there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pikepdf import Array, Dictionary, Name, Page, Stream

from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from pipeline.print.assemble import Binder, Side

_MARK = 4.0
_MARK_GAP = 1.0


class Place(NamedTuple):
    """Where a page stands: its number, its lower left corner, its scale, and what of it is shown (mm of the page)."""

    page: int
    x: float
    y: float
    scale: float = 1.0
    turned: bool = False
    window: tuple[float, float, float, float] | None = None


class Line(NamedTuple):
    """A cut or fold mark."""

    x1: float
    y1: float
    x2: float
    y2: float
    dashed: bool = False


class Sheet(NamedTuple):
    """One side of a sheet of paper."""

    width: float
    height: float
    places: tuple[Place, ...]
    marks: tuple[Line, ...] = ()


def cards(
    count: int,
    card: tuple[float, float],
    paper: tuple[float, float],
    margin: float,
    flip: Literal["long", "short"],
) -> list[Sheet]:
    """`count` cards, fronts and backs in turn (page 2n is a front, 2n + 1 its back), as many on a sheet as fit.

    The back of each card lies behind its front when the sheet is turned over the chosen edge.
    """
    across, upright = _most(card, paper, margin), _most(card, paper[::-1], margin)
    width, height = paper if across[0] * across[1] >= upright[0] * upright[1] else paper[::-1]
    columns, rows = max(across, upright, key=lambda grid: grid[0] * grid[1])
    if not columns * rows:
        raise ValueError(f"a card of {card[0]:g} x {card[1]:g} mm is larger than the sheet")
    left, bottom = (width - columns * card[0]) / 2, (height - rows * card[1]) / 2
    marks = tuple(_grid_marks(left, bottom, columns, rows, card))
    # The long edge is the upright one on an upright sheet: turning it swaps columns, otherwise rows.
    swaps_columns = (flip == "long") == (height >= width)
    sheets = []
    for first in range(0, count, columns * rows):
        fronts, backs = [], []
        for index in range(min(columns * rows, count - first)):
            row, column = divmod(index, columns)
            fronts.append(_cell(2 * (first + index), column, row, rows, left, bottom, card))
            behind = (columns - 1 - column, row) if swaps_columns else (column, rows - 1 - row)
            back = _cell(2 * (first + index) + 1, *behind, rows, left, bottom, card)
            backs.append(back if swaps_columns else back._replace(turned=True))
        sheets += [Sheet(width, height, tuple(fronts), marks), Sheet(width, height, tuple(backs))]
    return sheets


def booklet(count: int, page: tuple[float, float], paper: tuple[float, float], margin: float) -> list[Sheet]:
    """Pages two by two on landscape sheets, in the order that a folded and stapled booklet needs.

    Printed on both sides, turned over the short edge. `count` is a multiple of four.
    """
    if count % 4:
        raise ValueError(f"{count} pages cannot be folded: a booklet has a multiple of four")
    width, height = max(paper), min(paper)
    scale = min(1.0, (width - 2 * margin) / (2 * page[0]), (height - 2 * margin) / page[1])
    middle, bottom = width / 2, (height - scale * page[1]) / 2
    fold = tuple(_fold_marks(middle, height, bottom))
    sheets = []
    for outer in range(0, count // 2, 2):
        for left, right in ((count - 1 - outer, outer), (outer + 1, count - 2 - outer)):
            places = (Place(left, middle - scale * page[0], bottom, scale), Place(right, middle, bottom, scale))
            sheets.append(Sheet(width, height, places, fold))
    return sheets


def tiles(count: int, page: tuple[float, float], paper: tuple[float, float], margin: float) -> list[Sheet]:
    """Each page in the middle of a sheet; one that is too large is cut into as few equal tiles as possible."""
    sheets: list[Sheet] = []
    best = min((_tiling(page, size, margin) for size in (paper, paper[::-1])), key=lambda grid: grid[0] * grid[1])
    columns, rows, width, height = best
    tile = page[0] / columns, page[1] / rows
    scale = min(1.0, (width - 2 * margin) / tile[0], (height - 2 * margin) / tile[1])
    left, bottom = (width - scale * tile[0]) / 2, (height - scale * tile[1]) / 2
    marks = tuple(_grid_marks(left, bottom, 1, 1, tile)) if columns * rows > 1 else ()
    for number in range(count):
        for row in reversed(range(rows)):
            for column in range(columns):
                window = (column * tile[0], row * tile[1], (column + 1) * tile[0], (row + 1) * tile[1])
                place = Place(number, left - scale * window[0], bottom - scale * window[1], scale, False, window)
                sheets.append(Sheet(width, height, (place,), marks))
    return sheets


def lay(binder: Binder, sheets: Sequence[Sheet], sides: Sequence[Side]) -> None:
    """Draw the sheets. A side that stands in many places, such as a common back, is stored once."""
    forms: dict[tuple[int, tuple[float, ...]], Stream] = {}
    for sheet in sheets:
        named = Dictionary()
        drawn = []
        for index, place in enumerate(sheet.places):
            side = sides[place.page]
            trim = side.boxes["/TrimBox"]
            window = _window(place, trim)
            if (id(side), window) not in forms:
                forms[id(side), window] = _form(binder, side, window)
            named[f"/P{index}"] = forms[id(side), window]
            drawn.append(f"q {_matrix(place, *trim)} cm /P{index} Do Q")
        drawn += _drawn(sheet.marks)
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, round(sheet.width * POINTS, 3), round(sheet.height * POINTS, 3)]),
            Resources=Dictionary(XObject=named),
            Contents=binder.pdf.make_stream("\n".join(drawn).encode()),
        )
        page["/TrimBox"] = page["/MediaBox"]
        binder.pdf.pages.append(Page(binder.pdf.make_indirect(page)))


def _window(place: Place, trim: tuple[float, float, float, float]) -> tuple[float, ...]:
    """What is shown of a page, in points: all of the trimmed page, or a tile of it."""
    if place.window is None:
        return trim
    corner = (*trim[:2], *trim[:2])
    return tuple(round(edge + inset * POINTS, 3) for edge, inset in zip(corner, place.window, strict=True))


def _form(binder: Binder, side: Side, window: tuple[float, ...]) -> Stream:
    form = binder.pdf.make_stream(side.contents.read_bytes(), Type=Name.XObject, Subtype=Name.Form)
    form["/BBox"] = Array(window)
    form["/Resources"] = side.resources
    return form


def _matrix(place: Place, left: float, bottom: float, right: float, top: float) -> str:
    scale = place.scale
    x, y = place.x * POINTS, place.y * POINTS
    if place.turned:
        return f"{-scale:.5f} 0 0 {-scale:.5f} {x + scale * right:.3f} {y + scale * top:.3f}"
    return f"{scale:.5f} 0 0 {scale:.5f} {x - scale * left:.3f} {y - scale * bottom:.3f}"


def _drawn(marks: Sequence[Line]) -> list[str]:
    if not marks:
        return []
    lines = []
    for mark in marks:
        dash = "[2 2] 0 d" if mark.dashed else "[] 0 d"
        points = " ".join(f"{value * POINTS:.3f}" for value in mark[:4]).split()
        lines.append(f"{dash} {points[0]} {points[1]} m {points[2]} {points[3]} l S")
    return ["q 0 0 0 1 K 0.25 w", *lines, "Q"]


def _most(card: tuple[float, float], paper: tuple[float, float], margin: float) -> tuple[int, int]:
    """Columns and rows of cards on a sheet, with room for marks where there is any."""
    return int((paper[0] - 2 * margin) // card[0]), int((paper[1] - 2 * margin) // card[1])


def _tiling(page: tuple[float, float], paper: tuple[float, float], margin: float) -> tuple[int, int, float, float]:
    # A page that misses the sheet by less than a tenth is made smaller rather than cut.
    room = (paper[0] - 2 * margin) * 1.1, (paper[1] - 2 * margin) * 1.1
    columns, rows = -(-page[0] // room[0]), -(-page[1] // room[1])
    return int(columns), int(rows), *paper


def _cell(page: int, column: int, row: int, rows: int, left: float, bottom: float, card: tuple[float, float]) -> Place:
    return Place(page, left + column * card[0], bottom + (rows - 1 - row) * card[1])


def _grid_marks(left: float, bottom: float, columns: int, rows: int, card: tuple[float, float]) -> Iterator[Line]:
    right, top = left + columns * card[0], bottom + rows * card[1]
    for column in range(columns + 1):
        x = left + column * card[0]
        yield Line(x, bottom - _MARK_GAP, x, bottom - _MARK_GAP - _MARK)
        yield Line(x, top + _MARK_GAP, x, top + _MARK_GAP + _MARK)
    for row in range(rows + 1):
        y = bottom + row * card[1]
        yield Line(left - _MARK_GAP, y, left - _MARK_GAP - _MARK, y)
        yield Line(right + _MARK_GAP, y, right + _MARK_GAP + _MARK, y)


def _fold_marks(middle: float, height: float, bottom: float) -> Iterator[Line]:
    if bottom > _MARK_GAP:
        yield Line(middle, 0, middle, bottom - _MARK_GAP, dashed=True)
        yield Line(middle, height, middle, height - bottom + _MARK_GAP, dashed=True)
