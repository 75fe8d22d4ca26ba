"""What every site has, whatever its content: page, script, style, fonts, icons, and the worker for use offline."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.exporters.site.bundle import bundle
from pipeline.print import library

if TYPE_CHECKING:
    from collections.abc import Iterable

_FOLDER = "site"
_ENTRY = "app/main.mjs"
_JUDGE = Path(__file__).resolve().parent.parent.parent / "judging" / "judge.mjs"
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_COPIED = ("index.html", "studio.css", "icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest")


@lru_cache(maxsize=1)
def shell() -> dict[str, bytes]:
    """The files by their path in the site."""
    folder = library.home() / _FOLDER
    files = {name: (folder / name).read_bytes() for name in _COPIED}
    files["studio.js"] = script().encode("utf-8")
    for font in sorted((folder / "fonts").glob("*.woff2")):
        files[f"fonts/{font.name}"] = font.read_bytes()
    return files


def script() -> str:
    """All modules in one script; the judge of typed answers is the one that comes with packs."""
    modules = modules_of(library.home() / _FOLDER)
    return _COMMENT.sub("", bundle(modules, _ENTRY))


def modules_of(folder: Path) -> dict[str, str]:
    """Every module by its path; the judge is `app/judge.mjs`, the icons of the icon font are `app/icons.mjs`."""
    modules = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*.mjs")}
    modules["app/judge.mjs"] = _JUDGE.read_text("utf-8")
    icons = json.loads((folder.parent / "icons" / "icons.json").read_text("utf-8"))
    modules["app/icons.mjs"] = f"export const ICONS = {json.dumps(icons)};\n"
    return modules


def worker(paths: Iterable[str], version: str) -> bytes:
    """The service worker, which keeps these files for when there is no network."""
    text = (library.home() / _FOLDER / "worker.js").read_text("utf-8")
    listed = json.dumps(sorted(paths), ensure_ascii=False, indent=0)
    return text.replace("VERSION`", f"{version}`").replace("[/* FILES */]", listed).encode("utf-8")


def version_of(files: dict[str, bytes]) -> str:
    """Changes with every byte of the files that are kept offline."""
    digest = sha256()
    for path, data in sorted(files.items()):
        digest.update(f"{path}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:16]
