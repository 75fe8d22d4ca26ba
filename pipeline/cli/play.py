"""`livret play`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.usage import WrongUsage, proposal
from pipeline.core.finding import say
from pipeline.project.stamp import root_above

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pipeline.core.catalogue import Translate
    from pipeline.core.finding import Message
    from pipeline.play.table import Mind

# What a person types in a hurry; more is no answer.

NO_PACK = "There is no pack of '{name}' in {folder}."
PACKS = "Packs: {known}."
WRITES_PACKS = "`livret build --only pack` writes the packs."

_LONGEST = 400


@click.command("play", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("game")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="The same seed gives the same game (default: any).")
@click.option("--auto", is_flag=True, help="Nobody is asked: the program plays for all.")
@click.option("--players", type=click.IntRange(1, 12), help="How many play (default: the fewest).")
@click.option("--setup", metavar="NAME", help="A set-up of game.yaml, for example a quick game.")
@click.option("--variant", metavar="NAME", help="A variant of the game.")
@click.option("--level", type=click.IntRange(1, 9), help="How clever bots are, from 1 (default: 1).")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    seed: int | None,
    auto: bool,
    players: int | None,
    setup: str | None,
    variant: str | None,
    level: int | None,
    lang: str | None,
) -> int:
    """Play a game from its pack alone.

    GAME is a game whose pack is in build/packs/, or the path of a pack. You
    are the first player and the program plays the others; with --auto it plays
    them all and prints the log. Typed answers are judged as docs/judging.md
    says. Ctrl-D leaves the game.
    """
    import os

    from pipeline.core.catalogue import language_of, translator
    from pipeline.packs.read import read_file
    from pipeline.play.game import NAMES, Options, start
    from pipeline.play.minds import Automatic
    from pipeline.play.table import NoChoiceError, UnplayableError

    translate = translator(lang or language_of(dict(os.environ)))
    reading = read_file(_pack_of(ctx, game))
    if reading.pack is None:
        click.echo(_safe(translate(reading.trouble)) if reading.trouble else "", err=True)
        return 1
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed

    def tell(message: Message) -> None:
        click.echo(_safe(translate(message)))

    def seat(name: str, chance: random.Random) -> Mind:
        return Automatic(chance) if auto or name != NAMES[0] else _Person(translate)

    try:
        start(reading.pack, Options(seed, players, setup, variant, level), seat, tell)
    except UnplayableError as trouble:
        click.echo(_safe(translate(trouble.message)), err=True)
        return 2 if isinstance(trouble, NoChoiceError) else 1
    except _LeftError:
        click.echo()
        return 0
    return 0


def _pack_of(ctx: click.Context, game: str) -> Path:
    """The pack that is meant: a path, or the name of a game that was built."""
    if game.endswith((".json", ".jsonl")) or "/" in game:
        return Path(game)
    root = ctx.obj.get("root") or root_above(".") or "."
    folder = Path(root) / "build" / "packs"
    path = folder / f"{game}.json"
    if not path.is_file() and (folder / f"{game}.jsonl").is_file():
        return folder / f"{game}.jsonl"
    if not path.is_file():
        known = sorted({one.name.partition(".")[0] for one in folder.glob("*.json")})
        best = proposal(game, known, PACKS) or (say(WRITES_PACKS),)
        raise WrongUsage(say(NO_PACK, name=game, folder=folder), *best)
    return path


def _safe(text: str) -> str:
    """A pack may hold anything: nothing of it may command a terminal."""
    from pipeline.reporters.text import visible

    return visible(text)


class _LeftError(Exception):
    """The person has left the game."""


class _Person:
    """Somebody at the terminal."""

    def __init__(self, translate: Translate) -> None:
        self._translate = translate

    def choose(self, prompt: Message, options: Sequence[Message], advice: int) -> int:
        if len(options) == 1:
            return 0
        click.echo(f"\n{self._said(prompt)}")
        for number, option in enumerate(options, 1):
            click.echo(f"  {number}. {self._said(option)}")
        return self._read(lambda text: int(text) - 1 if text.isdecimal() else advice if not text else -1, len(options))

    def number(self, prompt: Message, low: int, high: int, step: int, advice: int) -> int:
        del advice
        click.echo(f"\n{self._said(prompt)} [{low}–{high}]")
        while True:
            text = self._line() or str(low)
            if (
                text.isdecimal()
                and len(text) < 10
                and low <= int(text) <= high
                and (int(text) % step == 0 or int(text) == low)
            ):
                return int(text)

    def text(self, prompt: Message, advice: str) -> str:
        click.echo(f"\n{self._said(prompt)}")
        return self._line() if advice else ""

    def answer(self, prompt: Message, question: Mapping[str, Any], said: Sequence[int]) -> str:
        del question, said
        click.echo(f"\n{self._said(prompt)}")
        return self._line()

    def reflex(self) -> int:
        return 0  # asked first; an empty answer lets the others try

    def _said(self, message: Message) -> str:
        return _safe(self._translate(message))

    def _read(self, read: Callable[[str], int], count: int) -> int:
        while True:
            found = read(self._line())
            if 0 <= found < count:
                return found

    @staticmethod
    def _line() -> str:
        click.echo("> ", nl=False)
        try:
            return input().strip()[:_LONGEST]
        except EOFError as left:
            raise _LeftError from left
