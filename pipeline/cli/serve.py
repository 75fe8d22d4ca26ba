"""`livret serve`."""

from __future__ import annotations

import os
import sys
import threading
from errno import EADDRINUSE
from typing import TYPE_CHECKING

import click

from pipeline.cli.common import find_root, today
from pipeline.cli.show import language
from pipeline.cli.usage import WrongUsage
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pipeline.project.serve import Server
    from pipeline.project.studio import Refreshed, Studio

NO_PORT = "Cannot listen on port {port}: {problem}."
TAKEN = "Port {port} is taken by another program. Give another --port, or none: any free port will do."

_PORT = 8765


@click.command("serve", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--port", type=click.IntRange(0, 65535), help=f"Port to listen on (default: {_PORT}, or any if taken).")
@click.option("--open/--no-open", "opens", default=None, help="Open the browser (default: on a terminal).")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(ctx: click.Context, port: int | None, opens: bool | None, lang: str | None) -> int:
    """See, search, review and play the content in the browser.

    The page follows the files: what you save appears at once, with its
    findings, as it will be printed. It is served to this machine only.
    `livret build --only site` writes the same as files for a web host.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    import gc

    from pipeline.core.catalogue import translator
    from pipeline.project.serve import follow
    from pipeline.project.studio import Studio
    from pipeline.project.watch import stamp
    from pipeline.project.work import default_jobs
    from pipeline.reporters import notices

    gc.enable()
    root = find_root(ctx)
    speak = translator(language(lang, root))
    studio = Studio(root, today)
    seen = stamp(root)  # what is saved while the studio starts is a change
    studio.refresh(jobs=default_jobs())
    server = _listen(studio, port)
    click.echo(speak(say(notices.SERVING, address=server.url)))

    def heard(refreshed: Refreshed, seconds: float) -> None:
        counts = {"errors": refreshed.errors, "warnings": refreshed.warnings, "seconds": f"{seconds:.2f}"}
        click.echo(speak(say(notices.REFRESHED, **counts)))

    threading.Thread(target=server.serve_forever, daemon=True).start()
    if opens if opens is not None else sys.stdout.isatty():
        import webbrowser

        webbrowser.open(server.url)  # before the layout engine hides the machine's fonts from our children
    threading.Thread(target=studio.warm_up, daemon=True).start()
    try:
        follow(server, root, seen, heard)
    finally:
        server.shutdown()
    return 0


def _listen(studio: Studio, port: int | None) -> Server:
    """A server on the port that was asked for; any free one if nobody asked and ours is taken."""
    from pipeline.project.serve import Server

    try:
        return Server(studio, _PORT if port is None else port)
    except OSError as error:
        if port is not None and error.errno == EADDRINUSE:
            raise WrongUsage(say(TAKEN, port=port)) from error
        if port is not None:
            raise WrongUsage(say(NO_PORT, port=port, problem=error.strerror or error)) from error
        return Server(studio, 0)
