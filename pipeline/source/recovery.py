"""Reading on behind a mistake: French text gets its quotes in memory, an entry that still fails is left out.

What was corrected is a problem with the repaired line; everything else of the file is read and checked as if the
author had written it so.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

from yaml.error import MarkedYAMLError, YAMLError

from pipeline.core.finding import START, Edit, Problem, Related, Span, say, shorten
from pipeline.core.pattern import lazy
from pipeline.source import cuts, repair, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pipeline.source.document import Document

_MAX_RECOVERIES = 20
_RECOVERY_BYTES = 2_000_000

UNQUOTED = "YAML cannot read this text without quotes."
CUT = "YAML ignores everything after “ #”: “{lost}” is lost."
GLUED = "YAML does not see the key “{key}”: a space is missing after its colon."
CORRECTED = "Write this line, or run `livret check --fix`:\n{line}"
MAYBE_CUT = "YAML ignores everything after “ #”: is “{lost}” a comment, or part of the text?"
MAYBE_CUT_HINT = "Text: put the whole value in quotes. Comment: put two spaces before the #."
MAYBE_CUT_GLUED_HINT = "Text: put the whole value in quotes. Comment: put a space after the #."
SYNTAX = "YAML cannot be read here: {problem}."
SYNTAX_HINT = "Compare the indentation and the quotes with the lines above."
STARTED_HERE = "it started here"

_ITEM = lazy(r" *- ")


class _Correction(NamedTuple):
    """What is written instead of the characters from `start` to `end` of the parsed text: more of them, in order."""

    start: int
    end: int
    new: str


def recover(document: Document, text: str, error: YAMLError) -> tuple[str, tree.Tree]:
    """Quote the French text that YAML cannot read; if that is not enough, leave out the entry that fails."""
    starts = _line_starts(text)
    corrections = []
    for wrong in repair.wrong_values(text, suspect=_opening_line(error)):
        correction = _correction(text, wrong)
        corrections.append(correction)
        document.problems.append(_wrong(document, text, starts, wrong, correction))
    lines = _corrected(document, text, corrections).split("\n")
    budget = _RECOVERY_BYTES
    for _ in range(_MAX_RECOVERIES):
        text = "\n".join(lines)
        budget -= len(text)
        try:
            return text, tree.build(text)
        except YAMLError as failure:
            at = _failing_line(failure)
            if at not in document.shifts:
                document.problems.append(_syntax(document, failure))
            document.recovered = True
            if budget < 0 or not _leave_out(lines, _opening_line(failure)):
                break
    return text, tree.Tree(None, None, [])


def restore_cut_text(document: Document, text: str, hashes: Mapping[int, int], read: tree.Tree) -> tree.Tree:
    """Name what ` #` cuts off; where it is certainly text, read the file again with that text whole."""
    starts = _line_starts(text)
    corrections = []
    for cut in cuts.find(text, hashes, starts, read.positions):
        lost = shorten(text[cut.hash : cut.lost], 40)
        span = document.original(_span(starts, cut.hash, cut.lost))
        correction = _Correction(cut.start, cut.lost, repair.quote(text[cut.start : cut.lost]))
        if not cut.is_text:
            hint = MAYBE_CUT_GLUED_HINT if text[cut.hash + 1 : cut.hash + 2].strip() else MAYBE_CUT_HINT
            problem = Problem(span, say(MAYBE_CUT, lost=lost), say(hint), rule="comment-or-text")
        else:
            hint_ = say(CORRECTED, line=shown(cut.key, correction.new, in_flow=cut.in_flow))
            edits = _edits(document, starts, correction) if cut.can_be_quoted(text) else ()
            problem = Problem(span, say(CUT, lost=lost), hint_, edits, rule="comment-cuts-text")
        document.problems.append(problem)
        if cut.is_text and cut.can_be_quoted(text):
            corrections.append(correction)
        else:
            line = bisect_right(starts, cut.end) - 1
            document.doubts.add((line, cut.end - starts[line]))
    return tree.build(_corrected(document, text, corrections)) if corrections else read


def _correction(text: str, wrong: repair.Wrong) -> _Correction:
    value = wrong.value
    if wrong.fault == "glued":
        return _Correction(value.start, value.start, " ")
    return _Correction(value.start, value.end, repair.quote(text[value.start : value.end]))


def _wrong(
    document: Document, text: str, starts: Sequence[int], wrong: repair.Wrong, correction: _Correction
) -> Problem:
    value = wrong.value
    edits = _edits(document, starts, correction)
    start, end = value.start, value.end
    if wrong.fault == "glued":
        line_end = text.find("\n", start)
        end = min(end, line_end) if line_end >= 0 else end
        hint = say(CORRECTED, line=f"{value.key}: {text[start:end]}")
        span = document.original(_span(starts, start - len(value.key) - 1, start))
        return Problem(span, say(GLUED, key=value.key), hint, edits, rule="yaml-syntax")
    hint = say(CORRECTED, line=shown(value.key, correction.new, in_flow=value.in_flow))
    if wrong.fault == "unquoted":
        return Problem(document.original(_span(starts, start, end)), say(UNQUOTED), hint, edits, rule="unquoted-text")
    start += repair.hash_in(text[start:end])
    lost = shorten(text[start:end], 40)
    span = document.original(_span(starts, start, end))
    return Problem(span, say(CUT, lost=lost), hint, edits, rule="comment-cuts-text")


def shown(key: str, quoted: str, *, in_flow: bool) -> str:
    """The corrected value as the author may type it, on one line."""
    quoted = " ".join(quoted.split())
    return f"{key}: {quoted}" if key else quoted if in_flow else f"- {quoted}"


def _edits(document: Document, starts: Sequence[int], correction: _Correction) -> tuple[Edit, ...]:
    """The correction in the author's file; none on a line that has to be repaired in another way first."""
    span = _span(starts, correction.start, correction.end)
    if any(line in document.shifts for line in range(span.line, span.end_line + 1)):
        return ()
    start = document.line_offset(span.line) + span.column - 1
    end = start + correction.end - correction.start
    return (Edit(start, end, repair.quote(document.text[start:end]) if end > start else correction.new),)


def _line_starts(text: str) -> list[int]:
    return [*accumulate((len(line) + 1 for line in text.split("\n")), initial=0)]


def _span(starts: Sequence[int], start: int, end: int) -> Span:
    line, end_line = bisect_right(starts, start), bisect_right(starts, end)
    return Span(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)


def _corrected(document: Document, text: str, corrections: Iterable[_Correction]) -> str:
    """The text with its corrections; the document learns which columns are not in its file."""
    parts: list[str] = []
    places: list[int] = []
    lines: set[int] = set()
    starts = _line_starts(text)
    at = length = 0
    for start, end, new in corrections:
        length += start - at
        places += (length + place for place in _inserted(text[start:end], new))
        parts += [text[at:start], new]
        at, length = end, length + len(new)
        lines.update(range(bisect_right(starts, start), bisect_right(starts, end) + 1))
    corrected = "".join([*parts, text[at:]])
    for line in lines:
        document.shifts.setdefault(line, ())
    starts = _line_starts(corrected)
    for place in places:
        line = bisect_right(starts, place)
        column = place - starts[line - 1] + 1
        known = (shift + (shift > column) for shift in document.shifts[line])
        document.shifts[line] = tuple(sorted((*known, column + 1)))
    return corrected


def _inserted(old: str, new: str) -> Iterator[int]:
    """Which characters of a correction are new: the first and last, and escapes."""
    at = 0
    for place, char in enumerate(new):
        if place and at < len(old) and old[at] == char:
            at += 1
        else:
            yield place


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


def _syntax(document: Document, error: YAMLError) -> Problem:
    if not isinstance(error, MarkedYAMLError):
        problem = str(error).splitlines()[0]
        return Problem(START, say(SYNTAX, problem=problem), say(SYNTAX_HINT), rule="yaml-syntax")
    mark = error.problem_mark or error.context_mark
    text = error.problem or "syntax error"
    related: tuple[Related, ...] = ()
    context = error.context_mark
    if context is not None and mark is not None and context.line != mark.line:
        related = (Related(document.original(tree.mark_span(context)), say(STARTED_HERE)),)
    span = START if mark is None else _within(document, mark)
    return Problem(span, say(SYNTAX, problem=text), say(SYNTAX_HINT), related=related, rule="yaml-syntax")


def _within(document: Document, mark: Any) -> Span:
    """libyaml may report the line after the last one: keep the span inside the file."""
    lines = document.text.split("\n")
    found = document.original(tree.mark_span(mark))
    line = min(found.line, len(lines))
    column = min(found.column, len(lines[line - 1]) + 1)
    return Span(line, column, line, column + 1)
