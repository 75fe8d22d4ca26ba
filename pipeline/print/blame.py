"""Which entry is to blame for something at a place of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.print import paper
from pipeline.print.refusals import Refused, somewhere

if TYPE_CHECKING:
    from pipeline.core.finding import Problem
    from pipeline.kinds.base import Entry
    from pipeline.print.fragment import Place
    from pipeline.print.plan import Plan
    from pipeline.print.preflight.facts import Fault
    from pipeline.print.press import Printed


class Page:
    """A printed page with the places of its entries: what a maker sends along with its faults."""

    def __init__(self, printed: Printed, places: tuple[Place, ...]) -> None:
        self.printed = printed
        self.places = tuple(place for place in places if place.page == printed.page)


def entry(plan: Plan, page: Page, at: tuple[float, float] | None) -> Entry | None:
    """The entry whose box holds the place, the nearest one otherwise; the only one of a leaf in any case."""
    entries = plan.leaves[page.printed.leaf].entries
    if not entries:
        return None
    if at is None or len(entries) == 1:
        return entries[0]
    x, y = _inside(plan, at)
    known = [place for place in page.places if place.entry < len(entries)]
    if not known:
        return entries[0]
    return entries[min(known, key=lambda place: (_away(place, x, y), _area(place))).entry]


def refused(plan: Plan, page: Page | None, fault: Fault, problem: Problem) -> Refused:
    """What preflight found, at the entry that is to blame; on a page without entries at its words in game.yaml, or at
    the game's own template."""
    if page is None:
        return Refused(None, problem)
    if found := entry(plan, page, fault.at):
        return Refused(found, problem._replace(span=found.span()))
    words = dict(fault.message.values).get("text", "")
    return somewhere(plan, plan.leaves[page.printed.leaf], problem, words)


def _inside(plan: Plan, at: tuple[float, float]) -> tuple[float, float]:
    """From mm of the trimmed page to mm of the page as it was laid out."""
    profile = plan.printer.profile
    offered = plan.printer.format_for(plan.size)
    width, height = (side * profile.scale for side in plan.size)
    final = paper.measure(offered.size) if offered else (width, height)
    return ((at[0] - (final[0] - width) / 2) / profile.scale, (at[1] - (final[1] - height) / 2) / profile.scale)


def _away(place: Place, x: float, y: float) -> float:
    across = max(place.left - x, 0, x - place.right)
    down = max(place.top - y, 0, y - place.bottom)
    return across + down


def _area(place: Place) -> float:
    return (place.right - place.left) * (place.bottom - place.top)
