"""Build artefacts into build/: only what changed is made, and the whole folder is exchanged in one step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pipeline import __version__
from pipeline.checks import engine
from pipeline.checks.rule import rule
from pipeline.core.finding import Finding
from pipeline.exporters import EXPORTERS
from pipeline.exporters.base import Artefact, GameContent, Refusal
from pipeline.project import layout
from pipeline.project.check import LoadedGame, contexts_of, load_games
from pipeline.project.exchange import Staged
from pipeline.project.workshop import MANIFEST, Workshop

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.kinds.base import Content
    from pipeline.project.layout import ContentFile


class Written(NamedTuple):
    """An artefact on disk."""

    path: str
    size: int
    sha256: str


class Built(NamedTuple):
    """What a build made, or why it made nothing."""

    written: tuple[Written, ...] = ()
    findings: tuple[Finding, ...] = ()
    unknown: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Products that were asked for and do not exist, each with those that do."""


def build(
    root: Path,
    targets: Sequence[str],
    wanted: Sequence[str],
    today: str,
    workshop: Workshop | None = None,
    findings: Sequence[Finding] = (),
) -> Built:
    """Make the artefacts of the targets (GAME or GAME/PRODUCT). The caller has checked: `findings`."""
    asked: dict[str, set[str]] = {}
    for target in targets:
        game, _, product = target.partition("/")
        asked.setdefault(game, set()).add(product)
    loaded = [game for game in load_games(root)[0] if game.folder.name in asked]
    unknown = tuple(
        (f"{game.folder.name}/{product}", tuple(game.result.products))
        for game in loaded
        for product in sorted(asked[game.folder.name] - {"", *game.result.products})
    )
    if unknown:
        return Built(unknown=unknown)
    contents = [_content(root, game, today, asked[game.folder.name], findings) for game in loaded]
    workshop = workshop or Workshop(root, jobs=1)
    workshop.look()
    workshop.done = []
    artefacts: list[Artefact] = []
    refused: list[Finding] = []
    for name in _with_needs(wanted):
        for made in EXPORTERS[name].export(contents, workshop):
            if isinstance(made, Refusal):
                refused.append(_finding(made))
                continue
            workshop.done.append(made)
            if name in wanted:
                artefacts.append(made)
        if refused:
            # The copies of a card say the same.
            return Built(findings=tuple(sorted(dict.fromkeys(refused), key=lambda one: (one.path, one.span))))
    workshop.trim()
    return Built(_write(root, contents, artefacts, workshop.last))


def hash_together(hashes: Mapping[str, str]) -> str:
    """The hash of what is made of several games at once."""
    return content_hash({name: found.encode() for name, found in hashes.items()})


def _with_needs(wanted: Sequence[str]) -> list[str]:
    """The exporters to run, in their order: those that are wanted, and those that they need."""
    needed = {need for name in wanted for need in getattr(EXPORTERS[name], "NEEDS", ())}
    return [name for name in EXPORTERS if name in wanted or name in needed]


def game_contents(
    root: Path,
    loaded: Sequence[LoadedGame],
    today: str,
    findings: Sequence[Finding] = (),
    before: Mapping[str, GameContent] | None = None,
) -> list[GameContent]:
    """All of some games, read when it is asked for; what `before` has of unchanged products is not read again."""
    known = before or {}
    return [
        _content(root, game, today, {""}, findings, known.get(game.folder.name))
        for game in loaded
        if game.result.game is not None
    ]


def content_hash(files: Mapping[str, bytes]) -> str:
    """The hash of content: names and bytes of its files."""
    digest = sha256()
    for path, raw in sorted(files.items()):
        digest.update(f"{path}\0{len(raw)}\0".encode())
        digest.update(raw)
    return f"sha256:{digest.hexdigest()}"


def _write(
    root: Path, contents: Sequence[GameContent], artefacts: Sequence[Artefact], old: Mapping[str, dict[str, object]]
) -> tuple[Written, ...]:
    """Put the artefacts in place, all at once."""
    hashes = {game.game.game: game.content_hash for game in contents}
    hashes[""] = hash_together(hashes)
    manifest = dict(old)
    written = []
    with Staged(root / "build") as staged:
        for artefact in artefacts:
            if artefact.data is None:
                entry = old[artefact.path]
            else:
                staged.put(artefact.path, artefact.data)
                entry = {"sha256": sha256(artefact.data).hexdigest(), "bytes": len(artefact.data)}
            game = _game_of(artefact.path)
            made: dict[str, object] = {"game": game, "content_hash": hashes[game], "key": artefact.key}
            made |= {"by": artefact.by} if artefact.by else {}
            pages = dict(artefact.pages) or entry.get("pages")
            made |= {"pages": pages} if pages else {}
            manifest[artefact.path] = {"sha256": entry["sha256"], "bytes": entry["bytes"], **made}
            written.append(Written(f"build/{artefact.path}", int(str(entry["bytes"])), str(entry["sha256"])))
        for path in _stale(contents, artefacts, manifest):
            staged.remove(path)
        present = {path: manifest[path] for path in sorted(manifest) if staged.has(path)}
        text = json.dumps({"tool": f"livret {__version__}", "artefacts": present}, indent=1, ensure_ascii=False) + "\n"
        staged.put(MANIFEST, text.encode("utf-8"))
    return tuple(written)


def _stale(
    contents: Sequence[GameContent], artefacts: Sequence[Artefact], manifest: Mapping[str, Mapping[str, object]]
) -> list[str]:
    """What an earlier build made of these games and this one did not: a product that no longer exists."""
    made = {artefact.path for artefact in artefacts}
    makers = {_maker(artefact.path, artefact.by) for artefact in artefacts}
    whole = {game.game.game for game in contents if game.wanted == tuple(game.products)} | {""}
    return [
        path
        for path, entry in manifest.items()
        if path not in made and _maker(path, str(entry.get("by", ""))) in makers and _game_of(path) in whole
    ]


def _maker(path: str, by: str) -> str:
    """Artefacts that replace each other are of one maker: a teaser does not replace a pack."""
    folder, _, name = path.partition("/")
    return by or (f"{folder}.{name.partition('.')[2]}" if folder == "packs" else folder)


def _game_of(path: str) -> str:
    """packs/egomaster.json, packs/egomaster.teaser.json and pdf/egomaster/duo.pdf are Egomaster's; site/ nobody's."""
    if path.startswith("site/"):
        return ""
    return path.split("/")[1].partition(".")[0]


class _Contents(Mapping[str, Sequence["Content"]]):
    """The content of each product, read when it is first asked for; files that `before` has already are not."""

    def __init__(
        self, loaded: LoadedGame, raw: Mapping[str, bytes], today: str, before: Mapping[str, object] | None
    ) -> None:
        self.paths: dict[int, str] = {}
        self._loaded = loaded
        self._raw = raw
        self._contexts = contexts_of([loaded], today)
        self._known: dict[str, list[Content]] = {}
        self._files: dict[str, Content] = {}
        if isinstance(before, _Contents) and before._loaded.digest == loaded.digest:
            same = {path for path, data in raw.items() if data == before._raw.get(path)}
            self._files = {path: content for path, content in before._files.items() if path in same}

    def __getitem__(self, name: str) -> Sequence[Content]:
        if name not in self._loaded.result.products:
            raise KeyError(name)
        if name not in self._known:
            self._known[name] = []
            for file in self._loaded.files:
                if file.product == name:
                    content = self._read(file)
                    self.paths[id(content.document)] = file.path
                    self._known[name].append(content)
        return self._known[name]

    def _read(self, file: ContentFile) -> Content:
        if file.path not in self._files:
            product = self._contexts[file.game, file.product].product
            self._files[file.path] = engine.read_content(self._raw[file.path], product)
        return self._files[file.path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaded.result.products)

    def __len__(self) -> int:
        return len(self._loaded.result.products)


def _content(
    root: Path,
    loaded: LoadedGame,
    today: str,
    asked: set[str],
    findings: Sequence[Finding] = (),
    before: GameContent | None = None,
) -> GameContent:
    """A game with its files; texts are read when they are asked for, or taken from `before` if they are the same."""
    prefix = f"content/{loaded.folder.name}/"
    raw = {file.path: (root / file.path).read_bytes() for file in loaded.files}
    game_yaml = (root / f"{prefix}game.yaml").read_bytes()
    game, products = loaded.result.game, loaded.result.products
    if game is None:
        raise AssertionError("a game without errors could be read")
    contents = _Contents(loaded, raw, today, before.contents if before is not None else None)
    everything = {path.removeprefix(prefix): data for path, data in raw.items()} | {"game.yaml": game_yaml}
    hashes = {
        name: content_hash(
            {"game.yaml": game_yaml} | {file.path: raw[file.path] for file in loaded.files if file.product == name}
        ).removeprefix("sha256:")
        for name in products
    }
    own = _own_files(root, prefix)
    wanted = tuple(name for name in products if "" in asked or name in asked)
    told = tuple(finding for finding in findings if finding.path.startswith(prefix))
    loose = tuple(finding for finding in findings if finding.path.count("/") < 2)
    document = loaded.result.document
    return GameContent(
        game, products, contents, content_hash(everything), hashes, own, document, contents.paths, wanted, told, loose
    )


def _own_files(root: Path, prefix: str) -> dict[str, bytes]:
    """A game's own templates by their names in the library, and its pictures as assets/…

    A link that leads out of content/ is as if it were not there, and so is what is no file: whoever names it is told.
    """
    found: dict[str, bytes] = {}
    for name, inside in (("templates", ""), ("assets", "assets/")):
        folder = root / prefix / name
        for place in sorted(folder.rglob("*")):
            inner = place.relative_to(folder)
            if place.is_dir() or any(part.startswith(".") for part in inner.parts):
                continue
            with suppress(OSError):
                found[inside + inner.as_posix()] = layout.read(root, f"{prefix}{name}/{inner.as_posix()}")
    return found


def _finding(refusal: Refusal) -> Finding:
    path, problem, entry, id_ = refusal
    found = rule(problem.rule)
    return Finding(
        path, problem.span, found.name, found.code, found.severity, problem.message, problem.hint, id_, entry,
        problem.related,
    )  # fmt: skip
