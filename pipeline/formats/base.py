"""What travels between our content and other programs' files, and what a format has to be able to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple, Protocol

from pipeline.core.finding import Message, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from pipeline.types.base import Question

ITALICS = "italics"
# What a format may have no place for: keys that players may want, the marks for italics, and the editors' own keys.
DETAILS = frozenset(("keyword", "clue", "theme", "difficulty", "stability", "as_of", "source", ITALICS))
EDITORS = frozenset(("note", "review_by", "waive"))

# What questions of other programs have and ours have no place for.
FEEDBACK = "feedback to answers is not taken"
HINTS = "hints are not taken"
PICTURES = "pictures and sounds are not taken"
TAGS = "tags are not taken"
ITS_NAME = "the name of the question is not taken"
PATTERN = "a pattern is no answer and is not taken: * stands for any text in it"

NO_RIGHT = "No answer counts as right."
ANY_TEXT = "Its right answer is the pattern “{pattern}”, in which * stands for any text: write out what counts."
NO_WORDS = "One of its right answers has no text: it may be a picture or a formula."

NO_QUESTION = "a card without a question: this format only carries questions"
NO_ANSWER = "“{type}” has no answer that this format could mark"


class Asked(NamedTuple):
    """A question on its way out, with its place."""

    game: str
    game_title: str
    product: str
    product_title: str
    group: str
    """What it stands on: page or card."""
    group_number: int
    group_id: str
    number: int
    id: str
    question: Question
    changed: int
    """When its file was changed, in seconds: programs that keep what they imported want to know what is newer."""
    language: str = "fr"


class Told(NamedTuple):
    """A card without a question on its way out: a title, a text, and how many of it there are."""

    game: str
    game_title: str
    product: str
    product_title: str
    number: int
    id: str
    title: str
    text: str
    copies: int


Item = Asked | Told


class Loss(NamedTuple):
    """Something that a format cannot carry: whose, and what."""

    id: str
    message: Message
    left_out: bool
    """Whether the whole question is missing in the file; otherwise it is there, but not all of it."""


class Writing(NamedTuple):
    """How to write: a title for the file, and whether wrong choices may be drawn from other answers."""

    title: str
    lose: Callable[[Loss], None]
    draw_choices: bool = False

    def leave_out(self, item: Item, template: str, **values: object) -> None:
        """Say that a question or card is not in the file."""
        self.lose(Loss(item.id, say(template, **values), left_out=True))

    def simplify(self, item: Item, template: str, **values: object) -> None:
        """Say that something of a question is not in the file."""
        self.lose(Loss(item.id, say(template, **values), left_out=False))


class Draft(NamedTuple):
    """A question on its way in: its texts by field, as cells of our own sheets have them."""

    place: str
    """Where it stands in its file: `row 12`, `line 40`, `note 1634`."""
    texts: Mapping[str, str]
    literal: bool = True
    """Whether the answer is plain text; otherwise it is in the notation of our own sheets."""
    number: bool = False
    """Whether the file says that the answer is a number."""
    several: bool = False
    """Whether the file says that all of several answers are wanted."""
    type: str = ""
    """The type that a question of our own had: it keeps it where the product takes it."""
    language: str = ""
    columns: frozenset[str] = frozenset()
    """The fields that its table has a column for: an empty cell there is an emptied one."""


class Fault(NamedTuple):
    """What is wrong with a row: in which cell, and how to repair it, as far as that is known."""

    message: Message
    column: str = ""
    """The field, or in tables the header of the column."""
    hint: Message | None = None


class Rejected(NamedTuple):
    """A row that was not taken, and why."""

    place: str
    message: Message
    text: str = ""
    """The beginning of the question, so that it can be found."""
    faults: tuple[Fault, ...] = ()
    """Everything that is wrong with it, cell by cell, where the message is about the first one only."""


class Lost(NamedTuple):
    """Something in a row or question that was taken without it: where it stands, and what it is."""

    place: str
    message: Message


class Notice(NamedTuple):
    """Something that a reader should know about the file as a whole."""

    message: Message


class Column(NamedTuple):
    """One column of a table: what it is called, which field it was taken for, and its first value."""

    name: str
    header: str
    field: str
    sample: str


class Preview(NamedTuple):
    """How a table was understood."""

    described: Message
    columns: tuple[Column, ...]
    own: bool = False
    """Whether it is a sheet of our own: then there is nothing to guess."""


class Reviewed(NamedTuple):
    """Who has marked the questions of a file, and which state of the content that was."""

    reviewer: str
    content_hash: str


class Mark(NamedTuple):
    """What a reviewer says about one question."""

    place: str
    id: str
    mark: str
    """right, wrong, doubtful or too-long."""
    remark: str


Event = Draft | Rejected | Lost | Notice | Preview | Reviewed | Mark


class Reading(NamedTuple):
    """How to read: columns that the user has named, and the language that is wanted where a file has several."""

    name: str
    columns: Mapping[str, str] = {}
    """Header or column letter -> field; `-` for a column that is to be ignored."""
    language: str = "fr"
    sheet: str = ""
    """The sheet of a workbook; without it the first one that has cells."""


class UnreadableError(Exception):
    """A file that is refused as a whole, with the reason."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.message = say(template, **values)
        super().__init__(str(self.message))


class MisusedError(UnreadableError):
    """The user has asked for something that the file does not have: a column, a field, a format."""


class Write(Protocol):
    """Write all items to a stream, one after the other: a bank may be larger than the memory."""

    def __call__(self, items: Iterable[Item], out: BinaryIO, writing: Writing, /) -> None: ...


class Read(Protocol):
    """The questions of a file, and what was not understood; raises UnreadableError if nothing can be read."""

    def __call__(self, raw: bytes, reading: Reading, /) -> Iterator[Event]: ...


class Format(NamedTuple):
    """A format: what it is for, and the ways in and out as far as there are any."""

    name: str
    summary: str
    suffix: str
    write: Write | None = None
    read: Read | None = None
    recognises: Callable[[str, bytes], bool] | None = None
    """Whether a file is of this format, by its name and its first bytes."""
    carries: frozenset[str] = frozenset()
    """What of a question besides its type, text and answer it has a place for: see `DETAILS` and `EDITORS`."""
    sheets: bool = False
    """Whether its files have several sheets to choose from."""
    general: bool = False
    """Whether other formats are written in this one: then they are asked first."""
