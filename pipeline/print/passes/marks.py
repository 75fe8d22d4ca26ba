"""Marks for the knife and the press, in all inks at once (Separation /All), outside the bleed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pikepdf import Array, Dictionary, Name, Pdf

from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    Box = tuple[float, float, float, float]

Folds = tuple[tuple[float, ...], tuple[float, ...]]
"""Where a sheet is folded, in points: heights of level folds, and places of upright ones."""
ALL = "/LvAll"
_GAP = 1.0 * POINTS
_LENGTH = 4.0 * POINTS
_ROUND = 1.4 * POINTS
_PATCH = 2.6 * POINTS
# Solid inks, their overlaps, then tints of black and a grey that must look like it.
_BAR = (
    (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1),
    (1, 1, 0, 0), (1, 0, 1, 0), (0, 1, 1, 0), (0, 0, 0, 0.5), (0.5, 0.4, 0.4, 0),
)  # fmt: skip


def all_inks(pdf: Pdf) -> Any:
    """The colour space that prints on every plate."""
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([1, 1, 1, 1]), N=1)
    return pdf.make_indirect(Array([Name.Separation, Name.All, Name.DeviceCMYK, tint]))


@lru_cache(maxsize=32)  # those of a product are the same on every page
def draw(trim: Box, bleed: Box, wanted: Collection[str], folds: Folds = ((), ())) -> bytes:
    """The marks around a page. `label` is text and drawn elsewhere."""
    lines: list[str] = []
    if "crop" in wanted:
        lines += _crop(trim, bleed)
    if "fold" in wanted and any(folds):
        lines += ["[2 2] 0 d", *_fold(bleed, folds), "[] 0 d"]
    if "registration" in wanted:
        lines += _registration(trim, bleed)
    drawn = [f"q {ALL} CS 1 SCN 0.25 w", *lines, "Q"] if lines else []
    if "bar" in wanted:
        drawn += _bar(trim, bleed)
    return _lined(" ".join(drawn)).encode()


def _lined(drawn: str) -> str:
    """An operator a line, as in all other forms."""
    return re.sub(r"(?<=\s)([A-Za-z]+)\s+", r"\1\n", f" {drawn} ").strip() + "\n"


def _crop(trim: Box, bleed: Box) -> Iterator[str]:
    for x in (trim[0], trim[2]):
        yield _line(x, bleed[1] - _GAP, x, bleed[1] - _GAP - _LENGTH)
        yield _line(x, bleed[3] + _GAP, x, bleed[3] + _GAP + _LENGTH)
    for y in (trim[1], trim[3]):
        yield _line(bleed[0] - _GAP, y, bleed[0] - _GAP - _LENGTH, y)
        yield _line(bleed[2] + _GAP, y, bleed[2] + _GAP + _LENGTH, y)


def _fold(bleed: Box, folds: Folds) -> Iterator[str]:
    for y in folds[0]:
        yield _line(bleed[0] - _GAP, y, bleed[0] - _GAP - _LENGTH, y)
        yield _line(bleed[2] + _GAP, y, bleed[2] + _GAP + _LENGTH, y)
    for x in folds[1]:
        yield _line(x, bleed[1] - _GAP, x, bleed[1] - _GAP - _LENGTH)
        yield _line(x, bleed[3] + _GAP, x, bleed[3] + _GAP + _LENGTH)


def _registration(trim: Box, bleed: Box) -> Iterator[str]:
    """A cross in a circle in the middle of every side."""
    across, up = (trim[0] + trim[2]) / 2, (trim[1] + trim[3]) / 2
    away = _GAP + _LENGTH / 2
    middles = ((across, bleed[1] - away), (across, bleed[3] + away), (bleed[0] - away, up), (bleed[2] + away, up))
    for x, y in middles:
        yield _line(x - _LENGTH / 2, y, x + _LENGTH / 2, y)
        yield _line(x, y - _LENGTH / 2, x, y + _LENGTH / 2)
        yield _circle(x, y, _ROUND)


def _bar(trim: Box, bleed: Box) -> Iterator[str]:
    """Patches of colour above the page, between the corner and the middle; fewer where there is less room."""
    room = (trim[2] - trim[0]) / 2 - _LENGTH / 2 - 3 * POINTS
    left, bottom = trim[0] + 1.5 * POINTS, bleed[3] + _GAP + 0.5 * POINTS
    for number, inks in enumerate(_BAR[: int(room // _PATCH)]):
        share = " ".join(f"{ink:g}" for ink in inks)
        yield f"q {share} k {left + number * _PATCH:.3f} {bottom:.3f} {_PATCH:.3f} {_PATCH:.3f} re f Q"


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"{x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S"


def _circle(x: float, y: float, radius: float) -> str:
    bow = 0.5523 * radius
    return (
        f"{x + radius:.3f} {y:.3f} m "
        f"{x + radius:.3f} {y + bow:.3f} {x + bow:.3f} {y + radius:.3f} {x:.3f} {y + radius:.3f} c "
        f"{x - bow:.3f} {y + radius:.3f} {x - radius:.3f} {y + bow:.3f} {x - radius:.3f} {y:.3f} c "
        f"{x - radius:.3f} {y - bow:.3f} {x - bow:.3f} {y - radius:.3f} {x:.3f} {y - radius:.3f} c "
        f"{x + bow:.3f} {y - radius:.3f} {x + radius:.3f} {y - bow:.3f} {x + radius:.3f} {y:.3f} c S"
    )
