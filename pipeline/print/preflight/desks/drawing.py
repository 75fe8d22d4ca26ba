"""Lines that a press can hold, pictures with enough pixels, nothing transparent where that is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.print.preflight.facts import Fault, apart
from pipeline.print.preflight.places import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case

HAIRLINE = "A line is {found} pt thin; the press holds {wanted} pt."
HAIRLINE_HINT = "Make it thicker, or leave it out."
LOW = "A picture has {found} pixels an inch as it is printed; {wanted} are needed."
LOW_HINT = "Use a picture of at least {needed} pixels, or print it smaller."
CLEAR = "Something on the page is transparent ({what})."
CLEAR_HINT = "Use opaque colours; `livret build` flattens pictures with Ghostscript where a printer wants it."


def check(case: Case) -> Iterator[Fault]:
    """Each kind of fault once a page."""
    profile = case.printer.profile
    for page in case.pages:
        thin = [
            shape
            for shape in page.shapes
            if shape.width is not None
            and shape.width < profile.least_line - 0.01
            and not shape.colour.is_paper
            and (case.sheets or not apart(shape.box, page.bleed))
            and max(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]) > 1
        ]
        if thin:
            message = say(HAIRLINE, found=f"{thin[0].width:.2f}", wanted=f"{profile.least_line:g}")
            yield Fault("hairline", page.number, message, say(HAIRLINE_HINT), at(page, thin[0].box))
        low = [picture for picture in page.pictures if profile.least_ppi and picture.ppi < profile.least_ppi * 0.98]
        if low:
            worst = min(low, key=lambda picture: picture.ppi)
            more = profile.least_ppi / max(worst.ppi, 1)
            needed = " x ".join(f"{-(-side * more // 1):.0f}" for side in worst.pixels)
            message = say(LOW, found=f"{worst.ppi:.0f}", wanted=profile.least_ppi)
            yield Fault("low-resolution", page.number, message, say(LOW_HINT, needed=needed), at(page, worst.box))
        # PDF/X-1a has no groups, even of opaque things; other printers do not mind what is not seen.
        strict = ("group",) if page.grouped and profile.standard == "PDF/X-1a:2003" else ()
        clear = page.transparencies or strict
        if clear and not profile.transparency:
            message = say(CLEAR, what=", ".join(clear[:3]))
            yield Fault("transparency", page.number, message, say(CLEAR_HINT))
