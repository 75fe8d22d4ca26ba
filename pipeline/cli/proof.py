"""`livret proof`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pipeline.cli.common import MOST_JOBS, find_root, progress
from pipeline.cli.usage import WrongUsage


@click.command("proof", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("targets", nargs=-1, metavar="[GAME|GAME/PRODUCT]...")
@click.option("--since", metavar="MANIFEST", help="Also what changed since that printing: its build/manifest.json.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of messages and proofs (default: your locale).")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes to use (default: one a core).")
@click.pass_context
def command(ctx: click.Context, targets: tuple[str, ...], since: str | None, lang: str | None, jobs: int | None) -> int:
    """Make what people look at before the order is sent.

    In build/proof/: for each product a contact sheet (PNG), an ink report and,
    for cards, front and back side by side; a registration test sheet for the
    printer at home; with --since the pages and cards that differ from an earlier printing, as a
    list and as a PDF of only those. Pages with frames and a watermark are made
    by `livret build --printer proof`.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.cli.build import build_once, known_games
    from pipeline.cli.show import language
    from pipeline.project.manifest import BadManifestError, pages_of
    from pipeline.project.work import default_jobs
    from pipeline.project.workshop import Workshop

    root = find_root(ctx)
    known = known_games(root, targets)
    workshop = Workshop(root, jobs or default_jobs(), progress)
    workshop.spoken = language(lang, root)
    if since is not None:
        try:
            workshop.since = pages_of(Path(since))
        except BadManifestError as error:
            raise WrongUsage(error.message) from None
    output = build_once(root, targets or known, ("proof",), workshop.spoken, workshop, jobs=jobs)
    click.echo(output or "", nl=False)
    return 1 if output is None else 0
