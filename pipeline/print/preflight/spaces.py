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


class Space(NamedTuple):
    """A kind of colour space; spot colours have a name."""

    kind: str
    name: str = ""

    def start(self) -> Colour:
        """The colour that is in force once the space was chosen."""
        return Colour(self.kind, _STARTS.get(self.kind, ()), self.name)

    def colour(self, operands: Any) -> Colour:
        """A colour of this space."""
        parts = tuple(float(part) for part in operands if not isinstance(part, pikepdf.Name))
        return Colour(self.kind, parts, self.name)


GRAY = Space("gray")


def named(name: str, resources: Any) -> Space:
    """A space by its name in a content stream."""
    if name in _PLAIN:
        return Space(_PLAIN[name])
    spaces = resources.get("/ColorSpace") if resources else None
    return read(spaces.get(name), resources) if spaces is not None else Space("unknown", name[1:])


def read(given: Any, resources: Any) -> Space:  # noqa: ARG001
    """A space as an object of the file."""
    if given is None:
        return Space("gray")
    if isinstance(given, pikepdf.Name):
        return Space(_PLAIN.get(str(given), "unknown"), "" if str(given) in _PLAIN else str(given)[1:])
    if not isinstance(given, pikepdf.Array) or not len(given):
        return Space("unknown")
    kind = str(given[0])
    if kind == "/ICCBased":
        return Space(f"icc{int(given[1].get('/N', 3))}")
    if kind in ("/Indexed", "/I"):
        return read(given[1], {})
    if kind == "/Separation":
        ink = str(given[1])[1:]
        return Space("all") if ink == "All" else Space("spot", ink)
    if kind == "/DeviceN":
        return Space("spot", " + ".join(str(ink)[1:] for ink in given[1]))
    return Space(_PLAIN.get(kind, "unknown"))
