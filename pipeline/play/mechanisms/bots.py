"""Opponents that follow orders: a face-down stack and visible cards, and a turn that is a list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.play.mechanisms.hands import Card, Piles, highest, lowest, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from pipeline.play.table import Table

BOT_STOPS = "{bot} says STOP."
BOT_REVEALS = "{bot} reveals {card}."
BOT_MATCHES = "{bot} plays {card} on {top}."
BOT_SPLITS = "{bot} has a pair and plays {card}."
BOT_TAKES = "{bot} takes {top} and plays {card}."
BOT_KEEPS = "{bot} draws and keeps {drawn}, and plays {card}."
BOT_THROWS = "{bot} draws {drawn} and throws it away."
BOT_PASSES = "{bot} cannot draw."
BOT_AGAIN = "{bot} plays again."
BOT_SHIELDED = "{bot} reveals a shield and plays it: nothing happens."
BOT_SAFE = "{bot} shows a shield and cannot be targeted."
BOT_SWAPS = "{bot} gives {player} a card for {card}."
BOT_SPIES = "{bot} makes {other} reveal everything."
PLAYER_SHIELDS = "{player} plays {card} and is safe."


class Bot:
    """A bot's hand: `hidden` from bottom to top, and `visible`."""

    def __init__(self, name: str, cards: list[Card]) -> None:
        self.name = name
        self.hidden = cards
        self.visible: list[Card] = []

    def cards(self) -> list[Card]:
        return [*self.hidden, *self.visible]

    def is_safe(self) -> bool:
        return any(card.effect == "shield" for card in self.visible)

    def reveal(self) -> Card:
        card = self.hidden.pop()
        self.visible.append(card)
        return card


class Surroundings(NamedTuple):
    """What a bot needs to know: the table, the piles, the player's hand, the other bot, and whether STOP was said."""

    table: Table
    piles: Piles
    player: str
    hand: list[Card]
    others: list[Bot]
    stopped: bool
    reveal_above: int
    ask_shield: Callable[[Bot], bool]
    """Whether the player plays a shield against a bot's swap; it is on the discard then."""


def turn(bot: Bot, around: Surroundings) -> bool:
    """A bot's turn, and those that its cards give it; whether it said STOP."""
    while True:
        stopped, played = _steps(bot, around)
        if stopped or played is None or not bot.cards():
            return stopped
        if not _effect(bot, played, around) or not around.table.count_turn():
            return False
        around.table.tell(BOT_AGAIN, bot=bot.name)


def expose(table: Table, piles: Piles, bot: Bot) -> None:
    """Reveal a bot's whole stack, card by card; a shield is played at once and ends it."""
    while bot.hidden:
        card = bot.reveal()
        table.tell(BOT_REVEALS, bot=bot.name, card=card)
        if card.effect == "shield":
            bot.visible.remove(card)
            piles.discard.append(card)
            table.tell(BOT_SHIELDED, bot=bot.name)
            return


def _steps(bot: Bot, around: Surroundings) -> tuple[bool, Card | None]:
    """Steps 1 to 9; whether it said STOP, and the card that it played."""
    table, piles = around.table, around.piles
    if not around.stopped and not bot.hidden and total(bot.visible) < total(around.hand):
        table.tell(BOT_STOPS, bot=bot.name)
        return True, None
    if bot.hidden:
        table.tell(BOT_REVEALS, bot=bot.name, card=bot.reveal())
    if bot.hidden and not any(card.value > around.reveal_above for card in bot.visible):
        table.tell(BOT_REVEALS, bot=bot.name, card=bot.reveal())
    top = piles.top
    matching = [card for card in bot.visible if card.matches(top)]
    if matching:
        return False, _play(bot, max(matching, key=_natural_first), around, BOT_MATCHES, top=top)
    pair = _pair(bot.visible)
    if pair is not None:
        return False, _play(bot, pair, around, BOT_SPLITS)
    best = bot.visible[highest(bot.visible)]
    if best.value > top.value:
        piles.discard.pop()
        played = _play(bot, best, around, BOT_TAKES, top=top)
        bot.visible.append(top)
        return False, played
    drawn = piles.draw()
    if drawn is None:
        table.tell(BOT_PASSES, bot=bot.name)
        return False, None
    if best.value > drawn.value:
        played = _play(bot, best, around, BOT_KEEPS, drawn=drawn)
        bot.visible.append(drawn)
        return False, played
    piles.discard.append(drawn)
    table.tell(BOT_THROWS, bot=bot.name, drawn=drawn)
    return False, None


def _natural_first(card: Card) -> tuple[bool, int]:
    """A card that counts as itself before one that stands for others; then the higher one."""
    return card.effect != "wild", card.value


def _pair(cards: list[Card]) -> Card | None:
    """The card to play of the highest visible pair. Two wild cards are a pair of their own value."""
    best: tuple[int, bool, Card] | None = None
    for place, one in enumerate(cards):
        for other in cards[place + 1 :]:
            if not one.matches(other):
                continue
            natural = max((one, other), key=_natural_first)
            rank = (natural.value, natural.effect != "wild", natural)
            if best is None or rank[:2] > best[:2]:
                best = rank
    return None if best is None else best[2]


def _play(bot: Bot, card: Card, around: Surroundings, template: str, **facts: object) -> Card:
    bot.visible.remove(card)
    around.piles.discard.append(card)
    around.table.tell(template, bot=bot.name, card=card, **facts)
    return card


def _effect(bot: Bot, card: Card, around: Surroundings) -> bool:
    """What a bot's card does; whether it gives another turn."""
    table = around.table
    if card.effect == "extra-turn":
        return True
    if card.effect == "spy":
        for other in around.others:
            if other.is_safe():
                table.tell(BOT_SAFE, bot=other.name)
            else:
                table.tell(BOT_SPIES, bot=bot.name, other=other.name)
                expose(table, around.piles, other)
    if card.effect == "swap" and around.hand and not around.ask_shield(bot) and around.hand:
        given = bot.hidden.pop() if bot.hidden else bot.visible.pop(highest(bot.visible))
        taken = around.hand.pop(lowest(around.hand))
        around.hand.append(given)
        bot.visible.append(taken)
        table.tell(BOT_SWAPS, bot=bot.name, player=around.player, card=taken)
    return False
