"""What all kinds of product share: the entry in game.yaml, and content as groups of located entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import Field

from pipeline.core.finding import Problem
from pipeline.core.folding import hear
from pipeline.types.scalars import Model, Text, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pydantic import BaseModel

    from pipeline.core.finding import Edit, Message, Span
    from pipeline.core.folding import Heard
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


class Capacity(NamedTuple):
    """How much a complete product holds: `groups` pages or cards of `entries` each (0 = not counted)."""

    group: str
    groups: int
    entry: str
    entries: int


@dataclass(slots=True, repr=False, eq=False)
class Entry:
    """One question, card, puzzle, sheet or rulebook with its place in the document."""

    document: Document
    path: tuple[str | int, ...]
    number: int
    model: Any
    id: str = ""
    _answers: Heard | None = None

    def heard_answers(self) -> Heard:
        """All answers of a question at once, as players hear them; several rules ask."""
        if self._answers is None:
            self._answers = hear("\n".join(self.model.answer_texts()))
        return self._answers

    def span(self, *steps: str | int, key: bool = False) -> Span:
        """Where a field of the entry stands; the entry itself without steps."""
        return self.document.span((*self.path, *steps), key=key)

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


class Kind(NamedTuple):
    """One kind of product: how its files are read, how big it is, what goes into a pack."""

    name: str
    summary: str
    product: type[Product]
    read: Callable[[Document, Any], Content]
    capacity: Callable[[Any], Capacity]
    pack: Callable[[Any, Sequence[Content]], dict[str, Any]]
    file_model: type[BaseModel] | None
    """The shape of a content file, for the editor schema; None for Markdown."""
    pack_schema: Mapping[str, Any]
    """JSON Schema of what `pack` gives, by key; `#/$defs/question` is a question."""
    entry_model: type[BaseModel] | None = None
    """The shape of one entry in the file's list; None where the list holds questions or there is no list."""
    suffix: str = ".yaml"
