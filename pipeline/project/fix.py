"""Safe repairs, written back to the files: applied in passes until nothing changes, whole files at a time."""

from __future__ import annotations

import os
from base64 import b32encode
from difflib import unified_diff
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks import engine
from pipeline.project.check import contexts_of, load_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pipeline.checks.rule import Context
    from pipeline.core.finding import Edit
    from pipeline.project.check import LoadedGame

_MOST_PASSES = 8


class Repaired(NamedTuple):
    """A file before and after, and how many repairs were made."""

    path: str
    before: bytes
    after: bytes
    repairs: int

    def diff(self) -> str:
        """The repairs as a unified diff."""
        old, new = (text.decode("utf-8", "replace").splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(unified_diff(old, new, f"a/{self.path}", f"b/{self.path}"))


def repair(root: Path, today: str, only: frozenset[str] | None = None) -> Iterator[Repaired]:
    """Every file that has safe repairs. game.yaml comes first: its repairs decide how the rest is read."""
    games, _ = load_games(root)
    taken = _ids(root, games, today)
    for loaded in games:
        path = f"content/{loaded.folder.name}/game.yaml"
        yield from _repair(root, path, None, loaded.folder.name, taken, only)
    contexts = contexts_of(games, today)
    for loaded in games:
        for file in loaded.files:
            yield from _repair(root, file.path, contexts[file.game, file.product], file.game, taken, only)


def write(root: Path, repaired: Repaired) -> None:
    """Replace a file in one step, keeping its permissions."""
    path = root / repaired.path
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(repaired.after)
        partial.chmod(path.stat().st_mode & 0o7777)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def apply_edits(text: str, groups: tuple[tuple[Edit, ...], ...], taken: set[str], seed: str) -> tuple[str, int]:
    """The text with all edits that do not overlap, and how many findings that repairs."""
    chosen: list[Edit] = []
    used: list[tuple[int, int]] = []
    count = 0
    for edits in groups:
        if any(edit.start < end and start < edit.end for edit in edits for start, end in used):
            continue
        if any(edit.start == edit.end == start == end for edit in edits for start, end in used):
            continue
        chosen += edits
        used += [(edit.start, edit.end) for edit in edits]
        count += 1
    parts: list[str] = []
    at = 0
    for edit in sorted(chosen):
        new = (
            edit.new.replace("{id}", new_id(f"{seed}\n{text[edit.end : edit.end + 400]}", taken))
            if "{id}" in edit.new
            else edit.new
        )
        parts += [text[at : edit.start], new]
        at = edit.end
    return "".join([*parts, text[at:]]), count


def new_id(seed: str, taken: set[str]) -> str:
    """A free id of six letters and digits that starts with a letter: the same question gets the same one."""
    for attempt in range(10_000):
        digest = b32encode(blake2b(f"{attempt}\n{seed}".encode(), digest_size=10).digest()).decode().lower()
        candidate = digest[:6]
        if candidate[0].isalpha() and candidate not in taken:
            taken.add(candidate)
            return candidate
    raise AssertionError("ten thousand ids were taken")


def _ids(root: Path, games: list[LoadedGame], today: str) -> set[str]:
    from pipeline.project.check import Options, check_facts

    facts = check_facts(root, games, Options(today=today))
    groups = [group for file in facts.values() for group in file.groups]
    return {group.id for group in groups} | {entry.id for group in groups for entry in group.entries}


def _repair(
    root: Path, path: str, context: Context | None, game: str, taken: set[str], only: frozenset[str] | None
) -> Iterator[Repaired]:
    if only is not None and path not in only:
        return
    try:
        before = (root / path).read_bytes()
    except OSError:
        return  # the check that follows says so
    raw, count = before, 0
    for _ in range(_MOST_PASSES):
        text, edits = _edits(path, raw, context, game)
        changed, repaired = apply_edits(text, edits, taken, path)
        after = changed.encode("utf-8")
        if after == raw or not edits:
            break
        raw, count = after, count + repaired
    if raw != before:
        yield Repaired(path, before, raw, count)


def _edits(path: str, raw: bytes, context: Context | None, game: str) -> tuple[str, tuple[tuple[Edit, ...], ...]]:
    """The text that edits count in, and the edits. Where a BOM or CR had to go, that is all of this pass."""
    if context is None:
        result = engine.check_game(path, raw, game)
        document, edits = result.document, result.edits
    else:
        content = engine.read_content(raw, context.product)
        document, edits = content.document, engine.check_content(path, content, context).edits
    if document.changed and document.text:
        return document.text, (((),) if edits else ())
    return document.text, edits
