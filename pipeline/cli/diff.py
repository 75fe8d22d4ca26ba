"""`livret diff`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.usage import WrongUsage
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pipeline.core.catalogue import Translate

    Packs = dict[str, dict[str, Any]]

TWO_GAMES = "These are packs of two games, '{first}' and '{second}'."


@click.command("diff", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--format", "format_", type=click.Choice(["text", "json", "markdown"]), default="text", show_default=True)
@click.option("--exit-code", is_flag=True, help="Exit with 1 if anything has changed.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
def command(old: Path, new: Path, format_: str, exit_code: bool, lang: str | None) -> int:
    """Show what changed between two packs, for an errata list.

    OLD and NEW are packs, or folders of packs. Questions are found again by
    their id: added, removed, moved, reworded, answer changed. The last line
    proposes the next version number. --format markdown is an errata list for
    those who own the old edition.
    """
    from pipeline.core.catalogue import language_of, translator

    translate = translator(lang or language_of(dict(os.environ)))
    packs = [_packs(path, translate) for path in (old, new)]
    if packs[0] is None or packs[1] is None:
        return 1
    before, after = packs[0], packs[1]
    if not old.is_dir() and not new.is_dir() and before.keys() != after.keys():
        raise WrongUsage(say(TWO_GAMES, first=next(iter(before)), second=next(iter(after))))
    changed = _show(before, after, format_, translate)
    return int(exit_code and changed)


def _packs(path: Path, translate: Translate) -> Packs | None:
    """Packs by their game; None if one could not be read, and then it has been said why."""
    from pipeline.packs.read import read_file
    from pipeline.reporters.text import visible

    files = [path]
    if path.is_dir():
        files = sorted(one for one in path.iterdir() if one.suffix in (".json", ".jsonl") and one.name.count(".") == 1)
    found: Packs = {}
    for file in files:
        reading = read_file(file)
        if reading.pack is None:
            click.echo(visible(translate(reading.trouble)) if reading.trouble else "", err=True)
            return None
        found[reading.pack["game"]["id"]] = reading.pack
    return found


def _show(before: Packs, after: Packs, format_: str, translate: Translate) -> bool:
    """Print all differences; whether there are any."""
    from json import dumps

    from pipeline.packs.diff import diff
    from pipeline.packs.errata import as_data, as_markdown, as_text
    from pipeline.reporters.text import visible

    both = [diff(before[game], after[game]) for game in before if game in after]
    gone, come = [game for game in before if game not in after], [game for game in after if game not in before]
    if format_ == "json":
        shown = {"games": [as_data(one) for one in both], "added": come, "removed": gone}
        click.echo(dumps(shown, ensure_ascii=False, indent=1))
    elif format_ == "markdown":
        click.echo(_visible_lines("\n".join(as_markdown(one, translate) for one in both)), nl=False)
    else:
        for one in both:
            click.echo(_visible_lines(as_text(one, translate)), nl=False)
        for sign, games in (("-", gone), ("+", come)):
            for game in games:
                click.echo(visible(f"{sign} {game}"))
    return bool(gone or come or any(one.changes for one in both))


def _visible_lines(text: str) -> str:
    from pipeline.reporters.text import visible

    return "\n".join(visible(line) for line in text.split("\n"))
