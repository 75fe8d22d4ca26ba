"""A contact sheet: every page of a product small on one picture, with its number."""

from __future__ import annotations

import io
from math import ceil, sqrt
from typing import TYPE_CHECKING

from pipeline.print import library, raster
from pipeline.print.paper import POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDE = 3400
_THUMB = 260
_GAP = 14
_LABEL = 26


def draw(pdf: bytes, size: tuple[float, float], labels: Sequence[str], title: str) -> bytes:
    """A PNG. `size` is the trimmed page in mm."""
    from PIL import Image, ImageDraw, ImageFont

    face = library.home() / "fonts" / "source-sans-3-600.ttf"
    small, large = ImageFont.truetype(str(face), 18), ImageFont.truetype(str(face), 34)
    count = max(1, len(labels))
    shape = size[1] / size[0]
    columns = max(1, min(count, round(sqrt(count * shape * 1.3)), _WIDE // 90))
    wide = max(70, min(_THUMB if count > 4 else 2 * _THUMB, (_WIDE - _GAP) // columns - _GAP))
    high = round(wide * shape)
    rows = ceil(count / columns)
    sheet = Image.new(
        "RGB", (columns * (wide + _GAP) + _GAP, 60 + rows * (high + _LABEL + _GAP) + _GAP), (225, 225, 225)
    )
    drawing = ImageDraw.Draw(sheet)
    drawing.text((_GAP, 10), title, font=large, fill=(20, 20, 20))
    box = (0.0, 0.0, size[0] * POINTS, size[1] * POINTS)
    with raster.opened(pdf) as pages:
        for number, label in enumerate(labels):
            x = _GAP + number % columns * (wide + _GAP)
            y = 60 + number // columns * (high + _LABEL + _GAP)
            picture = pages.picture(number + 1, 25.4 * 2 * wide / size[0], box)
            sheet.paste(picture.resize((wide, high), Image.Resampling.LANCZOS), (x, y))
            drawing.text((x, y + high + 3), label, font=small, fill=(60, 60, 60))
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=False)
    return out.getvalue()
