"""Carry an index along with an edit: afterwards it holds exactly what a search of everything would find.

Most texts keep their keys, and most keys stay shared by few texts: then only the texts of the edit are compared. If the
weight of a word moves, the texts that use it are taken out and brought in again with their new keys. If a key gets
crowded, or a face of its crowd changes, the pairs that it alone proposed are looked at again. Only if the limits
themselves move (the bank doubles, say) the index is outgrown.
"""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from pipeline.duplicates import find
from pipeline.duplicates.keys import SAID, STEM, keys_of, mirror
from pipeline.duplicates.weights import Weights, caps_of, code

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pipeline.duplicates.find import Text
    from pipeline.duplicates.keys import Keys
    from pipeline.duplicates.signature import Signature
    from pipeline.project.index import Index
    from pipeline.project.posts import Posts

_MOST_AGAIN = 0.1  # of all texts: to bring more of them in again takes as long as a search


class OutgrownError(Exception):
    """The change cannot be made in place: search everything again."""


def carry(index: Index, fresh: Mapping[int, Text], lost: Mapping[int, Text]) -> None:
    """`fresh` texts came and `lost` ones went, by their names."""
    size = int(index.meta("size", 0)) + len(fresh) - len(lost)
    before = index.weights()
    after = _recount(index, fresh, lost, before, size)
    posts = index.posts()
    again = dict(index.texts(sorted(_weighed_anew(posts, before, after) - lost.keys())))
    if len(again) > _MOST_AGAIN * size:
        raise OutgrownError
    leaving = {name: keys_of(text.sign(), before) for name, text in (*lost.items(), *again.items())}
    coming = {name: keys_of(text.sign(), after) for name, text in (*fresh.items(), *again.items())}
    index.put("size", size)
    index.put("caps", json.dumps(after.caps))
    _Edit(index, posts, leaving, coming, after).make()


def _recount(index: Index, fresh: Mapping[int, Text], lost: Mapping[int, Text], before: Weights, size: int) -> Weights:
    """Keep the counts of the sample; gives the weights that follow from them."""
    old = size - len(fresh) + len(lost)
    counted = find.sampled(size)
    if (
        find.scale(size) != find.scale(old)
        or find.scale(counted) != find.scale(find.sampled(old))
        or find.sample_counts_matter(size) != find.sample_counts_matter(old)
    ):
        raise OutgrownError
    if not find.sample_counts_matter(size):
        return before
    change: Counter[str] = Counter()
    for texts, sign in ((fresh, 1), (lost, -1)):
        for name, text in texts.items():
            if find.is_sampled(name, size):
                for stem in text.sign().stems:
                    change[stem] += sign
    caps = dict(before.caps)
    for stem, difference in change.items():
        if difference:
            count = index.count(stem) + difference
            index.set_count(stem, count)
            caps.pop(stem, None)
            caps |= caps_of({stem: count}, counted)
    return Weights(caps)


def _weighed_anew(posts: Posts, before: Weights, after: Weights) -> set[int]:
    """The texts that use a word whose weight has moved."""
    moved = [stem for stem in before.caps.keys() | after.caps.keys() if before.caps.get(stem) != after.caps.get(stem)]
    return {name for stem in moved for mark in (STEM, SAID) for name in posts.texts(mark | code(stem))}


class _Group(NamedTuple):
    """The texts of a key: how many, and the faces of a crowd."""

    size: int
    faces: frozenset[int]


class _Pairs(NamedTuple):
    """Pairs of texts by the kind of key that proposes them, because the kinds ask for more or less in common."""

    answer: set[tuple[int, int]]
    close: set[tuple[int, int]]
    crossed: set[tuple[int, int]]


class _Edit:
    """Texts that leave and texts that come, with their keys; a text that is weighed anew does both."""

    def __init__(
        self, index: Index, posts: Posts, leaving: Mapping[int, Keys], coming: Mapping[int, Keys], weigh: Weights
    ) -> None:
        self._index, self._posts, self._weigh = index, posts, weigh
        self._leaving, self._coming = leaving, coming
        self._most = int(index.meta("most", 0))
        keys = (*leaving.values(), *coming.values())
        self._answer = frozenset(key for own in keys for key in own.answer)
        self._close = frozenset(key for own in keys for key in own.close)
        self._mirrored = frozenset(key for own in keys for key in own.posted)
        self._groups: dict[int, _Group] = {}
        self._wanted = _Pairs(set(), set(), set())

    def make(self) -> None:
        removed, added = _changed(self._leaving, self._coming), _changed(self._coming, self._leaving)
        kinds = self._answer | self._close | self._mirrored
        was = {key: self._group(key) for key, _ in (*removed, *added) if key in kinds}
        self._post(removed, added)
        self._groups = {}
        self._count(was)
        self._index.remove_pairs(self._index.pairs_of(self._leaving))
        for name, keys in self._coming.items():
            self._meet_others(name, keys)
        doubted: set[tuple[int, int]] = set()
        for key, before in was.items():
            doubted |= self._look_again(key, before)
        names = {name for pairs in (*self._wanted, doubted) for pair in pairs for name in pair}
        texts = dict(self._index.texts(sorted(names)))
        signed = {name: text.sign() for name, text in texts.items()}
        self._withdraw(doubted, signed)
        self._judge(texts, signed)

    def _post(self, removed: Iterable[tuple[int, int]], added: Iterable[tuple[int, int]]) -> None:
        for key, name in removed:
            self._posts.remove(key, name)
        for key, name in added:
            self._posts.add(key, name)
        self._posts.write()

    def _count(self, was: Mapping[int, _Group]) -> None:
        """Keep the sizes of groups, and see whether they leave the limit for crowds where it is."""
        sizes = Counter({int(size): int(keys) for size, keys in json.loads(self._index.meta("sizes", "{}")).items()})
        for key, before in was.items():
            now = self._group(key).size
            if key not in self._mirrored:
                sizes[before.size] -= 1
                sizes[now] += 1
            if max(before.size, now) > self._most:
                self._index.set_crowd(key, now if now > self._most else 0)
        sizes = Counter({size: keys for size, keys in sizes.items() if size > 1 and keys})
        if find.crowd_within_budget(sizes, int(self._index.meta("size", 0))) != self._most:
            raise OutgrownError
        self._index.put("sizes", json.dumps(sizes))

    def _look_again(self, key: int, before: _Group) -> set[tuple[int, int]]:
        """If the crowd of a key is another than before: want the pairs that it newly proposes, and give those that it
        may propose no longer. All are of texts that stay."""
        now = self._group(key)
        if max(before.size, now.size) <= self._most:
            return set()
        risen: Iterable[int] = ()
        fallen: Iterable[int] = ()
        if before.size <= self._most:
            fallen = self._posts.texts(key)
        elif now.size <= self._most:
            risen = self._posts.texts(key)
        else:
            risen, fallen = now.faces - before.faces, before.faces - now.faces
        others = self._posts.texts(mirror(key) if key in self._mirrored else key)
        self._want(key).update(
            _pair(one, two)
            for one, two in product(risen, others)
            if one != two and one not in self._coming and two not in self._coming
        )
        near = frozenset(others)
        sure = frozenset(fallen)
        return {
            (one, two)
            for one, two in self._index.pairs_of(sure)
            if (one in sure and two in near) or (two in sure and one in near)
        }

    def _meet_others(self, name: int, keys: Keys) -> None:
        """Want the pairs of a new text with all that a search would compare it with."""
        for key in keys.groups():
            everyone = self._few(key) or name in self._group(key).faces
            others = self._posts.texts(key) if everyone else self._group(key).faces
            self._want(key).update(_pair(name, other) for other in others if other != name)
        for key in keys.probed:
            own = mirror(key)
            everyone = self._few(key) or self._few(own) or name in self._group(own).faces
            others = self._posts.texts(key) if everyone else self._group(key).faces
            self._wanted.crossed.update(_pair(name, other) for other in others if other != name)

    def _want(self, key: int) -> set[tuple[int, int]]:
        """The wanted pairs of a key's kind."""
        if key in self._mirrored:
            return self._wanted.crossed
        return self._wanted.close if key in self._close else self._wanted.answer

    def _withdraw(self, doubted: set[tuple[int, int]], signed: Mapping[int, Signature]) -> None:
        """Remove the pairs that no key proposes any more."""
        keys = {name: keys_of(signed[name], self._weigh) for pair in doubted for name in pair}

        def proposed(one: int, two: int) -> bool:
            own, others = keys[one], keys[two]
            crossed = [key for key in own.posted if mirror(key) in others.posted]
            return (
                any(self._meet(key, one) or self._meet(mirror(key), two) for key in crossed)
                or (self._any_meet(own.answer, others.answer, one, two) and self._near(signed, one, two, close=False))
                or (self._any_meet(own.close, others.close, one, two) and self._near(signed, one, two, close=True))
            )

        self._index.remove_pairs([pair for pair in doubted if not proposed(*pair)])

    def _judge(self, texts: Mapping[int, Text], signed: Mapping[int, Signature]) -> None:
        """Keep the wanted pairs that the judge accepts."""
        pairs = set(self._wanted.crossed)
        pairs.update(pair for pair in self._wanted.answer if self._near(signed, *pair, close=False))
        pairs.update(pair for pair in self._wanted.close if self._near(signed, *pair, close=True))
        for one, two in pairs:
            found = find.accepts(texts[one], texts[two], signed[one], signed[two], self._weigh)
            if found is not None:
                self._index.add_pair(one, two, *found)

    def _near(self, signed: Mapping[int, Signature], one: int, two: int, *, close: bool) -> bool:
        return find.is_near(signed[one], signed[two], self._weigh, close=close)

    def _any_meet(self, own: Iterable[int], others: Iterable[int], *names: int) -> bool:
        return any(self._meet(key, *names) for key in frozenset(own).intersection(others))

    def _meet(self, key: int, *names: int) -> bool:
        """Whether a key lets one of these texts meet all others of it."""
        return self._few(key) or not self._group(key).faces.isdisjoint(names)

    def _few(self, key: int) -> bool:
        return self._group(key).size <= self._most

    def _group(self, key: int) -> _Group:
        found = self._groups.get(key)
        if found is None:
            size = self._posts.size(key)
            faces = self._posts.texts(key, find.FACES) if size > self._most else ()
            found = self._groups[key] = _Group(size, frozenset(faces))
        return found


def _changed(these: Mapping[int, Keys], those: Mapping[int, Keys]) -> list[tuple[int, int]]:
    """Posts that these have and those do not: a text that is weighed anew keeps most of its keys."""
    return [
        (key, name)
        for name, keys in these.items()
        for key in (keys.posts() - those[name].posts() if name in those else keys.posts())
    ]


def _pair(one: int, two: int) -> tuple[int, int]:
    """Two names, the smaller one first, as a search orders them."""
    return (one, two) if one < two else (two, one)
