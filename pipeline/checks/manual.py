"""The manual pages of rules, in the reader's language.

A page is the docstring of its rule's file: paragraphs, and examples between fences. `manual.fr.json` has the French of
each paragraph, keyed by the English: a page that was changed is not shown with what it said before.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.checks.rule import docstring

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FENCE = "```"


def manual(name: str, language: str = "en") -> str:
    """The manual page of a rule: each paragraph is one line."""
    known = french() if language == "fr" else {}
    return "\n".join(line if is_example else known.get(line, line) for line, is_example in _lines(docstring(name)))


def prose(page: str) -> list[str]:
    """The paragraphs of a page, without its examples."""
    return [line for line, is_example in _lines(page) if line and not is_example]


@lru_cache(maxsize=1)
def french() -> Mapping[str, str]:
    """Paragraph -> its French."""
    found: dict[str, str] = json.loads(Path(__file__).with_name("manual.fr.json").read_text(encoding="utf-8"))
    return found


def _lines(page: str) -> Iterator[tuple[str, bool]]:
    """The page line by line, and whether the line belongs to an example; a paragraph becomes one line."""
    paragraph: list[str] = []
    inside = False
    for line in page.split("\n"):
        is_fence = line.startswith(_FENCE)
        if inside or is_fence or not line.strip():
            if paragraph:
                yield " ".join(paragraph), False
                paragraph = []
            yield line, inside or is_fence
            inside ^= is_fence
        else:
            paragraph.append(line.strip())
    if paragraph:
        yield " ".join(paragraph), False
