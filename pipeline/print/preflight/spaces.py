"""Colour spaces of a PDF, reduced to what a printer asks: which inks, or light, or something else."""

from __future__ import annotations

from typing import Any, NamedTuple

import pikepdf

from pipeline.print.preflight.facts import Colour

_PLAIN = {
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk", "/DeviceRGB": "rgb", "/RGB": "rgb", "/CalRGB": "rgb",
    "/DeviceGray": "gray", "/G": "gray", "/CalGray": "gray", "/Lab": "lab", "/Pattern": "pattern",
}  # fmt: skip
_STARTS: dict[str, tuple[float, ...]] = {
    "cmyk": (0, 0, 0, 1), "icc4": (0, 0, 0, 1), "rgb": (0, 0, 0), "icc3": (0, 0, 0), "gray": (0,), "icc1": (0,),
}  # fmt: skip


_INKS = ("Cyan", "Magenta", "Yellow", "Black")
_PARTS = {"cmyk": 4, "icc4": 4, "rgb": 3, "icc3": 3, "lab": 3, "gray": 1, "icc1": 1}
_DEEP = 4
"""Spaces in spaces: a pattern of an indexed space of a profile."""


class Space(NamedTuple):
    """A kind of colour space; spot colours have a name."""

    kind: str
    name: str = ""
    places: tuple[int, ...] = ()
    """Which of the four inks each part is, where they are named one by one; -1: none."""
    table: bytes = b""
    """The colours of an indexed space."""
    base: Space | None = None
    """In which space patterns without a colour of their own are painted."""

    def start(self) -> Colour:
        """The colour that is in force once the space was chosen."""
        if self.table or self.places:
            return self.colour([0] if self.table else [1] * len(self.places))
        return Colour(self.kind, _STARTS.get(self.kind, ()), self.name)

    def colour(self, operands: Any) -> Colour:
        """A colour of this space."""
        parts = tuple(float(part) for part in operands if not isinstance(part, pikepdf.Name))
        if self.table:
            count = _PARTS[self.kind]
            first = max(0, min(int(parts[0]), len(self.table) // count - 1)) * count
            return Colour(self.kind, tuple(part / 255 for part in self.table[first : first + count]))
        if self.places:
            inks = dict(zip(self.places, parts, strict=False))
            return Colour("cmyk", tuple(inks.get(ink, 0.0) for ink in range(4)))
        return Colour(self.kind, parts, self.name)

    def below(self, operands: Any) -> Colour | None:
        """The colour that is given with a pattern, if any."""
        return self.base.colour(operands) if self.base is not None and len(operands) > 1 else None


GRAY = Space("gray")


def named(name: str, resources: Any) -> Space:
    """A space by its name in a content stream."""
    if name in _PLAIN:
        return Space(_PLAIN[name])
    spaces = resources.get("/ColorSpace") if resources else None
    return read(spaces.get(name), resources) if spaces is not None else Space("unknown", name[1:])


def read(given: Any, resources: Any, depth: int = 0) -> Space:  # noqa: PLR0911
    """A space as an object of the file."""
    if given is None:
        return Space("gray")
    if isinstance(given, pikepdf.Name):
        return Space(_PLAIN.get(str(given), "unknown"), "" if str(given) in _PLAIN else str(given)[1:])
    if not isinstance(given, pikepdf.Array) or not len(given) or depth > _DEEP:
        return Space("unknown")
    kind = str(given[0])
    if kind == "/ICCBased":
        return Space(f"icc{int(given[1].get('/N', 3))}")
    if kind in ("/Indexed", "/I"):
        below = read(given[1], resources, depth + 1)
        return below._replace(table=_table(given[3])) if below.kind in _PARTS and not below.places else below
    if kind == "/Separation":
        return Space("all") if str(given[1]) == "/All" else _inks([str(given[1])[1:]])
    if kind == "/DeviceN":
        return _inks([str(ink)[1:] for ink in given[1]])
    if kind == "/Pattern" and len(given) > 1:
        return Space("pattern", base=read(given[1], resources, depth + 1))
    return Space(_PLAIN.get(kind, "unknown"))


def _inks(names: list[str]) -> Space:
    """Inks by their names: those of the press are nobody's own plate."""
    spots = [name for name in names if name not in (*_INKS, "None")]
    if spots:
        return Space("spot", " + ".join(spots))
    return Space("cmyk", places=tuple(_INKS.index(name) if name in _INKS else -1 for name in names))


def _table(given: Any) -> bytes:
    return given.read_bytes() if isinstance(given, pikepdf.Stream) else bytes(given)
