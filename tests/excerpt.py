"""The games of this repository with few pages and cards of each product: everything that is printed, but sooner."""

from __future__ import annotations

import shutil
from pathlib import Path

_CONTENT = Path(__file__).parent.parent / "content"
_PAGES, _CARDS, _PUZZLES = 3, 6, 12
_ENTRY = "\n  - id: "


def copy(root: Path) -> None:
    """Write content/ under `root`: booklets of some pages, decks of some cards, everything else whole."""
    shutil.copytree(_CONTENT, root / "content")
    for page in root.glob("content/egomaster/*/*.yaml"):
        if int(page.stem) > _PAGES:
            page.unlink()
    for deck in ("duel", "multi"):
        first, *others = sorted((root / "content/defizz" / deck).glob("*.yaml"))
        _shorten(first, _CARDS)
        for other in others:
            other.unlink()
    _shorten(root / "content/masterdice/puzzles.yaml", _PUZZLES)


def _shorten(path: Path, most: int) -> None:
    head, *entries = path.read_text(encoding="utf-8").split(_ENTRY)
    path.write_text(_ENTRY.join([head, *entries[:most]]).rstrip() + "\n", encoding="utf-8")
