"""Where templates, fonts and icons are, and what a game puts in their place."""

from __future__ import annotations

import json
import re
from _blake2 import blake2b  # not from hashlib, which loads OpenSSL first
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PACKAGE = Path(__file__).parent.parent
_ROOMS = ("core", "types", "kinds", "print")
# Folders and a file, one below the other: nothing that leads out of the library or stands somewhere of its own.
_NAME = re.compile(r"(?:[\w-][\w.-]*/)*[\w-][\w.-]*", re.ASCII)


@lru_cache(maxsize=1)
def home() -> Path:
    """The folder of templates: inside the installed package, or beside it in the repository."""
    installed = _PACKAGE / "data" / "templates"
    return installed if installed.is_dir() else _PACKAGE.parent / "templates"


def find(name: str, own: Mapping[str, bytes]) -> bytes | None:
    """A file of the library by its name (`booklet/page.html`): the game's own first, then ours."""
    if name in own:
        return own[name]
    if not _NAME.fullmatch(name):
        return None
    place = home() / name
    return place.read_bytes() if place.is_file() else None


@lru_cache(maxsize=1)
def icon_names() -> tuple[str, ...]:
    """The icons of the icon font; the second layer of an icon (`chrono-mark`) is none of its own."""
    known = json.loads(find("icons/icons.json", {}) or b"{}")
    return tuple(sorted(name for name in known if not name.endswith("-mark")))


def digest(own: Mapping[str, bytes]) -> str:
    """Changes with everything that could change a page, but for the content."""
    found = blake2b(_shared_digest(), digest_size=16)
    for name, data in sorted(own.items()):
        found.update(f"{name}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()


@lru_cache(maxsize=1)
def _shared_digest() -> bytes:
    """Of the library and of the code that makes pages of it: a page is laid out again when either changes."""
    found = blake2b(digest_size=16)
    places = [path for path in home().rglob("*") if path.is_file() and path.relative_to(home()).parts[0] != "site"]
    places += [path for room in _ROOMS for path in (_PACKAGE / room).rglob("*.py")]
    for place in sorted(places):
        data = place.read_bytes()
        found.update(f"{place.name}\0{len(data)}\0".encode())
        found.update(data)
    return found.digest()
