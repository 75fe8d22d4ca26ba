"""Front and back belong together: the file says which card each page is a side of, and prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.print.preflight.facts import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case, Page

SWAPPED = "Pages {front} and {back} are sides of different cards: “{one}” and “{other}”."
SWAPPED_HINT = "Put every back behind its front again; build the file anew."
WRONG_SIDE = "Page {page} is a {found} where the printer expects a {expected}."
WRONG_SIDE_HINT = "This printer wants the order: {order}."
NOT_PRINTED = "The page should be the {what} of card “{id}”, but that id is not printed on it."
SIDES = {"front": "front", "back": "back"}
_ORDERS = {"fronts-first": ("front", "back"), "backs-first": ("back", "front")}


def check(case: Case) -> Iterator[Fault]:
    """Only for files that say so, in an order of pairs."""
    profile = case.printer.profile
    known = [page for page in case.pages if page.id]
    if case.expected.binding != "cards" or profile.form != "pages" or not known or profile.order not in _ORDERS:
        return
    first, second = _ORDERS[profile.order]
    for one, other in zip(case.pages[::2], case.pages[1::2], strict=False):
        if one.id != other.id:
            message = say(SWAPPED, front=one.number, back=other.number, one=one.id, other=other.id)
            yield Fault("swapped-backs", one.number, message, say(SWAPPED_HINT))
        for page, side in ((one, first), (other, second)):
            if page.side != side:
                message = say(WRONG_SIDE, page=page.number, found=page.side, expected=side)
                hint = say(WRONG_SIDE_HINT, order=", ".join((first, second) * 2) + "…")
                yield Fault("swapped-backs", page.number, message, hint)
    yield from _printed(known)


def _printed(pages: list[Page]) -> Iterator[Fault]:
    """Where a deck prints ids on this side at all, each page has its own and no other's."""
    ids = {page.id for page in pages}
    for side in ("front", "back"):
        said = {page.number: {text.text.strip() for text in page.texts} & ids for page in pages if page.side == side}
        if not said or sum(map(bool, said.values())) < len(said):
            continue
        for page in pages:
            if page.side == side and page.id not in said[page.number]:
                message = say(NOT_PRINTED, what=side, id=page.id)
                yield Fault("swapped-backs", page.number, message, say(SWAPPED_HINT))
