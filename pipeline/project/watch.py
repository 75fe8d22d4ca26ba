"""Wait for changes under content/: by looking at sizes and times, which needs no extra library and misses nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pipeline.project.stamp import tree_stamp

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAUSE = 0.2


def changes(root: Path) -> Iterator[None]:
    """Once at the start, then once after each change has settled."""
    seen = ""
    while True:
        current = tree_stamp(str(root))[0]
        if current != seen:
            seen = current
            yield
        time.sleep(_PAUSE)
