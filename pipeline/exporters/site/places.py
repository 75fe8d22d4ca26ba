"""Where an entry stands in its game, as readers say it: product, page or card, number."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.exporters.base import GameContent
    from pipeline.kinds.base import Entry, Group

Place = tuple[str, int, int]
"""Product, page or card (0: there are none), number (0: the page or card itself)."""


class Places:
    """The entries of some products: found from findings (file and pointer) and from entries."""

    def __init__(self, game: GameContent) -> None:
        self._game = game
        self._known: dict[tuple[str, str], Place] = {}
        self._entries: dict[int, Place] = {}
        self._lines: dict[str, list[tuple[int, Place]]] = {}
        """Where entries and pages begin, in the order of their lines."""
        self._products: dict[str, str] = {}
        self._read: set[str] = set()

    def read(self, name: str) -> None:
        """Take up a product."""
        if name in self._read:
            return
        self._read.add(name)
        paths: dict[int, str] = {}
        for content in self._game.contents[name]:
            path = self._game.paths[id(content.document)]
            self._products[path] = name
            paths |= {id(group): path for group in content.groups}
        running = 0
        for number, group in groups(self._game, name):
            path = paths[id(group)]
            lines = self._lines.setdefault(path, [])
            self._known[path, "/".join(map(str, group.path))] = (name, number, 0)
            if number and not group.path:
                lines.append((1, (name, number, 0)))
            for entry in group.entries:
                running += 1  # where there are no pages, entries are counted over all files
                where = (name, number, entry.number if number else running)
                self._entries[id(entry)] = self._known[path, entry.pointer] = where
                lines.append((entry.span().line, where))

    def of(self, entry: Entry) -> list[int]:
        """Page or card, and number, of an entry."""
        _, group, number = self._entries.get(id(entry), ("", 0, 0))
        return [group, number]

    def at(self, path: str, pointer: str, line: int) -> Place | None:
        """The place that a finding is about; the nearest thing around it if it is not an entry itself.

        What is wrong with the text of a file is about no entry: its line says which it stands in.
        """
        inner = pointer
        while inner:
            if (path, inner) in self._known:
                return self._known[path, inner]
            inner = inner.rpartition("/")[0]
        before = [] if pointer else [place for start, place in self._lines.get(path, ()) if start <= line]
        if before:
            return before[-1]
        return self._known.get((path, "")) or ((self._products[path], 0, 0) if path in self._products else None)


def groups(game: GameContent, name: str) -> Iterator[tuple[int, Group]]:
    """The pages or cards of a product with their numbers; 0 for a file that is only a list of entries."""
    found = [group for content in game.contents[name] for group in content.groups]
    if any(group.name == "page" for group in found):
        found.sort(key=lambda group: group.number)
    for running, group in enumerate(found, 1):
        yield {"page": group.number, "card": running}.get(group.name, 0), group
