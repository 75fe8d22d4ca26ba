"""The games of this repository with few pages and cards of each product: everything that is printed, but sooner."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.exporters import pdf
from pipeline.project.build import game_contents
from pipeline.project.check import load_games

if TYPE_CHECKING:
    from pipeline.exporters.base import GameContent
    from pipeline.print.profile import Printer

TODAY = "2026-11-18"
_CONTENT = Path(__file__).parent.parent / "content"
_ENTRY = re.compile(r"^(?=  - \{?id: )", re.MULTILINE)


def copy(root: Path, *, pages: int = 3, cards: int = 6, puzzles: int = 12, deck: int | None = None) -> None:
    """Write content/ under `root`: some pages of each booklet, some question cards, some puzzles, and of the decks
    that are one file some cards, or all of them."""
    shutil.copytree(_CONTENT, root / "content")
    most = {"duel": cards, "multi": cards, "puzzles": puzzles}
    for folder in root.glob("content/*/*/"):
        for file in sorted(folder.glob("*.yaml"))[pages if folder.parent.name == "egomaster" else 1 :]:
            file.unlink()
    for file in root.glob("content/*/**/*.yaml"):
        head, *entries = _ENTRY.split(file.read_text(encoding="utf-8"))
        if head.rstrip().endswith(("cards:", "puzzles:")):
            name = file.stem if file.parent.parent.name == "content" else file.parent.name
            file.write_text("".join([head, *entries[: most.get(name, deck)]]), encoding="utf-8")


def shortest(root: Path) -> list[GameContent]:
    """The games of a copy with one page of each booklet and one card of each deck."""
    copy(root, pages=1, cards=1, puzzles=1, deck=1)
    return game_contents(root, load_games(root)[0], TODAY)


def job(games: list[GameContent], product: str, printer: Printer) -> pdf.Job:
    """A product for a printer."""
    game, _, name = product.partition("/")
    (content,) = [one for one in games if one.game.game == game]
    return pdf.Job(content, name, printer)
