"""Value cards on a table: a draw pile, a discard, hands; what cards count as, and what is a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.play.game import NO_QUESTIONS
from pipeline.play.table import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.play.game import Source
    from pipeline.play.table import Table

DEALT_OUT = "The deck has {cards} cards: not enough for {players} players."
RESHUFFLES = "The draw pile is empty: the discard is shuffled."


class Card(NamedTuple):
    """A card: its value, its name, what it does, and the values that it may count as."""

    value: int
    name: str
    effect: str
    counts_as: tuple[int, ...]

    def matches(self, other: Card) -> bool:
        return bool(set(self.counts_as) & set(other.counts_as))

    def __str__(self) -> str:
        return f"{self.value} {self.name}"


def cards_of(source: Source) -> list[Card]:
    """Every card of the deck, as often as it is in the box."""
    abilities: Mapping[str, Mapping[str, Any]] = source.game.get("abilities", {})
    found: list[Card] = []
    deck = source.product(source.play["deck"])
    for card in deck.get("cards", ()):
        ability = abilities.get(card.get("ability", ""), {})
        effect = ability.get("effect", "")
        counts = tuple(ability["counts_as"]) if effect == "wild" and ability.get("counts_as") else (card["value"],)
        found += [Card(card["value"], card["name"], effect, counts)] * min(card["count"], 1000)
    if not found:
        raise UnplayableError(NO_QUESTIONS, product=deck["id"])
    return found


class Piles:
    """The draw pile and the discard. The last card of each is its top."""

    def __init__(self, table: Table, cards: Sequence[Card]) -> None:
        self._table = table
        self.draw_pile = table.shuffled(cards)
        self.discard: list[Card] = []

    @property
    def top(self) -> Card:
        return self.discard[-1]

    def draw(self) -> Card | None:
        """The next card; the discard is shuffled under its top when there is none, and None if that has none either."""
        if not self.draw_pile:
            if len(self.discard) < 2:
                return None
            self._table.tell(RESHUFFLES)
            self.draw_pile = self._table.shuffled(self.discard[:-1])
            self.discard = self.discard[-1:]
        return self.draw_pile.pop()

    def deal(self, count: int) -> list[Card]:
        return [self.draw_pile.pop() for _ in range(count)]


def highest(cards: Sequence[Card]) -> int:
    """The place of the highest card."""
    return max(range(len(cards)), key=lambda place: cards[place].value)


def lowest(cards: Sequence[Card]) -> int:
    return min(range(len(cards)), key=lambda place: cards[place].value)


def total(cards: Sequence[Card]) -> int:
    return sum(card.value for card in cards)
