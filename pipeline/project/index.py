"""The index of a bank on disk: texts, the keys that find them, and the pairs that were found. SQLite, one file.

It is a cache. It holds exactly what a search of the whole bank would give: after an edit only the texts that changed
are compared, and whenever that could not be enough (a cap moves, a key gets crowded, the bank doubles) everything is
searched again. A file that is broken, foreign or locked is as good as none.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.duplicates import find
from pipeline.duplicates.keys import STEM, keys_of
from pipeline.duplicates.weights import RARE, Weights, cap, code
from pipeline.project.stamp import CACHE_FOLDER, own_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pipeline.duplicates.find import Run, Text

_NAME = "duplicates.sqlite3"
_SCHEMA = """
create table meta (name text primary key, value) without rowid;
create table file (path text primary key, digest text) without rowid;
create table text (number integer primary key, name integer, question text, kind text, answers text);
create table doc (path text, pointer text, id text, line integer, place integer, text integer);
create table bucket (number integer primary key, data blob);
create table pair (first integer, second integer, verdict text, score real);
create table stem (stem text primary key, count integer) without rowid;
"""
_INDEXES = """
create unique index text_name on text (name);
create index doc_path on doc (path);
create index doc_text on doc (text);
create index pair_first on pair (first);
create index pair_second on pair (second);
"""
_ENTRY = 12  # bytes of a post: 8 of the key, 4 of the text
_POSTS_IN_BUCKET = 256
_MOST_CHANGED = 0.2
_PARTS = 500
_WIDE = 20_000


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


class _OutgrownError(Exception):
    """The change cannot be made in place: search everything again."""


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
        return str(self._meta("stamp", ""))

    def set_stamp(self, stamp: str) -> None:
        self._put("stamp", stamp)
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
        """The questions that share most with a text, the nearest first."""
        from pipeline.duplicates.near import nearness
        from pipeline.duplicates.signature import sign

        weigh = self._weights()
        asked = sign(question)
        shared: Counter[int] = Counter()
        seen = 0
        for stem in sorted(asked.stems, key=lambda stem: (-weigh(stem), stem)):
            if seen > _WIDE:
                break
            texts = self._posts([STEM | code(stem)])
            seen += len(texts)
            for text in texts:
                shared[text] += weigh(stem)
        likely = sorted(shared, key=lambda text: (-shared[text], text))[: 40 * most]
        scored = [(nearness(asked, text, weigh), number, text) for number, text in self._texts(likely)]
        best = sorted(
            ((score, number, text) for score, number, text in scored if score > 0), key=lambda row: (-row[0], row[1])
        )
        found = [
            Near(score, _unpacked(path), line, column, id_, text)
            for score, number, text in best[:most]
            for path, line, column, id_ in self._db.execute(
                "select path, line, place, id from doc where text = ? order by path, line", (number,)
            )
        ]
        return sorted(found, key=lambda one: (-one.score, one.path, one.line))[:most]

    def digests(self) -> dict[str, str]:
        return {_unpacked(path): digest for path, digest in self._db.execute("select path, digest from file")}

    def update(self, changed: Mapping[str, tuple[str, Sequence[Doc]]], gone: Iterable[str]) -> None:
        """Bring changed files in, compare the texts that are new, forget those that stand nowhere any more."""
        new: list[Text] = []
        touched: set[int] = set()
        for path in (*changed, *gone):
            touched.update(row[0] for row in self._db.execute("select text from doc where path = ?", (_packed(path),)))
            self._db.execute("delete from doc where path = ?", (_packed(path),))
            self._db.execute("delete from file where path = ?", (_packed(path),))
        last = self._db.execute("select coalesce(max(number), 0) from text").fetchone()[0]
        last = max(last, int(self._meta("last", 0)))
        fresh: dict[int, Text] = {}
        for path, (digest, docs) in changed.items():
            self._db.execute("insert into file values (?, ?)", (_packed(path), digest))
            for doc in docs:
                name = doc.text.name()
                row = self._db.execute("select number from text where name = ?", (name,)).fetchone()
                if row is None:
                    last += 1
                    row = (last,)
                    fresh[last] = doc.text
                    new.append(doc.text)
                    self._db.execute("insert into text values (?, ?, ?, ?, ?)", (last, name, *_columns(doc.text)))
                self._insert_doc(path, doc, row[0])
        self._put("last", last)
        lost = self._forget(touched)
        self._recount(lost, new)
        self._compare(fresh)
        self._db.commit()

    def _forget(self, touched: set[int]) -> list[Text]:
        """Remove the texts that have no place left; gives them."""
        lost = []
        for number in touched:
            if self._db.execute("select 1 from doc where text = ? limit 1", (number,)).fetchone() is None:
                lost += [text for _, text in self._texts([number])]
                self._db.execute("delete from text where number = ?", (number,))
                self._db.execute("delete from pair where first = ? or second = ?", (number, number))
        return lost

    def _recount(self, lost: list[Text], new: list[Text]) -> None:
        """Keep the counts of the sample; if a cap moves, the keys of other texts would too."""
        before = int(self._meta("size", 0))
        size = before + len(new) - len(lost)
        self._put("size", size)
        counted = find.sampled(size)
        if find.scale(size) != find.scale(before) or find.scale(counted) != find.scale(find.sampled(before)):
            raise _OutgrownError
        if not find.sample_counts_matter(size):
            return
        change: Counter[str] = Counter()
        for texts, sign in ((new, 1), (lost, -1)):
            for text in texts:
                if find.is_sampled(text.name(), size):
                    for stem in text.sign().stems:
                        change[stem] += sign
        caps = self._weights().caps
        for stem, difference in change.items():
            if difference:
                row = self._db.execute("select count from stem where stem = ?", (stem,)).fetchone()
                count = (row[0] if row else 0) + difference
                if cap(count, counted) != caps.get(stem, RARE):
                    raise _OutgrownError
                self._db.execute("insert or replace into stem values (?, ?)", (stem, count))

    def _compare(self, fresh: Mapping[int, Text]) -> None:
        """Compare new texts with all others, and post them."""
        weigh = self._weights()
        size = int(self._meta("size", 0))
        most = find.crowd(size)
        signed = {number: text.sign() for number, text in fresh.items()}
        keys = {number: keys_of(signature, weigh) for number, signature in signed.items()}
        self._post([(key, number) for number, own in keys.items() for key in own.posts()])
        wanted = {key for own in keys.values() for key in (*own.probes(), *own.posted)}
        members = self._members(wanted)
        live = self._live({number for numbers in members.values() for number in numbers})
        if any(len(live & numbers) > most for numbers in members.values()):
            raise _OutgrownError
        compared = int(self._meta("compared", 0))
        compared += sum(len(live & members[key]) for own in keys.values() for key in own.probes())
        if compared > find.budget(size):
            raise _OutgrownError
        self._put("compared", compared)
        near = {
            number: {other for key in own.probes() for other in members[key]} & live for number, own in keys.items()
        }
        others = dict(self._texts(sorted(set().union(*near.values(), fresh))))
        signatures = {number: signed.get(number) or text.sign() for number, text in others.items()}
        for number, partners in near.items():
            for other in partners:
                if other == number or (other in fresh and other < number):
                    continue
                first, second = sorted((number, other), key=lambda one: others[one].name())
                verdict = find.accepts(others[first], others[second], signatures[first], signatures[second], weigh)
                if verdict is not None:
                    self._db.execute("insert into pair values (?, ?, ?, ?)", (first, second, *verdict))

    def _members(self, keys: Iterable[int]) -> dict[int, set[int]]:
        """The texts that are posted under each key, also those that are gone."""
        mask = int(self._meta("buckets", 1)) - 1
        by_bucket: defaultdict[int, list[int]] = defaultdict(list)
        for key in keys:
            by_bucket[_bucket(key, mask)].append(key)
        found: dict[int, set[int]] = {key: set() for own in by_bucket.values() for key in own}
        for number, data in self._rows("select number, data from bucket where number in", list(by_bucket)):
            for key in by_bucket[number]:
                found[key].update(_find(data, key))
        return found

    def _posts(self, keys: list[int]) -> set[int]:
        return set().union(*self._members(keys).values())

    def _live(self, numbers: set[int]) -> set[int]:
        return {row[0] for row in self._rows("select number from text where number in", sorted(numbers))}

    def _post(self, posts: Sequence[tuple[int, int]]) -> None:
        mask = int(self._meta("buckets", 1)) - 1
        added: defaultdict[int, bytearray] = defaultdict(bytearray)
        for key, number in posts:
            added[_bucket(key, mask)] += key.to_bytes(8, "little") + number.to_bytes(4, "little")
        before = dict(self._rows("select number, data from bucket where number in", list(added)))
        self._db.executemany(
            "insert or replace into bucket values (?, ?)",
            [(bucket, before.get(bucket, b"") + bytes(data)) for bucket, data in added.items()],
        )

    def _texts(self, numbers: Sequence[int]) -> Iterator[tuple[int, Text]]:
        query = "select number, question, kind, answers from text where number in"
        for number, question, kind, answers in self._rows(query, numbers):
            yield number, find.Text(str(question), tuple(map(str, json.loads(answers))), kind)

    def _rows(self, query: str, numbers: Sequence[int]) -> Iterator[Any]:
        for start in range(0, len(numbers), _PARTS):
            part = numbers[start : start + _PARTS]
            yield from self._db.execute(f"{query} ({','.join('?' * len(part))})", part)

    def _insert_doc(self, path: str, doc: Doc, number: int) -> None:
        self._db.execute(
            "insert into doc values (?, ?, ?, ?, ?, ?)",
            (_packed(path), doc.pointer, doc.id, doc.line, doc.column, number),
        )

    def _weights(self) -> Weights:
        caps = json.loads(self._meta("caps", "{}"))
        return Weights({str(stem): int(weight) for stem, weight in caps.items()})

    def _meta(self, name: str, default: Any) -> Any:
        row = self._db.execute("select value from meta where name = ?", (name,)).fetchone()
        return default if row is None else row[0]

    def _put(self, name: str, value: Any) -> None:
        self._db.execute("insert or replace into meta values (?, ?)", (name, value))


def refresh(
    root: str, tool: str, files: Mapping[str, tuple[str, Sequence[Doc] | None]], read: Any, run: Run, *, keep: bool
) -> Index:
    """An index of exactly these files: the one on disk brought up to date, or a new one. `files` maps a path to its
    digest; `read(path)` gives its questions. Without `keep` it stays in memory."""
    digests = {path: digest for path, (digest, _) in files.items()}
    index = _existing(root, tool) if keep else None
    if index is not None:
        with suppress(_OutgrownError, sqlite3.Error, ValueError, TypeError, KeyError, OverflowError):
            before = index.digests()
            changed = [path for path, digest in digests.items() if before.get(path) != digest]
            gone = [path for path in before if path not in digests]
            if not changed and not gone:
                return index
            if not index._meta("crowded", 0) and len(changed) + len(gone) <= 1 + _MOST_CHANGED * len(digests):
                index.update({path: (digests[path], read(path)) for path in changed}, gone)
                return index
        with suppress(sqlite3.Error):
            index._db.rollback()
            index.close()
    return _rebuild(root, tool, {path: (digest, read(path)) for path, digest in digests.items()}, run, keep=keep)


def existing(root: str, tool: str) -> Index | None:
    """The index on disk, if this tool has written it."""
    return _existing(root, tool)


def _existing(root: str, tool: str) -> Index | None:
    place = f"{root}/{CACHE_FOLDER}/{_NAME}"
    if Path(place).is_symlink() or not Path(place).is_file():
        return None
    try:
        index = Index(sqlite3.connect(place, timeout=0.5), place)
        if index._meta("tool", "") == tool:
            return index
        index.close()
    except sqlite3.Error:
        return None
    return None


def _rebuild(root: str, tool: str, files: Mapping[str, tuple[str, Sequence[Doc]]], run: Run, *, keep: bool) -> Index:
    numbers: dict[Text, int] = {}
    for _, docs in files.values():
        for doc in docs:
            numbers.setdefault(doc.text, len(numbers))
    texts = list(numbers)
    searched = find.search(texts, run)
    place = ""
    if keep:
        with suppress(OSError):
            folder = own_folder(root)
            place = f"{folder}/{_NAME}.{os.getpid()}" if folder is not None else ""
    try:
        index = _write(place or ":memory:", tool, files, texts, numbers, searched)
        if place:
            target = f"{root}/{CACHE_FOLDER}/{_NAME}"
            Path(place).replace(target)
            index.file = target
    except (sqlite3.Error, OSError):
        with suppress(OSError):
            Path(place).unlink()
        index = _write(":memory:", tool, files, texts, numbers, searched)
    index.rebuilt = True
    return index


def _write(
    place: str,
    tool: str,
    files: Mapping[str, tuple[str, Sequence[Doc]]],
    texts: Sequence[Text],
    numbers: Mapping[Text, int],
    searched: find.Search,
) -> Index:
    if place != ":memory:":
        Path(place).unlink(missing_ok=True)
    database = sqlite3.connect(place)
    database.execute("pragma journal_mode = memory")
    database.execute("pragma synchronous = off")
    database.executescript(_SCHEMA)
    index = Index(database, "" if place == ":memory:" else place)
    insert = database.executemany
    insert("insert into file values (?, ?)", ((_packed(path), digest) for path, (digest, _) in files.items()))
    insert(
        "insert into text values (?, ?, ?, ?, ?)", ((n, text.name(), *_columns(text)) for n, text in enumerate(texts))
    )
    insert(
        "insert into doc values (?, ?, ?, ?, ?, ?)",
        (
            (_packed(p), d.pointer, d.id, d.line, d.column, numbers[d.text])
            for p, (_, docs) in files.items()
            for d in docs
        ),
    )
    insert("insert into pair values (?, ?, ?, ?)", searched.found)
    insert("insert into stem values (?, ?)", searched.counts.items())
    buckets = _bucket_count(len(searched.posts[0]))
    insert("insert into bucket values (?, ?)", _buckets(searched.posts, buckets - 1))
    meta = {
        "tool": tool, "size": len(texts), "last": len(texts), "caps": json.dumps(dict(searched.caps)),
        "buckets": buckets, "crowded": int(searched.crowded),
        "compared": searched.compared,
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


def _bucket_count(posts: int) -> int:
    return 1 << (posts // _POSTS_IN_BUCKET).bit_length()


def _bucket(key: int, mask: int) -> int:
    return (key ^ (key >> 32)) & mask


def _buckets(posts: tuple[Any, Any], mask: int) -> Iterator[tuple[int, bytes]]:
    keys, texts = posts
    if isinstance(keys, list):
        found: defaultdict[int, bytearray] = defaultdict(bytearray)
        for key, text in zip(keys, texts, strict=True):
            found[_bucket(key, mask)] += key.to_bytes(8, "little") + text.to_bytes(4, "little")
        yield from ((number, bytes(data)) for number, data in sorted(found.items()))
        return
    from pipeline.duplicates.join import in_buckets

    yield from in_buckets(keys, texts, mask)


def _find(data: bytes, key: int) -> Iterator[int]:
    """The texts of a key in a bucket."""
    wanted = key.to_bytes(8, "little")
    at = data.find(wanted)
    while at >= 0:
        if at % _ENTRY == 0:
            yield int.from_bytes(data[at + 8 : at + _ENTRY], "little")
            at = data.find(wanted, at + _ENTRY)
        else:
            at = data.find(wanted, at + 1)
