"""WeasyPrint, and nobody else: HTML leaves in, fragments out, with what did not fit or was not found.

The layout tree is private in WeasyPrint (`page._page_box`): the version is pinned and tests keep the contract.
"""

from __future__ import annotations

import atexit
import gc
import json
import logging
import os
import re
import sys
import warnings
from contextlib import contextmanager
from functools import cached_property, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from pipeline.print import library
from pipeline.print.fragment import Bookmark, Fragment, Overflow, Place, blank, split

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

LOCKED = "not-of-the-library"
"""What is logged about everything else that a page asks for."""
OFF_PAGE = "page"
"""Stands for the mark of a box where a leaf is too long for its page; the words of its last line follow."""
_ENTRIES = ("data-entry", "data-fit")
_ANSWERS = ("data-answer",)
"""Attributes of boxes that say which entry, or whose answer, stands in them."""
# Not a place: what a page asks for by a relative address is looked up in the library, everything else is refused.
_BASE = "http://library.invalid/"
_FONTS = "fonts/"
# What Pillow would give to Ghostscript, which is a program of its own: it is no picture for us.
_POSTSCRIPT = (b"%!PS", b"\xc5\xd0\xd3\xc6")
_FONT_FILES = (b"\0\1\0\0", b"OTTO", b"ttcf", b"true", b"typ1", b"wOFF", b"wOF2")
# In the stylesheet as the engine gets it: nobody has that file.
_PLACE = re.compile(r" at \d+:\d+")
_MM = 25.4 / 96
_TOLERANCE = 0.1


class Sheet(NamedTuple):
    """Leaves that share a stylesheet and can be laid out together. Flowing text stands on a sheet of its own."""

    css: str
    language: str
    leaves: tuple[str, ...]
    flows: bool
    own: Mapping[str, bytes]
    """Files of the game: its templates' pictures."""


class Whole(NamedTuple):
    """A whole product as one document: its stylesheets, each for the parts of its own class c0, c1…"""

    sheets: tuple[str, ...]
    style: str
    language: str
    title: str
    body: str
    own: Mapping[str, bytes]


class _Style(NamedTuple):
    """A stylesheet that was read, None if it cannot be, and what was wrong with it: that is only said once."""

    css: Any
    complaints: tuple[str, ...]


class Face(NamedTuple):
    """A font file for a family, weight and style."""

    family: str
    weight: int
    style: str
    file: str


def _of_this_process(clean: Callable[[], None]) -> Callable[[], None]:
    """Nothing in a forked copy: the folder belongs to the first process."""
    owner = os.getpid()
    return lambda: clean() if os.getpid() == owner else None


def faces() -> tuple[Face, ...]:
    """The fonts of the library."""
    raw = json.loads(library.find("fonts/fonts.json", {}) or b"[]")
    return tuple(Face(face["family"], face["weight"], face["style"], face["file"]) for face in raw)


class Engine:
    """WeasyPrint with its fonts loaded: made once, then forked or kept warm."""

    def __init__(self) -> None:
        os.environ["FONTCONFIG_FILE"] = str(library.home() / "fonts" / "fonts.conf")
        with warnings.catch_warnings(), _libraries_by_name():
            warnings.simplefilter("ignore")  # it misses the machine's fonts, which we do not want
            import weasyprint
        from weasyprint.text.fonts import FontConfiguration

        self._weasyprint = weasyprint
        self._fonts = FontConfiguration()
        # It copies fonts to a temporary folder, which goes when Python is taken apart: we leave before that.
        atexit.register(_of_this_process(self._fonts.__del__))
        self._sheets: dict[str, _Style] = {}
        weasyprint.CSS(
            string=_font_faces(), base_url=_BASE, font_config=self._fonts, url_fetcher=_fetcher({}, [], fonts=True)
        )
        gc.freeze()  # modules and fonts live as long as the process: the collector need not look at them

    def __reduce__(self) -> tuple[Callable[[], Engine], tuple[()]]:
        """It does not travel: a worker elsewhere makes its own, once."""
        return _of_that_process, ()

    @cached_property
    def _files(self) -> dict[tuple[str, int, str], str]:
        return {(face.family, face.weight, face.style): face.file for face in faces()}

    def render(self, sheet: Sheet) -> list[Fragment]:
        """A fragment for each leaf. Leaves are laid out together unless something is wrong with one of them."""
        with _no_collection():
            return self._together(sheet)

    def _together(self, sheet: Sheet) -> list[Fragment]:
        found = self._render(sheet)
        if found is not None:
            return found
        alone = []
        for leaf in sheet.leaves:
            alone += self._render(sheet._replace(leaves=(leaf,)), alone=True) or []
        return alone

    def _render(self, sheet: Sheet, *, alone: bool = False) -> list[Fragment] | None:
        """None if a page or a complaint cannot be given to its leaf; `alone` there is only one."""
        style = self._style(sheet.css, sheet.own)
        if style.css is None:
            return [_failed(style.complaints)] * len(sheet.leaves)
        refused: list[str] = []
        try:
            with _listening() as log:
                document = self._document(sheet, style, refused)
                pdf = document.write_pdf(uncompressed_pdf=True)
        except Exception as error:
            if not sheet.own:
                raise  # our templates: our bug
            if not alone and len(sheet.leaves) > 1:
                return None
            return [_failed((*style.complaints, *(_not_loaded(refused) or (_failure(error),))))]
        complaints = (*style.complaints, *_with_refused(log.lines, refused))
        if (
            not alone
            and len(sheet.leaves) > 1
            and (len(complaints) > len(style.complaints) or len(document.pages) != len(sheet.leaves))
        ):
            return None
        counts = [len(document.pages)] if len(sheet.leaves) == 1 else [1] * len(sheet.leaves)
        files = {font.hash: self._file(font) for font in document.fonts.values()}
        missing = {chr(code) for font in document.fonts.values() for code in font.missing}
        pages = iter(document.pages)
        fragments = []
        for leaf, count, (fonts, data) in zip(sheet.leaves, counts, split(pdf, counts, files), strict=True):
            own = [next(pages) for _ in range(count)]
            fragments.append(
                Fragment(
                    count,
                    fonts,
                    tuple(overflow for page in own for overflow in _overflows(page) or _beyond(page, sheet)),
                    "".join(sorted(letter for letter in missing if letter in leaf)),
                    complaints,
                    tuple(_bookmarks(own)) if sheet.flows else (),
                    tuple(place for number, page in enumerate(own) for place in _places(number, page, _ENTRIES)),
                    tuple(place for number, page in enumerate(own) for place in _places(number, page, _ANSWERS)),
                    data,
                )
            )
        return fragments

    def tagged(self, whole: Whole) -> bytes:
        """A PDF that can be read aloud (PDF/UA)."""
        title = escape(whole.title)
        head = f'<html lang="{whole.language}"><head><title>{title}</title></head>'
        html = f"<!doctype html>{head}<body>{whole.body}</body></html>"
        # What is wrong was heard when leaves were laid out.
        with _listening(), _no_collection():
            fetcher = _fetcher(whole.own, [])
            page = self._weasyprint.HTML(string=html, base_url=_BASE, url_fetcher=fetcher)
            scoped = [_scoped(css, f".c{number}") for number, css in enumerate(whole.sheets)]
            styles = [self._style(css, whole.own).css for css in (*scoped, whole.style)]
            document = page.render(font_config=self._fonts, stylesheets=styles, pdf_tags=True)
            return bytes(document.write_pdf(pdf_variant="pdf/ua-1", pdf_tags=True))

    def _document(self, sheet: Sheet, style: _Style | None = None, refused: list[str] | None = None) -> Any:
        body = "".join(sheet.leaves)
        html = f'<!doctype html><html lang="{sheet.language}"><head><title></title></head><body>{body}</body></html>'
        fetcher = _fetcher(sheet.own, [] if refused is None else refused)
        page = self._weasyprint.HTML(string=html, base_url=_BASE, url_fetcher=fetcher)
        style = style or self._style(sheet.css, sheet.own)
        return page.render(font_config=self._fonts, stylesheets=[style.css])

    def _style(self, css: str, own: Mapping[str, bytes]) -> _Style:
        if css in self._sheets:
            return self._sheets[css]
        refused: list[str] = []
        with _listening() as log:
            try:
                made = self._read(css, _fetcher(own, refused))
            except Exception as error:
                if not own:
                    raise
                log.lines += _not_loaded(refused) or (_failure(error),)
                made = None
        found = _Style(made, _with_refused(log.lines, refused))
        if "@import" not in css:  # what it imports may be another file of the same name next time
            self._sheets[css] = found
        return found

    def _read(self, css: str, fetcher: Any) -> Any:
        return self._weasyprint.CSS(string=css, base_url=_BASE, font_config=self._fonts, url_fetcher=fetcher)

    def _file(self, font: Any) -> str:
        """The font file behind a font of the document."""
        style = "italic" if font.style else "normal"
        return self._files.get((font.family, font.weight, style)) or self._files[font.family, font.weight, "normal"]


def _fetcher(own: Mapping[str, bytes], refused: list[str], *, fonts: bool = False) -> Any:
    """What a page may load: files of the library and of the game. Everything else is noted in `refused`.

    Fonts are loaded once, for all pages of a process: a page that brought its own would change those of others.
    """
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Locked(URLFetcher):  # type: ignore[misc]
        """Gives files of the library and of the game; the rest of the world does not exist."""

        def fetch(self, url: str, headers: Any = None) -> Any:  # noqa: ARG002
            name = unquote(urlsplit(url).path.removeprefix("/")) if url.startswith(_BASE) else ""
            data = library.find(name, own)
            barred = not fonts and (name.startswith(_FONTS) or (data or b"").startswith(_FONT_FILES))
            if data is None or barred or data.startswith(_POSTSCRIPT):
                refused.append(url.removeprefix(_BASE))
                raise ValueError(LOCKED)
            return URLFetcherResponse(url, data)

    return Locked()


def _failed(complaints: tuple[str, ...]) -> Fragment:
    """A leaf of a game's own template that cannot be laid out."""
    return Fragment(1, {}, (), "", complaints, (), (), (), blank())


def _failure(error: Exception) -> str:
    return f"this page cannot be laid out ({type(error).__name__})"


def _not_loaded(refused: Sequence[str]) -> tuple[str, ...]:
    """A line for each address that was refused, as the engine says it of pictures."""
    return tuple(f"Failed to load file at '{url}': {LOCKED}" for url in dict.fromkeys(refused))


def _with_refused(lines: Sequence[str], refused: Sequence[str]) -> tuple[str, ...]:
    """What was logged, and every address that was refused: the engine does not name all, and is silent about fonts."""
    named = [line for line in lines if LOCKED not in line or any(repr(url) in line for url in refused)]
    silent = [url for url in refused if not any(repr(url) in line for line in named)]
    return (*named, *_not_loaded(silent))


@lru_cache(maxsize=1)
def _of_that_process() -> Engine:
    return Engine()


@contextmanager
def _no_collection() -> Iterator[None]:
    """A layout makes very many objects and frees few: looking for rubbish meanwhile takes a quarter of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def _libraries_by_name() -> Iterator[None]:
    """WeasyPrint tries the names that Pango and others have anywhere. On Linux their own names always work, and to look
    for the others in the meantime would start compilers and linkers: a tenth of a second."""
    if sys.platform != "linux":
        yield
        return
    import ctypes.util

    search = ctypes.util.find_library
    ctypes.util.find_library = _nowhere
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _nowhere(name: str) -> str | None:  # noqa: ARG001
    return None


@contextmanager
def _listening() -> Iterator[_Log]:
    """What WeasyPrint says meanwhile, and nobody else hears it."""
    log, logger = _Log(), logging.getLogger("weasyprint")
    logger.addHandler(log)
    propagate, logger.propagate = logger.propagate, False
    try:
        yield log
    finally:
        logger.removeHandler(log)
        logger.propagate = propagate


class _Log(logging.Handler):
    """What WeasyPrint only logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "notdef glyph" in record.msg:
            return  # `missing` says which character, and where
        self.lines.append(_PLACE.sub("", record.getMessage().replace(_BASE, "")))


def _scoped(css: str, scope: str) -> str:
    """The stylesheet for the parts inside `scope` only; what is said about the page and the root stays."""
    import tinycss2

    rules = []
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type != "qualified-rule":
            rules.append(rule.serialize())
            continue
        selectors = tinycss2.serialize(rule.prelude).split(",")
        kept = [one if one.strip() in ("html", ":root") else f"{scope} {one.strip()}" for one in selectors]
        rules.append(f"{','.join(kept)}{{{tinycss2.serialize(rule.content)}}}")
    return "\n".join(rules)


def _font_faces() -> str:
    return "\n".join(
        f"@font-face{{font-family:{face.family};font-weight:{face.weight};font-style:{face.style};"
        f"src:url(fonts/{face.file})}}"
        for face in faces()
    )


def _overflows(page: Any) -> list[Overflow]:
    """Every marked box of a page whose lines leave it."""
    from weasyprint.formatting_structure import boxes

    found = []
    for box in _walk(page._page_box):
        element = getattr(box, "element", None)
        ref = element.get("data-fit") if element is not None and isinstance(box, boxes.BlockBox) else None
        if ref is None:
            continue
        left, top = box.content_box_x(), box.content_box_y()
        right, bottom = left + box.width, top + box.height
        down = across = 0.0
        for inner in _walk(box):
            if isinstance(inner, boxes.LineBox):
                down = max(down, inner.position_y + inner.height - bottom, top - inner.position_y)
            elif isinstance(inner, (boxes.TextBox, boxes.ReplacedBox)):
                across = max(across, inner.position_x + inner.width - right, left - inner.position_x)
        if max(down, across) * _MM > _TOLERANCE:
            found.append(Overflow(ref, round(max(down, 0) * _MM, 2), round(max(across, 0) * _MM, 2)))
    return found


def _beyond(page: Any, sheet: Sheet) -> list[Overflow]:
    """Text that leaves a leaf at its foot: any that flows, and lines of placed boxes that are not on the page at all.

    What is placed and only cut by the edge is an ornament.
    """
    from weasyprint.formatting_structure import boxes

    if sheet.flows:
        return []
    flowing = [box for box in _walk(page._page_box, placed=False) if isinstance(box, boxes.LineBox)]
    lost = [box for box in _walk(page._page_box) if isinstance(box, boxes.LineBox) and box.position_y >= page.height]
    lines = sorted((*flowing, *lost), key=lambda box: box.position_y + box.height)
    down = lines[-1].position_y + lines[-1].height - page.height if lines else 0.0
    if down * _MM <= _TOLERANCE:
        return []
    words = "".join(box.text for box in _walk(lines[-1]) if isinstance(box, boxes.TextBox)).strip()
    return [Overflow(f"{OFF_PAGE}:{words}", round(down * _MM, 2), 0.0)]


def _places(number: int, page: Any, marks: Sequence[str]) -> Iterator[Place]:
    """Where entries or answers stand: boxes marked with the number of an entry, or with one and its field."""
    from weasyprint.formatting_structure import boxes

    for box in _walk(page._page_box):
        element = getattr(box, "element", None)
        if element is None or not isinstance(box, boxes.BlockBox):
            continue
        ref = next(filter(None, map(element.get, marks)), "").partition(":")[0]
        if ref.isdigit():
            left, top = box.border_box_x(), box.border_box_y()
            edges = (left, top, left + box.border_width(), top + box.border_height())
            yield Place(int(ref), number, *(round(edge * _MM, 2) for edge in edges))


def _walk(box: Any, *, placed: bool = True) -> Iterator[Any]:
    """A box and all boxes in it; those that are placed absolutely can be left out."""
    pending = [box]
    while pending:
        current = pending.pop()
        if not placed and hasattr(current, "_box"):
            continue
        current = getattr(current, "_box", current)  # an absolutely placed box stands behind a placeholder
        yield current
        pending += reversed(getattr(current, "children", ()))


def _bookmarks(pages: Sequence[Any]) -> Iterator[Bookmark]:
    for number, page in enumerate(pages):
        for bookmark in page.bookmarks:
            yield Bookmark(bookmark[0], bookmark[1], number)
