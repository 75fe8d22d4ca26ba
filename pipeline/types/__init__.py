"""Question types, one file each: model, normalised answers, pack form, icon. `TYPES` finds them by name.

A new type is one new file that defines `TYPE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core import lean  # noqa: F401 - before pydantic
from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.types.base import QuestionType

TYPES: Registry[QuestionType] = Registry(__name__, list(__path__), "TYPE", shared=frozenset({"base", "scalars"}))
