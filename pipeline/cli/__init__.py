"""The command line: one file a command. A plain `check` is understood without click, whose import takes longer."""

from __future__ import annotations

import os
import sys
from errno import EDQUOT, ENOSPC
from typing import TYPE_CHECKING

from pipeline import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run a command: 0 fine, 1 errors found, 2 wrong usage, 3 our own bug."""
    from pipeline.cli import plain

    try:
        code = plain.check(arguments)
        if code is None:
            from pipeline.cli.commands import invoke

            code = invoke(arguments)
    except KeyboardInterrupt:
        _say("\nInterrupted.")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.errno not in (ENOSPC, EDQUOT):
            return _crashed(error)
        _say(f"livret cannot write: {error.strerror}.")
        return 3
    except Exception as bug:  # the one place where a crash becomes a message
        return _crashed(bug)
    return code


def _crashed(bug: Exception) -> int:
    import tempfile
    import traceback

    details = traceback.format_exc()
    _say(f"livret has a bug: {type(bug).__name__}: {bug}")
    if os.environ.get("LIVRET_DEBUG"):
        _say(details)
    else:
        try:
            with tempfile.NamedTemporaryFile(
                "w", prefix="livret-", suffix=".log", delete=False, encoding="utf-8"
            ) as log:
                log.write(f"livret {__version__}\n{sys.version}\n{sys.argv}\n\n{details}")
        except OSError:
            _say("Please report it; LIVRET_DEBUG=1 shows the details.")
        else:
            _say(f"Please report it with {log.name}")
    return 3


def _say(text: str) -> None:
    from contextlib import suppress

    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
