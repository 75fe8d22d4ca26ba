"""Write artefacts to build/: complete files only, each put in place in one step, with a manifest of hashes."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.checks import engine
from pipeline.exporters import EXPORTERS
from pipeline.exporters.base import GameContent
from pipeline.project.check import LoadedGame, contexts_of, load_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pipeline.kinds.base import Content


class Written(NamedTuple):
    """An artefact on disk."""

    path: str
    size: int
    sha256: str


def build(root: Path, games: Sequence[str], wanted: Sequence[str], today: str) -> Iterator[Written]:
    """Make and write the artefacts of the games. The caller has checked that there are no errors."""
    manifest = _old_manifest(root)
    loaded, _ = load_games(root)
    for game in loaded:
        if game.folder.name not in games:
            continue
        content = _content(root, game, today)
        for name in wanted:
            for artefact in EXPORTERS[name].export(content):
                place = root / "build" / artefact.path
                digest = sha256(artefact.data).hexdigest()
                _put(place, artefact.data)
                manifest[artefact.path] = {
                    "sha256": digest,
                    "bytes": len(artefact.data),
                    "game": game.folder.name,
                    "content_hash": content.content_hash,
                }
                yield Written(f"build/{artefact.path}", len(artefact.data), digest)
    kept = {path: entry for path, entry in sorted(manifest.items()) if (root / "build" / path).is_file()}
    text = json.dumps({"tool": f"livret {__version__}", "artefacts": kept}, indent=1, ensure_ascii=False) + "\n"
    _put(root / "build" / "manifest.json", text.encode("utf-8"))


def content_hash(files: dict[str, bytes]) -> str:
    """The hash of a game's content: names and bytes of all its files."""
    digest = sha256()
    for path, raw in sorted(files.items()):
        digest.update(f"{path}\0{len(raw)}\0".encode())
        digest.update(raw)
    return f"sha256:{digest.hexdigest()}"


def _content(root: Path, loaded: LoadedGame, today: str) -> GameContent:
    prefix = f"content/{loaded.folder.name}/"
    raw = {file.path: (root / file.path).read_bytes() for file in loaded.files}
    raw[f"{prefix}game.yaml"] = (root / f"{prefix}game.yaml").read_bytes()
    contexts = contexts_of([loaded], today)
    contents: dict[str, list[Content]] = {name: [] for name in loaded.result.products}
    for file in loaded.files:
        contents[file.product].append(engine.read_content(raw[file.path], contexts[file.game, file.product].product))
    if loaded.result.game is None:
        raise AssertionError("a game without errors could be read")
    hashed = content_hash({path.removeprefix(prefix): data for path, data in raw.items()})
    return GameContent(loaded.result.game, loaded.result.products, contents, hashed)


def _old_manifest(root: Path) -> dict[str, dict[str, object]]:
    try:
        old = json.loads((root / "build" / "manifest.json").read_bytes())["artefacts"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return dict(old) if isinstance(old, dict) else {}


def _put(place: Path, data: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    partial = place.with_name(f".{place.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
        partial.replace(place)
    finally:
        partial.unlink(missing_ok=True)
