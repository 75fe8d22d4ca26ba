"""Text that ` #` cuts off: YAML takes the rest of the line for a comment and says nothing.

The events of a file say where each plain text ends. What follows there is looked at: below every key of text, on
lines that go on, and between brackets.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.pattern import lazy
from pipeline.source.keys import TEXT_KEYS
from pipeline.source.tree import Items

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_COMMENT = lazy(r" {2,}#(?: |$)")
_LEFT_OUT = lazy(r"#[\w-]+ *:(?: |$)")
_QUOTES = ("'", '"')
_BLOCKS = ("|", ">")
_ENDS = ("?", "!", ".")


class Cut(NamedTuple):
    """A plain text, the # that ends it, and the end of what is lost: offsets in the text that was parsed."""

    start: int
    end: int
    hash: int
    lost: int
    key: str
    is_text: bool
    """Whether that is certainly text and no comment."""
    in_line: bool
    """Whether the # stands behind the text, and not on the next line."""
    in_flow: bool

    def can_be_quoted(self, text: str) -> bool:
        """Whether the lost end holds nothing that would close brackets around it."""
        return not (self.in_flow and any(sign in text[self.hash : self.lost] for sign in ",[]{}"))


def hashes(text: str) -> dict[int, int]:
    """Each # that starts a comment behind something, by the end of that; it may start the next line, glued to a word.

    Every file is searched: `find` takes a tenth of the time of a pattern.
    """
    found = {}
    at = text.find("#")
    while at >= 0:
        end = _end_before(text, at)
        if end == at:
            if text[at - 1 : at] in _QUOTES:  # needs no space there
                found[end] = at
        elif end and text[end - 1] != "\n":
            found[end] = at
        elif text[at + 1 : at + 2].isalnum() and not _LEFT_OUT.match(text, at):
            found[_end_before(text, end - 1)] = at
        at = text.find("#", at + 1)
    return found


def _end_before(text: str, at: int) -> int:
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return at


def find(text: str, ends: Mapping[int, int], starts: Sequence[int], positions: Any) -> list[Cut]:
    """The cuts among the hashes of a text whose lines begin at `starts`."""
    lines = {bisect_right(starts, end) - 1 for end in ends}
    found = []
    for event, key, column, in_flow in _texts(positions):
        mark = event.end_mark
        if mark.line not in lines or event.style in _BLOCKS:
            continue
        begin, end = event.start_mark, starts[mark.line] + mark.column
        at = ends.get(end)
        if at is None:
            continue
        line = bisect_right(starts, at) - 1
        start = starts[begin.line] + begin.column
        cut = Cut(start, end, at, at, key, is_text=False, in_line=line == mark.line, in_flow=in_flow)
        judged = _judge(text, cut)
        if judged is None or not (cut.in_line or at - starts[line] > column):
            continue
        if not event.style:
            found.append(judged)
        elif judged.is_text or not cut.in_line:  # quotes around the first words only, or around all that is text
            found.append(judged._replace(is_text=False))
    return sorted(found)


def _texts(positions: Any) -> Iterator[tuple[Any, str, int, bool]]:
    """The scalars below keys of text: event, nearest key, the column of the container, whether it has brackets."""
    pending: list[tuple[Any, str, bool]] = [(positions, "", False)]
    while pending:
        node, above, is_text = pending.pop()
        if isinstance(node, dict):
            start = node[None]
            column, in_flow = start.start_mark.column, bool(start.flow_style)
            for key, found in node.items():
                if key is None:
                    continue
                child = found[1]
                if isinstance(child, dict | Items):
                    pending.append((child, key, is_text or key in TEXT_KEYS))
                elif is_text or key in TEXT_KEYS:
                    yield child, key, column, in_flow
        elif isinstance(node, Items):
            column, in_flow = node.start.start_mark.column, bool(node.start.flow_style)
            for child in node:
                if isinstance(child, dict | Items):
                    pending.append((child, above, is_text))
                elif is_text:
                    yield child, "", column, in_flow


def _judge(text: str, cut: Cut) -> Cut | None:
    """The cut with its end, or None for a plain comment."""
    line_end = text.find("\n", cut.hash)
    line_end = len(text) if line_end < 0 else line_end
    if cut.in_line and _COMMENT.match(text, cut.end, line_end):
        return None
    comment = _COMMENT.search(text, cut.hash + 1, line_end)
    kept, lost = text[cut.start : cut.end], text[cut.hash + 1 : comment.start() if comment else line_end].rstrip()
    glued = bool(lost) and not lost[0].isspace()
    spaced = text[cut.end : cut.hash] == " "
    finishes = cut.key == "question" and lost[-1:] in _ENDS and kept[-1:] not in (*_ENDS, "…")
    is_text = glued or (spaced and finishes) if cut.in_line else finishes
    in_doubt = (spaced or not cut.in_line) and bool(kept) and not kept.isdigit()
    if not is_text and not in_doubt:
        return None
    start = cut.start if kept else cut.hash
    return cut._replace(start=start, lost=cut.hash + 1 + len(lost), is_text=is_text)
