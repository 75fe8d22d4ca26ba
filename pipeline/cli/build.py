"""`livret build`."""

from __future__ import annotations

import os

import click

from pipeline.cli.common import find_root, progress, today


@click.command("build", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--only", metavar="WHAT,..", help="Only these artefacts: pack.")
@click.option("--release", is_flag=True, help="Refuse incomplete products and perishable facts.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes to use (default: one a core).")
@click.pass_context
def command(ctx: click.Context, games: tuple[str, ...], only: str | None, release: bool, jobs: int | None) -> int:
    """Check, then write the packs that game engines load.

    Nothing is written when there are errors. Artefacts go to build/ with a
    manifest of their hashes; the same content gives the same bytes.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.exporters import EXPORTERS
    from pipeline.project.build import build
    from pipeline.project.check import Options, check

    root = find_root(ctx)
    wanted = tuple(filter(None, (part.strip() for part in (only or "").split(",")))) or tuple(EXPORTERS)
    for name in wanted:
        if name not in EXPORTERS:
            raise click.UsageError(f"There is no artefact '{name}'. Known: {', '.join(EXPORTERS)}.", ctx)
    known = sorted(path.parent.name for path in (root / "content").glob("*/game.yaml"))
    for game in games:
        if game not in known:
            raise click.UsageError(f"There is no game '{game}'. Games: {', '.join(known)}.", ctx)
    options = Options(today=today(), release=release, jobs=jobs)
    report = check(root, options, progress=progress("Checking"))
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if errors:
        first = errors[0]
        click.echo(
            f"{len(errors)} errors, nothing was written. "
            f"First: {first.path}:{first.span.line}:{first.span.column} {first.message}",
            err=True,
        )
        click.echo(f"Run `livret check{' --release' if release else ''}` to see them all.", err=True)
        return 1
    for artefact in build(root, games or tuple(known), wanted, today()):
        click.echo(f"{artefact.path}  {artefact.size:>9,} bytes  sha256 {artefact.sha256[:12]}…")
    return 0
