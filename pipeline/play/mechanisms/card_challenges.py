"""Card challenges: the die names the pile and the stake, a clue is chosen, and everybody pays to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.play.contest import by_dice, contest
from pipeline.play.game import NO_QUESTIONS, Choices, Mechanism, Options, Played, Source, require
from pipeline.play.ledger import BANK, BOX, MIDDLE, Ledger, box_worth, worth
from pipeline.play.sentences import (
    BANK_PAYS,
    CHALLENGES,
    DICE_DECIDE,
    FIRST,
    HOLDINGS,
    OPPONENT,
    OUT,
    TAKES,
)
from pipeline.play.stakes import collect
from pipeline.play.table import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.play.table import Table

ROLLS = "Turn {turn}: {player} rolls {face}, at least {amount}. {reader} reads the clues: {clues}."
ROLLS_REWARD = "Turn {turn}: {player} rolls {face}; the bank will pay {amount}. {reader} reads the clues: {clues}."
HELP = "{player}, do you play your help card?"
YES, NO = "yes", "no"
HELPS = "{player} plays the help card and reads the questions."
PICK = "{player}, which clue?"
PICKS = "{player} picks “{clue}”."
REVEALS = "{clue}: {type}."
BACK = "The stakes go back; {player} rolls again."
AGAIN = "{player} rolls again."
POOREST = "The bank has {amount} left: {player} is the poorest and gets it."
LOST = "The bank has {amount} left: nobody is poorest alone, it goes back to the box."
TEAMS = "Teams: {teams}."
CLASSIC = "Now everybody pays to play."


class _Game:
    def __init__(self, table: Table, source: Source, options: Options) -> None:
        play = source.play
        self.table, self.play = table, play
        require(play["faces"], "faces")
        require(len(table.players) > 2, "players")  # somebody reads
        chosen = play["variants"].get(options.variant, {})
        self.chooser = chosen.get("chooser", "active")
        self.reward: int = chosen.get("reward", 0)
        token = source.component(play["token"])
        self.teams = self._seat_teams(chosen.get("teams", 0))
        self.ledger = Ledger(table.players, box_worth(token), self.teams)
        setup = source.setup(options.setup or play["setup"], len(table.players))
        if self.reward:
            self.ledger.move(BOX, BANK, self.ledger[BOX])
        else:
            for player in table.players:
                self.ledger.move(BOX, player, worth(setup["each"].get(play["token"], {}), token["values"]))
            require(all(self.ledger[player] for player in table.players), "setups")
        helps = setup["each"].get(play.get("help", ""), 0) if chosen.get("help", True) else 0
        self.helps = {player: helps if isinstance(helps, int) else 0 for player in table.players}
        self.piles = {name: self._pile(source, name) for name in {face["product"]: 0 for face in play["faces"]}}
        self.inside = list(table.players)
        self.readers = 0

    def _seat_teams(self, size: int) -> dict[str, str]:
        """Teams sit in turn, so that the reader is never of the active player's: A, B, A, B."""
        players = self.table.players
        if not size:
            return {}
        require(len(players) % size == 0 and len(players) > size, "teams")
        count = len(players) // size
        names = [" & ".join(players[place::count]) for place in range(count)]
        self.table.tell(TEAMS, teams=", ".join(names))
        return {player: names[place % count] for place, player in enumerate(players)}

    def _sides(self) -> int:
        """How many players or teams are left."""
        return len({self.ledger.account(player) for player in self.inside})

    def _others(self, active: str, reader: str) -> list[str]:
        """Who may play against the active player, clockwise; of a team, the first who is not the reader."""
        found: dict[str, str] = {}
        for player in self.table.after(active, self.inside):
            if player not in (active, reader) and self.ledger.account(player) != self.ledger.account(active):
                found.setdefault(self.ledger.account(player), player)
        return list(found.values())

    def _pile(self, source: Source, name: str) -> list[Mapping[str, Any]]:
        cards = [card for card in source.product(name).get("cards", ()) if card.get("questions")]
        if not cards:
            raise UnplayableError(NO_QUESTIONS, product=name)
        return self.table.shuffled(cards)

    def run(self) -> Played:
        table = self.table
        active = table.players[table.chance.randrange(len(table.players))]
        table.tell(FIRST, player=active)
        while self._sides() > 1:
            if not table.count_turn():
                break
            if not self._turn(active):
                continue  # the same player again
            self._settle()
            active = table.after(active, self.inside)[0]
        stopped = self._sides() > 1
        richest = max(self.ledger[player] for player in self.inside)
        winners = tuple(player for player in self.inside if self.ledger[player] == richest)
        return Played(winners, {player: self.ledger[player] for player in table.players}, table.turns, stopped)

    def _turn(self, active: str) -> bool:
        """A turn; False if it has to be played again."""
        table = self.table
        face = self.play["faces"][table.die(len(self.play["faces"])) - 1]
        last_two = self._sides() == 2 and len(self.inside) < len(table.players)
        amount = face["amount"] * (self.play["last_two"] if last_two else 1)
        reader = self._reader(active)
        pile = self.piles[face["product"]]
        card = pile.pop(0)
        pile.append(card)
        questions: Sequence[Mapping[str, Any]] = card["questions"]
        clues = [question.get("clue", "—") for question in questions]
        facts = {"turn": table.turns, "player": active, "face": face["face"], "reader": reader}
        template, worth_ = (ROLLS_REWARD, self.reward) if self.reward else (ROLLS, amount)
        table.tell(template, **facts, amount=worth_, clues=", ".join(clues))
        question = questions[self._pick(active, reader, questions, clues)]
        others = self._others(active, reader)
        if face["mode"] == "duel":
            weakest = min(range(len(others)), key=lambda place: self.ledger[others[place]])
            other = others[table.choose(active, others, weakest, OPPONENT, player=active)]
            table.tell(CHALLENGES, player=active, other=other)
            others = [other]
        return self._play(active, others, reader, amount, question)

    def _pick(self, active: str, reader: str, questions: Sequence[Mapping[str, Any]], clues: Sequence[str]) -> int:
        table = self.table
        advice = table.chance.randrange(len(questions))
        if self.helps[active] and self.chooser == "active":
            wants = 0 if table.chance.random() < 0.2 else 1
            if table.choose(active, (YES, NO), wants, HELP, player=active) == 0:
                self.helps[active] -= 1
                table.tell(HELPS, player=active)
                clues = [f"{question.get('clue', '—')}: {question['question']}" for question in questions]
                easiest = min(range(len(questions)), key=lambda place: questions[place].get("difficulty", 3))
                advice = easiest
        chooser = active if self.chooser == "active" else reader
        choice = table.choose(chooser, clues, advice, PICK, player=chooser)
        table.tell(PICKS, player=chooser, clue=questions[choice].get("clue", "—"))
        return choice

    def _play(self, active: str, others: Sequence[str], reader: str, amount: int, question: Mapping[str, Any]) -> bool:
        table, ledger = self.table, self.ledger
        players: Sequence[str] = (active, *others)
        before = {player: ledger[player] for player in table.players}
        if not self.reward:
            players = collect(table, ledger, active, others, amount, step=self.play["step"]).players
            if not players:
                return True
        table.tell(REVEALS, clue=question.get("clue", "—"), type=question["type"])
        winners: Sequence[str] = contest(table, players, reader, question, distinct=self.play["distinct"])
        if len(winners) != 1 and self.play["unsettled"] == "dice":
            winners = [by_dice(table, winners or players, 6)]
            table.tell(DICE_DECIDE, player=winners[0])
        if len(winners) != 1:
            for player, sum_ in before.items():
                if ledger[player] < sum_:
                    ledger.move(MIDDLE, player, sum_ - ledger[player])
            table.tell(AGAIN if self.reward else BACK, player=active)
            return False
        if self.reward:
            table.tell(BANK_PAYS, player=winners[0], amount=ledger.move(BANK, winners[0], self.reward))
        else:
            table.tell(TAKES, player=winners[0], amount=ledger.move(MIDDLE, winners[0], ledger[MIDDLE]))
        return True

    def _settle(self) -> None:
        """After a turn: the end of the bank, and who is out."""
        table, ledger = self.table, self.ledger
        if self.reward:
            if ledger[BANK] >= self.reward:
                return
            self.reward = 0
            least = min(ledger[player] for player in self.inside)
            poorest = [player for player in self.inside if ledger[player] == least]
            target = poorest[0] if len(poorest) == 1 else BOX
            if ledger[BANK]:
                amount = ledger.move(BANK, target, ledger[BANK])
                table.tell(POOREST if target != BOX else LOST, player=target, amount=amount)
            table.tell(CLASSIC)
            table.tell(HOLDINGS, sums=", ".join(f"{player} {ledger[player]}" for player in table.players))
        owners = [player for player in self.inside if ledger[player]]
        for player in list(self.inside):
            if owners and player not in owners:
                self.inside.remove(player)
                table.tell(OUT, player=player)

    def _reader(self, active: str) -> str:
        if len(self.inside) > 2:
            return self.table.after(active, self.inside)[-2]
        out = [player for player in self.table.players if player not in self.inside]
        self.readers += 1
        return out[self.readers % len(out)]


MECHANISM = Mechanism(
    "card-challenges",
    lambda table, source, options: _Game(table, source, options).run(),
    lambda source, _players: Choices(setups=True, variants=source.play["variants"]),
)
