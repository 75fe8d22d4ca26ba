"""The house rules of our page templates: what WeasyPrint or a printing press would silently spoil is not in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(
    path
    for folder in (ROOT / "templates", *ROOT.glob("content/*/templates"))
    for path in folder.rglob("*")
    if path.suffix in (".html", ".css") and "site" not in path.parts  # the studio is for screens
)
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]
_COMMENT = re.compile(r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->", re.DOTALL)
_PAINT = re.compile(r"""\b(fill|stroke|color)=["']([^"']*)["']""")
_DECLARED = re.compile(
    r"(?<![-\w])(color|background|background-color|border[-\w]*|fill|stroke|outline)\s*:\s*([^;}\"]+)"
)
_NAMED = re.compile(
    r"\b(black|white|red|green|blue|yellow|gr[ae]y|silver|orange|pink|navy|currentcolor)\b", re.IGNORECASE
)


def source(path: Path) -> str:
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_no_layout_that_shapes_every_text_several_times(path: Path) -> None:
    assert not re.findall(r"display:\s*(?:inline-)?(?:grid|flex)|\bcolumns?(?:-count|-width)?:\s*\d", source(path))


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_that_does_not_survive_cmyk(path: Path) -> None:
    text = source(path)
    assert not re.findall(r"gradient\(|box-shadow|text-shadow|opacity|filter\s*:|mix-blend|rgba?\(|hsla?\(", text)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?!;)", re.sub(r"\{\{.*?\}\}|&#\w+;|href=\"#", "", text))
    assert "<hr" not in text


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_every_colour_is_an_ink(path: Path) -> None:
    text = source(path)
    for attribute, value in _PAINT.findall(text):
        assert "{{" in value or "device-cmyk" in value or value == "none", f'{attribute}="{value}"'
    for name, value in _DECLARED.findall(re.sub(r"\{\{.*?\}\}", "INK", text)):
        assert not _NAMED.search(value), f"{name}: {value}"


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_is_hidden_and_nothing_is_loaded(path: Path) -> None:
    text = source(path)
    assert not re.findall(r"overflow:\s*(?:hidden|clip)|line-clamp|text-overflow|marks:\s*crop", text)
    assert not re.findall(r"https?://(?!www\.w3\.org)|url\(|<script|<link|@import", text)


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".html"], ids=lambda path: path.name)
def test_a_template_uses_no_variable_of_the_stylesheet(path: Path) -> None:
    """They are resolved in the stylesheet only: in a page they would mean nothing."""
    assert "var(--" not in source(path)


def test_every_text_of_the_content_goes_through_typography() -> None:
    """Titles, names and texts are printed with `|fr`; numbers and ids need none. What comes from `|rules` has it."""
    loose = re.compile(r"\{\{\s*[\w.]*\.(?:title|name|text|question|cue|motto|subtitle|hint|answer_text|intro)\s*\}\}")
    found = [
        f"{path.name}: {match}"
        for path in FILES
        if path.suffix == ".html" and path.parent.name != "rulebook"
        for match in loose.findall(source(path))
    ]
    assert found == []
