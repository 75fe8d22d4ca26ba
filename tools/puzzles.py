#!/usr/bin/env python3
"""Grade, prove and generate the code puzzles of Masterdice.

    puzzles.py prove [FILE]                prove a puzzle file: see `prove`
    puzzles.py sort [FILE]                 write a file again, in the order of its grades, with its stars
    puzzles.py generate --seed 7 [FILE]    what FILE lacks, like none that it has, without titles and hints

The grade is *effort*: how many readings a careful solver weighs before one code is left. A reading of an attempt says
which die got which answer: `2 4 · ·  1 equal 1 higher` has two. The solver is patient and not clairvoyant: notes the
values that each colour can still have, and

1. looks at the attempts again and again, those with the fewest readings first, as long as something has changed in one
   of their colours: each look costs the number of readings that are still open, useful or not;
2. when no look excludes anything more, supposes: takes the attempt (its readings) or the colour (its values) with the
   fewest cases, and follows every case to its end. Each case costs 1 and whatever it takes to follow it.

So effort counts both patience (many attempts to look at) and case analysis (which multiplies). It is measured on the
canonical form of a puzzle, so that equivalent puzzles have the same grade.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from pipeline.kinds.code_puzzles import Attempt, CodePuzzles, Feedback, Puzzle
from pipeline.kinds.code_solver import feedback_for, flaw, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Dice = tuple[int | None, ...]
    Marks = tuple[int, int, int]
    Row = tuple[Dice, Marks]
    Code = tuple[int, ...]
    Reading = tuple[frozenset[int], ...]
    Domains = tuple[frozenset[int], ...]
    Maker = Callable[[random.Random, Code, int], Dice]

FILE = Path(__file__).parents[1] / "content" / "masterdice" / "puzzles.yaml"
RULES = CodePuzzles(kind="code-puzzles", title="Énigmes", puzzles=60)
COLUMNS, FACES = len(RULES.columns), RULES.faces
ALL = frozenset(range(1, FACES + 1))
CODES: tuple[Code, ...] = tuple(product(sorted(ALL), repeat=COLUMNS))
# Effort up to which a puzzle has 1, 2, 3 and 4 stars; beyond, it has 5.
STARS = (9, 18, 40, 90)
# Least and greatest effort, and how many puzzles a complete booklet has between them.
BANDS = ((5, 9, 10), (10, 18, 14), (19, 40, 14), (41, 90, 12), (91, 400, 10))
_HOPELESS = 10**9


def stars(effort: int) -> int:
    """From 1 (easy) to 5 (fiendish)."""
    return 1 + sum(effort > limit for limit in STARS)


# --- The grade ---------------------------------------------------------------------------------------------------


@cache
def readings(row: Row) -> tuple[Reading, ...]:
    """Every way to give the answers to the dice: for each column, the values that it would leave."""
    dice, (equal, lower, higher) = row
    placed = [column for column, die in enumerate(dice) if die is not None]
    orders = sorted(set(permutations("=" * equal + "<" * lower + ">" * higher)))
    found = []
    for order in orders:
        left = [ALL] * COLUMNS
        for column, answer in zip(placed, order, strict=True):
            die = dice[column] or 0
            left[column] = frozenset(v for v in ALL if (v == die, v < die, v > die)["=<>".index(answer)])
        if all(left):
            found.append(tuple(left))
    return tuple(found)


def _meet(domains: Domains, reading: Reading) -> Domains:
    return tuple(a & b for a, b in zip(domains, reading, strict=True))


@dataclass(frozen=True)
class _State:
    """What is known: values each colour can still have, readings each attempt can still have, attempts to look at."""

    domains: Domains
    open: tuple[tuple[Reading, ...], ...]
    unread: frozenset[int]

    def knowing(self, domains: Domains) -> _State:
        """After a look or a supposition: open attempts with a die in a colour that changed are worth another look."""
        changed = [column for column in range(COLUMNS) if domains[column] != self.domains[column]]
        again = {
            index
            for index, row in enumerate(self.open)
            if len(row) > 1 and any(reading[column] != ALL for reading in row for column in changed)
        }
        return _State(domains, self.open, self.unread | again)


def _look(state: _State, index: int) -> _State:
    """Look at one attempt: weigh its readings, and note the values that none of them leaves."""
    left = tuple(reading for reading in state.open[index] if all(_meet(state.domains, reading)))
    met = [_meet(state.domains, reading) for reading in left]
    domains = tuple(frozenset().union(*(m[column] for m in met)) for column in range(COLUMNS))
    rows = (*state.open[:index], left, *state.open[index + 1 :])
    after = _State(state.domains, rows, state.unread).knowing(domains)
    return _State(after.domains, after.open, after.unread - {index})


def _effort(state: _State, bound: int) -> int:
    """Readings weighed until one code is left or none is; at least `bound` if it takes that much."""
    spent = 0
    while state.unread:
        index = min(state.unread, key=lambda unread: (len(state.open[unread]), unread))
        spent += len(state.open[index])
        state = _look(state, index)
        if spent >= bound or not all(state.domains):
            return spent
    if all(len(values) == 1 for values in state.domains):
        return spent
    return spent + _split(state, bound - spent)


def _split(state: _State, bound: int) -> int:
    """Case analysis: by the readings of an attempt or the values of a colour, whichever has the fewest cases."""
    splits: list[list[_State]] = []
    for index, row in enumerate(state.open):
        if len(row) > 1:
            splits.append(
                [
                    _State(
                        state.domains, (*state.open[:index], (reading,), *state.open[index + 1 :]), state.unread
                    ).knowing(_meet(state.domains, reading))
                    for reading in row
                ]
            )
    for column, values in enumerate(state.domains):
        if len(values) > 1:
            before, after = state.domains[:column], state.domains[column + 1 :]
            splits.append([state.knowing((*before, frozenset({value}), *after)) for value in sorted(values)])
    fewest = min(map(len, splits))
    best = bound
    for cases in splits:
        if len(cases) > fewest:
            continue
        spent = 0
        for case in cases:
            spent += 1 + _effort(case, best - spent)
            if spent >= best:
                break
        best = min(best, spent)
    return best


def grade(rows: Sequence[Row], bound: int = _HOPELESS) -> int:
    """The effort of a puzzle, or at least `bound`."""
    normal = canonical(rows)
    return _effort(_State((ALL,) * COLUMNS, tuple(map(readings, normal)), frozenset(range(len(normal)))), bound)


# --- Equivalence -------------------------------------------------------------------------------------------------


def canonical(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The same rows for puzzles that differ only by the order of colours, of attempts, or by 1..6 read as 6..1."""
    rows = list(rows)
    forms = []
    for order in permutations(range(COLUMNS)):
        for mirrored in (False, True):
            form = []
            for dice, (equal, lower, higher) in rows:
                moved = [dice[column] for column in order]
                if mirrored:
                    moved = [die and FACES + 1 - die for die in moved]
                    lower, higher = higher, lower  # noqa: PLW2901
                form.append((tuple(die or 0 for die in moved), (equal, lower, higher)))
            forms.append(sorted(form))
    return tuple((tuple(die or None for die in dice), marks) for dice, marks in min(forms))


# --- The file ----------------------------------------------------------------------------------------------------


def read(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)  # noqa: S506 - every scalar is a text
    puzzles = []
    for item in data["puzzles"]:
        for attempt in item["attempts"]:
            attempt["dice"] = [None if die == "null" else die for die in attempt["dice"]]
        puzzles.append(Puzzle.model_validate(item))
    return puzzles


def rows_of(puzzle: Puzzle) -> tuple[Row, ...]:
    """Its attempts, without their models."""
    return tuple((a.dice, (a.feedback.equal, a.feedback.lower, a.feedback.higher)) for a in puzzle.attempts)


def as_yaml(puzzle: Puzzle, difficulty: int) -> str:
    """A puzzle as it stands in the file."""
    lines = [f"  - id: {puzzle.id}", f'    title: "{puzzle.title}"', f"    difficulty: {difficulty}", "    attempts:"]
    for dice, (equal, lower, higher) in rows_of(puzzle):
        placed = ", ".join("null" if die is None else str(die) for die in dice)
        lines.append(f"      - {{dice: [{placed}], feedback: {{equal: {equal}, lower: {lower}, higher: {higher}}}}}")
    lines.append(f"    solution: [{', '.join(map(str, puzzle.solution))}]")
    if puzzle.hint:
        lines.append(f'    hint: "{puzzle.hint}"')
    return "\n".join(lines) + "\n"


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write the puzzles from easy to fiendish."""
    graded = sorted(((grade(rows_of(puzzle)), puzzle.id or "", puzzle) for puzzle in puzzles), key=lambda g: g[:2])
    head = "# yaml-language-server: $schema=../../schemas/code-puzzles.schema.json\npuzzles:\n"
    path.write_text(head + "".join(as_yaml(puzzle, stars(effort)) for effort, _, puzzle in graded), encoding="utf-8")


# --- Hints -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """What a hint states: every code that fits these attempts (counted from 1) makes `true` true."""

    attempts: tuple[int, ...]
    true: str

    def holds(self, puzzle: Puzzle) -> bool:
        chosen = tuple(puzzle.attempts[number - 1] for number in self.attempts)
        test = compile(self.true, puzzle.id or "hint", "eval")
        names = {"__builtins__": {}, "max": max, "min": min}
        codes = solve(chosen, COLUMNS, FACES)
        return all(eval(test, names, dict(zip("brgy", code, strict=True))) for code in codes)  # noqa: S307 - our own


# What the hints state, in the order of their sentences; b, r, g, y are blue, red, green and yellow.
CLAIMS: dict[str, tuple[Claim, ...]] = {
    "p003": (Claim((2,), "r >= 3"),),
    "p004": (Claim((7,), "g > 4"), Claim((3, 7), "g == 5")),
    "p005": (Claim((1,), "b == 6"), Claim((1, 4), "max(r - 1, g - 2, y - 3) < 1")),
    "p006": (Claim((1,), "y < 6"),),
    "p007": (Claim((1, 3), "b == 4"),),
    "p008": (Claim((4,), "r < 6 and g > 1 and b == 1"),),
    "p009": (Claim((2,), "r >= 3"), Claim((1, 2), "r in (3, 4)")),
    "p011": (Claim((1, 2), "g in (1, 6)"),),
    "p012": (Claim((1, 2), "y == 3"),),
    "p013": (Claim((4,), "r == 1 and b < 6"),),
    "p014": (Claim((1,), "r == 1"), Claim((4,), "g == 1")),
    "p015": (Claim((1,), "b == 6 and y == 6"),),
    "p016": (Claim((3,), "r > 4 and y == 6 and g < 6"),),
    "p017": (Claim((1,), "y == 1"),),
    "p018": (Claim((2,), "r == 1 and y == 1"),),
    "p019": (Claim((1,), "g == 6 and y > 1"),),
    "p020": (Claim((1,), "r < 3"), Claim((1, 4), "b == 5 and y == 3")),
    "p021": (Claim((3,), "b == 6"), Claim((1, 3), "r == 1 and g == 1")),
    "p022": (Claim((2,), "b > 2 and y == 6"), Claim((1, 2), "r == 3 and g == 1")),
    "p023": (Claim((1,), "g > 4"), Claim((1, 3), "g == 6 and b == 1")),
    "p024": (Claim((4,), "y <= 2"), Claim((2, 4), "b == 3")),
    "p025": (Claim((1,), "y == 1"), Claim((1, 3), "b == 4 and r == 3")),
    "p026": (Claim((3,), "b >= 4"), Claim((2, 3), "g == 4")),
    "p027": (Claim((4,), "r != 6"), Claim((2, 4), "b == 2")),
    "p028": (Claim((3,), "g > 2"), Claim((2, 3), "r == 3 and y == 2")),
    "p029": (Claim((2,), "y != 6"), Claim((1, 2), "b == 4")),
    "p030": (Claim((2,), "y >= 4"), Claim((2, 4), "r == 3")),
    "p031": (Claim((5,), "max(b, r, g, y) < 6"), Claim((2, 5), "y == 2")),
    "p032": (Claim((1,), "g < 5"), Claim((3,), "r < 3"), Claim((1, 3), "r == 1")),
    "p033": (Claim((2, 3), "min(b, r, g) > 1"), Claim((2, 3, 5), "y == 1")),
    "p034": (Claim((1,), "y == 6"), Claim((1, 4), "b != 3 and r != 5")),
    "p035": (Claim((1, 3), "g == 2 and y == 2"),),
    "p036": (Claim((1,), "r < 3"), Claim((2,), "b < 4")),
    "p037": (Claim((5,), "r >= 4"), Claim((4,), "r <= 5"), Claim((1, 5), "r == 4")),
    "p038": (Claim((1,), "y < 3"), Claim((1, 2), "b >= 2 and r == 1")),
    "p039": (Claim((3,), "b >= 4 and r >= 4"), Claim((1, 3), "b == 4")),
    "p040": (Claim((1,), "g > 2 and (b, r, y).count(6) == 1"), Claim((1, 3), "y in (1, 6)")),
    "p041": (Claim((2,), "g in (5, 6)"), Claim((2, 3), "g == 5 and r == 1")),
    "p042": (Claim((3,), "r >= 4 and g >= 4"), Claim((2, 3), "b == 2")),
    "p043": (Claim((3,), "b == 1"), Claim((1, 4), "g == 5")),
    "p044": (Claim((1, 2), "g == 3"), Claim((2, 3), "b == 1")),
    "p045": (Claim((3, 4), "y == 6"),),
    "p046": (Claim((1, 3), "y == 3"), Claim((1, 2, 3), "b == 3 and r == 3")),
    "p047": (Claim((2, 3), "b == 4"),),
    "p048": (Claim((1, 2), "b == 4"), Claim((3,), "r <= 3")),
    "p049": (Claim((2,), "r > 1 and g > 1"), Claim((2, 3), "r in (2, 3) and g in (2, 3)")),
    "p050": (Claim((1, 3), "y in (1, 6) and b in (1, 2)"),),
    "p051": (Claim((1, 2, 3), "b in (1, 2)"),),
    "p052": (Claim((2, 3), "b in (3, 4)"), Claim((1, 4, 5), "y == 4")),
    "p053": (Claim((3, 4), "r in (4, 5)"), Claim((2, 3, 4), "g == 4")),
    "p054": (Claim((1, 2), "b == 1 and g == 2 and y == 2"),),
    "p055": (Claim((1, 3), "b in (5, 6)"),),
    "p056": (Claim((2, 3, 4), "g in (1, 2) and y in (1, 2)"),),
    "p057": (Claim((1, 2), "b == 3"), Claim((1, 3), "y == 4")),
    "p058": (Claim((1, 3), "y == 1"),),
    "p059": (Claim((1, 3), "y == 1"), Claim((1, 4), "g == 4")),
    "p060": (Claim((1, 2, 3, 4), "b > 5"),),
}


# --- The proof ---------------------------------------------------------------------------------------------------


def faults(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with one puzzle on its own."""
    attempts = puzzle.attempts
    if len(attempts) > RULES.attempts:
        yield "too many attempts"
    if sum(die is not None for attempt in attempts for die in attempt.dice) > RULES.dice:
        yield "too many dice"
    yield from (f"attempt {n}: {fault}" for n, a in enumerate(attempts, 1) if (fault := flaw(a, RULES)))
    if solve(attempts, COLUMNS, FACES) != (puzzle.solution,):
        yield "not exactly its solution"
    for index in range(len(attempts)):
        if len(solve(attempts[:index] + attempts[index + 1 :], COLUMNS, FACES)) == 1:
            yield f"attempt {index + 1} is idle"
    if not puzzle.title or not puzzle.hint:
        yield "no title or no hint"
    for number, claim in enumerate(CLAIMS.get(puzzle.id or "", ()), 1):
        if not claim.holds(puzzle):
            yield f"claim {number} of its hint is false"


def prove(puzzles: Sequence[Puzzle], out: Callable[[str], object]) -> bool:
    """Whether a file keeps its promises: one solution each, no idle attempt, within the rules, hints that are true,
    no two puzzles equivalent, grades that never fall, and stars that say the grade.
    """
    good = True
    seen: dict[tuple[Row, ...], str] = {}
    before = 0
    grades = []
    for number, puzzle in enumerate(puzzles, 1):
        rows = rows_of(puzzle)
        problems = list(faults(puzzle))
        same = seen.setdefault(canonical(rows), puzzle.id or "")
        if same != puzzle.id:
            problems.append(f"equivalent to {same}")
        effort = grade(rows)
        grades.append(effort)
        if effort < before:
            problems.append(f"easier than the one before ({before})")
        before = effort
        if puzzle.difficulty != stars(effort):
            problems.append(f"has {puzzle.difficulty} stars instead of {stars(effort)}")
        left = [len(solve(puzzle.attempts[: n + 1], COLUMNS, FACES)) for n in range(len(rows))]
        codes = " ".join(map(str, left))
        out(
            f"{number:2} {puzzle.id} {'*' * stars(effort):5} effort {effort:4}  codes left {codes:32}"
            f" {puzzle.title or ''}{''.join('  ! ' + problem for problem in problems)}"
        )
        good &= not problems
    for title, count in Counter(puzzle.title for puzzle in puzzles).items():
        if count > 1:
            good = False
            out(f"! {count} puzzles are called {title}")
    ordered = sorted(grades)
    out(f"{len(grades)} puzzles; effort: least {ordered[0]}, median {ordered[len(ordered) // 2]}, most {ordered[-1]}")
    counts = Counter(map(stars, grades))
    out("stars: " + ", ".join(f"{n}: {counts[n]}" for n in range(1, 6)))
    return good and len(puzzles) == RULES.puzzles


# --- Making puzzles ----------------------------------------------------------------------------------------------


def _row(rng: random.Random, count: int, values: Sequence[int] = tuple(sorted(ALL))) -> Dice:
    """`count` dice with some of these values, in columns at random."""
    columns = set(rng.sample(range(COLUMNS), count))
    return tuple(rng.choice(values) if column in columns else None for column in range(COLUMNS))


def _growing(counts: Sequence[int]) -> Maker:
    return lambda rng, _code, index: _row(rng, counts[index % len(counts)])


def _among(values: Sequence[int], counts: Sequence[int]) -> Maker:
    return lambda rng, _code, _index: _row(rng, rng.choice(counts), values)


def _twins(rng: random.Random, _code: Code, _index: int) -> Dice:
    """Every row shows one value only."""
    return _row(rng, rng.choice((2, 3, 4)), (rng.choice(sorted(ALL)),))


def _ladder(rng: random.Random, _code: Code, _index: int) -> Dice:
    """Values that rise from left to right."""
    placed = iter(sorted(rng.sample(sorted(ALL), 3)))
    gap = rng.randrange(COLUMNS)
    return tuple(None if column == gap else next(placed) for column in range(COLUMNS))


@dataclass(frozen=True)
class Style:
    """How the dice of a puzzle are placed, and what all of its rows together must look like."""

    name: str
    make: Maker
    most: int = RULES.attempts
    wanted: Callable[[Sequence[Row]], bool] = lambda _rows: True
    answers: Callable[[Marks], bool] = lambda _marks: True
    code: Callable[[Code], bool] = lambda _code: True
    luck: int = 1  # how many times as many tries it needs


def _spread(code: Code) -> int:
    return len(set(code))


STYLES = (
    Style("one die", _growing([1, 1, 1, 1, 1, 1, 1])),
    Style("one or two", _among(sorted(ALL), (1, 1, 2))),
    Style("pairs", _growing([2])),
    Style("triples", _growing([3])),
    Style("full rows", _growing([4]), 4),
    Style("two full rows", _growing([4]), 2, luck=30),
    Style("three rows", _growing([4, 4, 3]), 3, luck=6),
    Style("rising 1234", _growing([1, 2, 3, 4])),
    Style("falling 4321", _growing([4, 3, 2, 1]), 4, lambda rows: len(rows) == 4, luck=5),
    Style("pairs and fours", _growing([2, 4]), 5),
    Style("never equal", _among(sorted(ALL), (2, 3, 4)), answers=lambda marks: marks[0] == 0),
    Style("one equal each", _among(sorted(ALL), (2, 3, 4)), answers=lambda marks: marks[0] == 1),
    Style("equal twice each", _among(sorted(ALL), (3, 4)), answers=lambda marks: marks[0] == 2),
    Style("never lower", _among((1, 2, 3, 4, 5), (2, 3, 4)), answers=lambda marks: marks[1] == 0),
    Style("never higher", _among((2, 3, 4, 5, 6), (2, 3, 4)), answers=lambda marks: marks[2] == 0),
    Style("low dice", _among((1, 2, 3), (2, 3, 4)), code=lambda code: max(code) <= 4),
    Style("high dice", _among((4, 5, 6), (2, 3, 4)), code=lambda code: min(code) >= 3),
    Style("middle dice", _among((3, 4), (2, 3, 4)), code=lambda code: set(code) <= {3, 4, 5}, luck=3),
    Style("even dice", _among((2, 4, 6), (2, 3, 4))),
    Style("odd dice", _among((1, 3, 5), (2, 3, 4))),
    Style("twins", _twins),
    Style("ladder", _ladder),
    Style("four alike code", _among(sorted(ALL), (2, 3, 4)), code=lambda code: _spread(code) == 1, luck=3),
    Style("double pair code", _among(sorted(ALL), (2, 3)), code=lambda code: _spread(code) == 2),
    Style("same answer", _growing([4]), 4, answers=lambda marks: marks == (1, 1, 2), luck=6),
    Style("balanced", _growing([3]), answers=lambda marks: marks == (1, 1, 1)),
)


@cache
def _masks(dice: Dice) -> dict[Marks, int]:
    """For each answer to these dice, the set of codes that give it, as bits."""
    masks: dict[Marks, int] = {}
    for bit, code in enumerate(CODES):
        marks = feedback_for(code, dice)
        masks[marks] = masks.get(marks, 0) | 1 << bit
    return masks


def _needed(rows: Sequence[Row]) -> list[Row]:
    """The rows without those that the others make idle, later ones first."""
    kept = list(rows)
    for row in reversed(rows):
        others = [other for other in kept if other is not row]
        left = (1 << len(CODES)) - 1
        for dice, marks in others:
            left &= _masks(dice)[marks]
        if others and left.bit_count() == 1:
            kept = others
    return kept


def attempt_style(style: Style, rng: random.Random) -> tuple[Code, list[Row]] | None:
    """One puzzle of a style, if luck has it."""
    code = rng.choice([code for code in CODES if style.code(code)])
    rows: list[Row] = []
    left = (1 << len(CODES)) - 1
    for _ in range(60):
        dice = style.make(rng, code, len(rows))
        marks = feedback_for(code, dice)
        after = left & _masks(dice).get(marks, 0)
        if after == left or not any(marks[1:]) or not style.answers(marks):  # all equal would give the dice away
            continue
        rows.append((dice, marks))
        left = after
        if left.bit_count() == 1:
            break
        if len(rows) == style.most:
            return None
    if left.bit_count() > 1:
        return None
    kept = _needed(rows)
    placed = sum(die is not None for dice, _ in kept for die in dice)
    return (code, kept) if placed <= RULES.dice and style.wanted(kept) else None


def candidates(seed: int, tries: int, known: Iterable[Puzzle], most: int) -> Iterator[tuple[int, str, Puzzle]]:
    """Puzzles of every style that are equivalent neither to each other nor to the known ones: effort, style, puzzle."""
    seen = {canonical(rows_of(puzzle)) for puzzle in known}
    for number, style in enumerate(STYLES):
        rng = random.Random(seed * 1000 + number)  # noqa: S311 - not a secret
        for _ in range(tries * style.luck):
            made = attempt_style(style, rng)
            if made is None:
                continue
            code, rows = made
            form = canonical(rows)
            if form in seen:
                continue
            seen.add(form)
            effort = grade(rows, most)
            if effort < most:
                attempts = tuple(
                    Attempt(dice=dice, feedback=Feedback(equal=marks[0], lower=marks[1], higher=marks[2]))
                    for dice, marks in rows
                )
                yield effort, style.name, Puzzle(attempts=attempts, solution=code)


def choose(found: Sequence[tuple[int, str, Puzzle]], known: Sequence[Puzzle]) -> list[tuple[int, str, Puzzle]]:
    """As many as are missing in each band of effort, evenly spread, no style much more often than another."""
    used: Counter[str] = Counter()
    chosen: list[tuple[int, str, Puzzle]] = []
    efforts = [grade(rows_of(puzzle)) for puzzle in known]
    for least, most, wanted in BANDS:
        count = wanted - sum(least <= effort <= most for effort in efforts)
        for step in range(count):
            target = least * (most / least) ** ((step + 0.5) / count)
            pool = [item for item in found if least <= item[0] <= most and item not in chosen]
            if pool:
                best = min(pool, key=lambda item: abs(math.log(item[0] / target)) + 0.7 * used[item[1]])
                used[best[1]] += 1
                chosen.append(best)
    return sorted(chosen, key=lambda item: item[0])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("prove", "sort", "generate"))
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--tries", type=int, default=150, help="tries per style")
    options = parser.parse_args(arguments)
    out = sys.stdout.write
    puzzles = read(options.file) if options.file.exists() else []
    if options.command == "prove":
        return 0 if prove(puzzles, lambda line: out(line + "\n")) else 1
    if options.command == "sort":
        write(options.file, puzzles)
        return 0
    found = list(candidates(options.seed, options.tries, puzzles, BANDS[-1][1] + 1))
    for number, (effort, style, puzzle) in enumerate(choose(found, puzzles), len(puzzles) + 1):
        named = puzzle.model_copy(update={"id": f"p{number:03}"})
        out(f"  # {style}, effort {effort}\n{as_yaml(named, stars(effort))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
