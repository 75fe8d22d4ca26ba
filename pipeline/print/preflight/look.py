"""Read the pages of a PDF into facts: follow the graphics state through contents and forms.

A form is looked at once in each of its places; on sheets once at all, because a common back is on many of them. What
cannot be understood is noted and passed over: one bad step never hides what the rest of the file has.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

import pikepdf

from pipeline.print.preflight import letters, pixels, spaces
from pipeline.print.preflight.damage import WRONG
from pipeline.print.preflight.facts import Colour, Page, Picture, Shape, Text, Trouble
from pipeline.print.preflight.steps import INLINE, SILENT, steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.print.preflight.facts import Box

_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_BLACK = Colour("gray", (0.0,))
_LETTER = (0.0, 0.0, 612.0, 792.0)
_DEEP = 28
"""Forms in forms."""
_MANY = 20_000
"""Forms that are drawn on a page."""
_BOXES = ("/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox")
_FILLS = frozenset({"f", "F", "f*", "B", "B*", "b", "b*"})
_STROKES = frozenset({"S", "s", "B", "B*", "b", "b*"})
_COLOURS = frozenset("k rg g K RG G cs CS sc scn SC SCN".split())
_POINTS = frozenset({"m", "l", "c", "v", "y"})
_SHOWN = (bytes, pikepdf.String)


class _State:
    """The part of the graphics state that `q` saves."""

    def __init__(self, ctm: _Matrix) -> None:
        self.ctm = ctm
        self.fill = self.stroke = _BLACK
        self.fill_space = self.stroke_space = spaces.GRAY
        self.fill_over = self.stroke_over = False
        self.width = 1.0
        self.font: letters.Font | None = None
        self.size = 0.0
        self.spacing = self.word = 0.0
        self.stretch = 1.0
        self.mode = 0

    def copy(self) -> _State:
        twin = object.__new__(_State)
        twin.__dict__.update(self.__dict__)
        return twin


class _Read:
    """What was read: on a page, or in a form."""

    def __init__(self) -> None:
        self.texts: list[Text] = []
        self.shapes: list[Shape] = []
        self.pictures: list[Picture] = []
        self.clear: dict[str, None] = {}
        self.blends: dict[str, None] = {}
        self.fonts: dict[str, Any] = {}
        self.broken: dict[str | Trouble, None] = {}
        self.grouped = False

    def add(self, other: _Read) -> None:
        self.texts += other.texts
        self.shapes += other.shapes
        self.pictures += other.pictures
        self.clear |= other.clear
        self.blends |= other.blends
        self.fonts |= other.fonts
        self.broken |= other.broken
        self.grouped = self.grouped or other.grouped


class _Reader:
    """Reads one document; fonts, colour spaces and pictures are understood once."""

    def __init__(self, *, ours: bool = False, once: bool = False) -> None:
        self._ours = ours
        self._once = once
        self._fonts: dict[Any, letters.Font] = {}
        self._pictures: dict[Any, pixels.Understood] = {}
        self._forms = 0
        self._seen: set[Any] = set()
        self._known: dict[Any, _Read] = {}
        self.now = _Read()
        self.art: list[Any] = []

    def page(self, number: int, page: pikepdf.Page) -> Page:
        self.now, self.art, self._forms = _Read(), [], 0
        obj: Any = page.obj
        boxes = {name: found for name in _BOXES if (found := _box(obj, name))}
        boxes.setdefault("/MediaBox", _LETTER)
        if self._blend(obj.get("/Group")):
            self.now.clear["group"] = None
        resources = _inherited(obj, "/Resources")
        self._run(page, resources if resources is not None else {}, _State(_IDENTITY), 0)
        own = _own(obj)
        return Page(
            number,
            boxes,
            tuple(self.now.texts),
            tuple(self.now.shapes),
            tuple(self.now.pictures),
            tuple(self.now.clear),
            dict(self.now.fonts),
            own.get("/Id", ""),
            own.get("/Side", ""),
            int(_inherited(obj, "/Rotate") or 0) % 360 != 0 or float(obj.get("/UserUnit", 1)) != 1,
            len(obj.get("/Annots", [])),
            tuple(self.now.blends),
            tuple(self.art),
            tuple(self.now.broken),
            self.now.grouped,
        )

    def _run(self, stream: Any, resources: Any, state: _State, depth: int) -> None:  # noqa: C901, PLR0912, PLR0915
        """Follow one content stream. Long, because it is a table: what each operator does to the state."""
        saved: list[_State] = []
        path: list[Any] = []
        rectangles: list[int] = []
        states: dict[str, Any] = {}
        text = line = _IDENTITY
        leading = 0.0
        moves = 0
        todo = iter(steps(stream, plain=self._ours and isinstance(stream, pikepdf.Stream)))
        operator: str = ""
        while True:
            try:
                for operator, operands in todo:
                    if operator == "q":
                        saved.append(state)
                        state = state.copy()
                        continue
                    if operator == "Q":
                        state = saved.pop() if saved else state
                        continue
                    if operator in SILENT:
                        continue
                    if operator == INLINE:
                        self._inline(operands, state)
                        continue
                    if operator in _COLOURS:
                        self._colour(operator, operands, resources, state, depth)
                    elif operator == "cm":
                        state.ctm = _times(_numbers(operands), state.ctm)
                    elif operator in _POINTS:
                        path.append(operands)
                        moves += operator == "m"
                    elif operator == "re":
                        path.append(operands)
                        rectangles.append(len(path) - 1)
                    elif operator in _FILLS or operator in _STROKES:
                        self._paint(operator, _points(path, rectangles), state, lone=_is_lone(path, rectangles, moves))
                        path, rectangles, moves = [], [], 0
                    elif operator == "n":  # a clip: most paths are, and nobody asks where they are
                        path, rectangles, moves = [], [], 0
                    elif operator == "BT":
                        text = line = _IDENTITY
                    elif operator == "Tm":
                        text = line = _numbers(operands)
                    elif operator in ("Td", "TD"):
                        x, y = _numbers(operands)
                        leading = -y if operator == "TD" else leading
                        text = line = _times((1, 0, 0, 1, x, y), line)
                    elif operator == "TL":
                        leading = float(operands[0])
                    elif operator == "T*":
                        text = line = _times((1, 0, 0, 1, 0, -leading), line)
                    elif operator == "Tf":
                        state.font = self._font(resources, str(operands[0]))
                        state.size = float(operands[1])
                    elif operator == "Tc":
                        state.spacing = float(operands[0])
                    elif operator == "Tw":
                        state.word = float(operands[0])
                    elif operator == "Tz":
                        state.stretch = float(operands[0]) / 100
                    elif operator == "Tr":
                        state.mode = int(operands[0])
                    elif operator == "TJ":
                        text = self._show(operands[0], text, state)
                    elif operator in ("Tj", "'", '"'):
                        if operator != "Tj":
                            text = line = _times((1, 0, 0, 1, 0, -leading), line)
                        text = self._show([operands[-1]], text, state)
                    elif operator == "w":
                        state.width = float(operands[0])
                    elif operator == "gs":
                        name = str(operands[0])
                        if name not in states:
                            states[name] = _telling(self._needed(resources, "/ExtGState", name, "gs"))
                        if states[name] is not None:
                            self._state(states[name], state)
                    elif operator == "Do":
                        self._draw(resources, str(operands[0]), state, depth)
                    elif operator == "sh":
                        self.now.shapes.append(
                            Shape(_hull([0, 0, 0, 0], state.ctm), Colour("shading"), False, None, False)
                        )
            except WRONG:
                self.now.broken[operator] = None
                path, rectangles, moves = [], [], 0
            else:
                return

    def _colour(self, operator: str, operands: Sequence[Any], resources: Any, state: _State, depth: int) -> None:
        if operator in ("k", "rg", "g"):
            state.fill = Colour({"k": "cmyk", "rg": "rgb", "g": "gray"}[operator], tuple(map(float, operands)))
        elif operator in ("K", "RG", "G"):
            state.stroke = Colour({"K": "cmyk", "RG": "rgb", "G": "gray"}[operator], tuple(map(float, operands)))
        elif operator in ("cs", "CS"):
            space = spaces.named(str(operands[0]), resources)
            if operator == "cs":
                state.fill_space, state.fill = space, space.start()
            else:
                state.stroke_space, state.stroke = space, space.start()
        elif operator in ("sc", "scn", "SC", "SCN"):
            space = state.fill_space if operator in ("sc", "scn") else state.stroke_space
            colour = space.colour(operands)
            if space.kind == "pattern" and operands:
                colour = self._pattern(resources, str(operands[-1]), space.below(operands), state, depth)
            if operator in ("sc", "scn"):
                state.fill = colour
            else:
                state.stroke = colour

    def _pattern(self, resources: Any, name: str, below: Colour | None, state: _State, depth: int) -> Colour:
        """What a pattern is painted with; `below` is the colour of one that has none of its own."""
        pattern = self._needed(resources, "/Pattern", name, "scn")
        if pattern is None:
            return Colour("pattern")
        if int(pattern.get("/PatternType", 1)) == 2:
            return Colour("shading")
        below = below if int(pattern.get("/PaintType", 1)) == 2 else None
        if depth < _DEEP and (key := ("pattern", pattern.objgen, below)) not in self._seen:
            self._seen.add(key)
            inner = _State(_times(_numbers(pattern.get("/Matrix", _IDENTITY)), state.ctm))
            inner.fill = inner.stroke = below or _BLACK
            self._run(pattern, pattern.get("/Resources", {}), inner, depth + 1)
        return below or Colour("pattern")

    def _paint(self, operator: str, path: list[float], state: _State, *, lone: bool) -> None:
        if not path:
            return
        box = _hull(path, state.ctm)
        if operator in _FILLS:
            thin = min(box[2] - box[0], box[3] - box[1]) if lone else None
            self.now.shapes.append(Shape(box, state.fill, False, thin, state.fill_over))
        if operator in _STROKES:
            width = state.width * _scale(state.ctm)
            self.now.shapes.append(Shape(box, state.stroke, True, width, state.stroke_over))

    def _show(self, parts: Any, text: _Matrix, state: _State) -> _Matrix:
        """A run of text. Gives the text matrix behind it."""
        font = state.font
        if font is None:
            return text
        across, said, holes = 0.0, [], 0
        for part in parts:
            if isinstance(part, _SHOWN):
                run = font.run(bytes(part))
                spread = state.spacing * run.glyphs + state.word * run.spaces
                across += (run.width * state.size + spread) * state.stretch
                said.append(run.text)
                holes += run.holes
            else:
                across -= float(part) / 1000 * state.size * state.stretch
        whole = _times(text, state.ctm)
        low, high = 0.0, 0.68 * state.size
        box = _hull([0, low, across, low, across, high, 0, high], whole)
        mode = state.mode % 4  # the other four also clip
        colour, over = (state.stroke, state.stroke_over) if mode == 1 else (state.fill, state.fill_over)
        outline, outline_over = (state.stroke, state.stroke_over) if mode == 2 else (None, False)
        words = "".join(said)
        if words.strip() or not said or holes:
            size = abs(state.size) * _scale(whole)
            self.now.texts.append(Text(words, size, box, colour, over, mode != 3, outline, outline_over, holes))
        return _times((1, 0, 0, 1, across, 0), text)

    def _font(self, resources: Any, name: str) -> letters.Font | None:
        font = _entry(resources, "/Font", name)
        if font is None:
            self.now.fonts.setdefault(name, None)
            return None
        key = font.objgen if font.objgen != (0, 0) else id(font)
        if key not in self._fonts:
            self._fonts[key] = letters.Font(font)
        # Two fonts may have one name, and only one of them be in the file.
        named = str(font.get("/BaseFont", name))
        known = self.now.fonts.get(named)
        same = known is None or known.objgen == font.objgen
        self.now.fonts[named if same else f"{named}\0{font.objgen}"] = font
        return self._fonts[key]

    def _state(self, given: Any, state: _State) -> None:
        for key in ("/ca", "/CA"):
            if key in given and float(given[key]) < 1:
                self.now.clear[f"{key[1:]} {float(given[key]):g}"] = None
        if "/SMask" in given and given["/SMask"] != "/None":
            self.now.clear["SMask"] = None
        modes = given.get("/BM")
        if modes is not None and str(modes[0] if isinstance(modes, pikepdf.Array) else modes) not in (
            "/Normal",
            "/Compatible",
        ):
            self.now.clear[f"BM {modes}"] = None
        if "/OP" in given:
            state.stroke_over = bool(given["/OP"])
            state.fill_over = bool(given.get("/op", given["/OP"]))
        if "/op" in given:
            state.fill_over = bool(given["/op"])
        if "/LW" in given:
            state.width = float(given["/LW"])
        if "/Font" in given:
            state.size = float(given["/Font"][1])

    def _draw(self, resources: Any, name: str, state: _State, depth: int) -> None:
        thing = self._needed(resources, "/XObject", name, "Do")
        if thing is None:
            return
        if thing.get("/Subtype") == "/Image":
            self._picture(thing, state)
            return
        group = thing.get("/Group")
        if group is not None and group.get("/S") == "/Transparency" and bool(group.get("/K", False)):
            self.now.clear["group"] = None
        self._blend(group)
        if depth == 0 and thing.objgen != (0, 0):
            self._remembered(thing, resources, state)
        else:
            self._form(thing, resources, state, depth)

    def _blend(self, group: Any) -> bool:
        """Whether a transparent group is mixed in something else than inks."""
        if group is None or group.get("/S") != "/Transparency":
            return False
        self.now.grouped = True
        if "/CS" not in group:
            return False
        space = spaces.read(group["/CS"], {}).kind
        if space in ("cmyk", "icc4"):
            return False
        self.now.blends[space] = None
        return True

    def _remembered(self, thing: Any, resources: Any, state: _State) -> None:
        """A form that was read before in the same place says the same; in another place of a sheet nothing new."""
        key = (thing.objgen, tuple(round(part, 3) for part in state.ctm), state.fill, state.stroke)
        if key in self._known:
            self.now.add(self._known[key])
            self.art.append(key)
            return
        if self._once:
            scale = (thing.objgen, round(_scale(state.ctm), 3))
            if scale in self._seen:
                return
            self._seen.add(scale)
        page, self.now = self.now, _Read()
        self._form(thing, resources, state, 0)
        self._known[key] = self.now
        page.add(self.now)
        self.now = page
        self.art.append(key)

    def _needed(self, resources: Any, kind: str, name: str, operator: str) -> Any:
        """Something that a step names; where the file does not have it the step is noted."""
        found = _entry(resources, kind, name)
        if found is None:
            self.now.broken[f"{name} {operator}"] = None
        return found

    def _form(self, thing: Any, resources: Any, state: _State, depth: int) -> None:
        self._forms += 1
        if depth >= _DEEP or self._forms > _MANY:
            self.now.broken[Trouble.DEEP] = None
            return
        inner = state.copy()
        inner.ctm = _times(_numbers(thing.get("/Matrix", _IDENTITY)), state.ctm)
        self._run(thing, thing.get("/Resources", resources), inner, depth + 1)

    def _picture(self, image: Any, state: _State) -> None:
        key = image.objgen
        if key not in self._pictures:
            self._pictures[key] = pixels.understand(image)
        size, space, masked, inks = self._pictures[key]
        if masked:
            self.now.clear["SMask"] = None
        a, b, c, d, _, _ = state.ctm
        across, down = hypot(a, b) / 72, hypot(c, d) / 72
        ppi = min(size[0] / across if across else 0, size[1] / down if down else 0)
        box = _hull([0, 0, 1, 0, 1, 1, 0, 1], state.ctm)
        if space == "stencil":
            self.now.shapes.append(Shape(box, state.fill, False, None, state.fill_over))
        self.now.pictures.append(Picture(box, size, ppi, space, masked, inks))

    def _inline(self, image: Any, state: _State) -> None:
        a, b, c, d, _, _ = state.ctm
        across, down = hypot(a, b) / 72, hypot(c, d) / 72
        ppi = min(image.width / across if across else 0, image.height / down if down else 0)
        box = _hull([0, 0, 1, 0, 1, 1, 0, 1], state.ctm)
        spoken = {"/DeviceRGB": "rgb", "/RGB": "rgb", "/DeviceCMYK": "cmyk", "/CMYK": "cmyk"}
        space = "stencil" if image.image_mask else spoken.get(str(getattr(image, "colorspace", "")), "gray")
        if space == "stencil":
            self.now.shapes.append(Shape(box, state.fill, False, None, state.fill_over))
        self.now.pictures.append(Picture(box, (image.width, image.height), ppi, space, False, 0.0))


def look(pdf: pikepdf.Pdf, *, ours: bool = False, once: bool = False) -> tuple[Page, ...]:
    """The facts of all pages. `ours` says that forms are written as WeasyPrint writes, which is read faster; `once`
    that nobody asks where things are."""
    reader = _Reader(ours=ours, once=once)
    return tuple(_looked_at(reader, number, page) for number, page in enumerate(pdf.pages, 1))


def _looked_at(reader: _Reader, number: int, page: pikepdf.Page) -> Page:
    try:
        return reader.page(number, page)
    except WRONG:
        boxes = {"/MediaBox": _LETTER}
        return Page(number, boxes, (), (), (), (), {}, "", "", rotated=False, annotations=0, broken=(Trouble.PAGE,))


def _own(obj: Any) -> dict[str, str]:
    """What livret wrote about the page."""
    try:
        private = obj["/PieceInfo"]["/Livret"]["/Private"]
        return {str(key): str(value) for key, value in private.items()}
    except (KeyError, TypeError, AttributeError, ValueError):
        return {}


def _entry(resources: Any, kind: str, name: str) -> Any:
    found = resources.get(kind) if resources else None
    return found.get(name) if found is not None else None


def _inherited(obj: Any, name: str) -> Any:
    for _ in range(_DEEP):
        if name in obj:
            return obj[name]
        if "/Parent" not in obj:
            return None
        obj = obj["/Parent"]
    return None


def _box(obj: Any, name: str) -> Box | None:
    found = _inherited(obj, name) if name in ("/MediaBox", "/CropBox") else obj.get(name)
    if found is None or len(found) != 4:
        return None
    left, bottom, right, top = _numbers(found)
    return (min(left, right), min(bottom, top), max(left, right), max(bottom, top))


def _telling(given: Any) -> Any:
    """A graphics state that says something: not one that is only opaque, as WeasyPrint writes before every shape."""
    if given is None or all(key in ("/ca", "/CA") and float(given[key]) == 1 for key in given.keys()):  # noqa: SIM118
        return None
    return given


def _is_lone(path: list[Any], rectangles: list[int], moves: int) -> bool:
    """Whether a path is one rectangle, or what other programs draw instead: four straight lines."""
    if rectangles:
        return len(path) == 1
    return moves == 1 and 4 <= len(path) <= 5 and all(len(operands) == 2 for operands in path)


def _points(path: list[Any], rectangles: list[int]) -> list[float]:
    """The points of a path, with the four corners of rectangles."""
    points: list[float] = []
    for number, operands in enumerate(path):
        if number in rectangles:
            x, y, width, height = _numbers(operands)
            points += (x, y, x + width, y, x + width, y + height, x, y + height)
        else:  # where a curve ends is near enough to say where it is
            last = len(operands) - 1
            points += (float(operands[last - 1]), float(operands[last]))
    return points


def _numbers(values: Any) -> Any:
    return tuple(map(float, values))


def _times(one: Any, two: Any) -> _Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _scale(matrix: _Matrix) -> float:
    return float(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)


def _hull(points: Sequence[float], matrix: _Matrix) -> Box:
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x, y in zip(points[::2], points[1::2], strict=True)]
    ys = [b * x + d * y + f for x, y in zip(points[::2], points[1::2], strict=True)]
    return (min(xs), min(ys), max(xs), max(ys))
