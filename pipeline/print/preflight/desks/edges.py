"""Colour that ends at the knife: where ink touches the trimmed edge it must go on through the bleed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say
from pipeline.print import raster
from pipeline.print.paper import POINTS
from pipeline.print.preflight.desks.structure import DAMAGED, DAMAGED_HINT
from pipeline.print.preflight.facts import Fault, apart, inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case, Page

STOPS = "Colour touches the {what} edge for {length} mm and does not run {wanted} mm beyond it."
STOPS_HINT = "Let it run into the bleed, or keep it away from the edge."
EDGES = {"left": "left", "right": "right", "top": "upper", "bottom": "lower"}
_PER_MM = 2.0
_WHITE = 8
"""How far from paper white a colour may be before it counts as one, of 255."""
_LEAST = 1.5
"""Shorter touches, in mm, are letters or dots, not areas."""


def check(case: Case) -> Iterator[Fault]:
    """Look at a ring of pixels on both sides of the edge."""
    profile = case.printer.profile
    if case.sheets or profile.form == "screen" or profile.bleed <= 0:
        return
    try:
        yield from _seen(case)
    except raster.NoPictureError as error:
        yield Fault("damaged-pdf", 0, say(DAMAGED, problem=error), say(DAMAGED_HINT))


def _seen(case: Case) -> Iterator[Fault]:
    profile = case.printer.profile
    kept: dict[Any, list[tuple[str, float]]] = {}
    with raster.opened(case.data) as pages:
        for page in case.pages:
            if page.bleed == page.trim or "/TrimBox" not in page.boxes or not inside(page.trim, page.bleed, 0.3):
                continue  # that has been said already
            key = _key(page)
            if key is None or key not in kept:
                found = _stops(pages.grey(page.number, _PER_MM * 25.4, page.bleed), page)
                kept[key if key is not None else object()] = found
            else:
                found = kept[key]
            for edge, length in found[:1]:
                message = say(STOPS, what=EDGES[edge], length=f"{length:.0f}", wanted=f"{profile.bleed:g}")
                yield Fault("missing-bleed", page.number, message, say(STOPS_HINT))


def _key(page: Page) -> Any:
    """Equal for pages that draw the same form in the same place and as much beside it: a common back is seen once."""
    if not page.art:
        return None
    boxes = [one.box for one in page.texts] + [one.box for one in page.shapes]
    drawn = sum(not apart(box, page.bleed) for box in boxes)
    return (page.art, drawn, len(page.pictures), page.trim, page.bleed)


def _stops(pixels: Any, page: Page) -> list[tuple[str, float]]:
    """The edges where an area ends between the trimmed edge and the end of the bleed, with its length in mm."""
    import numpy

    height, width = pixels.shape
    left, bottom, right, top = page.bleed
    across, down = width / (right - left), height / (top - bottom)
    trim = page.trim
    inked = pixels < 255 - _WHITE
    step = max(1, round(0.5 * POINTS * across))
    ends = {
        "left": (inked[:, round((trim[0] - left) * across) + step], inked[:, 1 + step // 2]),
        "right": (inked[:, round((trim[2] - left) * across) - 1 - step], inked[:, width - 2 - step // 2]),
        "top": (inked[round((top - trim[3]) * down) + step, :], inked[1 + step // 2, :]),
        "bottom": (inked[round((top - trim[1]) * down) - 1 - step, :], inked[height - 2 - step // 2, :]),
    }
    found = []
    for edge, (inner, outer) in ends.items():
        scale = across if edge in ("top", "bottom") else down
        lost = inner & ~outer
        # Slanted and round shapes meet the bleed a little further along: what has ink near it outside is not lost.
        near = round(4 * POINTS * scale)
        reach = numpy.convolve(outer, numpy.ones(2 * near + 1), "same") > 0
        longest = _longest(lost & ~reach)
        if longest / scale / POINTS >= _LEAST:
            found.append((edge, longest / scale / POINTS))
    return found


def _longest(flags: Any) -> int:
    best = run = 0
    for flag in flags.tolist():
        run = run + 1 if flag else 0
        best = max(best, run)
    return best
