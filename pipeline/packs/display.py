"""The printed form of a pack's `text`s, where it differs: no-break spaces, apostrophes, grouped digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.core.pattern import lazy
from pipeline.core.typeset import display

if TYPE_CHECKING:
    from collections.abc import Iterable

# Texts that print as they are typed, seen at a glance: most answers.
_PLAIN = lazy(r"[^\W\d_]+(?:(?:-[^\W\d_]+)*-[^\W\d_]{5,})?|[^\W\d_]{5,}(?: [^\W\d_][a-zà-ÿœ]{3,}){0,2}")


def printed(text: str) -> str:
    """The text as it is printed."""
    return text if _PLAIN.fullmatch(text) else display(text)


def add_display(product: dict[str, Any]) -> None:
    """Give every text of a product its `display`, where that differs."""
    _add_to_questions(product.get("questions", ()))
    for card in product.get("cards", ()):
        if "questions" in card:
            _add_to_questions(card["questions"])
        else:
            _add(card)
    for key in ("boards", "sheets"):
        for part in product.get(key, ()):
            _walk(part)


def _add_to_questions(questions: Iterable[dict[str, Any]]) -> None:
    for question in questions:
        answer = question["answer"]
        for part in answer["items"] if answer["kind"] == "list" else (answer,):
            _add(part)


def _add(part: dict[str, Any]) -> None:
    text = part.get("text")
    if isinstance(text, str) and (shown := printed(text)) != text:
        part["display"] = shown


def _walk(part: Any) -> None:
    if isinstance(part, dict):
        _add(part)
        for value in part.values():
            _walk(value)
    elif isinstance(part, list):
        for value in part:
            _walk(value)
