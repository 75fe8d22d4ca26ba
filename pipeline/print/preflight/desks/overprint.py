"""Inks over inks: what is set to overprint adds to what lies below, and both together may be too much for the paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.finding import say
from pipeline.print import raster
from pipeline.print.preflight import plates
from pipeline.print.preflight.desks.structure import DAMAGED, DAMAGED_HINT
from pipeline.print.preflight.facts import Fault, apart
from pipeline.print.preflight.places import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Box, Case, Page

TOGETHER = "Inks that are printed over each other come to {found} %; the printer allows {wanted} %."
TOGETHER_HINT = "Use less ink below, or let what lies over it knock out."
_SPARE = 2.0
_FEW = 100_000
"""So many comparisons are made one by one."""

_Inks = tuple[float, ...]


class _Painted(NamedTuple):
    box: Box
    inks: _Inks
    overprints: bool


def check(case: Case) -> Iterator[Fault]:
    """Only pages where it may be so: their plates are drawn and added."""
    limit = case.printer.profile.ink_limit
    if not limit or case.sheets:
        return
    kept: dict[Any, plates.Heaviest] = {}
    for page in case.pages:
        if not page.has_size or not _suspect(page, limit):
            continue
        key = page.art or page.number
        try:
            most = kept[key] = kept.get(key) or plates.heaviest(case.pdf, page.number, page.bleed)
        except raster.NoPictureError as error:
            yield Fault("damaged-pdf", 0, say(DAMAGED, problem=error), say(DAMAGED_HINT))
            return
        if most.inks > limit + _SPARE:
            message = say(TOGETHER, found=f"{most.inks:.0f}", wanted=limit)
            yield Fault("ink-limit", page.number, message, say(TOGETHER_HINT), at(page, most.box))


def _suspect(page: Page, limit: int) -> bool:
    """Whether boxes of colours meet that come to more than the limit; each alone has been judged already."""
    painted = list(_painted(page))
    over = [one for one in painted if one.overprints]
    if not over:
        return False
    pile = tuple(max(inks) for inks in zip(*{one.inks for one in over}, strict=True))
    dark = {inks for inks in {one.inks for one in painted} if sum(inks) <= limit < _over(pile, inks)}
    meeting = [one for one in painted if one.inks in dark]
    if _any_meet(meeting, over):
        return True
    return any(picture.inks + 100 * sum(pile) > limit and _meets(picture.box, over) for picture in page.pictures)


def _any_meet(some: list[_Painted], others: list[_Painted]) -> bool:
    """Whether one of some lies on one of the others, itself aside."""
    if len(some) * len(others) <= _FEW:
        return any(not apart(one.box, other.box) for one in some for other in others if one is not other)
    import numpy

    left, bottom, right, top = numpy.array([other.box for other in others]).T
    places = numpy.array([id(other) for other in others])
    for one in some:
        x1, y1, x2, y2 = one.box
        meets = (left < x2) & (right > x1) & (bottom < y2) & (top > y1) & (places != id(one))
        if meets.any():
            return True
    return False


def _painted(page: Page) -> Iterator[_Painted]:
    for text in page.texts:
        if text.visible:
            for colour, over in ((text.colour, text.overprints), (text.outline, text.outline_overprints)):
                if colour is not None and colour.space == "cmyk" and not colour.is_paper:
                    yield _Painted(text.box, colour.parts, over)
    for shape in page.shapes:
        if shape.colour.space == "cmyk" and not shape.colour.is_paper:
            yield _Painted(shape.box, shape.colour.parts, shape.overprints)


def _over(pile: _Inks, inks: _Inks) -> float:
    """Per cent of ink where everything that overprints lies on a colour."""
    return 100 * sum(map(max, pile, inks))


def _meets(box: Box, over: list[_Painted]) -> bool:
    return any(not apart(box, one.box) for one in over)
