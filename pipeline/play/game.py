"""A game from a pack: what a mechanism gets, what it gives, and how a game is started."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.play.table import MOST_TURNS, NoChoiceError, Table, UnplayableError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pipeline.core.finding import Message
    from pipeline.play.table import Mind

NAMES = ("Anna", "Bilal", "Chloé", "David", "Elsa", "Farid", "Gaëlle", "Hugo", "Inès", "Jules", "Katia", "Léo")

NO_PLAY = "The pack of “{game}” does not say how it is played: “play” is missing in game.yaml."
UNKNOWN_MECHANISM = "This livret does not know the mechanism “{mechanism}”. A newer one may."
PLAYERS = "“{game}” is for {low} to {high} players, not {count}."
NO_SETUP = "“{game}” has no set-up “{setup}” for {count} players. Set-ups: {known}."
NO_VARIANT = "“{game}” has no variant “{variant}”. Variants: {known}."
NO_LEVEL = "“{game}” has no level {level}: it has {levels}."
NO_LEVELS = "“{game}” has no levels for {count} players."
NO_PRODUCT = "The pack has no product “{product}”."
NO_QUESTIONS = "The pack has no questions in “{product}”."
DOES_NOT_FIT = "The rules of the pack do not fit together: look at “{name}”."
NO_COMPONENT = "The pack has no component “{component}”."
STARTS = "{title}, version {version}, seed {seed}. Players: {players}."
NO_TIME = "After {turns} turns the game is stopped."
WINS = "{player} wins."
SHARED = "Shared victory: {players}."


def require(fits: object, name: str) -> None:
    """Refuse a pack whose rules, each of them valid, cannot be played together."""
    if not fits:
        raise UnplayableError(DOES_NOT_FIT, name=name)


class Options(NamedTuple):
    """What may be asked of a game."""

    seed: int = 1
    players: int | None = None
    setup: str | None = None
    variant: str | None = None
    level: int | None = None
    most_turns: int = MOST_TURNS


class Played(NamedTuple):
    """How a game ended."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    turns: int
    stopped: bool = False
    """Whether the turns ran out."""


class Choices(NamedTuple):
    """What there is to choose in a game for so many players; an option that would do nothing is refused."""

    setups: bool = False
    variants: Collection[str] = ()
    levels: int = 0


class Mechanism(NamedTuple):
    """One way to play: `play(table, pack, options)`, with what `choices(pack, players)` offers."""

    name: str
    play: Callable[[Table, Source, Options], Played]
    choices: Callable[[Source, int], Choices] = lambda _source, _players: Choices()


class Source:
    """A pack as mechanisms look at it: what is missing is said, not stumbled over."""

    def __init__(self, pack: Mapping[str, Any]) -> None:
        self.pack = pack
        self.game: Mapping[str, Any] = pack["game"]
        self.play: Mapping[str, Any] = pack["game"].get("play", {})

    def product(self, name: str) -> Mapping[str, Any]:
        for product in self.pack["products"]:
            if product["id"] == name:
                found: Mapping[str, Any] = product
                return found
        raise UnplayableError(NO_PRODUCT, product=name)

    def component(self, name: str) -> Mapping[str, Any]:
        for component in self.game["components"]:
            if component["name"] == name:
                found: Mapping[str, Any] = component
                return found
        raise UnplayableError(NO_COMPONENT, component=name)

    def setup(self, name: str, players: int) -> Mapping[str, Any]:
        for setup in self.game["setups"]:
            if setup["name"] == name and setup["players"] == players:
                found: Mapping[str, Any] = setup
                return found
        known = ", ".join(dict.fromkeys(setup["name"] for setup in self.game["setups"])) or "—"
        raise NoChoiceError(NO_SETUP, game=self.game["id"], setup=name, count=players, known=known)


def start(
    pack: Mapping[str, Any],
    options: Options,
    seat: Callable[[str, Random], Mind],
    tell: Callable[[Message], None],
) -> Played:
    """Play a game to its end. `seat` gives the mind of each player; chance is shared by the table."""
    from pipeline.play.mechanisms import MECHANISMS

    source = Source(pack)
    game = source.game
    mechanism = source.play.get("mechanism")
    if mechanism is None:
        raise UnplayableError(NO_PLAY, game=game["id"])
    if mechanism not in MECHANISMS:
        raise UnplayableError(UNKNOWN_MECHANISM, mechanism=mechanism)
    low, high = game["players"]["min"], min(game["players"]["max"], len(NAMES))
    count = low if options.players is None else options.players
    if not low <= count <= high:
        raise NoChoiceError(PLAYERS, game=game["id"], low=low, high=high, count=count)
    _refuse(source, options, count, MECHANISMS[mechanism].choices(source, count))
    chance = Random(options.seed)  # noqa: S311 - a game, not a secret
    names: Sequence[str] = NAMES[:count]
    table = Table({name: seat(name, chance) for name in names}, chance, tell, options.most_turns)
    table.tell(STARTS, title=game["title"], version=game["version"], seed=options.seed, players=", ".join(names))
    played = MECHANISMS[mechanism].play(table, source, options)
    if played.stopped:
        table.tell(NO_TIME, turns=played.turns)
    if len(played.winners) == 1:
        table.tell(WINS, player=played.winners[0])
    else:
        table.tell(SHARED, players=", ".join(played.winners))
    return played


def _refuse(source: Source, options: Options, count: int, choices: Choices) -> None:
    """Refuse what cannot be chosen, before a word of the log is said."""
    game = source.game["id"]
    if options.setup is not None:
        if not choices.setups:
            raise NoChoiceError(NO_SETUP, game=game, setup=options.setup, count=count, known="—")
        source.setup(options.setup, count)
    if options.variant is not None and options.variant not in choices.variants:
        known = ", ".join(choices.variants) or "—"
        raise NoChoiceError(NO_VARIANT, game=game, variant=options.variant, known=known)
    if options.level is not None and not choices.levels:
        raise NoChoiceError(NO_LEVELS, game=game, count=count)
    if options.level is not None and not 1 <= options.level <= choices.levels:
        raise NoChoiceError(NO_LEVEL, game=game, level=options.level, levels=choices.levels)
