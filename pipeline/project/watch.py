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


def changes(root: Path, seen: str = "") -> Iterator[None]:
    """Once at the start, then once after each change has settled. Whoever gives the stamp that he has seen is told of
    changes since then, and not at the start."""
    while True:
        started = time.monotonic()
        current = stamp(root)
        taken = time.monotonic() - started
        if current != seen:
            time.sleep(_SETTLED)  # some programs empty a file and fill it then
            if current != (current := stamp(root)):
                continue
            seen = current
            yield
        time.sleep(min(max(taken * _SHARE, _PAUSE[0]), _PAUSE[1]))


def stamp(root: Path) -> str:
    """Names all files with their sizes and times."""
    return tree_stamp(str(root))[0]
