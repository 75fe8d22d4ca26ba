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
_MANY = 2_000
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
    paths = [*_listing(f"{root}/{CONTENT}"), *_listing(_PACKAGE), f"{root}/{CONFIGURATION}", f"{root}/{BASELINE}"]
    half = len(paths) // 2 if len(paths) > _MANY and hasattr(os, "fork") else 0
    helper = _start_helper(paths[:half]) if half else None
    text, newest = _look_at(paths[half:])
    if helper is not None:
        other, other_newest = _ask_helper(*helper) or _look_at(paths[:half])
        text, newest = f"{other}\n{text}", max(newest, other_newest)
    return f"{text}\n{sys.version}", newest


def _look_at(paths: list[str]) -> tuple[str, int]:
    """A line for each path. A write always changes the ctime, and no program can set it."""
    lines: list[str] = []
    newest = 0
    for path in paths:
        try:
            stat = os.stat(path)  # noqa: PTH116
        except OSError:
            lines.append(f"{path}\0absent")
            continue
        changed = stat.st_ctime_ns
        lines.append(f"{path}\0{stat.st_size}\0{changed}\0{stat.st_ino}")
        newest = max(newest, changed)
    return "\n".join(lines), newest


def _listing(folder: str) -> list[str]:
    """Everything below a folder, in a fixed order, without looking at the files themselves."""
    found: list[str] = []
    pending = [folder]
    while pending:
        current = pending.pop()
        try:
            with os.scandir(current) as entries:
                # A game's folder may be a link that stays in content/; deeper links to folders are not followed.
                here = sorted(
                    (entry.name, entry.is_dir(follow_symlinks=current == folder))
                    for entry in entries
                    if entry.name[0] != "." and entry.name != "__pycache__"
                )
        except OSError:
            continue
        for name, is_folder in here:
            path = f"{current}/{name}"
            found.append(path)
            if is_folder:
                pending.append(path)
    return found


def _start_helper(paths: list[str]) -> tuple[int, int]:
    """A copy of this process that looks at half of a big tree; cheap, because nothing heavy is loaded yet."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        text, newest = _look_at(paths)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(f"{newest}\n{text}".encode("utf-8", "surrogateescape"))
    finally:
        os._exit(0)


def _ask_helper(pid: int, reader: int) -> tuple[str, int] | None:
    with os.fdopen(reader, "rb") as pipe:
        newest, _, text = pipe.read().decode("utf-8", "surrogateescape").partition("\n")
    os.waitpid(pid, 0)
    return (text, int(newest)) if newest.isdigit() and text else None
