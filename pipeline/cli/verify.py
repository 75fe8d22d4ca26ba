"""`livret verify`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pipeline.cli.common import MOST_JOBS, find_root, today

if TYPE_CHECKING:
    from pipeline.core.finding import Message


@click.command("verify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, metavar="[PACK]...", type=click.Path(path_type=Path))
@click.option("--rebuild", is_flag=True, help="Make the PDFs anew, too, and compare them byte by byte (slow).")
@click.option(
    "--jobs", type=click.IntRange(1, MOST_JOBS), help="Processes to use with --rebuild (default: one a core)."
)
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(
    ctx: click.Context, files: tuple[Path, ...], rebuild: bool, jobs: int | None, format_: str, lang: str | None
) -> int:
    """Prove that build/ comes from exactly this content.

    Every file under build/ is compared with the manifest, and what it was made
    from with what is there now; every pack is made anew and compared byte by
    byte, and with --rebuild every PDF. What is printed says how many. With
    PACK files, these are checked by themselves, wherever they are: whether
    they are complete, fit their schema, and carry the right seal.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if files:
        said, problems = _packs(files)
        return _report(_Found(said, problems, len(files)), format_, lang)
    from pipeline.project.verify import verify
    from pipeline.project.work import default_jobs

    found = verify(find_root(ctx), today(), rebuild=rebuild, jobs=jobs or default_jobs())
    problems = list(found.problems)
    said = [] if problems else _proof(found.artefacts, found.proved, rebuild=rebuild)
    return _report(_Found(said, problems, found.artefacts, found.proved), format_, lang)


class _Found(NamedTuple):
    said: list[Message]
    problems: list[Message]
    artefacts: int
    proved: int | None = None
    """How many were made anew; packs by themselves cannot be."""


def _proof(count: int, proved: int, *, rebuild: bool) -> list[Message]:
    """What was done, and no more than that."""
    from pipeline.core.finding import say
    from pipeline.reporters import notices

    if proved == count:
        return [say(notices.ONE_VERIFIED) if count == 1 else say(notices.ALL_VERIFIED, count=count)]
    partly = say(notices.PARTLY_VERIFIED, proved=proved, count=count)
    return [partly] if rebuild else [partly, say(notices.REBUILD_PROVES)]


def _packs(files: tuple[Path, ...]) -> tuple[list[Message], list[Message]]:
    from pipeline.core.finding import say
    from pipeline.packs.read import read_file
    from pipeline.reporters import notices

    said, problems = [], []
    for file in files:
        reading = read_file(file, teasers=True)
        if reading.pack is not None:
            hash_ = reading.pack["content_hash"][7:19] + "…"
            said.append(say(notices.PACK_VERIFIED, file=file, format=reading.pack["format"], hash=hash_))
        elif reading.trouble is not None:
            problems.append(reading.trouble)
    return said, problems


def _report(found: _Found, format_: str, lang: str | None) -> int:
    from pipeline.core.catalogue import language_of, translator
    from pipeline.core.finding import say
    from pipeline.reporters import notices
    from pipeline.reporters.text import visible

    translate = translator(lang or language_of(dict(os.environ)))
    if format_ == "json":
        from json import dumps

        shown: dict[str, Any] = {"artefacts": found.artefacts} | (
            {} if found.proved is None else {"proved": found.proved}
        )
        shown |= {"problems": [str(problem) for problem in found.problems]}
        click.echo(dumps(shown, ensure_ascii=False, indent=1))
        return int(bool(found.problems))
    for message in found.said:
        click.echo(visible(translate(message)))
    for problem in found.problems:
        click.echo(visible(translate(problem)), err=True)
    if found.problems:
        click.echo(translate(say(notices.NOT_VERIFIED, count=found.artefacts, problems=len(found.problems))), err=True)
        return 1
    return 0
