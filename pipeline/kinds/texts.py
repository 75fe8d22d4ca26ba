"""The printed texts of an entry, each with its path: for rules that look at words and characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pipeline.kinds.base import Entry

_PRINTED = frozenset(
    "question keyword clue answer answers accept procedure tie title text back name motto intro lines hint".split()
)
_TOP = _PRINTED | {"columns", "rows", "panels", "steps", "bank", "places"}


def printed_texts(entry: Entry) -> list[tuple[tuple[str | int, ...], str]]:
    """Path and text of everything in an entry that is printed."""
    data = entry.document.data
    for step in entry.path:
        data = data[step]
    found: list[tuple[tuple[str | int, ...], str]] = []
    pending: list[tuple[tuple[str | int, ...], Any]] = []
    for key in [key for key in data if key in _TOP] if isinstance(data, dict) else ():
        value = data[key]
        if isinstance(value, str):
            found.append(((*entry.path, key), value))
        else:
            pending.append(((*entry.path, key), value))
    while pending:
        path, value = pending.pop()
        if isinstance(value, str):
            found.append((path, value))
        elif isinstance(value, list):
            pending += [((*path, index), item) for index, item in enumerate(value)]
        else:
            pending += [((*path, key), value[key]) for key in value if key in _PRINTED]
    return found
