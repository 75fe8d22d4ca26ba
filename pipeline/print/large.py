"""Large print: type of a size that is promised, on as many leaves as it takes, black on white.

A page of twenty questions cannot be read by everybody: it goes on over the leaf, under the same page number.
"""

from __future__ import annotations

import re
from math import ceil
from typing import TYPE_CHECKING

from pipeline.print import fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from pipeline.kinds.base import Leaf

_SIZE = re.compile(r"((?:font|font-size):[^;}]*?)(?<![\d.])(\d+(?:\.\d+)?|\.\d+)pt")
_SPARE = 1.2
"""Lines that prediction may have missed."""
_STEP = 2.0


def layout(found: fit.Layout, least: float) -> fit.Layout:
    """The measures of a kind with the sizes at which no text is smaller than `least`; one at least."""
    smallest = min(style.size for box in found.boxes for style in box.texts if not style.fixed)
    enough = tuple(size for size in found.sizes if size * smallest >= least)
    boxes = tuple(box._replace(texts=tuple(_with_badge(style, least) for style in box.texts)) for box in found.boxes)
    return found._replace(sizes=enough or (ceil(10 * least / smallest) / 10,), boxes=boxes)


def _with_badge(style: fit.Style, least: float) -> fit.Style:
    """Badges grow as `enlarge` makes them."""
    badge = style.badge
    return style._replace(badge=badge._replace(least=max(badge.least, least))) if badge else style


def spread(leaves: Sequence[Leaf], found: fit.Layout, points: float) -> Iterator[Leaf]:
    """The leaves, with those that hold more than fits divided; each part knows which it is, and of how many.

    A leaf without entries goes on over as many leaves as `parts` of the layout says for its template.
    """
    boxes = {box.template: box for box in found.boxes}
    for leaf in leaves:
        box = boxes.get(leaf.template)
        if box is None or not leaf.each:
            parts = found.parts.get(leaf.template, 1)
            for again in range(1, parts + 1):
                yield leaf._replace(data={**leaf.data, "part": again, "parts": parts})
            continue
        counts = _counts(box, [entry.model for entry in leaf.entries], points)
        first = 0
        for number, count in enumerate(counts, 1):
            part = slice(first, first + count)
            data = {**leaf.data, leaf.each: leaf.data[leaf.each][part], "part": number, "parts": len(counts)}
            yield leaf._replace(data=data, entries=leaf.entries[part])
            first += count


def enlarge(css: str, least: float) -> str:
    """A stylesheet without type smaller than that."""
    return _SIZE.sub(lambda match: f"{match[1]}{max(float(match[2]), least):g}pt", css)


def _counts(box: fit.Box, models: Sequence[Any], points: float) -> list[int]:
    """How many entries stand on each leaf: as few leaves as possible, about as full as each other."""
    heights = [height + box.gap for height in fit.heights(box, models, points)]
    room = box.height + box.gap - _SPARE * points * 25.4 / 72
    fewest = len(_filled(heights, room))
    limit = sum(heights) / fewest
    while limit < room and len(_filled(heights, limit)) > fewest:
        limit += _STEP
    return _filled(heights, min(limit, room))


def _filled(heights: Sequence[float], room: float) -> list[int]:
    counts, used = [0], 0.0
    for height in heights:
        if counts[-1] and used + height > room:
            counts.append(0)
            used = 0.0
        counts[-1] += 1
        used += height
    return counts
