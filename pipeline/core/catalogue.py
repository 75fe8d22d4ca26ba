"""Messages in the reader's language. English templates are in the code; `fr.json` holds their French.

One catalogue, keyed by the English sentence, so that a message without a translation still says something.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pipeline.core.finding import Message, fill
from pipeline.core.pattern import lazy

Language = Literal["en", "fr"]
Translate = Callable[[Message], str]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

# Values that are words of ours ("a list", "page") and not the author's: these are translated too.
PHRASES = frozenset({"what", "expected", "found", "group", "entry", "guess", "character", "problem"})

_DECIMAL = lazy(r"(\d)\.(\d)")


def translator(language: str) -> Translate:
    """A function that gives a message in `language`; English when there is no French for it."""
    if language != "fr":
        return str
    catalogue = french()

    def translate(message: Message) -> str:
        values = tuple(
            (name, _measured(message.template, name, catalogue.get(value, value) if name in PHRASES else value))
            for name, value in message.values
        )
        return fill(catalogue.get(message.template, message.template), values)

    return translate


def _measured(template: str, name: str, value: str) -> str:
    """A measure with its decimal comma; other values stay as they are typed: a version, a key, an author's words."""
    if f"{{{name}}} mm" in template or f"{{{name}}} pt" in template:
        return _DECIMAL.sub(r"\1,\2", value)
    return value


def french() -> dict[str, str]:
    """The French catalogue: English template -> French template."""
    text = Path(__file__).with_name("fr.json").read_text(encoding="utf-8")
    catalogue: dict[str, str] = json.loads(text)
    return catalogue


def language_of(environment: dict[str, str]) -> Language:
    """The language that a POSIX environment asks for; English unless it asks for French."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name)
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
