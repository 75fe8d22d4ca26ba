"""Kinds of product, one file each: numbers in game.yaml, content files, pack form. `KINDS` finds them by name.

A new kind is one new file that defines `KIND`; two files with the same name raise at import.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.kinds.base import Kind

_SHARED = frozenset({"base", "editor_schema", "game", "questions", "validation"})


def _collect() -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for info in sorted(iter_modules(__path__), key=lambda info: info.name):
        if info.name in _SHARED:
            continue
        kind: Kind = import_module(f"{__name__}.{info.name}").KIND
        if kind.name in found:
            raise ValueError(f"two kinds of product are called {kind.name}")
        found[kind.name] = kind
    return found


KINDS: dict[str, Kind] = _collect()
