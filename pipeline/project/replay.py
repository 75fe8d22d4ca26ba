"""An unchanged tree gets yesterday's answer: the printed bytes and exit code of the last identical command.

`check` and `build` are answered like this; a build only while everything that it wrote is still there.

This module runs before click, pydantic or yaml are imported, so that an unchanged re-check costs little more than
starting Python. A record is used only if the command, the environment that shapes the output, the tool, the day and
the stamp of every file are the same.
"""

from __future__ import annotations

import os
import sys
import time
import zlib

from pipeline import __version__
from pipeline.project.stamp import CACHE_FOLDER, folder_stamp, own_folder, root_above, tree_stamp, write_new

# Options that write, wait or were asked not to use the cache.
_NEVER = ("--fix", "--diff", "--watch", "--write-baseline", "--no-cache", "--help")
_ENVIRONMENT = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG", "TERM", "LIVRET_TODAY")
# A file changed this recently could change again within the clock's tick and keep its times.
_SETTLED_NS = 50_000_000
_MOST_RECORDS = 32
_NAME_LENGTH = 8


def request(arguments: list[str]) -> tuple[str, str] | None:
    """The root and the key of a command that may be replayed, or None."""
    rest = list(arguments)
    folder = "."
    if rest[:1] == ["-C"] and len(rest) > 1:
        folder, rest = rest[1], rest[2:]
    if rest[:1] not in (["check"], ["build"]) or any(word.startswith(_NEVER) for word in rest):
        return None
    root = root_above(folder)
    if root is None:
        return None
    environment = [f"{name}={os.environ.get(name)}" for name in _ENVIRONMENT]
    width = str(os.get_terminal_size().columns) if sys.stdout.isatty() else "no terminal"
    day = time.strftime("%Y-%m-%d")
    return root, "\0".join((__version__, os.getcwd(), width, day, *environment, *arguments))  # noqa: PTH109


def answer(root: str, key: str) -> int | None:
    """Print the recorded output and give its exit code; None when there is no valid record."""
    try:
        with open(_place(root, key), "rb") as file:  # noqa: PTH123
            head, _, output = file.read().partition(b"\0\0\n")
    except OSError:
        return None
    code, _, recorded = head.decode("utf-8", "replace").partition("\n")
    if code not in ("0", "1") or recorded != f"{key}\n{tree_stamp(root)[0]}{_made(root, key)}":
        return None
    show(output)
    return int(code)


def show(output: bytes) -> None:
    """Print bytes; a reader who has gone is no mistake."""
    sys.stdout.flush()
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def record(root: str, key: str, stamp: tuple[str, int], code: int, output: str) -> None:
    """Keep the output of a finished command, unless a file may still be changing. `stamp` was taken before reading."""
    text, newest = stamp
    if time.time_ns() - newest < _SETTLED_NS or "\0\0\n" in text:
        return
    place = _place(root, key)
    partial = f"{place}.{os.getpid()}"
    try:
        folder = own_folder(root, "replay")
        if folder is None:
            return
        records = [name for name in os.listdir(folder) if len(name) == _NAME_LENGTH]  # noqa: PTH208
        if len(records) >= _MOST_RECORDS:
            for name in records:
                os.unlink(f"{folder}/{name}")  # noqa: PTH108
        head = f"{code}\n{key}\n{text}{_made(root, key)}".encode("utf-8", "surrogateescape")
        write_new(partial, head + b"\0\0\n" + output.encode("utf-8", "replace"))
        os.replace(partial, place)  # noqa: PTH105
    except (OSError, UnicodeEncodeError):
        return


def _made(root: str, key: str) -> str:
    """What a build has written is part of its answer: if a file is missing or touched, it is built again."""
    return f"\n{folder_stamp(f'{root}/build')}" if "\0build\0" in f"{key}\0" else ""


def _place(root: str, key: str) -> str:
    return f"{root}/{CACHE_FOLDER}/replay/{zlib.crc32(key.encode('utf-8', 'surrogateescape')):08x}"
