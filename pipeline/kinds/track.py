"""The track of a board: squares in a ring with straight sides and round ends, like a stadium.

Millimetres from the upper left corner, y downwards. The ring is measured along its middle line, clockwise from the
middle of the upper side; that is also where a large board is cut in two, so that no square lies on the cut.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, degrees, pi, sin
from typing import NamedTuple


class Square(NamedTuple):
    """A square of the track: its outline as an SVG path, its middle, its size, and its turn in degrees, clockwise.

    Its foot points outwards, to the players.
    """

    path: str
    x: float
    y: float
    width: float
    height: float
    turn: float


class Track(NamedTuple):
    """The middle line of a ring: half of it is two straights, the rest two half circles."""

    x: float
    y: float
    straight: float
    radius: float
    depth: float

    @property
    def length(self) -> float:
        return 2 * self.straight + 2 * pi * self.radius

    def squares(self, count: int, gap: float) -> list[Square]:
        """The ring cut into equal squares with a gap round each."""
        pitch = self.length / count
        return [self._square(number * pitch, pitch, gap / 2) for number in range(count)]

    def _square(self, start: float, pitch: float, inset: float) -> Square:
        outer, inner = self.depth / 2 - inset, inset - self.depth / 2
        there = self._side(start, start + pitch, outer, inset)
        back = self._side(start, start + pitch, inner, inset)[::-1]
        steps = ["M{:.2f} {:.2f}".format(*self._at(there[0], outer)[:2])]
        steps += [self._step(a, b, outer) for a, b in pairwise(there)]
        steps.append("L{:.2f} {:.2f}".format(*self._at(back[0], inner)[:2]))
        steps += [self._step(a, b, inner) for a, b in pairwise(back)]
        x, y, turn = self._at(start + pitch / 2, 0)
        return Square(" ".join([*steps, "Z"]), round(x, 2), round(y, 2), pitch, self.depth, round(turn, 2))

    def _side(self, start: float, end: float, offset: float, inset: float) -> list[float]:
        """Where the outline of a square bends along one side: its ends, and where a straight meets a curve."""

        def reach(place: float) -> float:
            # On a curve, the same gap is a shorter way of the middle line when it lies further out.
            return inset * self.radius / (self.radius + offset) if self._curved(place) else inset

        first, last = start + reach(start + inset), end - reach(end - inset)
        half = self.straight / 2
        bends = (half, half + pi * self.radius, half + pi * self.radius + self.straight, self.length - half)
        return [first, *(bend for bend in bends if first < bend < last), last]

    def _step(self, start: float, end: float, offset: float) -> str:
        x, y, _ = self._at(end, offset)
        if not self._curved((start + end) / 2):
            return f"L{x:.2f} {y:.2f}"
        radius = self.radius + offset
        return f"A{radius:.2f} {radius:.2f} 0 0 {int(end > start)} {x:.2f} {y:.2f}"

    def _curved(self, place: float) -> bool:
        """Whether the middle line is bent there."""
        return self.straight / 2 < place % (self.length / 2) < self.straight / 2 + pi * self.radius

    def _at(self, place: float, offset: float) -> tuple[float, float, float]:
        """A point beside the middle line, and the turn of a square there."""
        half, round_end = self.straight / 2, pi * self.radius
        # The lower half of the ring is the upper one turned round.
        side = 1 if place % self.length < self.length / 2 else -1
        rest = place % (self.length / 2)
        if rest < half:
            x, y, turn = rest, -self.radius - offset, 180.0
        elif rest < half + round_end:
            angle = (rest - half) / self.radius
            reach = self.radius + offset
            x, y, turn = half + reach * sin(angle), -reach * cos(angle), 180 + degrees(angle)
        else:
            x, y, turn = half - (rest - half - round_end), self.radius + offset, 360.0
        return self.x + side * x, self.y + side * y, (turn if side > 0 else turn + 180) % 360
