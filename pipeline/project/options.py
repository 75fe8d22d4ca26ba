"""What a caller may ask of a check. Light: commands that answer from the index import nothing else."""

from __future__ import annotations

from typing import NamedTuple


class Options(NamedTuple):
    """What a caller may ask of a check."""

    today: str
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    release: bool = False
    jobs: int | None = None
    cache: bool = True
    baseline: bool = True
    cluster: str | None = None
    """The address of a Dask scheduler that does the heavy work."""
