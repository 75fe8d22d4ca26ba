"""What checking each file said last time, so that only changed files are read again.

JSON, because a cache may come from somebody else's machine: reading it can give wrong words, never run code. A record
is valid for the same bytes, the same game.yaml, the same tool; the day counts only for files with a review date.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.checks.rule import EntryFact, FileFacts, GroupFact
from pipeline.core.finding import Finding, Message, Related, Span
from pipeline.project.stamp import CACHE_FOLDER

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.project.layout import Stat

_NAME = "files.json"
_GITIGNORE = "# Written by livret; safe to delete.\n*\n"


class Record(NamedTuple):
    """One file: how it looked, what it was checked with, and what was found."""

    stat: tuple[int, ...]
    digest: str
    context: str
    findings: tuple[Finding, ...]
    facts: FileFacts | None


class Cache:
    """The records of a content tree. Unreadable or foreign records are as good as none."""

    def __init__(self, root: Path, *, enabled: bool = True) -> None:
        self._place = root / CACHE_FOLDER / _NAME
        self._enabled = enabled
        self._raw: dict[str, Any] = {}
        self._new: dict[str, Record] = {}
        if enabled:
            with suppress(OSError, ValueError):
                loaded = json.loads(self._place.read_bytes())
                self._raw = loaded if isinstance(loaded, dict) else {}

    def find(self, path: str) -> Record | None:
        """The record of a file, or None."""
        raw = self._raw.get(path)
        if raw is None:
            return None
        try:
            stat, digest, context, findings, facts = raw
            return Record(tuple(stat), digest, context, tuple(map(_finding, findings)), _facts(facts))
        except (TypeError, ValueError, KeyError, IndexError):
            return None

    def keep(self, path: str, record: Record) -> None:
        """Remember a file for the next run."""
        self._new[path] = record

    def save(self, present: dict[str, Stat]) -> None:
        """Write the records of all present files; never a reason to fail."""
        if not self._enabled:
            return
        gone = self._raw.keys() - present.keys()
        if not self._new and not gone:
            return
        merged = {path: raw for path, raw in self._raw.items() if path not in gone} | self._new
        folder = self._place.parent
        partial = folder / f"{_NAME}.partial"
        with suppress(OSError, ValueError):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".gitignore").write_text(_GITIGNORE, encoding="utf-8")
            partial.write_text(json.dumps(merged, separators=(",", ":")), encoding="utf-8")
            partial.replace(self._place)


def _message(raw: Any) -> Message:
    return Message(raw[0], tuple((name, value) for name, value in raw[1]))


def _finding(raw: Any) -> Finding:
    path, span, rule, code, severity, message, hint, id_, entry, related, fixable = raw
    links = tuple(Related(Span(*where), _message(text), other) for where, text, other in related)
    said = None if hint is None else _message(hint)
    return Finding(path, Span(*span), rule, code, severity, _message(message), said, id_, entry, links, fixable)


def _waivers(raw: Any) -> tuple[tuple[str, Span], ...]:
    return tuple((name, Span(*span)) for name, span in raw)


def _facts(raw: Any) -> FileFacts | None:
    if raw is None:
        return None
    path, game, product, whole, groups = raw
    return FileFacts(path, game, product, whole, tuple(map(_group, groups)))


def _group(raw: Any) -> GroupFact:
    name, number, id_, pointer, span, refused, waivers, entries = raw
    return GroupFact(name, number, id_, pointer, Span(*span), refused, _waivers(waivers), tuple(map(_entry, entries)))


def _entry(raw: Any) -> EntryFact:
    id_, pointer, span, number, type_, theme, difficulty, answer, copies, waivers = raw
    return EntryFact(id_, pointer, Span(*span), number, type_, theme, difficulty, answer, copies, _waivers(waivers))
