"""Markdown: a plain text to read aloud, to send around and to print from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.pattern import lazy
from pipeline.formats.base import ITALICS, Asked, Format
from pipeline.formats.cells import with_forms
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from pipeline.formats.base import Item, Writing

_SIGNS = lazy(r"([\\`_\[\]<>#|~])")
_LIST = lazy(r"^(\d+)([.)])|^([-+])(?=\s)")
_AND = lazy(r"&(?=[a-zA-Z#])")


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """Products, pages and cards as headings, questions as numbered lists, answers in bold under them."""
    product: tuple[str, str] | None = None
    group: object = None
    out.write(f"# {escape(writing.title)}\n".encode())
    for item in items:
        if (item.game, item.product) != product:
            product, group = (item.game, item.product), None
            out.write(f"\n## {escape(item.game_title)} — {escape(item.product_title)}\n".encode())
        if isinstance(item, Asked):
            if (item.group, item.group_number) != group:
                group = (item.group, item.group_number)
                named = "Page" if item.group == "page" else "Carte"
                out.write(f"\n### {named} {item.group_number}\n\n".encode())
            out.write(_question(item).encode("utf-8", "replace"))
        else:
            copies = f" (× {item.copies})" if item.copies > 1 else ""
            out.write(f"\n### {escape(item.title)}{copies}\n\n{escape(item.text)}\n".encode("utf-8", "replace"))


def escape(text: str) -> str:
    """A text that Markdown shows as it is; `*titre*` stays italics."""
    text = _AND.sub("&amp;", _SIGNS.sub(r"\\\1", text))
    return _LIST.sub(lambda match: f"{match[1]}\\{match[2]}" if match[1] else f"\\{match[3]}", text)


def _question(asked: Asked) -> str:
    question = asked.question
    found = TYPES[question.type]
    tags = [found.title] if found.icon else []
    cue = f"**{escape(question.cue)}**" if question.cue else ""
    head = " · ".join(filter(None, (*tags, cue)))
    lines = [f"{asked.number}. {head}  " if head else f"{asked.number}."]
    pad = " " * (len(str(asked.number)) + 2)
    if head:
        lines.append(f"{pad}{escape(question.question)}  ")
    else:
        lines[0] += f" {escape(question.question)}  "
    accept = getattr(question, "accept", ())
    answer = question.printed_answer() if accept else " · ".join(with_forms(question))
    shown = (
        f"{pad}→ **{escape(answer)}**" if not accept else f"{pad}→ **{escape(answer)}** ({escape(', '.join(accept))})"
    )
    lines.append(f"{shown} `{asked.id}`" if asked.id else shown)
    return "\n".join(lines) + "\n"


FORMAT = Format(
    name="markdown",
    summary="Plain text with headings: to read aloud, to send around.",
    suffix=".md",
    write=write,
    carries=frozenset(("keyword", "clue", ITALICS)),
)
