"""A text in paragraphs, as authors write them in YAML: a blank line ends one, and so does a line like `Mise : …`."""

from __future__ import annotations

from typing import NamedTuple

_COLON = " : "


class Paragraph(NamedTuple):
    """A paragraph; `lead` is the word that it is about, if it begins with one and a colon."""

    lead: str
    text: str


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each as one line."""
    if "\n" not in text:
        return [text] if text else []
    found: list[list[str]] = [[]]
    for line in text.split("\n"):
        words = line.strip()
        if not words or _lead(words):
            found.append([])
        if words:
            found[-1].append(words)
    return [" ".join(lines) for lines in found if lines]


def led(text: str) -> list[Paragraph]:
    """The paragraphs of a text with their lead words."""
    return [
        Paragraph(lead, paragraph[len(lead) + len(_COLON) :])
        if (lead := _lead(paragraph))
        else Paragraph("", paragraph)
        for paragraph in paragraphs(text)
    ]


def _lead(line: str) -> str:
    word, colon, rest = line.partition(_COLON)
    return word if colon and rest and " " not in word else ""
