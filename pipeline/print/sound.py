"""What no type can say about a printer's profile: names that stay in build/, an ICC profile for inks, known fonts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.core.finding import START, Problem, say
from pipeline.print import house

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Message, Span
    from pipeline.print.profile import Profile
    from pipeline.source.document import Document

BAD_NAME = "“{value}” cannot be a part of the name of a file: files stay inside build/."
BAD_NAME_HINT = "Letters, digits, hyphens, underscores and points, without a folder: `{key}: our-printer`."
NO_COLOUR_PROFILE = "There is no colour profile “{name}”."
NO_COLOUR_PROFILE_HINT = "Put the ICC file beside this one and write `profile: printers/NAME.icc`."
NOT_ICC = "“{name}” is not an ICC profile."
NOT_FOR_INKS = "“{name}” is an ICC profile for {space}, not for cyan, magenta, yellow and black."
NOT_FOR_INKS_HINT = "Ask the printer for the CMYK profile of the paper."
NO_FAMILY = "There is no font family “{found}”."
NO_FAMILY_HINT = "Families: {families}."

_FOLDER = re.compile(r"[^\W_][\w-]*(?:\.[\w-]+)*")
_SUFFIX = re.compile(r"[\w-]*(?:\.[\w-]+)*")
_HEADER = 128


def problems(profile: Profile, document: Document, icc: bytes | None) -> Iterator[Problem]:
    """Everything that is wrong, at its place in the file; `icc` is the colour profile, if it was found."""
    for key, value, pattern in (("folder", profile.folder or "", _FOLDER), ("suffix", profile.suffix, _SUFFIX)):
        if value and not pattern.fullmatch(value):
            hint = say(BAD_NAME_HINT, key=key)
            yield Problem(_place(document, key), say(BAD_NAME, value=value), hint, rule="bad-printer")
    if profile.profile:
        wrong = _colour(profile.profile, icc)
        if wrong:
            yield Problem(_place(document, "profile"), *wrong, rule="bad-printer")
    known = house.families()
    for family, other in profile.typefaces.items():
        for name, is_key in ((family, True), (other, False)):
            if name not in known:
                place = _place(document, "typefaces", family, key=is_key)
                hint = say(NO_FAMILY_HINT, families=", ".join(sorted(known)))
                yield Problem(place, say(NO_FAMILY, found=name), hint, rule="bad-printer")


def _colour(name: str, icc: bytes | None) -> tuple[Message, Message] | None:
    """What is wrong with a colour profile: bytes 16 to 19 say what it is for, 36 to 39 that it is one."""
    if icc is None:
        return say(NO_COLOUR_PROFILE, name=name), say(NO_COLOUR_PROFILE_HINT)
    if len(icc) < _HEADER or icc[36:40] != b"acsp" or int.from_bytes(icc[:4], "big") > len(icc):
        return say(NOT_ICC, name=name), say(NOT_FOR_INKS_HINT)
    space = icc[16:20].decode("latin-1").strip()
    return None if space == "CMYK" else (say(NOT_FOR_INKS, name=name, space=space), say(NOT_FOR_INKS_HINT))


def _place(document: Document, *where: str, key: bool = False) -> Span:
    """Where it is said, unless another profile says it."""
    data = document.data
    for step in where:
        if not isinstance(data, dict) or step not in data:
            return START
        data = data[step]
    return document.span(where, key=key)
