"""What `livret serve` shows: the files of the site in memory. What changed is made anew, pages when asked for."""

from __future__ import annotations

import re
import threading
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.exporters.base import Packing
from pipeline.exporters.pack import file_of
from pipeline.exporters.site import data, encoded, pages
from pipeline.exporters.site.places import Places
from pipeline.exporters.site.shell import shell
from pipeline.print.layout import lay_out
from pipeline.print.templates import TemplateFaultError
from pipeline.project.build import game_contents
from pipeline.project.check import check, load_games
from pipeline.project.options import Options
from pipeline.project.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pipeline.core.finding import Finding
    from pipeline.exporters.base import GameContent
    from pipeline.print.fragment import Fragment
    from pipeline.print.plan import Plan

_PICTURE = re.compile(r"pages/([0-9a-f]{32})-([1-9][0-9]{0,3})\.webp")
_LAID = re.compile(r"pages/([0-9a-f]{32})\.json")
_PAGES = re.compile(r"pages/([a-z0-9-]+)/([a-z0-9-]+)\.json")
_DOWNLOAD = re.compile(r"(?:pdf|packs)/.+")
_MOST_FRAGMENTS = 2000
_GENERATIONS = 4
"""How many plans of a product are remembered: browsers ask late for pictures that were far down the page."""


class Refreshed(NamedTuple):
    """What a look at the content has changed."""

    changed: tuple[str, ...]
    """Paths of files of the site that are not what they were."""
    errors: int
    warnings: int


class _Leaf(NamedTuple):
    where: tuple[str, str]
    """Game and product."""
    plan: Plan
    number: int


class Studio:
    """The site of a content repository as it is now. `refresh` looks at the files; `file` answers the browser.

    Who waits for a changed page should not wait for the check: `read` and `prepare` come before `refresh` then.
    """

    def __init__(self, root: Path, today: Callable[[], str]) -> None:
        self._root = root
        self._today = today
        self._workshop = Workshop(root, jobs=1)
        self._state = threading.RLock()
        """Guards what follows; held briefly."""
        self._planning = threading.Lock()
        """Who asks for a plan that is being made waits for it."""
        self._press = threading.Lock()
        """The layout engine and PDFium serve one at a time."""
        self._games: dict[str, GameContent] = {}
        self._places: dict[str, Places] = {}
        self._packs: dict[str, bytes] = {}
        """Of games that have not changed since they were packed."""
        self._plans: dict[tuple[str, str], Plan] = {}
        """Of products that have not changed since they were planned."""
        self._recent: dict[tuple[str, str], tuple[Plan, ...]] = {}
        """The last plans of each product, even if the product has changed since; the newest first."""
        self._open: tuple[str, str] | None = None
        """The product whose pages were listed last: somebody is looking at it."""
        self._leaves: dict[str, _Leaf] = {}
        self._fragments: dict[str, Fragment] = {}
        self._files: dict[str, bytes] = {}
        self._downloads: frozenset[str] = frozenset()

    def read(self, findings: tuple[Finding, ...] | None = None) -> tuple[str, ...]:
        """Read what changed, without a check; gives the lists of pages that are not what they were."""
        loaded = load_games(self._root)[0]
        games: dict[str, GameContent] = {}
        places: dict[str, Places] = {}
        for now in game_contents(self._root, loaded, self._today(), findings or (), self._games):
            name = now.game.game
            before = self._games.get(name)
            told = now.findings if findings is not None or before is None else before.findings
            if before is not None and before.content_hash == now.content_hash and before.own == now.own:
                games[name], places[name] = before._replace(findings=told), self._places[name]
                continue
            games[name], places[name] = now._replace(findings=told), Places(now)
            for product in now.products:
                places[name].read(product)
            self._packs.pop(name, None)
        with self._state:
            old, self._games, self._places = self._games, games, places
            return tuple(self._outdated(old))

    def prepare(self) -> None:
        """Lay out and draw the first changed page of those that somebody has looked at: it is about to be asked for."""
        where = self._open
        before = next(iter(self._recent.get(where, ())), None) if where else None
        found = self._plan(*where) if where else None
        if before is None or found is None or isinstance(found, str):
            return
        seen = {number for number, key in enumerate(before.keys) if key in self._fragments}
        fresh = [key for number, key in enumerate(found.keys) if number in seen and key not in before.keys]
        if fresh:
            self._picture(fresh[0], 1)

    def refresh(self, *, jobs: int = 1) -> Refreshed:
        """Check the content and make what changed anew."""
        report = check(self._root, Options(today=self._today(), jobs=jobs))
        outdated = self.read(report.findings)
        self._workshop.look()
        files: dict[str, bytes] = {}
        summaries: list[dict[str, Any]] = []
        downloads: set[str] = set()
        for name, game in self._games.items():
            if name not in self._packs:
                self._packs[name] = file_of(game, Packing(), tuple(game.products))
            files[f"packs/{name}.json"] = pack = self._packs[name]
            offered = self._offered(game, pack)
            downloads |= {download.path for download in offered}
            summaries.append(data.summary(game, game.findings, self._places[name], offered))
            files[f"data/{name}.json"] = encoded(data.details(game, game.findings, self._places[name]))
        files["data/site.json"] = encoded(self._overview(summaries, report.findings, self._games))
        with self._state:
            changed = [path for path, content in files.items() if self._files.get(path) != content]
            changed += [path for path in self._files if path not in files]
            self._files, self._downloads = files, frozenset(downloads)
        counts = [sum(finding.severity == grade for finding in report.findings) for grade in ("error", "warning")]
        return Refreshed(tuple(sorted({*changed, *outdated})), *counts)

    def file(self, path: str) -> bytes | None:
        """A file of the site; None if there is none of that name."""
        known = shell().get(path)
        if known is None:
            with self._state:
                known = self._files.get(path)
        if known is not None:
            return known
        if found := _PAGES.fullmatch(path):
            return self._listed(found[1], found[2])
        if found := _LAID.fullmatch(path):
            fragment = self._fragment(found[1])
            return encoded(pages.laid(fragment)) if fragment else None
        if found := _PICTURE.fullmatch(path):
            return self._picture(found[1], int(found[2]))
        if _DOWNLOAD.fullmatch(path) and path in self._downloads:
            return self._workshop.read(path)
        return None

    def warm_up(self) -> None:
        """Start the layout engine, so that the first page is not kept waiting."""
        from pipeline.print.engine import Engine

        with self._press:
            self._workshop.warm("engine", Engine)

    def _overview(
        self, summaries: list[dict[str, Any]], findings: tuple[Finding, ...], games: dict[str, GameContent]
    ) -> dict[str, Any]:
        """The first view; findings of no game that can be read stand in it."""
        loose = [one for one in findings if not any(one.path.startswith(f"content/{name}/") for name in games)]
        together = sha256("".join(game.content_hash for game in games.values()).encode()).hexdigest()
        return data.overview(summaries, loose, live=True, content_hash=f"sha256:{together}")

    def _offered(self, game: GameContent, pack: bytes) -> list[data.Download]:
        """The pack as it is now, and what the last build left, marked where it is older than the content."""
        name = game.game.game
        offered = [data.Download(f"packs/{name}.json", len(pack), sha256(pack).hexdigest())]
        for path, entry in sorted(self._workshop.last.items()):
            if entry.get("game") == name and path.startswith("pdf/"):
                old = entry.get("content_hash") != game.content_hash
                size, digest = int(str(entry.get("bytes", 0))), str(entry.get("sha256", ""))
                offered.append(data.Download(path, size, digest, old))
        return offered

    def _outdated(self, old: dict[str, GameContent]) -> list[str]:
        """Forget the plans of products that changed."""
        changed = []
        for game, product in list(self._plans):
            now, before = self._games.get(game), old.get(game)
            if now and before and (now.hashes.get(product), now.own) == (before.hashes.get(product), before.own):
                continue
            del self._plans[game, product]
            changed.append(f"pages/{game}/{product}.json")
        return changed

    def _listed(self, game: str, product: str) -> bytes | None:
        """The list of a product's pages."""
        found = self._plan(game, product)
        if found is None:
            return None
        self._open = (game, product)
        if isinstance(found, str):
            return encoded({"problem": found, "leaves": []})
        with self._state:
            places = self._places[game]
            return encoded(pages.listed(found, places))

    def _plan(self, game: str, product: str) -> Plan | str | None:
        """The plan of a product, why there is none, or None if there is no such product."""
        with self._planning:
            with self._state:
                known = self._plans.get((game, product))
                content = self._games.get(game)
            if known is not None:
                return known
            if content is None or product not in content.products:
                return None
            try:
                found = pages.plan_of(content, product)
            except TemplateFaultError as fault:
                return f"{fault.fault.template}:{fault.fault.line}: {fault.fault.problem}"
            with self._state:
                now = self._games.get(game)
                self._remember((game, product), found, current=now is not None and now.contents is content.contents)
            return found

    def _remember(self, where: tuple[str, str], found: Plan, *, current: bool) -> None:
        """Take up a plan. Leaves of those before stay: a page that has not heard of the changes may ask for them."""
        with self._state:
            recent = (found, *(one for one in self._recent.get(where, ()) if one is not found))[:_GENERATIONS]
            self._leaves = {key: leaf for key, leaf in self._leaves.items() if leaf.where != where}
            for plan in reversed(recent):
                self._leaves |= {key: _Leaf(where, plan, number) for number, key in enumerate(plan.keys)}
            self._recent[where] = recent
            if current:  # the content may have changed while it was planned
                self._plans[where] = found

    def _fragment(self, key: str) -> Fragment | None:
        """A leaf, laid out now if it was not before; smaller if it does not fit, as in a build."""
        known = self._fragments.get(key)
        if known is not None:
            return known
        with self._press:
            with self._state:
                known = self._fragments.get(key)
                leaf = self._leaves.get(key)
            if known is not None or leaf is None:
                return known
            plans = [leaf.plan]
            (laid,) = lay_out(plans, self._workshop, {0: (leaf.number,)})
            with self._state:
                if len(self._fragments) >= _MOST_FRAGMENTS:
                    self._fragments.clear()
                self._fragments[key] = laid[leaf.number]
                current = self._plans.get(leaf.where) is leaf.plan
            if current and plans[0].points != leaf.plan.points:
                self._remember(leaf.where, plans[0], current=True)  # all pages get the smaller type
            return laid[leaf.number]

    def _picture(self, key: str, page: int) -> bytes | None:
        fragment = self._fragment(key)
        if fragment is None:
            return None
        picture = pages.Picture(key, fragment)
        known = pages.kept(picture, page, self._workshop, quickly=True)
        if known is not None:
            return known
        with self._press:
            return pages.drawn([picture], self._workshop, quickly=True).get(pages.path(key, page))
