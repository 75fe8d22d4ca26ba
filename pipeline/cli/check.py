"""`livret check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli import checking
from pipeline.cli.checking import Asked, is_under, write
from pipeline.cli.common import COLORS, MOST_JOBS, find_root
from pipeline.cli.usage import CANNOT_WRITE, DID_YOU_MEAN, WrongUsage, failed, rules_meant
from pipeline.core.catalogue import LANGUAGES
from pipeline.core.finding import say
from pipeline.reporters import REPORTERS

if TYPE_CHECKING:
    from pipeline.core.finding import Message
    from pipeline.project.options import Options

NO_PATH = "There is no file or folder '{path}'."
NOT_IN = "'{path}' is not in {folder}."


@click.command("check", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "format_",
    type=click.Choice(REPORTERS),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option("--fix", is_flag=True, help="Write safe repairs to the files, then check.")
@click.option("--diff", is_flag=True, help="Show what --fix would write, and write nothing.")
@click.option("--select", metavar="R,..", help="Only these rules: names, codes, or the start of codes (LV2).")
@click.option("--ignore", metavar="R,..", help="Without these rules.")
@click.option("--release", is_flag=True, help="Incomplete products and perishable facts are errors.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@click.option("--statistics", is_flag=True, help="Count findings by rule instead of showing each.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language of the messages (default: your locale).")
@click.option("--color", type=click.Choice(COLORS), default="auto", help="Colours in text output.")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes to use (default: one a core).")
@click.option("--cluster", metavar="ADDRESS", help="Work on the Dask cluster at ADDRESS.")
@click.option("--write-baseline", is_flag=True, help="Record the present findings; later only new ones are reported.")
@click.option("--no-baseline", is_flag=True, help="Report known findings too.")
@click.option("--no-cache", is_flag=True, help="Read and check everything again.")
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[str, ...],
    format_: str,
    fix: bool,
    diff: bool,
    select: str | None,
    ignore: str | None,
    release: bool,
    watch: bool,
    statistics: bool,
    lang: str | None,
    color: str,
    jobs: int | None,
    cluster: str | None,
    write_baseline: bool,
    no_baseline: bool,
    no_cache: bool,
) -> int:
    """Find what is wrong in the content, at the exact character.

    Checks everything under content/ and reports what lies in PATH (default:
    all). Exit status: 0 no errors, 1 errors, 2 wrong usage.
    """
    root = find_root(ctx, paths)
    only = _relative(root, paths)
    options = checking.options(
        select=_rules(select),
        ignore=_rules(ignore),
        release=release,
        jobs=jobs,
        cache=not no_cache,
        baseline=not (no_baseline or write_baseline),
        cluster=cluster,
    )
    asked = checking.asked(root, only, format_=format_, lang=lang, color=color, statistics=statistics)
    if diff:
        return _show_diff(asked, options)
    fixed = _fix(asked, options) if fix else 0
    if write_baseline:
        return _write_baseline(asked, options)
    if watch:
        return _watch(asked, options)
    return checking.check_once(ctx.obj["arguments"], asked, options, fixed)


def _fix(asked: Asked, options: Options) -> int:
    from pipeline.project import fix

    count = 0
    for repaired in fix.repair(asked.root, options):
        if is_under(repaired.path, asked.only):
            try:
                fix.write(asked.root, repaired)
            except OSError as error:
                raise failed(CANNOT_WRITE, repaired.path, error) from error
            count += repaired.repairs
    return count


def _show_diff(asked: Asked, options: Options) -> int:
    from pipeline.core.catalogue import translator
    from pipeline.project import fix
    from pipeline.reporters import notices

    found = [repaired for repaired in fix.repair(asked.root, options) if is_under(repaired.path, asked.only)]
    for repaired in found:
        write(repaired.diff())
    total = sum(repaired.repairs for repaired in found)
    said = say(notices.REPAIRS, count=total, files=len(found)) if found else say(notices.NOTHING_TO_REPAIR)
    click.echo(translator(asked.language)(said), err=True)
    return int(bool(found))


def _write_baseline(asked: Asked, options: Options) -> int:
    from pipeline.core.catalogue import translator
    from pipeline.project.policy import write_baseline
    from pipeline.project.stamp import BASELINE
    from pipeline.reporters import notices

    report = checking.report(asked, options)
    count = write_baseline(asked.root, report.findings)
    click.echo(translator(asked.language)(say(notices.RECORDED, file=BASELINE, count=count)))
    return 0


def _watch(asked: Asked, options: Options) -> int:
    import gc

    from pipeline.core.catalogue import translator
    from pipeline.project.watch import changes
    from pipeline.reporters import notices

    gc.enable()
    for _ in changes(asked.root):
        _, output = checking.checked(asked, options)
        if sys.stdout.isatty():
            click.clear()
        write(output)
        if asked.format == "text":
            write(translator(asked.language)(say(notices.WATCHING)) + "\n")
    return 0


def _rules(words: str | None) -> frozenset[str] | None:
    if words is None:
        return None
    asked = filter(None, (part.strip() for part in words.split(",")))
    return frozenset(name for word in asked for name in rules_meant(word))


def _relative(root: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths as findings name them; a path that is not there is wrong usage."""
    content = (root / "content").resolve()
    only = []
    for path in paths:
        place = Path(path) if Path(path).exists() else root / path
        if not place.exists():
            raise WrongUsage(say(NO_PATH, path=path), *_proposal(path, place))
        resolved = place.resolve()
        if resolved == root.resolve():
            only.append("")
        elif resolved.is_relative_to(content):
            inner = resolved.relative_to(content).as_posix()
            only.append("" if inner == "." else f"content/{inner}")
        else:
            raise WrongUsage(say(NOT_IN, path=path, folder=root / "content"))
    return tuple(only)


def _proposal(path: str, place: Path) -> tuple[Message, ...]:
    """The sibling that was probably meant, for the last part of a path whose folder exists."""
    from pipeline.core.suggest import nearest

    if not place.parent.is_dir():
        return ()
    best = nearest(place.name, [entry.name for entry in place.parent.iterdir()])
    return (say(DID_YOU_MEAN, best=Path(path).with_name(best)),) if best else ()
