"""Nets of dice: the faces of a solid laid flat, with what is folded, cut and glued.

A solid is given by its faces as cycles of named corners, counter-clockwise from outside. Names do the proving: two
edges with the same two names are one edge of the solid. If they also lie together on the paper they are a fold,
otherwise one of them carries the tab that is glued under the other. Millimetres from the upper left corner, y
downwards, printed side up.
"""

from __future__ import annotations

from cmath import exp, pi
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Corner = str
    Solid = Mapping[int, tuple[Corner, ...]]

Point = tuple[float, float]
Edge = tuple[Point, Point]
_Any = TypeVar("_Any", str, complex)


class Face(NamedTuple):
    """A face with the number that it shows; `turn` is the angle of its writing, clockwise in degrees."""

    number: int
    corners: tuple[Point, ...]
    middle: Point
    turn: int


class Net(NamedTuple):
    """A die on paper."""

    width: float
    height: float
    faces: tuple[Face, ...]
    tabs: tuple[tuple[Point, ...], ...]
    """Each from one end of its edge to the other: the first and the last corner lie on the fold."""
    folds: tuple[Edge, ...]
    cuts: tuple[Edge, ...]


@lru_cache(maxsize=8)
def cube(side: float, tab: float) -> Net:
    """A die of six faces; opposite ones make 7, and 1, 2, 3 run counter-clockwise round their corner."""
    # Corners are named by their three coordinates.
    solid = {
        1: ("000", "100", "101", "001"),
        2: ("001", "101", "111", "011"),
        5: ("010", "110", "100", "000"),
        6: ("011", "111", "110", "010"),
        3: ("010", "000", "001", "011"),
        4: ("100", "110", "111", "101"),
    }
    return _net(solid, {2: 1, 5: 1, 6: 5, 3: 1, 4: 1}, side, tab, heading=0, turned=frozenset())


@lru_cache(maxsize=8)
def icosahedron(side: float, tab: float) -> Net:
    """A die of twenty faces; opposite ones make 21, and the five round each corner make 52 or 53."""
    # From pole to pole: north, the upper ring 0-4, the lower ring 5-9, south. Ten faces are chosen, so that the
    # corners are balanced; the others are what is missing to 21 on the far side.
    cap, upper = (7, 11, 18, 16, 1), (19, 6, 4, 12, 8)
    solid: dict[int, tuple[Corner, ...]] = {}
    parents: dict[int, int] = {}
    previous = 0
    for i in range(5):
        a, b = f"{i}", f"{(i + 1) % 5}"
        c, d = f"{i + 5}", f"{(i + 1) % 5 + 5}"
        lower, foot = 21 - upper[i - 2], 21 - cap[i - 2]
        solid |= {upper[i]: (a, c, b), lower: (c, d, b), cap[i]: ("north", a, b), foot: (c, "south", d)}
        parents |= {lower: upper[i], cap[i]: upper[i], foot: lower}
        if previous:
            parents[upper[i]] = previous
        previous = lower
    # Half of the triangles stand on their heads, and so does their writing.
    turned = frozenset((*upper, *(21 - number for number in cap)))
    return _net(solid, parents, side, tab, heading=-60, turned=turned)


def _net(
    solid: Solid, parents: Mapping[int, int], side: float, tab: float, *, heading: float, turned: frozenset[int]
) -> Net:
    flat = _unfold(solid, parents, heading)
    edges = [
        (step, edge)
        for number, names in solid.items()
        for step, edge in zip(_steps(names), _steps(flat[number]), strict=True)
    ]
    folds, cuts, tabs = [], [], []
    seen: dict[frozenset[Corner], tuple[complex, complex]] = {}
    for step, (start, end) in edges:
        name = frozenset(step)
        if name not in seen:
            seen[name] = (start, end)
            continue
        first = seen[name]
        folds.append(first)
        if abs(start - first[1]) + abs(end - first[0]) > 1e-6:  # apart on paper: the edge that came first gets the tab
            cuts.append((start, end))
            tabs.append(_tab(*first, tab / side))
    cuts += [(one[i], one[i + 1]) for one in tabs for i in range(3)]
    everything = [point for corners in (*flat.values(), *tabs) for point in corners]
    left, top = min(point.real for point in everything), max(point.imag for point in everything)

    def at(point: complex) -> Point:
        return round((point.real - left) * side, 3), round((top - point.imag) * side, 3)

    faces = tuple(
        Face(
            number,
            tuple(at(corner) for corner in corners),
            at(sum(corners) / len(corners)),
            180 if number in turned else 0,
        )
        for number, corners in flat.items()
    )
    right, bottom = max(point.real for point in everything), min(point.imag for point in everything)
    width, height = at(complex(right, bottom))
    return Net(
        width,
        height,
        faces,
        tuple(tuple(at(corner) for corner in one) for one in tabs),
        tuple((at(start), at(end)) for start, end in folds),
        tuple((at(start), at(end)) for start, end in cuts),
    )


def _unfold(solid: Solid, parents: Mapping[int, int], heading: float) -> dict[int, list[complex]]:
    """Every face as a regular polygon of side 1, y upwards; each lies against its parent along their common edge."""
    flat: dict[int, list[complex]] = {}
    for number, names in solid.items():
        if number not in parents:
            flat[number] = _polygon(len(names), 0, 0j, exp(1j * pi * heading / 180))
    while len(flat) < len(solid):
        for number in [one for one in solid if one not in flat and parents[one] in flat]:
            names, parent = solid[number], solid[parents[number]]
            # Seen from outside, neighbours walk their common edge in opposite directions.
            at, (first, last) = next(
                (at, step) for at, step in enumerate(_steps(names)) if step[::-1] in _steps(parent)
            )
            start, end = (flat[parents[number]][parent.index(name)] for name in (first, last))
            flat[number] = _polygon(len(names), at, start, end - start)
    return flat


def _steps(corners: Sequence[_Any]) -> list[tuple[_Any, _Any]]:
    """From each corner to the next, all round."""
    return [(corner, corners[(at + 1) % len(corners)]) for at, corner in enumerate(corners)]


def _polygon(count: int, first: int, start: complex, step: complex) -> list[complex]:
    """The corners of a regular polygon whose corner `first` is `start` and whose next edge is `step`."""
    corners = [0j] * count
    for i in range(count):
        corners[(first + i) % count] = start
        start += step
        step *= exp(2j * pi / count)
    return corners


def _tab(start: complex, end: complex, depth: float) -> tuple[complex, ...]:
    """A tab outside an edge, with slanted ends: the face lies to the left of the way from start to end."""
    along = end - start
    out = along * -1j * depth
    return start, start + out + along * depth, end + out - along * depth, end
