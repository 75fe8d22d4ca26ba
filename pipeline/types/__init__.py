"""Question types, one file each: model, normalised answers, pack form, icon. `TYPES` finds them by name.

A new type is one new file that defines `TYPE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.later import postpone
from pipeline.core.registry import Registry

if TYPE_CHECKING:
    from pipeline.types.base import QuestionType

# pydantic imports it with the first model to look for plug-ins, which `check` has switched off; a sixth of its start.
postpone("importlib.metadata", "entry_points")
# It is there for a type of payment cards, and brings OpenSSL and a generator of random numbers along.
postpone("secrets")

TYPES: Registry[QuestionType] = Registry(__name__, list(__path__), "TYPE", shared=frozenset({"base", "scalars"}))
