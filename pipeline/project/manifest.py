"""The manifest of an earlier printing: what stood on its pages and cards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class BadManifestError(Exception):
    """A file that is not a manifest; the message says why."""


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
        raise BadManifestError(f"{place} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadManifestError(f"{place} is not a manifest of livret (build/manifest.json).") from None
    if not found:
        raise BadManifestError(f"{place} says nothing about pages: it comes from an older livret, or holds no PDFs.")
    return found
