"""What all kinds of product share: the entry in game.yaml, and content as groups of located entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field

from pipeline.core.finding import Problem
from pipeline.core.folding import hear
from pipeline.types.scalars import Id, Ink, Model, Size, Text, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pydantic import BaseModel

    from pipeline.core.finding import Edit, Message, Span
    from pipeline.core.folding import Heard
    from pipeline.kinds.game import Game
    from pipeline.source.document import Document


class Quota(Model):
    """How many questions of one page, card or product may, or must, share a theme, type or difficulty."""

    per: Literal["page", "card", "product"] = Field(description="Where to count.")
    field: Literal["theme", "type", "difficulty"] = Field(description="What to count.")
    value: Text | None = Field(None, description="Only this value; left out: every value for itself.")
    min: whole_number(0, 100_000) | None = Field(None, description="At least so many (per cent for a product).")  # type: ignore[valid-type]
    max: whole_number(0, 100_000) | None = Field(None, description="At most so many (per cent for a product).")  # type: ignore[valid-type]


class Product(Model):
    """A product's entry in game.yaml, whatever its kind."""

    kind: Text = Field(description="What sort of product it is.")
    title: Text = Field(description="The name that is printed.")
    subtitle: Text | None = Field(None, description="A line under the title.")
    pnp: Literal["yes", "no", "true", "false"] = Field("yes", description="Whether a print-at-home version is made.")
    size: Size | None = Field(None, description="Trimmed size: a4, a5, a6 or width x height in mm, for example 70x120.")
    color: Ink | None = Field(None, description="Its colour in per cent of cyan, magenta, yellow, black: 100/70/0/30.")
    icon: Id | None = Field(None, description="An icon of the icon font that stands for it, for example pawn-2.")


class Capacity(NamedTuple):
    """How much a complete product holds: `groups` pages or cards of `entries` each (0 = not counted)."""

    group: str
    groups: int
    entry: str
    entries: int


_KEYS = {"cue": ("keyword", "clue"), "answer": ("answer", "answers", "procedure")}


@dataclass(slots=True, repr=False, eq=False)
class Entry:
    """One question, card, puzzle, sheet or rulebook with its place in the document."""

    document: Document
    path: tuple[str | int, ...]
    number: int
    model: Any
    id: str = ""
    _answers: Heard | None = None
    _texts: tuple[str, ...] | None = None

    def answer_texts(self) -> tuple[str, ...]:
        """Every text that counts as a right answer of a question, the printed one first; several rules ask."""
        if self._texts is None:
            self._texts = self.model.answer_texts()
        return self._texts

    def heard_answers(self) -> Heard:
        """All answers of a question at once, as players hear them; several rules ask."""
        if self._answers is None:
            self._answers = hear("\n".join(self.answer_texts()))
        return self._answers

    def span(self, *steps: str | int, key: bool = False) -> Span:
        """Where a field of the entry stands; the entry itself without steps."""
        return self.document.span((*self.path, *steps), key=key)

    def printed_at(self, field: str) -> Span:
        """Where a printed field stands, whatever its key: the cue is a keyword or a clue, an answer may be a list.

        `panels.1.text` is a field of the second panel.
        """
        field, *inner = field.split(".")
        data = self.document.data
        for step in self.path:
            data = data[step]
        known = [name for name in _KEYS.get(field, (field,)) if isinstance(data, dict) and name in data]
        return self.span(known[0], *(int(step) if step.isdigit() else step for step in inner)) if known else self.span()

    def problem(
        self,
        where: str | Sequence[str | int],
        message: Message,
        hint: Message | None = None,
        *,
        edits: tuple[Edit, ...] = (),
    ) -> Problem:
        """A problem at one of the entry's fields."""
        steps = (where,) if isinstance(where, str) else where
        return Problem(self.span(*steps), message, hint, edits)

    @property
    def pointer(self) -> str:
        return "/".join(map(str, self.path))


@dataclass(slots=True, repr=False, eq=False)
class Group:
    """Entries that stand together: a booklet page, a question card, a deck file."""

    name: str
    number: int
    path: tuple[str | int, ...]
    entries: list[Entry] = field(default_factory=list)
    id: str = ""
    document: Document | None = None
    """Only for groups that are entries of their own, with an id and waivers: cards."""
    waive: Mapping[str, str] = field(default_factory=dict)
    refused: int = 0
    """Entries that were there but could not be read: they count for completeness."""


@dataclass(slots=True, repr=False, eq=False)
class Content:
    """What one content file holds, and what its models refuse."""

    document: Document
    groups: list[Group] = field(default_factory=list)
    problems: list[tuple[Problem, tuple[str | int, ...], str]] = field(default_factory=list)

    def refuse(self, problems: Sequence[Problem], path: tuple[str | int, ...] = (), id_: str = "") -> None:
        """Record the problems of the entry at `path`."""
        self.problems += [(problem, path, id_) for problem in problems]

    def entries(self) -> list[Entry]:
        return [entry for group in self.groups for entry in group.entries]


class Leaf(NamedTuple):
    """One printed side: its template, the data that the template gets, and the entries that stand on it.

    In the template a box marked `data-fit="2:answer"` holds the field `answer` of the third entry: if its text does
    not fit, the finding points there.
    """

    template: str
    data: Mapping[str, Any] = {}
    entries: tuple[Entry, ...] = ()
    flows: bool = False
    """Whether the text may run over several pages; every other leaf is exactly one page."""
    color: str | None = None
    """Its own colour instead of the product's."""
    last: bool = False
    """Whether it closes the product: pages that fill up a booklet stand before it."""
    each: str = ""
    """The list in `data` that has an item for each entry: large print divides it over several leaves."""


class Printing(NamedTuple):
    """How a kind of product is printed. Its templates stand in templates/KIND/."""

    size: tuple[float, float]
    """Trimmed width and height in mm, unless game.yaml says otherwise."""
    binding: Literal["booklet", "cards", "sheets"]
    """Pages in a multiple of four, fronts and backs in turn, or single sheets."""
    leaves: Callable[[Any, Sequence[Content], Game], Iterator[Leaf]]
    margin: float = 0
    """The edge that its templates leave white, mm: such a sheet is printed at home in its true size."""


class Kind(NamedTuple):
    """One kind of product: how its files are read, how big it is, how it is printed, what goes into a pack."""

    name: str
    summary: str
    product: type[Product]
    read: Callable[[Document, Any], Content]
    capacity: Callable[[Any], Capacity]
    pack: Callable[[Any, Sequence[Content]], dict[str, Any]]
    printing: Printing
    file_model: type[BaseModel] | None
    """The shape of a content file, for the editor schema; None for Markdown and where there is no file."""
    pack_schema: Callable[[], Mapping[str, Any]]
    """JSON Schema of what `pack` gives, by key; `#/$defs/question` is a question. Called when schemas are written."""
    entry_model: type[BaseModel] | None = None
    """The shape of one entry in the file's list; None where the list holds questions or there is no list."""
    suffix: str = ".yaml"
    """How its files end; empty if it has none, because game.yaml says everything."""
    grows: Literal["page", "card"] | None = None
    """How imported questions are added: to pages, each a file, or to cards, several in a file."""
    cue: Literal["keyword", "clue"] = "keyword"
    """What the key of a question's cue is called in its files."""
