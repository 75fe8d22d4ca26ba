"""A leaf that was laid out: its pages as a small PDF without fonts, and what is known about them.

Fonts are left out because all pages of a product share one set; a fragment says which glyphs it needs of which file.
The bytes are ours to cache: a line of JSON, then the PDF. Reading them can fail, never run anything.
"""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pikepdf

# WeasyPrint writes `/ABCDEF 10.6 Tf` and then glyphs as hexadecimal strings.
_TEXT = re.compile(rb"/([A-Z]{6}) [-\d.]+ Tf|<([0-9a-f]+)>")
_NAME = re.compile(rb"/([^\s/\[\]<>()]+)")
_PAGE = frozenset({"/Type", "/Parent", "/Contents", "/Resources", "/MediaBox", "/TrimBox", "/BleedBox"})
_KINDS = ("/ExtGState", "/XObject", "/Pattern", "/Shading", "/ColorSpace")
_MAP = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]*)>")


class Overflow(NamedTuple):
    """A box whose text does not fit: its mark in the template, and by how many mm downwards and sideways."""

    ref: str
    down: float
    across: float


class Bookmark(NamedTuple):
    """A heading for the reader's table of contents; `page` counts from 0 inside the fragment."""

    level: int
    label: str
    page: int


class Place(NamedTuple):
    """Where an entry of the leaf stands: its number there, the page in the fragment, mm from the upper left corner."""

    entry: int
    page: int
    left: float
    top: float
    right: float
    bottom: float


class Glyphs(NamedTuple):
    """The glyphs that a fragment uses of one font file, each with the text that it stands for (UTF-16, hexadecimal)."""

    file: str
    texts: Mapping[int, str]


class Fragment(NamedTuple):
    """A leaf as it is cached."""

    pages: int
    fonts: Mapping[str, Glyphs]
    overflows: tuple[Overflow, ...]
    missing: str
    """Characters that no font has."""
    complaints: tuple[str, ...]
    """What the layout engine logged."""
    bookmarks: tuple[Bookmark, ...]
    places: tuple[Place, ...]
    answers: tuple[Place, ...]
    """Where answers stand: who reads blind covers them."""
    pdf: bytes

    def write(self) -> bytes:
        """As bytes for the cache."""
        fonts = {key: [glyphs.file, glyphs.texts] for key, glyphs in self.fonts.items()}
        head = json.dumps(
            [
                self.pages,
                fonts,
                self.overflows,
                self.missing,
                self.complaints,
                self.bookmarks,
                self.places,
                self.answers,
            ],
            ensure_ascii=True,
        )
        return head.encode() + b"\n" + self.pdf


def read(raw: bytes) -> Fragment | None:
    """A fragment from the cache; None if the bytes are not one."""
    head, newline, pdf = raw.partition(b"\n")
    try:
        pages, fonts, overflows, missing, complaints, bookmarks, places, answers = json.loads(head)
        return Fragment(
            int(pages),
            {
                str(key): Glyphs(str(file), {int(g): str(t) for g, t in texts.items()})
                for key, (file, texts) in fonts.items()
            },
            tuple(Overflow(str(ref), float(down), float(across)) for ref, down, across in overflows),
            str(missing),
            tuple(map(str, complaints)),
            tuple(Bookmark(int(level), str(label), int(page)) for level, label, page in bookmarks),
            tuple(Place(int(entry), int(page), *map(float, box)) for entry, page, *box in places),
            tuple(Place(int(entry), int(page), *map(float, box)) for entry, page, *box in answers),
            pdf if newline and pdf.startswith(b"%PDF") else _refuse(),
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _refuse() -> bytes:
    raise ValueError


def blank() -> bytes:
    """The page of a leaf that cannot be laid out."""
    import pikepdf

    pdf, out = pikepdf.new(), io.BytesIO()
    pdf.add_blank_page()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def split(pdf: bytes, counts: Sequence[int], files: Mapping[str, str]) -> list[tuple[dict[str, Glyphs], bytes]]:
    """Cut a document into leaves of so many pages each. `files` gives the font file of each font key."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as source:
        fonts: Any = source.pages[0].obj["/Resources"].get("/Font", {})
        texts = {
            key[1:]: {int(glyph, 16): text.decode() for glyph, text in _MAP.findall(font["/ToUnicode"].read_bytes())}
            for key, font in fonts.items()
        }
        for resources in _resources(source):
            if "/Font" in resources:
                del resources["/Font"]
        results = []
        pages = iter(source.pages)
        for count in counts:
            target = pikepdf.new()
            used: dict[str, set[int]] = {}
            for _ in range(count):
                target.pages.append(next(pages))
                page = target.pages[-1].obj
                content = page["/Contents"].read_bytes()
                page["/Resources"] = _needed(page["/Resources"], content)
                _note(content, used)
                for name in [name for name in page.keys() if name not in _PAGE]:  # noqa: SIM118
                    del page[name]
            for stream in _forms(target):
                _note(stream.read_bytes(), used)
            glyphs = {key: Glyphs(files[key], _texts(used[key], texts[key])) for key in sorted(used)}
            out = io.BytesIO()
            target.save(out, deterministic_id=True)
            results.append((glyphs, out.getvalue()))
    return results


def _resources(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """The resources of all pages and forms."""
    import pikepdf

    for thing in pdf.objects:
        if isinstance(thing, (pikepdf.Dictionary, pikepdf.Stream)) and "/Resources" in thing:
            yield thing["/Resources"]


def _forms(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """All streams that draw, but for the pages' own."""
    import pikepdf

    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and "/Resources" in thing:
            yield thing


def _needed(given: Any, content: bytes) -> Any:
    """The resources that a page's content names: WeasyPrint gives every page those of the whole document."""
    import pikepdf

    names = {f"/{name.decode('latin-1')}" for name in _NAME.findall(content)}
    needed = pikepdf.Dictionary()
    for kind in _KINDS:
        wanted = {name: thing for name, thing in given.get(kind, {}).items() if name in names}
        if wanted:
            needed[kind] = pikepdf.Dictionary(wanted)
    return needed


def _texts(glyphs: set[int], texts: Mapping[int, str]) -> dict[int, str]:
    return {glyph: texts[glyph] for glyph in sorted(glyphs) if glyph in texts}


def _note(content: bytes, used: dict[str, set[int]]) -> None:
    """Which glyphs of which font a content stream shows."""
    glyphs: set[int] = set()
    for font, shown in _TEXT.findall(content):
        if font:
            glyphs = used.setdefault(font.decode(), set())
        else:
            glyphs.update(int(shown[at : at + 4], 16) for at in range(0, len(shown), 4))
