"""Paper sizes in mm, and mm in PDF points."""

from __future__ import annotations

POINTS = 72 / 25.4
_NAMED = {"a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0), "a6": (105.0, 148.0)}


def measure(size: str) -> tuple[float, float]:
    """Width and height of "a5" or "70x120"."""
    if size in _NAMED:
        return _NAMED[size]
    width, _, height = size.partition("x")
    return float(width), float(height)
