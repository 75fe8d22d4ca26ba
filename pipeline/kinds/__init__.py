"""Kinds of product, one file each: numbers in game.yaml, content files, pack form. `KINDS` finds them by name.

A new kind is one new file that defines `KIND`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core import lean  # noqa: F401 - before pydantic
from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.kinds.base import Kind

_SHARED = frozenset(
    {
        "base",
        "code_solver",
        "editor_schema",
        "entries",
        "game",
        "mechanisms",
        "nets",
        "questions",
        "shapes",
        "texts",
        "track",
        "validation",
    }
)

KINDS: Registry[Kind] = Registry(__name__, list(__path__), "KIND", shared=_SHARED)
