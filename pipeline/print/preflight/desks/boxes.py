"""Trimmed size, bleed and the order of the boxes, to a tenth of a millimetre."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.print import paper
from pipeline.print.paper import POINTS
from pipeline.print.preflight.facts import Fault, inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Message
    from pipeline.print.preflight.facts import Box, Case, Page

NO_TRIM = "The page has no TrimBox: nobody knows where to cut."
NO_TRIMS = "{count} pages have no TrimBox, this one first: nobody knows where to cut."
NO_TRIM_HINT = "Export it with a trim box of the finished size."
WRONG_TRIM = "The page is trimmed to {found} mm instead of {wanted} mm."
WRONG_TRIMS = "{count} pages are trimmed to {found} mm instead of {wanted} mm, this one first."
WRONG_TRIM_HINT = "Lay it out in the finished size; do not scale it afterwards."
OTHER_TRIM = "The page is trimmed to {found} mm, the first page to {wanted} mm."
OTHER_TRIMS = "{count} pages are trimmed to {found} mm, this one first; the first page is trimmed to {wanted} mm."
OTHER_TRIM_HINT = "One file has pages of one size."
NO_FORMAT = "The printer has no format of {found} mm. It has: {wanted}."
NO_FORMAT_HINT = "Choose another printer, or give the product the size of a format in game.yaml."
NO_SIZE = "The page measures {found} mm: that is no size of a page."
NO_SIZE_HINT = "Export it again in the finished size, with boxes that are right."
SHORT_BLEED = "The bleed reaches {found} mm beyond the trimmed edge instead of {wanted} mm."
SHORT_BLEED_HINT = "Let colours run over the edge, and export with that much bleed."
NESTED = "The {inner} leaves the {outer}."
NESTED_HINT = "Trimmed page inside bleed, bleed inside the sheet, and nothing of it cropped."
TURNED = "The page is turned or scaled by its own settings (Rotate, UserUnit)."
TURNED_HINT = "Export pages upright and in true size."
_SEVERAL = {NO_TRIM: NO_TRIMS, WRONG_TRIM: WRONG_TRIMS, OTHER_TRIM: OTHER_TRIMS}
_SLACK = 0.1 * POINTS
_NESTED = (
    ("/TrimBox", "/BleedBox"), ("/BleedBox", "/MediaBox"), ("/TrimBox", "/MediaBox"),
    ("/BleedBox", "/CropBox"), ("/TrimBox", "/CropBox"),
)  # fmt: skip


def check(case: Case) -> Iterator[Fault]:
    """Every page by itself, and all like the first."""
    if case.sheets:
        return
    found = [*_pages(case)]
    trims = Counter(fault.message for fault in found if fault.rule == "wrong-trim")
    for fault in found:
        if fault.rule != "wrong-trim":
            yield fault
        elif count := trims.pop(fault.message, 0):
            yield fault if count == 1 else fault._replace(message=_together(fault.message, count))


def _together(message: Message, count: int) -> Message:
    """One cause is said once, however many pages it is about."""
    template = _SEVERAL.get(message.template, message.template)
    return say(template, **dict(message.values), count=count)


def _pages(case: Case) -> Iterator[Fault]:
    first: tuple[float, float] | None = None
    wanted = case.expected.size
    formats = case.printer.profile.formats
    for page in case.pages:
        if page.rotated:
            yield Fault("turned-page", page.number, say(TURNED), say(TURNED_HINT))
        if not page.has_size:
            box = min(page.boxes.values(), key=lambda box: _oddness(_size(box)))
            yield Fault("wrong-trim", page.number, say(NO_SIZE, found=_mm(_size(box))), say(NO_SIZE_HINT))
            continue
        yield from _nested(page)
        if case.printer.profile.form == "screen":
            continue
        if "/TrimBox" not in page.boxes:
            yield Fault("wrong-trim", page.number, say(NO_TRIM), say(NO_TRIM_HINT))
            continue
        size = _size(page.trim)
        if wanted is None and formats:
            near = case.printer.format_for(size)
            if near is None or not _same(size, paper.measure(near.size)):
                listed = ", ".join(f"{one.name} ({one.size})" for one in formats)
                message = say(NO_FORMAT, found=_mm(size), wanted=listed)
                yield Fault("wrong-trim", page.number, message, say(NO_FORMAT_HINT))
                continue
        if wanted is not None and not _same(size, wanted):
            message = say(WRONG_TRIM, found=_mm(size), wanted=_mm(wanted))
            yield Fault("wrong-trim", page.number, message, say(WRONG_TRIM_HINT))
        elif first is not None and not _same(size, first):
            message = say(OTHER_TRIM, found=_mm(size), wanted=_mm(first))
            yield Fault("wrong-trim", page.number, message, say(OTHER_TRIM_HINT))
        first = first or size
        yield from _bleed(page, case.printer.profile.bleed)


def _bleed(page: Page, wanted: float) -> Iterator[Fault]:
    trim, bleed = page.trim, page.bleed
    least = min(trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3]) / POINTS
    if least < wanted - 0.1:
        message = say(SHORT_BLEED, found=f"{max(least, 0):.1f}", wanted=f"{wanted:g}")
        yield Fault("missing-bleed", page.number, message, say(SHORT_BLEED_HINT))


def _nested(page: Page) -> Iterator[Fault]:
    for inner, outer in _NESTED:
        if inner in page.boxes and outer in page.boxes and not inside(page.boxes[inner], page.boxes[outer], _SLACK):
            message = say(NESTED, inner=inner[1:], outer=outer[1:])
            yield Fault("boxes-not-nested", page.number, message, say(NESTED_HINT))


def _oddness(size: tuple[float, float]) -> float:
    """The smaller, the odder: a side of nothing, or one of many metres."""
    return min(*size, 1 / max(*size, 1e-9))


def _size(box: Box) -> tuple[float, float]:
    return ((box[2] - box[0]) / POINTS, (box[3] - box[1]) / POINTS)


def _same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) < 0.1 and abs(one[1] - other[1]) < 0.1


def _mm(size: tuple[float, float]) -> str:
    return f"{round(size[0], 2):g} x {round(size[1], 2):g}"
