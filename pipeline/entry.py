"""Where the command starts. Help, an unchanged `check` or `build`, `similar`: answered before click is imported."""

from __future__ import annotations

import atexit
import gc
import os
import sys


def main() -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:]
    if arguments in ([], ["--help"], ["-h"]):
        sys.exit(_help())
    if "check" in arguments[:3] or "build" in arguments[:3]:
        from pipeline.project import replay

        wanted = replay.request(arguments)
        code = replay.answer(*wanted) if wanted else None
        if code is not None:
            sys.exit(code)
    gc.disable()  # a short life, and imports that make much and free nothing; `--watch` turns it on again
    if "similar" in arguments[:3]:
        from pipeline.project import replay, similar

        text = similar.answer(arguments)
        if text is not None:
            replay.show(text.encode("utf-8", "replace"))
            _leave(0)
    from pipeline.cli import run

    _leave(run(arguments))


def _leave(code: int) -> None:
    """End at once: Python would first free every object, one by one, which is a tenth of the time of a check."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)  # nobody reads any more: Python knows how to say so
    atexit._run_exitfuncs()  # temporary files go, as at any end
    os._exit(code)


def _help() -> int:
    """The page that click would print, kept in a file: a test compares them. Importing click takes far longer."""
    with open(f"{__file__.rpartition('entry')[0]}cli/help.txt", encoding="utf-8") as page:  # noqa: PTH123
        sys.stdout.write(page.read())
    return 0
