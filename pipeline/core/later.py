"""Modules that are loaded when a function of theirs is called, not when they are imported.

`importlib.util.LazyLoader` is not enough where the importer takes a name out at once (`from module import function`).
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from types import ModuleType
from typing import Any


class _Later(ModuleType):
    """Stands for a module: `functions` can be taken out without loading it; any other name loads it."""

    def __init__(self, name: str, functions: frozenset[str]) -> None:
        super().__init__(name)
        self._functions = functions

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._functions:
            return partial(self._call, name)
        return self._load(name)

    def _call(self, name: str, *arguments: Any, **options: Any) -> Any:
        return self._load(name)(*arguments, **options)

    def _load(self, name: str) -> Any:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


def postpone(name: str, *functions: str) -> None:
    """Load the module `name` only when it is used, unless it is there already."""
    if name in sys.modules:
        return
    module = _Later(name, frozenset(functions))
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(importlib.import_module(parent), child, module)
