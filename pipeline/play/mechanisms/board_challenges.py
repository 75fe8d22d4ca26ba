"""Board challenges: move on the ring, draw a question by dice, play it for what the square is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pipeline.play.contest import alone, by_dice, contest
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
from pipeline.play.stakes import SHORT, collect
from pipeline.play.table import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.play.table import Table

NO_BOARD = "The board has too few squares for {count} players."
PLACE = "{player}, on which square do you put your pawn?"
PLACES = "{player} starts on square {square} ({product}, {amount})."
PHASE = "Now: {phase}."
DIRECTION = "{player}, you rolled {number}: where to?"
MOVES = "Turn {turn}: {player} rolls {number} and goes to square {square} ({product}, {amount})."
DRAWS = "The dice show page {page}, question {number}. Icon: {icon}. Keyword: {keyword}. {reader} reads."
DRAWS_PLAIN = "The dice show page {page}, question {number}. Keyword: {keyword}. {reader} reads."
WHO_WINS = "{player}, who wins if you fail?"
NAMES_ONE = "{player} names {other}."
PAYS = "{player} pays {amount} to {other}."


class _Game:
    def __init__(self, table: Table, source: Source, options: Options) -> None:
        play = source.play
        self.table, self.play = table, play
        boards = source.product(play["board"]).get("boards", [])
        require(boards, "board")
        require(play["phases"] and play["phases"][-1]["ends"] == "one-left", "phases")
        self.squares: Sequence[Mapping[str, Any]] = boards[0]["squares"]
        require(all(square["product"] in play["modes"] for square in self.squares), "modes")
        require(len(table.players) > 2, "players")  # somebody reads
        if len(self.squares) <= len(table.players):
            raise UnplayableError(NO_BOARD, count=len(table.players))
        self.questions = {name: self._cells(source, name) for name in play["modes"]}
        self.asked: set[tuple[str, int, int]] = set()
        token = source.component(play["token"])
        self.ledger = Ledger(table.players, box_worth(token))
        self.phases: list[Mapping[str, Any]] = list(play["phases"])
        if options.setup is None:
            self.ledger.move(BOX, BANK, self.ledger[BOX])
        else:
            setup = source.setup(options.setup, len(table.players))
            for player in table.players:
                self.ledger.move(BOX, player, worth(setup["each"].get(play["token"], {}), token["values"]))
            first = play["starts"].get(options.setup, self.phases[0]["name"])
            require(all(self.ledger[player] for player in table.players), "setups")
            while len(self.phases) > 1 and self.phases[0]["name"] != first:
                self.phases.pop(0)
            require(self.phases[0]["payer"] == "players", "starts")
        self.inside = list(table.players)
        self.pawns: dict[str, int] = {}
        self.readers = 0

    def _cells(self, source: Source, name: str) -> dict[tuple[int, int], Mapping[str, Any]]:
        """The questions that the dice can reach."""
        dice = self.play["dice"]
        found = {
            (question["page"], question["number"]): question
            for question in source.product(name).get("questions", ())
            if question.get("page", 0) <= dice["page"] and question["number"] <= dice["question"]
        }
        if not found and any(square["product"] == name for square in self.squares):
            raise UnplayableError(NO_QUESTIONS, product=name)
        return found

    # ---- a game

    def run(self) -> Played:
        table = self.table
        first = by_dice(table, table.players, self.play["dice"]["page"], dice=1)
        table.tell(FIRST, player=first)
        self._place([first, *table.after(first, table.players)[:-1]])
        table.tell(PHASE, phase=self.phases[0]["name"])
        active = first
        while len(self.inside) > 1:
            if not table.count_turn():
                break
            self._turn(active)
            self._settle()
            active = table.after(active, self.inside)[0]
        stopped = len(self.inside) > 1
        richest = max(self.ledger[player] for player in self.inside)
        winners = tuple(player for player in self.inside if self.ledger[player] == richest)
        return Played(winners, {player: self.ledger[player] for player in table.players}, table.turns, stopped)

    def _place(self, order: Sequence[str]) -> None:
        for player in order:
            free = [number for number in range(len(self.squares)) if number not in self.pawns.values()]
            shown = [self._square(number) for number in free]
            choice = self.table.choose(player, shown, self.table.chance.randrange(len(free)), PLACE, player=player)
            self.pawns[player] = free[choice]
            square = self.squares[free[choice]]
            self.table.tell(PLACES, player=player, square=free[choice] + 1, **_facts(square))

    def _turn(self, active: str) -> None:
        table = self.table
        square = self._move(active)
        question, page = self._draw(square["product"])
        reader = self._reader(active)
        facts = {"page": page, "number": question["number"], "keyword": question.get("keyword", "—"), "reader": reader}
        mode = self.play["modes"][square["product"]]
        table.tell(DRAWS_PLAIN if mode == "solo" else DRAWS, **facts, icon=question["type"])
        others = [player for player in table.after(active, self.inside) if player not in (active, reader)]
        bank = self.phases[0]["payer"] == "bank"
        if mode == "solo":
            self._solo(active, others, reader, square["amount"], question, bank=bank)
            return
        if mode == "duel":
            other = others[table.choose(active, others, self._weakest(others), OPPONENT, player=active)]
            table.tell(CHALLENGES, player=active, other=other)
            others = [other]
        self._together(active, others, reader, square["amount"], question, bank=bank)

    # ---- the parts of a turn

    def _move(self, active: str) -> Mapping[str, Any]:
        number = self.table.die(self.play["dice"]["move"])
        taken = {place for player, place in self.pawns.items() if player != active}
        targets = []
        for way in (1, -1):
            place = (self.pawns[active] + way * number) % len(self.squares)
            while place in taken:
                place = (place + way) % len(self.squares)
            targets.append(place)
        advice = 0 if self.squares[targets[0]]["amount"] >= self.squares[targets[1]]["amount"] else 1
        shown = [self._square(place) for place in targets]
        place = targets[self.table.choose(active, shown, advice, DIRECTION, player=active, number=number)]
        self.pawns[active] = place
        square = self.squares[place]
        facts = {"turn": self.table.turns, "player": active, "number": number, "square": place + 1}
        self.table.tell(MOVES, **facts, **_facts(square))
        return square

    def _draw(self, product: str) -> tuple[Mapping[str, Any], int]:
        """The question that the dice show; they are thrown again for one that was played or is not written yet."""
        cells, dice = self.questions[product], self.play["dice"]
        if all((product, *cell) in self.asked for cell in cells):
            self.asked -= {(product, *cell) for cell in cells}
        while True:
            page, number = self.table.die(dice["page"]), self.table.die(dice["question"])
            if (page, number) in cells and (product, page, number) not in self.asked:
                self.asked.add((product, page, number))
                return cells[page, number], page

    def _reader(self, active: str) -> str:
        """The neighbour on the right; when two are left, those who are out take turns."""
        if len(self.inside) > 2:
            return self.table.after(active, self.inside)[-2]
        out = [player for player in self.table.players if player not in self.inside]
        self.readers += 1
        return out[self.readers % len(out)]

    def _solo(
        self, active: str, others: Sequence[str], reader: str, amount: int, question: Mapping[str, Any], *, bank: bool
    ) -> None:
        table, ledger = self.table, self.ledger
        other = others[table.choose(active, others, self._weakest(others), WHO_WINS, player=active)]
        table.tell(NAMES_ONE, player=active, other=other)
        if not bank and min(ledger[active], ledger[other]) < amount:
            poorest = min((active, other), key=lambda player: ledger[player])
            amount = ledger[poorest]
            table.tell(SHORT, player=poorest, amount=amount)
        winner, loser = (active, other) if alone(table, active, reader, question) else (other, active)
        if bank:
            table.tell(BANK_PAYS, player=winner, amount=ledger.move(BANK, winner, amount))
        else:
            table.tell(PAYS, player=loser, other=winner, amount=ledger.move(loser, winner, amount))

    def _together(
        self, active: str, others: Sequence[str], reader: str, amount: int, question: Mapping[str, Any], *, bank: bool
    ) -> None:
        table, ledger = self.table, self.ledger
        players: Sequence[str] = (active, *others)
        if not bank:
            step = self.play["step"] if self.phases[0]["raises"] else amount + ledger.total()
            players = collect(table, ledger, active, others, amount, step=step).players
            if not players:
                return
        winners: Sequence[str] = contest(table, players, reader, question)
        if len(winners) != 1:
            winners = [by_dice(table, winners or players, self.play["dice"]["page"])]
            table.tell(DICE_DECIDE, player=winners[0])
        if bank:
            table.tell(BANK_PAYS, player=winners[0], amount=ledger.move(BANK, winners[0], amount))
        else:
            table.tell(TAKES, player=winners[0], amount=ledger.move(MIDDLE, winners[0], ledger[MIDDLE]))

    def _settle(self) -> None:
        """After a turn: who is out, and whether a new phase begins."""
        if self.phases[0]["ends"] == "bank-empty":
            if self.ledger[BANK] or len(self.phases) == 1:
                return
            self.phases.pop(0)
            self.table.tell(PHASE, phase=self.phases[0]["name"])
            sums = ", ".join(f"{player} {self.ledger[player]}" for player in self.table.players)
            self.table.tell(HOLDINGS, sums=sums)
        owners = [player for player in self.inside if self.ledger[player]]
        for player in list(self.inside):
            if owners and player not in owners:
                self.inside.remove(player)
                del self.pawns[player]
                self.table.tell(OUT, player=player)

    def _weakest(self, others: Sequence[str]) -> int:
        return min(range(len(others)), key=lambda place: self.ledger[others[place]])

    def _square(self, place: int) -> str:
        square = self.squares[place]
        return f"{place + 1}: {square['product']} {square['amount']}"


def _facts(square: Mapping[str, Any]) -> dict[str, object]:
    return {"product": square["product"], "amount": square["amount"]}


MECHANISM = Mechanism(
    "board-challenges",
    lambda table, source, options: _Game(table, source, options).run(),
    lambda _source, _players: Choices(setups=True),
)
