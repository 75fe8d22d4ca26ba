"""Two questions that are alike: those that are the same after folding, and what rules say about any such pair."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from pipeline.checks.rule import Pair, Placed, Side
from pipeline.core.digest import digest
from pipeline.core.finding import Problem, Related, say, shorten
from pipeline.core.folding import question_key, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pipeline.checks.rule import EntryFact, ProductFacts
    from pipeline.core.finding import Message
    from pipeline.duplicates.signature import Signature

BESIDE = (
    "Keep one of them, or record in content/not-duplicates.yaml why both stay (`texts: {texts}`)."
    "\n  here: {here}\n  there: {there}"
)
CONTRADICTION = (
    "Correct one of them; if both answers are right, record it in content/not-duplicates.yaml"
    " (`texts: {texts}, both_right: yes`).\n  here: {here}\n  there: {there}"
)
ONLY_BOTH = "only here: {here}; only there: {there}"
ONLY_HERE = "there it stands without: {here}"
ONLY_THERE = "there it has also: {there}"
ONLY_ORDER = "the same words, in another order or form"
ONLY_SPELLING = "the same words, letter for letter or nearly"

_LONGEST = 160
_MOST_ANSWERS = 6
# Of questions that are all the same, each is compared with so many of the first ones; with few when there are many.
_MOST_COMPARED, _MOST_IN_GROUP, _FEW_COMPARED = 50, 20_000, 2


def questions(products: Sequence[ProductFacts]) -> Iterator[Side]:
    """Every question of the bank with its file, in the order of products, files and pages."""
    for product in products:
        for file in product.files:
            for group in file.groups:
                for entry in group.entries:
                    if entry.answer_kind:
                        yield Side(file.path, entry)


def same_after_folding(sides: Sequence[Side], are_distinct: Callable[[Side, Side, str], bool]) -> Iterator[Pair]:
    """Each question that was asked before, once, with the first one that it repeats or contradicts."""
    groups: defaultdict[int, list[Side]] = defaultdict(list)
    for side in sides:
        groups[side.entry.asked].append(side)
    for members in groups.values():
        if len(members) > 1:
            yield from _repeated([_Asked(side) for side in members], are_distinct)


class _Asked:
    """A question of a group that may ask the same; what has to be worked out about it is worked out once."""

    def __init__(self, side: Side) -> None:
        self.side = side

    @cached_property
    def key(self) -> str:
        return question_key(self.side.entry.question)

    @cached_property
    def signature(self) -> Signature:
        from pipeline.duplicates.signature import sign

        entry = self.side.entry
        return sign(entry.question, entry.answers, entry.answer_kind)  # type: ignore[arg-type]

    def agrees(self, other: _Asked) -> bool:
        """Whether both answers can be right: the texts share a form, lists share half of the shorter one."""
        from pipeline.duplicates.judge import agreement

        if self.side.entry.answers == other.side.entry.answers:
            return True
        return agreement(self.signature, other.signature) >= 0.5


def _repeated(members: Sequence[_Asked], are_distinct: Callable[[Side, Side, str], bool]) -> Iterator[Pair]:
    compared = 0
    for number, later in enumerate(members[1:], 1):
        most = _MOST_COMPARED if compared < _MOST_IN_GROUP else _FEW_COMPARED
        pair = _first_open(members[: min(number, most)], later, are_distinct)
        compared += min(number, most)
        if pair is not None:
            yield pair


def _first_open(
    earlier: Sequence[_Asked], later: _Asked, are_distinct: Callable[[Side, Side, str], bool]
) -> Pair | None:
    """The pair with the first earlier one that nobody declared distinct; one with the same answer before one that
    contradicts."""
    contradicted = None
    for one in earlier:
        if one.key != later.key:
            continue
        side = one.side
        verdict = "same" if one.agrees(later) else "contradiction"
        if are_distinct(side, later.side, verdict) or (verdict != "same" and contradicted):
            continue
        if verdict == "same":
            return Pair(verdict, 1.0, side, later.side)
        contradicted = Pair(verdict, 1.0, side, later.side)
    return contradicted


def fingerprint(first: EntryFact, second: EntryFact) -> str:
    """A short sign for two questions with their answers: another one when somebody rewrites them."""
    one, two = sorted((first, second), key=lambda entry: (entry.id, entry.question, entry.answers))
    return digest(
        "\0\0".join("\0".join((entry.question, *entry.answers)) for entry in (one, two)).encode(
            "utf-8", "surrogatepass"
        ),
        4,
    )


def report(pair: Pair, message: Message) -> Placed:
    """The finding about a pair: at the later question, related to the first, both texts side by side."""
    first, later = pair.first, pair.later
    here, there = beside(later.entry, first.entry)
    related = Related(first.entry.where, _difference(pair), first.path)
    hint = say(
        CONTRADICTION if pair.verdict == "contradiction" else BESIDE,
        texts=fingerprint(first.entry, later.entry),
        here=here,
        there=there,
    )
    problem = Problem(later.entry.where, message, hint, related=(related,))
    return Placed(later.path, problem, later.entry.pointer, later.entry.id)


def name(side: Side) -> str:
    """How a message calls the other question."""
    return side.entry.id or side.entry.pointer


def answer(entry: EntryFact) -> str:
    """The answers of a question on one line."""
    if entry.answer_kind == "list":
        items = [item.partition("\n")[0] for item in entry.answers]
        return shorten(", ".join(items[:_MOST_ANSWERS]) + (", …" if len(items) > _MOST_ANSWERS else ""), 80)
    return shorten(entry.answers[0], 60) if entry.answers else ""


def beside(here: EntryFact, there: EntryFact) -> tuple[str, str]:
    """Both texts with their answers; words that only one of them has stand in brackets."""
    return _marked(here, there), _marked(there, here)


def _marked(entry: EntryFact, other: EntryFact) -> str:
    known = frozenset(words(other.question))
    shown = []
    for word in entry.question.split():
        folded = words(word)
        shown.append(f"[{word}]" if folded and not known.issuperset(folded) else word)
    text = shorten(" ".join(shown).replace("] [", " "), _LONGEST)
    said = answer(entry)
    return f"{text} → {said}" if said else text


def _difference(pair: Pair) -> Message:
    here, there = ", ".join(pair.only_later), ", ".join(pair.only_first)
    if here and there:
        return say(ONLY_BOTH, here=here, there=there)
    if here:
        return say(ONLY_HERE, here=here)
    if there:
        return say(ONLY_THERE, there=there)
    return say(ONLY_SPELLING if pair.verdict in ("same", "contradiction") else ONLY_ORDER)
