"""The printed texts of an entry, each with its path: for rules that look at words and characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.base import Entry

_PRINTED = frozenset(
    "question keyword clue answer answers accept procedure tie title text name motto intro lines hint".split()
)
_HOLDERS = frozenset({"columns", "rows", "panels"})


def printed_texts(entry: Entry) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Path and text of everything in an entry that is printed."""
    data = entry.document.data
    for step in entry.path:
        data = data[step]
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        if key in _PRINTED or key in _HOLDERS:
            yield from _texts((*entry.path, key), value)


def _texts(path: tuple[str | int, ...], value: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _texts((*path, index), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in _PRINTED:
                yield from _texts((*path, key), item)
