"""Preflight of files on the disk: faults become findings, whose line is the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.checks.rule import rule
from pipeline.core.finding import START, Finding, Related, Span, say
from pipeline.project.check import unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pipeline.print.preflight.facts import Expected
    from pipeline.print.profile import Printer

PICTURES = "The printer “{printer}” takes pictures, not a PDF."
PICTURES_HINT = "Make them with `livret build --printer {printer}`."
AT = "{x} mm from the left and {y} mm from the top of the trimmed page"
_SIZE = re.compile(r"([1-9]\d{0,2}(?:\.\d+)?)x([1-9]\d{0,2}(?:\.\d+)?)")


def expect(size: str | None, binding: str, pages: int | None) -> Expected | None:
    """What the user knows about a file; None if the size cannot be read."""
    from pipeline.print import paper
    from pipeline.print.preflight.facts import Expected

    if size is None:
        return Expected(None, binding, pages)
    size = size.lower()
    known = size in ("a3", "a4", "a5", "a6") or _SIZE.fullmatch(size)
    return Expected(paper.measure(size), binding, pages) if known else None


def inspect_file(place: Path, name: str, printer: Printer, expected: Expected) -> Iterator[Finding]:
    """What the printer would refuse about a file."""
    from pipeline.print.preflight.inspect import inspect

    if printer.profile.form in ("pictures", "tabletop"):
        known = rule("not-for-printer")
        message, hint = say(PICTURES, printer=printer.name), say(PICTURES_HINT, printer=printer.name)
        yield Finding(name, START, known.name, known.code, known.severity, message, hint)
        return
    try:
        data = place.read_bytes()
    except OSError as error:
        yield unreadable(name, error.strerror or str(error))
        return
    for fault in inspect(data, printer, expected):
        found = rule(fault.rule)
        span = Span(fault.page, 1, fault.page, 1) if fault.page else START
        related = (Related(span, say(AT, x=fault.at[0], y=fault.at[1])),) if fault.at else ()
        yield Finding(name, span, found.name, found.code, found.severity, fault.message, fault.hint, related=related)
