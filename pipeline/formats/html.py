"""Text between our content and programs that want HTML: `*titre*` is italics there, and tags are no text here."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from pipeline.core.pattern import lazy

_ITALIC = lazy(r"\*(?<![\w*]\*)(?![\s*])([^*\n]*)(?<!\s)\*(?![\w*])")
_BLOCKS = frozenset("br p div li tr h1 h2 h3 h4 h5 h6 ul ol table td th".split())
_SILENT = frozenset(("script", "style"))
_MEDIA = frozenset(("img", "audio", "video", "object", "embed", "iframe"))
_MARKUP = lazy(r"<[a-zA-Z/!]|&[a-zA-Z#]")
_SOUND = lazy(r"\[sound:[^\]\[]*\]")
_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_START, _END = "\ue000", "\ue001"  # where italics start and end, until the text between them is known
_BREAK = "\u2028"
_LIST = lazy(r"\s*<[uo]l\b[^>]*>(.*)</[uo]l>\s*", re.DOTALL | re.IGNORECASE)
_ITEM = lazy(r"<li\b[^>]*>", re.IGNORECASE)
_SLANTED = lazy(f"{_START}([^{_START}{_END}]*){_END}")
_RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")


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
        self._silent = self._slanted = 0
        self._shifted: list[tuple[str, int]] = []
        """The raised and lowered texts that are open: which, and where each begins."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _SILENT:
            self._silent += 1
        elif tag in _MEDIA:
            self.media += 1
        elif tag in ("em", "i"):
            self._slanted += 1
            self.parts += [_START] if self._slanted == 1 else []
        elif tag in ("sup", "sub"):
            self._shifted.append((tag, len(self.parts)))
        elif tag in _BLOCKS:
            self.parts.append(_BREAK)

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in ("em", "i"):
            self.parts += [_END] if self._slanted == 1 else []
            self._slanted = max(0, self._slanted - 1)
        elif tag in ("sup", "sub"):
            if self._shifted and self._shifted[-1][0] == tag:
                _, start = self._shifted.pop()
                self.parts[start:] = [_shifted("".join(self.parts[start:]), tag)]
        elif tag in _BLOCKS:
            self.parts.append(_BREAK)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def text_of(source: str) -> tuple[str, int]:
    """HTML as one line of text, and how many pictures and sounds were in it."""
    text, media = _read(source)
    return " ".join(text.split()), media


def lines_of(source: str) -> list[str]:
    """HTML as the lines in which it is shown."""
    lines = (" ".join(line.split()) for line in _read(source)[0].split(_BREAK))
    return [line for line in lines if line]


def items_of(source: str) -> list[str]:
    """The items of an HTML list, if all of the text is one."""
    found = _LIST.fullmatch(source)
    parts = _ITEM.split(found[1]) if found else []
    return [text_of(part)[0] for part in parts if text_of(part)[0]]


def _read(source: str) -> tuple[str, int]:
    sounds = len(_SOUND.findall(source)) if "[sound:" in source else 0
    source = _SOUND.sub(" ", source) if sounds else source
    if not _MARKUP.search(source):
        return unescape(source), sounds
    reader = _Reader()
    reader.feed(source)
    reader.close()
    text = "".join(reader.parts)
    if _START in text:
        text = _slanted(text)
    return text, reader.media + sounds


def _slanted(text: str) -> str:
    """A text with stars around its italics, spaces outside of them; where that would be no italics, without stars."""

    def starred(match: re.Match[str]) -> str:
        inner = " ".join(match[1].split())
        if not inner:
            return match[1]
        before, after = (" " if match[1][at].isspace() else "" for at in (0, -1))
        left, right = match.string[: match.start()][-1:], match.string[match.end() :][:1]
        inside_word = (not before and left.isalnum()) or (not after and right.isalnum())
        possible = not inside_word and _ITALIC.fullmatch(f"*{inner}*")
        return f"{before}*{inner}*{after}" if possible else match[1]

    return _SLANTED.sub(starred, text).replace("**", "").translate({ord(_START): None, ord(_END): None})


def _shifted(text: str, tag: str) -> str:
    """A raised or lowered text: 10³ is not 103."""
    inner = text.strip()
    table = _RAISED if tag == "sup" else _LOWERED
    if inner and all(ord(sign) in table for sign in inner):
        return inner.translate(table)
    return f"^{inner}" if tag == "sup" and inner[:1].isdigit() else text
