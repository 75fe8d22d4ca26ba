"""The pack: everything a game engine needs, as one JSON file a game. The same content gives the same bytes."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

from pipeline.exporters.base import Artefact, GameContent
from pipeline.kinds.game import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.kinds.game import Game, Setup

NAME = "pack"
FORMAT = "livret-pack/1"


def export(game: GameContent) -> Iterator[Artefact]:
    """One pack."""
    text = dumps(pack(game), ensure_ascii=False, indent=1) + "\n"
    yield Artefact(f"packs/{game.game.game}.json", text.encode("utf-8"))


def pack(game: GameContent) -> dict[str, Any]:
    """The pack as plain data."""
    return {
        "format": FORMAT,
        "content_hash": game.content_hash,
        "game": _identity(game.game),
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


def _identity(game: Game) -> dict[str, Any]:
    identity: dict[str, Any] = {
        "id": game.game,
        "title": game.title,
        "edition": game.edition,
        "version": game.version,
        "language": game.language,
        "players": {"min": game.players.min, "max": game.players.max},
    }
    for name in ("age", "minutes"):
        if getattr(game, name) is not None:
            identity[name] = getattr(game, name)
    if game.credits:
        identity["credits"] = list(game.credits)
    identity["components"] = [component.model_dump(mode="json", exclude_none=True) for component in game.components]
    identity["setups"] = [_setup(setup) for setup in game.setups]
    if game.abilities:
        identity["abilities"] = {key: ability.model_dump(mode="json") for key, ability in game.abilities.items()}
    return identity


def _setup(setup: Setup) -> dict[str, Any]:
    """A bare number stays a number: `{"": 5}` is only how the model keeps it."""

    def amounts(given: dict[str, dict[str, int]]) -> dict[str, Any]:
        return {name: amount[""] if list(amount) == [""] else amount for name, amount in given.items()}

    return {
        "name": setup.name,
        "players": setup.players,
        "each": amounts(setup.each),
        "table": amounts(setup.table),
    }
