"""Markdown as far as a checker needs it: headings, links and raw HTML, each with its exact place."""

from __future__ import annotations

import re
from typing import NamedTuple

from pipeline.core.finding import Span
from pipeline.core.folding import fold
from pipeline.core.pattern import lazy

_HEADING = lazy(r"(#{1,6})[ \t]+(.*?)[ \t]*#*$")
_SETEXT = lazy(r"(=+|-+)[ \t]*$")
_FENCE = lazy(r" {0,3}(`{3,}|~{3,})")
_LINK = lazy(r"(?<!\\)!?\[((?:[^\[\]\\]|\\.)*)\]\((?:<([^<>]*)>|([^()\s]*(?:\([^()\s]*\)[^()\s]*)*))\)")
_CODE = lazy(r"(`+)(?:.*?[^`])?\1(?!`)")
_HTML = lazy(r"</?[A-Za-z][\w-]*(?:\s[^<>]*)?/?>|<!--")


class Heading(NamedTuple):
    level: int
    text: str
    slug: str
    span: Span


class Link(NamedTuple):
    text: str
    target: str
    span: Span
    target_span: Span


class Markup(NamedTuple):
    """Raw HTML in the text."""

    text: str
    span: Span


class Outline(NamedTuple):
    headings: tuple[Heading, ...]
    links: tuple[Link, ...]
    html: tuple[Markup, ...]


def slug(text: str) -> str:
    """A heading's name in links: "La mise" -> "la-mise"."""
    return re.sub(r"[^a-z0-9]+", "-", fold(_LINK.sub(r"\1", text))).strip("-")


def outline(text: str) -> Outline:
    """The headings, links and raw HTML of a Markdown text; code is passed over."""
    headings: list[Heading] = []
    links: list[Link] = []
    html: list[Markup] = []
    fence = ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if opened:
            fence = opened[1]
            continue
        heading = _HEADING.match(line)
        if heading:
            span = Span(number, heading.start(2) + 1, number, heading.end(2) + 1)
            headings.append(Heading(len(heading[1]), heading[2], slug(heading[2]), span))
        elif number > 1 and _SETEXT.match(line) and _is_paragraph(lines[number - 2]):
            title = lines[number - 2].strip()
            level = 1 if line[0] == "=" else 2
            headings.append(Heading(level, title, slug(title), Span(number - 1, 1, number - 1, len(title) + 1)))
        readable = _CODE.sub(lambda match: " " * len(match[0]), line) if "`" in line else line
        for match in _LINK.finditer(readable):
            span = Span(number, match.start() + 1, number, match.end() + 1)
            which = 3 if match[2] is None else 2
            target = Span(number, match.start(which) + 1, number, match.end(which) + 1)
            links.append(Link(match[1], match[which], span, target))
        html += [Markup(m[0], Span(number, m.start() + 1, number, m.end() + 1)) for m in _HTML.finditer(readable)]
    return Outline(tuple(headings), tuple(links), tuple(html))


def _is_paragraph(line: str) -> bool:
    return bool(line.strip()) and line.lstrip()[0] not in "|>-*+#0123456789"
