"""The pack: everything a game engine needs, as one JSON file a game. The same content gives the same bytes."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.exporters.base import Artefact, digest
from pipeline.kinds.game import identity, kind_of
from pipeline.packs.display import add_display
from pipeline.packs.format import FORMAT, encode, encode_lines, encode_small
from pipeline.packs.teaser import teaser
from pipeline.packs.unlike import add_unlike

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.exporters.base import GameContent, Packing, Workshop

NAME = "pack"
_ROOMS = ("core", "judging", "types", "kinds", "packs", "exporters")
_ENDINGS = (".py", ".json", ".txt")


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact]:
    """One pack a game, in the form that was asked for."""
    packing = workshop.packing
    for game in games:
        names = [name for name in game.products if not packing.products or name in packing.products]
        path = f"packs/{game.game.game}{packing.suffix(names)}"
        key = digest("pack", _code(), game.content_hash, *packing, *names)
        if workshop.made(path, key):
            yield Artefact(path, None, key)
        else:
            yield Artefact(path, file_of(game, packing, names), key)


@lru_cache(maxsize=1)
def _code() -> str:
    """Changes with everything that could change a pack, but for the content."""
    package = Path(__file__).parent.parent
    files = (path for room in _ROOMS for path in sorted((package / room).rglob("*")) if path.suffix in _ENDINGS)
    return digest(__version__, *(path.read_text(encoding="utf-8") for path in files))


def file_of(game: GameContent, packing: Packing, names: Sequence[str]) -> bytes:
    """The bytes of a pack."""
    made = pack(game, names)
    write = encode_lines if packing.lines else encode_small if packing.minify else encode
    return write(teaser(made) if packing.teaser else made)


def pack(game: GameContent, names: Sequence[str] | None = None) -> dict[str, Any]:
    """The pack as plain data, not sealed yet; all products, or those that are named."""
    products = []
    for name in game.products if names is None else names:
        product = game.products[name]
        made = {"id": name, "kind": product.kind, "title": product.title}
        made |= kind_of(product).pack(product, game.contents[name])
        add_display(made)
        products.append(made)
    add_unlike(products, game.game.language)
    return {
        "format": FORMAT,
        "content_hash": game.content_hash,
        "game": identity(game.game),
        "products": products,
    }
