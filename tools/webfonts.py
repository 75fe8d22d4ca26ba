"""Fonts for the site: the letters of European languages as WOFF2, into templates/site/fonts/.

Run it after a font was changed: python tools/webfonts.py. Only fonts without a reserved name may be cut down.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

_FONTS = Path(__file__).resolve().parent.parent / "templates" / "fonts"
_OUT = _FONTS.parent / "site" / "fonts"
_LATIN = [*range(0x20, 0x180), *range(0x2010, 0x2040), 0x20AC, 0x2122, 0x2190, 0x2192, 0x2212, 0x00D7, 0x202F, 0x2026]
_TEXT = ("atkinson-hyperlegible-next-400", "atkinson-hyperlegible-next-700", "bricolage-grotesque-800")
_ICONS = ("livret-icons",)


def cut(source: Path, letters: list[int] | None) -> bytes:
    """The font with these letters only, all if None, as WOFF2."""
    import io

    font = TTFont(source, recalcTimestamp=False)
    if letters is not None:
        options = Options(layout_features=["kern", "liga", "mark", "ccmp", "locl", "tnum"], hinting=False)
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=letters)
        subsetter.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def main() -> None:
    _OUT.mkdir(parents=True, exist_ok=True)
    for name in (*_TEXT, *_ICONS):
        data = cut(_FONTS / f"{name}.ttf", None if name in _ICONS else _LATIN)
        (_OUT / f"{name}.woff2").write_bytes(data)
        sys.stdout.write(f"{name}.woff2 {len(data)} bytes\n")


if __name__ == "__main__":
    main()
