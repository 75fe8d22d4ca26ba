"""Words one slip away from an answer that mean something else: Carmin is not Carmen, Tours is no tower.

A judge forgives one slip in a long word (docs/judging.md, step 7). What it must not take for a slip is known here,
where all answers are: another answer's word, or a French one of `french.txt` (`tools/french.py` writes it). The
pack says it in `unlike`, so that no engine needs a dictionary.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.pattern import lazy
from pipeline.judging.answers import is_typo
from pipeline.judging.tables import LIMITS
from pipeline.judging.words import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

# A slip in a shorter word is refused by the judge itself.
SHORTEST = min(LIMITS["plural_from"], LIMITS["double_from"], LIMITS["typo_from"])
_WORD = lazy(r"[^\W\d_]+")
_NOTICE = "#"


class _Near(NamedTuple):
    """The words that a judge would take for a word."""

    others: tuple[str, ...]
    """What means something else."""
    forms: tuple[str, ...]
    """What looks like its singular or its masculine form, and is one unless the word is a name: Tours, Claire."""


def add_unlike(products: Sequence[Mapping[str, Any]], language: str) -> None:
    """Give every text and every item of a list its `unlike`, where there is any."""
    parts = [(part, (part["text"], *part["accept"])) for product in products for part in _parts(product)]
    words = {form: _words(form) for _, forms in parts for form in forms}
    near = _neighbours(set(chain.from_iterable(words.values())), french=language == "fr")
    known = near.keys()
    found = {form: _others(form, own, near) for form, own in words.items() if not known.isdisjoint(own)}
    for part, forms in parts:
        if len(forms) == 1:
            others = found.get(forms[0])
        elif others := [one for form in forms if form in found for one in found[form]]:
            others = sorted(set(others).difference(*(words[form] for form in forms)))
        if others:
            part["unlike"] = others


def _others(text: str, words: Sequence[str], near: Mapping[str, _Near]) -> list[str]:
    """The words that no word of a text may be taken for."""
    found: set[str] = set()
    for word in words:
        if word in near:
            found.update(near[word].others)
            if near[word].forms and text[0].isupper() and fold(text) == word:
                found.update(near[word].forms)
    return sorted(found.difference(words))


def _parts(product: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    cards = [question for card in product.get("cards", ()) for question in card.get("questions", ())]
    for question in (*product.get("questions", ()), *cards):
        answer = question["answer"]
        if answer["kind"] == "list":
            yield from answer["items"]
        elif answer["kind"] == "text":
            yield answer


@lru_cache(maxsize=200_000)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(fold(text)) if len(word) >= SHORTEST)


@lru_cache(maxsize=1)
def _french() -> Mapping[str, Sequence[str]]:
    """French words, by themselves and by what is left of them without one letter."""
    lines = Path(__file__).with_name("french.txt").read_text(encoding="utf-8").splitlines()
    return _by_rests(line for line in lines if not line.startswith(_NOTICE))


def _by_rests(words: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in words:
        for rest in _rests(word):
            if rest in found:
                found[rest].append(word)
            else:
                found[rest] = [word]
    return found


def _rests(word: str) -> list[str]:
    """The word, and the word without one of its letters but the first. Two that are a slip apart share one of them."""
    return [word, *[word[:at] + word[at + 1 :] for at in range(1, len(word))]]


def _neighbours(bank: set[str], *, french: bool) -> dict[str, _Near]:
    """What is near each word, for those that have such neighbours."""
    near: dict[str, set[str]] = {}
    own: dict[str, str] = {}
    sharing: dict[str, set[str]] = {}
    for word in bank:
        rests, taken = _alone(word)
        if taken and french:
            near[word] = set(taken)
        for rest in rests:
            first = own.setdefault(rest, word)
            if first != word:
                sharing.setdefault(rest, {first}).add(word)
    for words in sharing.values():
        for word in words:
            near.setdefault(word, set()).update(one for one in words if one != word and is_typo(word, one))
    return {word: found for word, others in near.items() if any(found := _told_apart(word, others))}


@lru_cache(maxsize=100_000)
def _alone(word: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What can be said of a word without the others: its rests, and the French words near it."""
    rests, french = _rests(word), _french()
    near = {one for rest in rests for one in french.get(rest, ())}
    return tuple(rests), tuple(one for one in near if one != word and is_typo(word, one))


def _told_apart(word: str, taken: set[str]) -> _Near:
    forms = {one for one in taken if _is_form(*sorted((word, one), key=len))}
    kept = (one for one in forms if len(one) < len(word) or one[-1] == "e")
    return _Near(tuple(one for one in taken if one not in forms), tuple(kept))


def _is_form(short: str, long: str) -> bool:
    """Whether a word is another's plural or feminine form, as far as its end tells."""
    return long[:-1] == short and long[-1] in "sxe"
