"""Wrong usage, and what cannot be done: said in the reader's language, with what would be right."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from pipeline.core.finding import Message, say
from pipeline.project.stamp import root_above

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipeline.core.catalogue import Translate

USAGE = "Usage: {usage}"
TRY = "Try '{command} --help' for help."
ERROR = "Error: {said}"
DID_YOU_MEAN = "Did you mean '{best}'?"
THERE_ARE = "There are: {known}."
KNOWN_FORMATS = "Formats: {known}."
GAMES = "Games: {known}."
PRODUCTS = "Products: {known}."
PRINTERS = "Printers: {known}."
NO_GAME = "There is no game '{name}'."
NO_PRODUCT = "There is no product '{name}'."
NO_GAME_OR_PRODUCT = "There is no game or product '{name}'."
NO_RULE = "There is no rule '{name}'."
ALL_RULES = "`livret explain` lists them."
CANNOT_READ = "{file} cannot be read: {problem}."
CANNOT_WRITE = "{file} cannot be written: {problem}."
FAILED = "{file}: {problem}."


class Refused(click.ClickException):
    """The command was asked rightly and cannot do it: a file cannot be written, a product is full."""

    def __init__(self, *said: Message) -> None:
        super().__init__(" ".join(map(str, said)))
        self._said = said
        self._context = click.get_current_context(silent=True)

    def show(self, file: IO[Any] | None = None) -> None:
        translate = translator_here(self._context)
        lines = [*self._lead(translate), translate(say(ERROR, said=" ".join(map(translate, self._said))))]
        click.echo("\n".join(lines), file=file, err=file is None)

    def _lead(self, translate: Translate) -> list[str]:  # noqa: ARG002
        return []


class WrongUsage(Refused):
    """The command was asked wrongly: how it is asked stands above the reason."""

    def _lead(self, translate: Translate) -> list[str]:
        if self._context is None:
            return []
        usage = self._context.get_usage().partition(" ")[2]
        said = (say(USAGE, usage=usage), say(TRY, command=self._context.command_path))
        return [*map(translate, said), ""]


def failed(template: str, file: object, error: OSError) -> Refused:
    """What the system says about a file."""
    return Refused(say(template, file=file, problem=error.strerror or error))


def proposal(typed: str, known: Iterable[str], otherwise: str = THERE_ARE) -> tuple[Message, ...]:
    """The known word that was probably meant; else all of them."""
    from pipeline.core.suggest import nearest

    known = tuple(dict.fromkeys(known))
    best = nearest(typed, known)
    if best:
        return (say(DID_YOU_MEAN, best=best),)
    return (say(otherwise, known=", ".join(known)),) if known else ()


def rules_meant(word: str) -> tuple[str, ...]:
    """The rules that a name, a code or the beginning of a code means; none is wrong usage."""
    from pipeline.checks.rule import names, resolve
    from pipeline.core.suggest import nearest

    meant = resolve(word)
    if not meant:
        best = nearest(word, names())
        raise WrongUsage(say(NO_RULE, name=word), say(DID_YOU_MEAN, best=best) if best else say(ALL_RULES))
    return meant


def translator_here(context: click.Context | None) -> Translate:
    """Messages in the language of the place."""
    from pipeline.core.catalogue import translator

    return translator(language_here(context))


def language_here(context: click.Context | None) -> str:
    """The language of the command line, else of the content that we are in, else of the locale."""
    from pipeline.cli.show import language

    arguments = context.obj["arguments"] if context is not None else []
    root = context.find_root().params.get("root") if context is not None else None
    return language(_asked(arguments), Path(root_above(root or os.curdir) or os.curdir))


def _asked(arguments: list[str]) -> str | None:
    """--lang as it was typed: the options of a command that is refused may not have been read yet."""
    from pipeline.core.catalogue import LANGUAGES

    words = [part for word in arguments for part in word.split("=", 1)]
    after = (word for before, word in pairwise(words) if before == "--lang")
    return next((word for word in after if word in LANGUAGES), None)
