"""`livret new`."""

from __future__ import annotations

import os
import re

import click

from pipeline.cli.common import find_root
from pipeline.cli.usage import FAILED, NO_GAME, NO_PRODUCT, Refused, WrongUsage, failed, proposal
from pipeline.core.finding import say

BAD_NAME = "'{name}' cannot be the name of a game: small letters, digits and hyphens."

_KINDS = ("booklet", "question-cards", "plain-cards", "value-cards", "code-puzzles", "rulebook")


@click.command("new", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", metavar="GAME|GAME/PRODUCT")
@click.option("--kind", "kinds", type=click.Choice(_KINDS), multiple=True, help="A product of a new game; repeatable.")
@click.option("--cards", type=click.IntRange(1, 1000), help="Cards in the new file (default: as many as in the last).")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(ctx: click.Context, name: str, kinds: tuple[str, ...], cards: int | None, lang: str | None) -> int:
    """Start the next page or card file, or a new game.

    GAME/PRODUCT writes the next file of a product: its number, ids and empty
    questions; `livret check` then says what is missing. GAME writes the
    game.yaml of a new game. No file is ever overwritten.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    root = find_root(ctx)
    from pipeline.cli.show import language
    from pipeline.core.catalogue import translator
    from pipeline.project import scaffold

    spoken = translator(language(lang, root))
    game, slash, product = name.strip("/").removeprefix("content/").partition("/")
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?", game):
        raise WrongUsage(say(BAD_NAME, name=game))
    try:
        if slash:
            _known(game, product, scaffold.products_of(root))
            path = scaffold.start_file(root, game, product, spoken, cards=cards)
        else:
            path = scaffold.start_game(root, game, kinds or ("booklet",))
    except scaffold.CannotStartError as error:
        raise Refused(error.message) from error
    except OSError as error:
        raise failed(FAILED, error.filename, error) from error
    click.echo(path)
    return 0


def _known(game: str, product: str, games: dict[str, tuple[str, ...]]) -> None:
    if game not in games:
        raise WrongUsage(say(NO_GAME, name=game), *proposal(game, games))
    if product not in games[game]:
        raise WrongUsage(say(NO_PRODUCT, name=product), *proposal(product, games[game]))
