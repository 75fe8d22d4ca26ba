"""Wait for changes under content/: by looking at sizes and times, which needs no extra library and misses nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pipeline.project.stamp import tree_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAUSE = (0.05, 0.2)
_SHARE = 20
"""Looking may take a twentieth of the time, within the shortest and the longest pause."""
_SETTLED = 0.01


def changes(root: Path) -> Iterator[None]:
    """Once at the start, then once after each change has settled."""
    seen = ""
    while True:
        started = time.monotonic()
        current = _stamp(root)
        taken = time.monotonic() - started
        if current != seen:
            time.sleep(_SETTLED)  # some programs empty a file and fill it then
            if current != (current := _stamp(root)):
                continue
            seen = current
            yield
        time.sleep(min(max(taken * _SHARE, _PAUSE[0]), _PAUSE[1]))


def _stamp(root: Path) -> str:
    return tree_stamp(str(root))[0]
