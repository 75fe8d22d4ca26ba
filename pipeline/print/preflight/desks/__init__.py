"""One file for each thing that a prepress desk looks at; each gives `check(case) -> Iterator[Fault]`.

A new desk is one new file. Faults name their rule: its manual page is in checks/built_in/.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.print.preflight.facts import Case, Fault


def desks() -> tuple[Callable[[Case], Iterator[Fault]], ...]:
    """All checks, in the order of their names."""
    names = sorted(info.name for info in iter_modules(__path__))
    return tuple(import_module(f"{__name__}.{name}").check for name in names)
