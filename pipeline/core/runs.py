"""How a printed list is divided into lines: between its items, and not before the last one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

DOT = "·"
_WHOLE = 25  # letters: longer items are divided like any text
_LAST = 20  # letters of the last two items together, if they stay on one line


class Run(NamedTuple):
    """Items that stand on one line if `whole`."""

    items: tuple[str, ...]
    whole: bool


def runs(items: Iterable[str]) -> list[Run]:
    """The items of a list, each for itself but for the last two if they are short."""
    found = list(items)
    last: list[Run] = []
    if len(found) > 2 and len(found[-2]) + len(found[-1]) <= _LAST:
        last.append(Run((found.pop(-2), found.pop()), whole=True))
    return [*(Run((item,), len(item) < _WHOLE) for item in found), *last]
