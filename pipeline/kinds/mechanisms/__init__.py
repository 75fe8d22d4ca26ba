"""Mechanisms of play, one file each: the parameters that `play` in game.yaml may have. `MECHANISMS` finds them by name.

Here are the numbers of the rules, as data for every engine; `pipeline/play/` plays by them from a pack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.kinds.mechanisms.base import Mechanism

MECHANISMS: Registry[Mechanism] = Registry(__name__, list(__path__), "MECHANISM", shared=frozenset({"base"}))
