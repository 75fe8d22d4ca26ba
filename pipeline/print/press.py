"""The files of a product for one printer: single pages, or sheets that carry several."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.kinds.game import kind_of
from pipeline.print import impose, lettering, paper
from pipeline.print.assemble import Binder, Sheet, Title
from pipeline.print.paper import POINTS
from pipeline.print.passes import frames, ghostscript, marks
from pipeline.print.plan import fill, layout_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.print.assemble import Side
    from pipeline.print.fragment import Bookmark, Fragment, Place
    from pipeline.print.plan import Plan
    from pipeline.print.typefaces import Subsets

    Box = tuple[float, float, float, float]

_AT_HOME = " (à imprimer chez soi)"
_LABEL = 5.0


class Printed(NamedTuple):
    """A page of a product before it is placed: its leaf, which page of it, and the card that it is a side of."""

    leaf: int
    page: int
    id: str
    side: str


class File(NamedTuple):
    """A PDF and the pages in it; `part` tells the files of one product apart. Sheets carry several pages each."""

    part: str
    data: bytes
    pages: tuple[Printed, ...]


def printed(plan: Plan, fragments: Mapping[int, Fragment]) -> list[Printed]:
    """All pages in the order in which they are read; cards as front, back, front, back."""
    cards = kind_of(plan.order.product).printing.binding == "cards"
    found: list[Printed] = []
    for number in fill(plan, [fragments[leaf] for leaf in range(len(fragments))]):
        leaf = plan.leaves[number]
        name = card_id(leaf.data, leaf.entries) if cards else ""
        side = ("front", "back")[len(found) % 2] if cards else ""
        found += [Printed(number, page, name, side) for page in range(fragments[number].pages)]
    return found


def files(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> list[File]:
    """The PDFs that the printer wants."""
    pages = printed(plan, fragments)
    if plan.printer.profile.form == "sheets":
        return [File("", _sheets(plan, fragments, pages, subsets), tuple(pages))]
    return [
        File(part, _flat(plan, _pages(plan, fragments, chosen, subsets)), tuple(chosen))
        for part, chosen in _ordered(plan, pages)
    ]


def only(plan: Plan, fragments: Mapping[int, Fragment], pages: Sequence[Printed], subsets: Subsets) -> bytes:
    """Some pages as a PDF, whatever the order: for proofs and pictures."""
    return _pages(plan, fragments, pages, subsets)


def _ordered(plan: Plan, pages: list[Printed]) -> Iterator[tuple[str, list[Printed]]]:
    """Pages in the order of the printer, in one file or two."""
    order = plan.printer.profile.order
    if kind_of(plan.order.product).printing.binding != "cards" or order == "fronts-first":
        yield "", pages
    elif order == "backs-first":
        yield "", [page for front, back in zip(pages[::2], pages[1::2], strict=True) for page in (back, front)]
    else:
        fronts, backs = pages[::2], pages[1::2]
        if len({(plan.keys[page.leaf], page.page) for page in backs}) == 1:
            yield "", [*fronts, backs[0]]
        else:
            yield "-fronts", fronts
            yield "-backs", backs


def _pages(plan: Plan, fragments: Mapping[int, Fragment], pages: Sequence[Printed], subsets: Subsets) -> bytes:
    """Every page by itself, with bleed and marks."""
    binder, sides = open_binder(plan, fragments, pages, subsets)
    for number, (page, side) in enumerate(zip(pages, sides, strict=True), 1):
        words = (f"{number}/{len(pages)}", page.id, plan.order.content_hash[:12])
        label = (title(plan, "").title, "   ".join(word for word in words if word))
        places = [place for place in fragments[page.leaf].places if place.page == page.page]
        binder.add(side, _sheet(plan, binder, page, label, places))
    return binder.finish(title(plan, ""), _binding(plan), list(_bookmarks(pages, fragments)))


def _sheet(plan: Plan, binder: Binder, page: Printed, label: tuple[str, str], places: list[Place]) -> Sheet:
    """The boxes of a page and what is drawn around and over it."""
    profile, scale = plan.printer.profile, plan.printer.profile.scale
    width, height = plan.size[0] * scale, plan.size[1] * scale
    offered = plan.printer.format_for(plan.size)
    final = paper.measure(offered.size) if offered else (width, height)
    right, up = (final[0] - width) / 2, (final[1] - height) / 2
    trim = (0.0, 0.0, final[0] * POINTS, final[1] * POINTS)
    bleed = _grown(trim, profile.bleed)
    drawn = b""
    if profile.frames:
        drawn += frames.draw(plan, page, places, binder.lettering, trim, (right, up), plan.printer.safe(_binding(plan)))
    if "label" in profile.marks:
        drawn += _label(binder, *label, trim, bleed)
    return Sheet(
        trim,
        bleed,
        _grown(bleed, profile.slug),
        (scale, 0, 0, scale, right * POINTS, up * POINTS),
        marks.draw(trim, bleed, profile.marks, _folds(plan, trim)) if profile.marks else b"",
        drawn,
        page.id,
        page.side,
    )


def _folds(plan: Plan, trim: Box) -> marks.Folds:
    """Where the sheet is folded, in points: heights and places across."""
    layout = layout_for(plan.order, plan.printer)
    down, across = layout.folds.get(plan.order.product_id, ((), ())) if layout else ((), ())
    unit = plan.printer.profile.scale * POINTS
    return tuple(trim[3] - at * unit for at in down), tuple(trim[0] + at * unit for at in across)


def _label(binder: Binder, named: str, which: str, trim: Box, bleed: Box) -> bytes:
    """Which page this is, under it, so that a loose sheet finds its place.

    On a narrow page its title is cut. Number, id and hash never are: they are what tells pages apart.
    """
    room = (trim[2] - trim[0]) / 2 - 6 * POINTS
    label, kept = f"{named}   {which}", named
    while kept and lettering.width(label, _LABEL) > room:
        kept = kept[:-1].rstrip()
        label = f"{kept}…   {which}" if kept else which
    size = min(_LABEL, _LABEL * room / lettering.width(label, _LABEL))
    y = bleed[1] - 4.2 * POINTS
    shown = binder.lettering.show(label, size)
    return f"q {marks.ALL} cs 1 scn BT 1 0 0 1 {trim[0] + 1.5 * POINTS:.3f} {y:.3f} Tm {shown} ET Q\n".encode()


def _sheets(plan: Plan, fragments: Mapping[int, Fragment], pages: list[Printed], subsets: Subsets) -> bytes:
    """As many pages on a sheet as fit: cards back to back, booklets to fold, sheets as they are or in tiles."""
    profile = plan.printer.profile
    binder, sides = open_binder(plan, fragments, pages, subsets)
    sheet = paper.measure(profile.sheet or "a4")
    printing = kind_of(plan.order.product).printing
    if printing.binding == "cards":
        offset = (profile.back_right, profile.back_up)
        sheets = impose.cards(
            len(sides) // 2, plan.size, sheet, profile.margin, profile.flip,
            gutter=profile.gutter, spill=profile.bleed, back=offset,
        )  # fmt: skip
    elif printing.binding == "booklet":
        # Booklets lie across the sheet: its short edge is the one beside the pages.
        flip = profile.flip if "booklet" in profile.bindings and len(profile.bindings) == 1 else "short"
        sheets = impose.booklet(len(sides), plan.size, sheet, profile.margin, caliper=profile.caliper, flip=flip)
    else:
        sheets = impose.tiles(len(sides), plan.size, sheet, max(0, profile.margin - printing.margin))
    impose.lay(binder, sheets, sides)
    return binder.finish(title(plan, _AT_HOME), printing.binding)


def _flat(plan: Plan, data: bytes) -> bytes:
    """Letters as shapes, and nothing transparent, where the printer wants it."""
    profile = plan.printer.profile
    flat = not profile.transparency and _is_transparent(data)
    if profile.outlined or flat:
        return ghostscript.rewrite(data, outlined=profile.outlined, flat=flat)
    return data


def _is_transparent(data: bytes) -> bool:
    import io

    import pikepdf

    from pipeline.print.preflight.look import look

    if b"/SMask" not in data and b"/ObjStm" not in data:
        return False
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return any(page.transparencies for page in look(pdf))


def open_binder(
    plan: Plan, fragments: Mapping[int, Fragment], pages: Sequence[Printed], subsets: Subsets
) -> tuple[Binder, list[Side]]:
    """A binder with the fonts of these pages, and the pages."""
    used = sorted({page.leaf for page in pages})
    binder = Binder((fragments[number] for number in used), subsets, plan.printer)
    return binder, [binder.sides(fragments[page.leaf])[page.page] for page in pages]


def _bookmarks(pages: Sequence[Printed], fragments: Mapping[int, Fragment]) -> Iterator[tuple[int, Bookmark]]:
    for number, page in enumerate(pages):
        for bookmark in fragments[page.leaf].bookmarks:
            if bookmark.page == page.page:
                yield number - page.page, bookmark


def card_id(data: Mapping[str, object], entries: Sequence[object]) -> str:
    """The id of the card that a leaf is a side of."""
    card = data.get("card")
    found = data.get("id") or (card.get("id") if isinstance(card, dict) else None)
    return str(found or getattr(entries[0], "id", "") if entries else found or "")


def _grown(box: Box, millimetres: float) -> Box:
    more = millimetres * POINTS
    return (box[0] - more, box[1] - more, box[2] + more, box[3] + more)


def _binding(plan: Plan) -> str:
    return kind_of(plan.order.product).printing.binding


def title(plan: Plan, suffix: str) -> Title:
    """What a file says about itself."""
    game = plan.order.game
    named = f"{game.title} – {plan.order.product.title}{suffix}"
    identifier = f"livret:{game.game}/{plan.order.product_id}/{game.version}/{plan.order.content_hash[:16]}"
    return Title(named, game.language, identifier, f"livret {__version__}")
