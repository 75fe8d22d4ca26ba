"""YAML events to plain data and a tree of positions, without recursion.

Every scalar stays the text that the author typed: the models give it a type. The position tree mirrors the data:
a mapping is `{key: (key event, child)}` plus its start event under `None`, a list is `Items` with its start event, a
scalar is its event. Events carry their marks; nothing is computed until a problem has to be shown.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from pipeline.core.finding import START, Problem, Related, Span, say, shorten

MAX_DEPTH = 32
_MAX_REFUSALS = 50

DUPLICATE_KEY = "The key “{key}” stands twice in the same place; the first one is on line {line}."
DUPLICATE_KEY_HINT = "Keep one of the two."
FIRST_HERE = "first one here"
TOO_DEEP = "Nested deeper than {limit} levels."
TOO_DEEP_HINT = "Content needs five levels at most: look for a stray [ or {."
KEY_NOT_TEXT = "A key must be plain text, not a list or a mapping."
KEY_NOT_TEXT_HINT = "Write `key: value`; a text that starts with [ or { needs quotes."
ALIAS = "“{text}” is a YAML reference (anchor or alias); content files do not use them."
ALIAS_HINT = "If it is text, put the whole value in quotes; otherwise write the value out."
TAG = "“{text}” is a YAML tag; content files do not use them."
TAG_HINT = "If it is text, put the whole value in quotes."
SEVERAL = "A second YAML document starts here; a content file holds one."
SEVERAL_HINT = "Remove the line {marker}, or move what follows to a file of its own."
EMPTY = "The file is empty."
EMPTY_HINT = "Write its content, or delete the file."


class Items(list[Any]):
    """The positions of a list's items, and the event that starts it."""

    __slots__ = ("start",)
    start: Any


class Tree(NamedTuple):
    """Plain data, the mirrored positions, and what was refused on the way."""

    data: Any
    positions: Any
    problems: list[Problem]


def build(text: str) -> Tree:
    """Read one document. Raises yaml's MarkedYAMLError on a syntax error: the caller knows how to recover."""
    problems: list[Problem] = []
    next_event = CParser(text).get_event
    next_event()  # stream start
    if type(next_event()) is StreamEndEvent:
        return Tree(None, None, [Problem(START, say(EMPTY), say(EMPTY_HINT), rule="empty-file")])
    data, positions = _read_node(next_event, problems)
    if positions is not None:
        next_event()  # document end
        event = next_event()
        if type(event) is DocumentStartEvent:
            span = mark_span(event.start_mark, 3)
            problems.append(Problem(span, say(SEVERAL), say(SEVERAL_HINT, marker="---"), rule="several-documents"))
    return Tree(data, positions, problems)


def mark_span(mark: Any, width: int = 1) -> Span:
    """A span of `width` characters from a libyaml mark."""
    return Span(mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 1 + width)


def event_span(event: Any) -> Span:
    """The span of a scalar event."""
    start, end = event.start_mark, event.end_mark
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _read_node(next_event: Any, problems: list[Problem]) -> tuple[Any, Any]:  # noqa: C901, PLR0912, PLR0915
    """The hot loop: one pass over the events of a document, the open containers on an explicit stack.

    In a mapping a turn is a key with its value, because most values are scalars too.
    """
    stack: list[tuple[Any, Any, bool]] = []
    data: Any = None
    positions: Any = None
    key: Any = None
    key_event: Any = None
    in_mapping = False
    child: Any
    child_positions: Any
    while True:
        event = next_event()
        kind = type(event)
        if in_mapping:
            if kind is ScalarEvent:
                key, key_event = event.value, event
                if event.anchor or event.tag:
                    _refuse(event, problems)
                if key in data and len(problems) < _MAX_REFUSALS:
                    problems.append(_duplicate_key(event, positions[key][0]))
                event = next_event()
                kind = type(event)
                if kind is ScalarEvent:
                    data[key] = event.value
                    positions[key] = (key_event, event)
                    if event.anchor or event.tag:
                        _refuse(event, problems)
                    continue
            else:
                key = None
        elif kind is ScalarEvent:
            if event.anchor or event.tag:
                _refuse(event, problems)
            if data is None:
                return event.value, event
            data.append(event.value)
            positions.append(event)
            continue
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            if event.anchor or event.tag:
                _refuse(event, problems)
            if len(stack) >= MAX_DEPTH:
                message = say(TOO_DEEP, limit=MAX_DEPTH)
                problems.append(Problem(mark_span(event.start_mark), message, say(TOO_DEEP_HINT), rule="too-deep"))
                return None, None
            if kind is MappingStartEvent:
                child, child_positions = {}, {None: event}
            else:
                child, child_positions = [], Items()
                child_positions.start = event
            if in_mapping:
                if key is None:
                    span = mark_span(event.start_mark)
                    problems.append(Problem(span, say(KEY_NOT_TEXT), say(KEY_NOT_TEXT_HINT), rule="key-not-text"))
                    return None, None
                data[key] = child
                positions[key] = (key_event, child_positions)
            elif data is not None:
                data.append(child)
                positions.append(child_positions)
            stack.append((data, positions, in_mapping))
            data, positions, in_mapping = child, child_positions, kind is MappingStartEvent
        elif kind is AliasEvent:
            _refuse(event, problems)
            if len(problems) > _MAX_REFUSALS or (in_mapping and key is None) or data is None:
                return None, None
            text = f"*{event.anchor}"
            if in_mapping:
                data[key] = text
                positions[key] = (key_event, event)
            else:
                data.append(text)
                positions.append(event)
        else:  # the end of a mapping or a sequence
            done, done_positions = data, positions
            data, positions, in_mapping = stack.pop()
            if data is None:
                return done, done_positions


def _duplicate_key(event: Any, first: Any) -> Problem:
    message = say(DUPLICATE_KEY, key=shorten(event.value, 40), line=first.start_mark.line + 1)
    related = (Related(event_span(first), say(FIRST_HERE)),)
    return Problem(event_span(event), message, say(DUPLICATE_KEY_HINT), related=related, rule="duplicate-key")


def _refuse(event: Any, problems: list[Problem]) -> None:
    if len(problems) > _MAX_REFUSALS:
        return
    tag = getattr(event, "tag", None)
    if tag:
        written = tag.replace("tag:yaml.org,2002:", "!!")
        message = say(TAG, text=shorten(written, 40))
        problems.append(Problem(mark_span(event.start_mark, len(written)), message, say(TAG_HINT), rule="yaml-tag"))
    elif event.anchor:
        sign = "*" if type(event) is AliasEvent else "&"
        message = say(ALIAS, text=sign + shorten(event.anchor, 40))
        span = mark_span(event.start_mark, len(event.anchor) + 1)
        problems.append(Problem(span, message, say(ALIAS_HINT), rule="yaml-reference"))
