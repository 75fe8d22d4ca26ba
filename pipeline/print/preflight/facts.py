"""What is known about a page of a PDF once its content was read: texts, shapes, pictures, colours, states."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.core.finding import Message
    from pipeline.print.profile import Printer

Box = tuple[float, float, float, float]
_LEAST, _MOST = 2.8, 14_400.0
"""Sides of a page in points; PDF has no larger one."""


class Trouble(Enum):
    """What keeps a page from being read to its end."""

    DEEP = "forms lie too deep in forms, or are drawn too many times"
    PAGE = "nothing of it can be read"


class Colour(NamedTuple):
    """A colour: its space (`cmyk`, `rgb`, `gray`, `lab`, `icc3`, `spot`, `all`, `pattern`, `shading`) and its parts."""

    space: str
    parts: tuple[float, ...] = ()
    name: str = ""

    @property
    def inks(self) -> float:
        """The sum of the inks in per cent; spot colours count as one ink."""
        if self.space in ("cmyk", "icc4"):
            return 100 * sum(self.parts)
        if self.space in ("gray", "icc1"):
            return 100 * (1 - self.parts[0]) if self.parts else 100.0
        return 100.0 if self.space == "spot" else 0.0

    @property
    def is_paper(self) -> bool:
        """White without any ink."""
        white = {"cmyk": 0.0, "icc4": 0.0, "rgb": 1.0, "gray": 1.0, "icc3": 1.0, "icc1": 1.0}
        return self.space in white and bool(self.parts) and all(part == white[self.space] for part in self.parts)

    @property
    def is_black(self) -> bool:
        """Black ink alone, in full."""
        return self.space == "cmyk" and self.parts == (0, 0, 0, 1)

    def __str__(self) -> str:
        if self.space == "cmyk":
            return "/".join(f"{100 * part:.0f}" for part in self.parts)
        return " ".join([self.space.upper(), *(f"{part:.2g}" for part in self.parts)]) if not self.name else self.name


class Text(NamedTuple):
    """A run of text: what it says, its size in points as printed, and its box in points of the page."""

    text: str
    size: float
    box: Box
    colour: Colour
    overprints: bool
    visible: bool
    outline: Colour | None = None
    """The colour of the line around its letters, where they are filled and drawn."""
    outline_overprints: bool = False
    holes: int = 0
    """Letters that the font does not have: it prints an empty box, or nothing."""


class Shape(NamedTuple):
    """A filled or stroked path. `width` is the printed line width, or the thinner side of a filled rectangle."""

    box: Box
    colour: Colour
    stroked: bool
    width: float | None
    overprints: bool


class Picture(NamedTuple):
    """A picture with its pixels an inch as printed. `stencil`: holes through which a colour is painted."""

    box: Box
    pixels: tuple[int, int]
    ppi: float
    space: str
    masked: bool
    inks: float
    """The most ink in one place, per cent; 0 if it is unknown."""


class Page(NamedTuple):
    """A page: its boxes in points, and everything on it."""

    number: int
    boxes: Mapping[str, Box]
    texts: tuple[Text, ...]
    shapes: tuple[Shape, ...]
    pictures: tuple[Picture, ...]
    transparencies: tuple[str, ...]
    fonts: Mapping[str, Any]
    id: str
    """Which card this is a side of, as the file itself says."""
    side: str
    rotated: bool
    annotations: int
    blends: tuple[str, ...] = ()
    """Colour spaces that transparent groups are mixed in, where they are not inks."""
    art: tuple[Any, ...] = ()
    """The forms that are drawn on it, each with its place: pages with the same art look the same."""
    broken: tuple[str | Trouble, ...] = ()
    """Steps that cannot be carried out."""
    grouped: bool = False
    """Whether something is in a group of transparency, seen or not."""

    @property
    def trim(self) -> Box:
        return self.boxes.get("/TrimBox") or self.boxes["/MediaBox"]

    @property
    def bleed(self) -> Box:
        return self.boxes.get("/BleedBox") or self.boxes["/MediaBox"]

    @property
    def has_size(self) -> bool:
        """Whether it is as large as a page can be: of more than a millimetre, and of no more than 5 metres."""
        sides = [(box[2] - box[0], box[3] - box[1]) for box in self.boxes.values()]
        return all(_LEAST < side <= _MOST for pair in sides for side in pair)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is printed between the edges of the bleed."""
        texts = (text.box for text in self.texts if text.visible and not text.colour.is_paper)
        shapes = (shape.box for shape in self.shapes if not shape.colour.is_paper)
        pictures = (picture.box for picture in self.pictures)
        return all(apart(box, self.bleed) for boxes in (texts, shapes, pictures) for box in boxes)


class Expected(NamedTuple):
    """What is known about a file besides itself."""

    size: tuple[float, float] | None = None
    """The trimmed size in mm."""
    binding: str = ""
    pages: int | None = None
    ours: bool = False
    """Written by this process a moment ago: its syntax is qpdf's own."""


class Case(NamedTuple):
    """A file on the desk."""

    pdf: Any
    data: bytes
    printer: Printer
    pages: tuple[Page, ...]
    expected: Expected

    @property
    def sheets(self) -> bool:
        """Whether pages stand together on sheets: edges of single pages are not known then."""
        return self.printer.profile.form == "sheets"


class Fault(NamedTuple):
    """Something a printer would refuse: the page (0: the file), where on it in mm from the trimmed corner, top left."""

    rule: str
    page: int
    message: Message
    hint: Message
    at: tuple[float, float] | None = None


def inside(inner: Box, outer: Box, slack: float = 0.0) -> bool:
    """Whether a box lies in another."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common."""
    return one[2] <= other[0] or one[0] >= other[2] or one[3] <= other[1] or one[1] >= other[3]
