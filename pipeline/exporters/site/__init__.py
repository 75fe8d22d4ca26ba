"""The site: see, search, review and play the content in a browser, as static files for any web host.

`livret serve` shows the same from memory: it asks `data`, `pages` and `shell` for what changed.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pipeline.exporters.base import Artefact, Packing
from pipeline.exporters.pack import file_of
from pipeline.exporters.site import data, pages
from pipeline.exporters.site.places import Places
from pipeline.exporters.site.shell import shell, version_of, worker

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pipeline.exporters.base import GameContent, Workshop
    from pipeline.print.plan import Plan

NAME = "site"
BY_DEFAULT = False
NEEDS = ("pdf",)
"""What it offers for download besides packs."""
_OFFLINE = ("index.html", "studio.css", "studio.js", "icon.svg", "manifest.webmanifest")


def export(games: Sequence[GameContent], workshop: Workshop) -> Iterator[Artefact]:
    """All files of the site."""
    files = dict(shell())
    downloads = _downloads(games, workshop)
    files |= {path: content for found in downloads.values() for path, content in found.items()}
    summaries = []
    for game in games:
        name = game.game.game
        places = Places(game)
        for product in game.products:
            places.read(product)
        offered = [
            data.Download(path, len(content), sha256(content).hexdigest()) for path, content in downloads[name].items()
        ]
        summaries.append(data.summary(game, game.findings, places, offered))
        _put(files, f"data/{name}.json", data.details(game, game.findings, places))
        files[f"packs/{name}.json.js"] = _script(f"packs/{name}.json", files[f"packs/{name}.json"])
        files |= _printed(game, places, workshop)
    together = sha256("".join(game.content_hash for game in games).encode()).hexdigest()
    loose = [finding for game in games[:1] for finding in game.loose]
    first = data.overview(summaries, loose, live=False, content_hash=f"sha256:{together}")
    _put(files, "data/site.json", first)
    kept = {path: content for path, content in files.items() if path in _OFFLINE or _is_offline(path)}
    files["worker.js"] = worker(kept, version_of(kept))
    yield from (Artefact(f"{NAME}/{path}", content) for path, content in sorted(files.items()))


def _is_offline(path: str) -> bool:
    return path.startswith(("fonts/", "data/", "packs/", "pages/")) and path.endswith((".woff2", ".json"))


def _downloads(games: Sequence[GameContent], workshop: Workshop) -> dict[str, dict[str, bytes]]:
    """The packs and PDFs of each game by their path."""
    found: dict[str, dict[str, bytes]] = {}
    for game in games:
        name = game.game.game
        found[name] = {f"packs/{name}.json": file_of(game, Packing(), tuple(game.products))}
    for artefact in workshop.done:
        if not artefact.path.startswith("pdf/"):
            continue
        name = artefact.path.split("/")[1]
        content = artefact.data if artefact.data is not None else workshop.read(artefact.path)
        if name in found and content is not None:
            found[name][artefact.path] = content
    return found


def _printed(game: GameContent, places: Places, workshop: Workshop) -> dict[str, bytes]:
    """The list of pages of each product, and their pictures."""
    from pipeline.print.layout import lay_out

    files: dict[str, bytes] = {}
    plans: list[Plan] = [pages.plan_of(game, name) for name in game.products]
    fragments = lay_out(plans, workshop)
    pictures = []
    for name, plan, laid in zip(game.products, plans, fragments, strict=True):
        _put(files, f"pages/{game.game.game}/{name}.json", pages.listed(plan, places, laid))
        pictures += [
            pages.Picture(plan.keys[number], laid[number])
            for number, leaf in enumerate(plan.leaves)
            if leaf.template != "notes"
        ]
    return files | pages.drawn(pictures, workshop)


def _put(files: dict[str, bytes], path: str, value: Any) -> None:
    """A value as JSON, and as a script for pages that are opened from the disk."""
    files[path] = encoded(value)
    files[f"{path}.js"] = _script(path, files[path])


def encoded(value: Any) -> bytes:
    """As compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _script(path: str, content: bytes) -> bytes:
    return f"livret.take({json.dumps(path)},".encode() + content.rstrip() + b");\n"
