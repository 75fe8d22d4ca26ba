"""The site measured: bytes of the first view, search in the browser, and the update after one save beside a full build.

`python -m benchmarks.site --date 2026-11-18` writes results/site.md. Needs Node and Chromium (`make test`).
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from benchmarks.complete import complete
from benchmarks.generate import generate
from benchmarks.measure import run
from pipeline.exporters.site import data, encoded
from pipeline.exporters.site.shell import shell
from pipeline.project.studio import Studio

ROOT = Path(__file__).resolve().parent.parent
_TODAY = "2026-11-18"
_FIRST = ("index.html", "studio.css", "studio.js")
_QUERIES = ("e", "de la", "quelle ville", "annee", "zzzz")
_SAVES = 7


def first_view(folder: Path) -> dict[str, int]:
    """Bytes that the first view loads, compressed as web hosts do (fonts are compressed already)."""
    studio = Studio(folder, lambda: _TODAY)
    studio.refresh()
    files = shell()
    sizes = {name: len(gzip.compress(files[name], 9)) for name in _FIRST}
    sizes["fonts"] = sum(len(content) for name, content in files.items() if name.endswith(".woff2"))
    for path in ("data/site.json", *(f"data/{one.name}.json" for one in sorted((folder / "content").iterdir())[:1])):
        sizes[path] = len(gzip.compress(studio.file(path) or b"", 9))
    return sizes


def updates(folder: Path) -> tuple[float, float, float]:
    """Seconds of a full build, of the update after one save (data and the picture of the page), and of a first look."""
    shutil.rmtree(folder / ".livret-cache", ignore_errors=True)
    shutil.rmtree(folder / "build", ignore_errors=True)
    command = [sys.executable, "-m", "pipeline", "-C", str(folder), "build"]
    os.environ["PYTHONPATH"] = str(ROOT)
    whole = run(command, ROOT).wall
    started = time.perf_counter()
    studio = Studio(folder, lambda: _TODAY)
    studio.refresh()
    first = time.perf_counter() - started
    studio.warm_up()
    page = folder / "content/egomaster/solo/03.yaml"
    _look(studio)
    taken = []
    for number in range(_SAVES):
        text = page.read_text("utf-8")
        page.write_text(re.sub(r"(question: .*?)(?: \d+)? \?", rf"\1 {1900 + number} ?", text, count=1), "utf-8")
        started = time.perf_counter()
        studio.refresh()
        _look(studio)
        taken.append(time.perf_counter() - started)
    return whole, statistics.median(taken[1:]), first


def _look(studio: Studio) -> None:
    """What an open page asks for: the list, and the picture of page 3."""
    leaves: list[dict[str, Any]] = json.loads(studio.file("pages/egomaster/solo.json") or b"")["leaves"]
    key = next(leaf["key"] for leaf in leaves if leaf.get("number") == 3)
    if not studio.file(f"pages/{key}-1.webp"):
        raise SystemExit("no picture")


def search(folder: Path, questions: int) -> dict[str, list[float]]:
    """Milliseconds of each query in Chromium: to find, and until the next frame was painted."""
    site = folder / "site"
    studio = Studio(folder, lambda: _TODAY)
    studio.refresh(jobs=os.cpu_count() or 1)
    for path in (*shell(), "data/site.json"):
        _write(site / path, studio.file(path) or b"")
    for game in sorted(one.name for one in (folder / "content").iterdir() if one.is_dir()):
        for path in (f"data/{game}.json", f"packs/{game}.json"):
            _write(site / path, studio.file(path) or b"")
    first = json.loads((site / "data/site.json").read_bytes())
    _write(site / "data/site.json", encoded({**first, "live": False, "format": data.FORMAT}))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    script = ROOT / "tests/node/bench.search.mjs"
    url = f"http://127.0.0.1:{host.server_port}/index.html"
    environment = {key: value for key, value in os.environ.items() if key != "FONTCONFIG_FILE"}
    node = shutil.which("node") or "node"
    done = subprocess.run(
        [node, str(script), url, str(questions), *_QUERIES], capture_output=True, text=True, check=True, env=environment
    )
    host.shutdown()
    found: dict[str, list[float]] = json.loads(done.stdout)
    return found


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--date", required=True)
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--output", default=str(ROOT / "benchmarks/results/site.md"))
    asked = parser.parse_args()
    lines = [
        "# The site",
        f"Written by `benchmarks/site.py` on {asked.date}; ratios are of one run on one machine.",
        "",
    ]
    with tempfile.TemporaryDirectory() as place:
        small = Path(place, "small")
        complete(small)
        sizes = first_view(small)
        lines += ["## First view, all four games at complete size", "| | bytes, compressed |", "| --- | ---: |"]
        lines += [f"| {name} | {size:,} |" for name, size in sizes.items()]
        lines += [f"| **together** (allowed: 150,000) | **{sum(sizes.values()):,}** |", ""]
        big = Path(place, "big")
        generate(big, asked.questions)
        lines += [
            f"## Search in Chromium, {asked.questions:,} questions",
            "| query | hits | ms to find | ms to the next frame |",
        ]
        lines += ["| --- | ---: | ---: | ---: |"]
        found = search(big, asked.questions)
        lines += [
            f"| {name} | {int(hits):,} | {took:.1f} | {frame:.1f} |" for name, (hits, took, frame) in found.items()
        ]
        whole, update, first = updates(small)
        lines += ["", "## After one save, the games at complete size", "| | seconds | |", "| --- | ---: | --- |"]
        lines += [f"| full build, cold | {whole:.2f} | {whole / update:.0f}x |"]
        lines += [f"| update of the open page: check, data, the changed page laid out and drawn | {update:.2f} | 1x |"]
        lines += [f"| `livret serve`: first look at the content, after a build | {first:.2f} | |", ""]
    text = "\n".join(lines)
    if asked.output == "-":
        print(text)
    else:
        Path(asked.output).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
