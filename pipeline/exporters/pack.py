"""The pack: everything a game engine needs, as one JSON file a game. The same content gives the same bytes."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.exporters.base import Artefact, digest
from pipeline.kinds.game import identity, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.exporters.base import GameContent, Workshop

NAME = "pack"
NEEDS: tuple[str, ...] = ()
FORMAT = "livret-pack/1"


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact]:
    """One pack a game."""
    for game in games:
        path, key = f"packs/{game.game.game}.json", digest("pack", __version__, game.content_hash)
        if workshop.made(path, key):
            yield Artefact(path, None, key)
            continue
        yield Artefact(path, encode_pack(game), key)


def encode_pack(game: GameContent) -> bytes:
    """The bytes of a pack."""
    return (dumps(pack(game), ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def pack(game: GameContent) -> dict[str, Any]:
    """The pack as plain data."""
    return {
        "format": FORMAT,
        "content_hash": game.content_hash,
        "game": identity(game.game),
        "products": [
            {
                "id": name,
                "kind": product.kind,
                "title": product.title,
                **kind_of(product).pack(product, game.contents[name]),
            }
            for name, product in game.products.items()
        ],
    }
