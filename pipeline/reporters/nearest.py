"""The questions that are nearest to a text, for people or as data. Light: it answers before click is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from pipeline.core.finding import say, shorten
from pipeline.reporters import notices
from pipeline.reporters.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.duplicates.find import Text


class Near(Protocol):
    """A question of the bank, where it stands, and how near it is."""

    @property
    def score(self) -> float: ...
    @property
    def path(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def id(self) -> str: ...
    @property
    def text(self) -> Text: ...


def render(found: Sequence[Near], asked: str, name: str, language: str) -> str:
    """The answer to `livret similar` as "text" or "json"."""
    if name == "json":
        from json import dumps

        return dumps({"text": asked, "similar": [_data(near) for near in found]}, ensure_ascii=False, indent=1) + "\n"
    if not found:
        from pipeline.core.catalogue import translator

        return translator(language)(say(notices.NOTHING_SIMILAR)) + "\n"
    return "".join(map(_lines, found))


def _data(near: Near) -> dict[str, Any]:
    text = near.text
    return {
        "score": near.score,
        "path": near.path,
        "line": near.line,
        "column": near.column,
        "id": near.id,
        "question": text.question,
        "answers": [item.split("\n") for item in text.answers] if text.kind == "list" else list(text.answers),
    }


def _lines(near: Near) -> str:
    text = near.text
    mark = f"  ({near.id})" if near.id else ""
    shown = text.answers if text.kind == "list" else text.answers[:1]
    answers = ", ".join(item.partition("\n")[0] for item in shown)
    said = f" → {visible(shorten(answers, 80))}" if answers else ""
    return (
        f"{near.score:.2f}  {near.path}:{near.line}:{near.column}{mark}\n"
        f"      {visible(shorten(text.question, 200))}{said}\n"
    )
