"""What cannot be printed as it stands: text that overflows, characters without a glyph, pictures that are not there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from pipeline.core.finding import START, Problem, say, shorten
from pipeline.core.typeset import display
from pipeline.print import fit, glyphs
from pipeline.print.engine import LOCKED, OFF_PAGE
from pipeline.print.plan import layout_for, template_of
from pipeline.source.characters import span_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pipeline.kinds.base import Entry, Leaf
    from pipeline.print.fragment import Fragment, Overflow
    from pipeline.print.plan import Plan

OVERFLOW = "“{text}” is {mm} mm too long for its box on the page."
OVERFLOW_WIDE = "“{text}” is {mm} mm too wide for its box: a word or line cannot be broken."
OVERFLOW_COLUMN = "The column is {mm} mm too long; this is its longest entry."
OVERFLOW_HINT = "Shorten it, or its neighbours."
OVERFLOW_PAGE = "“{template}” is {mm} mm too long for its page."
PAGES = "“{template}” takes {pages} pages instead of one."
PAGES_HINT = "Shorten its text, or give it a smaller type in the template."
NOT_LOADED = "“{address}” cannot be loaded: a page gets nothing but the files of the templates and of assets/."
NOT_LOADED_HINT = "Put the file into assets/ and name it from there: assets/{name}."
NO_PICTURE = "“{address}” cannot be read as a picture."
NO_PICTURE_HINT = "Pictures are SVG, PNG or JPEG files."
COMPLAINT = "The layout engine says: {complaint}"
COMPLAINT_HINT = "Repair the template “{template}”."
_COLUMN = "-"
_LOADING = re.compile(r"Failed to load \w+ at '?(.*?)'? ?: ")
_QUOTED = re.compile(r"`([\w-]+)|'([\w-]+)'")
_COLUMN_TEXTS = ("question", "procedure", "text", "hint")


class Refused(NamedTuple):
    """A problem, at the entry that causes it, or of the product as a whole."""

    entry: Entry | None
    problem: Problem
    template: str = ""
    """The template that is to blame, by its name in the library; empty: the entry or game.yaml."""


def of(plan: Plan, fragments: Mapping[int, Fragment]) -> Iterator[Refused]:
    """Everything that is wrong with the pages of a product."""
    for number, fragment in sorted(fragments.items()):
        leaf = plan.leaves[number]
        for overflow in fragment.overflows:
            yield _overflow(plan, leaf, overflow)
        if fragment.pages != 1 and not leaf.flows:
            message = say(PAGES, template=leaf.template, pages=fragment.pages)
            yield somewhere(plan, leaf, Problem(START, message, say(PAGES_HINT), rule="text-overflow"))
        if fragment.missing:
            yield from _missing(plan, leaf, fragment.missing)
        for complaint in fragment.complaints:
            yield _complaint(plan, leaf, complaint)


def somewhere(plan: Plan, leaf: Leaf, problem: Problem, words: str = "", *, styles: bool = False) -> Refused:
    """A problem that no entry causes: where these words stand in the game's own template or in game.yaml.

    Words that stand nowhere: the game's own template if the leaf has one, otherwise its first entry. Our own templates
    are right, so it is never theirs. `styles` looks into the game's other files too.
    """
    name, own = template_of(plan.order, leaf), plan.order.own
    for other in (name, *(sorted(own) if styles else ())) if words else ():
        text = own.get(other, b"").decode("utf-8", "replace") if other.endswith((".html", ".css")) else ""
        if found := re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text):
            return Refused(None, problem._replace(span=span_at(text, *found.span())), other)
    path = _path_in_game(plan, words) if words else None
    if path:
        return Refused(None, problem._replace(span=plan.order.document.span(path)))
    if name in own and not leaf.flows:
        return Refused(None, problem, name)
    entry = leaf.entries[0] if leaf.entries else None
    return Refused(entry, problem._replace(span=entry.span()) if entry else problem)


def _overflow(plan: Plan, leaf: Leaf, overflow: Overflow) -> Refused:
    """`2:answer` is a field of the third entry, `0-9` a column of ten entries, anything else a text of game.yaml."""
    which, _, field = overflow.ref.partition(":")
    first, _, last = which.partition(_COLUMN)
    if which == OFF_PAGE:
        message = say(OVERFLOW_PAGE, template=leaf.template, mm=_mm(overflow))
        return somewhere(plan, leaf, Problem(START, message, say(PAGES_HINT), rule="text-overflow"), field)
    wide = overflow.across > overflow.down
    if not first.isdigit() or int(first) >= len(leaf.entries):
        text = str(plan.order.document.data.get(overflow.ref, overflow.ref))
        message = say(OVERFLOW_WIDE if wide else OVERFLOW, text=shorten(text, 40), mm=_mm(overflow))
        problem = Problem(START, message, say(OVERFLOW_HINT), rule="text-overflow")
        return somewhere(plan, leaf, problem, text)
    if last:
        entry = leaf.entries[_longest(plan, leaf, int(first), int(last))]
        message = say(OVERFLOW_COLUMN, mm=_mm(overflow))
        field = next((name for name in _COLUMN_TEXTS if fit.printed(entry.model, name)), "answer")
        return Refused(entry, Problem(entry.printed_at(field), message, say(OVERFLOW_HINT), rule="text-overflow"))
    entry = leaf.entries[int(first)]
    text = shorten(fit.printed(entry.model, field), 40) if field else entry.id
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


def _missing(plan: Plan, leaf: Leaf, letters: str) -> Iterator[Refused]:
    """Every place where characters without a glyph stand: in entries, or else in game.yaml, or else in a template."""
    left = set(letters)
    for entry in leaf.entries:
        for problem in glyphs.problems(entry, glyphs.among(letters)):
            yield Refused(entry, problem)
        left -= {letter for letter in left if letter in entry.document.text}
    document = plan.order.document
    for path, text in _texts_of_game(document.data) if left else ():
        for found in glyphs.among("".join(sorted(left))).finditer(text):
            yield Refused(None, glyphs.problem(document.inside(path, *found.span()), found[0]))
    left -= {letter for letter in left if letter in document.text}
    if left:
        yield somewhere(plan, leaf, glyphs.problem(START, "".join(sorted(left))), min(left))


def _complaint(plan: Plan, leaf: Leaf, complaint: str) -> Refused:
    """What the layout engine logged: about something that cannot be loaded, or about the template itself."""
    rule = "missing-picture" if "image" in complaint else "template-fault"
    loading = _LOADING.match(complaint)
    if loading and LOCKED in complaint:
        address = unquote(loading[1])
        name = address.rpartition("/")[2] or "picture.svg"
        message, hint = say(NOT_LOADED, address=shorten(address, 60)), say(NOT_LOADED_HINT, name=shorten(name, 40))
        return somewhere(plan, leaf, Problem(START, message, hint, rule=rule), address, styles=True)
    if loading and rule == "missing-picture":
        message = say(NO_PICTURE, address=shorten(unquote(loading[1]), 60))
        problem = Problem(START, message, say(NO_PICTURE_HINT), rule=rule)
        return somewhere(plan, leaf, problem, unquote(loading[1]), styles=True)
    message = say(COMPLAINT, complaint=shorten(complaint, 160))
    quoted = _QUOTED.search(complaint)
    words = (quoted[1] or quoted[2]) if quoted else ""
    found = somewhere(plan, leaf, Problem(START, message, rule=rule), words, styles=True)
    hint = say(COMPLAINT_HINT, template=found.template or leaf.template)
    return found._replace(problem=found.problem._replace(hint=hint))


def _path_in_game(plan: Plan, words: str) -> tuple[str | int, ...] | None:
    """The text of game.yaml that has these words, as they are printed."""
    wanted = _printed(words.rstrip("…"))
    texts = [(path, _printed(text)) for path, text in _texts_of_game(plan.order.document.data)]
    return next((path for path, text in texts if text == wanted), None) or next(
        (path for path, text in texts if f" {wanted} " in f" {text} "), None
    )


def _printed(text: str) -> str:
    return " ".join(display(text).replace("*", "").split())


def _texts_of_game(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """All texts of a game.yaml with their paths, in its order."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key in data:
            yield from _texts_of_game(data[key], (*path, key))
    elif isinstance(data, list):
        for number, item in enumerate(data):
            yield from _texts_of_game(item, (*path, number))


def _mm(overflow: Overflow) -> str:
    return f"{max(overflow.down, overflow.across):.1f}"
