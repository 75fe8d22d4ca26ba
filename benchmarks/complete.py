"""Write a content repository at complete size: the real games, and filler for what is not written yet.

`python -m benchmarks.complete FOLDER`. Every page, card and puzzle that game.yaml promises is there, so that a build
takes as long as that of the finished games.
"""

from __future__ import annotations

import argparse
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.generate import BOOKLETS, SEED, Author
from pipeline.kinds.booklet import Booklet
from pipeline.kinds.code_puzzles import Attempt, CodePuzzles
from pipeline.kinds.code_solver import feedback_for, solve
from pipeline.kinds.question_cards import QuestionCards
from pipeline.project.check import load_games
from pipeline.source.document import load

if TYPE_CHECKING:
    from pipeline.kinds.base import Product
    from pipeline.kinds.code_solver import Dice

CONTENT = Path(__file__).resolve().parent.parent / "content"
_PLACED = (2, 2, 3, 3, 4)
_TITLES = ("Le verrou", "La serrure", "Le coffre", "La cachette", "Le tiroir", "La consigne", "Le grenier", "La trappe")


def complete(folder: Path, *, most: int | None = None, seed: int = SEED) -> int:
    """Copy content/ and fill it up; gives the number of added groups. `most` stops after so many a product."""
    shutil.copytree(CONTENT, folder / "content", dirs_exist_ok=True)
    author = Author(seed)
    added = 0
    for game in load_games(folder)[0]:
        for name, product in game.result.products.items():
            place = folder / "content" / game.folder.name / name
            there = [folder / file.path for file in game.files if file.product == name]
            author.new_booklet()
            added += _fill(place, there, product, author, most)
    return added


def _fill(place: Path, there: list[Path], product: Product, author: Author, most: int | None) -> int:
    if isinstance(product, Booklet):
        known = {int(load(path.read_bytes()).data["page"]) for path in there}
        missing = [number for number in range(1, product.pages + 1) if number not in known][:most]
        types = next(booklet.types for booklet in BOOKLETS if set(booklet.types) == set(product.types))
        for number in missing:
            text = author.page(number, types, product.questions_per_page)
            (place / f"{number:02}.yaml").write_text(text, encoding="utf-8")
        return len(missing)
    if isinstance(product, QuestionCards):
        ids = [f"z{place.name[0]}{number:03}" for number in range(_entries(there, "cards"), product.cards)][:most]
        cards = [author.card(id_, product.types) for id_ in ids]
        (place / "99.yaml").write_text("".join(["cards:\n", *cards]), encoding="utf-8")
        return len(ids)
    if isinstance(product, CodePuzzles):
        ids = [f"zp{number:03}" for number in range(_entries(there, "puzzles"), product.puzzles or 0)][:most]
        chance = random.Random(len(ids))
        with there[-1].open("a", encoding="utf-8") as file:
            file.writelines(_puzzle(id_, product, chance) for id_ in ids)
        return len(ids)
    return 0


def _entries(there: list[Path], key: str) -> int:
    return sum(len(load(path.read_bytes()).data[key]) for path in there)


def _puzzle(id_: str, product: CodePuzzles, chance: random.Random) -> str:
    """A puzzle that the solver has proved: one code fits, and no attempt can be left out."""
    columns, faces = len(product.columns), product.faces
    while True:
        code = tuple(chance.randint(1, faces) for _ in range(columns))
        attempts = tuple(_attempt(code, product, chance) for _ in range(product.attempts))
        if len(solve(attempts, columns, faces)) != 1:
            continue
        for attempt in attempts:
            others = tuple(other for other in attempts if other is not attempt)
            if len(solve(others, columns, faces)) == 1:
                attempts = others
        if sum(die is not None for attempt in attempts for die in attempt.dice) <= product.dice:
            break
    lines = "".join(f"      - {_written(attempt)}\n" for attempt in attempts)
    title = f"{chance.choice(_TITLES)} {id_[2:].lstrip('0')}"
    return (
        f"  - id: {id_}\n    title: {title}\n    difficulty: {chance.randint(1, 5)}\n    attempts:\n{lines}"
        f"    solution: [{', '.join(map(str, code))}]\n    hint: Comparez les deux premiers essais.\n"
    )


def _attempt(code: tuple[int, ...], product: CodePuzzles, chance: random.Random) -> Attempt:
    chosen = set(chance.sample(range(len(code)), min(chance.choice(_PLACED), len(code))))
    dice: Dice = tuple(chance.randint(1, product.faces) if at in chosen else None for at in range(len(code)))
    equal, lower, higher = feedback_for(code, dice)
    feedback: Any = {"equal": str(equal), "lower": str(lower), "higher": str(higher)}
    shown: Any = tuple("null" if die is None else str(die) for die in dice)
    return Attempt.model_validate({"dice": shown, "feedback": feedback})


def _written(attempt: Attempt) -> str:
    dice = ", ".join("null" if die is None else str(die) for die in attempt.dice)
    feedback = attempt.feedback
    marks = f"equal: {feedback.equal}, lower: {feedback.lower}, higher: {feedback.higher}"
    return f"{{dice: [{dice}], feedback: {{{marks}}}}}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.complete", description=__doc__)
    parser.add_argument("folder", type=Path, help="where content/ is written")
    options = parser.parse_args()
    print(f"{complete(options.folder)} pages, cards and puzzles added in {options.folder}")


if __name__ == "__main__":
    main()
