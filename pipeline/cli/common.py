"""What several commands share: the root, the date, colours, progress."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.project.stamp import root_above

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import click

COLORS = ("auto", "always", "never")
MOST_JOBS = 256
NO_CONTENT = "No folder content/ in {folder}."
NO_CONTENT_HERE = "No folder content/ here or above; use -C ROOT."


def find_root(ctx: click.Context, paths: Sequence[str] = ()) -> Path:
    """The folder that holds content/: from -C, else the nearest above the first path, else above here."""
    asked = ctx.obj.get("root")
    start = asked or (paths[0] if paths else ".")
    found = root_above(start)
    if found is None or (asked and Path(found).resolve() != Path(asked).resolve()):
        from pipeline.cli.usage import WrongUsage

        raise WrongUsage(say(NO_CONTENT, folder=asked) if asked else say(NO_CONTENT_HERE))
    return Path(found)


def today() -> str:
    """The date that review dates are compared with; LIVRET_TODAY replaces the clock."""
    return os.environ.get("LIVRET_TODAY") or time.strftime("%Y-%m-%d")


def wants_color(choice: str) -> bool:
    """Colours on a terminal or with FORCE_COLOR, unless NO_COLOR is set; --color wins."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def terminal_width() -> int:
    """80 columns unless the terminal says otherwise; never more than 120, which nobody reads."""
    if not os.environ.get("COLUMNS") and not sys.stdout.isatty():  # a pipe or a file; saves an import
        return 80
    import shutil

    return max(40, min(shutil.get_terminal_size((80, 24)).columns, 120))


def counter(label: str) -> Callable[[int], None] | None:
    """How many are done, where nobody knows how many there will be; a negative number ends it."""
    if not sys.stderr.isatty():
        return None
    due = time.monotonic() + 0.5
    shown = False

    def show(done: int) -> None:
        nonlocal due, shown
        if done < 0:
            sys.stderr.write("\r\x1b[K" if shown else "")
        elif done % 64 == 0 and time.monotonic() >= due:
            due, shown = time.monotonic() + 0.1, True
            sys.stderr.write(f"\r{label} {done}")
        sys.stderr.flush()

    return show


def progress(label: str) -> Callable[[int, int], None] | None:
    """A counter on the error stream for long work on a terminal."""
    if not sys.stderr.isatty():
        return None
    due = time.monotonic() + 0.5
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal due, shown
        if done == total and shown:
            sys.stderr.write("\r\x1b[K")
        elif done < total and time.monotonic() >= due:
            due, shown = time.monotonic() + 0.1, True
            sys.stderr.write(f"\r{label} {done}/{total}")
        sys.stderr.flush()

    return show
