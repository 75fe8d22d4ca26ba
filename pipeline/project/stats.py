"""Read products and weigh them. What cannot be read is left out: unfinished content has a balance too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.checks.engine import read_content
from pipeline.core.balance import Asked, Balance, Fill, weigh
from pipeline.kinds.game import kind_of
from pipeline.project.check import load_games
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pipeline.kinds.base import Content, Product
    from pipeline.project.check import LoadedGame


class NoSuchError(LookupError):
    """A game or product that was asked for and is not there; `known` are those that are."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, tuple(known)


def stats(root: Path, asked: Sequence[str] = ()) -> tuple[Balance, ...]:
    """The balance of every product that is asked for (default: all), and of each game as a whole."""
    games, _ = load_games(root)
    known = [loaded.folder.name for loaded in games]
    known += [f"{loaded.folder.name}/{name}" for loaded in games for name in loaded.result.products]
    for name in asked:
        if name not in known:
            raise NoSuchError(name, known)
    return tuple(balance for loaded in games for balance in _game(root, loaded, asked))


def _game(root: Path, loaded: LoadedGame, asked: Sequence[str]) -> Iterator[Balance]:
    game = loaded.folder.name
    everything = not asked or game in asked
    all_questions: list[Asked] = []
    sharing = 0
    themes: dict[str, None] = {}
    types: dict[str, None] = {}
    for name, product in loaded.result.products.items():
        if not (everything or f"{game}/{name}" in asked) or not kind_of(product).suffix:
            continue
        contents = [_read(root, file.path, product) for file in loaded.files if file.product == name]
        groups = [
            (group.name, number if group.name == "card" else group.number, group.id, _asked(group.entries))
            for number, group in enumerate((one for content in contents for one in content.groups), 1)
        ]
        questions = [one for *_, some in groups for one in some]
        own_types, own_themes = getattr(product, "types", ()), getattr(product, "themes", ())
        yield weigh(
            questions,
            game=game,
            product=name,
            title=product.title,
            kind=product.kind,
            fill=_fill(product, contents),
            types=own_types,
            themes=own_themes,
            groups=groups,
        )
        sharing += bool(questions)
        all_questions += questions
        types |= dict.fromkeys(own_types)
        themes |= dict.fromkeys(own_themes)
    if everything and sharing > 1:
        title = loaded.result.game.title if loaded.result.game else game
        yield weigh(all_questions, game=game, title=title, types=tuple(types), themes=tuple(themes))


def _read(root: Path, path: str, product: Product) -> Content:
    try:
        raw = (root / path).read_bytes()
    except OSError:
        raw = b""
    return read_content(raw, product)


def _asked(entries: Sequence[Any]) -> list[Asked]:
    return [
        Asked(
            entry.model.type,
            entry.model.theme or "",
            entry.model.difficulty or 0,
            entry.model.stability,
            entry.model.question,
            entry.model.answer_texts()[0] if entry.model.answer_kind in ("text", "number") else "",
        )
        for entry in entries
        if isinstance(entry.model, Question)
    ]


def _fill(product: Product, contents: Sequence[Content]) -> tuple[Fill, ...]:
    capacity = kind_of(product).capacity(product)
    groups = [group for content in contents for group in content.groups]
    if capacity.groups:
        entries = sum(len(group.entries) for group in groups)
        wanted = capacity.groups * capacity.entries
        return Fill(capacity.group, len(groups), capacity.groups), Fill(capacity.entry, entries, wanted)
    copies = [getattr(entry.model, "count", 1) for group in groups for entry in group.entries]
    count = sum(number if isinstance(number, int) else 1 for number in copies)
    return (Fill(capacity.entry, count, capacity.entries),)
