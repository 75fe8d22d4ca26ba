"""One file for each thing that a prepress desk looks at; each gives `check(case) -> Iterator[Fault]`.

A new desk is one new file. Faults name their rule: its manual page is in checks/built_in/.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pipeline.core.registry import modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pipeline.print.preflight.facts import Case, Fault


def desks() -> tuple[Callable[[Case], Iterator[Fault]], ...]:
    """All checks, in the order of their names."""
    return tuple(import_module(f"{__name__}.{name}").check for name in modules(__path__))
