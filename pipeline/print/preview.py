"""A single leaf as pictures, as it will be printed: for the browser."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from pipeline.print.assemble import Binder, Sheet
from pipeline.print.raster import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from pipeline.print.fragment import Fragment
    from pipeline.print.profile import Printer
    from pipeline.print.typefaces import Subsets


def images(fragment: Fragment, printer: Printer, subsets: Subsets, dpi: float) -> Iterator[Image]:
    """Every page of the leaf with its bleed."""
    with opened(document(fragment, printer, subsets)) as pages:
        for number in range(1, len(pages) + 1):
            yield pages.picture(number, dpi)


def document(fragment: Fragment, printer: Printer, subsets: Subsets) -> bytes:
    """The leaf as a PDF of its own."""
    binder = Binder((fragment,), subsets, printer)
    for side in binder.sides(fragment):
        trim, bleed, media = (side.boxes[name] for name in ("/TrimBox", "/BleedBox", "/MediaBox"))
        binder.add(side, Sheet(trim, bleed, media))
    out = io.BytesIO()
    binder.pdf.save(out)
    return out.getvalue()
