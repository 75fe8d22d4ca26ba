"""The site measured: bytes of the first view, search in the browser, and from a save to the new picture on the screen.

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
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

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
_SAVES = 9
_VIEW = "printed/egomaster/solo/1/1"
_FRAME = 1000 / 60
_FRAMES = 2
_SECONDS = 1.0


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


class Updates(NamedTuple):
    """Seconds."""

    cold: float
    """A full build without a cache."""
    again: float
    """A full build after one save, with its cache."""
    seen: float
    """From a save to the new picture on the screen of an open page, in Chromium: the median."""
    slowest: float


def updates(folder: Path) -> Updates:
    """What one save costs: with `livret build`, and with `livret serve` and an open page."""
    shutil.rmtree(folder / ".livret-cache", ignore_errors=True)
    shutil.rmtree(folder / "build", ignore_errors=True)
    command = [sys.executable, "-m", "pipeline", "-C", str(folder)]
    os.environ["PYTHONPATH"] = str(ROOT)
    cold = run([*command, "build"], ROOT).wall
    page = folder / "content/egomaster/solo/01.yaml"
    text = page.read_text("utf-8")
    page.write_text(re.sub(r"(question: .*?) \?", r"\1 1900 ?", text, count=1), "utf-8")
    again = run([*command, "build"], ROOT).wall
    serving = subprocess.Popen(
        [*command, "serve", "--no-open", "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        address = re.search(r"http://\S+/", serving.stdout.readline() if serving.stdout else "")
        if address is None:
            raise SystemExit("livret serve does not say where it is")
        taken: list[float] = json.loads(_node("bench.live.mjs", address[0], _VIEW, str(page), str(_SAVES)))
    finally:
        serving.terminate()
        serving.communicate()
    return Updates(cold, again, statistics.median(taken) / 1000, max(taken) / 1000)


def _node(script: str, *arguments: str) -> str:
    """What a script of tests/node prints."""
    environment = {key: value for key, value in os.environ.items() if key != "FONTCONFIG_FILE"}
    command = [shutil.which("node") or "node", str(ROOT / "tests/node" / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        raise SystemExit(f"{script} has failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def search(folder: Path) -> dict[str, list[float]]:
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
    found: dict[str, list[float]] = json.loads(
        _node("bench.search.mjs", f"http://127.0.0.1:{host.server_port}/index.html", *_QUERIES)
    )
    host.shutdown()
    return found


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _judged(value: float, most: float) -> str:
    """A value, and whether it is what was wanted."""
    return f"{value:.2f}" if value <= most else f"**{value:.2f}: not met**"


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
            "From the key press until the answer was painted; a frame is 16.7 ms.",
            "",
            f"| query | hits | ms to find | ms to the next frame | frames (wanted: {_FRAMES}) |",
            "| --- | ---: | ---: | ---: | ---: |",
        ]
        lines += [
            f"| {name} | {int(hits):,} | {took:.1f} | {frame:.1f} | {_judged(frame / _FRAME, _FRAMES)} |"
            for name, (hits, took, frame) in search(big).items()
        ]
        found = updates(small)
        lines += ["", "## After one save, the games at complete size"]
        lines += ["| | seconds | beside the update |", "| --- | ---: | ---: |"]
        lines += [f"| full build, cold: no cache | {found.cold:.2f} | {found.cold / found.seen:.0f}x |"]
        lines += [
            f"| full build after the save, with its cache | {found.again:.2f} | {found.again / found.seen:.1f}x |"
        ]
        seen, slowest = _judged(found.seen, _SECONDS), f"{found.slowest:.2f}"
        lines += [f"| from the save to the new picture on the screen (wanted: {_SECONDS:.0f}) | {seen} | 1x |"]
        lines += [f"| the slowest of {_SAVES} saves | {slowest} | |", ""]
    text = "\n".join(lines)
    if asked.output == "-":
        print(text)
    else:
        Path(asked.output).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
