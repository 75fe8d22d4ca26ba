"""Write docs/pages.png: some printed pages side by side, for the README. Needs `make build` and pdftoppm."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "pages.png"
# Product, page: what shows the most of a look in one row.
SHOWN = (
    ("egomaster/duo", 3),
    ("defizz/duel", 1),
    ("defizz/duel", 2),
    ("egocentric-world/deck", 85),
    ("masterdice/puzzles", 3),
)
_HEIGHT, _GAP, _TRIM = 620, 18, 3 / 25.4
_PAPER = (226, 226, 226)


def page(product: str, number: int) -> Image.Image:
    """A page without its bleed."""
    path = ROOT / "build" / "pdf" / f"{product}.pdf"
    dpi = 200
    command = ["pdftoppm", "-r", str(dpi), "-f", str(number), "-l", str(number), "-png", str(path)]
    shown = Image.open(io.BytesIO(subprocess.run(command, check=True, capture_output=True).stdout))  # noqa: S603
    edge = round(_TRIM * dpi)
    cut = shown.crop((edge, edge, shown.width - edge, shown.height - edge)).convert("RGB")
    return cut.resize((round(cut.width * _HEIGHT / cut.height), _HEIGHT), Image.Resampling.LANCZOS)


def main() -> None:
    pages = [page(*one) for one in SHOWN]
    width = sum(one.width for one in pages) + _GAP * (len(pages) + 1)
    picture = Image.new("RGB", (width, _HEIGHT + 2 * _GAP), _PAPER)
    left = _GAP
    for one in pages:
        picture.paste(one, (left, _GAP))
        left += one.width + _GAP
    picture.quantize(256, Image.Quantize.FASTOCTREE).save(TARGET, optimize=True)


if __name__ == "__main__":
    main()
