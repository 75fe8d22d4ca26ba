"""House rules for a game's own templates: what WeasyPrint or a press would silently spoil is refused with its line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.core.finding import Problem, say, shorten
from pipeline.print import glyphs, library
from pipeline.source.characters import span_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FORBIDDEN = "“{found}” cannot be printed: {what}."
FORBIDDEN_HINT = "Instead: {expected}."
NO_FONT = "There is no font family “{found}”."
NO_FONT_HINT = "Families: {families}. Put icons and pictures in SVG files of assets/."

_NAMED = "black|white|red|green|blue|yellow|gr[ae]y|silver|orange|pink|navy|purple|teal|maroon|lime|aqua|fuchsia|olive"
_COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->|\{%.*?%\}", re.DOTALL)
_VALUE = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_PAINT = r"(?:color|background|background-color|border[-\w]*|fill|stroke|outline)"
WHYS = {
    "vanish": "gradients vanish in CMYK",
    "shadow": "shadows do not exist in CMYK",
    "clear": "transparency is flattened by presses, badly",
    "effect": "effects do not exist in print",
    "rgb": "the colour is RGB",
    "line": "its line is RGB",
    "marks": "marks of the layout engine stand inside the bleed",
    "import": "other stylesheets are not read",
    "font": "pages are set in the fonts of the library",
    "frame": "nothing else can be shown inside a page",
    "use": "there is no such shape in this file",
    "cut": "text that is cut off would not be noticed",
}
INSTEAD = {
    "flat": "a flat colour, or a picture",
    "second": "a second shape in a tint",
    "tint": "a tint of the colour",
    "picture": "a picture",
    "inks": "device-cmyk()",
    "border": "a div with a border",
    "marks": "`marks` of a printer profile",
    "rules": "the rules themselves, in style.css",
    "family": "a family of the library",
    "include": "an include, or a picture",
    "shape": "the shape itself, or the whole picture",
    "box": "a larger box",
}
_RULES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), why, instead)
    for pattern, why, instead in (
        (r"[\w-]*gradient\([^)]*\)?", "vanish", "flat"),
        (r"(?:box|text)-shadow\s*:[^;}\"]*", "shadow", "second"),
        (r"(?<![-\w])(?:fill-|stroke-)?opacity\s*[:=][^;}>]*", "clear", "tint"),
        (r"(?<![-\w])(?:filter|mix-blend-mode|backdrop-filter)\s*:[^;}\"]*", "effect", "picture"),
        (r"rgba?\([^)]*\)?|hsla?\([^)]*\)?|hwb\([^)]*\)?|ok(?:lab|lch)\([^)]*\)?", "rgb", "inks"),
        (rf"(?<![-\w]){_PAINT}\s*[:=]\s*[\"']?#[0-9a-f]{{3,8}}\b", "rgb", "inks"),
        (rf"(?<![-\w]){_PAINT}\s*[:=]\s*[\"']?[^;}}\"'{{]*?\b(?:{_NAMED}|currentcolor)\b", "rgb", "inks"),
        (r"<hr\b[^>]*>", "line", "border"),
        (r"(?<![-\w])marks\s*:\s*(?:crop|cross)[^;}]*", "marks", "marks"),
        (r"@import\b[^;}]*", "import", "rules"),
        (r"@font-face\b", "font", "family"),
        (r"<i?frame\b[^>]*>", "frame", "include"),
        (r"<use\b[^>]*?href\s*=\s*[\"'](?!#)[^\"']*", "use", "shape"),
        (r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)", "cut", "box"),
        (r"(?:-webkit-)?line-clamp\s*:[^;}]*|text-overflow\s*:[^;}]*", "cut", "box"),
    )
)
_FONT = re.compile(
    r"(?<![-\w])font-family\s*:\s*([^;}\"]+)"
    r"|(?<![-\w])font-family\s*=\s*\"([^\"]+)|(?<![-\w])font-family\s*=\s*'([^']+)"
    r"|(?<![-\w])font\s*:\s*[^;}\"]*?(?:pt|mm|em|px|%)(?:/[\w.%]+)?\s+([A-Za-z][^;}\"]*)"
)
# In a drawing: shapes that are used again, and text.
_USED = re.compile(r"<use\b[^>]*?href\s*=\s*[\"']([^\"']*)")
_ID = re.compile(r"\bid\s*=\s*[\"']([^\"']*)")
_LETTERED = re.compile(r"<text\b.*?</text>", re.DOTALL)
_GENERIC = {"inherit", "initial", "unset"}


def inspect(own: Mapping[str, bytes]) -> Iterator[tuple[str, Problem]]:
    """Everything that is forbidden in the templates, stylesheets and drawings of a game, with the name of the file."""
    known = families()
    for name, data in sorted(own.items()):
        text = data.decode("utf-8", "replace") if name.endswith((".css", ".html", ".svg")) else ""
        if name.startswith("assets/"):
            found = _drawing(text, known) if name.endswith(".svg") else iter(())
        else:
            found = faults(text, known)
        for problem in found:
            yield name, problem


def place(game: str, name: str) -> str:
    """Where the author finds such a file."""
    return f"content/{game}/{name}" if name.startswith("assets/") else f"content/{game}/templates/{name}"


def _drawing(text: str, known: frozenset[str]) -> Iterator[Problem]:
    """What the engine would leave out of a drawing without a word: shapes, fonts and letters that are not there."""
    plain = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    ids = {f"#{name}" for name in _ID.findall(plain)}
    for found in _USED.finditer(plain):
        if found[1] not in ids:
            message = say(FORBIDDEN, found=shorten(found[1], 40), what=WHYS["use"])
            hint = say(FORBIDDEN_HINT, expected=INSTEAD["shape"])
            yield Problem(span_at(text, *found.span(1)), message, hint, rule="forbidden-css")
    yield from _fonts(text, plain, known)
    for lettered in _LETTERED.finditer(plain):
        for found in glyphs.unknown().finditer(plain, *lettered.span()):
            yield glyphs.problem(span_at(text, *found.span()), found[0])


def faults(text: str, known: frozenset[str]) -> Iterator[Problem]:
    """What is forbidden in one file. Comments and statements are not read; places stay what they are."""
    plain = _COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    plain = _VALUE.sub(lambda found: re.sub(r"[^\n]", "0", found[0]), plain)
    for pattern, why, instead in _RULES:
        for found in pattern.finditer(plain):
            message = say(FORBIDDEN, found=shorten(found[0], 40), what=WHYS[why])
            yield Problem(
                span_at(text, *found.span()),
                message,
                say(FORBIDDEN_HINT, expected=INSTEAD[instead]),
                rule="forbidden-css",
            )
    yield from _fonts(text, plain, known)


def _fonts(text: str, plain: str, known: frozenset[str]) -> Iterator[Problem]:
    for found in _FONT.finditer(plain):
        group = found.lastindex or 0
        for family in found[group].split(","):
            name = family.strip().strip("'\"")
            if name and "{" not in name and name not in known and name not in _GENERIC:
                message = say(NO_FONT, found=shorten(name, 40))
                hint = say(NO_FONT_HINT, families=", ".join(sorted(known)))
                yield Problem(span_at(text, *found.span(group)), message, hint, rule="missing-font")


def families() -> frozenset[str]:
    """The font families of the library."""
    import json

    raw = json.loads(library.find("fonts/fonts.json", {}) or b"[]")
    return frozenset(str(face["family"]) for face in raw)
