"""A content file as located text: its data, and the exact place of every key, value and character in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from yaml.error import YAMLError
from yaml.events import ScalarEvent

from pipeline.core.finding import START, Edit, Problem, Span
from pipeline.core.pattern import lazy
from pipeline.source import characters, cuts, tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    Path = Sequence[str | int]

_ESCAPE = lazy(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.S)


class Document:
    """Text, data and positions of one file. `problems` is all that loading itself found."""

    __slots__ = (
        "_aligned",
        "_line_starts",
        "_parsed_starts",
        "changed",
        "data",
        "doubts",
        "left_out",
        "moved",
        "parsed",
        "positions",
        "problems",
        "recovered",
        "shifts",
        "text",
    )

    def __init__(self, text: str, problems: list[Problem], *, changed: bool = False) -> None:
        self.text = text
        self.problems = problems
        self.changed = changed
        """True when `text` is not the file's own text: the BOM or CR was taken out first."""
        self.recovered = False
        """True when a part of the file had to be left out to read the rest."""
        self.left_out: list[tuple[int, int]] = []
        """The lines where such parts start, and how deep they are indented."""
        self.data: Any = None
        self.positions: Any = None
        self.parsed = ""
        """The text that was read, where lines had to be repaired for that."""
        self.shifts: dict[int, tuple[int, ...]] = {}
        """Columns of the parsed text that are not in the file, by line."""
        self.moved: dict[int, int] = {}
        """How many columns at the start of a line are in the file and not in the parsed text."""
        self.doubts: set[tuple[int, int]] = set()
        """Where texts end of which a # may have cut the rest: line and column as libyaml counts."""
        self._line_starts: list[int] | None = None
        self._parsed_starts: list[int] | None = None
        self._aligned: tuple[Any, list[int] | None] | None = None
        """The scalar that `offsets` was last asked about, and the places of its characters."""

    def span(self, path: Path = (), *, key: bool = False) -> Span:
        """Where the value at `path` stands (or its key). A step that does not exist is passed over."""
        event, key_event = self.walk(path)
        if type(event) is ScalarEvent and not key:  # asked for every question
            return self.original(self._trimmed(event)) if self.shifts else self._trimmed(event)
        if (key or isinstance(event, list | dict)) and key_event is not None:
            return self.original(tree.event_span(key_event))
        if isinstance(event, dict):
            for name, child in event.items():
                if name is not None:
                    return self.original(tree.event_span(child[0]))
            return self.original(tree.mark_span(event[None].start_mark))
        if isinstance(event, tree.Items):
            if event:
                return self.span([*path, 0])
            return self.original(tree.mark_span(event.start.start_mark))
        return START if event is None else self.original(self._trimmed(event))

    def spans(self, path: Path, key: str) -> tuple[Span, Span]:
        """Where the mapping at `path` begins, and where the value of one of its keys stands: both in one walk."""
        event, key_event = self.walk(path)
        found = event.get(key) if isinstance(event, dict) else None
        if found is None or type(found[1]) is not ScalarEvent or key_event is not None or self.shifts:
            return self.span(path), self.span((*path, key))
        first = next(child[0] for name, child in event.items() if name is not None)
        return tree.event_span(first), self._trimmed(found[1])

    def inside(self, path: Path, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` of the text at `path` stand."""
        located = self.offsets(path, start, end)
        if located is None:
            return self._inside_repaired(path, start, end)
        return self.place(*located)

    def place(self, start: int, end: int) -> Span:
        """The span of the characters from `start` to `end` of `text`."""
        starts = self._starts()
        line, end_line = bisect_right(starts, start), bisect_right(starts, end)
        return Span(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def _inside_repaired(self, path: Path, start: int, end: int) -> Span:
        """The same on a repaired line: found in the text that was read, and brought back to the file."""
        event, _ = self.walk(path)
        if not self.parsed or type(event) is not ScalarEvent:
            return self.span(path)
        first, last = self._parsed_offset(event.start_mark), self._parsed_offset(event.end_mark)
        places = align(self.parsed[first:last], event.value, event.style or "")
        if places is None:
            return self.span(path)
        stop = places[end - 1] + 1 if end > start else places[start]
        return self.original(characters.span_at(self.parsed, first + places[start], first + stop))

    def _parsed_offset(self, mark: Any) -> int:
        if self._parsed_starts is None:
            self._parsed_starts = characters.line_starts(self.parsed)
        return self._parsed_starts[int(mark.line)] + int(mark.column)

    def offsets(self, path: Path, start: int, end: int) -> tuple[int, int] | None:
        """The place in `text` of the characters from `start` to `end` of a scalar; None on a repaired line."""
        event, _ = self.walk(path)
        if event is None or isinstance(event, dict | list) or not hasattr(event, "value"):
            return None  # a container, or an alias
        begin, stop = event.start_mark, event.end_mark
        if any(line + 1 in self.shifts for line in range(begin.line, stop.line + 1)):
            return None
        first = self.offset(begin)
        if self._aligned is None or self._aligned[0] is not event:  # often asked about one text several times
            self._aligned = event, align(self.text[first : self.offset(stop)], event.value, event.style or "")
        places = self._aligned[1]
        if places is None:
            return None
        last = places[end - 1] + 1 if end > start else places[start]
        return first + places[start], first + last

    def entry_edit(self, path: Path, new: str) -> Edit | None:
        """An edit that puts a new first `key: value` into the mapping at `path`, in its own style."""
        event, _ = self.walk(path)
        if not isinstance(event, dict):
            return None
        start = event[None]
        first = next((child[0] for name, child in event.items() if name is not None), None)
        if first is None or first.start_mark.line + 1 in self.shifts:
            return None
        at = self.offset(first.start_mark)
        joint = ", " if start.flow_style else "\n" + " " * first.start_mark.column
        return Edit(at, at, new + joint)

    def style(self, path: Path) -> str:
        """How the scalar at `path` is quoted: ', ", | or >; nothing for plain text."""
        event, _ = self.walk(path)
        return str(getattr(event, "style", None) or "")

    def text_at(self, path: Path) -> str:
        """The scalar at `path` as it was typed, before a model has stripped it."""
        data = self.data
        for step in path:
            data = data[step]
        return str(data)

    def is_flow(self, path: Path) -> bool:
        """Whether the mapping at `path` is written between braces."""
        event, _ = self.walk(path)
        return isinstance(event, dict) and bool(event[None].flow_style)

    def line_offset(self, line: int) -> int:
        """Where a line (from 1) starts in `text`."""
        starts = self._starts()
        return starts[min(line - 1, len(starts) - 1)]

    def _starts(self) -> list[int]:
        """Where each line starts in `text`, and at last where one more would."""
        if self._line_starts is None:
            self._line_starts = characters.line_starts(self.text)
        return self._line_starts

    def offset(self, mark: Any) -> int:
        """Where a mark stands in `text`; not `mark.index`, which counts in the repaired text."""
        return self.line_offset(mark.line + 1) + int(mark.column)

    def walk(self, path: Path) -> tuple[Any, Any]:
        """The position at `path` and the event of the last key on the way to it."""
        here, key_event = self.positions, None
        for step in path:
            if isinstance(here, dict) and step in here and step is not None:
                key_event, here = here[step]
            elif isinstance(here, list) and isinstance(step, int) and step < len(here):
                here, key_event = here[step], None
        return here, key_event

    def _trimmed(self, event: Any) -> Span:
        """A block scalar ends on the line after its text: bring the end back to the text."""
        span = tree.event_span(event)
        if span.end_line > span.line and span.end_column == 1:
            start = self.offset(event.start_mark)
            raw = self.text[start : self.offset(event.end_mark)].rstrip()
            return self.place(start, start + len(raw))
        return span

    def ends_in_doubt(self, path: Path) -> bool:
        """Whether a # may have cut off the end of the text at `path`: nobody knows how it ends."""
        if not self.doubts:
            return False
        event, _ = self.walk(path)
        mark = getattr(event, "end_mark", None)
        return mark is not None and (mark.line, mark.column) in self.doubts

    def relocated(self, problems: Sequence[Problem]) -> list[Problem]:
        """Problems of the parsed text at their places in the file."""
        return [
            problem._replace(
                span=self.original(problem.span),
                related=tuple(other._replace(span=self.original(other.span)) for other in problem.related),
            )
            for problem in problems
        ]

    def original(self, span: Span) -> Span:
        """A span of the parsed text at its place in the file."""
        if not self.shifts:
            return span
        column = span.column - bisect_right(self.shifts.get(span.line, ()), span.column)
        end = span.end_column - bisect_right(self.shifts.get(span.end_line, ()), span.end_column)
        if self.moved:
            column += self.moved.get(span.line, 0)
            end += self.moved.get(span.end_line, 0)
        floor = column if span.line == span.end_line else 1
        return Span(span.line, max(column, 1), span.end_line, max(end, floor, 1))


def load(raw: bytes) -> Document:
    """Read a file's bytes. Whatever is wrong is in `problems`; `data` is None only when nothing could be read."""
    text, problems = characters.decode(raw)
    if text is None:
        return Document("", problems)
    document = Document(text, problems, changed=bool(problems))
    parsable, odd, shifts = characters.inspect(text)
    problems += odd
    document.shifts = shifts
    try:
        read = tree.build(parsable)
    except YAMLError as error:
        from pipeline.source import recovery  # most files need none

        parsable, read = recovery.recover(document, parsable, error)
    if any(problem.rule in ("duplicate-key", "several-documents") for problem in read.problems):
        from pipeline.source import recovery

        parsable, read = recovery.restore_entries(document, parsable, read)
    if hashes := cuts.hashes(parsable):
        from pipeline.source import recovery

        parsable, read = recovery.restore_cut_text(document, parsable, hashes, read)
    document.data, document.positions = read.data, read.positions
    document.parsed = parsable if document.shifts else ""
    problems += document.relocated(read.problems) if document.shifts else read.problems
    return document


def align(raw: str, value: str, style: str) -> list[int] | None:
    """For each character of a scalar's value (and one past it) its place in the raw YAML, or None if unsure."""
    if style in ("|", ">"):
        newline = raw.find("\n")
        if newline < 0:
            return None
        places = _follow(raw, value, newline + 1, "")
    elif style:
        places = _follow(raw, value, 1, style)
    elif raw.startswith(value):
        return list(range(len(value) + 1))
    else:
        places = _follow(raw, value, 0, "")
    return places


def _follow(raw: str, value: str, at: int, quote: str) -> list[int] | None:
    """Walk raw and value together: folded lines, indentation, doubled quotes and escapes are passed over."""
    places: list[int] = []
    for char in value:
        if char in " \n":
            if at < len(raw) and raw[at] == char and char == " ":
                places.append(at)
                at += 1
                continue
            line_end = raw.find("\n", at)
            if line_end < 0 or raw[at:line_end].strip():
                return None
            places.append(line_end)
            at = line_end + 1
            continue
        while at < len(raw) and raw[at] in " \n" and raw[at] != char:
            at += 1
        if at >= len(raw):
            return None
        places.append(at)
        if quote == '"' and raw[at] == "\\":
            escape = _ESCAPE.match(raw, at)
            if escape is None:
                return None
            at = escape.end()
        elif quote == "'" and raw[at] == "'":
            at += 2
        elif raw[at] == char:
            at += 1
        else:
            return None
    return [*places, min(at, len(raw))]
