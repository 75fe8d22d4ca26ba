"""Pictures in printing inks: whatever is not CMYK is converted with the colour profile of the paper."""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import pikepdf
from pikepdf import Name, Pdf, Stream

from pipeline.print.preflight import spaces

if TYPE_CHECKING:
    from PIL.Image import Image

    from pipeline.print.typefaces import Subsets

_MARGIN = 1
"""Per cent: rounding to 255 steps must not lead over the limit."""


def to_inks(pdf: Pdf, resources: Any, icc: bytes, limit: int, kept: Subsets) -> None:
    """Replace the pictures of a page and of the forms in it. Pictures that are CMYK already stay as they are."""
    things = resources.get("/XObject", {})
    for name in list(things.keys()):
        thing = things[name]
        if not isinstance(thing, Stream):
            continue
        if thing.get("/Subtype") == "/Image" and not bool(thing.get("/ImageMask", False)):
            if spaces.read(thing.get("/ColorSpace"), {}).kind not in ("cmyk", "icc4"):
                things[name] = _converted(pdf, thing, icc, limit, kept)
        elif "/Resources" in thing:
            to_inks(pdf, thing["/Resources"], icc, limit, kept)


def _converted(pdf: Pdf, image: Any, icc: bytes, limit: int, kept: Subsets) -> Any:
    raw = image.read_raw_bytes()
    key = "picture-" + blake2b(raw + icc + str((limit, image.get("/ColorSpace"))).encode(), digest_size=16).hexdigest()
    inks = kept.fetch(key)
    picture = pikepdf.PdfImage(image)
    size = (picture.width, picture.height)
    if inks is None or len(inks) != size[0] * size[1] * 4:
        inks = separate(picture.as_pil_image(), icc, limit)
        kept.keep(key, inks)
    made = pdf.make_stream(inks, Type=Name.XObject, Subtype=Name.Image)
    made["/Width"], made["/Height"] = size
    made["/ColorSpace"], made["/BitsPerComponent"] = Name.DeviceCMYK, 8
    mask = image.get("/SMask")
    if mask is not None and not _opaque(mask):
        made["/SMask"] = mask
    return made


def separate(picture: Image, icc: bytes, limit: int) -> bytes:
    """Cyan, magenta, yellow and black of every pixel; grey pictures are black ink alone."""
    import numpy
    from PIL import Image as Images
    from PIL import ImageCms

    if picture.mode in ("1", "L", "LA", "I;16"):
        grey = numpy.asarray(picture.convert("L"))
        inks = numpy.zeros((*grey.shape, 4), dtype=numpy.uint8)
        inks[..., 3] = 255 - grey
        return inks.tobytes()
    source = ImageCms.createProfile("sRGB")
    target = ImageCms.ImageCmsProfile(io.BytesIO(icc))
    intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
    made = ImageCms.profileToProfile(
        picture.convert("RGB"), source, target, renderingIntent=intent, outputMode="CMYK", flags=flags
    )
    if not isinstance(made, Images.Image):
        raise TypeError("the picture was not converted")
    inks = numpy.asarray(made).astype(numpy.float32)
    if limit:
        most = (limit - _MARGIN) * 2.55
        colours = inks[..., :3].sum(axis=-1)
        room = numpy.maximum(most - inks[..., 3], 0)
        share = numpy.where(colours > room, room / numpy.maximum(colours, 1), 1)
        inks[..., :3] *= share[..., None]
    return inks.astype(numpy.uint8).tobytes()


def _opaque(mask: Any) -> bool:
    """Whether a mask hides nothing."""
    try:
        return set(pikepdf.PdfImage(mask).as_pil_image().convert("L").getextrema()) == {255}
    except (pikepdf.PdfError, NotImplementedError, ValueError):
        return False
