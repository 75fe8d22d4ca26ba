"""Artefacts made from loaded games, one file each. `EXPORTERS` finds them by name.

A new exporter is one new file that defines `NAME` and `export(games, workshop) -> Iterator[Artefact | Refusal]`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from pipeline.core.registry import modules

if TYPE_CHECKING:
    from pipeline.exporters.base import Exporter


def _collect() -> dict[str, Exporter]:
    found: dict[str, Exporter] = {}
    for name in modules(__path__):
        if name in ("base", "pack_schema", "pack_types"):
            continue
        exporter = cast("Exporter", import_module(f"{__name__}.{name}"))
        if exporter.NAME in found:
            raise ValueError(f"two exporters are called {exporter.NAME}")
        found[exporter.NAME] = exporter
    return found


EXPORTERS: dict[str, Exporter] = _collect()
BY_DEFAULT = tuple(name for name, exporter in EXPORTERS.items() if getattr(exporter, "BY_DEFAULT", True))
