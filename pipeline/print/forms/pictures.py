"""One picture a side, for shops that print cards from PNG files; copies of a card share a picture."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from pipeline.print import paper, press, raster
from pipeline.print.paper import POINTS
from pipeline.print.press import File, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan
    from pipeline.print.press import Printed
    from pipeline.print.typefaces import Subsets

    Box = tuple[float, float, float, float]


class Drawing(NamedTuple):
    """A page that is still to be drawn as a picture of exactly so many pixels."""

    name: str
    pdf: bytes
    page: int
    box: Box
    pixels: tuple[int, int]
    dpi: int

    def draw(self) -> bytes:
        """The picture as a PNG."""
        from PIL import Image

        with raster.opened(self.pdf) as pages:
            wanted = max(self.pixels[0] / (self.box[2] - self.box[0]), self.pixels[1] / (self.box[3] - self.box[1]))
            picture = pages.picture(self.page, 72 * wanted, self.box)
        if picture.size != self.pixels:
            picture = picture.resize(self.pixels, Image.Resampling.LANCZOS)
        out = io.BytesIO()
        picture.save(out, "PNG", dpi=(self.dpi, self.dpi))
        return out.getvalue()


def source(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> File:
    """The pages as a PDF: what preflight looks at and pictures are drawn from."""
    pages = [page for page, _ in distinct(plan, fragments)]
    return File("", press.only(plan, fragments, pages, subsets), tuple(pages))


def distinct(plan: Plan, fragments: Mapping[int, Fragment]) -> list[tuple[Printed, int]]:
    """Every side that looks different, with how often it is printed."""
    found: dict[tuple[str, int, str], tuple[Printed, int]] = {}
    for page in printed(plan, fragments):
        key = (plan.keys[page.leaf], page.page, page.side)
        first, count = found.get(key, (page, 0))
        found[key] = (first, count + 1)
    return list(found.values())


def drawings(plan: Plan, fragments: Mapping[int, Fragment], subsets: Subsets) -> tuple[Drawing, ...]:
    """A picture for each side; its name tells the card, the side and the number of copies."""
    pages = distinct(plan, fragments)
    data = source(plan, fragments, subsets).data
    profile = plan.printer.profile
    offered = plan.printer.format_for(plan.size)
    final = paper.measure(offered.size) if offered else plan.size
    more = profile.bleed * POINTS
    box = (-more, -more, final[0] * POINTS + more, final[1] * POINTS + more)
    if offered and offered.pixels:
        width, height = paper.measure(offered.pixels)
    else:
        width, height = ((side + 2 * profile.bleed) / 25.4 * profile.dpi for side in final)
    pixels = (round(width), round(height))
    made = []
    for number, (page, count) in enumerate(pages, 1):
        copies = f"-x{count}" if count > 1 else ""
        made.append(Drawing(f"/{page.id or number}-{page.side}{copies}.png", data, number, box, pixels, profile.dpi))
    names = [one.name for one in made]
    return tuple(
        one._replace(name=one.name.replace(".png", f"-{at}.png")) if names.count(one.name) > 1 else one
        for at, one in enumerate(made, 1)
    )
