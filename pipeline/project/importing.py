"""Import a file of another program: its questions become edits of known questions or new ones in a product."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import say, shorten
from pipeline.formats import FORMATS
from pipeline.formats.base import (
    Draft,
    Lost,
    Mark,
    MisusedError,
    Notice,
    Preview,
    Reading,
    Rejected,
    Reviewed,
    UnreadableError,
)
from pipeline.formats.cells import EDITABLE, FIELDS, REVIEW_MARKS, one_line
from pipeline.formats.review import UNKNOWN_MARK, mark_named
from pipeline.formats.types import Fitted, fit
from pipeline.project import placing, reviews
from pipeline.project.bank import cue_key, wording
from pipeline.project.fix import Repaired, write
from pipeline.project.updating import Updates, moved, refused
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pipeline.core.finding import Finding, Message
    from pipeline.formats.base import Event, Format
    from pipeline.project.bank import Bank, Shelf
    from pipeline.project.placing import Added, New
    from pipeline.project.updating import Updated

UNKNOWN_ID = "There is no question “{id}”: empty the id to add it as a new question."
UNREAD_ID = (
    "The question “{id}” is not in what could be read, but {path} cannot be read whole (line {line}): repair it as"
    " `livret check` says, then import again. With an empty id the question might be added a second time."
)
UNREAD = "Not wholly readable: {places}. New questions were not compared with what stands there; run `livret check`."
ALREADY = "It is asked already: “{id}”, {path}, line {line}."
TWICE = "It is asked already at {place} of {file}."
NO_TARGET = "It is new, and no product was named for it: --into GAME/PRODUCT."
OTHER_LANGUAGE = "{count} questions in other languages were not taken: {languages}."
MOVED = "its row names another place than the question has: questions are not moved"
NOT_FOR_NEW = "“{field}” is not taken for a new question"
LINE_BREAKS = "line breaks in its texts become spaces"
MISSING_ROWS = "{count} questions of {products} are not in the sheet; they were not touched."
NO_SHEETS = "The file has no sheets, and so none is called “{sheet}”."
NO_QUESTIONS = "There are no questions in the file."
TOO_LONG = "Its “{field}” has {count} characters: {limit} are more than a question ever needs."
NO_QUESTION = "There is no question “{id}”."
OTHER_STATE = "The reviewer has seen another state of the content: marks may be about older wordings."
UNKNOWN_FORMAT = "The format of this file is not known; name it with --from: {formats}."
_MOST_CHARACTERS = 10_000
_MOST_BYTES = 300_000_000
TOO_BIG = "The file has more than {limit} MB."


class Imported(NamedTuple):
    """What an import found and would change. Nothing is written until `save`."""

    previews: tuple[tuple[str, Preview], ...]
    notices: tuple[tuple[str, Message], ...]
    added: tuple[Added, ...]
    updated: tuple[Updated, ...]
    unchanged: int
    marks: int
    """Reviewers' marks and remarks that are kept in content/reviews/."""
    rejected: tuple[tuple[str, Rejected], ...]
    lost: tuple[tuple[str, Message, tuple[str, ...]], ...]
    """What rows that were taken had besides: the file, what it is, and the places of all of it."""
    conflicts: tuple[Finding, ...]
    files: tuple[Repaired, ...]
    """The files that change, before and after; those that are new were empty before."""


class Source(NamedTuple):
    """A file to import: its name for messages and its bytes."""

    name: str
    raw: bytes
    format: Format


def format_of(name: str, raw: bytes) -> Format | None:
    """The format of a file by its name and its first bytes."""
    for found in sorted(FORMATS.values(), key=lambda one: one.general):
        if found.recognises is not None and found.recognises(name, raw[:4_096]):
            return found
    return None


def read_source(path: Path, wanted: str | None) -> Source:
    """A file with its format; raises UnreadableError if that cannot be known."""
    if path.stat().st_size > _MOST_BYTES:
        raise UnreadableError(TOO_BIG, limit=_MOST_BYTES // 1_000_000)
    raw = path.read_bytes()
    found = FORMATS[wanted] if wanted else format_of(path.name, raw)
    if found is None or found.read is None:
        names = ", ".join(name for name, one in FORMATS.items() if one.read)
        raise MisusedError(UNKNOWN_FORMAT, formats=names)
    return Source(path.name, raw, found)


class _Seen(NamedTuple):
    """What a file held: other languages, the products and ids of its rows."""

    languages: dict[str, int]
    products: set[tuple[str, str]]
    ids: set[str]


class Importing:
    """One import of one or several files into a bank."""

    def __init__(self, bank: Bank, into: Shelf | None, wish: Reading, hashes: frozenset[str]) -> None:
        self._bank, self._into, self._wish, self._hashes = bank, into, wish, hashes
        self._updates = Updates(bank)
        self._new: dict[tuple[str, str], list[New]] = {}
        self._previews: list[tuple[str, Preview]] = []
        self._notices: list[tuple[str, Message]] = []
        self._rejected: list[tuple[str, Rejected]] = []
        self._refused: set[tuple[str, str]] = set()
        """File and place of all rows of which nothing is taken."""
        self._lost: dict[tuple[str, Message], list[str]] = {}
        self._asked: dict[tuple[int, str], tuple[str, str]] = {}
        self._marks: dict[str, list[Mark]] = {}
        self._reviewed: dict[str, Reviewed] = {}
        self._compared = ""
        """The first file that had a new question to be compared with those of the bank."""

    def take(self, source: Source, progress: Callable[[int], None] | None = None) -> None:
        """Take all questions of a file, or nothing of a file that cannot be read. `progress` hears -1 at the end."""
        if source.format.read is None:
            raise AssertionError("read_source has looked at that")
        seen = _Seen({}, set(), set())
        if self._wish.sheet and not source.format.sheets:
            raise MisusedError(NO_SHEETS, sheet=self._wish.sheet)
        reading = self._wish._replace(name=source.name)
        events = []
        try:
            for number, event in enumerate(source.format.read(source.raw, reading)):
                events.append(event)
                if progress is not None:
                    progress(number)
        except MisusedError:
            raise
        except UnreadableError as error:
            self.refuse(source.name, error.message)
            return
        finally:
            if progress is not None:
                progress(-1)
        if not events:
            self.refuse(source.name, say(NO_QUESTIONS))
        for event in events:
            self._event(source.name, event, seen)
        if seen.languages:
            languages = ", ".join(sorted(seen.languages))
            message = say(OTHER_LANGUAGE, count=sum(seen.languages.values()), languages=languages)
            self._notices.append((source.name, message))
        self._missing(source.name, seen)

    def refuse(self, name: str, message: Message) -> None:
        """Record that a file was refused as a whole."""
        self._rejected.append((name, Rejected("", message)))

    def _reject(self, name: str, rejected: Rejected) -> None:
        """A row that is not taken at all. Its cells get the names that they have in the file."""
        faults = tuple(fault._replace(column=self._header(name, fault.column)) for fault in rejected.faults)
        self._rejected.append((name, rejected._replace(faults=faults)))
        self._refused.add((name, rejected.place))

    def _header(self, name: str, field: str) -> str:
        """What a field is called in a file: the header of its column, or what our sheets call it."""
        ours = next((one.header for one in FIELDS if one.name == field), field)
        for file, preview in self._previews:
            for column in preview.columns:
                if file == name and column.field == ours:
                    return column.header or column.name
        return ours

    def _lose(self, name: str, place: str, message: Message) -> None:
        self._lost.setdefault((name, message), []).append(place)

    def _event(self, name: str, event: Event, seen: _Seen) -> None:
        if isinstance(event, Draft):
            if event.language and event.language != self._wish.language:
                seen.languages[event.language] = seen.languages.get(event.language, 0) + 1
                return
            rejected = self._draft(name, event, seen)
            if rejected is not None:
                self._reject(name, rejected)
        elif isinstance(event, Rejected):
            self._reject(name, event)
        elif isinstance(event, Lost):
            self._lose(name, event.place, event.message)
        elif isinstance(event, Preview):
            self._previews.append((name, event))
        elif isinstance(event, Notice):
            self._notices.append((name, event.message))
        elif isinstance(event, Reviewed):
            self._reviewed[name] = event
        else:
            self._mark(name, event)

    def done(self) -> Imported:
        """Find places for what is new, and put all changes together."""
        if self._bank.unread and self._compared:
            places = ", ".join(f"{path}:{line}" for path, line in self._bank.unread.items())
            self._notices.append((self._compared, say(UNREAD, places=places)))
        files = self._updates.apply(self._bank.raw)
        files |= self._reviews()
        added: list[Added] = []
        for key, new in self._new.items():
            placed = placing.place(self._bank, self._bank.shelves[key], new, files)
            added += placed.added
            files |= placed.files
            for one, message in placed.full:
                name, _, place = one.place.rpartition("\0")
                self._reject(name, Rejected(place, message, str(one.data["question"])))
        return Imported(
            tuple(self._previews),
            tuple(self._notices),
            tuple(one._replace(place=one.place.rpartition("\0")[2]) for one in added),
            tuple(self._updates.updated),
            self._updates.unchanged,
            sum(map(len, self._marks.values())),
            tuple(self._rejected),
            tuple(self._losses()),
            tuple(self._updates.conflicts),
            tuple(Repaired(path, self._bank.raw.get(path, b""), raw, 1) for path, raw in sorted(files.items())),
        )

    def _losses(self) -> Iterator[tuple[str, Message, tuple[str, ...]]]:
        """What rows have lost that were taken: the others are named as a whole."""
        for (name, message), places in self._lost.items():
            kept = tuple(place for place in places if (name, place) not in self._refused)
            if kept:
                yield name, message, kept

    def _draft(self, name: str, draft: Draft, seen: _Seen) -> Rejected | None:
        for field, text in draft.texts.items():
            if len(text) > _MOST_CHARACTERS:
                header = next((one.header for one in FIELDS if one.name == field), field)
                message = say(TOO_LONG, field=header, count=len(text), limit=_MOST_CHARACTERS)
                return Rejected(draft.place, message, shorten(draft.texts.get("question", "")[:1_000], 60))
        id_ = draft.texts.get("id", "")
        known = self._bank.questions.get(id_) if id_ else None
        if known is not None:  # whoever has our ids has our notation
            seen.products.add((known.shelf.folder, known.shelf.id))
            seen.ids.add(id_)
            self._remark(name, draft)
            rejected = self._updates.take(draft, known)
            if rejected is None and moved(draft, known):
                self._lose(name, draft.place, say(MOVED))
            if rejected is None and id_ in self._updates.flattened:
                self._lose(name, draft.place, say(LINE_BREAKS))
            return rejected
        if id_ and (not draft.literal or (self._bank.unread and id_ in self._bank.taken)):
            return Rejected(draft.place, self._unknown(id_, draft), draft.texts.get("question", ""))
        return self._fresh(name, draft)

    def _unknown(self, id_: str, draft: Draft) -> Message:
        """Why there is no question of an id: it may stand in a file that cannot be read."""
        game = draft.texts.get("game", "")
        folder = f"content/{game}/" if game else "content/"
        for path, line in self._bank.unread.items():
            if path.startswith(folder):
                return say(UNREAD_ID, id=id_, path=path, line=line)
        return say(UNKNOWN_ID, id=id_)

    def _remark(self, name: str, draft: Draft) -> None:
        """A verdict or remark in a row of our own sheets is a reviewer's mark."""
        verdict, remark = draft.texts.get("mark", ""), draft.texts.get("remark", "")
        if not verdict and not remark:
            return
        named = mark_named(verdict) if verdict else "doubtful"
        if named is None:
            message = say(UNKNOWN_MARK, mark=shorten(verdict, 40), marks=", ".join(REVIEW_MARKS.values()))
            self._rejected.append((name, Rejected(draft.place, message, remark)))
            named = "doubtful"
        self._mark(name, Mark(draft.place, draft.texts["id"], named, one_line(remark)))

    def _mark(self, name: str, mark: Mark) -> None:
        if mark.id in self._bank.questions:
            self._marks.setdefault(name, []).append(mark)
        else:
            self._rejected.append((name, Rejected(mark.place, say(NO_QUESTION, id=mark.id), mark.remark)))

    def _reviews(self) -> dict[str, bytes]:
        """The files of content/reviews/ with the new marks."""
        files: dict[str, bytes] = {}
        for name, marks in self._marks.items():
            reviewed = self._reviewed.get(name, Reviewed("", ""))
            path = reviews.file_name(reviewed.reviewer, name)
            current = not reviewed.content_hash or reviewed.content_hash in self._hashes
            if not current:
                self._notices.append((name, say(OTHER_STATE)))
            kept = []
            for mark in marks:
                shelf, entry = self._bank.questions[mark.id].shelf, self._bank.questions[mark.id].entry
                seen = reviews.seen_of(entry.model.asks(), entry.model.answer_items()) if current else ""
                kept.append(reviews.Kept(shelf.folder, shelf.id, mark.id, mark.mark, mark.remark, seen))
            old = files.get(path) or self._bank.raw.get(path, b"")
            reviewer = reviewed.reviewer or name.rpartition(".")[0]
            files[path] = reviews.merged(old, reviewer, reviewed.content_hash, kept)
        return {path: raw for path, raw in files.items() if raw != self._bank.raw.get(path)}

    def _fresh(self, name: str, draft: Draft) -> Rejected | None:
        question = draft.texts.get("question", "")
        shelf = self._into or self._bank.shelves.get((draft.texts.get("game", ""), draft.texts.get("product", "")))
        if shelf is None or not placing.can_grow(shelf):
            template = NO_TARGET if shelf is None else placing.NO_PLACE
            values = {} if shelf is None else {"product": shelf.id}
            return Rejected(draft.place, say(template, **values), question)
        fitted = fit(draft, getattr(shelf.product, "types", ()), cue_key(shelf.product))
        if not isinstance(fitted, Fitted):
            return Rejected(draft.place, fitted, question)
        faults = refused(fitted.type, {"type": fitted.type} | fitted.data)
        if faults:
            return Rejected(draft.place, faults[0].message, question, faults)
        self._compared = self._compared or name
        asked = wording(" ".join(filter(None, (fitted.data["question"], fitted.data.get("procedure")))))
        known = self._bank.asked.get(asked)
        if known is not None:
            return Rejected(draft.place, say(ALREADY, id=known[0], path=known[1], line=known[2]), question)
        place, file = self._asked.setdefault(asked, (draft.place, name))
        if (place, file) != (draft.place, name):
            return Rejected(draft.place, say(TWICE, place=place, file=file), question)
        for message in _left(draft, shelf, fitted.type):
            self._lose(name, draft.place, message)
        self._new.setdefault((shelf.folder, shelf.id), []).append(placing.New(f"{name}\0{draft.place}", fitted.data))
        return None

    def _missing(self, name: str, seen: _Seen) -> None:
        """A sheet with some questions of a product but not all: nothing is deleted, and that is said."""
        absent = sum(
            (known.shelf.folder, known.shelf.id) in seen.products and id_ not in seen.ids
            for id_, known in self._bank.questions.items()
        )
        if absent:
            products = ", ".join("/".join(pair) for pair in sorted(seen.products))
            self._notices.append((name, say(MISSING_ROWS, count=absent, products=products)))


def _left(draft: Draft, shelf: Shelf, type_: str) -> Iterator[Message]:
    """What a row has that a new question cannot have: an id, a place, marks; and lines in its texts."""
    own = {"game": shelf.folder, "product": shelf.id}
    for field in FIELDS:
        if field.name not in EDITABLE and draft.texts.get(field.name, "") not in ("", own.get(field.name, "")):
            yield say(NOT_FOR_NEW, field=field.header)
    split = {"answer"} if draft.literal and TYPES[type_].model.answer_kind == "list" else set()
    if any("\n" in draft.texts.get(name, "").strip() for name in set(EDITABLE) - split):
        yield say(LINE_BREAKS)


def save(root: Path, files: Sequence[Repaired]) -> None:
    """Write the changed files."""
    for changed in files:
        write(root, changed)
