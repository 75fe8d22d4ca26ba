"""The index of a bank on disk: texts, the keys that find them, and the pairs that were found. SQLite, one file.

It is a cache. It holds exactly what a search of the whole bank would give: after an edit it is carried along
(`carry`), and only if the limits themselves move (the bank doubles, say) everything is searched again. A file that is
broken, foreign or locked is as good as none.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.duplicates import find
from pipeline.duplicates.keys import SAID, STEM, stems_of
from pipeline.duplicates.weights import Weights, code
from pipeline.project.posts import Posts, buckets_for, filled
from pipeline.project.stamp import CACHE_FOLDER, own_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pipeline.duplicates.find import Run, Text

_NAME = "duplicates.sqlite3"
_SCHEMA = """
create table meta (name text primary key, value) without rowid;
create table file (path text primary key, digest text) without rowid;
create table text (name integer primary key, question text, kind text, answers text);
create table doc (path text, pointer text, id text, line integer, place integer, text integer);
create table bucket (number integer primary key, data blob);
create table pair (first integer, second integer, verdict text, score real, primary key (first, second)) without rowid;
create table crowd (key text primary key, count integer) without rowid;
create table stem (stem text primary key, count integer) without rowid;
"""
_INDEXES = """
create index doc_path on doc (path);
create index doc_text on doc (text);
create index pair_second on pair (second);
"""
_MOST_CHANGED = 0.2
_PARTS = 500
_WIDE = 20_000
_LIKELY = 20  # texts that share most weight are scored for each that is shown


class Doc(NamedTuple):
    """A question in a file."""

    pointer: str
    id: str
    line: int
    column: int
    text: Text


class Like(NamedTuple):
    """Two texts that are alike, each with the places where it stands: path and pointer."""

    verdict: str
    score: float
    first: tuple[tuple[str, str], ...]
    second: tuple[tuple[str, str], ...]


class Near(NamedTuple):
    """A question of the bank that is near to what was asked."""

    score: float
    path: str
    line: int
    column: int
    id: str
    text: Text


class Crowd(NamedTuple):
    """A key that too many texts share, and the place of one of them."""

    texts: int
    words: frozenset[str]
    path: str
    pointer: str


class Index:
    """An open index."""

    def __init__(self, database: sqlite3.Connection, file: str = "") -> None:
        self._db = database
        self.file = file
        self.rebuilt = False

    def close(self) -> None:
        self._db.close()

    def stamp(self) -> str:
        """The state of the tree that it was made from."""
        return str(self.meta("stamp", ""))

    def set_stamp(self, stamp: str) -> None:
        self.put("stamp", stamp)
        self._db.commit()

    def likes(self) -> Iterator[Like]:
        """Every pair that was found."""
        places: dict[int, list[tuple[str, str]]] = defaultdict(list)
        rows = (
            "select text, path, pointer from doc where text in (select first from pair union select second from pair)"
        )
        for text, path, pointer in self._db.execute(rows):
            places[text].append((_unpacked(path), pointer))
        for first, second, verdict, score in self._db.execute("select first, second, verdict, score from pair"):
            yield Like(str(verdict), float(score), tuple(places[first]), tuple(places[second]))

    def near(self, question: str, most: int) -> list[Near]:
        """The questions that share most with a text, or have its words as their answer, the nearest first."""
        from pipeline.duplicates.near import nearness
        from pipeline.duplicates.signature import sign

        weigh, posts = self.weights(), self.posts()
        asked = sign(question)
        shared: Counter[int] = Counter()
        seen = 0
        for stem in sorted(asked.stems, key=lambda stem: (-weigh(stem), stem)):
            if seen > _WIDE:
                break
            names = {*posts.texts(STEM | code(stem)), *posts.texts(SAID | code(stem))}
            seen += len(names)
            for name in names:
                shared[name] += weigh(stem)
        likely = sorted(shared, key=lambda name: (-shared[name], name))[: _LIKELY * most]
        scored = [(nearness(asked, text, weigh), name, text) for name, text in self.texts(likely)]
        best = sorted(
            ((score, name, text) for score, name, text in scored if score > 0), key=lambda row: (-row[0], row[1])
        )
        found = [
            Near(score, _unpacked(path), line, column, id_, text)
            for score, name, text in best[:most]
            for path, line, column, id_ in self._db.execute(
                "select path, line, place, id from doc where text = ? order by path, line", (name,)
            )
        ]
        return sorted(found, key=lambda one: (-one.score, one.path, one.line))[:most]

    def digests(self) -> dict[str, str]:
        return {_unpacked(path): digest for path, digest in self._db.execute("select path, digest from file")}

    def crowds(self, most: int) -> tuple[int, list[Crowd]]:
        """How many keys too many texts share, and the biggest of these crowds."""
        count = self._db.execute("select count(*) from crowd").fetchone()[0]
        posts, found = self.posts(), []
        for key, texts in self._db.execute("select key, count from crowd order by count desc, key limit ?", (most,)):
            for name, text in self.texts(posts.texts(int(key, 16), 1)):
                place = "select path, pointer from doc where text = ? order by path, line limit 1"
                path, pointer = self._db.execute(place, (name,)).fetchone()
                found.append(Crowd(texts, stems_of(int(key, 16), text.sign()), _unpacked(path), pointer))
        return count, found

    def update(self, changed: Mapping[str, tuple[str, Sequence[Doc]]], gone: Iterable[str]) -> None:
        """Bring changed files in, compare the texts that are new, forget those that stand nowhere any more."""
        touched: dict[int, Text] = {}
        for path in (*changed, *gone):
            rows = self._db.execute("select text from doc where path = ?", (_packed(path),))
            touched.update(self.texts([row[0] for row in rows]))
            self._db.execute("delete from doc where path = ?", (_packed(path),))
            self._db.execute("delete from file where path = ?", (_packed(path),))
        fresh: dict[int, Text] = {}
        for path, (digest, docs) in changed.items():
            self._db.execute("insert into file values (?, ?)", (_packed(path), digest))
            for doc in docs:
                name = doc.text.name()
                if self._db.execute("select 1 from text where name = ?", (name,)).fetchone() is None:
                    fresh[name] = doc.text
                    self._db.execute("insert into text values (?, ?, ?, ?)", (name, *_columns(doc.text)))
                self._insert_doc(path, doc, name)
        stands = "select 1 from doc where text = ? limit 1"
        lost = {name: text for name, text in touched.items() if self._db.execute(stands, (name,)).fetchone() is None}
        self._db.executemany("delete from text where name = ?", [(name,) for name in lost])
        from pipeline.project.carry import carry

        carry(self, fresh, lost)
        self._db.commit()

    # ---- what `carry` needs

    def posts(self) -> Posts:
        return Posts(self._db, int(self.meta("buckets", 2)))

    def texts(self, names: Sequence[int]) -> Iterator[tuple[int, Text]]:
        """Texts by their names, in any order."""
        for name, question, kind, answers in self._rows(
            "select name, question, kind, answers from text where name in", names
        ):
            yield name, find.Text(str(question), tuple(map(str, json.loads(answers))), kind)

    def weights(self) -> Weights:
        caps = json.loads(self.meta("caps", "{}"))
        return Weights({str(stem): int(weight) for stem, weight in caps.items()})

    def count(self, stem: str) -> int:
        """How many texts of the sample use a stem."""
        row = self._db.execute("select count from stem where stem = ?", (stem,)).fetchone()
        return int(row[0]) if row else 0

    def set_count(self, stem: str, count: int) -> None:
        self._db.execute("insert or replace into stem values (?, ?)", (stem, count))

    def set_crowd(self, key: int, count: int) -> None:
        """Remember how many texts share a key, if they are too many; 0 forgets it."""
        self._db.execute("delete from crowd where key = ?", (_hex(key),))
        if count:
            self._db.execute("insert into crowd values (?, ?)", (_hex(key), count))

    def pairs_of(self, names: Iterable[int]) -> set[tuple[int, int]]:
        """The pairs that were found with these texts."""
        wanted = list(names)
        return {
            (first, second)
            for side in ("first", "second")
            for first, second in self._rows(f"select first, second from pair where {side} in", wanted)  # noqa: S608
        }

    def remove_pairs(self, pairs: Iterable[tuple[int, int]]) -> None:
        self._db.executemany("delete from pair where first = ? and second = ?", pairs)

    def add_pair(self, first: int, second: int, verdict: str, score: float) -> None:
        self._db.execute("insert or replace into pair values (?, ?, ?, ?)", (first, second, verdict, score))

    def meta(self, name: str, default: Any) -> Any:
        row = self._db.execute("select value from meta where name = ?", (name,)).fetchone()
        return default if row is None else row[0]

    def put(self, name: str, value: Any) -> None:
        self._db.execute("insert or replace into meta values (?, ?)", (name, value))

    def _rows(self, query: str, names: Sequence[int]) -> Iterator[Any]:
        for start in range(0, len(names), _PARTS):
            part = names[start : start + _PARTS]
            yield from self._db.execute(f"{query} ({','.join('?' * len(part))})", part)

    def _insert_doc(self, path: str, doc: Doc, name: int) -> None:
        self._db.execute(
            "insert into doc values (?, ?, ?, ?, ?, ?)",
            (_packed(path), doc.pointer, doc.id, doc.line, doc.column, name),
        )


def refresh(
    root: str, tool: str, files: Mapping[str, tuple[str, Sequence[Doc] | None]], read: Any, run: Run, *, keep: bool
) -> Index:
    """An index of exactly these files: the one on disk brought up to date, or a new one. `files` maps a path to its
    digest; `read(path)` gives its questions. Without `keep` it stays in memory."""
    digests = {path: digest for path, (digest, _) in files.items()}
    index = _existing(root, tool) if keep else None
    if index is not None:
        from pipeline.project.carry import OutgrownError

        with suppress(OutgrownError, sqlite3.Error, ValueError, TypeError, KeyError, OverflowError):
            before = index.digests()
            changed = [path for path, digest in digests.items() if before.get(path) != digest]
            gone = [path for path in before if path not in digests]
            if not changed and not gone:
                return index
            if len(changed) + len(gone) <= 1 + _MOST_CHANGED * len(digests):
                index.update({path: (digests[path], read(path)) for path in changed}, gone)
                return index
        with suppress(sqlite3.Error):
            index._db.rollback()
            index.close()
    return _rebuild(root, tool, {path: (digest, read(path)) for path, digest in digests.items()}, run, keep=keep)


def existing(root: str, tool: str) -> Index | None:
    """The index on disk, if this tool has written it."""
    return _existing(root, tool)


def open_stamped(root: str, stamp: str) -> Index | None:
    """The index on disk, if it was made from a tree of this stamp, in which the tool's own files are."""
    index = _opened(root)
    if index is not None and index.stamp() != stamp:
        index.close()
        return None
    return index


def _existing(root: str, tool: str) -> Index | None:
    index = _opened(root)
    try:
        if index is not None and index.meta("tool", "") != tool:
            index.close()
            return None
    except sqlite3.Error:
        return None
    return index


def _opened(root: str) -> Index | None:
    place = f"{root}/{CACHE_FOLDER}/{_NAME}"
    if os.path.islink(place) or not os.path.isfile(place):  # noqa: PTH113, PTH114 - pathlib is slow to import here
        return None
    try:
        return Index(sqlite3.connect(place, timeout=0.5), place)
    except sqlite3.Error:
        return None


def _rebuild(root: str, tool: str, files: Mapping[str, tuple[str, Sequence[Doc]]], run: Run, *, keep: bool) -> Index:
    names = {doc.text: doc.text.name() for _, docs in files.values() for doc in docs}
    searched = find.search(list(names), run)
    place = ""
    if keep:
        with suppress(OSError):
            folder = own_folder(root)
            place = f"{folder}/{_NAME}.{os.getpid()}" if folder is not None else ""
    try:
        index = _write(place or ":memory:", tool, files, names, searched)
        if place:
            target = f"{root}/{CACHE_FOLDER}/{_NAME}"
            os.replace(place, target)  # noqa: PTH105
            index.file = target
    except (sqlite3.Error, OSError):
        with suppress(OSError):
            os.unlink(place)  # noqa: PTH108
        index = _write(":memory:", tool, files, names, searched)
    index.rebuilt = True
    return index


def _write(
    place: str,
    tool: str,
    files: Mapping[str, tuple[str, Sequence[Doc]]],
    names: Mapping[Text, int],
    searched: find.Search,
) -> Index:
    if place != ":memory:":
        with suppress(FileNotFoundError):
            os.unlink(place)  # noqa: PTH108
    database = sqlite3.connect(place)
    database.execute("pragma journal_mode = memory")
    database.execute("pragma synchronous = off")
    database.executescript(_SCHEMA)
    index = Index(database, "" if place == ":memory:" else place)
    insert = database.executemany
    insert("insert into file values (?, ?)", ((_packed(path), digest) for path, (digest, _) in files.items()))
    texts = sorted((name, *_columns(text)) for text, name in names.items())
    insert("insert or ignore into text values (?, ?, ?, ?)", texts)
    insert(
        "insert into doc values (?, ?, ?, ?, ?, ?)",
        (
            (_packed(p), d.pointer, d.id, d.line, d.column, names[d.text])
            for p, (_, docs) in files.items()
            for d in docs
        ),
    )
    named = list(names.values())
    pairs = ((named[one], named[two], verdict, score) for one, two, verdict, score in searched.found)
    insert("insert into pair values (?, ?, ?, ?)", pairs)
    insert("insert into stem values (?, ?)", searched.counts.items())
    insert("insert into crowd values (?, ?)", ((_hex(key), count) for key, count in searched.crowded.items()))
    keys, places = searched.posts
    buckets = buckets_for(len(keys))
    insert("insert into bucket values (?, ?)", filled(keys, places, named, buckets))
    meta = {
        "tool": tool, "size": len(names), "caps": json.dumps(dict(searched.caps)), "buckets": buckets,
        "most": searched.most, "sizes": json.dumps(dict(searched.sizes)),
    }  # fmt: skip
    insert("insert into meta values (?, ?)", meta.items())
    database.executescript(_INDEXES)
    database.commit()
    return index


def _packed(path: str) -> str:
    """A path that SQLite can keep: names of files need not be UTF-8."""
    return path if path.isascii() else path.encode("utf-8", "surrogateescape").decode("latin-1")


def _unpacked(path: str) -> str:
    return path if path.isascii() else path.encode("latin-1").decode("utf-8", "surrogateescape")


def _columns(text: Text) -> tuple[str, str, str]:
    return text.question, text.kind, json.dumps(text.answers, ensure_ascii=False)


def _hex(key: int) -> str:
    """A key that SQLite can keep: its own numbers end at 2 ** 63."""
    return f"{key:016x}"
