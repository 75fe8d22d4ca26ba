"""`livret similar`."""

from __future__ import annotations

import os

import click

from pipeline.cli.common import find_root, today
from pipeline.cli.usage import WrongUsage
from pipeline.core.finding import say
from pipeline.project.similar import FEW, FORMATS, LONGEST, MOST

EMPTY_TEXT = "TEXT is empty: write the question that you have in mind."
LONG_TEXT = "TEXT is longer than {limit} characters."


@click.command("similar", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@click.option("--most", type=click.IntRange(1, MOST), default=FEW, show_default=True, help="How many to show.")
@click.option("--format", "format_", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.option("--no-cache", is_flag=True, help="Read all content again.")
@click.pass_context
def command(ctx: click.Context, text: str, most: int, format_: str, lang: str | None, no_cache: bool) -> int:
    """Show the questions that are nearest to a text.

    "Do we have this already?" TEXT is compared with every question of the
    whole bank, whatever its booklet, deck or game. The score goes from 0 to 1: from 0.6 on it is
    probably the same question, if the answer is the same too.
    """
    if not text.strip():
        raise WrongUsage(say(EMPTY_TEXT))
    if len(text) > LONGEST:
        raise WrongUsage(say(LONG_TEXT, limit=LONGEST))
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    root = find_root(ctx)
    from pipeline.core.catalogue import language_of
    from pipeline.project.options import Options
    from pipeline.project.similar import similar
    from pipeline.reporters.nearest import render

    found = similar(root, text, most, Options(today=today(), cache=not no_cache))
    spoken = lang or language_of(dict(os.environ))
    click.echo(render(found, text, format_, spoken), nl=False)
    return 0
