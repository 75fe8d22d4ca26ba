"""Preflight: every desk looks at a file, and what they would refuse comes back page by page."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING

import pikepdf

from pipeline.core.finding import say
from pipeline.print.preflight.damage import WRONG, told
from pipeline.print.preflight.desks import desks
from pipeline.print.preflight.desks.structure import DAMAGED, DAMAGED_HINT, ENCRYPTED, ENCRYPTED_HINT, ODD
from pipeline.print.preflight.facts import Case, Expected, Fault
from pipeline.print.preflight.look import look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.print.profile import Printer

    Desk = Callable[[Case], Iterator[Fault]]


def inspect(data: bytes, printer: Printer, expected: Expected | None = None) -> tuple[Fault, ...]:
    """What `printer` would refuse about a file, in the order of its pages."""
    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PasswordError:
        return (Fault("encrypted", 0, say(ENCRYPTED), say(ENCRYPTED_HINT)),)
    except (pikepdf.PdfError, ValueError, OSError) as error:
        return (_damaged(error),)
    with pdf:
        expected = expected or Expected()
        try:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                once = printer.profile.form == "sheets"
                pages = look(pdf, ours=expected.ours, once=once)
        except WRONG as error:
            if expected.ours:
                raise
            return (_damaged(error),)
        case = Case(pdf, data, printer, pages, expected._replace(binding=expected.binding or binding_of(pdf)))
        faults = [fault for desk in desks() for fault in _asked(desk, case)]
    # The parser of content streams only warns where a page cannot be read.
    faults += [_damaged(ValueError(str(one.message))) for one in said[:1]]
    once_each = {(fault.rule, fault.page, fault.message): fault for fault in faults}
    return tuple(sorted(once_each.values(), key=lambda fault: (fault.page, fault.rule)))


def _asked(desk: Desk, case: Case) -> list[Fault]:
    """What a desk finds. One that meets damage does not keep the others from their work."""
    found: list[Fault] = []
    try:
        found.extend(desk(case))
    except pikepdf.PdfError as error:
        found.append(_damaged(error))
    except WRONG:
        if case.expected.ours:  # no damage, but a mistake of ours
            raise
        found.append(Fault("damaged-pdf", 0, say(ODD), say(DAMAGED_HINT)))
    return found


def binding_of(pdf: pikepdf.Pdf) -> str:
    """What the file says about itself: booklet, cards or sheets; nothing if livret did not make it."""
    try:
        return str(pdf.Root["/PieceInfo"]["/Livret"]["/Private"]["/Binding"])
    except (KeyError, TypeError, AttributeError, ValueError):
        return ""


def _damaged(error: Exception) -> Fault:
    return Fault("damaged-pdf", 0, say(DAMAGED, problem=told(error)), say(DAMAGED_HINT))
