"""Which texts have which key, on disk: posts of 16 bytes in buckets, in the order of keys and of the names of texts.

All texts of a key stand side by side, those with the smallest names first: how many there are and who are the faces of
a crowd is seen without reading them all.
"""

from __future__ import annotations

from bisect import bisect_left
from struct import Struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

_ENTRY = 16  # bytes of a post: 8 of the key, 8 of the name
_POSTS_IN_BUCKET = 256
_SPREAD = 0x9E3779B97F4A7C15  # odd: keys are spread over the buckets, and no two become one
_ALL = 2**64 - 1
_PAIR = Struct(">QQ")


class Posts:
    """The posts of an index; changes are kept in memory until they are written."""

    def __init__(self, database: sqlite3.Connection, buckets: int) -> None:
        self._db = database
        self._shift = _shift(buckets)
        self._loaded: dict[int, bytearray] = {}
        self._changed: set[int] = set()

    def size(self, key: int) -> int:
        """How many texts have a key."""
        data, spread = self._bucket(key)
        start, end = _run(data, spread)
        return (end - start) // _ENTRY

    def texts(self, key: int, most: int | None = None) -> list[int]:
        """The texts of a key, at most so many: those with the smallest names."""
        data, spread = self._bucket(key)
        start, end = _run(data, spread)
        if most is not None:
            end = min(end, start + most * _ENTRY)
        return [name for _, name in _PAIR.iter_unpack(memoryview(data)[start:end])]

    def add(self, key: int, name: int) -> None:
        data, spread = self._bucket(key)
        place = _place(data, spread, name)
        entry = _PAIR.pack(spread, name)
        if data[place : place + _ENTRY] != entry:
            data[place:place] = entry
            self._changed.add(spread >> self._shift)

    def remove(self, key: int, name: int) -> None:
        data, spread = self._bucket(key)
        place = _place(data, spread, name)
        if data[place : place + _ENTRY] == _PAIR.pack(spread, name):
            del data[place : place + _ENTRY]
            self._changed.add(spread >> self._shift)

    def write(self) -> None:
        """Write the buckets that have changed."""
        rows = [(number, bytes(self._loaded[number])) for number in sorted(self._changed)]
        self._db.executemany("insert or replace into bucket values (?, ?)", rows)
        self._changed.clear()

    def _bucket(self, key: int) -> tuple[bytearray, int]:
        spread = key * _SPREAD & _ALL
        number = spread >> self._shift
        data = self._loaded.get(number)
        if data is None:
            row = self._db.execute("select data from bucket where number = ?", (number,)).fetchone()
            data = self._loaded[number] = bytearray(row[0] if row else b"")
            if len(data) % _ENTRY:
                raise ValueError("a bucket is damaged")
        return data, spread


def buckets_for(posts: int) -> int:
    """How many buckets hold so many posts."""
    return max(2, 1 << (posts // _POSTS_IN_BUCKET).bit_length())


def filled(keys: Any, places: Any, names: Sequence[int], buckets: int) -> Iterator[tuple[int, bytes]]:
    """All buckets of a new index; `keys` and `places` of texts stand side by side, as lists or as numpy's."""
    shift = _shift(buckets)
    if not isinstance(keys, list):
        from pipeline.duplicates.join import in_buckets

        yield from in_buckets(keys, places, names, _SPREAD, shift)
        return
    posts = sorted({(key * _SPREAD & _ALL, names[place]) for key, place in zip(keys, places, strict=True)})
    found: dict[int, bytearray] = {}
    for key, name in posts:
        found.setdefault(key >> shift, bytearray()).extend(_PAIR.pack(key, name))
    yield from ((number, bytes(data)) for number, data in found.items())


def _shift(buckets: int) -> int:
    return 65 - max(2, buckets).bit_length()


def _run(data: bytearray, key: int) -> tuple[int, int]:
    """Where the posts of a key start and end. Searching bytes is quicker than bisection but in the biggest buckets."""
    wanted = key.to_bytes(8, "big")
    start = data.find(wanted)
    while start > 0 and start % _ENTRY:
        start = data.find(wanted, start + 1)
    if start < 0:
        return 0, 0
    end = data.rfind(wanted)
    while end % _ENTRY:
        end = data.rfind(wanted, start, end + 7)
    return start, end + _ENTRY


def _place(data: bytearray, key: int, name: int) -> int:
    """Where a post stands in a bucket, or would stand."""
    return _ENTRY * bisect_left(_Entries(data), _PAIR.pack(key, name))


class _Entries:
    """A bucket as a list of posts, for bisection: bytes are in the order of the numbers."""

    def __init__(self, data: bytearray) -> None:
        self._data = data

    def __len__(self) -> int:
        return len(self._data) // _ENTRY

    def __getitem__(self, number: int) -> bytearray:
        return self._data[number * _ENTRY : (number + 1) * _ENTRY]
