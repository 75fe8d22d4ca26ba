"""Write a content repository of any size, the same for the same seed: `python -m benchmarks.generate FOLDER`."""

from __future__ import annotations

import argparse
import random
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

PER_PAGE = 20
MOST_PAGES = 250
SEED = 20
SHORTEST, LONGEST = 60, 110

_SAME_ANSWER_MOST = 2
_KEYWORD_MOST = 16
_FAST_WORDS_MOST = 4
_FLOW_WIDTH = 90
_TRIES = 500
_LONGEST_COLUMN = 2_900  # characters of YAML: half a page that surely fits its paper
_COUNTS = ("", "", "", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix")
_STOP = frozenset("le la les l un une des du de d a au aux en sur sous et ou qui que qu quel quelle dans".split())
_LETTERS, _LETTERS_AND_DIGITS = "abcdefghjkmnpqrstuvwxyz", "abcdefghjkmnpqrstuvwxyz23456789"
_SLOT = re.compile(r"\{(\w+?)\d?\}")
_WORD = re.compile(r"[a-z0-9]+")
_ROOT = 4


class Booklet(NamedTuple):
    """A sort of booklet and how often each type stands on one of its pages."""

    name: str
    types: dict[str, int]


BOOKLETS = (
    Booklet("solo", {"plain": 20}),
    Booklet("duo", {"cible": 7, "ping-pong": 6, "rapidite": 7}),
    Booklet("duel", {"chrono": 6, "cible": 6, "ping-pong": 5, "chance": 3}),
    Booklet("multi", {"cible": 6, "ping-pong": 7, "rapidite": 7}),
)


class Drawn(NamedTuple):
    """A question without its id and keyword."""

    sentence: str
    lines: tuple[str, ...]
    theme: str
    answers: tuple[tuple[str, ...], ...]
    """Each right answer as folded words; the printed one first."""
    whole: bool
    """Only a whole answer in the question gives it away: a list."""


class Page:
    """What the questions of one page must not repeat or give away."""

    def __init__(self) -> None:
        self.keywords: set[str] = set()
        self.answers: list[tuple[str, ...]] = []
        self.texts: list[dict[str, list[str]]] = []

    def accepts(self, drawn: Drawn, keyword: str) -> bool:
        """Whether the question may stand here; then it does."""
        cue, own = _index(folded(keyword)), _index(folded(f"{drawn.sentence} {keyword}"))
        gives = all if drawn.whole else any
        for answer in drawn.answers:
            if gives(_stands(word, own) for word in answer) or any(_stands(word, cue) for word in answer):
                return False
        if " ".join(folded(keyword)) in self.keywords or any(_whole(answer, own) for answer in self.answers):
            return False
        if drawn.answers and not drawn.whole:
            answer = drawn.answers[0]
            if answer in self.answers or any(_whole(answer, text) for text in self.texts):
                return False
            self.answers.append(answer)
        self.keywords.add(" ".join(folded(keyword)))
        self.texts.append(own)
        return True


class Author:
    """Draws questions; never the same sentence twice, and no answer more than twice in a booklet."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._ids: set[str] = set()
        self._sentences: set[str] = set()
        self._answers: Counter[tuple[str, ...]] = Counter()

    def new_booklet(self) -> None:
        self._answers.clear()

    def page(self, number: int, types: dict[str, int], size: int) -> str:
        """The text of a page file."""
        order = [name for name, count in types.items() for _ in range(count)]
        while True:
            self._random.shuffle(order)
            page = Page()
            entries = [self._entry(page, name) for name in order[:size]]
            columns = entries[: PER_PAGE // 2], entries[PER_PAGE // 2 :]
            if max(sum(map(len, column)) for column in columns) <= _LONGEST_COLUMN:
                return "".join([f"page: {number}\nquestions:\n", *entries])

    def _entry(self, page: Page, type_name: str) -> str:
        for _ in range(_TRIES):
            drawn = self._draw(type_name)
            if not SHORTEST <= len(drawn.sentence) <= LONGEST or drawn.sentence in self._sentences:
                continue
            single = drawn.answers[0] if drawn.answers and type_name not in ("cible", "ping-pong") else ()
            keyword = self._keyword()
            if self._answers[single] < _SAME_ANSWER_MOST and page.accepts(drawn, keyword):
                if single:
                    self._answers[single] += 1
                self._sentences.add(drawn.sentence)
                lines = list(self._lines(type_name, keyword, drawn))
                return "".join([lines[0].replace("    ", "  - ", 1), *lines[1:]])
        raise RuntimeError(f"the word lists are too short for another {type_name} question")

    def _lines(self, type_name: str, keyword: str, drawn: Drawn) -> Iterator[str]:
        yield f"    id: {self._id()}\n"
        if type_name != "plain":
            yield f"    type: {type_name}\n"
        yield f"    keyword: {keyword}\n    question: {scalar(drawn.sentence)}\n"
        for line in drawn.lines:
            yield f"    {line}\n"
        yield f"    theme: {drawn.theme}\n    difficulty: {self._random.randint(1, 5)}\n"
        if self._random.random() < 0.05:
            yield f"    stability: slow\n    as_of: {self._random.randint(2019, 2026)}\n"
            yield f"    source: https://archives.example.org/{self._random.randint(1000, 99999)}\n"

    def _draw(self, type_name: str) -> Drawn:
        if type_name == "cible":
            return self._number(self._random.choice(words.NUMBERS))
        if type_name == "ping-pong":
            return self._listing(self._random.choice(words.LISTINGS))
        if type_name == "chance":
            luck = self._random.choice(words.LUCKS)
            lines = (f"procedure: {scalar(luck.procedure)}", f"tie: {scalar(self._random.choice(words.TIES))}")
            return Drawn(self._fill(luck.sentence), lines, words.ODD, (), False)
        return self._text(self._random.choice(words.TEXTS))

    def _text(self, text: words.Text) -> Drawn:
        answer = self._value(text.answer)
        while len(answer.split()) > _FAST_WORDS_MOST:
            answer = self._value(text.answer)
        lines = [f"answer: {scalar(answer)}"]
        answers = [key(answer)]
        if text.answer in ("person", "man", "woman") and self._random.random() < 0.5:
            surname = answer.split()[-1]
            lines.append(f"accept: [{surname}]")
            answers.append(key(surname))
        return Drawn(self._fill(text.sentence), tuple(lines), text.theme, tuple(answers), False)

    def _number(self, number: words.Number) -> Drawn:
        answer = str(self._random.randint(number.low, number.high))
        lines = [f"answer: {answer}"] + ([f"unit: {scalar(number.unit)}"] if number.unit else [])
        return Drawn(self._fill(number.sentence), tuple(lines), number.theme, ((answer,),), False)

    def _listing(self, listing: words.Listing) -> Drawn:
        count = self._random.randint(listing.least, listing.most)
        named: dict[tuple[str, ...], str] = {}
        while len(named) < count:
            answer = self._value(listing.answer)
            named.setdefault(key(answer)[-1:], answer)
        items = sorted(named.values(), key=lambda answer: plain(answer).strip("*"))
        people = listing.answer in ("person", "man", "woman")
        variants = [answer.split()[-1] if people and self._random.random() < 0.4 else "" for answer in items]
        shown = [
            f"{{answer: {answer}, accept: [{variant}]}}" if variant else scalar(answer)
            for answer, variant in zip(items, variants, strict=True)
        ]
        flow = f"answers: [{', '.join(shown)}]"
        lines = (flow,) if len(flow) <= _FLOW_WIDTH else ("answers:", *(f"  - {item}" for item in shown))
        sentence = self._fill(listing.sentence.replace("{count}", _COUNTS[count]))
        answers = tuple(key(text) for text in (*items, *filter(None, variants)))
        return Drawn(sentence, lines, listing.theme, answers, True)

    def _fill(self, sentence: str) -> str:
        return _SLOT.sub(lambda slot: self._value(slot[1]), sentence)

    def _value(self, name: str) -> str:
        choice = self._random.choice
        if name in words.PHRASES:
            return choice(words.PHRASES[name])
        match name:
            case "person" | "man" | "woman":
                names = {"man": words.MEN, "woman": words.WOMEN}.get(name) or choice((words.MEN, words.WOMEN))
                return f"{choice(names)} {choice(words.SURNAMES)}"
            case "town":
                return choice(words.TOWN_HEADS) + choice(words.TOWN_TAILS) + choice(words.TOWN_ENDINGS)
            case "year":
                return str(self._random.randint(1203, 1989))
            case "title":
                return f"{choice(words.TITLE_NOUNS)} {choice(words.TITLE_ENDS)}".replace("_", " ")
            case "work":
                return f"*{self._value('title')}*"
            case "river":
                return choice(words.RIVER_HEADS) + choice(words.RIVER_TAILS)
        raise KeyError(name)

    def _keyword(self) -> str:
        noun = self._random.choice(words.KEYWORD_NOUNS)
        both = f"{noun} {self._random.choice(words.KEYWORD_ADJECTIVES)}"
        return both if len(both) <= _KEYWORD_MOST and self._random.random() < 0.7 else noun

    def _id(self) -> str:
        while True:
            made = self._random.choice(_LETTERS) + "".join(self._random.choices(_LETTERS_AND_DIGITS, k=5))
            if made not in self._ids:
                self._ids.add(made)
                return made


def generate(folder: Path, questions: int, *, seed: int = SEED) -> list[Path]:
    """Write content/bench/ with so many questions; gives the page files."""
    pages = -(-questions // PER_PAGE)
    author = Author(seed)
    game = folder / "content" / "bench"
    made: list[Path] = []
    products: list[str] = []
    left = questions
    for booklet, name, count in _plan(pages):
        products.append(_product(booklet, name, count))
        (game / name).mkdir(parents=True, exist_ok=True)
        author.new_booklet()
        for number in range(1, count + 1):
            path = game / name / f"{number:03}.yaml"
            path.write_text(author.page(number, booklet.types, min(left, PER_PAGE)), encoding="utf-8")
            left -= PER_PAGE
            made.append(path)
    (game / "game.yaml").write_text(_GAME + "".join(products), encoding="utf-8")
    return made


_GAME = """\
game: bench
title: Banc d'essai
edition: "1"
version: 1.0.0
language: fr
players: {min: 3, max: 6}
products:
"""


def _plan(pages: int) -> Iterator[tuple[Booklet, str, int]]:
    """Booklets in turn, all of nearly the same size; at least one of each sort when there are pages enough."""
    count = max(-(-pages // MOST_PAGES), min(pages, len(BOOKLETS)))
    for index in range(count):
        booklet = BOOKLETS[index % len(BOOKLETS)]
        size = pages * (index + 1) // count - pages * index // count
        yield booklet, f"{booklet.name}-{index // len(BOOKLETS) + 1}", size


def _product(booklet: Booklet, name: str, pages: int) -> str:
    return (
        f"  {name}:\n    kind: booklet\n    title: {name.replace('-', ' ').capitalize()}\n    pages: {pages}\n"
        f"    questions_per_page: {PER_PAGE}\n    types: [{', '.join(booklet.types)}]\n"
        f"    themes: [{', '.join(words.THEMES)}]\n"
    )


def scalar(text: str) -> str:
    """A text as an author would type it: in quotes only where YAML needs them."""
    return f'"{text}"' if ": " in text or text[0] in "*%" else text


def plain(text: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower().replace("œ", "oe"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def folded(text: str) -> list[str]:
    """The words of a text that could give something away."""
    return [word for word in _WORD.findall(plain(text)) if word not in _STOP]


def key(answer: str) -> tuple[str, ...]:
    """An answer by its words."""
    return tuple(folded(answer))


def _index(found: Iterable[str]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for word in found:
        index.setdefault(word[:_ROOT], []).append(word)
    return index


def _stands(word: str, text: dict[str, list[str]]) -> bool:
    return any(_akin(word, other) for other in text.get(word[:_ROOT], ()))


def _whole(answer: Sequence[str], text: dict[str, list[str]]) -> bool:
    return all(_stands(word, text) for word in answer)


def _akin(first: str, second: str) -> bool:
    """The same word, or one of the same root."""
    if first == second:
        return True
    common = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        common += 1
    shorter, longer = sorted((len(first), len(second)))
    return common >= _ROOT and 4 * common >= 3 * shorter and 2 * common >= longer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate", description=__doc__)
    parser.add_argument("folder", type=Path, help="where content/ is written")
    parser.add_argument("--questions", type=int, default=2000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed, other questions (default: %(default)s)")
    options = parser.parse_args()
    made = generate(options.folder, options.questions, seed=options.seed)
    print(f"{options.questions} questions on {len(made)} pages in {options.folder}")


if __name__ == "__main__":
    main()
