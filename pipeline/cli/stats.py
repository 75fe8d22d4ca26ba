"""`livret stats`."""

from __future__ import annotations

import os

import click

from pipeline.cli.common import COLORS, find_root, terminal_width, wants_color
from pipeline.cli.usage import NO_GAME_OR_PRODUCT, WrongUsage, proposal
from pipeline.core.finding import say


@click.command("stats", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[GAME|GAME/PRODUCT]...")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.option("--color", type=click.Choice(COLORS), default="auto", help="Colours in text output.")
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...], format_: str, lang: str | None, color: str) -> int:
    """Show how full and how balanced products are.

    For each product: completeness, questions by type, theme and difficulty,
    pages and cards that lean to one side, frequent answers, perishable facts.
    Unfinished content is welcome.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    root = find_root(ctx)
    from pipeline.project.stats import NoSuchError, stats
    from pipeline.reporters.balance import as_json, as_text

    try:
        found = stats(root, [name.strip("/").removeprefix("content/") for name in names])
    except NoSuchError as error:
        raise WrongUsage(say(NO_GAME_OR_PRODUCT, name=error.name), *proposal(error.name, error.known)) from error
    if format_ == "json":
        click.echo(as_json(found), nl=False)
        return 0
    from pipeline.cli.show import language
    from pipeline.core.catalogue import translator

    spoken = translator(language(lang, root))
    click.echo(as_text(found, spoken, color=wants_color(color), width=terminal_width()), nl=False, color=True)
    return 0
