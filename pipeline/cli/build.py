"""`livret build`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

import click

from pipeline.cli.common import MOST_JOBS, find_root, progress, today, wants_color
from pipeline.cli.printing import choose
from pipeline.cli.show import language, rendered
from pipeline.cli.usage import GAMES, NO_GAME, NO_PRODUCT, PRODUCTS, WrongUsage, proposal
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding
    from pipeline.project.build import Written
    from pipeline.project.check import Report
    from pipeline.project.workshop import Workshop

NO_ARTEFACT = "There is no artefact '{name}'."
NOT_AMONG = "There is no product '{name}' in {targets}."
PRINTER_FOR_PDF = "--printer is for PDFs: leave out --only {only}, or ask for pdf too."


class _Asked(NamedTuple):
    root: Path
    targets: tuple[str, ...]
    wanted: tuple[str, ...]
    release: bool
    jobs: int | None
    spoken: str
    workshop: Workshop


@click.command("build", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("targets", nargs=-1, metavar="[GAME|GAME/PRODUCT]...")
@click.option("--only", metavar="WHAT,..", help="Only these artefacts: pack, pdf, site.")
@click.option("--product", "products", multiple=True, metavar="PRODUCT", help="Only this product; may be repeated.")
@click.option("--minify", is_flag=True, help="Packs without spaces and line breaks.")
@click.option("--without-answers", "teaser", is_flag=True, help="Packs for the public: GAME.teaser.json.")
@click.option("--lines", is_flag=True, help="Packs as JSON Lines, for very large banks: GAME.jsonl.")
@click.option("--printer", "printers", multiple=True, metavar="NAME", help="For this printer (`livret printers`).")
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change the printer's profile: --set flip=short."
)
@click.option("--release", is_flag=True, help="Refuse incomplete products and perishable facts.")
@click.option("--watch", is_flag=True, help="Build again whenever a file changes.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes to use (default: one a core).")
@click.option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster at ADDRESS.")
@click.pass_context
def command(
    ctx: click.Context,
    targets: tuple[str, ...],
    only: str | None,
    products: tuple[str, ...],
    minify: bool,
    teaser: bool,
    lines: bool,
    printers: tuple[str, ...],
    settings: tuple[str, ...],
    release: bool,
    watch: bool,
    lang: str | None,
    jobs: int | None,
    cluster: str | None,
) -> int:
    """Check, then write PDFs for print and packs for game engines.

    A GAME builds all its products, GAME/PRODUCT the PDFs of one. Every product
    becomes build/pdf/GAME/PRODUCT.pdf (trim, bleed, CMYK) and PRODUCT-pnp.pdf
    (A4, to print at home), every game build/packs/GAME.json. Nothing is
    written when there are errors, when a text does not fit its box or when the
    printer would refuse a page; the same content gives the same bytes. With
    --printer, the files of that printer are made instead: build/NAME/GAME/.
    docs/packs.md tells what is in a pack.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.exporters import BY_DEFAULT, EXPORTERS
    from pipeline.exporters.base import Packing
    from pipeline.project.cluster import NoClusterError
    from pipeline.project.work import crew, default_jobs
    from pipeline.project.workshop import Workshop

    root = find_root(ctx)
    wanted = tuple(filter(None, (part.strip() for part in (only or "").split(",")))) or BY_DEFAULT
    for name in wanted:
        if name not in EXPORTERS:
            raise WrongUsage(say(NO_ARTEFACT, name=name), *proposal(name, EXPORTERS))
    known = known_games(root, targets)
    if printers and not only:
        wanted = ("pdf",)
    if printers and "pdf" not in wanted:
        raise WrongUsage(say(PRINTER_FOR_PDF, only=only))
    chosen = choose(root, printers, settings, language(lang, root))
    if chosen is None:
        return 1
    games = targets or known
    if products:
        games = _with_products(root, games, products)
    packing = Packing(minify, teaser, lines, products)
    try:
        with crew(jobs or default_jobs(), cluster) as workers:
            workshop = Workshop(root, workers.jobs, progress, packing, chosen, workers)
            asked = _Asked(root, games, wanted, release, jobs, language(lang, root), workshop)
            return _watch(asked) if watch else _build_once(ctx, asked)
    except NoClusterError as error:
        raise click.UsageError(f"--cluster: {error}.", ctx) from error


def known_games(root: Path, targets: tuple[str, ...]) -> tuple[str, ...]:
    """All games; a target that names another is wrong usage."""
    known = tuple(sorted(path.parent.name for path in (root / "content").glob("*/game.yaml")))
    for target in targets:
        if target.partition("/")[0] not in known:
            raise WrongUsage(say(NO_GAME, name=target), *proposal(target, known, GAMES))
    return known


def build_once(
    root: Path, targets: tuple[str, ...], wanted: tuple[str, ...], spoken: str, workshop: Workshop, *, jobs: int | None
) -> str | None:
    """Check and build; the list of what was built, or None where it has been said why nothing was."""
    return _build(_Asked(root, targets, wanted, False, jobs, spoken, workshop))


def _with_products(root: Path, targets: tuple[str, ...], products: tuple[str, ...]) -> tuple[str, ...]:
    """The targets for these products; each must be one of those that the targets already name."""
    from pipeline.project.check import load_games

    asked = {(game, product) for game, _, product in (target.partition("/") for target in targets)}
    have = [(loaded.folder.name, name) for loaded in load_games(root)[0] for name in loaded.result.products]
    for game, product in sorted(asked):
        if product and (game, product) not in have:
            known = [name for other, name in have if other == game]
            raise WrongUsage(say(NO_PRODUCT, name=f"{game}/{product}"), *proposal(product, known, PRODUCTS))
    chosen = [(game, name) for game, name in have if (game, "") in asked or (game, name) in asked]
    every = {name for _, name in chosen}
    for product in products:
        if product not in every:
            narrow = any(name for _, name in asked)
            there = say(NOT_AMONG, name=product, targets=" ".join(targets)) if narrow else say(NO_PRODUCT, name=product)
            raise WrongUsage(there, *proposal(product, sorted(every), PRODUCTS))
    return tuple(f"{game}/{name}" for game, name in chosen if name in products)


def _build_once(ctx: click.Context, asked: _Asked) -> int:
    """Build, and remember the answer for an unchanged tree."""
    from pipeline.project import replay
    from pipeline.project.stamp import tree_stamp

    again = replay.request(ctx.obj["arguments"])
    stamp = tree_stamp(str(asked.root)) if again else None
    output = _build(asked)
    if output is None:
        return 1
    if again and stamp and again[0] == str(asked.root):
        replay.record(*again, stamp, 0, output)
    click.echo(output, nl=False)
    return 0


def _watch(asked: _Asked) -> int:
    """Build at every save; this process keeps the layout engine warm."""
    import gc

    from pipeline.core.catalogue import translator
    from pipeline.project.watch import changes
    from pipeline.reporters import notices

    gc.enable()
    shown: set[str] = set()
    for _ in changes(asked.root):
        output = _build(asked)
        lines = set((output or "").splitlines(keepends=True))
        click.echo("".join(sorted(lines - shown)), nl=False)  # only what this save has changed
        shown = lines or shown
        click.echo(translator(asked.spoken)(say(notices.WATCHING)))
    return 0


def _build(asked: _Asked) -> str | None:
    """The list of what was built; None if nothing was, and then it has been said why."""
    from pipeline.project.build import build
    from pipeline.project.check import Options, check

    options = Options(today=today(), release=asked.release, jobs=asked.jobs)
    # On this machine the check deals for itself: livret.toml may say how many processes.
    workers = asked.workshop.workers if asked.workshop.workers.far else None
    report = check(asked.root, options, progress=progress("Checking"), workers=workers)
    errors = tuple(finding for finding in report.findings if finding.severity == "error")
    if errors:
        _refuse(asked, errors, report)
        return None
    built = build(asked.root, asked.targets, asked.wanted, today(), asked.workshop, report.findings)
    for name, products in built.unknown:
        raise WrongUsage(say(NO_PRODUCT, name=name), *proposal(name, products, PRODUCTS))
    if built.findings:
        _refuse(asked, built.findings, report)
        return None
    return _listed(built.written)


def _listed(written: tuple[Written, ...]) -> str:
    """A line for each artefact; the many files of the site share one."""
    site = [artefact for artefact in written if artefact.path.startswith("build/site/")]
    others = [artefact for artefact in written if not artefact.path.startswith("build/site/")]
    width = max((len(artefact.path) for artefact in others), default=0)
    lines = [
        f"{artefact.path:<{width}}  {artefact.size:>9,} bytes  sha256 {artefact.sha256[:12]}…\n" for artefact in others
    ]
    if site:
        total = sum(artefact.size for artefact in site)
        lines.append(f"{'build/site/index.html':<{width}}  {total:>9,} bytes  {len(site)} files\n")
    return "".join(lines)


def _refuse(asked: _Asked, findings: tuple[Finding, ...], report: Report) -> None:
    """Show why nothing was written."""
    from pipeline.core.catalogue import translator
    from pipeline.reporters import notices

    counts, color = list(report.files.values()), wants_color("auto")
    text = rendered(asked.root, findings, counts, name="text", spoken=asked.spoken, color=color)
    click.echo(text, err=True, nl=False)
    click.echo(translator(asked.spoken)(say(notices.NOTHING_WRITTEN)), err=True)
