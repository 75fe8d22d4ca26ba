"""Questions of a bank that are alike: from the facts of its files through the index to pairs for the rules."""

from __future__ import annotations

from itertools import product as combinations
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks.pairs import questions, same_after_folding
from pipeline.checks.rule import Pair, Side, rule
from pipeline.project import distinct
from pipeline.project.policy import is_on

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pipeline.checks.rule import FileFacts, ProductFacts
    from pipeline.core.finding import Finding
    from pipeline.project.check import Options
    from pipeline.project.configuration import Configuration
    from pipeline.project.index import Doc, Index, Like
    from pipeline.project.work import Crew

_SAME = ("same-question", "contradictory-answers")
_NEAR = ("contradictory-answers", "near-duplicate", "perhaps-duplicate", "reversed-question")
_MOST_EXPLAINED = 2_000  # more are never shown
_MOST_PLACES = 8
_MOST_WORDS = 12
_MOST_CROWDS, _MOST_WORDS_SHOWN = 40, 5

CROWDED = "Too many questions share these words and much of their answers to compare each with each: {words}."
CROWDED_HINT = "Near-duplicates among them may be missed. Look at them yourself, or ask `livret similar`."


class Compared(NamedTuple):
    """Pairs for the rules, and what is wrong with content/not-duplicates.yaml."""

    pairs: tuple[Pair, ...]
    findings: tuple[Finding, ...]


def compare(
    root: Path,
    products: Sequence[ProductFacts],
    digests: Mapping[str, str],
    settings: Configuration,
    options: Options,
    *,
    tool: str,
    workers: Crew,
    whole: bool = True,
) -> Compared:
    """Compare every question with every other one; unchanged files are not compared again.

    The bank is not `whole` while some of it cannot be read: then nobody knows which recorded pairs are stale.
    """
    known = distinct.load(root)
    same, near = (any(is_on(name, options, settings) for name in names) for names in (_SAME, _NEAR))
    recorded = known.ids()
    sides = list(questions(products)) if same or near or recorded else []
    pairs = list(same_after_folding(sides, known.covers)) if same else []
    crowded: list[Finding] = []
    if near and sides:
        index = open_index(root, products, digests, options, tool=tool, workers=workers)
        try:
            pairs += _pairs(index, products, known)
            crowded = _crowded(index, {(side.path, side.entry.pointer): side for side in sides})
        finally:
            index.close()
    entries = {side.entry.id: side.entry for side in reversed(sides) if side.entry.id in recorded}
    return Compared(tuple(pairs), (*known.findings(entries, compared=near, whole=whole), *crowded))


def open_index(
    root: Path,
    products: Sequence[ProductFacts],
    digests: Mapping[str, str],
    options: Options,
    *,
    tool: str,
    workers: Crew,
) -> Index:
    """The index of these products, up to date."""
    from pipeline.project.index import refresh
    from pipeline.project.work import run_by

    files = {file.path: file for product in products for file in product.files}
    states = {path: (digests.get(path, ""), None) for path in files}
    return refresh(str(root), tool, states, lambda path: _docs(files[path]), run_by(workers), keep=options.cache)


def _docs(file: FileFacts) -> list[Doc]:
    from pipeline.duplicates.find import Text
    from pipeline.project.index import Doc

    return [
        Doc(
            entry.pointer,
            entry.id,
            entry.where.line,
            entry.where.column,
            Text(entry.question, entry.answers, entry.answer_kind),  # type: ignore[arg-type]
        )
        for group in file.groups
        for entry in group.entries
        if entry.answer_kind
    ]


def _pairs(index: Index, products: Sequence[ProductFacts], known: distinct.Distinct) -> list[Pair]:
    files = {file.path: file for product in products for file in product.files}
    order = {path: number for number, path in enumerate(files)}
    likes = list(index.likes())
    named = {path for like in likes for path, _ in (*like.first, *like.second) if path in files}
    sides = {
        (path, entry.pointer): Side(path, entry)
        for path in named
        for group in files[path].groups
        for entry in group.entries
    }
    found = [pair for like in likes if (pair := _pair(like, sides, order, known)) is not None]
    found.sort(key=lambda pair: (_place(pair.later, order), _place(pair.first, order), pair.verdict))
    return [_explained(pair) for pair in found[:_MOST_EXPLAINED]] + found[_MOST_EXPLAINED:]


def _pair(
    like: Like, sides: Mapping[tuple[str, str], Side], order: Mapping[str, int], known: distinct.Distinct
) -> Pair | None:
    """The first two places of two texts that nobody declared distinct."""
    one, two = (
        sorted((sides[place] for place in places if place in sides), key=lambda side: _place(side, order))
        for places in (like.first, like.second)
    )
    for first, second in combinations(one[:_MOST_PLACES], two[:_MOST_PLACES]):
        if not known.covers(first, second, like.verdict):
            early, late = sorted((first, second), key=lambda side: _place(side, order))
            return Pair(like.verdict, like.score, early, late)
    return None


def _crowded(index: Index, sides: Mapping[tuple[str, str], Side]) -> list[Finding]:
    """A note if some words stand in too many questions to compare each with each: nobody should rely on silence."""
    count, crowds = index.crowds(_MOST_CROWDS)
    if not crowds:
        return []
    from pipeline.core.finding import Finding, say
    from pipeline.duplicates.signature import written

    known = [(crowd, side) for crowd in crowds if (side := sides.get((crowd.path, crowd.pointer))) is not None]
    shown: dict[str, int] = {}
    for crowd, side in known:
        shown.setdefault(" ".join(written(side.entry.question, set(crowd.words))[:_MOST_WORDS]), crowd.texts)
    words = [f"{text} ({texts})" for text, texts in shown.items()][:_MOST_WORDS_SHOWN]
    if not words:
        return []
    more = "" if len(words) == len(shown) and count == len(crowds) else ", …"
    found, first = rule("crowded-words"), known[0][1]
    message = say(CROWDED, words=", ".join(words) + more)
    return [
        Finding(
            first.path, first.entry.where, found.name, found.code, found.severity, message, say(CROWDED_HINT),
            first.entry.id, first.entry.pointer,
        )
    ]  # fmt: skip


def _place(side: Side, order: Mapping[str, int]) -> tuple[int, int, int]:
    return order[side.path], side.entry.where.line, side.entry.where.column


def _explained(pair: Pair) -> Pair:
    """The pair with the words that only one of the two has, as they are written."""
    from pipeline.duplicates.signature import sign, written

    first, later = pair.first.entry.question, pair.later.entry.question
    one, two = set(sign(first).stems), set(sign(later).stems)
    return pair._replace(
        only_first=written(first, one - two)[:_MOST_WORDS], only_later=written(later, two - one)[:_MOST_WORDS]
    )
