"""A content file as located text: its data, and the exact place of every key, value and character in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from yaml.error import MarkedYAMLError, YAMLError

from pipeline.core.finding import START, Edit, Problem, Related, Span, say, shorten
from pipeline.core.pattern import lazy
from pipeline.source import characters, repair, tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    Path = Sequence[str | int]

_MAX_RECOVERIES = 20
_RECOVERY_BYTES = 2_000_000

UNQUOTED = "YAML cannot read this text without quotes."
CUT = "YAML ignores everything after “ #”: “{lost}” is lost."
CORRECTED = "Write this line, or run `livret check --fix`:\n{line}"
MAYBE_CUT = "YAML ignores everything after “ #”: is “{lost}” a comment, or part of the text?"
MAYBE_CUT_HINT = "Text: put the whole value in quotes. Comment: put two spaces before the #."
SYNTAX = "YAML cannot be read here: {problem}."
SYNTAX_HINT = "Compare the indentation and the quotes with the lines above."
STARTED_HERE = "it started here"

_ESCAPE = lazy(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.S)
_ITEM = lazy(r" *- ")


class Document:
    """Text, data and positions of one file. `problems` is all that loading itself found."""

    __slots__ = ("_line_starts", "changed", "data", "positions", "problems", "recovered", "shifts", "text")

    def __init__(self, text: str, problems: list[Problem], *, changed: bool = False) -> None:
        self.text = text
        self.problems = problems
        self.changed = changed
        """True when `text` is not the file's own text: the BOM or CR was taken out first."""
        self.recovered = False
        """True when a part of the file had to be left out to read the rest."""
        self.data: Any = None
        self.positions: Any = None
        self.shifts: dict[int, tuple[int, ...]] = {}
        self._line_starts: list[int] | None = None

    def span(self, path: Path = (), *, key: bool = False) -> Span:
        """Where the value at `path` stands (or its key). A step that does not exist is passed over."""
        event, key_event = self._walk(path)
        if (key or isinstance(event, list | dict)) and key_event is not None:
            return self._original(tree.event_span(key_event))
        if isinstance(event, dict):
            first = next((child[0] for name, child in event.items() if name is not None), None)
            if first is not None:
                return self._original(tree.event_span(first))
            return self._original(tree.mark_span(event[None].start_mark))
        if isinstance(event, list):
            return self.span([*path, 0]) if event else START
        return START if event is None else self._original(self._trimmed(event))

    def inside(self, path: Path, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` of the text at `path` stand."""
        located = self.offsets(path, start, end)
        if located is None:
            return self.span(path)
        return characters.span_at(self.text, *located)

    def offsets(self, path: Path, start: int, end: int) -> tuple[int, int] | None:
        """The place in `text` of the characters from `start` to `end` of a scalar; None on a repaired line."""
        event, _ = self._walk(path)
        if event is None or isinstance(event, dict | list) or not hasattr(event, "value"):
            return None  # a container, or an alias
        begin, stop = event.start_mark, event.end_mark
        if any(line + 1 in self.shifts for line in range(begin.line, stop.line + 1)):
            return None
        first = self._offset(begin)
        places = align(self.text[first : self._offset(stop)], event.value, event.style or "")
        if places is None:
            return None
        last = places[end - 1] + 1 if end > start else places[start]
        return first + places[start], first + last

    def entry_edit(self, path: Path, new: str) -> Edit | None:
        """An edit that puts a new first `key: value` into the mapping at `path`, in its own style."""
        event, _ = self._walk(path)
        if not isinstance(event, dict):
            return None
        start = event[None]
        first = next((child[0] for name, child in event.items() if name is not None), None)
        if first is None or first.start_mark.line + 1 in self.shifts:
            return None
        at = self._offset(first.start_mark)
        joint = ", " if start.flow_style else "\n" + " " * first.start_mark.column
        return Edit(at, at, new + joint)

    def style(self, path: Path) -> str:
        """How the scalar at `path` is quoted: ', ", | or >; nothing for plain text."""
        event, _ = self._walk(path)
        return str(getattr(event, "style", None) or "")

    def text_at(self, path: Path) -> str:
        """The scalar at `path` as it was typed, before a model has stripped it."""
        data = self.data
        for step in path:
            data = data[step]
        return str(data)

    def is_flow(self, path: Path) -> bool:
        """Whether the mapping at `path` is written between braces."""
        event, _ = self._walk(path)
        return isinstance(event, dict) and bool(event[None].flow_style)

    def line_offset(self, line: int) -> int:
        """Where a line (from 1) starts in `text`."""
        if self._line_starts is None:
            lengths = (len(text) + 1 for text in self.text.split("\n"))
            self._line_starts = [0, *accumulate(lengths)]
        return self._line_starts[min(line - 1, len(self._line_starts) - 1)]

    def _offset(self, mark: Any) -> int:
        """Where a mark stands in `text`; not `mark.index`, which counts in the repaired text."""
        return self.line_offset(mark.line + 1) + int(mark.column)

    def _walk(self, path: Path) -> tuple[Any, Any]:
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
            start = self._offset(event.start_mark)
            raw = self.text[start : self._offset(event.end_mark)].rstrip()
            return characters.span_at(self.text, start, start + len(raw))
        return span

    def _original(self, span: Span) -> Span:
        if not self.shifts:
            return span
        column = span.column - bisect_right(self.shifts.get(span.line, ()), span.column)
        end = span.end_column - bisect_right(self.shifts.get(span.end_line, ()), span.end_column)
        return Span(span.line, max(column, 1), span.end_line, max(end, column, 1))


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
        read = _recover(document, parsable, error)
    else:
        problems += _cut_text(document)
    document.data, document.positions = read.data, read.positions
    problems += read.problems
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


def _recover(document: Document, text: str, error: YAMLError) -> tree.Tree:
    """Quote the French lines that YAML cannot read; if that is not enough, leave out the entry that fails."""
    lines = text.split("\n")
    for line in repair.broken_lines(text, suspect=_opening_line(error)):
        document.problems.append(_unquoted(document, line))
        lines[line.number - 1] = line.corrected
        opening = line.start + 1
        added = len(line.corrected) - len(line.text)
        shifted = (opening + 1, *(line.end + 2,) * (added - 1))
        document.shifts[line.number] = tuple(sorted((*document.shifts.get(line.number, ()), *shifted)))
    budget = _RECOVERY_BYTES
    for _ in range(_MAX_RECOVERIES):
        text = "\n".join(lines)
        budget -= len(text)
        try:
            return tree.build(text)
        except YAMLError as failure:
            at = _failing_line(failure)
            if at not in document.shifts:
                document.problems.append(_syntax(document, failure))
            document.recovered = True
            if budget < 0 or not _leave_out(lines, _opening_line(failure)):
                break
    return tree.Tree(None, None, [])


def _leave_out(lines: list[str], at: int) -> bool:
    """Blank the list entry around line `at`, so that the others can be read. False when there is none."""
    start = min(at, len(lines)) - 1
    while start >= 0 and not _ITEM.match(lines[start]):
        start -= 1
    if start < 0:
        return False
    indent = len(lines[start]) - len(lines[start].lstrip(" "))
    end = start + 1
    while end < len(lines):
        line = lines[end]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        end += 1
    lines[start:end] = [""] * (end - start)
    return True


def _opening_line(error: YAMLError) -> int:
    """Where the quote or bracket that was never closed stands; otherwise where reading failed."""
    if isinstance(error, MarkedYAMLError) and error.context_mark is not None:
        context = error.context or ""
        if "flow" in context or "quoted" in context:
            return error.context_mark.line + 1
    return _failing_line(error)


def _failing_line(error: YAMLError) -> int:
    mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
    return mark.line + 1 if mark is not None else 1


def _unquoted(document: Document, line: repair.Line) -> Problem:
    start = document.line_offset(line.number)
    edit = Edit(start + line.start, start + line.end, quote := repair.quote(line.value))
    span = Span(line.number, line.start + 1, line.number, line.end + 1)
    shown = (f"{line.key}: " if line.key else "- ") + quote
    edits = () if line.number in document.shifts else (edit,)
    return Problem(span, say(UNQUOTED), say(CORRECTED, line=shown), edits, rule="unquoted-text")


def _cut_text(document: Document) -> list[Problem]:
    problems = []
    for cut in repair.cut_lines(document.text):
        line = cut.line
        span = Span(line.number, cut.hash_column + 1, line.number, line.end + 1)
        lost = shorten(line.text[cut.hash_column : line.end], 40)
        if not cut.is_text:
            message, hint = say(MAYBE_CUT, lost=lost), say(MAYBE_CUT_HINT)
            problems.append(Problem(span, message, hint, rule="comment-or-text"))
            continue
        start = document.line_offset(line.number)
        quoted = repair.quote(line.value)
        shown = (f"{line.key}: " if line.key else "- ") + quoted
        edit = Edit(start + line.start, start + line.end, quoted)
        message = say(CUT, lost=lost)
        problems.append(Problem(span, message, say(CORRECTED, line=shown), (edit,), rule="comment-cuts-text"))
    return problems


def _syntax(document: Document, error: YAMLError) -> Problem:
    if not isinstance(error, MarkedYAMLError):
        problem = str(error).splitlines()[0]
        return Problem(START, say(SYNTAX, problem=problem), say(SYNTAX_HINT), rule="yaml-syntax")
    mark = error.problem_mark or error.context_mark
    text = error.problem or "syntax error"
    related: tuple[Related, ...] = ()
    context = error.context_mark
    if context is not None and mark is not None and context.line != mark.line:
        related = (Related(tree.mark_span(context), say(STARTED_HERE)),)
    span = START if mark is None else _within(document.text, mark)
    return Problem(span, say(SYNTAX, problem=text), say(SYNTAX_HINT), related=related, rule="yaml-syntax")


def _within(text: str, mark: Any) -> Span:
    """libyaml may report the line after the last one: keep the span inside the file."""
    lines = text.split("\n")
    line = min(mark.line + 1, len(lines))
    column = min(mark.column + 1, len(lines[line - 1]) + 1)
    return Span(line, column, line, column + 1)
