"""What exporters work with: the cache of pages under .livret-cache/, those who do the work, the last build.

A command makes one and throws it away; a watching process keeps it, and with it whatever is slow to start.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.exporters.base import Packing
from pipeline.project.printers import default_printers
from pipeline.project.stamp import own_folder, write_new
from pipeline.project.work import Forks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pipeline.exporters.base import Artefact, Item, Result, State
    from pipeline.print.profile import Printer
    from pipeline.project.work import Crew

    # Gives a function that shows how much of some work is done, or None where nobody looks.
    Progress = Callable[[str], Callable[[int, int], None] | None]

MANIFEST = "manifest.json"
_PAGES = "pages"
_MOST_BYTES = 256 * 1024 * 1024


class Workshop:
    """See `exporters.base.Workshop`."""

    def __init__(
        self,
        root: Path,
        jobs: int,
        progress: Progress | None = None,
        packing: Packing | None = None,
        printers: tuple[Printer, ...] | None = None,
        workers: Crew | None = None,
    ) -> None:
        self.workers = workers or Forks(jobs)
        self.jobs = self.workers.jobs
        self.packing = packing or Packing()
        self.printers = default_printers(root) if printers is None else printers
        self.spoken = "en"
        self.last: dict[str, dict[str, object]] = {}
        """The manifest of the last build."""
        self.done: list[Artefact] = []
        self.since: Mapping[str, Mapping[str, str]] | None = None
        self._root = root
        self._progress = progress
        self._folder = own_folder(str(root), _PAGES)
        self._warm: dict[str, Any] = {}

    def look(self) -> None:
        """Read what the last build made."""
        try:
            old = json.loads((self._root / "build" / MANIFEST).read_bytes())["artefacts"]
            self.last = {str(path): dict(entry) for path, entry in old.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            self.last = {}

    def read(self, path: str) -> bytes | None:
        try:
            return (self._root / "build" / path).read_bytes()
        except OSError:
            return None

    def warm(self, name: str, make: Callable[[], Any]) -> Any:
        """Something that is slow to make, made once."""
        if name not in self._warm:
            self._warm[name] = make()
        return self._warm[name]

    def fetch(self, key: str) -> bytes | None:
        if self._folder is None:
            return None
        try:
            return Path(self._folder, key).read_bytes()
        except OSError:
            return None

    def keep(self, key: str, data: bytes) -> None:
        if self._folder is None:
            return
        partial = f"{self._folder}/{key}.{os.getpid()}"
        with suppress(OSError):  # a cache is never a reason to fail
            write_new(partial, data)
            Path(partial).replace(Path(self._folder, key))

    def made(self, path: str, key: str) -> bool:
        entry = self.last.get(path, {})
        if entry.get("key") != key:
            return False
        try:
            data = (self._root / "build" / path).read_bytes()
        except OSError:
            return False
        return sha256(data).hexdigest() == entry.get("sha256")

    def kept(self, key: str) -> tuple[str, ...]:
        paths = tuple(path for path, entry in self.last.items() if entry.get("key") == key)
        return paths if all(self.made(path, key) for path in paths) else ()

    def trim(self) -> None:
        """Forget the oldest half when the cache has grown too big."""
        if self._folder is None:
            return
        with suppress(OSError):
            known = [(entry.stat(), entry.path) for entry in os.scandir(self._folder)]
            total = sum(stat.st_size for stat, _ in known)
            if total <= _MOST_BYTES:
                return
            for stat, path in sorted(known, key=lambda pair: pair[0].st_mtime_ns):
                os.unlink(path)  # noqa: PTH108
                total -= stat.st_size
                if total <= _MOST_BYTES // 2:
                    break

    def spread(
        self, function: Callable[[State, Item], Result], state: State, items: Sequence[Item], label: str
    ) -> list[Result]:
        show = self._progress(label) if self._progress else None
        heard = (lambda done: show(min(done, len(items)), len(items))) if show else None
        return self.workers.spread(function, state, items, heard)

    def __getstate__(self) -> dict[str, Any]:
        """As it is sent to a worker: it works alone there, and what is warm here would not travel."""
        return {**vars(self), "workers": Forks(1), "jobs": 1, "_progress": None, "_warm": {}}
