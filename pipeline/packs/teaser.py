"""A pack without answers, for the public. Only keys that are listed here pass: a new key of a pack stays at home.

Of a puzzle's attempts only the number passes: exactly one code fits them, so that they are its answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.packs.format import TEASER, seal

if TYPE_CHECKING:
    from collections.abc import Mapping

_QUESTION = ("id", "page", "number", "type", "keyword", "clue", "question", "theme", "difficulty")
_CARD = ("id", "number", "count", "value", "name", "title", "text", "display", "motto", "ability", "icon", "back")
_PUZZLE = ("id", "number", "title", "difficulty")
_PRODUCT = (
    "id", "kind", "title", "pages", "questions_per_page", "cards_total", "questions_per_card", "puzzles_total",
    "columns", "faces", "dice", "attempts", "boards", "sheets", "markdown",
)  # fmt: skip


def teaser(pack: Mapping[str, Any]) -> dict[str, Any]:
    """The teaser. Its hash is its own, not that of the content: answers cannot be tried out against it."""
    products = [_product(product) for product in pack["products"]]
    bare = {"format": TEASER, "content_hash": "", "game": pack["game"], "products": products}
    return bare | {"content_hash": seal(bare)}


def _product(product: Mapping[str, Any]) -> dict[str, Any]:
    found = _only(product, _PRODUCT)
    if "questions" in product:
        found["questions"] = [_only(question, _QUESTION) for question in product["questions"]]
    if "cards" in product:
        found["cards"] = [_card(card) for card in product["cards"]]
    if "puzzles" in product:
        found["puzzles"] = [
            _only(puzzle, _PUZZLE) | {"attempts_total": len(puzzle["attempts"])} for puzzle in product["puzzles"]
        ]
    return found


def _card(card: Mapping[str, Any]) -> dict[str, Any]:
    found = _only(card, _CARD)
    if "questions" in card:
        found["questions"] = [_only(question, _QUESTION) for question in card["questions"]]
    return found


def _only(entry: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: entry[key] for key in keys if key in entry}
