"""What cannot be printed as it stands: text that overflows, characters without a glyph, pictures that are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.core.finding import START, Problem, Span, say, shorten
from pipeline.kinds.texts import printed_texts
from pipeline.print import fit
from pipeline.print.plan import layout_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Entry, Leaf
    from pipeline.print.fragment import Fragment, Overflow
    from pipeline.print.plan import Plan

OVERFLOW = "“{text}” is {mm} mm too long for its box on the page."
OVERFLOW_WIDE = "“{text}” is {mm} mm too wide for its box: a word or line cannot be broken."
OVERFLOW_COLUMN = "The column is {mm} mm too long; this is its longest entry."
OVERFLOW_HINT = "Shorten it, or its neighbours."
PAGES = "“{template}” takes {pages} pages instead of one."
PAGES_HINT = "Shorten its text, or give it a smaller type in the template."
GLYPH = "No font has the character {name}."
GLYPH_HINT = "Write it with other characters, or add a font that has it."
COMPLAINT = "The layout engine says: {complaint}"
COMPLAINT_HINT = "Repair the template “{template}”."
_COLUMN = "-"


class Refused(NamedTuple):
    """A problem, at the entry that causes it, or of the product as a whole."""

    entry: Entry | None
    problem: Problem


def of(plan: Plan, fragments: Mapping[int, Fragment]) -> Iterator[Refused]:
    """Everything that is wrong with the pages of a product."""
    for number, fragment in sorted(fragments.items()):
        leaf = plan.leaves[number]
        for overflow in fragment.overflows:
            yield _overflow(plan, leaf, overflow)
        if fragment.pages != 1 and not leaf.flows:
            message = say(PAGES, template=leaf.template, pages=fragment.pages)
            yield _somewhere(leaf, message, say(PAGES_HINT), "text-overflow")
        for letter in fragment.missing:
            yield _missing(leaf, letter)
        for complaint in fragment.complaints:
            message = say(COMPLAINT, complaint=shorten(complaint, 160))
            rule = "missing-picture" if "image" in complaint else "template-fault"
            yield _somewhere(leaf, message, say(COMPLAINT_HINT, template=leaf.template), rule)


def _overflow(plan: Plan, leaf: Leaf, overflow: Overflow) -> Refused:
    """`2:answer` is a field of the third entry, `0-9` a column of ten entries."""
    which, _, field = overflow.ref.partition(":")
    first, _, last = which.partition(_COLUMN)
    if not first.isdigit() or int(first) >= len(leaf.entries):
        text = shorten(overflow.ref, 40)
        return _somewhere(leaf, say(OVERFLOW, text=text, mm=_mm(overflow)), say(OVERFLOW_HINT), "text-overflow")
    index = int(first)
    if last:
        index = _longest(plan, leaf, index, int(last))
        entry = leaf.entries[index]
        message = say(OVERFLOW_COLUMN, mm=_mm(overflow))
        return Refused(entry, Problem(entry.span(), message, say(OVERFLOW_HINT), rule="text-overflow"))
    entry = leaf.entries[index]
    text = shorten(fit.printed(entry.model, field), 40) if field else entry.id
    wide = overflow.across > overflow.down
    message = say(OVERFLOW_WIDE if wide else OVERFLOW, text=text, mm=_mm(overflow))
    return Refused(entry, Problem(entry.printed_at(field), message, say(OVERFLOW_HINT), rule="text-overflow"))


def _longest(plan: Plan, leaf: Leaf, first: int, last: int) -> int:
    layout = layout_for(plan.order, plan.printer)
    models = [entry.model for entry in leaf.entries[first : last + 1]]
    boxes = [box for box in layout.boxes if box.template == leaf.template] if layout else []
    if not boxes:
        return first
    measured = fit.heights(boxes[0], models, plan.points)
    return first + measured.index(max(measured))


def _missing(leaf: Leaf, letter: str) -> Refused:
    """The first place in the leaf's entries where the character stands."""
    import unicodedata

    name = f"“{letter}” (U+{ord(letter):04X} {unicodedata.name(letter, '')})".replace(" )", ")")
    message, hint = say(GLYPH, name=name), say(GLYPH_HINT)
    for entry in leaf.entries:
        if entry.document.data is None and letter in entry.document.text:  # Markdown
            before = entry.document.text.partition(letter)[0]
            line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
            span = Span(line, column, line, column + 1)
            return Refused(entry, Problem(span, message, hint, rule="missing-glyph"))
        for path, text in printed_texts(entry) if entry.document.data is not None else ():
            if letter in text:
                span = entry.document.inside(path, text.index(letter), text.index(letter) + 1)
                return Refused(entry, Problem(span, message, hint, rule="missing-glyph"))
    return _somewhere(leaf, message, hint, "missing-glyph")


def _somewhere(leaf: Leaf, message: Message, hint: Message, rule: str) -> Refused:
    entry = leaf.entries[0] if leaf.entries else None
    span = entry.span() if entry else START
    return Refused(entry, Problem(span, message, hint, rule=rule))


def _mm(overflow: Overflow) -> str:
    return f"{max(overflow.down, overflow.across):.1f}"
