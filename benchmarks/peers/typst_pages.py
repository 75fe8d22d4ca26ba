"""A product's pages by Typst: `typst_pages.py PRODUCT.json OUT.pdf`."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FONTS = HERE.parent.parent / "templates" / "fonts"


def prepare(source: Path) -> Path:
    """The template beside the data: Typst reads nothing outside its root."""
    place = source.with_name("pages.typ")
    if not place.exists():
        shutil.copyfile(HERE / "pages.typ", place)
    return place


def compile_pages(source: Path) -> bytes:
    """The PDF of a product."""
    import typst

    made: bytes = typst.compile(
        str(prepare(source)),
        root=str(source.parent),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        sys_inputs={"data": source.name},
    )
    return made


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(compile_pages(Path(sys.argv[1])))
