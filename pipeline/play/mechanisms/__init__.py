"""How a mechanism is played, one file each. `MECHANISMS` finds them by the name that a pack gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.play.game import Mechanism

MECHANISMS: Registry[Mechanism] = Registry(__name__, list(__path__), "MECHANISM", shared=frozenset({"bots", "hands"}))
