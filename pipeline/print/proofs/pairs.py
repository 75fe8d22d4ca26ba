"""Front and back of every card side by side, with what the printed pages say: question and answer belong together."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Page

from pipeline.core.finding import say
from pipeline.print import press
from pipeline.print.paper import POINTS
from pipeline.print.preflight.look import look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.core.catalogue import Translate
    from pipeline.print.assemble import Binder
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan
    from pipeline.print.typefaces import Subsets

SAME = "front and back carry the same id"
DIFFERENT = "ERROR: front and back carry different ids"
COMMON = "common back"
NO_ID = "no id on the front"
PAIR = "{id}: {what} (pages {front} and {back})"
FRONT_AND_BACK = "front and back"
_SHEET = (210.0, 297.0)
_MARGIN = 12.0
_GAP = 5.0
_HEAD = 6.0


class Pair(NamedTuple):
    """Two sides of a card: the id that each prints on itself, if it prints any."""

    id: str
    front: str
    back: str

    @property
    def verdict(self) -> str:
        """What can be proved."""
        if self.front and self.back:
            return SAME if self.front == self.back == self.id else DIFFERENT
        return NO_ID if self.back else COMMON


def pairs(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> list[Pair]:
    """What front and back of every card say about themselves, read from the finished pages."""
    pages = press.printed(plan, fragments)
    with pikepdf.open(io.BytesIO(press.only(plan, fragments, pages, subsets))) as pdf:
        said = [{text.text.strip() for text in page.texts} for page in look(pdf)]
    ids = {page.id for page in pages}
    found = []
    for number in range(0, len(pages) - 1, 2):
        own = pages[number].id
        front, back = (
            own if own in words else next(iter(sorted(words & ids)), "") for words in said[number : number + 2]
        )
        found.append(Pair(own, front, back))
    return found


def draw(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets, tell: Translate) -> bytes:
    """A PDF of A4 sheets with pairs."""
    pages = press.printed(plan, fragments)
    binder, sides = press.open_binder(plan, fragments, pages, subsets)
    width, height = plan.size
    scale = min(0.62, ((_SHEET[0] - 2 * _MARGIN - _GAP) / 2 - 1) / (2 * width))
    cell = (2 * width * scale + 1 + _GAP, height * scale + _HEAD + _GAP)
    columns = max(1, int((_SHEET[0] - 2 * _MARGIN + _GAP) // cell[0]))
    rows = max(1, int((_SHEET[1] - 2 * _MARGIN) // cell[1]))
    checked = pairs(plan, fragments, subsets)
    each = columns * rows
    for first in range(0, len(checked), each):
        named, drawn = Dictionary(), []
        for at, pair in enumerate(checked[first : first + each]):
            x = _MARGIN + at % columns * cell[0]
            y = _SHEET[1] - _MARGIN - (at // columns + 1) * cell[1] + _GAP
            for turn in (0, 1):
                side = sides[2 * (first + at) + turn]
                name = f"/P{at}x{turn}"
                named[name] = binder.form(side, side.boxes["/TrimBox"])
                left = x + turn * (width * scale + 1)
                drawn.append(f"q {scale:.4f} 0 0 {scale:.4f} {left * POINTS:.3f} {y * POINTS:.3f} cm {name} Do Q")
                drawn.append(
                    f"q 0 0 0 0.4 K 0.3 w {left * POINTS:.3f} {y * POINTS:.3f} {width * scale * POINTS:.3f} "
                    f"{height * scale * POINTS:.3f} re S Q"
                )
            front = 2 * (first + at) + 1
            label = say(PAIR, id=pair.id, what=pair.verdict, front=front, back=front + 1)
            shown = binder.lettering.show(tell(label), 6)
            top = y + height * scale + 1.5
            drawn.append(f"BT 0 0 0 1 k 1 0 0 1 {x * POINTS:.3f} {top * POINTS:.3f} Tm {shown} ET")
        _add(binder, named, drawn)
    return binder.finish(press.title(plan, f" ({tell(say(FRONT_AND_BACK))})"), "sheets")


def _add(binder: Binder, named: Dictionary, drawn: Sequence[str]) -> None:
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, round(_SHEET[0] * POINTS, 3), round(_SHEET[1] * POINTS, 3)]),
        Resources=Dictionary(XObject=named, Font=binder.lettering.fonts),
        Contents=binder.pdf.make_stream("\n".join(drawn).encode()),
    )
    binder.pdf.pages.append(Page(binder.pdf.make_indirect(page)))


def swapped(found: Sequence[Pair]) -> list[Pair]:
    """Pairs that do not belong together."""
    return [pair for pair in found if pair.verdict == DIFFERENT]
