"""What damage looks like from here: a dictionary where the format wants an array, a null where it wants a page."""

from __future__ import annotations

import re

import pikepdf

from pipeline.core.finding import shorten

WRONG = (
    ArithmeticError, AttributeError, LookupError, MemoryError, OSError, RuntimeError, TypeError,
    ValueError, pikepdf.PdfError,
)  # fmt: skip
"""What Python and pikepdf raise then; there is no end to the ways in which a file can be wrong."""
# What pikepdf calls a file that it reads from memory: another address each time.
_ADDRESS = re.compile(r"(?:WARNING: )?(?:stream )?<[^<>]* object at 0x[0-9a-f]+>[:,]? ?")


def told(error: object) -> str:
    """What a library says about damage, without what only it understands."""
    return shorten(_ADDRESS.sub("", str(error)) or type(error).__name__, 120)
