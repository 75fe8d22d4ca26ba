"""Every pair of a bank that the judge accepts: sign, join by keys, judge what is left. Small banks need no numpy.

The work is cut into chunks that know nothing of each other, and `run` decides where they are done: here, in other
processes, on other machines. The result depends on the texts alone, not on their order or on who did the work.
"""

from __future__ import annotations

from _blake2 import blake2b  # not from hashlib, which loads OpenSSL first
from array import array
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pipeline.duplicates.judge import (
    CLOSE_WITH_ANSWER,
    CLOSE_WITH_WEAK_ANSWER,
    CLOSE_WITHOUT_ANSWER,
    is_weak,
    judge,
)
from pipeline.duplicates.keys import STEM, keys_of
from pipeline.duplicates.signature import AnswerKind, Signature, asked, sign
from pipeline.duplicates.weights import Weights, capped_from, caps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pipeline.duplicates.judge import Verdict

_FEW = 4_000  # texts that are joined without numpy, which costs more to import than it saves
_CHUNK = 2_500
_SAMPLE = 4_096
_CROWD_LEAST, _CROWD_SHARE = 300, 160
FACES = 8
"""Of a crowd, so many texts are compared with all: those with the smallest names."""
# Pairs that may be compared for each text: free language needs 3 in a bank of 100,000 and ten times that in one of a
# million; a bank that is made from templates would need hundreds.
_PAIRS_PER_TEXT, _ONE_MORE_PER = 12, 50_000
_BLOCK = 4_000_000

_Caps = tuple[tuple[str, int], ...]
Item = TypeVar("Item")
Result = TypeVar("Result")


class Run(Protocol):
    """Does `function(item)` for every item and gives the results in their order."""

    def __call__(self, function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]: ...


class Text(NamedTuple):
    """What is compared: a question and its answers, wherever they stand."""

    question: str
    answers: tuple[str, ...]
    kind: AnswerKind

    def sign(self) -> Signature:
        return sign(self.question, self.answers, self.kind)

    def name(self) -> int:
        """A number that stands for the text on every machine."""
        raw = "\0".join((self.kind, self.question, *self.answers)).encode("utf-8", "surrogatepass")
        return int.from_bytes(blake2b(raw, digest_size=8).digest(), "big") >> 1


class Found(NamedTuple):
    """Two texts, by their places in the list that was given, the smaller name first."""

    first: int
    second: int
    verdict: Verdict
    score: float


class Search(NamedTuple):
    """What a search gives, and what an index keeps of it to be carried along."""

    found: list[Found]
    caps: Mapping[str, int]
    counts: Mapping[str, int]
    """How many texts of the sample use a stem."""
    most: int
    """How many texts could share a key and still be compared each with each."""
    sizes: Mapping[int, int]
    """How many keys are shared by so many texts."""
    crowded: Mapping[int, int]
    """Keys that more than `most` texts share: each was compared with the faces of the crowd only."""
    posts: tuple[Any, Any]
    """Keys and texts, side by side."""

    @property
    def compared(self) -> int:
        """How many pairs share a key, counted once for each key."""
        return compared(self.sizes, self.most)


def here(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The simplest `run`: one after the other, in this process."""
    return [function(item) for item in items]


def search(texts: Sequence[Text], run: Run = here, *, few: int = _FEW) -> Search:
    """All pairs of different texts that are the same question, or may be."""
    names = [text.name() for text in texts]
    order = sorted(range(len(texts)), key=names.__getitem__)
    ordered = [texts[place] for place in order]
    signed = [text.sign() for text in ordered] if len(texts) < few else None
    counts = sample_counts(ordered, [names[place] for place in order], signed)
    caps = caps_of(counts, sampled(len(texts)))
    if signed is not None:
        weigh = Weights(caps)
        joined = _join_few(signed, weigh)
        judged = [_judge_pairs(ordered, signed, [(i, j, i, j) for i, j in joined.pairs], weigh)]
        places = [order[place] for place in joined.places]
    else:
        joined = _join_many(ordered, tuple(caps.items()), run)
        judged = run(_judge_chunk, list(_judge_chunks(ordered, joined.pairs, tuple(caps.items()))))
        places = _renumber(joined.places, order)
    found = [Found(order[i], order[j], verdict, score) for part in judged for i, j, verdict, score in part]
    return Search(sorted(found), caps, counts, joined.most, joined.sizes, joined.crowded, (joined.keys, places))


def sampled(size: int) -> int:
    """How many texts of a bank are counted for caps: all of a small one, then one in two, four, eight."""
    return size >> _thinning(size)


def is_sampled(name: int, size: int) -> bool:
    """Whether the text of that name is one of them; names are as good as dice."""
    return name & ((1 << _thinning(size)) - 1) == 0


def sample_counts(
    texts: Sequence[Text], names: Sequence[int], signed: Sequence[Signature] | None = None
) -> Counter[str]:
    """How many of the sampled texts use each stem; nothing for a bank too small for caps."""
    if not sample_counts_matter(len(texts)):
        return Counter()
    counts: Counter[str] = Counter()
    for number, name in enumerate(names):
        if is_sampled(name, len(texts)):
            counts.update((signed[number] if signed is not None else texts[number].sign()).stems)
    return counts


def sample_counts_matter(size: int) -> bool:
    """Whether a bank is big enough for caps."""
    return capped_from(sampled(size)) <= size


def scale(size: int) -> int:
    """The power of two that limits depend on, so that they move rarely; the same for all small banks."""
    return max(size, 1_024).bit_length()


def crowd(size: int) -> int:
    """How many texts may share a key before only some of them are compared with all."""
    return _CROWD_LEAST + (1 << scale(size)) // _CROWD_SHARE


def budget(size: int) -> int:
    """How many pairs of a bank may be compared before crowds get smaller."""
    rounded = 1 << scale(size)
    return (_PAIRS_PER_TEXT + rounded // _ONE_MORE_PER) * rounded


def crowd_within_budget(sizes: Mapping[int, int], size: int) -> int:
    """The largest crowd with which a bank stays within its budget, in halves of what it may be: so it moves rarely."""
    most = crowd(size)
    while most > 2 * FACES and compared(sizes, most) > budget(size):
        most //= 2
    return most


def compared(sizes: Mapping[int, int], most: int) -> int:
    """How many pairs are compared if so many texts may share a key."""
    return sum(keys * (FACES * group if group > most else group * (group - 1) // 2) for group, keys in sizes.items())


def accepts(first: Text, second: Text, one: Signature, two: Signature, weigh: Weights) -> tuple[Verdict, float] | None:
    """The verdict on two texts, unless they are word for word the same: that needs no judge."""
    judged = judge(one, two, weigh)
    if judged is None or asked(first.question) == asked(second.question):
        return None
    return judged.verdict, judged.score


def is_near(one: Signature, two: Signature, weigh: Weights, *, close: bool) -> bool:
    """Whether two questions that share a key have enough in common for the judge to look at them. A key that says
    little about the answers (`close`) asks for more."""
    shared = total = 0
    stems = two.stems
    for stem in one.stems:
        weight = weigh(stem)
        total += weight
        if stem in stems:
            shared += weight
    for stem in stems:
        total += weigh(stem)
    if close:
        share = CLOSE_WITHOUT_ANSWER
    else:
        share = CLOSE_WITH_WEAK_ANSWER if is_weak(one, weigh) or is_weak(two, weigh) else CLOSE_WITH_ANSWER
    return 2 * shared >= share * total - 1e-6


@lru_cache(maxsize=2)
def _weights(caps: _Caps) -> Weights:
    """Every chunk of a bank has the same weights: a process makes them once."""
    return Weights(dict(caps))


def _thinning(size: int) -> int:
    return max(0, (size // _SAMPLE).bit_length() - 1)


class _Joined(NamedTuple):
    """Pairs to be judged; `keys` and `places` are what an index keeps."""

    pairs: Any
    most: int
    sizes: Mapping[int, int]
    crowded: Mapping[int, int]
    keys: Any
    places: Any


def _join_few(signed: Sequence[Signature], weigh: Weights) -> _Joined:
    groups: tuple[defaultdict[int, list[int]], ...] = (defaultdict(list), defaultdict(list))
    mirrored: defaultdict[int, list[int]] = defaultdict(list)
    probing: defaultdict[int, list[int]] = defaultdict(list)
    alone: list[tuple[int, int]] = []
    for number, signature in enumerate(signed):
        keys = keys_of(signature, weigh)
        for kind, own in zip(groups, (keys.answer, keys.close), strict=True):
            for key in dict.fromkeys(own):
                kind[key].append(number)
        for key in keys.posted:
            mirrored[key].append(number)
        for key in keys.probed:
            probing[key].append(number)
        alone += [(key, number) for key in (*keys.stems, *keys.said)]
    sizes = Counter(len(members) for kind in groups for members in kind.values() if len(members) > 1)
    most = crowd_within_budget(sizes, len(signed))
    every = (*groups, mirrored)
    crowded = {key: len(members) for kind in every for key, members in kind.items() if len(members) > most}
    pairs: set[tuple[int, int]] = set()
    for kind in groups:
        shared: set[tuple[int, int]] = set()
        for key, members in kind.items():
            if key in crowded:
                shared.update((face, other) for face in members[:FACES] for other in members if face < other)
            elif len(members) > 1:
                shared.update(combinations(members, 2))
        close = kind is groups[1]
        pairs.update((i, j) for i, j in shared if is_near(signed[i], signed[j], weigh, close=close))
    for key in mirrored.keys() & probing.keys():
        owners = mirrored[key][:FACES] if key in crowded else mirrored[key]
        pairs.update((min(i, j), max(i, j)) for i in owners for j in probing[key] if i != j)
    posts = [(key, number) for kind in every for key, members in kind.items() for number in members]
    posts += alone
    return _Joined(sorted(pairs), most, sizes, crowded, [key for key, _ in posts], [number for _, number in posts])


class _Columns(NamedTuple):
    """A chunk of texts as numbers: keys with their texts, stems with their weights, and whether answers are weak."""

    answer: bytes
    answer_text: bytes
    close: bytes
    close_text: bytes
    posted: bytes
    posted_text: bytes
    probed: bytes
    said: bytes
    said_text: bytes
    stems: bytes
    weights: bytes
    lengths: bytes
    weak: bytes


def _columns(job: tuple[int, list[Text], _Caps]) -> _Columns:
    start, texts, caps = job
    weigh = _weights(caps)
    answer, close, posted, probed = array("Q"), array("Q"), array("Q"), array("Q")
    answer_text, close_text, posted_text = array("I"), array("I"), array("I")
    said, said_text = array("Q"), array("I")
    stems, weights, lengths, weak = array("I"), array("B"), array("I"), array("B")
    for number, text in enumerate(texts, start):
        signature = text.sign()
        keys = keys_of(signature, weigh)
        answer.extend(keys.answer)
        answer_text.extend([number] * len(keys.answer))
        close.extend(keys.close)
        close_text.extend([number] * len(keys.close))
        posted.extend(keys.posted)
        probed.extend(keys.probed)
        posted_text.extend([number] * len(keys.posted))
        said.extend(keys.said)
        said_text.extend([number] * len(keys.said))
        ranks = [weigh.ranks.get(stem) or weigh.rank(stem) for stem in signature.stems]
        stems.extend([code for _, code in ranks])
        weights.extend([-weight for weight, _ in ranks])
        lengths.append(len(ranks))
        weak.append(is_weak(signature, weigh))
    parts = (answer, answer_text, close, close_text, posted, posted_text, probed, said, said_text)
    return _Columns(*(part.tobytes() for part in (*parts, stems, weights, lengths, weak)))


def _join_many(texts: Sequence[Text], caps: _Caps, run: Run) -> _Joined:
    import numpy as np

    from pipeline.duplicates import join

    jobs = [(start, list(texts[start : start + _CHUNK]), caps) for start in range(0, len(texts), _CHUNK)]
    columns = run(_columns, jobs)

    def whole(name: str, kind: type) -> Any:
        return np.frombuffer(b"".join(getattr(part, name) for part in columns), kind)

    bank = join.Bank(
        whole("stems", np.uint32), whole("weights", np.uint8), whole("lengths", np.uint32), whole("weak", np.uint8)
    )
    answer, answer_text = whole("answer", np.uint64), whole("answer_text", np.uint32)
    close, close_text = whole("close", np.uint64), whole("close_text", np.uint32)
    sizes = join.group_sizes(answer, close)
    most = crowd_within_budget(sizes, len(texts))
    posted, posted_text, probed = (
        whole("posted", np.uint64),
        whole("posted_text", np.uint32),
        whole("probed", np.uint64),
    )
    limits = join.Limits(most, FACES, _BLOCK)
    shards = [
        *join.shards(answer, answer_text, close=False, limits=limits),
        *join.shards(close, close_text, close=True, limits=limits),
    ]
    joined = [join.pairs_in(shard) for shard in shards] if run is here else run(join.pairs_in, shards)
    reverse = join.mirrored(posted, posted_text, probed, limits)
    near = [join.near_enough(pairs, bank, close=shard.close) for shard, pairs in zip(shards, joined, strict=True)]
    pairs = np.unique(np.concatenate([*near, reverse]))
    crowded = {key: count for column in (answer, close, posted) for key, count in join.crowds(column, most)}
    stems, stem_text = join.alone(bank, STEM)
    keys = np.concatenate([answer, close, posted, stems, whole("said", np.uint64)])
    places = np.concatenate([answer_text, close_text, posted_text, stem_text, whole("said_text", np.uint32)])
    return _Joined(pairs, most, sizes, crowded, keys, places)


def _renumber(places: Any, order: Sequence[int]) -> Any:
    import numpy as np

    return np.asarray(order, np.uint32)[places]


_JudgeJob = tuple[list[Text], list[tuple[int, int, int, int]], _Caps]


def _judge_chunks(texts: Sequence[Text], pairs: Any, caps: _Caps) -> Iterator[_JudgeJob]:
    """Pairs with the texts that they are about, each text once."""
    rows = zip((pairs >> 32).tolist(), (pairs & 0xFFFFFFFF).tolist(), strict=True)
    known: dict[int, int] = {}
    members: list[Text] = []
    chunk: list[tuple[int, int, int, int]] = []
    for first, second in rows:
        for place in (first, second):
            if place not in known:
                known[place] = len(members)
                members.append(texts[place])
        chunk.append((first, second, known[first], known[second]))
        if len(chunk) >= _CHUNK:
            yield members, chunk, caps
            known, members, chunk = {}, [], []
    if chunk:
        yield members, chunk, caps


def _judge_chunk(job: _JudgeJob) -> list[tuple[int, int, Verdict, float]]:
    texts, pairs, caps = job
    return _judge_pairs(texts, [text.sign() for text in texts], pairs, _weights(caps))


def _judge_pairs(
    texts: Sequence[Text],
    signatures: Sequence[Signature],
    pairs: Sequence[tuple[int, int, int, int]],
    weigh: Weights,
) -> list[tuple[int, int, Verdict, float]]:
    found = []
    for first, second, one, two in pairs:
        verdict = accepts(texts[one], texts[two], signatures[one], signatures[two], weigh)
        if verdict is not None:
            found.append((first, second, *verdict))
    return found
