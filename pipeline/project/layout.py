"""Which files there are and what they are for: content/GAME/game.yaml, products as folders or files."""

from __future__ import annotations

import os
from errno import EINVAL, EPERM
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, NamedTuple

from pipeline.project.stamp import CONTENT, DISTINCT, REVIEWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pipeline.kinds.base import Product

# Folders of a game that hold no content: its own templates and pictures.
_RESERVED = frozenset({"templates", "assets"})
LEADS_OUT = "the link leads out of the content folder"
NOT_A_FILE = "it is not a file"
_CONTENT_SUFFIXES = frozenset({".yaml", ".yml", ".md"})


class Stat(NamedTuple):
    """What says that a file is unchanged without reading it."""

    size: int
    mtime: int
    ctime: int
    inode: int


class ContentFile(NamedTuple):
    """A file of a product. `path` is relative to the root, with slashes."""

    path: str
    game: str
    product: str
    stat: Stat


class GameFolder(NamedTuple):
    """A folder of content/: its files by their path relative to the root."""

    name: str
    files: Mapping[str, Stat]
    unreadable: tuple[tuple[str, str], ...]


def read(root: Path, path: str) -> bytes:
    """The bytes of a file, by the path that findings give it. OSError refuses what `game_folders` refuses.

    Content comes from anybody: a link may lead to a secret, and a pipe that nobody fills is never read to its end.
    """
    place = root / path
    home = os.path.realpath(root / CONTENT if path.startswith(f"{CONTENT}/") else root)
    if not os.path.realpath(place).startswith(home + os.sep):
        raise PermissionError(EPERM, LEADS_OUT, path)
    if not S_ISREG(place.stat().st_mode):
        raise OSError(EINVAL, NOT_A_FILE, path)
    return place.read_bytes()


def game_folders(root: Path) -> list[GameFolder]:
    """The folders of content/, each with all content files in it."""
    try:
        entries = sorted(os.scandir(root / CONTENT), key=lambda entry: entry.name)
    except OSError:
        return []
    return [
        _game_folder(root, entry.name)
        for entry in entries
        if entry.is_dir() and not entry.name.startswith(".") and f"{CONTENT}/{entry.name}" not in (REVIEWS, DISTINCT)
    ]


def loose_files(root: Path) -> list[str]:
    """Content files that stand in content/ itself, in no game."""
    try:
        entries = sorted(os.scandir(root / CONTENT), key=lambda entry: entry.name)
    except OSError:
        return []
    return [
        f"{CONTENT}/{entry.name}"
        for entry in entries
        if not entry.name.startswith(".") and Path(entry.name).suffix in (".yaml", ".yml") and entry.is_file()
        if f"{CONTENT}/{entry.name}" != DISTINCT
    ]


def product_files(
    folder: GameFolder, products: Iterable[str], suffixes: Mapping[str, str]
) -> tuple[list[ContentFile], list[str]]:
    """The files of each product in the order of their names, and those that belong to none."""
    prefix = f"{CONTENT}/{folder.name}/"
    known = set(products)
    found: list[ContentFile] = []
    others: list[str] = []
    for path, stat in folder.files.items():
        inner = path.removeprefix(prefix)
        if inner == "game.yaml":
            continue
        head, slash, rest = inner.partition("/")
        product = head if slash else Path(head).stem
        suffix = suffixes.get(product, ".yaml")
        if product in known and suffix and "/" not in rest and path.endswith(suffix):
            found.append(ContentFile(path, folder.name, product, stat))
        else:
            others.append(path)
    return found, others


def suffixes_of(products: Mapping[str, Product]) -> dict[str, str]:
    """The file suffix of each product; empty for one that has no file."""
    from pipeline.kinds.game import kind_of

    return {name: kind_of(product).suffix for name, product in products.items()}


def _game_folder(root: Path, name: str) -> GameFolder:
    files: dict[str, Stat] = {}
    unreadable: list[tuple[str, str]] = []
    home = os.path.realpath(root / CONTENT)
    if not os.path.realpath(root / CONTENT / name).startswith(home + os.sep):
        return GameFolder(name, {}, ((f"{CONTENT}/{name}", LEADS_OUT),))
    pending = [f"{CONTENT}/{name}"]
    while pending:
        folder = pending.pop(0)
        try:
            entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError as error:
            unreadable.append((folder, error.strerror or "cannot be read"))
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}"
            if entry.name.startswith(".") or (folder.count("/") == 1 and entry.name in _RESERVED):
                continue
            try:
                if entry.is_symlink() and not os.path.realpath(entry.path).startswith(home + os.sep):
                    unreadable.append((path, LEADS_OUT))
                elif os.path.splitext(entry.name)[1].lower() in _CONTENT_SUFFIXES:  # noqa: PTH122 - for thousands of files
                    stat = entry.stat()
                    if not S_ISREG(stat.st_mode):
                        unreadable.append((path, NOT_A_FILE))
                        continue
                    files[path] = Stat(stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino)
                elif entry.is_dir(follow_symlinks=False):
                    pending.append(path)
            except OSError as error:
                unreadable.append((path, error.strerror or "cannot be read"))
    return GameFolder(name, files, tuple(unreadable))
