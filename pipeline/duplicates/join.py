"""Pairs of texts that share a key, by sorting instead of comparing. The only importer of numpy."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pipeline.duplicates.judge import CLOSE_WITH_ANSWER, CLOSE_WITH_WEAK_ANSWER, CLOSE_WITHOUT_ANSWER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Numbers = np.ndarray[Any, np.dtype[Any]]

_SHARD = 1_500_000  # keys that are sorted at a time
_SIDE = np.uint64(32)


class Limits(NamedTuple):
    """From `crowd` members on only the first `faces` of a group are compared with all; `block` pairs at a time."""

    crowd: int
    faces: int
    block: int


class Shard(NamedTuple):
    """Some of the keys with their texts: all texts of a key are in one shard."""

    keys: Numbers
    texts: Numbers
    close: bool
    limits: Limits


class Bank:
    """The stems and weights of all texts, for a look at how much two of them share."""

    def __init__(self, stems: Numbers, weights: Numbers, lengths: Numbers, weak: Numbers) -> None:
        self.stems, self.weights, self.weak = stems, weights, weak.astype(bool)
        self.starts = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=self.starts[1:])
        owners = np.repeat(np.arange(len(lengths), dtype=np.uint64), lengths)
        self.totals = np.bincount(owners.astype(np.int64), weights, minlength=len(lengths)).astype(np.int64)
        self.owners = owners
        self.known = np.sort((owners << _SIDE) | stems)
        """Every (text, stem), sorted."""


def group_sizes(*columns: Numbers) -> dict[int, int]:
    """How many keys are shared by 2, 3, 4 … texts."""
    sizes: Counter[int] = Counter()
    for keys in columns:
        several = np.unique(keys, return_counts=True)[1]
        groups, count = np.unique(several[several > 1], return_counts=True)
        sizes.update(dict(zip(groups.tolist(), count.tolist(), strict=True)))
    return sizes


def shards(keys: Numbers, texts: Numbers, *, close: bool, limits: Limits) -> Iterator[Shard]:
    """The keys in parts of a bearable size, cut by the key."""
    count = max(1, -(-len(keys) // _SHARD))
    if count == 1:
        yield Shard(keys, texts, close, limits)
        return
    part = (keys ^ (keys >> _SIDE)) % np.uint64(count)
    for number in range(count):
        chosen = part == number
        yield Shard(keys[chosen], texts[chosen], close, limits)


def crowds(keys: Numbers, most: int) -> Iterator[tuple[int, int]]:
    """Keys that more than `most` texts share, with the number of them."""
    found, counts = np.unique(keys, return_counts=True)
    crowded = counts > most
    yield from zip(found[crowded].tolist(), counts[crowded].tolist(), strict=True)


def pairs_in(shard: Shard) -> Numbers:
    """The pairs that share a key, each as (first << 32 | second) and once."""
    keys, texts, _, limits = shard
    order = np.lexsort((texts, keys))
    keys, texts = keys[order], texts[order].astype(np.uint64)
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(keys) else np.zeros(0, np.int64)
    sizes = np.diff(np.append(starts, len(keys)))
    several = sizes > 1
    starts, sizes = starts[several], sizes[several]
    crowded = sizes > limits.crowd
    # Row r of a group meets the rows after it; in a crowd only its first faces do.
    rows = np.repeat(starts, sizes) + _count_up(sizes)
    ends = np.repeat(starts + sizes, sizes)
    meets = ends - rows - 1
    if crowded.any():
        meets[np.repeat(crowded, sizes) & (_count_up(sizes) >= limits.faces)] = 0
    found = [np.zeros(0, np.uint64)]
    for first, last in _blocks(meets, limits.block):
        count = meets[first:last]
        one = np.repeat(rows[first:last], count)
        two = one + 1 + _count_up(count)
        found.append(np.unique((texts[one] << _SIDE) | texts[two]))
    pairs = np.unique(np.concatenate(found))
    kept: Numbers = pairs[(pairs >> _SIDE) != (pairs & np.uint64(0xFFFFFFFF))]
    return kept


def mirrored(posted: Numbers, texts: Numbers, probed: Numbers, limits: Limits) -> Numbers:
    """The pairs where a probe of one is a post of the other; `texts` own both columns."""
    order = np.lexsort((texts, posted))
    keys, owners = posted[order], texts[order].astype(np.uint64)
    low, high = np.searchsorted(keys, probed, "left"), np.searchsorted(keys, probed, "right")
    count = high - low
    count[count > limits.crowd] = limits.faces
    found = [np.zeros(0, np.uint64)]
    for first, last in _blocks(count, limits.block):
        some = count[first:last]
        one = np.repeat(texts[first:last].astype(np.uint64), some)
        two = owners[np.repeat(low[first:last], some) + _count_up(some)]
        pairs = (np.minimum(one, two) << _SIDE) | np.maximum(one, two)
        found.append(np.unique(pairs[one != two]))
    return np.unique(np.concatenate(found))


def near_enough(pairs: Numbers, bank: Bank, *, close: bool) -> Numbers:
    """The pairs that share enough weight for the judge to look at them."""
    kept = [np.zeros(0, np.uint64)]
    for start in range(0, len(pairs), 500_000):
        part = pairs[start : start + 500_000]
        one, two = (part >> _SIDE).astype(np.int64), (part & np.uint64(0xFFFFFFFF)).astype(np.int64)
        count = bank.starts[one + 1] - bank.starts[one]
        owner = np.repeat(np.arange(len(part)), count)
        at = np.repeat(bank.starts[one], count) + _count_up(count)
        wanted = (two[owner].astype(np.uint64) << _SIDE) | bank.stems[at]
        place = np.minimum(np.searchsorted(bank.known, wanted), len(bank.known) - 1)
        shared = np.bincount(owner, bank.weights[at] * (bank.known[place] == wanted), minlength=len(part))
        weak = bank.weak[one] | bank.weak[two]
        share = CLOSE_WITHOUT_ANSWER if close else np.where(weak, CLOSE_WITH_WEAK_ANSWER, CLOSE_WITH_ANSWER)
        kept.append(part[2 * shared >= share * (bank.totals[one] + bank.totals[two]) - 1e-6])
    return np.concatenate(kept)


def alone(bank: Bank, mark: int) -> tuple[Numbers, Numbers]:
    """Each stem as a key by itself, with its text."""
    return np.uint64(mark) | bank.stems.astype(np.uint64), (bank.owners).astype(np.uint32)


def _count_up(sizes: Numbers) -> Numbers:
    """0, 1, 2 … for each size: [2, 3] -> [0, 1, 0, 1, 2]."""
    within: Numbers = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return within


def _blocks(counts: Numbers, block: int) -> Iterator[tuple[int, int]]:
    """Slices of rows whose counts add up to about `block`."""
    sums = np.cumsum(counts)
    start = 0
    while start < len(counts):
        done = int(sums[start - 1]) if start else 0
        end = max(start + 1, int(np.searchsorted(sums, done + block, "right")))
        if int(sums[min(end, len(sums)) - 1]) > done:
            yield start, end
        start = end


def in_buckets(
    keys: Numbers, places: Numbers, names: Sequence[int], spread: int, shift: int
) -> Iterator[tuple[int, bytes]]:
    """Posts of 16 bytes (key times `spread`, name) in their order, put together by the first bits of the key."""
    keys, texts = keys * np.uint64(spread), np.asarray(names, np.uint64)[places]
    order = np.lexsort((texts, keys))
    posts = np.empty(len(keys), np.dtype([("key", ">u8"), ("name", ">u8")]))
    posts["key"], posts["name"] = keys[order], texts[order]
    starts = np.flatnonzero(np.diff(keys[order] >> np.uint64(shift), prepend=np.uint64(2**64 - 1))).tolist()
    for start, end in zip(starts, [*starts[1:], len(keys)], strict=False):
        yield int(posts["key"][start]) >> shift, posts[start:end].tobytes()
