"""Keys under which the index finds every pair that the judge could accept. Exact: no pair is lost.

Two signatures are a candidate pair when one of the *probes* of the first is among the *posts* of the second.

- **answer**: they share a stem of the answer and a telling stem of the question. Of the question only the *prefix*
  takes part: its rarest stems, as many as are needed so that two questions that share enough weight share one of them
  (if all that is left together weighs less than the share that is required, it cannot decide).
- **letter**: no stem of the answers is shared, but they may be misspellings of each other, which keep the first two
  letters. Free answers (Chance) count as the same. The questions must be closer, so the prefix is shorter.
- **same**: the same stems in the same order, whatever the answers: a contradiction, perhaps.
- **reverse**: the rarest stem of an answer of each stands in the other question.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from pipeline.duplicates import judge
from pipeline.duplicates.weights import code

if TYPE_CHECKING:
    from pipeline.duplicates.signature import Signature
    from pipeline.duplicates.weights import Weights

_HALF = 32
_LOW = 0xFFFFFFFF
_FREE = code("*") << _HALF
_SAME = code("=") << _HALF
STEM = code("stem:") << _HALF
SAID = code("answer:") << _HALF
_MIRRORED = code("<>") << _HALF | code("><")  # keeps reverse keys apart from the others


class Keys(NamedTuple):
    """64-bit numbers. `answer` and `close` are posted and probed; of a reverse key the mirror image is probed."""

    answer: tuple[int, ...]
    close: tuple[int, ...]
    posted: tuple[int, ...]
    probed: tuple[int, ...]
    stems: tuple[int, ...]
    """Posted only: each stem by itself, for whoever asks with a question that has no answer yet."""
    said: tuple[int, ...]
    """Posted only: each stem of the answers, for when its weight changes."""

    def groups(self) -> frozenset[int]:
        """Keys whose texts are compared with each other."""
        return frozenset((*self.answer, *self.close))

    def posts(self) -> frozenset[int]:
        return frozenset((*self.answer, *self.close, *self.posted, *self.stems, *self.said))


NONE = Keys((), (), (), (), (), ())


def keys_of(signature: Signature, weigh: Weights) -> Keys:
    """The keys of a signature; none if it says nothing."""
    if not signature.stems:
        return NONE
    ranks = weigh.ranks
    order = sorted([ranks.get(stem) or weigh.rank(stem) for stem in signature.stems])
    total = -sum([weight for weight, _ in order])
    stems = tuple([STEM | code for _, code in order])
    closest = _prefix(order, total, judge.CLOSE_WITHOUT_ANSWER)
    same = _SAME | crc32(" ".join(signature.stems).encode("utf-8", "surrogatepass"))
    if signature.kind == "procedure":
        return Keys((), (same, *[_FREE | stem for stem in closest]), (), (), stems, ())
    answers = sorted([ranks.get(stem) or weigh.rank(stem) for stem in signature.answers])
    share = judge.CLOSE_WITH_WEAK_ANSWER if judge.is_weak(signature, weigh) else judge.CLOSE_WITH_ANSWER
    near = _prefix(order, total, share)
    answer = tuple([(code << _HALF) | stem for _, code in answers for stem in near])
    starts = {stem[:2] for stem in signature.answers if stem[0] != "#"}
    starts.update(key[:2] for key in signature.keys if key and key[0] != "#")
    close = (same, *[_start(start) | stem for start in starts for stem in closest])
    said = tuple([SAID | code for _, code in answers])
    if not signature.told:
        return Keys(answer, close, (), (), stems, said)
    rarest = dict.fromkeys(_rarest(told, weigh) for told in signature.told)
    posted = tuple([(rare << _HALF | code) ^ _MIRRORED for rare in rarest for _, code in order])
    probed = tuple([(code << _HALF | rare) ^ _MIRRORED for rare in rarest for _, code in order])
    return Keys(answer, close, posted, probed, stems, said)


def mirror(key: int) -> int:
    """The key that is posted by a text that probes this one, and the other way round."""
    key ^= _MIRRORED
    return (key >> _HALF | (key & _LOW) << _HALF) ^ _MIRRORED


def stems_of(key: int, signature: Signature) -> frozenset[str]:
    """The words of the question that a key was made of."""
    low = key & _LOW
    found = frozenset(stem for stem in signature.stems if code(stem) in (low, low ^ (_MIRRORED & _LOW)))
    return found or frozenset(signature.stems)


def _rarest(told: str, weigh: Weights) -> int:
    """The rarest stem of an answer, as a number."""
    if " " not in told:
        return code(told)
    return min([weigh.ranks.get(stem) or weigh.rank(stem) for stem in told.split(" ")])[1]


@lru_cache(maxsize=2_000)
def _start(letters: str) -> int:
    return code(f"{letters}-") << _HALF


def _prefix(order: list[tuple[int, int]], total: int, share: float) -> tuple[int, ...]:
    """The stems that a question of which at least `share` (Dice) is shared must share one of."""
    needed = share / (2 - share) * total - 1e-6
    kept = []
    rest = total
    for weight, stem in order:
        if rest < needed:
            break
        kept.append(stem)
        rest += weight  # weights in the order are negative
    return tuple(kept)
