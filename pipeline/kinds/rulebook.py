"""Rulebook: rules.md, Markdown whose links can name components, types, products and abilities of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.kinds.base import Capacity, Content, Entry, Group, Kind, Leaf, Printing, Product
from pipeline.source.markdown import Outline, outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.kinds.game import Game
    from pipeline.source.document import Document


class RulebookProduct(Product):
    """A rulebook has no numbers of its own."""


class Rulebook(NamedTuple):
    """The text and its outline."""

    text: str
    outline: Outline


def _read(document: Document, _product: RulebookProduct) -> Content:
    content = Content(document)
    group = Group("file", 1, ())
    content.groups.append(group)
    group.entries.append(Entry(document, (), 1, Rulebook(document.text, outline(document.text))))
    return content


def _pack(_product: RulebookProduct, contents: Sequence[Content]) -> dict[str, Any]:
    return {"markdown": "\n".join(content.document.text for content in contents)}


def _leaves(_product: RulebookProduct, contents: Sequence[Content], _game: Game) -> Iterator[Leaf]:
    yield Leaf("cover")
    for content in contents:
        for entry in content.entries():
            yield Leaf("text", {"markdown": entry.model.text}, (entry,), flows=True)
    yield Leaf("back", last=True)


KIND = Kind(
    name="rulebook",
    summary="The rules of the game, in Markdown.",
    product=RulebookProduct,
    read=_read,
    capacity=lambda _product: Capacity("file", 0, "rulebook", 1),
    pack=_pack,
    printing=Printing((148, 210), "booklet", _leaves),
    file_model=None,
    pack_schema=lambda: {"markdown": {"type": "string"}},
    suffix=".md",
)
