"""New questions find a place in a product: free places of its pages first, then new pages or cards in new files."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.finding import say
from pipeline.kinds.game import kind_of
from pipeline.project.fix import new_id
from pipeline.source import writing
from pipeline.source.edits import ImpossibleError, append, indent_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.core.finding import Message
    from pipeline.kinds.base import Capacity, Content
    from pipeline.project.bank import Bank, Shelf

FULL = "“{product}” is full: it holds {count} questions."
NO_PLACE = "“{product}” holds no questions."
_CARDS_IN_A_FILE = 50


class New(NamedTuple):
    """A new question: where it came from, and its keys."""

    place: str
    data: dict[str, Any]


class Added(NamedTuple):
    """A new question in its place."""

    place: str
    id: str
    path: str
    question: str


class Placed(NamedTuple):
    """Where new questions went, the files that changed, and the questions that found no place."""

    added: list[Added]
    files: dict[str, bytes]
    full: list[tuple[New, Message]]


def can_grow(shelf: Shelf) -> bool:
    """Whether questions can be added to a product at all."""
    return kind_of(shelf.product).grows is not None


def place(bank: Bank, shelf: Shelf, new: Sequence[New], pending: dict[str, bytes]) -> Placed:
    """Put new questions into a product. `pending` are files that the same import has changed already."""
    capacity = kind_of(shelf.product).capacity(shelf.product)
    placed = Placed([], {}, [])
    if kind_of(shelf.product).grows == "page":
        _pages(bank, shelf, capacity, deque(new), pending, placed)
    else:
        _cards(bank, shelf, capacity, list(new), placed)
    return placed


def _pages(
    bank: Bank, shelf: Shelf, capacity: Capacity, queue: deque[New], pending: dict[str, bytes], placed: Placed
) -> None:
    numbers: set[int] = set()
    for file in shelf.files:
        content = bank.contents.get(file.path)
        if content is None or not content.groups:
            continue
        group = content.groups[0]
        numbers.add(group.number)
        free = capacity.entries - len(group.entries) - group.refused
        if queue and free > 0 and file.path not in pending:
            _fill(bank, file.path, content, queue, free, placed)
    free_numbers = (number for number in range(1, capacity.groups + 1) if number not in numbers)
    head = _head(bank, shelf)
    width = max(2, len(str(capacity.groups)))
    for number in free_numbers:
        if not queue:
            break
        path = f"content/{shelf.folder}/{shelf.id}/{number:0{width}d}.yaml"
        if path in bank.raw or path in placed.files:
            continue  # the file of another page carries this number
        taken = [queue.popleft() for _ in range(min(capacity.entries, len(queue)))]
        entries = "".join(_with_id(bank, path, new, placed, 2) for new in taken)
        placed.files[path] = f"{head}page: {number}\nquestions:\n{entries}".encode()
    total = capacity.groups * capacity.entries
    placed.full.extend((new, say(FULL, product=shelf.id, count=total)) for new in queue)


def _fill(bank: Bank, path: str, content: Content, queue: deque[New], free: int, placed: Placed) -> None:
    """Append questions to a page that has room; a page whose text cannot be extended is passed over."""
    try:
        indent = indent_of(content.document, ("questions",))
        append(content.document, ("questions",), "")
    except ImpossibleError:
        return
    taken = [queue.popleft() for _ in range(min(free, len(queue)))]
    text = "".join(_with_id(bank, path, new, placed, indent) for new in taken)
    edit = append(content.document, ("questions",), text)
    before = content.document.text
    placed.files[path] = (before[: edit.start] + edit.new + before[edit.end :]).encode()


def _with_id(bank: Bank, path: str, new: New, placed: Placed, indent: int) -> str:
    question = str(new.data["question"])
    id_ = new_id(f"{path}\n{question}", bank.taken)
    placed.added.append(Added(new.place, id_, path, question))
    return writing.entry({"id": id_, **new.data}, indent)


def _cards(bank: Bank, shelf: Shelf, capacity: Capacity, new: list[New], placed: Placed) -> None:
    existing = sum(len(content.groups) for content in _contents(bank, shelf))
    room = max(0, capacity.groups - existing) * capacity.entries
    placed.full.extend(
        (one, say(FULL, product=shelf.id, count=capacity.groups * capacity.entries)) for one in new[room:]
    )
    cards = list(_dealt(new[:room], getattr(shelf.product, "types", ()), capacity.entries))
    head = _head(bank, shelf)
    for start, path in zip(range(0, len(cards), _CARDS_IN_A_FILE), _free_names(bank, shelf), strict=False):
        lines = [f"{head}cards:\n"]
        for card in cards[start : start + _CARDS_IN_A_FILE]:
            id_ = new_id(f"{path}\n{card[0].data['question']}", bank.taken)
            lines.append(f"  - id: {id_}\n    questions:\n")
            for number, one in enumerate(card, 1):
                lines.append(writing.entry(one.data, 6))
                placed.added.append(Added(one.place, f"{id_}-{number}", path, str(one.data["question"])))
        placed.files[path] = "".join(lines).encode()


def _dealt(new: Sequence[New], types: Sequence[str], size: int) -> Iterator[list[New]]:
    """Cards of `size` questions, each with as many types as there are."""
    queues = {name: deque(one for one in new if one.data.get("type", "plain") == name) for name in types}
    while any(queues.values()):
        card: list[New] = []
        while len(card) < size and any(queues.values()):
            for queue in queues.values():
                if queue and len(card) < size:
                    card.append(queue.popleft())
        yield card


def _contents(bank: Bank, shelf: Shelf) -> list[Content]:
    return [bank.contents[file.path] for file in shelf.files if file.path in bank.contents]


def _free_names(bank: Bank, shelf: Shelf) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        path = f"content/{shelf.folder}/{shelf.id}/{number:02d}.yaml"
        if path not in bank.raw:
            yield path


def _head(bank: Bank, shelf: Shelf) -> str:
    """The line for editors at the top of the product's other files, if they have one."""
    for content in _contents(bank, shelf):
        first = content.document.text.partition("\n")[0]
        if first.startswith("# yaml-language-server:"):
            return f"{first}\n"
    return ""
