"""Export questions to a file of another program: read file by file, written as a whole or not at all."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pipeline.checks import engine
from pipeline.core.finding import say
from pipeline.formats.base import DETAILS, EDITORS, ITALICS, Asked, Loss, Told, Writing
from pipeline.formats.html import plain
from pipeline.project.bank import missing, refusals, shelves
from pipeline.project.check import load_games
from pipeline.project.whole import replacing
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pipeline.core.finding import Finding
    from pipeline.formats.base import Format, Item
    from pipeline.project.bank import Shelf
    from pipeline.project.layout import ContentFile

NO_TEXTS = "“{kind}” holds neither questions nor cards with a text"
_NANO = 1_000_000_000
_IN_MEMORY = 50_000_000


class Exported(NamedTuple):
    """What was written, what the format could not carry, and what could not be read."""

    written: int
    losses: tuple[Loss, ...]
    findings: tuple[Finding, ...]
    no_place: tuple[tuple[str, tuple[str, ...]], ...]
    """What the format has no place for, and the ids of the questions that have it."""
    complete: bool
    """False when nothing was written, because something could not be read. It may be readable, and nothing fits."""


class Order(NamedTuple):
    """What to export: products by game and id, and how."""

    targets: tuple[tuple[str, str], ...]
    title: str
    draw_choices: bool = False
    partial: bool = False
    whole: frozenset[str] | None = None
    """The folders of games that are wanted with all their products; None for every game there is."""
    newest: int | None = None
    """No change is dated later than this (seconds): for files that are the same wherever they are made."""


def export(
    root: Path, format_: Format, out: Path | None, order: Order, progress: Callable[[int, int], None] | None = None
) -> Exported:
    """Write one file; without `out` to the standard output."""
    games, problems = load_games(root)
    found = [shelf for shelf in shelves(games) if (shelf.folder, shelf.id) in order.targets]
    losses: list[Loss] = []
    findings: list[Finding] = list(missing(games, problems, order.whole))
    source = _Source(root, found, order, format_.carries, findings, losses.append, progress)
    if format_.write is None:
        raise AssertionError("only formats that can be written are offered")
    with _to(out) as place:
        format_.write(iter(source), place.stream, Writing(order.title, losses.append, order.draw_choices))
        readable = order.partial or not findings
        written = source.count - sum(loss.left_out for loss in losses) if readable else 0
        place.keep = written > 0
    no_place = tuple((key, tuple(ids)) for key, ids in sorted(source.no_place.items()))
    return Exported(written, tuple(losses), tuple(findings), no_place, readable)


class _Source:
    """The questions and cards of some products, one file in memory at a time."""

    def __init__(
        self,
        root: Path,
        found: Sequence[Shelf],
        order: Order,
        carries: frozenset[str],
        findings: list[Finding],
        lose: Callable[[Loss], None],
        progress: Callable[[int, int], None] | None,
    ) -> None:
        self._root, self._shelves, self._order = root, found, order
        self._findings, self._lose, self._progress = findings, lose, progress
        self.count = 0
        self._wanted = (DETAILS | EDITORS) - carries
        self.no_place: dict[str, list[str]] = {}

    def __iter__(self) -> Iterator[Item]:
        total = sum(len(shelf.files) for shelf in self._shelves)
        done = 0
        for shelf in self._shelves:
            before = self.count
            groups = 0
            for file in shelf.files:
                content = engine.read_content((self._root / file.path).read_bytes(), shelf.product)
                self._findings += refusals(file.path, content)
                for group in content.groups:
                    groups += 1
                    number = group.number if group.name == "page" else groups
                    for entry in group.entries:
                        item = self._item(shelf, file, (group.name, number, group.id), entry)
                        if item is not None:
                            self.count += 1
                            yield item
                done += 1
                if self._progress is not None:
                    self._progress(done, total)
            if self.count == before:
                message = say(NO_TEXTS, kind=shelf.product.kind)
                self._lose(Loss(f"{shelf.folder}/{shelf.id}", message, left_out=False))

    def _item(self, shelf: Shelf, file: ContentFile, group: tuple[str, int, str], entry: object) -> Item | None:
        from pipeline.kinds.base import Entry

        if not isinstance(entry, Entry):
            return None
        names = (shelf.folder, shelf.game.title, shelf.id, shelf.product.title)
        model = entry.model
        if isinstance(model, Question):
            for key in self._wanted:
                if _has(model, key):
                    self.no_place.setdefault(key, []).append(entry.id)
            changed = file.stat.mtime // _NANO
            if self._order.newest is not None:
                changed = min(changed, self._order.newest)
            return Asked(*names, *group, entry.number, entry.id, model, changed, shelf.game.language)
        title = getattr(model, "title", None) or getattr(model, "name", None)
        text = getattr(model, "text", None)
        if isinstance(text, str) and isinstance(title, str):
            copies = getattr(model, "count", 1)
            id_ = entry.id or f"{shelf.id}-{entry.number}"
            return Told(*names, entry.number, id_, title, text, copies if isinstance(copies, int) else 1)
        return None


def _has(question: Question, key: str) -> bool:
    """Whether a question has a key besides its text and answer, or italics in what is printed of it."""
    if key != ITALICS:
        return getattr(question, key) not in (None, "stable", {})
    printed = question.printed()
    return "*" in printed and plain(printed) != printed


class _Place:
    """A stream, and whether what was written to it is to be kept."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream
        self.keep = False


@contextmanager
def _to(out: Path | None) -> Iterator[_Place]:
    """A stream for the file: a new file that takes the place of the old one, or what a device gets at the end.

    A device has nothing to be exchanged with: a file in its place would be one device less.
    """
    if out is not None and (out.is_file() or not out.exists()):
        with replacing(out) as new:
            with new.path.open("wb") as stream:
                place = _Place(stream)
                yield place
            new.keep = place.keep
        return
    with SpooledTemporaryFile(_IN_MEMORY) as spool:
        place = _Place(spool)  # type: ignore[arg-type]
        yield place
        if place.keep:
            spool.seek(0)
            if out is None:
                sys.stdout.flush()
                copyfileobj(spool, sys.stdout.buffer)
                sys.stdout.buffer.flush()
            else:
                with out.open("wb") as stream:
                    copyfileobj(spool, stream)
