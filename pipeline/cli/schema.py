"""`livret schema`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("schema", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-o", "--output", default="schemas", show_default=True, metavar="FOLDER", help="Where to write them.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file is missing or stale.")
def command(output: str, only_check: bool) -> int:
    """Write the JSON Schemas for editors and game engines.

    One for each kind of content file, one for game.yaml, one for the pack.
    """
    from pipeline.project.schemas import stale, write

    folder = Path(output)
    if only_check:
        names = stale(folder)
        for name in names:
            click.echo(f"stale: {folder / name}")
        return int(bool(names))
    for path in write(folder):
        click.echo(f"wrote {path}")
    return 0
