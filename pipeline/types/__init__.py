"""Question types, one file each: model, normalised answers, pack form, icon. `TYPES` finds them by name.

A new type is one new file that defines `TYPE`; two files with the same name raise at import.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.types.base import QuestionType

_SHARED = frozenset({"base", "scalars"})


def _collect() -> dict[str, QuestionType]:
    found: dict[str, QuestionType] = {}
    for info in sorted(iter_modules(__path__), key=lambda info: info.name):
        if info.name in _SHARED:
            continue
        question_type: QuestionType = import_module(f"{__name__}.{info.name}").TYPE
        if question_type.name in found:
            raise ValueError(f"two question types are called {question_type.name}")
        found[question_type.name] = question_type
    return found


TYPES: dict[str, QuestionType] = _collect()
