"""The plates of a page, drawn one by one: where inks are printed over each other, only they tell how much there is.

Everything is painted again in grey, once for each ink, as much as the plate has of it. What overprints and has none of
an ink leaves that plate as it is; everything else knocks out.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name, Operator, Pdf

from pipeline.print import raster
from pipeline.print.preflight import spaces
from pipeline.print.preflight.facts import Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.print.preflight.facts import Box

_DPI = 150.0  # the stem of a small letter is as wide as two pixels
_FEW = 6
"""So many pixels are noise: the place where two shapes meet."""
_DEEP = 12
_BLACK = Colour("gray", (0.0,))
# What is left of a painting operator without its fill, without its line.
_ONLY_LINE = {"f": "n", "F": "n", "f*": "n", "B": "S", "B*": "S", "b": "s", "b*": "s"}
_ONLY_FILL = {"S": "n", "s": "n", "B": "f", "B*": "f*", "b": "f", "b*": "f*"}
_PAINTING = frozenset(_ONLY_LINE) | frozenset(_ONLY_FILL)
_SHOWING = frozenset({"Tj", "TJ", "'", '"'})
_DIRECT = {"k": "cmyk", "K": "cmyk", "g": "gray", "G": "gray", "rg": "rgb", "RG": "rgb"}


class Heaviest(NamedTuple):
    """The place with the most ink: per cent, and where it is in points of the page."""

    inks: float
    box: Box


def heaviest(pdf: Pdf, number: int, box: Box) -> Heaviest:
    """Where a page (counted from 1) has the most ink, within a box of it."""
    import numpy

    plates = Pdf.new()
    plates.pages.append(pdf.pages[number - 1])
    whole = plates.pages[0]
    own = whole.obj.get("/Resources", Dictionary())
    for ink in range(4):
        contents, resources = _Plate(plates, ink).painted(whole, own, _State(), 0)
        plate = Dictionary(Type=Name.Page, MediaBox=whole.obj["/MediaBox"], Resources=resources)
        plate["/Contents"] = plates.make_stream(contents)
        plates.pages.append(pikepdf.Page(plates.make_indirect(plate)))
    del plates.pages[0]
    out = io.BytesIO()
    plates.save(out)
    with raster.opened(out.getvalue()) as pages:
        greys = [255 - pages.grey(ink, _DPI, box).astype(numpy.uint16) for ink in range(1, 5)]
    total = sum(greys)
    most = numpy.partition(total.ravel(), -_FEW)[-_FEW] if total.size > _FEW else 0
    row, column = (int(at) for at in numpy.argwhere(total >= most)[0])
    x, y = box[0] + column * 72 / _DPI, box[3] - row * 72 / _DPI
    return Heaviest(float(most) / 2.55, (x, y, x, y))


class _State:
    """Colours and overprinting: what decides whether something is on a plate."""

    def __init__(self) -> None:
        self.fill = self.line = _BLACK
        self.fill_space = self.line_space = spaces.GRAY
        self.fill_over = self.line_over = False
        self.each = False
        """Whether inks that are not there leave what lies below (overprint mode 1)."""
        self.mode = 0

    def copy(self) -> _State:
        twin = object.__new__(_State)
        twin.__dict__.update(self.__dict__)
        return twin


class _Plate:
    """One ink of a page."""

    def __init__(self, pdf: Pdf, ink: int) -> None:
        self._pdf = pdf
        self._ink = ink

    def painted(self, stream: Any, given: Any, state: _State, depth: int) -> tuple[bytes, Any]:
        """A content stream in grey, with its resources."""
        resources = Dictionary(given)
        things = Dictionary(given["/XObject"]) if "/XObject" in given else Dictionary()
        resources["/XObject"] = things
        saved: list[_State] = []
        lines: list[tuple[Sequence[Any], Operator]] = []
        for instruction in pikepdf.parse_content_stream(stream):
            name, operands = str(instruction.operator), list(instruction.operands)
            if name == "q":
                saved.append(state)
                state = state.copy()
            elif name == "Q":
                state = saved.pop() if saved else state
            elif name == "gs":
                self._state(given, str(operands[0]), state)
            elif name == "Tr":
                state.mode = int(operands[0])
            if name in _DIRECT or name in ("cs", "CS", "sc", "scn", "SC", "SCN"):
                lines.append(self._colour(name, operands, given, state))
            elif name in _PAINTING:
                lines.append(([], Operator(self._kept(name, state))))
            elif name in _SHOWING:
                lines += self._shown(instruction, state)
            elif name == "Do":
                lines += self._drawn(str(operands[0]), things, state, depth)
            elif name not in ("sh", "INLINE IMAGE"):
                lines.append((operands, instruction.operator))
        return pikepdf.unparse_content_stream(lines), resources

    def _colour(self, name: str, operands: list[Any], resources: Any, state: _State) -> tuple[list[Any], Operator]:
        fills = name[0].islower()
        if name in _DIRECT:
            colour = Colour(_DIRECT[name], tuple(map(float, operands)))
        elif name in ("cs", "CS"):
            space = spaces.named(str(operands[0]), resources)
            colour = space.start()
            if fills:
                state.fill_space = space
            else:
                state.line_space = space
        else:
            colour = (state.fill_space if fills else state.line_space).colour(operands)
        if fills:
            state.fill = colour
        else:
            state.line = colour
        return [round(1 - self._share(colour), 4)], Operator("g" if fills else "G")

    def _share(self, colour: Colour) -> float:
        """How much of this ink a colour has. Light is no ink: other desks refuse it."""
        if colour.space in ("cmyk", "icc4") and len(colour.parts) == 4:
            return min(1.0, max(0.0, colour.parts[self._ink]))
        if colour.space in ("gray", "icc1") and colour.parts:
            return 1 - colour.parts[0] if self._ink == 3 else 0.0
        if colour.space == "all":
            return colour.parts[0] if colour.parts else 1.0
        return 0.0

    def _leaves(self, colour: Colour, state: _State, *, over: bool) -> bool:
        """Whether something leaves this plate as it is."""
        if colour.space in ("pattern", "shading", "unknown"):
            return True
        return over and (colour.space == "spot" or (state.each and colour.space == "cmyk" and not self._share(colour)))

    def _kept(self, name: str, state: _State) -> str:
        if self._leaves(state.fill, state, over=state.fill_over):
            name = _ONLY_LINE.get(name, name)
        if self._leaves(state.line, state, over=state.line_over):
            name = _ONLY_FILL.get(name, name)
        return name

    def _shown(self, instruction: Any, state: _State) -> list[tuple[Any, Operator]]:
        fills = state.mode % 4 in (0, 2) and not self._leaves(state.fill, state, over=state.fill_over)
        draws = state.mode % 4 in (1, 2) and not self._leaves(state.line, state, over=state.line_over)
        mode = 2 if fills and draws else 0 if fills else 1 if draws else 3
        shown = (instruction.operands, instruction.operator)
        return [([mode], Operator("Tr")), shown, ([state.mode], Operator("Tr"))]

    def _drawn(self, name: str, things: Any, state: _State, depth: int) -> list[tuple[Any, Operator]]:
        thing = things.get(name)
        if thing is None or depth >= _DEEP:
            return []
        if thing.get("/Subtype") == "/Image":
            if bool(thing.get("/ImageMask", False)):
                leaves = self._leaves(state.fill, state, over=state.fill_over)
                return [] if leaves else [([Name(name)], Operator("Do"))]
            made = self._picture(thing)
            if made is None:
                return []
        else:
            inner = thing.get("/Resources", Dictionary())
            contents, resources = self.painted(thing, inner, state.copy(), depth + 1)
            made = self._pdf.make_stream(contents)
            for key in ("/Type", "/Subtype", "/BBox", "/Matrix"):
                if key in thing:
                    made[key] = thing[key]
            made["/Resources"] = resources
        fresh = f"/Plate{len(things.keys())}"
        things[fresh] = made
        return [([Name(fresh)], Operator("Do"))]

    def _picture(self, image: Any) -> Any:
        """The plate of a CMYK picture as a grey one; None for what cannot be taken apart."""
        from pipeline.print.preflight.pixels import inks_of

        values = inks_of(image)
        if values is None:
            return None
        grey = (255 - values[:, self._ink]).astype("uint8").tobytes()
        made = self._pdf.make_stream(grey, Type=Name.XObject, Subtype=Name.Image)
        made["/Width"], made["/Height"] = image["/Width"], image["/Height"]
        made["/ColorSpace"], made["/BitsPerComponent"] = Name.DeviceGray, 8
        if "/SMask" in image:
            made["/SMask"] = image["/SMask"]
        return made

    @staticmethod
    def _state(resources: Any, name: str, state: _State) -> None:
        given = resources["/ExtGState"].get(name) if "/ExtGState" in resources else None
        if given is None:
            return
        if "/OP" in given:
            state.line_over = bool(given["/OP"])
            state.fill_over = bool(given.get("/op", given["/OP"]))
        if "/op" in given:
            state.fill_over = bool(given["/op"])
        if "/OPM" in given:
            state.each = int(given["/OPM"]) == 1
