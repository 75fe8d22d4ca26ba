"""Several pages on a sheet, for printing at home: cards back to back, booklets to fold, big pages in tiles.

Pure geometry gives places (`cards`, `booklet`, `tiles`); `lay` puts the pages there. A sheet is described in mm from
its lower left corner; pages are placed by their trimmed edge and clipped there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pikepdf import Array, Dictionary, Name, Page

from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from pipeline.print.assemble import Binder, Side

_MARK = 4.0
_MARK_GAP = 1.0
_LEAST = 20.0
"""A sheet with less room, mm, is none."""


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


def fits(page: tuple[float, float], paper: tuple[float, float], margin: float, *, gutter: float, binding: str) -> bool:
    """Whether pages can be laid on such sheets: a card whole, everything else smaller or in tiles."""
    if min(paper) - 2 * margin < _LEAST:
        return False
    grids = [_most(page, size, margin, gutter) for size in (paper, paper[::-1])]
    return binding != "cards" or any(columns > 0 and rows > 0 for columns, rows in grids)


def cards(
    count: int,
    card: tuple[float, float],
    paper: tuple[float, float],
    margin: float,
    flip: Literal["long", "short"],
    *,
    gutter: float = 0.0,
    spill: float = 0.0,
    back: tuple[float, float] = (0.0, 0.0),
) -> list[Sheet]:
    """`count` cards, fronts and backs in turn (page 2n is a front, 2n + 1 its back), as many on a sheet as fit.

    The back of each card lies behind its front when the sheet is turned over the chosen edge. Between cards there is
    a `gutter`, into which at most `spill` mm of their bleed are shown. Backs are moved by `back`, right and up.
    """
    across, upright = _most(card, paper, margin, gutter), _most(card, paper[::-1], margin, gutter)
    width, height = paper if across[0] * across[1] >= upright[0] * upright[1] else paper[::-1]
    columns, rows = max(across, upright, key=lambda grid: grid[0] * grid[1])
    if not columns * rows:
        raise ValueError(f"a card of {card[0]:g} x {card[1]:g} mm is larger than the sheet")
    left = (width - columns * card[0] - (columns - 1) * gutter) / 2
    bottom = (height - rows * card[1] - (rows - 1) * gutter) / 2
    marks = tuple(_grid_marks(left, bottom, columns, rows, card, gutter))
    grid = _Grid(rows, left, bottom, card, gutter, min(spill, gutter / 2))
    # The long edge is the upright one on an upright sheet: turning it swaps columns, otherwise rows.
    swaps_columns = (flip == "long") == (height >= width)
    sheets = []
    for first in range(0, count, columns * rows):
        fronts, backs = [], []
        for index in range(min(columns * rows, count - first)):
            row, column = divmod(index, columns)
            fronts.append(grid.cell(2 * (first + index), column, row))
            behind = (columns - 1 - column, row) if swaps_columns else (column, rows - 1 - row)
            place = grid.cell(2 * (first + index) + 1, *behind)
            place = place._replace(x=place.x + back[0], y=place.y + back[1])
            backs.append(place if swaps_columns else place._replace(turned=True))
        sheets += [Sheet(width, height, tuple(fronts), marks), Sheet(width, height, tuple(backs))]
    return sheets


def booklet(
    count: int,
    page: tuple[float, float],
    paper: tuple[float, float],
    margin: float,
    *,
    caliper: float = 0.0,
    flip: Literal["long", "short"] = "short",
) -> list[Sheet]:
    """Pages two by two on landscape sheets, in the order that a folded and stapled booklet needs.

    Printed on both sides, turned over the short edge (or the long one: backs then stand upside down). `count` is a
    multiple of four. Inner sheets stick out at the edge by the thickness of those around them: their pages are moved
    towards the spine by as much and cut off there.
    """
    if count % 4:
        raise ValueError(f"{count} pages cannot be folded: a booklet has a multiple of four")
    width, height = max(paper), min(paper)
    scale = min(1.0, (width - 2 * margin) / (2 * page[0]), (height - 2 * margin) / page[1])
    middle, bottom = width / 2, (height - scale * page[1]) / 2
    fold = tuple(_fold_marks(middle, height, bottom))
    sheets = []
    for outer in range(0, count // 2, 2):
        creep = outer / 2 * caliper
        cut = creep / scale
        for back, (left, right) in enumerate(((count - 1 - outer, outer), (outer + 1, count - 2 - outer))):
            turned = bool(back) and flip == "long"
            if turned:
                left, right = right, left  # noqa: PLW2901 - the sheet stands on its head
            windows = (0.0, 0.0, page[0] - cut, page[1]), (cut, 0.0, page[0], page[1])
            at_left, at_right = windows[::-1] if turned else windows
            start = middle - scale * page[0] + creep
            places = (
                Place(left, start, bottom, scale, turned, at_left if creep else None),
                Place(right, middle - creep, bottom, scale, turned, at_right if creep else None),
            )
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
    """Draw the sheets."""
    for sheet in sheets:
        named = Dictionary()
        drawn = []
        for index, place in enumerate(sheet.places):
            side = sides[place.page]
            trim = side.boxes["/TrimBox"]
            named[f"/P{index}"] = binder.form(side, _window(place, trim))
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


class _Grid(NamedTuple):
    """Where the cells of a sheet of cards are."""

    rows: int
    left: float
    bottom: float
    card: tuple[float, float]
    gutter: float
    spill: float

    def cell(self, page: int, column: int, row: int) -> Place:
        width, height = self.card
        x = self.left + column * (width + self.gutter)
        y = self.bottom + (self.rows - 1 - row) * (height + self.gutter)
        out = self.spill
        return Place(page, x, y, window=(-out, -out, width + out, height + out) if out else None)


def _most(card: tuple[float, float], paper: tuple[float, float], margin: float, gutter: float) -> tuple[int, int]:
    """Columns and rows of cards on a sheet, with room for marks where there is any."""
    columns, rows = ((paper[side] - 2 * margin + gutter) // (card[side] + gutter) for side in (0, 1))
    return int(columns), int(rows)


def _tiling(page: tuple[float, float], paper: tuple[float, float], margin: float) -> tuple[int, int, float, float]:
    # A page that misses the sheet by less than a tenth is made smaller rather than cut.
    room = (paper[0] - 2 * margin) * 1.1, (paper[1] - 2 * margin) * 1.1
    columns, rows = -(-page[0] // room[0]), -(-page[1] // room[1])
    return int(columns), int(rows), *paper


def _grid_marks(
    left: float, bottom: float, columns: int, rows: int, card: tuple[float, float], gutter: float = 0.0
) -> Iterator[Line]:
    """A mark at every cut, outside the cards: with a gutter there are two cuts between neighbours."""
    right = left + columns * card[0] + (columns - 1) * gutter
    top = bottom + rows * card[1] + (rows - 1) * gutter
    for x in _cuts(left, columns, card[0], gutter):
        yield Line(x, bottom - _MARK_GAP, x, bottom - _MARK_GAP - _MARK)
        yield Line(x, top + _MARK_GAP, x, top + _MARK_GAP + _MARK)
    for y in _cuts(bottom, rows, card[1], gutter):
        yield Line(left - _MARK_GAP, y, left - _MARK_GAP - _MARK, y)
        yield Line(right + _MARK_GAP, y, right + _MARK_GAP + _MARK, y)


def _cuts(start: float, count: int, length: float, gutter: float) -> list[float]:
    edges = [start + number * (length + gutter) + side for number in range(count) for side in (0, length)]
    return sorted({round(edge, 6) for edge in edges})


def _fold_marks(middle: float, height: float, bottom: float) -> Iterator[Line]:
    if bottom > _MARK_GAP:
        yield Line(middle, 0, middle, bottom - _MARK_GAP, dashed=True)
        yield Line(middle, height, middle, height - bottom + _MARK_GAP, dashed=True)
