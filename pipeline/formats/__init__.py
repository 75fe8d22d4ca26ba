"""Files of other programs, one format a file: how questions are written to it, how they are read from it.

A new format is one new file that defines `FORMAT`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.formats.base import Format

_SHARED = frozenset(
    {"base", "cells", "choices", "headers", "html", "packed", "sheets", "shown", "table", "types", "xml"}
)

FORMATS: Registry[Format] = Registry(__name__, list(__path__), "FORMAT", shared=_SHARED)
