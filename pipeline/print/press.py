"""The two files of a product: single pages with bleed for the printer, sheets for home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline import __version__
from pipeline.kinds.game import kind_of
from pipeline.print import impose, paper, profile
from pipeline.print.assemble import Binder, Title
from pipeline.print.plan import fill

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.print.assemble import Side
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan
    from pipeline.print.typefaces import Subsets


def offset(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> bytes:
    """Every page by itself, with bleed."""
    binder, sides = _open(plan, fragments, subsets)
    for side in sides:
        binder.add(side)
    bookmarks = []
    first = 0
    for number in fill(plan, _listed(fragments)):
        bookmarks += [(first, bookmark) for bookmark in fragments[number].bookmarks]
        first += fragments[number].pages
    return binder.finish(_title(plan, ""), profile.load("offset"), bookmarks)


def home(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> bytes:
    """As many pages on an A4 sheet as fit: cards back to back, booklets to fold, sheets as they are or in tiles."""
    printer = profile.load("home")
    binder, sides = _open(plan, fragments, subsets)
    sheet = paper.measure(printer.sheet or "a4")
    printing = kind_of(plan.order.product).printing
    if printing.binding == "cards":
        sheets = impose.cards(len(sides) // 2, plan.size, sheet, printer.margin, printer.flip)
    elif printing.binding == "booklet":
        sheets = impose.booklet(len(sides), plan.size, sheet, printer.margin)
    else:
        sheets = impose.tiles(len(sides), plan.size, sheet, max(0, printer.margin - printing.margin))
    impose.lay(binder, sheets, sides)
    return binder.finish(_title(plan, " (à imprimer chez soi)"), printer)


def _open(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> tuple[Binder, list[Side]]:
    """A binder with the fonts of the product, and its pages in printed order."""
    numbers = fill(plan, _listed(fragments))
    binder = Binder((fragments[number] for number in sorted(set(numbers))), subsets)
    return binder, [side for number in numbers for side in binder.sides(fragments[number])]


def _listed(fragments: Mapping[int, Fragment]) -> list[Fragment]:
    return [fragments[number] for number in range(len(fragments))]


def _title(plan: Plan, suffix: str) -> Title:
    game = plan.order.game
    named = f"{game.title} – {plan.order.product.title}{suffix}"
    identifier = f"livret:{game.game}/{plan.order.product_id}/{game.version}/{plan.order.content_hash[:16]}"
    return Title(named, game.language, identifier, f"livret {__version__}")
