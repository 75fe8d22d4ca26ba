"""What an exporter gets and gives. Pure: bytes in memory, no disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pipeline.kinds.base import Content, Product
    from pipeline.kinds.game import Game


class GameContent(NamedTuple):
    """A checked game: identity, products in the order of game.yaml, and the content of each product's files."""

    game: Game
    products: Mapping[str, Product]
    contents: Mapping[str, Sequence[Content]]
    content_hash: str


class Artefact(NamedTuple):
    """A file to write under build/."""

    path: str
    data: bytes


class Exporter(Protocol):
    """A module that makes artefacts of a game."""

    NAME: str

    def export(self, game: GameContent) -> Iterator[Artefact]: ...
