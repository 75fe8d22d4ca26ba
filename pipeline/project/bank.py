"""All questions of a repository with their places, file by file: what exports read and imports compare with."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks import engine
from pipeline.checks.rule import rule
from pipeline.core.finding import Finding
from pipeline.core.folding import number_of
from pipeline.core.pattern import lazy
from pipeline.kinds.game import kind_of
from pipeline.project import layout
from pipeline.project.check import load_games
from pipeline.project.stamp import REVIEWS
from pipeline.types.base import Question

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from pipeline.core.finding import Problem
    from pipeline.kinds.base import Content, Entry, Group, Product
    from pipeline.kinds.game import Game
    from pipeline.project.check import LoadedGame
    from pipeline.project.layout import ContentFile

# Signs that tell C from C++ and 2 + 2 from 2 - 2; a stroke is one where a number or a space follows.
_SIGNS = lazy(r"[+×÷±=<>%#&$€£^¹²³⁰-₉√∞]|(?<!\w)[-−](?=[\s\d])")


class Shelf(NamedTuple):
    """A product with its files in order."""

    game: Game
    folder: str
    id: str
    product: Product
    files: tuple[ContentFile, ...]


class Known(NamedTuple):
    """A question of the bank with its file, its group and its product."""

    shelf: Shelf
    path: str
    content: Content
    group: Group
    entry: Entry


class Bank:
    """Every question by its id, every id that is taken, and every question that is asked already."""

    def __init__(self) -> None:
        self.shelves: dict[tuple[str, str], Shelf] = {}
        self.contents: dict[str, Content] = {}
        self.raw: dict[str, bytes] = {}
        self.questions: dict[str, Known] = {}
        self.taken: set[str] = set()
        self.asked: dict[tuple[int, str], tuple[str, str, int]] = {}
        """Folded question -> id, path and line of its first place."""
        self.unread: dict[str, int] = {}
        """Files of which something could not be read, with the line: what stands there is not in this bank."""


def wording(asks: str) -> tuple[int, str]:
    """The same for two questions in the same words; case, accents and punctuation do not count."""
    return number_of(asks), "".join(_SIGNS.findall(asks))


def shelves(games: Sequence[LoadedGame]) -> Iterator[Shelf]:
    """Every product of every game that could be read."""
    for loaded in games:
        if loaded.result.game is not None:
            for name, product in loaded.result.products.items():
                files = tuple(file for file in loaded.files if file.product == name)
                yield Shelf(loaded.result.game, loaded.folder.name, name, product, files)


def load_bank(root: Path, progress: Callable[[int, int], None] | None = None) -> Bank:
    """The whole bank in memory. OSError if marks cannot be read: an import would write over them."""
    bank = Bank()
    games, problems = load_games(root)
    for problem in missing(games, problems, None):
        bank.unread.setdefault(problem.path, problem.span.line)
    found = list(shelves(games))
    total = sum(len(shelf.files) for shelf in found)
    done = 0
    for shelf in found:
        bank.shelves[shelf.folder, shelf.id] = shelf
        for file in shelf.files:
            done += 1
            if file.path.endswith(".yaml"):
                _add(bank, root, shelf, file.path)
            if progress is not None:
                progress(done, total)
    for place in (root / REVIEWS).glob("*.json"):
        path = f"{REVIEWS}/{place.name}"
        bank.raw[path] = layout.read(root, path)
    return bank


def hashes(root: Path, games: Sequence[LoadedGame]) -> frozenset[str]:
    """The content hashes of all games, as packs carry them: a reviewer's file says which one was seen."""
    from pipeline.project.build import content_hash

    found = set()
    for loaded in games:
        prefix = f"content/{loaded.folder.name}/"
        names = [file.path for file in loaded.files] + [f"{prefix}game.yaml"]
        with suppress(OSError):
            found.add(content_hash({name.removeprefix(prefix): (root / name).read_bytes() for name in names}))
    return frozenset(found)


def _add(bank: Bank, root: Path, shelf: Shelf, path: str) -> None:
    try:
        raw = (root / path).read_bytes()
    except OSError:
        bank.unread[path] = 1
        return
    content = engine.read_content(raw, shelf.product)
    lost = _lost(path, content)
    if lost:
        bank.unread[path] = min(finding.span.line for finding in lost)
    bank.raw[path], bank.contents[path] = raw, content
    bank.taken |= _ids(content.document.data)
    for group in content.groups:
        for entry in group.entries:
            bank.taken.add(entry.id)
            if isinstance(entry.model, Question):
                bank.questions.setdefault(entry.id, Known(shelf, path, content, group, entry))
                line = entry.span("question").line
                bank.asked.setdefault(wording(entry.model.asks()), (entry.id, path, line))


def _ids(data: object) -> set[str]:
    """Every id that is written anywhere, in entries that the models refuse too."""
    taken: set[str] = set()
    pending = [data]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            taken.add(str(value.get("id", "")))
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return taken


def refusals(path: str, content: Content) -> list[Finding]:
    """The errors that keep a part of a file from being read."""
    return _errors(path, [(problem, (), "") for problem in content.document.problems] + content.problems)


def _lost(path: str, content: Content) -> list[Finding]:
    """The errors because of which something of a file was not read: a line that was corrected in memory was."""
    whole = content.document.data is not None and not content.document.recovered
    return _errors(path, content.problems) if whole else refusals(path, content)


def _errors(path: str, problems: Sequence[tuple[Problem, tuple[str | int, ...], str]]) -> list[Finding]:
    found = []
    for problem, where, id_ in problems:
        about = rule(problem.rule)
        if about.severity == "error":
            entry = "/".join(map(str, where))
            said = (problem.message, problem.hint, id_, entry, problem.related)
            found.append(Finding(path, problem.span, about.name, about.code, about.severity, *said))
    return found


def missing(
    games: Sequence[LoadedGame], problems: Sequence[Finding], folders: frozenset[str] | None
) -> Iterator[Finding]:
    """The errors because of which whole games, products or files are not there; of some folders, or of all."""
    loaded = {one.folder.name: one for one in games}
    for found in problems:
        folder = found.path.split("/")[1] if found.path.count("/") > 1 else ""
        if found.severity != "error" or not folder or (folders is not None and folder not in folders):
            continue
        game = loaded[folder].result.game if folder in loaded else None
        unread = set(game.products) - set(loaded[folder].result.products) if game is not None else {folder}
        if found.rule == "unreadable-file" or (unread and found.path.endswith("/game.yaml")):
            yield found


def cue_key(product: Product) -> str:
    """What the cue of a question is called in a product's files."""
    return kind_of(product).cue
