"""Where the command starts. An unchanged `check` is answered here, before anything heavy is imported."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit."""
    arguments = sys.argv[1:]
    if "check" in arguments[:3]:
        from pipeline.project import replay

        wanted = replay.request(arguments)
        code = replay.answer(*wanted) if wanted else None
        if code is not None:
            sys.exit(code)
    from pipeline.cli import run

    sys.exit(run(arguments))
