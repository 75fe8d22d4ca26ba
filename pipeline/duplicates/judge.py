"""Are these two the same question? An explainable judge: how much they share, what differs, and what may not differ.

`judge` is the one definition. The index must propose every pair that it accepts; a test compares with all pairs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from pipeline.duplicates import words
from pipeline.duplicates.signature import term
from pipeline.duplicates.weights import is_common

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pipeline.duplicates.signature import Signature
    from pipeline.duplicates.weights import Weights

Verdict = Literal["contradiction", "probable", "review", "reverse"]

# What a pair has to share (weighted Dice of the stems as they stand) before the judge looks closer: the index relies
# on these three numbers.
CLOSE_WITH_ANSWER = 0.20
CLOSE_WITH_WEAK_ANSWER = 0.45
CLOSE_WITHOUT_ANSWER = 0.75

_PROBABLE, _PROBABLE_WEAK, _PROBABLE_CONTAINED, _REVIEW, _REVIEW_WEAK = 0.60, 0.80, 0.65, 0.34, 0.60
_START, _LONG_START = 5, 7  # letters that words of one family share; names need more
_FEW_STEMS = 3
_SHORTEST = 3  # letters of a word that may be misspelt
_SURE, _SURE_RULES = 0.75, 0.85
_FACT = 0.35
_NAMES = 0.10
_WEAK_ANSWER = 26
_LEAST_REST = 4
_PLACE_AMONG = 2
_ITEMS, _MOST_ITEMS, _TELLING_ITEM = 4, 0.9, 25
_DERIVED, _TYPO, _FAR_TYPO, _ALIKE = 0.9, 0.95, 0.9, 0.7


class Judgement(NamedTuple):
    """A verdict with its score (0 to 1) and the stems that only one of the two has."""

    verdict: Verdict
    score: float
    only_first: tuple[str, ...] = ()
    only_second: tuple[str, ...] = ()


def judge(first: Signature, second: Signature, weigh: Weights) -> Judgement | None:
    """The verdict on two questions that are not word for word the same, or None when they are different."""
    if not first.stems or not second.stems:
        return None
    close = _is_close(first, second, weigh)
    crossed = _crossed(first, second)
    if not close and crossed is None:
        return None
    if close and agreement(first, second) >= 0.5:
        same = _same(first, second, weigh)
        if same is not None or crossed is None:
            return same
    elif first.stems == second.stems:
        return _contradiction(first, second)
    return _reverse(first, second, *crossed, weigh) if crossed is not None else None


def agreement(first: Signature, second: Signature) -> float:
    """How far the answers agree, 0 to 1; from 0.5 on they may be the same."""
    if first.kind == "procedure" or second.kind == "procedure":
        return 1.0 if first.kind == second.kind else 0.0
    if first.kind == "list" or second.kind == "list":
        return _lists_agree(first, second)
    if any(key in second.keys for key in first.keys):
        return 1.0
    return max((_answers_agree(one, other) for one in first.keys for other in second.keys), default=0.0)


def is_weak(signature: Signature, weigh: Weights) -> bool:
    """Whether many questions have this answer, so that sharing it says little: a small number, yes, a colour."""
    if signature.kind == "list":
        return False
    return signature.kind == "procedure" or sum(map(weigh, signature.answers)) <= _WEAK_ANSWER


def hard_dice(first: Iterable[str], second: Iterable[str], weigh: Weights) -> float:
    """The share of weight in stems that stand in both."""
    one, two = set(first), set(second)
    total = sum(map(weigh, one)) + sum(map(weigh, two))
    return 2 * sum(map(weigh, one & two)) / total if total else 0.0


def overlap(first: Signature, second: Signature, weigh: Weights) -> float:
    """How much two questions have in common, whatever their answers."""
    ones, twos = set(first.stems), set(second.stems)
    only_one = [stem for stem in first.stems if stem not in twos]
    only_two = [stem for stem in second.stems if stem not in ones]
    shared = sum(map(weigh, ones & twos))
    total = 2 * shared + sum(map(weigh, only_one)) + sum(map(weigh, only_two))
    soft, _, _ = _match(first, second, only_one, only_two, weigh)
    return min(1.0, (2 * shared + soft) / total) if total else 0.0


def _is_close(first: Signature, second: Signature, weigh: Weights) -> bool:
    """A quick look: enough in common as it stands. The index relies on it."""
    shared = total = 0
    stems = second.stems
    for stem in first.stems:
        weight = weigh(stem)
        total += weight
        if stem in stems:
            shared += weight
    for stem in stems:
        total += weigh(stem)
    if first.kind == "procedure" or first.answers.isdisjoint(second.answers):
        return 2 * shared >= CLOSE_WITHOUT_ANSWER * total
    weak = is_weak(first, weigh) or is_weak(second, weigh)
    return 2 * shared >= (CLOSE_WITH_WEAK_ANSWER if weak else CLOSE_WITH_ANSWER) * total


def _contradiction(first: Signature, second: Signature) -> Judgement | None:
    if first.focus != second.focus or first.negated != second.negated or first.true_or_false or second.true_or_false:
        return None
    if len(first.stems) < 2 or not first.keys or not second.keys or first.kind != second.kind:
        return None
    return Judgement("contradiction", 1.0)


def _crossed(first: Signature, second: Signature) -> tuple[frozenset[str], frozenset[str]] | None:
    """An answer of each that stands in the question of the other, and not in its own, where it would be a choice."""
    if first.answers.isdisjoint(second.stems) or second.answers.isdisjoint(first.stems):
        return None
    ones, twos = frozenset(first.stems), frozenset(second.stems)
    for one in _told(first, ones, twos):
        for two in _told(second, twos, ones):
            if one != two:
                return one, two
    return None


def _told(own: Signature, own_stems: frozenset[str], other_stems: frozenset[str]) -> list[frozenset[str]]:
    ways = [frozenset(told.split(" ")) for told in own.told]
    return [way for way in ways if way <= other_stems and not way <= own_stems]


def _reverse(
    first: Signature, second: Signature, answer: frozenset[str], other: frozenset[str], weigh: Weights
) -> Judgement | None:
    """The same fact from the other end: an answer of each stands in the question of the other."""
    one, two = {*first.stems, *answer}, {*second.stems, *other}
    fact = hard_dice(one, two, weigh)
    if fact < _FACT:
        return None
    return Judgement("reverse", round(fact, 2), *_rest(one, two))


def _same(first: Signature, second: Signature, weigh: Weights) -> Judgement | None:
    if first.negated != second.negated:
        return None
    ones, twos = set(first.stems), set(second.stems)
    only_one = [stem for stem in first.stems if stem not in twos]
    only_two = [stem for stem in second.stems if stem not in ones]
    shared = sum(weigh(stem) for stem in first.stems if stem in twos)
    total = 2 * shared + sum(map(weigh, only_one)) + sum(map(weigh, only_two))
    weak = is_weak(first, weigh) or is_weak(second, weigh)
    if _opposed(only_one, only_two):
        return None
    soft, left_one, left_two = _match(first, second, only_one, only_two, weigh)
    if (_numbers(left_one) and _numbers(left_two)) or _elsewhere(left_one, left_two):
        return None
    mean = max(1.0, total / 2)
    if min(_names(first, second, left_one, weigh), _names(second, first, left_two, weigh)) > _NAMES * mean:
        return None
    score = min(1.0, (2 * shared + soft) / total)
    one, two = {*ones, *first.answers}, {*twos, *second.answers}
    if hard_dice(one, two, weigh) + soft / max(1, total) < _FACT:
        return None
    all_items = _same_items(first, second, weigh)
    other_end = bool(left_one and left_two) and score < _SURE and not all_items and _ends_apart(first, second)
    verdict: Verdict | None
    if weak:
        contained = not left_one or not left_two
        surely, perhaps = _PROBABLE_CONTAINED if contained else _PROBABLE_WEAK, _REVIEW_WEAK
    else:
        surely, perhaps = _PROBABLE, 0.0 if all_items else _REVIEW
    if score >= surely:
        verdict = "review" if other_end else "probable"
    else:
        verdict = "review" if score >= perhaps and not other_end else None
    if first.kind == "procedure" and left_one and left_two and score < _SURE_RULES:
        verdict = None  # rules of two games are told alike: a word that each has alone makes them two
    if verdict == "probable" and _is_doubtful(first, second, left_one, left_two):
        verdict = "review"
    return Judgement(verdict, round(score, 2), tuple(left_one), tuple(left_two)) if verdict else None


def _match(
    first: Signature, second: Signature, only_one: list[str], only_two: list[str], weigh: Weights
) -> tuple[float, list[str], list[str]]:
    """Pair stems that are misspelt, derived or alike; gives their weight and what is left on either side."""
    soft = 0.0
    left_two = list(only_two)
    unmatched = []
    for stem in only_one:
        best, partner = 0.0, ""
        for other in left_two:
            if other[0] == stem[0] or _is_swapped(stem, other):
                one_name, other_name = stem in first.names, other in second.names
                if one_name != other_name and first.names and second.names:
                    continue  # a slip of the pen keeps the capital
                near = 0.0 if _apart(stem, other) else _near(stem, other, one_name and other_name)
                if near > best:
                    best, partner = near, other
        if partner:
            left_two.remove(partner)
            soft += best * (weigh(stem) + weigh(partner))
        else:
            unmatched.append(stem)
    left_one = []
    for stem in unmatched:
        meanings = _meanings().get(stem)
        partner = _same_place(stem, left_two)
        if not partner and meanings and stem not in first.names:
            partner = next((o for o in left_two if o not in second.names and _means(o, meanings)), "")
        if partner:
            left_two.remove(partner)
            soft += _ALIKE * (weigh(stem) + weigh(partner))
        else:
            left_one.append(stem)
    if left_one and left_two:
        soft += _spelt_alike(left_one, left_two, weigh)
        soft += _abbreviated(first, second, left_one, left_two, weigh)
        soft += _abbreviated(second, first, left_two, left_one, weigh)
    return soft, left_one, left_two


def _spelt_alike(left_one: list[str], left_two: list[str], weigh: Weights) -> float:
    """A slip across a space: "bandp erformed" is "band performed". Clears both sides if that is all that is left."""
    if len(left_one) + len(left_two) < 3 or _numbers(left_one) or _numbers(left_two):
        return 0.0
    from rapidfuzz import fuzz

    one, two = "".join(left_one), "".join(left_two)
    if min(len(one), len(two)) < 5 or fuzz.ratio(one, two) < 85:
        return 0.0
    soft = _DERIVED * sum(map(weigh, [*left_one, *left_two]))
    left_one.clear()
    left_two.clear()
    return soft


def _abbreviated(first: Signature, second: Signature, short: list[str], long: list[str], weigh: Weights) -> float:
    """ "PCF" is "Parti communiste français": the initials of words that stand together in the other question."""
    soft = 0.0
    initials = "".join(stem[0] for stem in second.stems)
    for stem in [stem for stem in short if 2 <= len(stem) <= 5 and stem in first.names]:
        at = initials.find(stem)
        spelt = second.stems[at : at + len(stem)] if at >= 0 else ()
        if spelt and any(part in long for part in spelt):
            short.remove(stem)
            found = [part for part in spelt if part in long]
            for part in found:
                long.remove(part)
            soft += _DERIVED * (weigh(stem) + sum(map(weigh, found)))
    return soft


def _near(one: str, other: str, names: bool) -> float:
    """How sure two stems with the same first letter are one word: derived (invente, inventeur) or misspelt."""
    short = min(len(one), len(other))
    if short < _SHORTEST or one[0] in "#¤":
        return 0.0
    gap = abs(len(one) - len(other))
    same = _LONG_START if names else _START
    if short >= same and gap <= 4 and one[:same] == other[:same]:
        return _DERIVED
    if gap > 2 or (is_common(one) and is_common(other)):
        return 0.0
    if short == _SHORTEST:
        return _TYPO if gap == 1 and _single(one) == _single(other) else 0.0
    from rapidfuzz.distance import OSA

    distance = OSA.distance(one, other, score_cutoff=2)
    if distance <= 1:
        return _TYPO
    if distance > 2:
        return 0.0
    plain, also = _single(one), _single(other)
    doubled = len(plain) < len(one) or len(also) < len(other)
    sure = short >= 7 or plain == also or (doubled and short >= 5 and OSA.distance(plain, also, score_cutoff=1) <= 1)
    return _FAR_TYPO if sure else 0.0


def _is_swapped(one: str, other: str) -> bool:
    """Whether the first two letters changed places: aMude, Maude."""
    return len(one) > _SHORTEST and one[:2] == other[1::-1] and one[2:] == other[2:]


def _single(text: str) -> str:
    """Without doubled letters, which names gain and lose: Guttmann, Gutman."""
    return "".join(char for char, before in zip(text, " " + text, strict=False) if char != before)


def _answers_agree(one: str, other: str) -> float:
    ones, others = set(one.split(" ")), set(other.split(" "))
    same = ones & others
    left, right = ones - others, others - ones
    if any(stem[:1] == "#" for stem in left | right):
        return 0.0
    near = sum(any(stem[:2] == o[:2] and _near(stem, o, False) for o in right) for stem in left) if right else 0
    agreed = 0.9 * (len(same) + near) / max(1, min(len(ones), len(others)))
    if agreed < 0.5 and min(len(one), len(other)) >= 4 and one[:2] == other[:2]:
        from rapidfuzz import fuzz

        ratio = fuzz.ratio(one, other) / 100
        return ratio if ratio > 0.85 else agreed
    return agreed


def _lists_agree(first: Signature, second: Signature) -> float:
    """Two lists agree as far as the shorter one stands in the longer one."""
    shorter = min(len(first.answers), len(second.answers))
    return len(first.answers & second.answers) / shorter if shorter else 0.0


def _same_items(first: Signature, second: Signature, weigh: Weights) -> bool:
    """Whether nearly every item of two lists stands in both: then the questions must be close, however they are put.
    Lists of colours or numbers say nothing: there are few of them."""
    if first.kind != "list" or second.kind != "list" or min(len(first.keys), len(second.keys)) < _ITEMS:
        return False
    needed = _MOST_ITEMS * max(len(first.keys), len(second.keys))
    if min(_items_in(first, second), _items_in(second, first)) < needed:
        return False
    shared = [weigh(stem) for stem in first.answers & second.answers]
    return sum(shared) > _TELLING_ITEM * len(shared)


def _items_in(own: Signature, other: Signature) -> int:
    return sum(not other.answers.isdisjoint(item.split(" ")) for item in own.keys)


def _names(own: Signature, other: Signature, left: Sequence[str], weigh: Weights) -> float:
    """The weight of names that only one side has, unless they are the other's answer."""
    return sum(weigh(stem) for stem in left if stem in own.names and stem not in other.answers)


def _ends_apart(first: Signature, second: Signature) -> bool:
    """Whether both begin alike, without a name, and end in nothing that they share: a template, filled in two ways."""
    one, two = first.stems, second.stems
    at = 0
    while at < min(len(one), len(two)) and one[at] == two[at]:
        at += 1
    if not at or not first.names.isdisjoint(one[:at]):
        return False
    return set(one[at:]).isdisjoint(two[at:])


def _is_doubtful(first: Signature, second: Signature, left_one: Sequence[str], left_two: Sequence[str]) -> bool:
    """Whether two questions that share much may still be two, by what only one of them has."""
    if _is_limited(first, second, left_one) or _is_limited(second, first, left_two):
        return True
    if not left_one or not left_two:
        return False
    if _is_narrowed(left_one) != _is_narrowed(left_two):
        return True  # "the last one to …" is another question, or the same one told differently
    if max(len(first.stems), len(second.stems)) > _FEW_STEMS:
        return False
    # perhaps two titles: L'École des femmes, Les Femmes savantes
    return not first.names.isdisjoint(left_one) or not second.names.isdisjoint(left_two)


def _is_limited(own: Signature, other: Signature, left: Sequence[str]) -> bool:
    """Whether one of two superlatives holds within a place or name that the other does not know: the longest river of
    Europe, of Russia in Europe."""
    shared = set(own.stems).intersection(other.stems)
    return not shared.isdisjoint(_narrowing()) and any(stem in own.names and stem in _places() for stem in left)


def _is_narrowed(left: Sequence[str]) -> bool:
    return any(stem in _narrowing() for stem in left)


def _numbers(left: Sequence[str]) -> bool:
    return any(stem[0] in "#¤" for stem in left)


def _means(stem: str, meanings: set[int]) -> bool:
    return not meanings.isdisjoint(_meanings().get(stem, ()))


def _same_place(stem: str, others: Sequence[str]) -> str:
    """The word for the same country among others: "Italie", "italien"."""
    own = _places().get(stem)
    if own is None:
        return ""
    return next((other for other in others if not own.isdisjoint(_places().get(other, ()))), "")


def _elsewhere(left_one: Sequence[str], left_two: Sequence[str]) -> bool:
    """Whether the difference is that each speaks of another country, people or language. Among many other words it may
    stand with another thing: a Greek sculpture in a French museum."""
    if not 0 < len(left_one) <= _PLACE_AMONG or not 0 < len(left_two) <= _PLACE_AMONG:
        return False
    return any(_apart(one, two) for one in left_one for two in left_two)


def _apart(one: str, two: str) -> bool:
    """Whether two words mean two countries, or two cities, but not a country and a city."""
    own, other = _places().get(one), _places().get(two)
    if own is None or other is None or not own.isdisjoint(other):
        return False
    return not {table for table, _ in own}.isdisjoint(table for table, _ in other)


def _opposed(only_one: Sequence[str], only_two: Sequence[str]) -> bool:
    opposites = _opposites()
    for one in only_one:
        against = opposites.get(one)
        if against is not None and not against.isdisjoint(only_two):
            return True
        if any(_turned(one, other) for other in only_two):
            return True
    return False


def _turned(one: str, other: str) -> bool:
    """The same word with opposed beginnings: hypotension, hypertension."""
    if one[-4:] != other[-4:]:
        return False
    for start, opposed in _beginnings():
        if one.startswith(start) and other.startswith(opposed):
            rest = one[len(start) :]
            if len(rest) >= _LEAST_REST and rest == other[len(opposed) :]:
                return True
    return False


def _rest(one: set[str], two: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple(sorted(one - two)), tuple(sorted(two - one))


@lru_cache(maxsize=1)
def _narrowing() -> frozenset[str]:
    return frozenset(map(term, words.NARROWING))


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    """Stem -> the stems that say the opposite."""
    table: dict[str, set[str]] = {}
    for group in words.opposite_groups():
        for own in group:
            for form in own:
                others = {term(other) for forms in group if forms is not own for other in forms}
                table.setdefault(term(form), set()).update(others)
    return {stem: frozenset(others - {stem}) for stem, others in table.items()}


@lru_cache(maxsize=1)
def _beginnings() -> tuple[tuple[str, str], ...]:
    pairs = [(one, other) for one, other in map(str.split, words.OPPOSED_BEGINNINGS.split(",")) if one != other]
    return tuple(pairs + [(other, one) for one, other in pairs])


@lru_cache(maxsize=1)
def _places() -> dict[str, frozenset[tuple[int, int]]]:
    """Stem -> what it means: the table (countries, regions, cities, continents) and the place there."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, table in enumerate((words.COUNTRIES, words.REGIONS, words.CITIES, words.CONTINENTS)):
        for stem, places in _numbered(table.split(",")).items():
            found.setdefault(stem, set()).update((number, place) for place in places)
    return {stem: frozenset(places) for stem, places in found.items()}


@lru_cache(maxsize=1)
def _meanings() -> dict[str, set[int]]:
    return _numbered(words.ALIKE.strip().split("\n"))


def _numbered(rows: Iterable[str]) -> dict[str, set[int]]:
    """Stem -> the rows that it stands in."""
    table: dict[str, set[int]] = {}
    for number, row in enumerate(rows):
        for word in row.split():
            table.setdefault(term(word), set()).add(number)
    return table
