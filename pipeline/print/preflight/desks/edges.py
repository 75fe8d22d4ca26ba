"""Colour that ends at the knife: what touches the trimmed edge must go on through the bleed, on colour as on paper."""

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
_OTHER = 24
"""How far two colours are apart before they count as two."""
_BEYOND = 1.0
"""On another colour an area may end in the bleed, but not so near the knife, mm."""
_AREA = 12.0
"""Shorter touches of a colour on another are figures of a pattern."""
_DEEP = 2.0
"""What is less deep, mm, is a line."""
_NEAR = 4.0
"""Slanted and round shapes meet the bleed so many mm further along."""


def check(case: Case) -> Iterator[Fault]:
    """Look at a ring of pixels on both sides of the edge."""
    profile = case.printer.profile
    if case.sheets or profile.form == "screen" or profile.bleed <= 0 or not case.pages:
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
            if (
                not page.has_size
                or page.bleed == page.trim
                or "/TrimBox" not in page.boxes
                or not inside(page.trim, page.bleed, 0.3)
            ):
                continue  # that has been said already
            key = _key(page)
            if key is None or key not in kept:
                # Frames of a proof are drawn on the knife.
                pixels = pages.colours(page.number, _PER_MM * 25.4, page.bleed)
                found = _stops(pixels, page, drawn=not profile.frames)
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


def _stops(pixels: Any, page: Page, *, drawn: bool) -> list[tuple[str, float]]:
    """The edges where an area ends between the trimmed edge and the end of the bleed, with its length in mm."""
    height, width, _ = pixels.shape
    left, bottom, right, top = page.bleed
    across, down = width / (right - left), height / (top - bottom)
    trim = page.trim
    # Lines of pixels along each edge, from its outer end inwards, and where the knife is among them.
    ends = {
        "left": (pixels.swapaxes(0, 1), round((trim[0] - left) * across)),
        "right": (pixels.swapaxes(0, 1)[::-1], round((right - trim[2]) * across)),
        "top": (pixels, round((top - trim[3]) * down)),
        "bottom": (pixels[::-1], round((trim[1] - bottom) * down)),
    }
    # In a picture every spot has a colour of its own.
    drawn = drawn and not any(not inside(one.box, trim) and not apart(one.box, page.bleed) for one in page.pictures)
    found = []
    for edge, (lines, knife) in ends.items():
        scale = (across if edge in ("top", "bottom") else down) * POINTS
        longest = _lost(lines, knife, scale, drawn=drawn) / scale
        if longest:
            found.append((edge, longest))
    return found


def _lost(lines: Any, knife: int, scale: float, *, drawn: bool) -> int:
    """The longest run of pixels beside the knife that do not go on outside; 0 if it is none to speak of."""
    import numpy

    step, near = max(1, round(0.5 * scale)), round(_NEAR * scale)
    inner, outer = lines[knife + step], lines[1 + step // 2]
    inked, reached = _inked(inner), _inked(outer)
    on_paper = _longest(inked & ~(numpy.convolve(reached, numpy.ones(2 * near + 1), "same") > 0))
    if on_paper / scale >= _LEAST:
        return on_paper
    if not drawn:
        return 0
    outside, deeper = lines[max(0, knife - max(1, round(_BEYOND * scale)))], lines[knife + round(_DEEP * scale)]
    area = inked & _inked(outside) & _alike(inner, deeper)
    # Almost all areas go straight on; only for others it is worth looking further along.
    straight_on = _alike(inner, outside) | _alike(inner, outer)
    if _longest(area & ~straight_on) / scale < _AREA:
        return 0
    on_colour = _longest(area & ~_goes_on(inner, outside, near) & ~_goes_on(inner, outer, near))
    return on_colour if on_colour / scale >= _AREA else 0


def _inked(line: Any) -> Any:
    return line.min(axis=1) < 255 - _WHITE


def _goes_on(inner: Any, outside: Any, near: int) -> Any:
    """Where the colour of a line of pixels is found on another line, or a little further along."""
    import numpy

    found = numpy.zeros(len(inner), dtype=bool)
    for by in range(-near, near + 1):
        here, there = slice(max(0, -by), len(inner) - max(0, by)), slice(max(0, by), len(inner) - max(0, -by))
        found[here] |= _alike(inner[here], outside[there])
    return found


def _alike(one: Any, other: Any) -> Any:
    return abs(one - other).max(axis=1) <= _OTHER


def _longest(flags: Any) -> int:
    if not flags.any():
        return 0
    best = run = 0
    for flag in flags.tolist():
        run = run + 1 if flag else 0
        best = max(best, run)
    return best
