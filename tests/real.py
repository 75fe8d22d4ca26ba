"""The real games, cut short for tests that print them: one page of each booklet, one card of each deck."""

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

ROOT = Path(__file__).parent.parent
TODAY = "2026-11-18"
_ENTRY = re.compile(r"^(?=  - \{?id: )", re.MULTILINE)


def cut(root: Path) -> list[GameContent]:
    """A copy with one file of each folder of pages or cards, and one entry of each list of cards or puzzles."""
    shutil.copytree(ROOT / "content", root / "content")
    for folder in (root / "content").glob("*/*/"):
        for file in sorted(folder.glob("*.yaml"))[1:]:
            file.unlink()
    for file in (root / "content").glob("*/**/*.yaml"):
        head, *entries = _ENTRY.split(file.read_text(encoding="utf-8"))
        if head.rstrip().endswith(("cards:", "puzzles:")):
            file.write_text("".join([head, *entries[:1]]), encoding="utf-8")
    return game_contents(root, load_games(root)[0], TODAY)


def job(games: list[GameContent], product: str, printer: Printer) -> pdf.Job:
    """A product for a printer."""
    game, _, name = product.partition("/")
    (content,) = [one for one in games if one.game.game == game]
    return pdf.Job(content, name, printer)
