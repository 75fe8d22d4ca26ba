"""Where the command starts. Help, an unchanged `check` or `build`, `similar`: answered before click is imported."""

from __future__ import annotations

import atexit
import gc
import os
import sys


def main() -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:]
    _open_streams()
    known = _known(arguments)
    if known is not None:
        sys.exit(_print(*known))
    gc.disable()  # a short life, and imports that make much and free nothing; `--watch` turns it on again
    if "similar" in arguments[:3]:
        from pipeline.project import similar

        text = similar.answer(arguments)
        if text is not None:
            _leave(_print(0, text.encode("utf-8", "replace")))
    from pipeline.cli import run

    _leave(run(arguments))


def _open_streams() -> None:
    """A stream that was closed before we started (`>&-`) leads nowhere, and is not missing."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _known(arguments: list[str]) -> tuple[int, bytes] | None:
    """The exit code and the output of what is known before anything is done."""
    if arguments in ([], ["--help"], ["-h"]):
        return 0, _help()
    if "check" in arguments[:3] or "build" in arguments[:3]:
        from pipeline.project import replay

        wanted = replay.request(arguments)
        return replay.answer(*wanted) if wanted else None
    return None


def _print(code: int, output: bytes) -> int:
    """Print, and give the exit code: 3 with a message where nothing can be written. A reader may stop reading."""
    try:
        sys.stdout.buffer.write(output)
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it goes there
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"livret cannot write: {error.strerror}.\n")
            return 3
    return code


def _leave(code: int) -> None:
    """End at once: Python would first free every object, one by one, which is a tenth of the time of a check."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)  # nobody reads any more: Python knows how to say so
    atexit._run_exitfuncs()  # temporary files go, as at any end
    os._exit(code)


def _help() -> bytes:
    """The page that click would print, kept in a file: a test compares them. Importing click takes far longer."""
    with open(f"{__file__.rpartition('entry')[0]}cli/help.txt", "rb") as page:  # noqa: PTH123
        return page.read()
