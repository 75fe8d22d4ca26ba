"""Nets of dice, folded again in space from what is printed: they close, and opposite faces make the right sum."""

from __future__ import annotations

from itertools import combinations
from math import acos, cos, dist, isclose, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

import pytest

from pipeline.kinds.nets import Net, cube, icosahedron

if TYPE_CHECKING:
    from pipeline.kinds.nets import Edge, Point

    Vector = tuple[float, float, float]

SIDE, TAB = 20.0, 5.0


class Die(NamedTuple):
    net: Net
    faces: int
    corners: int
    around: int
    """How many faces meet in a corner."""
    fold: float
    """How far a fold bends the paper: half a turn less the angle inside the solid."""


DICE = {
    "cube": Die(cube(SIDE, TAB), 6, 8, 3, acos(0)),
    "icosahedron": Die(icosahedron(SIDE, TAB), 20, 12, 5, acos(sqrt(5) / 3)),
}


def edges(corners: tuple[Point, ...]) -> list[Edge]:
    return [(corners[at - 1], corners[at]) for at in range(len(corners))]


def same(one: Edge, other: Edge) -> bool:
    """The same piece of paper, in whatever direction; coordinates are rounded to a thousandth of a mm."""
    return any(dist(one[0], a) + dist(one[1], b) < 0.01 for a, b in (other, other[::-1]))


def neighbours(net: Net) -> dict[int, dict[int, Edge]]:
    """Which faces share which edge on the paper."""
    found: dict[int, dict[int, Edge]] = {face.number: {} for face in net.faces}
    for one, other in combinations(net.faces, 2):
        for edge in edges(one.corners):
            if any(same(edge, far) for far in edges(other.corners)):
                found[one.number][other.number] = found[other.number][one.number] = edge
    return found


def turn(point: Vector, origin: Vector, axis: Vector, angle: float) -> Vector:
    """A point turned round a line (Rodrigues)."""
    x, y, z = (a - b for a, b in zip(point, origin, strict=True))
    length = dist(axis, (0, 0, 0))
    u, v, w = (part / length for part in axis)
    dot, c, s = u * x + v * y + w * z, cos(angle), sin(angle)
    return (
        origin[0] + x * c + (v * z - w * y) * s + u * dot * (1 - c),
        origin[1] + y * c + (w * x - u * z) * s + v * dot * (1 - c),
        origin[2] + z * c + (u * y - v * x) * s + w * dot * (1 - c),
    )


def fold(die: Die) -> dict[int, dict[Point, Vector]]:
    """Where each corner of each face is after folding every printed fold away from the printed side."""
    space = {face.number: {corner: (corner[0], -corner[1], 0.0) for corner in face.corners} for face in die.net.faces}
    shared = neighbours(die.net)
    root = die.net.faces[0].number

    def below(number: int, parent: int) -> list[int]:
        return [number, *(far for near in shared[number] if near != parent for far in below(near, number))]

    def bend(number: int, parent: int) -> None:
        for child, edge in shared[number].items():
            if child == parent:
                continue
            # Both ends as they are in space now; the child lies to the right of the way from start to end.
            start, end = (_near(space[number], corner) for corner in edge)
            middle = _middle(list(space[child].values()))
            axis = _minus(end, start)
            way = axis if _right_of(space[number], start, end, middle) else _minus((0, 0, 0), axis)
            for far in below(child, number):
                space[far] = {corner: turn(point, start, way, die.fold) for corner, point in space[far].items()}
            bend(child, number)

    bend(root, 0)
    return space


def _near(known: dict[Point, Vector], corner: Point) -> Vector:
    return next(place for point, place in known.items() if dist(point, corner) < 0.01)


def _middle(points: list[Vector]) -> Vector:
    return tuple(sum(part) / len(points) for part in zip(*points, strict=True))


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _normal(face: dict[Point, Vector]) -> Vector:
    """Towards the printed side: corners run counter-clockwise for who looks at it."""
    a, b, c, *_ = face.values()
    return _cross(_minus(b, a), _minus(c, b))


def _right_of(face: dict[Point, Vector], start: Vector, end: Vector, point: Vector) -> bool:
    return _dot(_cross(_minus(end, start), _minus(point, start)), _normal(face)) < 0


@pytest.fixture(params=DICE)
def die(request: pytest.FixtureRequest) -> Die:
    return DICE[request.param]


def test_every_number_stands_on_one_face(die: Die) -> None:
    assert sorted(face.number for face in die.net.faces) == list(range(1, die.faces + 1))


def test_faces_are_regular_and_of_the_wanted_size(die: Die) -> None:
    for face in die.net.faces:
        for start, end in edges(face.corners):
            assert isclose(dist(start, end), SIDE, abs_tol=0.005)
        assert len({round(dist(corner, face.middle), 2) for corner in face.corners}) == 1


def test_faces_hang_together_in_one_piece_by_shared_edges(die: Die) -> None:
    shared = neighbours(die.net)
    assert sum(map(len, shared.values())) == 2 * (die.faces - 1), "a tree: nothing is missing, nothing closes a ring"
    reached, pending = set(), [1]
    while pending:
        reached.add(number := pending.pop())
        pending += [near for near in shared[number] if near not in reached]
    assert len(reached) == die.faces


def test_every_edge_is_a_fold_or_a_cut_and_every_cut_edge_meets_a_tab(die: Die) -> None:
    bases = [(tab[0], tab[-1]) for tab in die.net.tabs]
    between = [edge for near in neighbours(die.net).values() for edge in near.values()]
    tabbed = cut = 0
    for face in die.net.faces:
        for edge in edges(face.corners):
            tabbed += any(same(edge, base) for base in bases)
            cut += any(same(edge, line) for line in die.net.cuts)
            folded = any(same(edge, line) for line in die.net.folds)
            assert folded != any(same(edge, line) for line in die.net.cuts)
            assert folded == any(same(edge, line) for line in (*bases, *between))
    assert tabbed == cut == len(die.net.tabs)
    assert len(die.net.folds) == die.faces - 1 + len(die.net.tabs)


def test_nothing_overlaps_on_the_paper(die: Die) -> None:
    """Faces and tabs are convex: two of them are apart if a side of one has the other wholly beyond it."""

    def beyond(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
        middle = [sum(part) / len(one) for part in zip(*one, strict=True)]
        for (ax, ay), (bx, by) in edges(one):
            inside = (bx - ax) * (middle[1] - ay) - (by - ay) * (middle[0] - ax)
            if all(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * inside < 0.1 * abs(inside) for x, y in other):
                return True
        return False

    parts = [face.corners for face in die.net.faces] + list(die.net.tabs)
    assert [pair for pair in combinations(parts, 2) if not beyond(*pair) and not beyond(*pair[::-1])] == []


def test_the_net_fills_its_box(die: Die) -> None:
    points = [point for part in (*(face.corners for face in die.net.faces), *die.net.tabs) for point in part]
    assert (min(x for x, _ in points), min(y for _, y in points)) == (0, 0)
    assert (max(x for x, _ in points), max(y for _, y in points)) == (die.net.width, die.net.height)


def test_the_folded_net_closes(die: Die) -> None:
    """All corners of all faces fall together on those of the solid, with as many faces at each."""
    places: list[Vector] = []
    meeting: list[int] = []
    for face in fold(die).values():
        for point in face.values():
            at = next((at for at, place in enumerate(places) if dist(place, point) < 0.05), None)
            if at is None:
                places.append(point)
                meeting.append(1)
            else:
                meeting[at] += 1
    assert meeting == [die.around] * die.corners


def test_the_edge_that_a_tab_is_glued_to_lies_on_it_after_folding(die: Die) -> None:
    space = fold(die)
    in_space = [
        [(_near(space[face.number], start), _near(space[face.number], end)) for start, end in edges(face.corners)]
        for face in die.net.faces
    ]
    flat = [edge for face in die.net.faces for edge in edges(face.corners)]
    folded = [edge for face in in_space for edge in face]
    for tab in die.net.tabs:
        own = next(at for at, edge in enumerate(flat) if same(edge, (tab[0], tab[-1])))
        other = [
            at
            for at, edge in enumerate(folded)
            if at != own
            and min(dist(edge[0], folded[own][i]) + dist(edge[1], folded[own][1 - i]) for i in (0, 1)) < 0.1
        ]
        assert len(other) == 1
        assert any(same(flat[other[0]], line) for line in die.net.cuts)


def test_opposite_faces_of_the_folded_die_make_the_same_sum(die: Die) -> None:
    space = fold(die)
    center = _middle([point for face in space.values() for point in face.values()])
    out = {number: _minus(_middle(list(face.values())), center) for number, face in space.items()}
    for number, way in out.items():
        opposite = [other for other, far in out.items() if dist(far, tuple(-part for part in way)) < 0.05]
        assert opposite == [die.faces + 1 - number]


def test_the_printed_side_is_outside(die: Die) -> None:
    space = fold(die)
    center = _middle([point for face in space.values() for point in face.values()])
    assert all(_dot(_normal(face), _minus(_middle(list(face.values())), center)) > 0 for face in space.values())


def test_one_two_three_of_the_cube_run_counter_clockwise() -> None:
    space = fold(DICE["cube"])
    one, two, three = (_normal(space[number]) for number in (1, 2, 3))
    assert _dot(one, _cross(two, three)) > 0


def test_corners_of_the_icosahedron_are_balanced() -> None:
    """Five faces meet in each: a die that is heavy at a corner rolls no total much more often."""
    sums: dict[tuple[int, ...], int] = {}
    for number, face in fold(DICE["icosahedron"]).items():
        for point in face.values():
            place = next((key for key in sums if dist(key, point) < 2), tuple(round(part) for part in point))
            sums[place] = sums.get(place, 0) + number
    assert len(sums) == 12
    assert set(sums.values()) <= {52, 53}
