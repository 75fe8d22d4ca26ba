"""Low hand: one action a turn, abilities when a card leaves a hand, STOP; rounds until somebody has too much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.play.game import Choices, Mechanism, Options, Played, Source, require
from pipeline.play.mechanisms import bots
from pipeline.play.mechanisms.bots import PLAYER_SHIELDS, Bot, Surroundings, expose
from pipeline.play.mechanisms.hands import DEALT_OUT, Card, Piles, cards_of, highest, lowest, total
from pipeline.play.table import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pipeline.core.finding import Message
    from pipeline.play.table import Table

ROUND = "Round {round}: {player} starts. The discard opens with {top}."
ACT = "{player}, your hand is {hand}; the discard shows {top}"
DRAW, STOP = "draw", "say STOP"
TAKE, MATCH, SPLIT = "take {top}, play {card}", "play {card} on {top}", "show a pair, play {card}"
THROW, KEEP = "throw it away", "keep it, play {card}"
DRAWN = "{player}, you drew {card}"
TRIGGER = "{player}, use {card}?"
YES, NO = "yes", "no"
SAYS_STOP = "{player} says STOP."
TAKES = "{player} takes {top} and plays {card}."
MATCHES = "{player} plays {card} on {top}."
SPLITS = "{player} shows a pair and plays {card}."
KEEPS = "{player} draws, keeps, and plays {card}."
THROWS = "{player} draws {card} and throws it away."
PASSES = "{player} cannot draw."
AGAIN = "{player} plays again."
SPY_ON = "{player}, whose hand do you look at?"
SPIES = "{player} looks at the hand of {other}."
SEES = "{player}, {other} holds {hand}."
SWAP_WITH = "{player}, which two exchange a card?"
GIVE = "{player}, which card do you give?"
HOW = "{player}, how do you take a card from {other}?"
AT_RANDOM, SAY_VALUE = "at random", "say {value}"
SWAPS = "{one} and {other} exchange a card."
WRONG_VALUE = "{player} said {value}, and was wrong: no exchange, and one card more."
SHIELD = "{player}, {other} targets you: play your shield?"
TARGET_BOT = "{player}, which card do you take?"
SWAPS_BOT = "{player} exchanges {given} for {taken}."
ENDS = "The round ends. {hands}."
DROPS = "{bot} drops {card}."
SCORES = "Scores: {scores}."

# A hand as low as this is worth a STOP, and a round as long as that too.
_LOW_TOTAL = 6
_LONG_ROUND = 40


class _Round:
    """One round: who holds what."""

    def __init__(self, table: Table, source: Source, level: str, cards: Sequence[Card]) -> None:
        play = source.play
        self.table, self.play, self.level = table, play, level
        self.piles = Piles(table, cards)
        self.hands = {player: self.piles.deal(play["hand"]) for player in table.players}
        self.bots: list[Bot] = []
        if len(table.players) == 1 and play.get("bots"):
            self.bots = [Bot(name, self.piles.deal(play["hand"])) for name in play["bots"]["names"]]
        self.piles.discard.append(self.piles.deal(1)[0])
        self.stopped_by = ""
        self.turns = 0

    def run(self, first: str) -> dict[str, int]:
        """Play until a hand is empty or STOP has gone round; gives the scores."""
        order = [*(bot.name for bot in self.bots), *self.table.players]
        place = order.index(first)
        while not self._is_over() and self.table.count_turn():
            who = order[place % len(order)]
            if self.stopped_by == who:
                break
            self.turns += 1
            bot = next((bot for bot in self.bots if bot.name == who), None)
            if bot is not None:
                self._bot_turn(bot)
            else:
                self._turn(who)
            place += 1
        return self._scores()

    def all_cards(self) -> list[Card]:
        """Every card, wherever it is: none is ever made or lost."""
        held = [card for hand in self.hands.values() for card in hand]
        return [*self.piles.draw_pile, *self.piles.discard, *held, *(card for bot in self.bots for card in bot.cards())]

    def _is_over(self) -> bool:
        return not all(self.hands.values()) or not all(bot.cards() for bot in self.bots)

    def _scores(self) -> dict[str, int]:
        shown = [f"{bot.name}: {_shown(bot.cards())}" for bot in self.bots]
        shown += [f"{player}: {_shown(hand)}" for player, hand in self.hands.items()]
        self.table.tell(ENDS, hands="; ".join(shown))
        scores = {}
        for bot in self.bots:
            cards = bot.cards()
            if cards and self.level != "nothing":
                dropped = cards.pop(lowest(cards) if self.level == "lowest" else highest(cards))
                self.table.tell(DROPS, bot=bot.name, card=dropped)
            scores[bot.name] = total(cards)
        return scores | {player: total(hand) for player, hand in self.hands.items()}

    # ---- a player's turn

    def _turn(self, player: str) -> None:
        """One action, and one more for each card that gives it."""
        while True:
            played = self._act(player)
            if played is None or self._is_over() or not self._trigger(player, played):
                return
            if not self.table.count_turn():
                return
            self.table.tell(AGAIN, player=player)

    def _act(self, player: str) -> Card | None:
        """One action; gives the card that was played from the hand, if one was."""
        hand, top = self.hands[player], self.piles.top
        actions: list[tuple[str | Message, int, Callable[[], Card | None]]] = []

        def offer(text: str | Message, merit: int, action: Callable[[], Card | None]) -> None:
            actions.append((text, merit, action))

        best = hand[highest(hand)]
        offer(DRAW, 1, lambda: self._draw(player))
        for card in dict.fromkeys(hand):
            gain = card.value - top.value
            offer(
                say(TAKE, top=top, card=card),
                10 + gain if gain > 2 and card == best else -gain - 90,
                self._taking(player, card),
            )
            if card.matches(top):
                offer(say(MATCH, top=top, card=card), 20 + card.value, self._playing(player, card, MATCHES))
            if sum(one.matches(card) for one in hand) > 1:
                offer(say(SPLIT, card=card), 15 + card.value, self._playing(player, card, SPLITS))
        if not self.stopped_by:
            wise = total(hand) <= _LOW_TOTAL or self.turns > _LONG_ROUND
            offer(STOP, 50 if wise else -99, lambda: self._stop(player))
        advice = max(range(len(actions)), key=lambda place: actions[place][1])
        facts = {"player": player, "hand": _shown(hand), "top": top}
        choice = self.table.choose(player, [text for text, _, _ in actions], advice, ACT, **facts)
        return actions[choice][2]()

    def _stop(self, player: str) -> None:
        self.stopped_by = player
        self.table.tell(SAYS_STOP, player=player)

    def _draw(self, player: str) -> Card | None:
        table, hand = self.table, self.hands[player]
        drawn = self.piles.draw()
        if drawn is None:
            table.tell(PASSES, player=player)
            return None
        options: list[str | Message] = [THROW, *(say(KEEP, card=card) for card in hand)]
        best = highest(hand)
        advice = 1 + best if hand[best].value > drawn.value else 0
        choice = table.choose(player, options, advice, DRAWN, player=player, card=drawn)
        if choice == 0:
            self.piles.discard.append(drawn)
            table.tell(THROWS, player=player, card=drawn)
            return None
        played = hand.pop(choice - 1)
        hand.append(drawn)
        self.piles.discard.append(played)
        table.tell(KEEPS, player=player, card=played)
        return played

    def _taking(self, player: str, card: Card) -> Callable[[], Card]:
        def act() -> Card:
            top = self.piles.discard.pop()
            self.hands[player].remove(card)
            self.hands[player].append(top)
            self.piles.discard.append(card)
            self.table.tell(TAKES, player=player, top=top, card=card)
            return card

        return act

    def _playing(self, player: str, card: Card, template: str) -> Callable[[], Card]:
        def act() -> Card:
            top = self.piles.top
            self.hands[player].remove(card)
            self.piles.discard.append(card)
            self.table.tell(template, player=player, card=card, top=top)
            return card

        return act

    # ---- abilities

    def _trigger(self, player: str, card: Card) -> bool:
        """Use a card's ability, if it has one and its player wants to; whether it gives another turn."""
        if card.effect not in ("extra-turn", "swap", "spy"):
            return False
        if self.table.choose(player, (YES, NO), 0, TRIGGER, player=player, card=card) != 0:
            return False
        if card.effect == "extra-turn":
            return True
        if self.bots:
            (self._swap_with_bots if card.effect == "swap" else self._spy_on_bots)(player)
        elif card.effect == "swap":
            self._swap(player)
        else:
            self._spy(player)
        return False

    def _spy(self, player: str) -> None:
        others = self.table.after(player, [one for one in self.hands if one != player])
        other = others[self.table.choose(player, others, 0, SPY_ON, player=player)]
        if self._shields(other, player):
            return
        self.table.tell(SPIES, player=player, other=other)
        self.table.minds[player].text(say(SEES, player=player, other=other, hand=_shown(self.hands[other])), "")

    def _swap(self, player: str) -> None:
        table = self.table
        everybody = [player, *table.after(player, [one for one in self.hands if one != player])]
        pairs = [(one, other) for place, one in enumerate(everybody) for other in everybody[place + 1 :]]
        shown = [f"{one} – {other}" for one, other in pairs]
        one, other = pairs[
            table.choose(player, shown, table.chance.randrange(len(everybody) - 1), SWAP_WITH, player=player)
        ]
        if any(self._shields(target, player) for target in (one, other) if target != player):
            return
        wanted = [self._wanted(player, target) for target in (one, other)]
        places = []
        for target, (value, chosen) in zip((one, other), wanted, strict=True):
            hand = self.hands[target]
            place = chosen if value is None else next((n for n, card in enumerate(hand) if card.value == value), None)
            if place is None:
                self._penalise(player, value)
                return
            places.append(place if place >= 0 else table.chance.randrange(len(hand)))
        first, second = self.hands[one], self.hands[other]
        first[places[0]], second[places[1]] = second[places[1]], first[places[0]]
        table.tell(SWAPS, one=one, other=other)

    def _penalise(self, player: str, value: int | None) -> None:
        self.table.tell(WRONG_VALUE, player=player, value=value)
        penalty = self.piles.draw()
        if penalty is not None:
            self.hands[player].append(penalty)

    def _wanted(self, player: str, target: str) -> tuple[int | None, int]:
        """Which card of somebody: an announced value, or a place; -1 is a place at random."""
        hand = self.hands[target]
        if target == player:
            shown = [str(card) for card in hand]
            return None, self.table.choose(player, shown, highest(hand), GIVE, player=player)
        values = sorted({card.value for card in self.all_cards()})
        options: list[str | Message] = [AT_RANDOM, *(say(SAY_VALUE, value=value) for value in values)]
        choice = self.table.choose(player, options, 0, HOW, player=player, other=target)
        return (None, -1) if choice == 0 else (values[choice - 1], 0)

    def _shields(self, player: str, attacker: str) -> bool:
        """Whether somebody who is targeted plays a shield."""
        hand = self.hands[player]
        shield = next((card for card in hand if card.effect == "shield"), None)
        if shield is None:
            return False
        if self.table.choose(player, (YES, NO), 0, SHIELD, player=player, other=attacker) != 0:
            return False
        hand.remove(shield)
        self.piles.discard.append(shield)
        self.table.tell(PLAYER_SHIELDS, player=player, card=shield)
        return True

    # ---- a single player and bots

    def _bot_turn(self, bot: Bot) -> None:
        player = self.table.players[0]
        around = Surroundings(
            table=self.table,
            piles=self.piles,
            player=player,
            hand=self.hands[player],
            others=[other for other in self.bots if other is not bot],
            stopped=bool(self.stopped_by),
            reveal_above=self.play["bots"]["reveal_above"],
            ask_shield=lambda attacker: self._shields(player, attacker.name),
        )
        if bots.turn(bot, around):
            self.stopped_by = bot.name

    def _spy_on_bots(self, player: str) -> None:
        targets = [bot for bot in self.bots if not bot.is_safe() and bot.hidden]
        if not targets:
            return
        names = [bot.name for bot in targets]
        bot = targets[self.table.choose(player, names, 0, SPY_ON, player=player)]
        self.table.tell(SPIES, player=player, other=bot.name)
        expose(self.table, self.piles, bot)

    def _swap_with_bots(self, player: str) -> None:
        """One of the player's cards for a visible one or the top of a stack, or two visible cards of two bots."""
        table, hand = self.table, self.hands[player]
        open_bots = [bot for bot in self.bots if not bot.is_safe()]
        deals: list[tuple[str, int, Callable[[], None]]] = []
        for bot in open_bots:
            for place, card in enumerate(bot.visible):
                deals.append((f"{bot.name}: {card}", 20 - card.value, self._take_visible(player, bot, place)))
            if bot.hidden:
                deals.append((f"{bot.name}: ?", 14, self._take_hidden(player, bot)))
        if len(open_bots) > 1:
            for one, first in enumerate(open_bots[0].visible):
                for other, second in enumerate(open_bots[1].visible):
                    text = f"{open_bots[0].name}: {first} – {open_bots[1].name}: {second}"
                    deals.append((text, 0, _exchange(table, open_bots[0], one, open_bots[1], other)))
        if not deals or not hand:
            return
        advice = max(range(len(deals)), key=lambda place: deals[place][1])
        deals[table.choose(player, [text for text, _, _ in deals], advice, TARGET_BOT, player=player)][2]()

    def _take_visible(self, player: str, bot: Bot, place: int) -> Callable[[], None]:
        def act() -> None:
            given = self._give(player)
            taken = bot.visible[place]
            bot.visible[place] = given
            self.hands[player].append(taken)
            self.table.tell(SWAPS_BOT, player=player, given=given, taken=taken)

        return act

    def _take_hidden(self, player: str, bot: Bot) -> Callable[[], None]:
        def act() -> None:
            taken = bot.hidden.pop()
            self.table.tell(bots.BOT_REVEALS, bot=bot.name, card=taken)
            if taken.effect == "shield":
                self.piles.discard.append(taken)
                self.table.tell(bots.BOT_SHIELDED, bot=bot.name)
                return
            given = self._give(player)
            bot.visible.append(given)
            self.hands[player].append(taken)
            self.table.tell(SWAPS_BOT, player=player, given=given, taken=taken)

        return act

    def _give(self, player: str) -> Card:
        hand = self.hands[player]
        return hand.pop(self.table.choose(player, [str(card) for card in hand], highest(hand), GIVE, player=player))


def _exchange(table: Table, one: Bot, first: int, other: Bot, second: int) -> Callable[[], None]:
    def act() -> None:
        one.visible[first], other.visible[second] = other.visible[second], one.visible[first]
        table.tell(SWAPS, one=one.name, other=other.name)

    return act


def _shown(cards: Sequence[Card]) -> str:
    return " ".join(str(card.value) for card in sorted(cards, key=lambda card: card.value)) or "—"


def _play(table: Table, source: Source, options: Options) -> Played:
    play, cards = source.play, cards_of(source)
    levels = play["bots"]["levels"] if play.get("bots") else ["nothing"]
    names = play["bots"]["names"] if play.get("bots") else []
    require(len(set(names)) == len(names) and not set(names) & set(table.players), "bots")
    require(len(table.players) > 1 or names, "bots")
    require(levels, "bots")
    seats = len(table.players) + (len(play["bots"]["names"]) if len(table.players) == 1 and play.get("bots") else 0)
    if seats * play["hand"] + 2 > len(cards):
        raise UnplayableError(DEALT_OUT, cards=len(cards), players=seats)
    totals: dict[str, int] = {}
    first = ""
    number = 0
    while True:
        number += 1
        round_ = _Round(table, source, levels[(options.level or 1) - 1], cards)
        names = [*(bot.name for bot in round_.bots), *table.players]
        if round_.bots:
            first = names[0]
        elif not first:
            first = table.chance.choice(names)
        table.tell(ROUND, round=number, player=first, top=round_.piles.top)
        scores = round_.run(first)
        if sorted(round_.all_cards()) != sorted(cards):
            raise AssertionError("a card was made or lost")
        totals = {name: totals.get(name, 0) + scores[name] for name in names}
        table.tell(SCORES, scores=", ".join(f"{name} {totals[name]} (+{scores[name]})" for name in names))
        worst = max(scores.values())
        first = table.chance.choice([name for name in names if scores[name] == worst])
        if max(totals.values()) >= play["limit"] or not table.count_turn():
            break
    least = min(totals.values())
    winners = tuple(name for name in names if totals[name] == least)
    if round_.bots and len(winners) > 1:  # a tie with a bot is the bot's
        winners = tuple(name for name in winners if name not in table.players)
    return Played(winners, totals, table.turns, max(totals.values()) < play["limit"])


def _choices(source: Source, players: int) -> Choices:
    """Bots play against one player only."""
    bots = source.play.get("bots")
    return Choices(levels=len(bots["levels"]) if bots and players == 1 else 0)


MECHANISM = Mechanism("low-hand", _play, _choices)
