"""Colours as printers mix them: "100/70/0/30" is cyan, magenta, yellow and black in per cent."""

from __future__ import annotations

BLACK = "0/0/0/100"
PAPER = "0/0/0/0"
_READABLE = 0.58


def css(ink: str) -> str:
    """The colour for a stylesheet or an SVG attribute."""
    return f"device-cmyk({' '.join(f'{part / 100:.4g}' for part in _parts(ink))})"


def tint(ink: str, share: float) -> str:
    """The colour thinned with paper: `tint("100/70/0/30", 0.1)` is a tenth of each ink."""
    return "/".join(f"{part * share:.4g}" for part in _parts(ink))


def shade(ink: str, share: float) -> str:
    """The colour darkened: so much of the paper that black does not cover yet is covered."""
    *colours, key = _parts(ink)
    return "/".join(f"{part:.4g}" for part in (*colours, key + (100 - key) * share))


def on(ink: str) -> str:
    """What can be read on the colour: paper or black."""
    cyan, magenta, yellow, black = (1 - part / 100 for part in _parts(ink))
    light = (0.30 * cyan + 0.59 * magenta + 0.11 * yellow) * black
    return BLACK if light > _READABLE else PAPER


def _parts(ink: str) -> list[float]:
    return [float(part) for part in ink.split("/")]
