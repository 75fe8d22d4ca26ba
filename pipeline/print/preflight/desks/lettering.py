"""Type: embedded, large enough, away from the knife."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say, shorten
from pipeline.print.paper import POINTS
from pipeline.print.preflight.facts import Fault, apart, inside
from pipeline.print.preflight.places import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Case, Page, Text

NOT_EMBEDDED = "The font “{name}” is not in the file: the printer would use another."
NOT_EMBEDDED_HINT = "Export with all fonts embedded."
UNKNOWN_FONT = "The page asks for a font “{name}” that the file does not have."
TYPE_3 = "The font “{name}” is a Type 3 font: it is drawn badly or refused."
TYPE_3_HINT = "Use a TrueType or OpenType font."
NOT_OUTLINED = "The letters of “{name}” are still a font; this printer wants shapes."
NOT_OUTLINED_HINT = "Build it with livret, which asks Ghostscript to draw them."
HOLES = "“{text}” has letters that its font does not have: {count} empty boxes would be printed."
HOLES_ALONE = "Letters are asked for that the font does not have: {count} empty boxes would be printed."
HOLES_HINT = "Use a font that has them, and export again."
SMALL = "“{text}” is set in {found} pt; the printer's smallest is {wanted} pt."
SMALL_REVERSED = "“{text}” is set in {found} pt in the colour of the paper; the printer's smallest is {wanted} pt."
SMALL_HINT = "Make it larger in the template."
UNSAFE = "“{text}” is {found} mm from the trimmed edge; the printer's knife may come as near as {wanted} mm."
UNSAFE_OUT = "“{text}” leaves the trimmed page by {found} mm."
UNSAFE_HINT = "Move it inwards, or shorten it."
_PRIVATE = range(0xE000, 0xF900)
_RAISED = 0.75


def check(case: Case) -> Iterator[Fault]:
    """Fonts of the file once, texts once a page."""
    yield from _fonts(case)
    profile = case.printer.profile
    safe = case.printer.safe(case.expected.binding)
    for page in case.pages:
        seen: set[str] = set()
        for text in page.texts:
            if not text.visible or (not case.sheets and apart(text.box, page.bleed)):
                continue
            faults = [*_holes(page, text)] if text.holes else []
            if not _symbol(text):
                faults += _small(page, text, profile.least_text, profile.least_reversed)
            if safe and not case.sheets and not profile.frames and not _symbol(text):
                faults += _unsafe(page, text, safe)
            for fault in faults:
                if fault.rule not in seen:
                    seen.add(fault.rule)
                    yield fault


def _symbol(text: Text) -> bool:
    """Whether it is an icon of an icon font: a picture, although it is drawn as text."""
    return all(ord(letter) in _PRIVATE for letter in text.text)


def _holes(page: Page, text: Text) -> Iterator[Fault]:
    words = shorten(text.text.strip(), 30)
    message = say(HOLES, text=words, count=text.holes) if words else say(HOLES_ALONE, count=text.holes)
    yield Fault("missing-glyph", page.number, message, say(HOLES_HINT), at(page, text.box))


def _small(page: Page, text: Text, least: float, reversed_: float) -> Iterator[Fault]:
    paper = text.colour.is_paper
    wanted = max(least, reversed_) if paper else least
    if len(text.text) <= 3 and text.text.isalpha() and text.text.islower():
        wanted = least * _RAISED  # the ending of an ordinal: 1er, XIXe
    if text.size < wanted - 0.05:
        said = SMALL_REVERSED if paper and text.size >= least - 0.05 else SMALL
        message = say(said, text=shorten(text.text.strip(), 30), found=f"{text.size:.1f}", wanted=f"{wanted:g}")
        yield Fault("text-too-small", page.number, message, say(SMALL_HINT), at(page, text.box))


def _unsafe(page: Page, text: Text, safe: float) -> list[Fault]:
    trim, edge = page.trim, safe * POINTS
    room = (trim[0] + edge, trim[1] + edge, trim[2] - edge, trim[3] - edge)
    if inside(text.box, room, 0.1 * POINTS):
        return []
    box = text.box
    least = min(box[0] - trim[0], box[1] - trim[1], trim[2] - box[2], trim[3] - box[3]) / POINTS
    words = shorten(text.text.strip(), 30)
    if least < 0:
        message = say(UNSAFE_OUT, text=words, found=f"{-least:.1f}")
    else:
        message = say(UNSAFE, text=words, found=f"{least:.1f}", wanted=f"{safe:g}")
    return [Fault("unsafe-text", page.number, message, say(UNSAFE_HINT), at(page, box))]


def _fonts(case: Case) -> Iterator[Fault]:
    seen: set[tuple[str, Any]] = set()
    said: set[tuple[str, str]] = set()
    for page in case.pages:
        for name, font in page.fonts.items():
            key = (name, font.objgen if font is not None else None)
            fault = None if key in seen else _font(page, name.split("\0")[0].lstrip("/"), font, case)
            seen.add(key)
            if fault and (fault.rule, str(fault.message)) not in said:
                said.add((fault.rule, str(fault.message)))
                yield fault


def _font(page: Page, name: str, font: Any, case: Case) -> Fault | None:
    if font is None:
        return Fault("font-not-embedded", page.number, say(UNKNOWN_FONT, name=name), say(NOT_EMBEDDED_HINT))
    if font.get("/Subtype") == "/Type3":
        return Fault("type-3-font", page.number, say(TYPE_3, name=name), say(TYPE_3_HINT))
    if not _embedded(font):
        return Fault("font-not-embedded", page.number, say(NOT_EMBEDDED, name=name), say(NOT_EMBEDDED_HINT))
    if case.printer.profile.outlined:
        return Fault("font-not-outlined", page.number, say(NOT_OUTLINED, name=name), say(NOT_OUTLINED_HINT))
    return None


def _embedded(font: Any) -> bool:
    try:
        owner = font["/DescendantFonts"][0] if "/DescendantFonts" in font else font
        descriptor = owner.get("/FontDescriptor")
    except (KeyError, IndexError, TypeError):
        return False
    return descriptor is not None and any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
