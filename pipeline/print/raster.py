"""Pages as pixels, with PDFium: for pictures of cards, contact sheets and the look at an edge."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image

    _Box = tuple[float, float, float, float]


class NoPictureError(Exception):
    """PDFium cannot show the file."""


class Pages:
    """An open document."""

    def __init__(self, document: Any) -> None:
        self._document = document

    def __len__(self) -> int:
        return len(self._document)

    def grey(self, number: int, dpi: float, box: _Box) -> Any:
        """What lies in a box of a page (counted from 1), as an array of grey values."""
        return self._bitmap(number, dpi / 72, box, grayscale=True).to_numpy().squeeze()

    def colours(self, number: int, dpi: float, box: _Box) -> Any:
        """What lies in a box of a page, as rows of colours: three numbers that can be subtracted."""
        return self._bitmap(number, dpi / 72, box).to_numpy()[:, :, :3].astype("int16")

    def picture(self, number: int, dpi: float, box: _Box | None = None) -> Image:
        """A page, or what lies in a box of it, in RGB."""
        bitmap = self._bitmap(number, dpi / 72, box)
        return bitmap.to_pil().convert("RGB")  # type: ignore[no-any-return]

    def _bitmap(self, number: int, scale: float, box: _Box | None, *, grayscale: bool = False) -> Any:
        page = self._document[number - 1]
        try:
            crop = (0.0, 0.0, 0.0, 0.0)
            if box is not None:
                left, bottom, right, top = page.get_mediabox()
                page.set_cropbox(left, bottom, right, top)
                crop = (box[0] - left, box[1] - bottom, right - box[2], top - box[3])
            return page.render(scale=scale, crop=crop, grayscale=grayscale, fill_color=(255, 255, 255, 255))
        finally:
            page.close()


@contextmanager
def opened(data: bytes) -> Iterator[Pages]:
    """A PDF, open for looking at."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise NoPictureError(str(error)) from None
    try:
        yield Pages(document)
    except pypdfium2.PdfiumError as error:
        raise NoPictureError(str(error)) from None
    finally:
        document.close()
