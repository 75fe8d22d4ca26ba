"""A sheet that shows how far backs are off: print it on both sides, hold it against the light, read two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pikepdf import Array, Dictionary, Name, Page

from pipeline.core.catalogue import translator
from pipeline.core.finding import say
from pipeline.print import paper
from pipeline.print.assemble import Binder, Title
from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from pipeline.core.catalogue import Translate
    from pipeline.print.profile import Printer
    from pipeline.print.typefaces import Subsets

HEAD = "Registration test sheet: {title}"
PRINT = "1. Print this sheet on both sides, at 100 %, turned over its {what}."
HOLD = "2. Hold it against the light, this side towards you: a cross of the back is seen on each scale."
READ = "3. Read where it cuts the scales, in millimetres: first across, then upwards."
COUNT = "4. To the right and upwards count as plus. For a cross at +1 (right) and -0.5 (down):"
FRAME = "5. If the frame is not as far from all four edges, the printer has enlarged or reduced the page."
BACK = "Back"
EDGES = {"long": "long edge", "short": "short edge"}
_REACH = 5


def draw(printer: Printer, subsets: Subsets, creator: str, language: str) -> bytes:
    """Two pages: a scale in front, a line behind. Where the line is seen on the scale is what the profile needs."""
    width, height = paper.measure(printer.profile.sheet or "a4")
    binder = Binder((), subsets, printer)
    back = (printer.profile.back_right, printer.profile.back_up)
    tell = translator(language)
    title = tell(say(HEAD, title=printer.title(language)))
    front = _front(width, height, printer, title, tell)
    for lines, words in (front, _back(width, height, back, printer.profile.flip, tell)):
        drawn = ["q 0 0 0 1 K 0.3 w", *lines, "Q", "0 0 0 1 k"]
        for x, y, size, text in words:
            shown = binder.lettering.show(text, size)
            drawn.append(f"BT 1 0 0 1 {x * POINTS:.3f} {y * POINTS:.3f} Tm {shown} ET")
        page = Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, round(width * POINTS, 3), round(height * POINTS, 3)]),
            Resources=Dictionary(Font=binder.lettering.fonts),
            Contents=binder.pdf.make_stream("\n".join(drawn).encode()),
        )
        page["/TrimBox"] = page["/MediaBox"]
        binder.pdf.pages.append(Page(binder.pdf.make_indirect(page)))
    return binder.finish(Title(title, language, f"livret:{printer.name}", creator), "sheets")


_Words = list[tuple[float, float, float, str]]


def _front(width: float, height: float, printer: Printer, title: str, tell: Translate) -> tuple[list[str], _Words]:
    """Scales in the middle of the sheet and at its corners, a frame at the margin, and what to do."""
    lines: list[str] = []
    words: _Words = []
    margin = max(printer.profile.margin, 3)
    lines.append(_box(margin, margin, width - 2 * margin, height - 2 * margin))
    for x, y in _spots(width, height):
        for step in range(-_REACH * 2, _REACH * 2 + 1):
            at = step / 2
            length = 5 if step % 2 == 0 else 3
            lines.append(_line(x + at, y, x + at, y + length))
            lines.append(_line(x, y + at, x + length, y + at))
        for number in (-_REACH, 0, _REACH):
            words.append((x + number - 1, y + 6, 6, f"{number:+d}" if number else "0"))
            words.append((x + 6, y + number - 0.8, 6, f"{number:+d}" if number else "0"))
    # Turned over the long edge the back is a mirror image; over the short edge it stands on its head instead.
    shift = ("1", "0.5") if printer.profile.flip == "long" else ("-1", "-0.5")
    text = (
        title,
        tell(say(PRINT, what=EDGES[printer.profile.flip])),
        *(tell(say(step)) for step in (HOLD, READ, COUNT)),
        f"    livret build --printer {printer.name} --set back_right={shift[0]} --set back_up={shift[1]}",
        tell(say(FRAME)),
    )
    words += [(28, height / 2 + 62 - 7 * number, 15 if not number else 9.5, line) for number, line in enumerate(text)]
    return lines, words


def _back(
    width: float, height: float, offset: tuple[float, float], flip: str, tell: Translate
) -> tuple[list[str], _Words]:
    """Crosses at the same spots seen from the back; moved as the profile says, so that a second try shows zero."""
    lines = []
    for x, y in _spots(width, height):
        across, up = (width - x, y) if flip == "long" else (x, height - y)
        across, up = across + offset[0], up + offset[1]
        lines.append(_line(across, up - 9, across, up + 9))
        lines.append(_line(across - 9, up, across + 9, up))
    return lines, [(28, 20, 9, tell(say(BACK)))]


def _spots(width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Symmetric about the middle, so that they meet whichever edge the sheet is turned over."""
    return ((30, 40), (width - 30, 40), (30, height - 40), (width - 30, height - 40), (width / 2, height / 2 - 40))


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"{x1 * POINTS:.3f} {y1 * POINTS:.3f} m {x2 * POINTS:.3f} {y2 * POINTS:.3f} l S"


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{x * POINTS:.3f} {y * POINTS:.3f} {width * POINTS:.3f} {height * POINTS:.3f} re S"
