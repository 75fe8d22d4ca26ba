"""Inks: nothing but CMYK where a press prints it, not too much of it, and small text in few inks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say, shorten
from pipeline.print.preflight.facts import Fault, apart
from pipeline.print.preflight.places import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.print.preflight.facts import Box, Case, Colour, Page

RGB_TEXT = "“{text}” is in {color}, not in printing inks."
RGB_SHAPE = "A shape is in {color}, not in printing inks."
RGB_HINT = "Give every colour in CMYK, in a template as device-cmyk()."
RGB_GROUP = "Something transparent is mixed in {space}, not in printing inks."
RGB_GROUP_HINT = "Export it with CMYK as the space of transparency."
RGB_PICTURE = "A picture of {pixels} pixels is in {space}, not in printing inks."
RGB_PICTURE_HINT = "Convert it to CMYK with the profile of the paper."
SPOT = "“{name}” is a colour of its own: the printer would need another plate."
SPOT_HINT = "Mix it of CMYK."
GRADIENT = "There is a gradient: it vanishes or bands on a press."
GRADIENT_HINT = "Use a flat colour, or a picture."
INK = "{color} is {found} % of ink; the printer allows {wanted} %."
INK_HINT = "Use less cyan, magenta and yellow under black."
INK_PICTURE = "A picture has {found} % of ink; the printer allows {wanted} %."
INK_PICTURE_HINT = "Convert it with a profile of that limit."
RICH = "“{text}” ({size} pt) is in {color}: black text of several inks gets coloured edges."
RICH_HINT = "Use black alone: 0/0/0/100."
MULTI = "“{text}” ({size} pt) is mixed of {count} inks: small type blurs."
MULTI_HINT = "Use fewer inks, or larger type."
KNOCKS = "“{text}” ({size} pt) is black but does not overprint: paper would shine through at its edges."
KNOCKS_HINT = "Set black text to overprint."
WHITE = "Something white is set to overprint: it will not be seen."
WHITE_HINT = "Let white knock out."
_PRESS = ("cmyk", "icc4", "all", "pattern")
_PICTURES = (*_PRESS, "stencil")
_RICH_BELOW = 18.0
_MULTI_BELOW = 6.0


class _Used(NamedTuple):
    colour: Colour
    box: Box
    text: str
    size: float
    overprints: bool


def check(case: Case) -> Iterator[Fault]:
    """Each kind of fault once a page, where it first occurs."""
    profile = case.printer.profile
    press = profile.colors == "cmyk"
    harmless: set[tuple[Colour, int, bool, bool]] = set()
    for page in case.pages:
        used = [_Used(one.colour, one.box, one.text, one.size, one.overprints) for one in page.texts if one.visible]
        used += [
            _Used(one.outline, one.box, one.text, one.size, one.outline_overprints)
            for one in page.texts
            if one.visible and one.outline is not None
        ]
        used += [_Used(one.colour, one.box, "", 0.0, one.overprints) for one in page.shapes]
        seen: set[str] = set()
        for one in used:
            key = (one.colour, round(10 * one.size), one.overprints, bool(one.text))
            if key in harmless or (one.colour.space == "all" and apart(one.box, page.bleed)):
                continue
            quiet = one.colour.space != "all"  # these marks depend on where they are
            for fault in (*(_foreign(page, one) if press else ()), *_inks(page, one, case), *_text(page, one, case)):
                if fault.rule not in seen:
                    seen.add(fault.rule)
                    yield fault
                quiet = False
            if quiet:
                harmless.add(key)
        if press and page.blends:
            message = say(RGB_GROUP, space=", ".join(page.blends).upper())
            yield Fault("rgb-color", page.number, message, say(RGB_GROUP_HINT))
        yield from _pictures(page, case)


def _foreign(page: Page, one: _Used) -> Iterator[Fault]:
    space, place = one.colour.space, at(page, one.box)
    if space == "shading":
        yield Fault("gradient", page.number, say(GRADIENT), say(GRADIENT_HINT), place)
    elif space == "spot":
        yield Fault("spot-color", page.number, say(SPOT, name=one.colour.name), say(SPOT_HINT), place)
    elif space not in _PRESS:
        text = shorten(one.text.strip(), 30)
        message = say(RGB_TEXT, text=text, color=one.colour) if text else say(RGB_SHAPE, color=one.colour)
        yield Fault("rgb-color", page.number, message, say(RGB_HINT), place)


def _inks(page: Page, one: _Used, case: Case) -> Iterator[Fault]:
    limit = case.printer.profile.ink_limit
    if limit and one.colour.inks > limit + 0.5:
        message = say(INK, color=one.colour, found=f"{one.colour.inks:.0f}", wanted=limit)
        yield Fault("ink-limit", page.number, message, say(INK_HINT), at(page, one.box))
    # Marks for the knife are in all inks at once: right beside the page, wrong on it.
    if one.colour.space == "all" and limit and not apart(one.box, page.bleed):
        message = say(INK, color="All", found=400, wanted=limit)
        yield Fault("ink-limit", page.number, message, say(INK_HINT), at(page, one.box))
    if one.overprints and one.colour.is_paper:
        yield Fault("white-overprints", page.number, say(WHITE), say(WHITE_HINT), at(page, one.box))


def _text(page: Page, one: _Used, case: Case) -> Iterator[Fault]:
    text = shorten(one.text.strip(), 30)
    if not text or one.colour.space != "cmyk" or case.printer.profile.colors != "cmyk":
        return
    *colours, black = one.colour.parts
    inks = sum(part > 0.1 for part in one.colour.parts)
    size, place = f"{one.size:.1f}", at(page, one.box)
    if black >= 0.85 and sum(colours) > 0.1 and one.size < _RICH_BELOW:
        message = say(RICH, text=text, size=size, color=one.colour)
        yield Fault("rich-black-text", page.number, message, say(RICH_HINT), place)
    elif inks >= 3 and one.size < _MULTI_BELOW:
        message = say(MULTI, text=text, size=size, count=inks)
        yield Fault("multicolour-text", page.number, message, say(MULTI_HINT), place)
    if case.printer.profile.black_overprints and one.colour.is_black and not one.overprints:
        message = say(KNOCKS, text=text, size=size)
        yield Fault("black-knocks-out", page.number, message, say(KNOCKS_HINT), place)


def _pictures(page: Page, case: Case) -> Iterator[Fault]:
    profile = case.printer.profile
    for picture in page.pictures:
        place = at(page, picture.box)
        if profile.colors == "cmyk" and picture.space not in _PICTURES:
            pixels = f"{picture.pixels[0]} x {picture.pixels[1]}"
            message = say(RGB_PICTURE, pixels=pixels, space=picture.space.upper())
            yield Fault("rgb-picture", page.number, message, say(RGB_PICTURE_HINT), place)
        if profile.ink_limit and picture.inks > profile.ink_limit + 2:
            message = say(INK_PICTURE, found=f"{picture.inks:.0f}", wanted=profile.ink_limit)
            yield Fault("ink-limit", page.number, message, say(INK_PICTURE_HINT), place)
