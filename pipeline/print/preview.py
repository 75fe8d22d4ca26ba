"""A single leaf as pictures, as it will be printed: for the browser."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from pipeline.print.assemble import Binder
from pipeline.print.raster import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    from pipeline.print.fragment import Fragment
    from pipeline.print.typefaces import Subsets


def images(fragment: Fragment, subsets: Subsets, dpi: float) -> Iterator[Image]:
    """Every page of the leaf with its bleed."""
    with opened(document(fragment, subsets)) as pages:
        for number in range(1, len(pages) + 1):
            yield pages.picture(number, dpi)


def document(fragment: Fragment, subsets: Subsets) -> bytes:
    """The leaf as a PDF of its own."""
    binder = Binder((fragment,), subsets)
    for side in binder.sides(fragment):
        binder.add(side)
    out = io.BytesIO()
    binder.pdf.save(out)
    return out.getvalue()
