"""Safe repairs, written back to the files: applied in passes until nothing changes, whole files at a time."""

from __future__ import annotations

from base64 import b32encode
from contextlib import suppress
from difflib import unified_diff
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks import engine
from pipeline.core.finding import FRESH_ID
from pipeline.project import configuration, layout
from pipeline.project.check import contexts_of, load_games
from pipeline.project.policy import allows_repair
from pipeline.project.whole import replacing
from pipeline.source.document import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from pipeline.checks.rule import Context, FileFacts
    from pipeline.core.finding import Edit
    from pipeline.project.check import LoadedGame, Options

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


def repair(root: Path, options: Options) -> Iterator[Repaired]:
    """Every file that has safe repairs which were asked for. game.yaml comes first: it decides how the rest is read."""
    games, _ = load_games(root)
    settings, _ = configuration.load(root)
    taken = _ids(root, games)
    asked = _Asked(root, taken, lambda found, facts: allows_repair(found, facts, settings, options))
    for folder in layout.game_folders(root):  # those too that cannot be read before they are repaired
        if f"content/{folder.name}/game.yaml" in folder.files:
            yield from _repair(asked, f"content/{folder.name}/game.yaml", None, folder.name)
    contexts = contexts_of(games, options.today)
    for loaded in games:
        for file in loaded.files:
            yield from _repair(asked, file.path, contexts[file.game, file.product], file.game)


def write(root: Path, repaired: Repaired) -> None:
    """Write a file in one step, keeping its permissions; behind a link, the file that it leads to."""
    path = (root / repaired.path).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as new:
        new.path.write_bytes(repaired.after)


def apply_edits(text: str, repairs: Iterable[tuple[Edit, ...]], taken: set[str], seed: str) -> tuple[str, int]:
    """The text with all edits that do not overlap, and how many findings that repairs."""
    chosen: list[Edit] = []
    count = 0
    for edits in repairs:
        if not any(_overlap(edit, other) for edit in edits for other in chosen):
            chosen += edits
            count += 1
    parts: list[str] = []
    at = 0
    for edit in sorted(chosen):
        new = edit.new
        if FRESH_ID in new:
            new = new.replace(FRESH_ID, new_id(f"{seed}\n{text[edit.end : edit.end + 400]}", taken))
        parts += [text[at : edit.start], new]
        at = edit.end
    return "".join([*parts, text[at:]]), count


def new_id(seed: str, taken: set[str]) -> str:
    """A free id of six letters and digits that starts with a letter: the same question gets the same one."""
    for attempt in range(10_000):
        raw = f"{attempt}\n{seed}".encode("utf-8", "surrogateescape")
        candidate = b32encode(blake2b(raw, digest_size=10).digest()).decode().lower()[:6]
        if candidate[0].isalpha() and candidate not in taken:
            taken.add(candidate)
            return candidate
    raise AssertionError("ten thousand ids were taken")


def _overlap(one: Edit, other: Edit) -> bool:
    inserted_twice = one.start == one.end == other.start == other.end
    return inserted_twice or (one.start < other.end and other.start < one.end)


def _ids(root: Path, games: list[LoadedGame]) -> set[str]:
    """Every id that is written anywhere, in entries that the models refuse too."""
    taken: set[str] = set()
    for loaded in games:
        for file in loaded.files:
            if file.path.endswith(".yaml"):
                with suppress(OSError):
                    pending = [load((root / file.path).read_bytes()).data]
                    while pending:
                        value = pending.pop()
                        if isinstance(value, dict):
                            taken.add(str(value.get("id", "")))
                            pending += value.values()
                        elif isinstance(value, list):
                            pending += value
    return taken


class _Asked(NamedTuple):
    root: Path
    taken: set[str]
    allows: Callable[[engine.Repair, FileFacts | None], bool]


def _repair(asked: _Asked, path: str, context: Context | None, game: str) -> Iterator[Repaired]:
    try:
        before = (asked.root / path).read_bytes()
    except OSError:
        return  # the check that follows says so
    raw, count = before, 0
    for _ in range(_MOST_PASSES):
        text, repairs = _repairs(asked, path, raw, context, game)
        changed, repaired = apply_edits(text, repairs, asked.taken, path)
        after = changed.encode("utf-8")
        if after == raw or not repairs:
            break
        raw, count = after, count + repaired
    if raw != before:
        yield Repaired(path, before, raw, count)


def _repairs(
    asked: _Asked, path: str, raw: bytes, context: Context | None, game: str
) -> tuple[str, list[tuple[Edit, ...]]]:
    """The text that edits count in, and the edits. Where a BOM or CR had to go, that is all of this pass."""
    facts = None
    if context is None:
        checked_game = engine.check_game(path, raw, game)
        document, repairs = checked_game.document, checked_game.repairs
    else:
        content = engine.read_content(raw, context.product)
        checked = engine.check_content(path, content, context)
        document, repairs, facts = content.document, checked.repairs, checked.facts
    allowed = [found for found in repairs if asked.allows(found, facts)]
    if document.changed and document.text:
        whole = [found for found in allowed if found.rule in ("byte-order-mark", "carriage-return")]
        return document.text if whole else raw.decode("utf-8"), [() for _ in whole]
    return document.text, [found.edits for found in allowed]
