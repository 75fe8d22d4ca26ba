"""A folder that changes as a whole: filled beside the old one, then the two names are exchanged in one system call.

Killed at any moment, the folder is the old one or the new one. Where the system cannot exchange two names, the old
folder is moved away first; `recover` puts it back if that was the last thing that happened.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_AT_FDCWD = -100
_EXCHANGE = 2
_MACOS_SWAP = 2


class Staged:
    """A new version of a folder: everything of the old one, and what is put into it. Leaving it publishes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new = folder.with_name(f".{folder.name}.{os.getpid()}.new")
        self._old = folder.with_name(f".{folder.name}.old")
        self._changed = False

    def __enter__(self) -> Staged:
        recover(self._folder)
        _remove_leftovers(self._folder)
        return self

    def put(self, path: str, data: bytes) -> None:
        """A file of the new version; nothing happens if it is there already with the same bytes."""
        current = self._current() / path
        with suppress(OSError):
            if not current.is_symlink() and current.read_bytes() == data:
                return
        self._stage()
        place = self._new / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)  # it may be a link to the old version's file
        place.write_bytes(data)

    def remove(self, path: str) -> None:
        """A file that the new version does not have."""
        if self.has(path):
            self._stage()
            (self._new / path).unlink(missing_ok=True)

    def has(self, path: str) -> bool:
        """Whether the new version has such a file."""
        return (self._current() / path).is_file()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if not self._changed:
            return
        if kind is not None:
            shutil.rmtree(self._new, ignore_errors=True)
            return
        _publish(self._new, self._folder, self._old)

    def _current(self) -> Path:
        return self._new if self._changed else self._folder

    def _stage(self) -> None:
        """The first change: a copy of the old version, as links where the file system has them."""
        if self._changed:
            return
        self._changed = True
        if self._folder.is_dir():
            shutil.copytree(self._folder, self._new, symlinks=True, copy_function=_link)
        else:
            self._new.mkdir(parents=True)


def recover(folder: Path) -> None:
    """Put the old folder back if a publication stopped between its two steps."""
    old = folder.with_name(f".{folder.name}.old")
    if not folder.exists() and old.is_dir():
        old.rename(folder)


def _publish(new: Path, folder: Path, old: Path) -> None:
    if not folder.exists():
        new.rename(folder)
        return
    if _exchange(new, folder):
        shutil.rmtree(new, ignore_errors=True)
        return
    shutil.rmtree(old, ignore_errors=True)
    folder.rename(old)
    new.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step; False where that is not possible."""
    first, second = os.fsencode(one), os.fsencode(other)
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return int(library.renamex_np(first, second, _MACOS_SWAP)) == 0
        return int(library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)) == 0
    return False


def _remove_leftovers(folder: Path) -> None:
    """What killed builds have left beside the folder; a build that still runs keeps its own."""
    for left in folder.parent.glob(f".{folder.name}.*.new"):
        pid = left.name.split(".")[-2]
        if not (pid.isdigit() and is_alive(int(pid))):
            shutil.rmtree(left, ignore_errors=True)


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs, whosever it is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _link(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
    return target
