"""Pictures of a PDF: their colour space, and the inks of every pixel, whatever they are packed in."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import pikepdf

from pipeline.print.preflight import spaces
from pipeline.print.preflight.damage import WRONG

_MOST = 60_000_000
"""Pixels of a picture that is still unpacked."""
_MODES = {"CMYK": "cmyk", "RGB": "rgb", "RGBA": "rgb", "L": "gray", "LA": "gray", "I;16": "gray", "1": "gray"}


class Understood(NamedTuple):
    """A picture: width and height, its kind of colours, whether it is transparent, the most ink in one place."""

    size: tuple[int, int]
    space: str
    masked: bool
    inks: float


def understand(image: Any) -> Understood:
    """What preflight asks about a picture."""
    size = (int(image.get("/Width", 0)), int(image.get("/Height", 0)))
    if bool(image.get("/ImageMask", False)):
        return Understood(size, "stencil", masked=False, inks=0.0)
    masked = "/SMask" in image or int(image.get("/SMaskInData", 0)) > 0
    given = image.get("/ColorSpace")
    kind = spaces.read(given, {}).kind if given is not None or not _is_jpx(image) else _jpx_kind(image)
    return Understood(size, kind, masked, _most(image) if kind in ("cmyk", "icc4") else 0.0)


def inks_of(image: Any) -> Any:
    """The four inks of every pixel of a CMYK picture; None if it cannot be taken apart."""
    try:
        if not 0 < int(image.get("/Width", 0)) * int(image.get("/Height", 0)) <= _MOST:
            return None
        return _jpx_inks(image) if _is_jpx(image) else _unpacked(image)
    except WRONG:
        return None


def _most(image: Any) -> float:
    """The most ink in one place: of the darkest hundredth, because single pixels are noise."""
    import numpy

    values = inks_of(image)
    if values is None or not values.size:
        return 0.0
    return float(numpy.percentile(values.sum(axis=1, dtype=numpy.uint16), 99)) / 255 * 100


def _unpacked(image: Any) -> Any:
    """The samples of a picture, as inks: packed bits, the order of `Decode`, and the table of an indexed space."""
    import numpy

    space = spaces.read(image.get("/ColorSpace"), {})
    width, height = int(image["/Width"]), int(image["/Height"])
    bits = int(image.get("/BitsPerComponent", 8))
    parts = 1 if space.table else len(space.places) or 4
    raw = image.read_bytes(decode_level=pikepdf.StreamDecodeLevel.all)
    row = -(-width * parts * bits // 8)
    if bits not in (1, 2, 4, 8, 16) or len(raw) < row * height:
        return None
    lines = numpy.frombuffer(raw, dtype=numpy.uint8, count=row * height).reshape(height, row)
    if bits == 16:
        lines = lines[:, ::2]
    elif bits < 8:
        steps = 8 // bits
        shifts = numpy.arange(8 - bits, -1, -bits, dtype=numpy.uint8)
        lines = ((lines[:, :, None] >> shifts) & (2**bits - 1)).reshape(height, row * steps)
    samples = lines[:, : width * parts].reshape(-1, parts)
    if space.table:
        table = numpy.frombuffer(space.table, dtype=numpy.uint8)
        table = table[: len(table) // 4 * 4].reshape(-1, 4)
        return table[numpy.minimum(samples[:, 0], len(table) - 1)]
    if bits < 8:
        samples = samples * numpy.uint8(255 // (2**bits - 1))
    decode = [float(edge) for edge in image.get("/Decode", [])]
    if len(decode) >= 2 and decode[0] > decode[1]:
        samples = 255 - samples
    if not space.places:
        return samples
    inks = numpy.zeros((len(samples), 4), dtype=numpy.uint8)
    for part, ink in enumerate(space.places):
        if ink >= 0:
            inks[:, ink] = samples[:, part]
    return inks


def _is_jpx(image: Any) -> bool:
    given = image.get("/Filter")
    return "/JPXDecode" in ([str(one) for one in given] if isinstance(given, pikepdf.Array) else [str(given)])


def _jpx_kind(image: Any) -> str:
    """JPEG 2000 says itself what its colours are."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(image.read_raw_bytes())) as picture:
            return _MODES.get(picture.mode, "unknown")
    except (*WRONG, Image.DecompressionBombError, SyntaxError):
        return "unknown"


def _jpx_inks(image: Any) -> Any:
    import numpy
    from PIL import Image

    try:
        with Image.open(io.BytesIO(image.read_raw_bytes())) as picture:
            return numpy.asarray(picture, dtype=numpy.uint8).reshape(-1, 4) if picture.mode == "CMYK" else None
    except (Image.DecompressionBombError, SyntaxError):
        return None
