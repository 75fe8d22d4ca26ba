"""Text between our content and programs that want HTML: `*titre*` is italics there, and tags are no text here."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

from pipeline.core.pattern import lazy

_ITALIC = lazy(r"\*(?<![\w*]\*)(?![\s*])([^*\n]*)(?<!\s)\*(?![\w*])")
_BLOCKS = frozenset("br p div li tr h1 h2 h3 h4 h5 h6 ul ol table td th".split())
_SILENT = frozenset(("script", "style"))
_MEDIA = frozenset(("img", "audio", "video", "object", "embed", "iframe"))
_MARKUP = lazy(r"<[a-zA-Z/!]|&[a-zA-Z#]")
_SOUND = lazy(r"\[sound:[^\]]*\]")
_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def plain(text: str) -> str:
    """A text without the marks for italics."""
    return _ITALIC.sub(r"\1", text)


def html(text: str) -> str:
    """A text as HTML, titles in italics."""
    return _ITALIC.sub(r"<em>\1</em>", text.translate(_SIGNS))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.media = 0
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _SILENT:
            self._silent += 1
        elif tag in _MEDIA:
            self.media += 1
        elif tag in ("em", "i"):
            self.parts.append("*")
        elif tag in _BLOCKS:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in ("em", "i"):
            self.parts.append("*")
        elif tag in _BLOCKS:
            self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def text_of(source: str) -> tuple[str, int]:
    """HTML as one line of text, and how many pictures and sounds were in it."""
    sounds = len(_SOUND.findall(source)) if "[sound:" in source else 0
    source = _SOUND.sub(" ", source) if sounds else source
    if not _MARKUP.search(source):
        return " ".join(unescape(source).split()), sounds
    reader = _Reader()
    reader.feed(source)
    reader.close()
    text = " ".join("".join(reader.parts).split())
    return text.replace("**", ""), reader.media + sounds
