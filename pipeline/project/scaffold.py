"""Start files that an author fills in: the next page or card file of a product, a game. Nothing is overwritten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pipeline.checks.engine import read_content
from pipeline.core.finding import say
from pipeline.kinds.game import kind_of
from pipeline.kinds.questions import QuestionProduct
from pipeline.project import layout
from pipeline.project.check import load_games
from pipeline.project.fix import new_id
from pipeline.types import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pydantic import BaseModel

    from pipeline.core.catalogue import Translate
    from pipeline.core.finding import Message
    from pipeline.kinds.base import Content, Kind, Product
    from pipeline.project.check import LoadedGame

FILL_IN = "Fill in what is empty; `livret check` says what is missing."
SLOT_CUE = "at most 16 characters, never the answer"
SLOT_QUESTION = "one sentence, read aloud"
SLOT_ANSWER = "at most four words"
SLOT_NUMBER = "a number in digits"
SLOT_LIST = "the complete list: [one, two, three]"
SLOT_PROCEDURE = "what the players do"
SLOT_THEME = "one of: {themes}"
SLOT_ANY_THEME = "its subject"
SLOT_DIFFICULTY = "1 to 5"
COMPLETE = "“{product}” is complete: game.yaml wants no more."
IS_THERE = "{path} is there already; livret never overwrites a file."
NO_FILE = "“{product}” has no file: game.yaml says everything about it."

_ANSWERS = {"text": SLOT_ANSWER, "number": SLOT_NUMBER, "list": SLOT_LIST, "procedure": SLOT_PROCEDURE}
_CARDS = 10
# What a new game says about a product of a kind; every other key has a default.
_NUMBERS: Mapping[str, str] = {
    "booklet": "pages: 20, questions_per_page: 20, types: [rapidite, cible, ping-pong]",
    "question-cards": "cards: 54, questions_per_card: 4, types: [chrono, cible, ping-pong]",
    "plain-cards": "cards: 6",
    "value-cards": "cards: 54",
    "code-puzzles": "puzzles: 20",
    "rulebook": "",
}
GAME_KINDS = tuple(_NUMBERS)


class CannotStartError(Exception):
    """Why nothing was written, as a message."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet; one that is there stays as it is and raises FileExistsError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def start_file(root: Path, game: str, product: str, translate: Translate, *, cards: int | None = None) -> str:
    """Write the next file of a product; gives its path relative to the root."""
    loaded = next(one for one in load_games(root)[0] if one.folder.name == game)
    declared = loaded.result.products[product]
    kind = kind_of(declared)
    if not kind.suffix:
        raise CannotStartError(say(NO_FILE, product=product))
    contents = {
        file.path: read_content((root / file.path).read_bytes(), declared)
        for file in loaded.files
        if file.product == product
    }
    capacity = kind.capacity(declared)
    folder = f"content/{game}/{product}"
    if not capacity.groups:
        if contents:
            raise CannotStartError(say(IS_THERE, path=next(iter(contents))))
        path = f"{folder}{kind.suffix}"
        text = _entries_file(declared, kind, translate) if kind.file_model else f"# {declared.title}\n"
    else:
        number, text = _grouped(root, loaded, declared, list(contents.values()), translate, cards)
        if capacity.group == "card":
            number = 1 + max((int(name) for name in re.findall(r"/(\d+)\.yaml", "\n".join(contents))), default=0)
        path = f"{folder}/{number:02}{kind.suffix}"
    try:
        write_new(root / path, text)
    except FileExistsError as error:
        raise CannotStartError(say(IS_THERE, path=path)) from error
    return path


def start_game(root: Path, game: str, kinds: Sequence[str]) -> str:
    """Write the game.yaml of a new game with a product of each kind; gives its path relative to the root."""
    path = f"content/{game}/game.yaml"
    title = game.replace("-", " ").capitalize()
    products = "".join(_product_line(name) for name in dict.fromkeys(kinds))
    text = (
        f'{modeline("game", 2)}game: {game}\ntitle: {title}\nedition: "1"\nversion: 0.1.0\nlanguage: fr\n'
        f"players: {{min: 2, max: 6}}\nproducts:\n{products}"
    )
    try:
        write_new(root / path, text)
    except FileExistsError as error:
        raise CannotStartError(say(IS_THERE, path=path)) from error
    return path


def modeline(schema: str, depth: int) -> str:
    """The first line of a content file: where editors find its schema."""
    return f"# yaml-language-server: $schema={'../' * depth}schemas/{schema}.schema.json\n"


def _product_line(kind: str) -> str:
    name = "rules" if kind == "rulebook" else kind
    numbers = f", {_NUMBERS[kind]}" if _NUMBERS[kind] else ""
    return f"  {name}: {{kind: {kind}, title: {name.replace('-', ' ').capitalize()}{numbers}}}\n"


def _grouped(
    root: Path,
    loaded: LoadedGame,
    product: Product,
    contents: Sequence[Content],
    translate: Translate,
    cards: int | None,
) -> tuple[int, str]:
    """The number and the text of the next page, or of the next file of cards."""
    capacity = kind_of(product).capacity(product)
    groups = [group for content in contents for group in content.groups]
    taken = _ids(root)
    head = f"{modeline(product.kind, 3)}# {translate(say(FILL_IN))}\n"
    if capacity.group == "page":
        written = {group.number for group in groups}
        number = next((page for page in range(1, capacity.groups + 1) if page not in written), 0)
        if not number:
            raise CannotStartError(say(COMPLETE, product=product.title))
        seed = f"{loaded.folder.name}/{product.title}/{number}"
        slots = _questions(product, capacity.entries, "keyword", translate, "  ", seed=seed, taken=taken)
        return number, f"{head}page: {number}\nquestions:\n{slots}"
    left = capacity.groups - len(groups)
    if left <= 0:
        raise CannotStartError(say(COMPLETE, product=product.title))
    usual = cards or (len(contents[-1].groups) if contents else _CARDS) or _CARDS
    lines = [f"{head}cards:\n"]
    last = groups[-1].id if groups else ""
    for index in range(min(left, usual)):
        last = _next_id(last, f"{loaded.folder.name}/{product.title}/{len(groups) + index}", taken)
        lines.append(f"  - id: {last}\n    questions:\n")
        lines.append(_questions(product, capacity.entries, "clue", translate, "      "))
    return 0, "".join(lines)


def _next_id(last: str, seed: str, taken: set[str]) -> str:
    """d009 -> d010 where ids are counted; otherwise a free one."""
    counted = re.fullmatch(r"([a-z-]+)(\d+)", last)
    if counted:
        number = int(counted[2]) + 1
        while (found := f"{counted[1]}{number:0{len(counted[2])}}") in taken:
            number += 1
        taken.add(found)
        return found
    return new_id(seed, taken)


def _questions(
    product: Product,
    count: int,
    cue: str,
    translate: Translate,
    margin: str,
    *,
    seed: str = "",
    taken: set[str] | None = None,
) -> str:
    """Empty questions, the types of the product in turn."""
    assert isinstance(product, QuestionProduct)
    types = [name for name in product.types if name in TYPES] or ["plain"]
    lines = []
    for index in range(count):
        type_ = TYPES[types[index % len(types)]]
        first = [f"id: {new_id(f'{seed}/{index}', taken)}"] if taken is not None else []
        answer = _ANSWERS.get(type_.model.answer_kind, SLOT_ANSWER)
        theme = say(SLOT_THEME, themes=", ".join(product.themes)) if product.themes else say(SLOT_ANY_THEME)
        hints = {cue: say(SLOT_CUE), "question": say(SLOT_QUESTION), type_.answer_field: say(answer), "theme": theme}
        hints["difficulty"] = say(SLOT_DIFFICULTY)
        # Hints stand on the first question of a type only: nobody reads them twenty times.
        empty = [f"{key}:  # {translate(hint)}" if index < len(types) else f"{key}:" for key, hint in hints.items()]
        for at, line in enumerate([*first, f"type: {type_.name}", *empty]):
            lines.append(f"{margin}{'- ' if at == 0 else '  '}{line}\n")
    return "".join(lines)


def _entries_file(product: Product, kind: Kind, translate: Translate) -> str:
    """A file of one empty entry, or of the empty keys of the file, as its model wants them."""
    head = f"{modeline(product.kind, 2)}# {translate(say(FILL_IN))}\n"
    assert kind.file_model is not None
    if kind.entry_model is None:
        return head + "".join(_empty(kind.file_model))
    key = next(iter(kind.file_model.model_fields))
    lines = list(_empty(kind.entry_model))
    id_ = f"id: {new_id(product.title, set())}\n" if "id" in kind.entry_model.model_fields else ""
    lines = [id_, *lines] if id_ else lines
    return head + f"{key}:\n" + "".join(f"  {'- ' if at == 0 else '  '}{line}" for at, line in enumerate(lines))


def _empty(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        if field.is_required():
            yield f"{name}:  # {field.description}\n"


def _ids(root: Path) -> set[str]:
    """Every id of the content, wherever it stands."""
    found: set[str] = set()
    for path in (root / "content").rglob("*.yaml"):
        try:
            text = layout.read(root, path.relative_to(root).as_posix()).decode("utf-8", "replace")
        except OSError:
            continue
        found.update(re.findall(r"\bid: *[\"']?([a-z0-9-]+)", text))
    return found


def products_of(root: Path) -> dict[str, Any]:
    """The products of each game that can be read, by the name of its folder."""
    return {one.folder.name: tuple(one.result.products) for one in load_games(root)[0]}
