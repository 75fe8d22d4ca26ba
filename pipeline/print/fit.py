"""Whether a text fits its printed box, predicted from font widths: microseconds instead of a layout.

`check` asks it about every question, `build` lets it choose one type size for a whole product. The real layout has the
last word; a test keeps the two in agreement.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.paragraphs import paragraphs
from pipeline.core.runs import DOT, runs
from pipeline.core.typeset import HYPHEN, NO_BREAK, display
from pipeline.print import library

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_PT = 25.4 / 72
_SLACK = 0.05
_SPARE_LINES = 3
# Lines are this much narrower than the sum of their letters, of which some move closer together; most are even more.
_KERNING = 0.9965
_STEP = 8  # thousandths of the type size: the widest glyph still fits a byte
_BADGE = "\ue000"  # stands before the figures of a badge, which are a word of their own
_WIDEST = ord("?")  # stands for characters that are not in Windows-1252, and counts as the widest glyph


class Badge(NamedTuple):
    """The number of a list's items, in a badge before the first of them."""

    font: str
    least: float
    """Its type size in points, if that is not more: `size`."""
    around: float
    """The room beside its figures, mm."""
    size: float = 0.0
    """Relative to the product's type size."""


class Style(NamedTuple):
    """How one field is set: font, size relative to the product's type size, line height, room in mm."""

    field: str
    font: str
    size: float
    line: float
    width: float
    before: float = 0.0
    """Room above the text, mm."""
    tracking: float = 0.0
    upper: bool = False
    fixed: bool = False
    """Whether `size` is in points, whatever the product's type size."""
    types: tuple[str, ...] = ()
    """Only for questions of these types; empty: for all entries."""
    paragraph: float = 0.0
    """Room between the paragraphs of the text, mm."""
    lead: str = ""
    """What the template prints before the text, or something as wide."""
    badge: Badge | None = None
    """What it prints before a list."""
    runs: bool = False
    """Whether lists are divided between their items only: `core/runs`."""


class Box(NamedTuple):
    """A box of a leaf that holds the texts of `entries` entries one below the other."""

    template: str
    entries: int
    """0: as many as the leaf has."""
    height: float
    texts: tuple[Style, ...]
    gap: float = 0.0
    """The least room between two entries."""
    least: float = 0.0
    """The least height of an entry."""
    rows: bool = False
    """Whether each entry has an equal share of the height, less the gap; a place that is still free has one too."""


class Layout(NamedTuple):
    """The measures of a kind's templates: what CSS and prediction share."""

    sizes: tuple[float, ...]
    """Type sizes in points, from the most comfortable to the smallest that is allowed."""
    boxes: tuple[Box, ...]
    numbers: Mapping[str, Any]
    """All numbers of the file, for the stylesheet."""
    folds: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]] = {}
    """Of each product that is folded: level folds in mm from the top, upright ones from the left."""
    size: tuple[float, float] | None = None
    """The trimmed page in mm that these measures are for; None: that of the product."""
    zoom: float = 1.0
    """By how much all of it is enlarged."""
    parts: Mapping[str, int] = {}
    """Templates without entries that go on over so many leaves."""


class Excess(NamedTuple):
    """A box that is too small at the smallest size: by how many mm, and which of its entries is the longest."""

    box: Box
    first: int
    longest: int
    millimetres: float


def layout(kind: str, own: Mapping[str, bytes], *, large: bool = False) -> Layout | None:
    """The layout of a kind's templates, the game's own first; None where nothing is measured."""
    raw = library.find(f"{kind}/layout.json", own)
    return None if raw is None else _read_layout(raw, large=large)


def printed(model: Any, field: str) -> str:
    """A field of an entry as it is printed, before typography; `panels.1.text` is a field of the second panel."""
    if field == "answer":
        return str(model.printed_answer())
    if "." not in field:
        return str(getattr(model, field, None) or "")
    value = model
    for step in field.split("."):
        value = value[int(step)] if step.isdigit() else getattr(value, step, None)
    return str(value or "")


@lru_cache(maxsize=8192)
def lines(text: str, style: Style, points: float) -> int:
    """How many lines a text takes: words are set one after the other until a line is full."""
    if not text:
        return 0
    if "\n" in text:
        return sum(lines(part, style, points) for part in text.split("\n"))
    font, tracking = style.font, style.tracking
    size = style.size if style.fixed else style.size * points
    room = style.width / (size * _PT) * 1000 / _KERNING
    if style.upper:
        text = text.upper()
    count, at = 1, 0.0
    space = _width(font, tracking, " ")
    for word in text.split(" "):
        if word[:1] == _BADGE:
            at = _badge_width(style, word[1:], points) / (size * _PT) * 1000
            continue
        before = space if at else 0.0
        for part in word.replace("-", "-\0").split("\0") if "-" in word else (word,):  # a line may end after a hyphen
            width = _width(font, tracking, part)
            if at and at + before + width > room:
                count, at = count + 1, width
            else:
                at += before + width
            before = 0.0
    return count


def height(texts: Iterable[tuple[Style, str]], box: Box, points: float) -> float:
    """The height of an entry in mm."""
    total = 0.0
    for style, text in texts:
        size = style.size if style.fixed else style.size * points
        count = lines(text, style, points)
        if count:
            total += style.before + count * size * style.line * _PT + text.count("\n") * style.paragraph
    return max(total, box.least)


def heights(box: Box, models: Sequence[Any], points: float) -> list[float]:
    """The height of each entry in mm."""
    return [height(_texts(box, model), box, points) for model in models]


def columns(box: Box, models: Sequence[Any]) -> Iterator[tuple[int, Sequence[Any]]]:
    """The entries of a leaf that stand in one such box, with the number of the first."""
    together = box.entries or len(models)
    for first in range(0, len(models), together or 1):
        yield first, models[first : first + together]


def excesses(found: Layout, template: str, models: Sequence[Any], points: float, full: int = 0) -> list[Excess]:
    """The boxes of a leaf that cannot hold their entries. `full`: how many it has when it is complete."""
    too_small = []
    for box in found.boxes:
        if box.template != template:
            continue
        for first, together in columns(box, models):
            measured = heights(box, together, points)
            if box.rows:
                over = max(measured) + box.gap - box.height / max(len(measured), full)
            else:
                over = sum(measured) + box.gap * (len(measured) - 1) - box.height
            if over > _SLACK:
                longest = first + measured.index(max(measured))
                too_small.append(Excess(box, first, longest, over))
    return too_small


def surely_fits(found: Layout, template: str, models: Sequence[Any], points: float, full: int = 0) -> bool:
    """Whether a leaf fits with room to spare, from a bound: typography costs a line here and there at most."""
    for box in found.boxes:
        if box.template != template:
            continue
        spare = _SPARE_LINES * points * _PT
        measures = _measures(box.texts, points)
        for _, together in columns(box, models):
            measured = [_most_height(model, measures, box.least) for model in together]
            count = len(measured)
            room = box.height / max(count, full) - box.gap if box.rows else box.height - box.gap * (count - 1)
            if (max(measured) if box.rows else sum(measured)) + spare > room:
                return False
    return True


def type_size(found: Layout, leaves: Sequence[tuple[str, Sequence[Any]]], full: int = 0) -> float:
    """The largest size at which every leaf fits; the smallest if none does."""
    low, high = 0, len(found.sizes) - 1
    while low < high:
        middle = (low + high) // 2
        if any(excesses(found, template, models, found.sizes[middle], full) for template, models in leaves):
            low = middle + 1
        else:
            high = middle
    return found.sizes[low]


def characters_too_many(found: Layout, excess: Excess, model: Any) -> tuple[str, int]:
    """The field that should be shortened, and by how many characters, so that the box holds its entries."""
    points = found.sizes[-1]
    box = excess.box
    texts = _texts(box, model)
    wanted = height(texts, box, points) - excess.millimetres
    style, text = max(texts, key=lambda pair: lines(pair[1], pair[0], points))

    def is_too_high(kept: int) -> bool:
        shorter = [(other, text[:kept] if other is style else words) for other, words in texts]
        return height(shorter, box, points) > wanted + _SLACK

    ends = [at for at, letter in enumerate(text) if letter == " "]
    kept = bisect_left(ends, True, key=is_too_high)
    return style.field, len(text) - (ends[kept - 1] if kept else 0)


class _Measure(NamedTuple):
    """How one field is bounded at one size: everything that does not depend on the text."""

    style: Style
    field: str
    above: float
    """Room above the text, mm."""
    line: float
    """The height of a line, mm."""
    room: float
    """The width of a line, in steps."""
    steps: bytes
    few: int
    """So many characters fit a line, whatever they are."""


@lru_cache(maxsize=64)
def _measures(texts: tuple[Style, ...], points: float) -> tuple[_Measure, ...]:
    found = []
    for style in texts:
        size = style.size if style.fixed else style.size * points
        room = style.width / (size * _PT) * 1000 / _STEP
        steps = _steps(style.font, style.tracking * 1000, upper=style.upper)
        few = int(room / steps[_WIDEST])
        found.append(_Measure(style, style.field, style.before, size * style.line * _PT, room, steps, few))
    return tuple(found)


def _most_height(model: Any, measures: tuple[_Measure, ...], least: float) -> float:
    """At least the height of an entry in mm: `height` with a quick bound for the number of lines."""
    total = 0.0
    for style, field, above, line, room, steps, few in measures:
        if style.types and model.type not in style.types:
            continue
        text = printed(model, field)
        if not text:
            continue
        if style.lead:
            text = style.lead + text
        if style.badge and (count := _items(model, style)):
            text = _in_runs([item.answer for item in model.answers]) if style.runs else text
            text = f"{'?' * (len(count) + 1)} {text}"  # wider than any badge
        total += above + (line if len(text) <= few else _most_lines(text, room, steps) * line)
        if "\n" in text:
            total += text.count("\n") * (style.paragraph + line)
    return total if total > least else least


def _most_lines(text: str, room: float, steps: bytes) -> int:
    """At least the lines that a text takes: widths are rounded up, and lines end at spaces only."""
    try:
        widths = text.encode("latin-1").translate(steps)  # the same bytes, thirty times faster
    except UnicodeEncodeError:
        widths = text.encode("cp1252", "replace").translate(steps)
    left = sum(widths)
    count, start = 1, 0
    while left > room:
        # About where the line is full, a little earlier, and then word by word.
        stop = start + int((len(widths) - start) * room / left)
        used = sum(widths[start:stop])
        while used > room:
            stop -= 1 + (stop - start) // 8
            used = sum(widths[start:stop])
        while (after := text.find(" ", stop + 1)) >= 0 and (used := used + sum(widths[stop:after])) <= room:
            stop = after
        end = text.rfind(" ", start, stop + 1)
        if end < 0:  # a word that is wider than the box
            end = text.find(" ", start)
            if end < 0:
                break
        count, start, left = count + 1, end + 1, left - sum(widths[start : end + 1])
    return count


def _texts(box: Box, model: Any) -> list[tuple[Style, str]]:
    return [
        (style, _set(style, text, model) if text else "")
        for style in box.texts
        if not style.types or model.type in style.types
        for text in (printed(model, style.field),)
    ]


def _set(style: Style, text: str, model: Any) -> str:
    """A text as it is measured, with what the template prints before it."""
    count = _items(model, style)
    shown = _in_runs([item.answer for item in model.answers]) if count and style.runs else _displayed(style.lead + text)
    return f"{_BADGE}{count} {shown}" if count else shown


def _items(model: Any, style: Style) -> str:
    """How many items a printed list has, where its badge says so."""
    listed = style.badge and style.field == "answer" and model.answer_kind == "list"
    return str(len(model.answers)) if listed else ""


def _in_runs(items: Sequence[str]) -> str:
    """The items with their dots; what stays on one line has no place where it could be divided."""
    found = []
    for run in runs(items):
        text = f" {DOT} ".join(map(_displayed, run.items))
        found.append(text.replace(" ", NO_BREAK).replace("-", HYPHEN) if run.whole else text)
    return f"{NO_BREAK}{DOT} ".join(found)


def _badge_width(style: Style, figures: str, points: float) -> float:
    """In mm."""
    if style.badge is None:
        return 0.0
    font, least, around, size = style.badge
    return _width(font, 0.0, figures) / 1000 * max(least, size * points) * _PT + around


@lru_cache(maxsize=5000)
def _displayed(text: str) -> str:
    """As it is measured: paragraphs with typography, without the stars of titles."""
    return display("\n".join(paragraphs(text))).replace("*", "")


@lru_cache(maxsize=64)
def _read_layout(raw: bytes, *, large: bool = False) -> Layout:
    data = json.loads(raw)
    if large:
        data |= data.get("large", {})
    boxes = tuple(Box(**{**box, "texts": tuple(map(_style, box["texts"]))}) for box in data.get("boxes", ()))
    folds = {name: (_places(fold, "down"), _places(fold, "across")) for name, fold in data.get("folds", {}).items()}
    parts = {name: int(count) for name, count in data.get("parts", {}).items()}
    return Layout(tuple(data["sizes"]), boxes, data, folds, _pair(data.get("size")), float(data.get("zoom", 1)), parts)


def _pair(size: Sequence[Any] | None) -> tuple[float, float] | None:
    if size is None:
        return None
    width, height = map(float, size)
    return (width, height)


def _places(fold: Mapping[str, Any], side: str) -> tuple[float, ...]:
    return tuple(float(place) for place in fold.get(side, ()))


@lru_cache(maxsize=50_000)
def _width(font: str, tracking: float, word: str) -> float:
    """The width of a word in thousandths of the type size; most words come again and again."""
    widths, unknown = _widths(font)
    return sum([widths.get(letter, unknown) for letter in word]) + tracking * 1000 * len(word)


@lru_cache(maxsize=64)
def _steps(font: str, tracking: float, *, upper: bool) -> bytes:
    """Windows-1252 byte -> width of its character in steps, rounded up; what it does not have counts as the widest."""
    widths, unknown = _widths(font)
    letters = [bytes([code]).decode("cp1252", "ignore") for code in range(256)]
    most = max(widths.values()) + tracking
    shown = [letter.upper() if upper else letter for letter in letters]
    found = [sum(widths.get(sign, unknown) + tracking for sign in signs) if signs else most for signs in shown]
    found[_WIDEST] = most
    return bytes(ceil(width / _STEP) for width in found)


def _style(data: Mapping[str, Any]) -> Style:
    badge = Badge(**data["badge"]) if "badge" in data else None
    return Style(**{**data, "types": tuple(data.get("types", ())), "badge": badge})


@lru_cache(maxsize=16)
def _widths(font: str) -> tuple[dict[str, float], float]:
    """The advance of each character in thousandths of the type size, and that of an unknown one."""
    table = _all_widths()[font]
    return table["widths"], table["unknown"]


@lru_cache(maxsize=1)
def _all_widths() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(library.find("fonts/widths.json", {}) or b"{}")
    return found
