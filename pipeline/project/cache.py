"""What checking each file said last time, so that only changed files are read again.

JSON, because a cache may come from somebody else's machine: reading it can give wrong words, never run code. A record
is a line, valid for the same bytes, the same game.yaml and tool; the day counts only for files with a review date.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.checks.rule import EntryFact, FileFacts, GroupFact, rule
from pipeline.core.finding import SEVERITIES, Finding, Message, Related, Span
from pipeline.project.stamp import CACHE_FOLDER, own_folder, write_new

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.project.layout import Stat

_NAME = "files.jsonl"


class Record(NamedTuple):
    """One file: how it looked, what it was checked with, and what was found."""

    stat: tuple[int, ...]
    digest: str
    context: str
    findings: tuple[Finding, ...]
    facts: FileFacts | None
    body: str
    """Findings and facts as they are written."""


def body(findings: tuple[Finding, ...], facts: FileFacts | None) -> str:
    """Findings and facts as the cache keeps them. Whoever checked a file writes it, on all cores."""
    return json.dumps((findings, facts), separators=(",", ":"))


class Cache:
    """The records of a content tree, a line each. Unreadable or foreign records are as good as none."""

    def __init__(self, root: Path, *, enabled: bool = True) -> None:
        self._root = root
        self._place = root / CACHE_FOLDER / _NAME
        self._enabled = enabled
        self._lines: dict[str, str] = {}
        self._is_new = False
        if enabled:
            with suppress(OSError, ValueError):
                # JSON escapes line ends and tabs, so that they separate records and their two parts.
                lines = self._place.read_text("ascii").split("\n")
                self._lines = {line.partition("\t")[0]: line for line in lines if line}

    def find(self, path: str) -> Record | None:
        """The record of a file, or None."""
        line = self._lines.get(_quoted(path))
        if line is None:
            return None
        try:
            _, head, tail = line.split("\t")
            stat, digest, context = json.loads(head)
            findings, facts = json.loads(tail)
            known = tuple(_finding(finding, path) for finding in findings)
            return Record(tuple(map(int, stat)), _text(digest), _text(context), known, _facts(facts, path), tail)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, RecursionError):
            return None

    def keep(self, path: str, stat: Stat, digest: str, context: str, tail: str) -> None:
        """Remember a file for the next run; `tail` is the body of its record."""
        self._is_new = True
        name = _quoted(path)
        self._lines[name] = f"{name}\t[{list(stat)},{_quoted(digest)},{_quoted(context)}]\t{tail}"

    def save(self, present: Iterable[str]) -> None:
        """Write the records of all present files; never a reason to fail."""
        if not self._enabled:
            return
        names = {_quoted(path) for path in present}
        kept = [line for name, line in self._lines.items() if name in names]
        if not self._is_new and len(kept) == len(self._lines):
            return
        with suppress(OSError, ValueError):
            folder = own_folder(str(self._root))
            if folder is not None:
                partial = f"{folder}/{_NAME}.{os.getpid()}"
                write_new(partial, "\n".join(kept).encode("ascii"))
                Path(partial).replace(self._place)


def _quoted(text: str) -> str:
    """The text in JSON. Names of files need no escapes, mostly: asking that is faster than to encode them."""
    plain = text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
    return f'"{text}"' if plain else json.dumps(text)


def _text(value: Any) -> str:
    """A record that is not what we wrote is refused as a whole: the caller catches."""
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError
    return value


def _span(raw: Any) -> Span:
    span = Span(*map(_number, raw))
    if not (1 <= span.line <= span.end_line and span.column >= 1 and span.end_column >= 1):
        raise ValueError
    return span


def _message(raw: Any) -> Message:
    return Message(_text(raw[0]), tuple((_text(name), _text(value)) for name, value in raw[1]))


def _finding(raw: Any, own_path: str) -> Finding:
    path, span, rule_name, code, severity, message, hint, id_, entry, related, fixable = raw
    found = rule(_text(rule_name))
    if (path, code) != (own_path, found.code) or severity not in SEVERITIES:
        raise ValueError
    links = tuple(Related(_span(where), _message(text), _text(other)) for where, text, other in related)
    said = None if hint is None else _message(hint)
    place = _span(span)
    return Finding(
        path, place, found.name, code, severity, _message(message), said, _text(id_), _text(entry), links, bool(fixable)
    )


def _waivers(raw: Any) -> tuple[tuple[str, Span], ...]:
    return tuple((_text(name), _span(span)) for name, span in raw)


def _facts(raw: Any, own_path: str) -> FileFacts | None:
    if raw is None:
        return None
    path, game, product, whole, groups = raw
    if path != own_path:
        raise ValueError
    return FileFacts(path, _text(game), _text(product), bool(whole), tuple(map(_group, groups)))


def _group(raw: Any) -> GroupFact:
    name, number, id_, pointer, span, refused, waivers, entries, whole = raw
    return GroupFact(
        _text(name), _number(number), _text(id_), _text(pointer), _span(span), _number(refused), _waivers(waivers),
        tuple(map(_entry, entries)), bool(whole),
    )  # fmt: skip


def _entry(raw: Any) -> EntryFact:
    (
        id_,
        pointer,
        span,
        number,
        type_,
        theme,
        difficulty,
        answer,
        copies,
        waivers,
        question,
        answers,
        kind,
        asked,
        where,
    ) = raw
    return EntryFact(
        _text(id_), _text(pointer), _span(span), _number(number), _text(type_), _text(theme), _number(difficulty),
        _text(answer), _number(copies), _waivers(waivers), _text(question), tuple(map(_text, answers)), _text(kind),
        _number(asked), _span(where),
    )  # fmt: skip
