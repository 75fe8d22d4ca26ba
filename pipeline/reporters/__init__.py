"""Findings as text for people and as data for CI, one file a format. `REPORTERS` names them.

A new format is one new file that defines `render(view) -> Iterator[str]`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pipeline.reporters.base import Reporter

REPORTERS = ("text", "json", "github", "gitlab", "sarif", "junit")


def reporter(name: str) -> Reporter:
    """The reporter of that name; only its own file is imported."""
    if name not in (*REPORTERS, "statistics"):
        raise ValueError(f"there is no reporter {name}")
    return cast("Reporter", import_module(f"{__name__}.{name}"))
