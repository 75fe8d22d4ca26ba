"""The manifest of an earlier printing: what stood on its pages and cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pipeline.core.finding import say

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Message


CANNOT_READ = "{file} cannot be read: {problem}."
NO_MANIFEST = "{file} is not a manifest of livret (build/manifest.json)."
NO_PAGES = "{file} says nothing about pages: it comes from an older livret, or holds no PDFs."


class BadManifestError(Exception):
    """A file that is not a manifest; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def pages_of(place: Path) -> dict[str, dict[str, str]]:
    """`game/product` -> page or card -> hash, as far as the manifest knows."""
    try:
        artefacts = json.loads(place.read_bytes())["artefacts"]
        found: dict[str, dict[str, str]] = {}
        for path, entry in artefacts.items():
            if "pages" in entry:
                product = path.rpartition("/")[2].removesuffix(".pdf")
                if entry.get("by") == "pdf/offset":
                    found[f"{entry['game']}/{product}"] = {
                        str(name): str(hash_) for name, hash_ in entry["pages"].items()
                    }
    except OSError as error:
        raise BadManifestError(say(CANNOT_READ, file=place, problem=error.strerror or error)) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadManifestError(say(NO_MANIFEST, file=place)) from None
    if not found:
        raise BadManifestError(say(NO_PAGES, file=place))
    return found
