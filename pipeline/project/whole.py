"""A file that is written as a whole: beside the old one, whose place it takes when it is complete.

What is not complete never stays behind: not after an error, not when the process is told to end, and what a killed
one has left is removed by the next.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from pipeline.project.exchange import is_alive

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import FrameType

_ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Replacing:
    """A new version of a file: where to write it, and whether it is to be kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keep = True


@contextmanager
def replacing(path: Path) -> Iterator[Replacing]:
    """A place for the new version; it becomes `path` at the end, with its permissions, unless `keep` is off."""
    path = path.resolve()  # behind a link, the file that it leads to
    new = Replacing(path.with_name(f".{path.name}.{os.getpid()}.partial"))
    _remove_leftovers(path)
    with _ended_by_signals():
        try:
            yield new
            if new.keep:
                if path.exists():
                    new.path.chmod(path.stat().st_mode & 0o7777)
                new.path.replace(path)
        finally:
            new.path.unlink(missing_ok=True)


def _remove_leftovers(path: Path) -> None:
    for left in path.parent.glob(f".{_literal(path.name)}.*.partial"):
        pid = left.name.split(".")[-2]
        if pid.isdigit() and not is_alive(int(pid)):
            left.unlink(missing_ok=True)


def _literal(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


class _Ended(BaseException):
    """Somebody has told this process to end."""

    def __init__(self, number: int) -> None:
        self.number = number


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """A signal that ends the process does so after everything was tidied up, as far as nobody else listens to it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [number for number in _ENDINGS if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, _end)
    try:
        yield
    except _Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        os.kill(os.getpid(), ended.number)
        raise
    finally:
        for number in heard:
            with suppress(ValueError):
                signal.signal(number, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise _Ended(number)
