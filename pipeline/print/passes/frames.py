"""A proof for people: trimmed edge and safe zone over the page, entries framed with id and line, a watermark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.print import lettering
from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.print.fragment import Place
    from pipeline.print.lettering import Lettering
    from pipeline.print.plan import Plan
    from pipeline.print.press import Printed

    Box = tuple[float, float, float, float]

_SIZE = 4.5
_WATERMARK = 44.0


def draw(
    plan: Plan,
    page: Printed,
    places: Sequence[Place],
    letters: Lettering,
    trim: Box,
    moved: tuple[float, float],
    safe: float,
) -> bytes:
    """Lines in pure magenta and cyan: no page uses them for anything thin."""
    lines = ["q 0.4 w"]
    lines += [f"0 1 0 0 K {_rectangle(trim)} S"]
    if safe:
        edge = safe * POINTS
        zone = (trim[0] + edge, trim[1] + edge, trim[2] - edge, trim[3] - edge)
        lines += [f"1 0 0 0 K [3 2] 0 d {_rectangle(zone)} S [] 0 d"]
    if plan.printer.profile.watermark:
        lines += _watermark(plan.printer.profile.watermark, letters, trim)
    lines += _entries(plan, page, places, letters, trim, moved)
    return "\n".join([*lines, "Q", ""]).encode()


def _entries(
    plan: Plan, page: Printed, places: Sequence[Place], letters: Lettering, trim: Box, moved: tuple[float, float]
) -> list[str]:
    entries = plan.leaves[page.leaf].entries
    scale = plan.printer.profile.scale
    top = trim[3] - moved[1] * POINTS
    drawn: list[str] = []
    seen: set[int] = set()
    for place in places:
        if place.entry >= len(entries) or place.entry in seen:
            continue
        seen.add(place.entry)
        entry = entries[place.entry]
        left, right = ((edge * scale + moved[0]) * POINTS for edge in (place.left, place.right))
        high, low = (top - edge * scale * POINTS for edge in (place.top, place.bottom))
        label = f"{entry.id or page.id} l. {entry.span().line}"
        width = lettering.width(label, _SIZE) + 2
        shown = letters.show(label, _SIZE)
        drawn += [
            f"0.25 w 0 0.6 0 0 K {_rectangle((left, low, right, high))} S",
            f"0 0.15 0 0 k {right - width:.2f} {high:.2f} {width:.2f} {_SIZE + 0.6:.2f} re f",
            f"0 1 0 0.3 k BT 1 0 0 1 {right - width + 1:.2f} {high + 1.2:.2f} Tm {shown} ET",
        ]
    return drawn


def _watermark(text: str, letters: Lettering, trim: Box) -> list[str]:
    """Outlined letters across the page: nothing under them is hidden, and nothing is transparent."""
    width, height = trim[2] - trim[0], trim[3] - trim[1]
    size = min(
        _WATERMARK, _WATERMARK * 0.75 * (width**2 + height**2) ** 0.5 / lettering.width(text, _WATERMARK, "title")
    )
    length = lettering.width(text, size, "title")
    slope = height / (width**2 + height**2) ** 0.5
    level = width / (width**2 + height**2) ** 0.5
    x = trim[0] + width / 2 - level * length / 2 + slope * size / 3
    y = trim[1] + height / 2 - slope * length / 2 - level * size / 3
    shown = letters.show(text, size, "title")
    matrix = f"{level:.4f} {slope:.4f} {-slope:.4f} {level:.4f} {x:.2f} {y:.2f}"
    return [f"q 0.3 w 0 0.5 0 0 K BT 1 Tr {matrix} Tm {shown} ET Q"]


def _rectangle(box: Box) -> str:
    return f"{box[0]:.3f} {box[1]:.3f} {box[2] - box[0]:.3f} {box[3] - box[1]:.3f} re"
