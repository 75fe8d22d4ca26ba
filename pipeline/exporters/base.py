"""What an exporter gets and gives. Pure: bytes in memory, no disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from pipeline.core.finding import Finding, Problem
    from pipeline.kinds.base import Content, Product
    from pipeline.kinds.game import Game
    from pipeline.print.profile import Printer
    from pipeline.source.document import Document

Item = TypeVar("Item")
Result = TypeVar("Result")
State = TypeVar("State")


class GameContent(NamedTuple):
    """A checked game: identity, products in the order of game.yaml, and the content of each product's files."""

    game: Game
    products: Mapping[str, Product]
    contents: Mapping[str, Sequence[Content]]
    """Read when it is asked for: an unchanged product is never read."""
    content_hash: str
    hashes: Mapping[str, str]
    """The hash of each product's own files and of game.yaml."""
    own: Mapping[str, bytes]
    """The game's templates and pictures: `booklet/page.html`, `assets/map.png`."""
    document: Document
    """game.yaml, for findings about its texts."""
    paths: Mapping[int, str]
    """Where a document came from, by its identity: for findings."""
    wanted: tuple[str, ...]
    """The products to build, where an artefact is one product's."""
    findings: tuple[Finding, ...] = ()
    """What the check said about it."""
    loose: tuple[Finding, ...] = ()
    """What the check said about no game at all."""


class Packing(NamedTuple):
    """How packs are wanted."""

    minify: bool = False
    teaser: bool = False
    """Without answers, for the public."""
    lines: bool = False
    """As JSON Lines."""
    products: tuple[str, ...] = ()
    """Only these products; none named: all."""

    def suffix(self, names: Sequence[str]) -> str:
        """How the file's name goes on after the game's: what is in it can be seen from outside."""
        part = "." + "+".join(names) if self.products else ""
        return f"{part}{'.teaser' if self.teaser else ''}{'.jsonl' if self.lines else '.json'}"


class Artefact(NamedTuple):
    """A file under build/. `key` says what it was made from; without `data` the file of the last build is kept."""

    path: str
    data: bytes | None
    key: str = ""
    by: str = ""
    """Who made it: a later build of the same maker removes what it no longer makes."""
    pages: Mapping[str, str] = {}
    """A hash of what stands on each page or card: what changed since a printing."""


class Refusal(NamedTuple):
    """Why an artefact cannot be made: a problem in a file, as `check` would report it."""

    path: str
    problem: Problem
    entry: str = ""
    id: str = ""


class Workshop(Protocol):
    """What an exporter may use: a cache, other processes, and what the last build made."""

    jobs: int
    done: list[Artefact]
    """What earlier exporters of this build have made."""
    packing: Packing
    printers: tuple[Printer, ...]
    spoken: str
    """The language of what is written for people at work: proofs."""
    """Whom PDFs are made for."""
    since: Mapping[str, Mapping[str, str]] | None
    """What stood on the pages of an earlier printing: `game/product` -> page or card -> hash."""

    def fetch(self, key: str) -> bytes | None:
        """Bytes that were kept under this key."""

    def keep(self, key: str, data: bytes) -> None:
        """Keep bytes for the next build."""

    def made(self, path: str, key: str) -> bool:
        """Whether the last build made this file from the same things, and it is still there."""

    def read(self, path: str) -> bytes | None:
        """A file of the last build."""

    def kept(self, key: str) -> tuple[str, ...]:
        """The files that the last build made from the same things, if all of them are still there."""

    def warm(self, name: str, make: Callable[[], Result]) -> Result:
        """Something that is slow to make, made once and kept as long as this process builds."""

    def spread(
        self, function: Callable[[State, Item], Result], state: State, items: Sequence[Item], label: str
    ) -> list[Result]:
        """`function(state, item)` for each item, on all cores, with progress."""


class Exporter(Protocol):
    """A module that makes artefacts of games."""

    NAME: str
    """With `BY_DEFAULT = False` beside it, `livret build` makes it only when it is asked for.

    `NEEDS` beside it names exporters that run before it, because it uses what they make (`Workshop.done`).
    """

    def export(self, games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact | Refusal]: ...


def digest(*parts: Any) -> str:
    """A key for what an artefact is made from."""
    from hashlib import blake2b

    return blake2b("\0".join(map(str, parts)).encode(), digest_size=16).hexdigest()
