"""Printing inks as a screen shows them: `device-cmyk()` becomes `rgb()`, through the colour profile of the paper."""

from __future__ import annotations

import io
import re
from functools import lru_cache

_INKS = re.compile(r"device-cmyk\(\s*([\d.]+%?)[\s,]+([\d.]+%?)[\s,]+([\d.]+%?)[\s,]+([\d.]+%?)\s*\)")


def to_light(text: str, icc: bytes) -> str:
    """A stylesheet, a page or an SVG with all inks as light. Paper is white and full black is black."""
    return _INKS.sub(lambda found: css(tuple(_share(part) for part in found.groups()), icc), text)


@lru_cache(maxsize=4096)
def css(inks: tuple[float, ...], icc: bytes) -> str:
    """One colour."""
    return "rgb({}, {}, {})".format(*rgb(inks, icc))


def rgb(inks: tuple[float, ...], icc: bytes) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255."""
    if not any(inks):
        return (255, 255, 255)
    if inks[3] == 1 and not any(inks[:3]):
        return (0, 0, 0)
    from PIL import Image

    picture = Image.new("CMYK", (1, 1), tuple(round(255 * ink) for ink in inks))
    pixel = _transform(icc)(picture).getpixel((0, 0))
    if not isinstance(pixel, tuple):
        raise TypeError("the colour was not converted")
    red, green, blue = (int(part) for part in pixel)
    return (red, green, blue)


@lru_cache(maxsize=2)
def _transform(icc: bytes):  # type: ignore[no-untyped-def]
    from PIL import ImageCms

    source, target = ImageCms.ImageCmsProfile(io.BytesIO(icc)), ImageCms.createProfile("sRGB")
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    made = ImageCms.buildTransform(source, target, "CMYK", "RGB", renderingIntent=intent, flags=flags)
    return lambda picture: ImageCms.applyTransform(picture, made)


def _share(part: str) -> float:
    return min(1.0, float(part[:-1]) / 100 if part.endswith("%") else float(part))
