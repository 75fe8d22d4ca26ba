"""Prove that build/ comes from exactly this content and was not altered.

Every file is hashed and compared with the manifest; what it was made from, as the manifest says, is compared with what
the content gives today; every pack is made anew and compared byte by byte. On request the PDFs are made anew, too. Of
what is not made anew the manifest is believed: whoever alters a PDF can alter it as well.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.core.finding import say
from pipeline.exporters import EXPORTERS
from pipeline.exporters.base import Artefact, Packing
from pipeline.exporters.pack import NAME as PACK
from pipeline.exporters.pack import file_of
from pipeline.exporters.site import NAME as SITE
from pipeline.project.build import game_contents, hash_together
from pipeline.project.check import load_games
from pipeline.project.workshop import MANIFEST, Workshop

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pipeline.core.finding import Message
    from pipeline.exporters.base import GameContent

NO_BUILD = "There is no build/{manifest}: `livret build` writes it."
BAD_MANIFEST = "build/{manifest} cannot be read: build again."
MISSING = "build/{path} is missing."
ALTERED = "build/{path} was altered: its hash is not the one that was written down."
NOT_OURS = "build/{path} was not made by `livret build`."
NO_GAME = "build/{path} belongs to a game that is not in content/, or cannot be read."
OTHER_CONTENT = "build/{path} was made from other content."
OTHER_MAKING = "build/{path} was made with other templates or by another livret."
OTHER_BYTES = "build/{path} is not what this content gives."

_FOLDERS = ("packs", "pdf")
_PACKS = "packs/"


class Verified(NamedTuple):
    """What was looked at, and everything that is wrong."""

    artefacts: int
    problems: tuple[Message, ...]
    proved: int = 0
    """How many were made anew and are the same: of the others, the manifest is believed."""


class _WouldMakeError(Exception):
    """An exporter that was only asked what it would make has begun to make it."""


class _Survey(Workshop):
    """Lets exporters say what they would make, and of what; stops those that begin to make it."""

    def __init__(self, root: Path, jobs: int) -> None:
        super().__init__(root, jobs)
        self.heard: dict[str, str] = {}

    def made(self, path: str, key: str) -> bool:  # noqa: ARG002
        return True

    def kept(self, key: str) -> tuple[str, ...]:
        """The files of the last build with this key; remembered: an exporter may be stopped too early."""
        found = tuple(path for path, entry in self.last.items() if entry.get("key") == key)
        self.heard |= dict.fromkeys(found, key)
        return found

    def fetch(self, key: str) -> bytes | None:  # noqa: ARG002
        raise _WouldMakeError

    def spread(self, *_work: Any) -> Any:
        raise _WouldMakeError


class _Anew(Workshop):
    """Lets exporters make everything, without a look at what was made before."""

    def made(self, path: str, key: str) -> bool:  # noqa: ARG002
        return False

    def kept(self, key: str) -> tuple[str, ...]:  # noqa: ARG002
        """Nothing counts as made."""
        return ()

    def fetch(self, key: str) -> bytes | None:  # noqa: ARG002
        return None

    def keep(self, key: str, data: bytes) -> None:
        """Nothing is kept."""


def verify(root: Path, today: str, *, rebuild: bool = False, jobs: int = 1) -> Verified:
    """Everything that is wrong with build/."""
    manifest, trouble = _manifest(root)
    if manifest is None:
        return Verified(0, (trouble,) if trouble else ())
    problems: list[Message] = []
    proved = 0
    whole: dict[str, bytes] = {}
    for path, entry in manifest.items():
        data = _read(root / "build" / path)
        if data is None:
            problems.append(say(MISSING, path=path))
        elif sha256(data).hexdigest() != entry.get("sha256"):
            problems.append(say(ALTERED, path=path))
        else:
            whole[path] = data
    problems += [say(NOT_OURS, path=path) for path in _files(root) if path not in manifest]
    games = {game.game.game: game for game in game_contents(root, load_games(root)[0], today)}
    keys = _keys(root, list(games.values()), manifest)
    anew = _anew(root, list(games.values()), jobs) if rebuild else {}
    shown = {path.split("/")[2].removesuffix(".json") for path in manifest if path.startswith(f"{SITE}/packs/")}
    site = hash_together({name: game.content_hash for name, game in games.items() if name in shown})
    for path, data in whole.items():
        if path.startswith(f"{SITE}/"):  # made of several games at once
            problems += [] if manifest[path].get("content_hash") == site else [say(OTHER_CONTENT, path=path)]
            continue
        problem = _wrong_with(path, data, manifest[path], games, keys, anew)
        if problem:
            problems.append(problem)
        else:
            proved += path.startswith(_PACKS) or path in anew
    return Verified(len(manifest), tuple(problems), proved)


def _manifest(root: Path) -> tuple[dict[str, dict[str, Any]] | None, Message | None]:
    data = _read(root / "build" / MANIFEST)
    if data is None:
        return None, say(NO_BUILD, manifest=MANIFEST)
    try:
        found = {str(path): dict(entry) for path, entry in json.loads(data)["artefacts"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None, say(BAD_MANIFEST, manifest=MANIFEST)
    if any(path.startswith("/") or ".." in Path(path).parts for path in found):
        return None, say(BAD_MANIFEST, manifest=MANIFEST)
    return found, None


def _wrong_with(
    path: str,
    data: bytes,
    entry: Mapping[str, Any],
    games: Mapping[str, GameContent],
    keys: Mapping[str, str],
    anew: Mapping[str, bytes],
) -> Message | None:
    """Whether a file that is as it was written is also what this content gives."""
    game = games.get(str(entry.get("game")))
    if game is None:
        return say(NO_GAME, path=path)
    if path.startswith(_PACKS):
        packing = _packing(path, data)
        names = [name for name in game.products if not packing.products or name in packing.products]
        if file_of(game, packing, names) == data:
            return None
        return say(OTHER_CONTENT if entry.get("content_hash") != game.content_hash else OTHER_BYTES, path=path)
    if path in keys and entry.get("key") != keys[path]:
        # The manifest keeps the hash of the whole game; a product may be the same though another one changed.
        return say(OTHER_CONTENT if entry.get("content_hash") != game.content_hash else OTHER_MAKING, path=path)
    if path not in keys and entry.get("content_hash") != game.content_hash:
        return say(OTHER_CONTENT, path=path)
    if path in anew and anew[path] != data:
        return say(OTHER_BYTES, path=path)
    return None


def _packing(path: str, data: bytes) -> Packing:
    """How a pack was asked for, from its name: GAME.duo+solo.teaser.json."""
    *parts, end = Path(path).name.split(".")[1:]
    teaser = "teaser" in parts
    products = next((tuple(part.split("+")) for part in parts if part != "teaser"), ())
    return Packing(data.count(b"\n") == 1, teaser, end == "jsonl", products)


def _keys(root: Path, games: Sequence[GameContent], manifest: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What artefacts other than packs would be made from, by their paths, where an exporter can say so.

    An exporter that begins to make something has asked what it may keep: the rest of its files is of other things.
    """
    survey = _Survey(root, 1)
    survey.look()
    found: dict[str, str] = {}
    for name, exporter in EXPORTERS.items():
        if name not in (PACK, SITE):
            try:
                for made in exporter.export(games, survey):
                    if isinstance(made, Artefact):
                        found[made.path] = made.key
            except _WouldMakeError:
                found |= survey.heard
                makers = {f"{name}/{printer.name}" for printer in survey.printers}
                for path, entry in manifest.items():
                    if entry.get("by") in makers:
                        found.setdefault(path, "")
    return found


def _anew(root: Path, games: Sequence[GameContent], jobs: int) -> dict[str, bytes]:
    shop = _Anew(root, jobs)
    return {
        made.path: made.data
        for name, exporter in EXPORTERS.items()
        if name not in (PACK, SITE)
        for made in exporter.export(games, shop)
        if isinstance(made, Artefact) and made.data is not None
    }


def _files(root: Path) -> list[str]:
    """The packs and PDFs that lie in build/, whoever put them there."""
    build = root / "build"
    found = [place for folder in _FOLDERS for place in sorted((build / folder).rglob("*")) if not place.is_dir()]
    return [place.relative_to(build).as_posix() for place in found]


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
