"""French text that YAML reads, but as something else: a colon, a comma or a missing space has made keys of it.

Only a model knows that such a key is none; it asks here for the problem, with the line as it was meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.finding import Edit, Problem, say
from pipeline.source import characters, repair
from pipeline.source.keys import TEXT_KEYS
from pipeline.source.recovery import CORRECTED, GLUED, LONG, UNQUOTED, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pipeline.source.document import Document

    Path = Sequence[str | int]


def sentence(document: Document, path: Path) -> Problem | None:
    """The problem of a text on one line that became a mapping of one key, `do : ut`; None for any other value."""
    event, _ = document.walk(path)
    if not isinstance(event, dict) or len(event) != 2:  # its start, and one key
        return None
    key, value = next(found for name, found in event.items() if name is not None)
    start = document.offset(key.start_mark)
    in_braces = start != document.offset(event[None].start_mark)
    is_french = document.text.startswith(" :", document.offset(key.end_mark))
    if in_braces or not is_french or not _are_plain([key, value]):
        return None
    name = "" if isinstance(path[-1], int) else str(path[-1])
    return _unquoted(document, start, document.offset(value.end_mark), name, in_flow=document.is_flow(path))


def torn(document: Document, path: Path, known: Collection[str]) -> Problem | None:
    """The problem of a text between braces that its commas have torn into keys; `path` leads to one of the pieces."""
    event, _ = document.walk(path[:-1])
    key, value = event[path[-1]]
    is_french = " " in key.value or document.text.startswith(" :", document.offset(key.end_mark))
    if not is_french and getattr(value, "value", True):
        return None  # a key with a slip
    names = [name for name in event if name is not None]
    first = names.index(path[-1])
    last = first + 1
    while first and not _is_key(names[first], known):
        first -= 1
    while last < len(names) and not _is_key(names[last], known):
        last += 1
    pieces = [part for name in names[first:last] for part in event[name]]
    if names[first] not in TEXT_KEYS or not _are_plain(pieces):
        return None
    end = pieces[-1] if pieces[-1].value else pieces[-2]
    return _unquoted(
        document, document.offset(pieces[1].start_mark), document.offset(end.end_mark), names[first], in_flow=True
    )


def glued_key(document: Document, path: Path) -> Problem:
    """The problem of `key:value` between braces, where it is a key without a value."""
    key, _, value = str(path[-1]).partition(":")
    span = document.span(path, key=True)
    at = document.line_offset(span.line) + span.column + len(key)
    edits = () if span.line in document.shifts else (Edit(at, at, " "),)
    span = span._replace(end_line=span.line, end_column=span.column + len(key) + 1)
    hint = say(CORRECTED, line=f"{key}: {value}")
    return Problem(span, say(GLUED, key=key), hint, edits, rule="yaml-syntax")


def _is_key(name: str, known: Collection[str]) -> bool:
    return name.partition(":")[0] in known


def _are_plain(events: Sequence[Any]) -> bool:
    """Whether these are scalars without quotes on one line."""
    return all(getattr(event, "style", "?") == "" for event in events) and (
        events[0].start_mark.line == events[-1].start_mark.line == events[-1].end_mark.line
    )


def _unquoted(document: Document, start: int, end: int, key: str, *, in_flow: bool) -> Problem | None:
    span = characters.span_at(document.text, start, end)
    if span.line in document.shifts:
        return None
    quoted = repair.quote(document.text[start:end])
    line = shown(key, quoted, in_flow=in_flow)
    if in_flow and not key and span.line == span.end_line:
        line_start = document.line_offset(span.line)
        whole = document.text[line_start:start] + quoted + document.text[end:].split("\n", 1)[0]
        line = " ".join(whole.split()) if len(whole) <= LONG else line
    hint = say(CORRECTED, line=line)
    return Problem(span, say(UNQUOTED), hint, (Edit(start, end, quoted),), rule="unquoted-text")
