"""`livret init`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.usage import FAILED, failed
from pipeline.core.finding import say


@click.command("init", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", default=".", type=click.Path(file_okay=False))
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
def command(folder: str, lang: str | None) -> int:
    """Start a content repository with a small game that works.

    Writes content/ with an example, livret.toml, schemas and settings for VS
    Code, and examples for pre-commit and CI. Files that are there stay as
    they are.
    """
    import os

    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.core.catalogue import language_of, translator
    from pipeline.project import starter
    from pipeline.reporters import notices

    spoken = translator(lang or language_of(dict(os.environ)))
    try:
        written = list(starter.start(Path(folder)))  # all of it, even if nobody reads what is said
    except OSError as error:
        raise failed(FAILED, error.filename, error) from error
    for path, fresh in written:
        click.echo(spoken(say(notices.WROTE if fresh else notices.KEPT, path=path)))
    click.echo(spoken(say(notices.BEGIN)))
    return 0
