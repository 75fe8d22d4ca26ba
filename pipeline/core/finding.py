"""Findings are values: where, which rule, what is wrong, how to repair it.

A `Problem` is what a loader, a model or a rule says about one document. The engine turns it into a `Finding`
by adding what only it knows: the file, the rule's code and the severity in force.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Span(NamedTuple):
    """A range of characters: lines and columns count from 1, the end is exclusive, columns are code points."""

    line: int
    column: int
    end_line: int
    end_column: int


START = Span(1, 1, 1, 1)


class Message(NamedTuple):
    """An English sentence with named places; the catalogue translates the template, not the result."""

    template: str
    values: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return fill(self.template, self.values)

    def lasting(self) -> str:
        """The sentence without line numbers: the same finding after lines have moved."""
        return fill(self.template, tuple(pair for pair in self.values if pair[0] != "line"))


# Stands in an edit for an id that only the fixer can give; no author can type it, because YAML forbids NUL.
FRESH_ID = "\0id\0"


class Edit(NamedTuple):
    """Replace the characters from `start` to `end` of a document's text; `FRESH_ID` in `new` asks for a new id."""

    start: int
    end: int
    new: str


class Related(NamedTuple):
    """Another place that belongs to the same finding; no path means the same file."""

    span: Span
    message: Message
    path: str = ""


class Problem(NamedTuple):
    """What is wrong in one document. `rule` may stay empty where the engine knows which rule is running."""

    span: Span
    message: Message
    hint: Message | None = None
    edits: tuple[Edit, ...] = ()
    related: tuple[Related, ...] = ()
    rule: str = ""


class Finding(NamedTuple):
    """A problem with its file, rule and severity: what reporters print and what the cache keeps."""

    path: str
    span: Span
    rule: str
    code: str
    severity: Severity
    message: Message
    hint: Message | None = None
    id: str = ""
    entry: str = ""
    related: tuple[Related, ...] = ()
    fixable: bool = False


def say(template: str, /, **values: object) -> Message:
    """A message from its template and the values for its places."""
    return Message(template, tuple((name, str(value)) for name, value in values.items()))


def fill(template: str, values: tuple[tuple[str, str], ...]) -> str:
    """Put the values in their places. Not `str.format`: a value or a template may hold any braces."""
    for name, value in values:
        template = template.replace("{" + name + "}", value.replace("{", "\x00"))
    return template.replace("\x00", "{")


def shorten(text: str, limit: int = 60) -> str:
    """A value as it is shown inside a message: one line, never longer than `limit`."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"
