"""The state of a content tree as text: who has which size, times and inode. Light: it runs before any other import.

Two equal stamps mean that no file was written in between: a write changes the inode's ctime, which no program can set.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CACHE_FOLDER = ".livret-cache"
CONFIGURATION = "livret.toml"
BASELINE = "livret-baseline.json"
CONTENT = "content"
_PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib is slow to import here


def root_above(folder: str) -> str | None:
    """The nearest folder at or above `folder` that holds content/."""
    folder = os.path.abspath(folder)  # noqa: PTH100
    while True:
        if os.path.isdir(f"{folder}/{CONTENT}"):  # noqa: PTH112
            return folder
        parent = os.path.dirname(folder)  # noqa: PTH120
        if parent == folder:
            return None
        folder = parent


def own_folder(root: str, name: str = "") -> str | None:
    """A folder of the cache, made if it is missing; None if a link stands in its place: it may lead anywhere."""
    folder = f"{root}/{CACHE_FOLDER}"
    for part in (folder, f"{folder}/{name}" if name else folder):
        if os.path.islink(part):  # noqa: PTH114
            return None
        os.makedirs(part, exist_ok=True)  # noqa: PTH103
    ignore = f"{folder}/.gitignore"
    if not os.path.lexists(ignore):
        write_new(ignore, b"# Written by livret; safe to delete.\n*\n")
    return f"{folder}/{name}" if name else folder


def write_new(path: str, data: bytes) -> None:
    """Write a file that does not exist yet, never through a link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(path, flags, 0o644), "wb") as file:
        file.write(data)


def tree_stamp(root: str) -> tuple[str, int]:
    """The stamp of everything that decides a check's result, and the newest change in it (nanoseconds)."""
    lines: list[str] = []
    newest = 0
    for folder in (f"{root}/{CONTENT}", _PACKAGE):
        for path, stat in _walk(folder):
            lines.append(f"{path}\0{stat.st_size}\0{stat.st_mtime_ns}\0{stat.st_ctime_ns}\0{stat.st_ino}")
            newest = max(newest, stat.st_ctime_ns)
    for name in (CONFIGURATION, BASELINE):
        try:
            stat = os.stat(f"{root}/{name}")  # noqa: PTH116
        except OSError:
            lines.append(f"{name}\0absent")
        else:
            lines.append(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\0{stat.st_ctime_ns}")
            newest = max(newest, stat.st_ctime_ns)
    lines.append(sys.version)
    return "\n".join(lines), newest


def _walk(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    pending = [folder]
    while pending:
        current = pending.pop()
        try:
            entries = sorted(os.scandir(current), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            if entry.name.startswith((".", "__pycache__")):
                continue
            try:
                stat = entry.stat()
                # A game's folder may be a link that stays in content/; deeper links to folders are not followed.
                is_folder = entry.is_dir(follow_symlinks=current == folder)
            except OSError:
                continue
            yield entry.path, stat
            if is_folder:
                pending.append(entry.path)
