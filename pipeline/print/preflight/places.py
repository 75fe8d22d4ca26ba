"""Where something is on a page, as a person measures it: millimetres from the upper left trimmed corner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from pipeline.print.preflight.facts import Box, Page


def at(page: Page, box: Box) -> tuple[float, float]:
    """The middle of a box."""
    trim = page.trim
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return (round((x - trim[0]) / POINTS, 1), round((trim[3] - y) / POINTS, 1))
