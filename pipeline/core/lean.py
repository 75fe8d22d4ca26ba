"""pydantic without what content never needs, because a check spends half of its start on it. Import this before it.

Whatever is postponed here comes by itself when it is asked for.
"""

from __future__ import annotations

import typing
from importlib import import_module

from pipeline.core.later import postpone
from pipeline.core.pattern import not_yet

# It looks for plug-ins with the first model, which `check` has switched off; a sixth of its start.
postpone("importlib.metadata", "entry_points")
# It is there for a type of payment cards, and brings OpenSSL and a generator of random numbers along.
postpone("secrets")


def _import_uncompiled(name: str) -> None:
    """Import a module whose annotations are texts that nobody ever evaluates.

    `typing` compiles each of the 700 annotations of pydantic's schemas, only to see whether it is Python.
    """
    nothing = compile("None", name, "eval")
    vars(typing)["compile"] = lambda *_, **__: nothing
    try:
        import_module(name)
    finally:
        del vars(typing)["compile"]


with not_yet():  # patterns for fractions and for the names of operating systems, which nobody looks for
    _import_uncompiled("pydantic_core.core_schema")
    import_module("uuid")
