"""Regular expressions that are compiled when they are first used: compiling dozens of them would slow every start."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_compile = re.compile


class Lazy:
    """A pattern with the methods of a compiled one. The first use of a method puts the real one in its place."""

    if TYPE_CHECKING:
        search: Callable[..., re.Match[str] | None]
        match: Callable[..., re.Match[str] | None]
        fullmatch: Callable[..., re.Match[str] | None]
        finditer: Callable[..., Iterator[re.Match[str]]]
        findall: Callable[..., list[str]]
        sub: Callable[..., str]
        split: Callable[..., list[str]]

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        method = getattr(_compile(self._source, self._flags), name)
        setattr(self, name, method)
        return method


@contextmanager
def not_yet() -> Iterator[None]:
    """Patterns that other people's modules compile while they are imported are compiled on first use, too."""
    compiled: Any = re.compile
    re.compile = lazy  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = compiled


def lazy(source: str, flags: int = 0) -> Lazy:
    """The pattern, not compiled yet."""
    return Lazy(source, flags)
