"""Findings for people: what is wrong, the line with a caret under the exact characters, how to repair it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category, combining, east_asian_width

from pipeline.core.finding import Finding, Span, say
from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.reporters.base import View

CLEAN = "All good. Files: {files}, questions: {questions}."
SUMMARY = "{errors}, {warnings}. Files: {files}, questions: {questions}."
NO_ERRORS, ERROR, ERRORS = "no errors", "1 error", "{count} errors"
NO_WARNINGS, WARNING, WARNINGS = "no warnings", "1 warning", "{count} warnings"
INFO, INFOS = "1 note", "{count} notes"
FIXABLE = "{count} can be repaired by `livret check --fix`."
FIXED = "{count} repaired."
WAIVED = "{count} waived in the content."
KNOWN = "{count} known from the baseline."
HELP = "help"
LABELS = {"error": "error", "warning": "warning", "info": "info"}

_UNPRINTABLE = lazy("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_MARGIN = 8
_CLOSING = lazy(r"[»:;?!]\W*$")


class Style(NamedTuple):
    """Terminal colours, or nothing."""

    error: str = ""
    warning: str = ""
    info: str = ""
    strong: str = ""
    frame: str = ""
    dim: str = ""
    good: str = ""
    off: str = ""


PLAIN = Style()
COLORED = Style("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1m", "\x1b[34m", "\x1b[2m", "\x1b[1;32m", "\x1b[0m")


def render(view: View) -> Iterator[str]:
    """Each finding with its lines, then a summary."""
    style = COLORED if view.color else PLAIN
    for finding in view.findings:
        yield from _finding(finding, view, style)
        yield "\n"
    yield _summary(view, style)


def _finding(finding: Finding, view: View, style: Style) -> Iterator[str]:
    tone = getattr(style, finding.severity)
    label = view.translate(say(LABELS[finding.severity]))
    head = f"{label}[{finding.code}] {finding.rule}"
    message = visible(view.translate(finding.message))
    yield f"{tone}{label}{style.off}{style.strong}[{finding.code}] {finding.rule}{style.off}"
    lines = wrapped(message, max(view.width - 2, 20))
    if len(head) + 2 + columns(message) <= view.width:
        yield f": {message}\n"
    else:
        yield "\n" + "".join(f"  {line}\n" for line in lines)
    source = view.lines(finding.path)
    gutter = len(str(max(finding.span.line, *(other.span.line for other in finding.related), 1)))
    where = visible(f"{finding.path}:{finding.span.line}:{finding.span.column}")
    mark = f"  {style.dim}({visible(finding.id)}){style.off}" if finding.id else ""
    yield f"{' ' * gutter}{style.frame}-->{style.off} {where}{mark}\n"
    yield from _frame(finding.span, source, gutter, tone, view.width, style)
    for other in finding.related:
        text = visible(view.translate(other.message))
        if other.path and other.path != finding.path:
            place = visible(f"{other.path}:{other.span.line}:{other.span.column}")
            if gutter + 5 + columns(place) + columns(text) <= view.width:
                yield f"{' ' * gutter}{style.frame}:::{style.off} {place} {text}\n"
            else:
                yield f"{' ' * gutter}{style.frame}:::{style.off} {place}\n"
                yield from _beside_rail(text, gutter, view.width, style)
            yield from _frame(other.span, view.lines(other.path), gutter, style.info, view.width, style)
        else:
            yield from _beside_rail(text, gutter, view.width, style)
            yield from _frame(other.span, source, gutter, style.info, view.width, style)
    if finding.hint:
        help_ = view.translate(say(HELP))
        lead = f"{' ' * gutter} {style.frame}={style.off} {style.good}{help_}{style.off}: "
        width = max(view.width - gutter - len(help_) - 5, 20)
        words, *code = view.translate(finding.hint).split("\n")
        parts = wrapped(visible(words), width)
        for line in code:
            # A line to copy stays whole; an indented one is prose.
            parts += _hanging(visible(line.strip()), width) if line.startswith("  ") else [visible(line)]
        indent = "\n" + " " * (gutter + len(help_) + 5)
        yield lead + indent.join(parts) + "\n"


def _beside_rail(text: str, gutter: int, width: int, style: Style) -> Iterator[str]:
    for line in wrapped(text, max(width - gutter - 3, 20)):
        yield f"{' ' * gutter} {style.frame}:{style.off} {line}\n"


def _hanging(text: str, width: int) -> list[str]:
    """A labelled text ("here:  …") in lines, each after the first indented."""
    first, *rest = wrapped(text, width - 2)
    return [first, *(f"  {line}" for line in rest)]


def _frame(span: Span, source: list[str], gutter: int, tone: str, width: int, style: Style) -> Iterator[str]:
    """The line with a caret; a long line is cut around the place."""
    if not 1 <= span.line <= len(source):
        return
    line = source[span.line - 1]
    start = min(span.column - 1, len(line))
    end = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line)
    room = max(width - gutter - 4, 20)
    line, start, end = _window(line, start, max(end, start), room)
    shown, before, marked = visible(line), columns(visible(line[:start])), columns(visible(line[start:end]))
    rail = f"{style.frame}|{style.off}"
    yield f"{' ' * gutter} {rail}\n"
    yield f"{style.frame}{span.line:>{gutter}} |{style.off} {shown}\n"
    yield f"{' ' * gutter} {rail} {' ' * before}{tone}{'^' * max(marked, 1)}{style.off}\n"


def _window(line: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """The part of a long line around `start`, and the places in it."""
    if columns(visible(line)) <= room:
        return line, start, end
    first = 0
    if columns(visible(line[:end])) > room - _MARGIN:
        first = max(0, start - _MARGIN)
        while first > 0 and columns(visible(line[first - 1 :])) < room:
            first -= 1
    head = "…" if first else ""
    last = len(line)
    if columns(visible(head + line[first:])) > room:
        last = first
        used = len(head) + 1
        while used + columns(visible(line[last])) <= room:
            used += columns(visible(line[last]))
            last += 1
    tail = "…" if last < len(line) else ""
    shift = len(head) - first
    cut = head + line[first:last] + tail
    return cut, min(start + shift, len(cut)), min(end + shift, len(cut))


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, broken at spaces; a word that is too long is broken too."""
    lines = [""]
    for word in _words(text):
        for piece in _pieces(word, width):
            longer = f"{lines[-1]} {piece}" if lines[-1] else piece
            if columns(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(piece)
    return lines


def _words(text: str) -> Iterator[str]:
    """What is not broken: words, with the signs that French puts behind or before them with a space."""
    together = ""
    for word in text.split(" "):
        if together and (_CLOSING.match(word) or together.endswith("«")):
            together = f"{together} {word}"
        else:
            if together:
                yield together
            together = word
    yield together


def _pieces(word: str, width: int) -> list[str]:
    if columns(word) <= width or word.isascii():
        return [word]
    pieces = [""]
    for char in word:
        if columns(pieces[-1] + char) > width:
            pieces.append("")
        pieces[-1] += char
    return pieces


def visible(text: str) -> str:
    """Characters that a terminal would swallow or obey, as a sign that one can see."""
    return _UNPRINTABLE.sub("\ufffd", text.expandtabs(1))


def columns(text: str) -> int:
    """How many terminal columns a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) or category(c) == "Cf" else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _summary(view: View, style: Style) -> str:
    translate = view.translate
    errors, warnings, infos = (view.count(severity) for severity in ("error", "warning", "info"))
    numbers = {"files": view.files, "questions": view.questions}
    lines: list[str] = []
    if not errors and not warnings and not infos:
        lines.append(style.good + translate(say(CLEAN, **numbers)) + style.off)
    else:
        said_errors = translate(say((NO_ERRORS, ERROR)[errors] if errors < 2 else ERRORS, count=errors))
        said_warnings = translate(say((NO_WARNINGS, WARNING)[warnings] if warnings < 2 else WARNINGS, count=warnings))
        if infos:
            said_warnings += ", " + translate(say(INFO if infos == 1 else INFOS, count=infos))
        tone = style.error if errors else style.warning if warnings else style.info
        lines.append(tone + translate(say(SUMMARY, errors=said_errors, warnings=said_warnings, **numbers)) + style.off)
    fixable = sum(finding.fixable for finding in view.findings)
    for template, count in (
        (FIXED, view.fixed),
        (FIXABLE, fixable),
        (WAIVED, view.waived),
        (KNOWN, view.known),
    ):
        if count:
            lines.append(translate(say(template, count=count)))
    return "\n".join(lines) + "\n"
