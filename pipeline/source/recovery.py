"""Reading on behind a mistake: French text gets its quotes in memory, an entry that still fails is left out.

What was corrected is a problem with the repaired line; everything else of the file is read and checked as if the
author had written it so.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from yaml.error import MarkedYAMLError, YAMLError

from pipeline.core.finding import START, Edit, Problem, Related, Span, say, shorten
from pipeline.core.pattern import lazy
from pipeline.source import characters, cuts, repair, slips, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pipeline.source.document import Document

_MAX_RECOVERIES = 20
_RECOVERY_BYTES = 2_000_000
LONG = 100
"""Of a longer line only the value is shown."""
_NEAR = 4
"""How many lines lie at most between two keys of an entry."""

UNQUOTED = "YAML cannot read this text without quotes."
CUT = "YAML ignores everything after “ #”: “{lost}” is lost."
GLUED = "YAML does not see the key “{key}”: a space is missing after its colon."
CORRECTED = slips.CORRECTED
MAYBE_CUT = "YAML ignores everything after “ #”: is “{lost}” a comment, or part of the text?"
MAYBE_CUT_HINT = "Text: put the whole value in quotes. Comment: put two spaces before the #."
MAYBE_CUT_GLUED_HINT = "Text: put the whole value in quotes. Comment: put a space after the #."
SYNTAX = "YAML cannot be read here: {problem}."
SYNTAX_HINT = "Compare the indentation and the quotes with the lines above."
ORPHAN = "This list has no key above it."
ORPHAN_HINT = "Write its key on a line of its own above it, for example `questions:`."
STARTED_HERE = "it started here"

_ITEM = lazy(r" *- ")


class _Correction(NamedTuple):
    """What is written instead of the characters from `start` to `end` of the parsed text: more of them, in order."""

    start: int
    end: int
    new: str


def recover(document: Document, text: str, error: YAMLError) -> tuple[str, tree.Tree]:
    """Quote the French text that YAML cannot read; if that is not enough, leave out the entry that fails."""
    patience = slips.Patience()
    bracket = slips.find_bracket(text.split("\n"), error, patience)
    if bracket is not None:
        lines = text.split("\n")
        _repair_slip(document, lines, bracket)
        text = "\n".join(lines)
        try:
            return text, tree.build(text)
        except YAMLError as another:
            error = another
    starts = characters.line_starts(text)
    wrong_values = list(repair.wrong_values(text, suspect=_opening_line(error)))
    corrections = [_correction(text, wrong) for wrong in wrong_values]
    corrected = _joined(text, corrections).split("\n")
    for wrong, correction in zip(wrong_values, corrections, strict=True):
        document.problems.append(_wrong(document, text, starts, wrong, correction, corrected))
    quoted = {
        line
        for start, end, _ in corrections
        for line in range(bisect_right(starts, start) - 1, bisect_right(starts, end))
    }
    lines = _corrected(document, text, corrections).split("\n")
    budget = _RECOVERY_BYTES
    failed = -1
    for _ in range(_MAX_RECOVERIES):
        text = "\n".join(lines)
        budget -= len(text)
        try:
            return text, tree.build(text)
        except YAMLError as failure:
            slip = slips.find(lines, failure, quoted, patience)
            if slip is not None:
                _repair_slip(document, lines, slip)
                continue
            at = _failing_line(failure)
            document.recovered = True
            if slips.is_orphan(lines, at - 1):
                document.problems.append(_orphan(document, lines, at))
                break
            if at == failed:
                break  # nothing new would be said
            failed = at
            if at not in document.shifts:
                document.problems.append(_syntax(document, failure))
            left = None if budget < 0 else _leave_out(lines, _opening_line(failure))
            if left is None:
                break
            document.left_out.append(left)
    return text, tree.Tree(None, None, [])


def restore_cut_text(
    document: Document, text: str, hashes: Mapping[int, int], read: tree.Tree
) -> tuple[str, tree.Tree]:
    """Name what ` #` cuts off; where it is certainly text, read the file again with that text whole."""
    starts = characters.line_starts(text)
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
    if not corrections:
        return text, read
    text = _corrected(document, text, corrections)
    return text, tree.build(text)


def restore_entries(document: Document, text: str, read: tree.Tree) -> tuple[str, tree.Tree]:
    """Give entries the dash that they lack, so that their keys do not stand twice; read on behind a lone `---`."""
    patience = slips.Patience()
    lines = text.split("\n")
    for problem in read.problems:
        slip = (
            slips.lone_marker(lines, problem.span.line - 1, patience) if problem.rule == "several-documents" else None
        )
        if slip is not None:
            _repair_slip(document, lines, slip)
            text = "\n".join(lines)
            read = tree.build(text)
            break
    for _ in range(_MAX_RECOVERIES):
        twice = [problem for problem in read.problems if problem.rule == "duplicate-key"]
        slip = _missing_dash(lines, twice, patience)
        if slip is None:
            break
        _repair_slip(document, lines, slip)
        text = "\n".join(lines)
        read = tree.build(text)
    return text, read


def _missing_dash(lines: list[str], twice: Sequence[Problem], patience: slips.Patience) -> slips.Slip | None:
    """The first key that stands twice, if the one below it does so too: two entries have become one."""
    for first, second in pairwise(twice):
        number, column = first.span.line - 1, first.span.column - 1
        if second.span.column == first.span.column and second.span.line <= first.span.line + _NEAR:
            slip = slips.missing_dash(lines, number, column, patience)
            if slip is not None:
                return slip
    return None


def _repair_slip(document: Document, lines: list[str], slip: slips.Slip) -> None:
    """Name the slip, repair it in memory, and remember which columns are not those of the file."""
    if not _is_tab(document, lines, slip):
        document.problems.append(_slip(document, slip))
    for change in slip.changes:
        number, longer = change.line + 1, len(change.new) - (change.end - change.start)
        known = document.shifts.get(number, ())
        if longer > 0:
            moved = (shift + longer * (shift > change.start) for shift in known)
            added = range(change.start + 1, change.start + 1 + longer)
            document.shifts[number] = tuple(sorted((*moved, *added)))
        else:
            document.shifts[number] = known
            document.moved[number] = document.moved.get(number, 0) - longer
    slips.apply(lines, slip.changes)


def _is_tab(document: Document, lines: Sequence[str], slip: slips.Slip) -> bool:
    """Whether the slip is how wide a tab was taken to be: then the repair of the tab is corrected, and that is all."""
    for at, problem in enumerate(document.problems):
        if problem.rule == "odd-indentation" and problem.span.line == slip.line + 1 and len(slip.changes) == 1:
            changed = list(lines)
            slips.apply(changed, slip.changes)
            after = changed[slip.line]
            edit = problem.edits[0]._replace(new=" " * (len(after) - len(after.lstrip(" "))))
            document.problems[at] = problem._replace(edits=(edit, *problem.edits[1:]))
            return True
    return False


def _slip(document: Document, slip: slips.Slip) -> Problem:
    span = document.original(Span(slip.line + 1, slip.start + 1, slip.line + 1, slip.end + 1))
    edits: tuple[Edit, ...] = ()
    if not any(change.line + 1 in document.shifts for change in slip.changes):
        starts = (document.line_offset(change.line + 1) for change in slip.changes)
        edits = tuple(
            Edit(at + change.start, at + change.end, change.new)
            for at, change in zip(starts, slip.changes, strict=True)
        )
    return Problem(span, slip.message, slip.hint, edits, rule=slip.rule)


def _correction(text: str, wrong: repair.Wrong) -> _Correction:
    value = wrong.value
    if wrong.fault == "glued":
        return _Correction(value.start, value.start, " ")
    return _Correction(value.start, value.end, repair.quote(repair.meant(text[value.start : value.end])))


def _wrong(
    document: Document,
    text: str,
    starts: Sequence[int],
    wrong: repair.Wrong,
    correction: _Correction,
    corrected: Sequence[str],
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
    line = shown(value.key, correction.new, in_flow=value.in_flow)
    whole = " ".join(corrected[bisect_right(starts, start) - 1].split())
    if value.in_flow and not value.key and "\n" not in text[start:end] and len(whole) <= LONG:
        line = whole
    hint = say(CORRECTED, line=line)
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
    return (Edit(start, end, repair.quote(repair.meant(document.text[start:end])) if end > start else correction.new),)


def _span(starts: Sequence[int], start: int, end: int) -> Span:
    line, end_line = bisect_right(starts, start), bisect_right(starts, end)
    return Span(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)


def _corrected(document: Document, text: str, corrections: Sequence[_Correction]) -> str:
    """The text with its corrections; the document learns which columns are not in its file."""
    places: list[int] = []
    lines: set[int] = set()
    starts = characters.line_starts(text)
    at = length = 0
    for start, end, new in corrections:
        length += start - at
        places += (length + place for place in _inserted(text[start:end], new))
        at, length = end, length + len(new)
        lines.update(range(bisect_right(starts, start), bisect_right(starts, end) + 1))
    corrected = _joined(text, corrections)
    for line in lines:
        document.shifts.setdefault(line, ())
    starts = characters.line_starts(corrected)
    for place in places:
        line = bisect_right(starts, place)
        column = place - starts[line - 1] + 1
        known = (shift + (shift > column) for shift in document.shifts[line])
        document.shifts[line] = tuple(sorted((*known, column + 1)))
    return corrected


def _joined(text: str, corrections: Iterable[_Correction]) -> str:
    parts: list[str] = []
    at = 0
    for start, end, new in corrections:
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def _inserted(old: str, new: str) -> Iterator[int]:
    """Which characters of a correction are new: the first and last, and escapes. Quotes may have changed their form."""
    at = int(old[:1] in ("'", '"') and repair.meant(old) != old)
    for place, char in enumerate(new):
        if not place and at:
            continue
        if place and at < len(old) and old[at] == char:
            at += 1
        else:
            yield place


def _leave_out(lines: list[str], at: int) -> tuple[int, int] | None:
    """Blank the list entry around line `at`, so that the others can be read. Where it starts; None without one."""
    start = min(at, len(lines)) - 1
    while start >= 0 and not _ITEM.match(lines[start]):
        start -= 1
    if start < 0:
        return None
    indent = len(lines[start]) - len(lines[start].lstrip(" "))
    end = start + 1
    while end < len(lines):
        line = lines[end]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        end += 1
    lines[start:end] = [""] * (end - start)
    return start + 1, indent


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


def _orphan(document: Document, lines: Sequence[str], at: int) -> Problem:
    column = len(lines[at - 1]) - len(lines[at - 1].lstrip(" ")) + 1
    span = document.original(Span(at, column, at, column + 1))
    return Problem(span, say(ORPHAN), say(ORPHAN_HINT), rule="yaml-syntax")


def _within(document: Document, mark: Any) -> Span:
    """libyaml may report the line after the last one: keep the span inside the file."""
    lines = document.text.split("\n")
    found = document.original(tree.mark_span(mark))
    line = min(found.line, len(lines))
    column = min(found.column, len(lines[line - 1]) + 1)
    return Span(line, column, line, column + 1)
