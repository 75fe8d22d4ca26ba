"""Preflight: every desk looks at a file, and what they would refuse comes back page by page."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING

import pikepdf

from pipeline.core.finding import say, shorten
from pipeline.print.preflight.desks import desks
from pipeline.print.preflight.desks.structure import DAMAGED, DAMAGED_HINT, ENCRYPTED, ENCRYPTED_HINT
from pipeline.print.preflight.facts import Case, Expected, Fault
from pipeline.print.preflight.look import look

if TYPE_CHECKING:
    from pipeline.print.profile import Printer

# What pikepdf calls a file that it reads from memory: another address each time.
_ADDRESS = re.compile(r"(?:stream )?<[^<>]* object at 0x[0-9a-f]+>:? ?")


def inspect(data: bytes, printer: Printer, expected: Expected | None = None) -> tuple[Fault, ...]:
    """What `printer` would refuse about a file, in the order of its pages."""
    try:
        pdf = pikepdf.open(io.BytesIO(data))
    except pikepdf.PasswordError:
        return (Fault("encrypted", 0, say(ENCRYPTED), say(ENCRYPTED_HINT)),)
    except (pikepdf.PdfError, ValueError, OSError) as error:
        return (_damaged(error),)
    with pdf:
        try:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                expected = expected or Expected()
                pages = look(pdf, ours=expected.ours)
            case = Case(pdf, data, printer, pages, expected._replace(binding=expected.binding or binding_of(pdf)))
            faults = [fault for desk in desks() for fault in desk(case)]
        except (pikepdf.PdfError, KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
            # A dictionary where the format wants an array, a null where it wants a page: damage has no limits.
            return (_damaged(error),)
    # The parser of content streams only warns where a page cannot be read.
    faults += [_damaged(ValueError(str(one.message))) for one in said[:1]]
    return tuple(sorted(faults, key=lambda fault: (fault.page, fault.rule)))


def binding_of(pdf: pikepdf.Pdf) -> str:
    """What the file says about itself: booklet, cards or sheets; nothing if livret did not make it."""
    try:
        return str(pdf.Root["/PieceInfo"]["/Livret"]["/Private"]["/Binding"])
    except (KeyError, TypeError, AttributeError, ValueError):
        return ""


def _damaged(error: Exception) -> Fault:
    problem = shorten(_ADDRESS.sub("", str(error)) or type(error).__name__, 120)
    return Fault("damaged-pdf", 0, say(DAMAGED, problem=problem), say(DAMAGED_HINT))
