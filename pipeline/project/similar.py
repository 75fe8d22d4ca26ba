"""The questions of a bank that are nearest to a text. The index answers; it is brought up to date first if need be.

While the tree is as it was indexed, `answer` gives the whole output before click, pydantic or yaml are imported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from pipeline.project.stamp import root_above, tree_stamp

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.project.check import Options
    from pipeline.project.index import Near

LONGEST = 50_000
MOST = 100
FORMATS = ("text", "json")
FEW = 5
"""How many are shown unless somebody says."""


class _Asked(NamedTuple):
    root: str
    text: str
    most: int
    format: str
    language: str


def similar(root: Path, text: str, most: int, options: Options) -> tuple[Near, ...]:
    """The `most` nearest questions, the nearest first. Nothing is read while the tree is as it was indexed."""
    from pipeline.project.index import existing
    from pipeline.project.tool import tool_digest

    stamp = tree_stamp(str(root))[0]
    index = existing(str(root), tool_digest()) if options.cache else None
    if index is None or index.stamp() != stamp:
        from pipeline.project.check import indexed

        if index is not None:
            index.close()
        index = indexed(root, options)
        if index.file:
            index.set_stamp(stamp)
    try:
        return tuple(index.near(text, most))
    finally:
        index.close()


def answer(arguments: list[str]) -> str | None:
    """What `livret similar` prints; None if the command has to be looked at closer, or the tree has changed."""
    asked = _read(arguments)
    if asked is None:
        return None
    from sqlite3 import Error

    from pipeline.project.index import open_stamped

    try:
        index = open_stamped(asked.root, tree_stamp(asked.root)[0])
        if index is None:
            return None
        try:
            found = index.near(asked.text, asked.most)
        finally:
            index.close()
    except (Error, ValueError, TypeError, KeyError):
        return None
    from pipeline.reporters.nearest import render

    return render(found, asked.text, asked.format, asked.language or _language())


def _read(arguments: list[str]) -> _Asked | None:
    """The plain ways to ask; everything else, and every mistake, is for the command line to explain."""
    rest = list(arguments)
    folder = rest[1] if rest[:1] == ["-C"] and len(rest) > 1 else None
    if folder is not None:
        del rest[:2]
    if not rest or rest.pop(0) != "similar":
        return None
    given = {"--most": str(FEW), "--format": "text", "--lang": ""}
    texts = []
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if name in given and (equals or rest):
            given[name] = value if equals else rest.pop(0)
        elif word.startswith("-"):
            return None
        else:
            texts.append(word)
    root = root_above(folder or ".")
    most, known = given["--most"], given["--format"] in FORMATS and given["--lang"] in ("", "en", "fr")
    if root is None or len(texts) != 1 or not known or not (most.isascii() and most.isdigit()):
        return None
    if folder is not None and os.path.realpath(folder) != os.path.realpath(root):
        return None
    if not texts[0].strip() or len(texts[0]) > LONGEST or not 1 <= int(most) <= MOST:
        return None
    return _Asked(root, texts[0], int(most), given["--format"], given["--lang"])


def _language() -> str:
    from pipeline.core.catalogue import language_of

    return language_of(dict(os.environ))
