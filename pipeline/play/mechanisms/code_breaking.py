"""Code breaking: roll, place, hear how many dice are equal, lower and higher; then name the code."""

from __future__ import annotations

from itertools import product as every
from typing import TYPE_CHECKING, Any

from pipeline.core.finding import say
from pipeline.play.game import Mechanism, Options, Played, Source, require
from pipeline.play.table import UnplayableError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.play.table import Table

    Code = tuple[int, ...]
    Row = tuple[int | None, ...]
    Marks = tuple[int, int, int]

TOO_MANY = "There are {count} codes with {columns} columns and {faces} faces: too many to think about."
ROUND = "Round {round}: {composer} composes, {decoder} decodes."
YOUR_CODE = "{composer}, your code is {code}."
ATTEMPT = "Attempt {attempt}: {decoder} rolls {dice}."
PLACE = (
    "{decoder}, place 1 to {count} of {dice} in {columns}, for example “{example}”; “-” is an empty place,"
    " “=” names the code"
)
FEEDBACK = "{composer}, for {row} say how many are equal, lower, higher (your code is {code})"
PLACED = "{decoder} places {row}: {equal} equal, {lower} lower, {higher} higher. Codes left: {left}."
NAME_CODE = "{decoder}, name the code ({columns})"
NAMED = "{decoder} names {code}."
FOUND = "Found: {points} points ({attempts} attempts, {dice} dice placed)."
MISSED = "Missed: the code was {code}."
FALSE = "The feedback to {row} was wrong: {decoder} wins the game at once."
POINTS = "Points: {points}."
PUZZLE = "Puzzle {number}{title}: one code fits {attempts} attempts: {code}."
PUZZLE_WRONG = "Puzzle {number} is not sound: {count} codes fit."

_MOST_CODES = 50_000
_TRIES = 40
_SAMPLE = 250
_MOST_DICE = 1000


def feedback(code: Sequence[int], row: Sequence[int | None]) -> Marks:
    """Equal, lower, higher: what the code is compared with the placed dice."""
    placed = [(secret, die) for secret, die in zip(code, row, strict=False) if die is not None]
    equal = sum(secret == die for secret, die in placed)
    lower = sum(secret < die for secret, die in placed)
    return equal, lower, len(placed) - equal - lower


def decode(attempts: Iterable[Mapping[str, Any]], columns: int, faces: int) -> list[Code]:
    """Every code that fits the attempts of a puzzle."""
    codes: list[Code] = _all_codes(columns, faces)
    for attempt in attempts:
        marks = attempt["feedback"]
        wanted = (marks["equal"], marks["lower"], marks["higher"])
        codes = [code for code in codes if feedback(code, attempt["dice"]) == wanted]
    return codes


class _Game:
    def __init__(self, table: Table, source: Source) -> None:
        self.table, self.source, self.play = table, source, source.play
        self.columns: Sequence[str] = self.play["columns"]
        require(self.columns, "columns")
        require(len(table.players) == 2, "players")
        numbers = (self.play[name] for name in ("dice", "roll", "attempts", "rounds"))
        require(max(numbers) <= _MOST_DICE, "dice")
        self.codes = _all_codes(len(self.columns), self.play["faces"])
        self.points = dict.fromkeys(table.players, 0)
        self.won_at_once = ""

    def run(self) -> Played:
        table = self.table
        composer, decoder = table.shuffled(table.players)[:2]
        for number in range(self.play["rounds"]):
            if not table.count_turn():
                break
            table.tell(ROUND, round=number + 1, composer=composer, decoder=decoder)
            self.points[decoder] += self._round(composer, decoder)
            if self.won_at_once:
                break
            table.tell(POINTS, points=", ".join(f"{player} {points}" for player, points in self.points.items()))
            composer, decoder = decoder, composer
        if self.play.get("puzzles"):
            self._puzzle(self.source.product(self.play["puzzles"]))
        best = max(self.points.values())
        winners = tuple(player for player, points in self.points.items() if points == best)
        return Played((self.won_at_once,) if self.won_at_once else winners, self.points, table.turns)

    def _round(self, composer: str, decoder: str) -> int:
        table, play = self.table, self.play
        code = tuple(table.die(play["faces"]) for _ in self.columns)
        table.minds[composer].text(say(YOUR_CODE, composer=composer, code=_shown(code)), "")
        left, dice, attempts, said = self.codes, play["dice"], 0, []
        while attempts < play["attempts"] and dice and len(left) > 1:
            rolled = sorted(table.die(play["faces"]) for _ in range(min(play["roll"], dice)))
            row = self._row(decoder, rolled, left, attempts + 1)
            if row is None:
                break
            table.count_turn()
            attempts, dice = attempts + 1, dice - sum(die is not None for die in row)
            marks = self._marks(composer, code, row)
            said.append((row, marks))
            left = [one for one in left if feedback(one, row) == marks]
            equal, lower, higher = marks
            facts = {"decoder": decoder, "row": _shown(row), "left": len(left)}
            table.tell(PLACED, **facts, equal=equal, lower=lower, higher=higher)
        guess = self._guess(decoder, left)
        table.tell(NAMED, decoder=decoder, code=_shown(guess))
        for row, marks in said:  # the screen is opened
            if feedback(code, row) != marks:
                table.tell(FALSE, row=_shown(row), decoder=decoder)
                self.won_at_once = decoder
                return 0
        if guess != code:
            table.tell(MISSED, code=_shown(code))
            return 0
        score = play["score"]
        points = int(score["found"] + score["row"] * (play["attempts"] - attempts) + score["die"] * dice)
        table.tell(FOUND, points=points, attempts=attempts, dice=play["dice"] - dice)
        return points

    def _row(self, decoder: str, rolled: list[int], left: list[Code], number: int) -> Row | None:
        """The dice that the decoder places, or None to name the code now."""
        dice = _shown(rolled)
        self.table.tell(ATTEMPT, attempt=number, decoder=decoder, dice=dice)
        advice = self._best_row(rolled, left)
        prompt = say(
            PLACE,
            decoder=decoder,
            count=len(rolled),
            dice=dice,
            columns=", ".join(self.columns),
            example=_shown(advice),
        )
        for _ in range(3):
            text = self.table.minds[decoder].text(prompt, _shown(advice))
            if text.strip() == "=":
                return None
            row = self._read_row(text, rolled)
            if row is not None:
                return row
        return advice

    def _read_row(self, text: str, rolled: list[int]) -> Row | None:
        words = text.replace(",", " ").split()
        if len(words) != len(self.columns) or not all(word == "-" or word.isdecimal() for word in words):
            return None
        row = tuple(None if word == "-" else int(word[:3]) for word in words)
        pool = list(rolled)
        for die in row:
            if die is not None:
                if die not in pool:
                    return None
                pool.remove(die)
        return row if any(die is not None for die in row) else None

    def _best_row(self, rolled: list[int], left: list[Code]) -> Row:
        """Of some rows that the dice allow, the one that leaves the fewest codes for the dice that it costs."""
        chance = self.table.chance
        sample = left if len(left) <= _SAMPLE else chance.sample(left, _SAMPLE)
        best: tuple[float, Row] | None = None
        for _ in range(_TRIES):
            count = chance.randrange(1, min(len(rolled), len(self.columns)) + 1)
            row: list[int | None] = [None] * len(self.columns)
            for column, die in zip(
                chance.sample(range(len(self.columns)), count), chance.sample(rolled, count), strict=True
            ):
                row[column] = die
            groups: dict[Marks, int] = {}
            for code in sample:
                marks = feedback(code, row)
                groups[marks] = groups.get(marks, 0) + 1
            cost = sum(size * size for size in groups.values()) / len(sample) * (1 + 0.05 * count)
            if best is None or cost < best[0]:
                best = (cost, tuple(row))
        if best is None:
            raise AssertionError("there is always a row")
        return best[1]

    def _marks(self, composer: str, code: Code, row: Row) -> Marks:
        """What the composer says: the truth, unless a person errs."""
        right = feedback(code, row)
        advice = " ".join(map(str, right))
        prompt = say(FEEDBACK, composer=composer, row=_shown(row), code=_shown(code))
        words = self.table.minds[composer].text(prompt, advice).split()
        if len(words) == 3 and all(word.isdecimal() and len(word) < 3 for word in words):
            equal, lower, higher = map(int, words)
            if equal + lower + higher == sum(right):
                return equal, lower, higher
        return right

    def _guess(self, decoder: str, left: list[Code]) -> Code:
        advice = self.table.chance.choice(left or self.codes)
        prompt = say(NAME_CODE, decoder=decoder, columns=", ".join(self.columns))
        words = self.table.minds[decoder].text(prompt, _shown(advice)).replace(",", " ").split()
        guess = tuple(int(word) for word in words if word.isdecimal() and len(word) < 4)
        return guess if len(guess) == len(self.columns) else advice

    def _puzzle(self, product: Mapping[str, Any]) -> None:
        """Decode one puzzle of the booklet."""
        if not product["puzzles"]:
            return
        puzzle = self.table.chance.choice(product["puzzles"])
        found = decode(puzzle["attempts"], len(product["columns"]), product["faces"])
        if found != [tuple(puzzle["solution"])]:
            self.table.tell(PUZZLE_WRONG, number=puzzle["number"], count=len(found))
            return
        title = f" ({puzzle['title']})" if "title" in puzzle else ""
        facts = {"number": puzzle["number"], "title": title, "attempts": len(puzzle["attempts"])}
        self.table.tell(PUZZLE, **facts, code=_shown(found[0]))


def _all_codes(columns: int, faces: int) -> list[Code]:
    count = faces ** min(columns, 20)
    if count > _MOST_CODES:
        raise UnplayableError(TOO_MANY, count=count, columns=columns, faces=faces)
    return list(every(range(1, faces + 1), repeat=columns))


def _shown(dice: Sequence[int | None]) -> str:
    return " ".join("-" if die is None else str(die) for die in dice)


def _play(table: Table, source: Source, _options: Options) -> Played:
    return _Game(table, source).run()


MECHANISM = Mechanism("code-breaking", _play)
