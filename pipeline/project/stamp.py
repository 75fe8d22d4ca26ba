"""The state of a content tree as text: who has which size, times and inode. Light: it runs before any other import.

Two equal stamps mean that no file was written in between: a write changes the inode's ctime, which no program can set.
"""

from __future__ import annotations

import os
import sys

CACHE_FOLDER = ".livret-cache"
CONFIGURATION = "livret.toml"
BASELINE = "livret-baseline.json"
CONTENT = "content"
DISTINCT = "content/not-duplicates.yaml"
REVIEWS = "content/reviews"
_HEAVY = 60_000  # bytes of the folders themselves: some thousand files
_DEEP = 64
_PACKAGE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib is slow to import here

_TEMPLATES = f"{os.path.dirname(_PACKAGE)}/templates"  # noqa: PTH120 - in an installed package they are below it


def root_above(folder: str) -> str | None:
    """The nearest folder at or above `folder` that holds content/."""
    try:
        folder = os.path.abspath(folder)  # noqa: PTH100
    except OSError:
        return None  # the folder that we stand in was deleted
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
    """Write a file that does not exist yet, never through a link; nothing stays if the disk is full."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except OSError:
        os.unlink(path)  # noqa: PTH108
        raise


def tree_stamp(root: str) -> tuple[str, int]:
    """The stamp of everything that decides a check's result, and the newest change in it (nanoseconds).

    Size, ctime and inode of every file and folder: a write changes the ctime of the file, a new name that of its
    folder, and no program can set a ctime. The order is that of the folders, which stays while nothing changes.
    """
    top: list[str] = []
    folders: list[str] = [_PACKAGE, _TEMPLATES, f"{root}/printers"]
    newest = _scan(f"{root}/{CONTENT}", top, folders, depth=1)
    weight = 0
    for path in (*folders, f"{root}/{CONFIGURATION}", f"{root}/{BASELINE}"):
        try:
            stat = os.stat(path)  # noqa: PTH116
        except OSError:
            top.append(f"{path} absent")
        else:
            top.append(f"{path} {stat.st_size} {stat.st_ctime_ns}")
            newest = max(newest, stat.st_ctime_ns)
            weight += stat.st_size
    helper = _start_helper(folders[1::2]) if weight > _HEAVY and hasattr(os, "fork") else None
    text, newest_here = _look_at(folders if helper is None else folders[::2])
    newest = max(newest, newest_here)
    if helper is not None:
        other, newest_there = _ask_helper(*helper) or _look_at(folders[1::2])
        text, newest = f"{text}\n{other}", max(newest, newest_there)
    return "\n".join((*top, text, sys.version)), newest


def folder_stamp(folder: str) -> str:
    """The stamp of a folder's files: for what a build has written."""
    return _look_at([folder])[0]


def _look_at(folders: list[str]) -> tuple[str, int]:
    """Everything below the folders."""
    lines: list[str] = []
    newest = 0
    for folder in folders:
        lines.append(folder)
        newest = max(newest, _scan(folder, lines, None, depth=_DEEP))
    return "\n".join(lines), newest


def _scan(folder: str, lines: list[str], deeper: list[str] | None, *, depth: int) -> int:
    """A line for each entry of a folder and of the folders in it; those beyond `depth` are left in `deeper`."""
    newest = 0
    pending = [(folder, 0)]
    while pending:
        current, level = pending.pop()
        try:
            handle = os.open(current, os.O_RDONLY)
        except OSError:
            lines.append("unreadable")
            continue
        try:
            for entry in os.scandir(handle):
                name = entry.name
                if name[0] == "." or name == "__pycache__":
                    continue
                try:
                    stat = entry.stat()
                except OSError:
                    lines.append(f"{name} absent")
                    continue
                changed = stat.st_ctime_ns
                lines.append(f"{stat.st_size} {changed} {stat.st_ino}")
                newest = max(newest, changed)
                # A game's folder may be a link that stays in content/; deeper links to folders are not followed.
                if stat.st_mode & 0o170000 == 0o040000 and (level == 0 or not entry.is_symlink()):
                    if level < depth or deeper is None:
                        pending.append((f"{current}/{name}", level + 1))
                    else:
                        deeper.append(f"{current}/{name}")
        finally:
            os.close(handle)
    return newest


def _start_helper(folders: list[str]) -> tuple[int, int]:
    """A copy of this process that looks at half of a big tree; cheap, because nothing heavy is loaded yet."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        text, newest = _look_at(folders)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(f"{newest}\n{text}".encode("utf-8", "surrogateescape"))
    finally:
        os._exit(0)


def _ask_helper(pid: int, reader: int) -> tuple[str, int] | None:
    with os.fdopen(reader, "rb") as pipe:
        newest, _, text = pipe.read().decode("utf-8", "surrogateescape").partition("\n")
    os.waitpid(pid, 0)
    return (text, int(newest)) if newest.isdigit() and text else None
