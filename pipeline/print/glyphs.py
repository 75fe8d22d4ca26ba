"""Characters that no font of the library has: where a text holds them. Light, because a rule asks about every page."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline.core.finding import Problem, Span, say
from pipeline.kinds.texts import printed_texts
from pipeline.print import library
from pipeline.source.characters import span_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Entry

GLYPH = "No font has the character “{text}” ({codes})."
GLYPHS = "No font has the characters “{text}” ({codes})."
HINT = "Write it with other characters."
_MOST = 8


@lru_cache(maxsize=1)
def unknown() -> re.Pattern[str]:
    """Finds neighbouring characters that no font has."""
    ranges: list[list[int]] = json.loads(library.find("fonts/letters.json", {}) or b"[]")
    return _neighbours("^" + "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in ranges))


def among(letters: str) -> re.Pattern[str]:
    """Finds neighbouring characters that are some of these."""
    return _neighbours(re.escape(letters))


@lru_cache(maxsize=4)
def suspicious(text: str) -> bool:
    """Whether a file has any such character; asked for each of its groups, answered once."""
    try:
        text.encode("cp1252")  # fonts have all of it, and nothing is as fast
    except UnicodeEncodeError:
        return any(unknown().match(letter) for letter in set(text))
    return False


def problems(entry: Entry, wanted: re.Pattern[str]) -> Iterator[Problem]:
    """Each place of an entry's printed texts where such characters stand."""
    document = entry.document
    if document.data is None:  # Markdown
        for found in wanted.finditer(document.text):
            yield problem(span_at(document.text, *found.span()), found[0])
        return
    for path, text in printed_texts(entry):
        if "accept" not in path:
            for found in wanted.finditer(text):
                yield problem(document.inside(path, *found.span()), found[0])


def problem(span: Span, letters: str) -> Problem:
    """What is said about such characters."""
    return Problem(span, _message(letters), say(HINT), rule="missing-glyph")


def _message(letters: str) -> Message:
    import unicodedata

    each = list(dict.fromkeys(letter for letter in letters if not letter.isspace()))
    if len(each) == 1:
        return say(GLYPH, text=each[0], codes=f"U+{ord(each[0]):04X} {unicodedata.name(each[0], '')}".rstrip())
    codes = [f"U+{ord(letter):04X}" for letter in each]
    more = ["…"] if len(codes) > _MOST else []
    return say(GLYPHS, text=letters, codes=", ".join([*codes[:_MOST], *more]))


def _neighbours(letters: str) -> re.Pattern[str]:
    return re.compile(rf"[{letters}]+(?:\s+[{letters}]+)*")
