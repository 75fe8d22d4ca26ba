"""A process that keeps the layout engine warm, as `livret build --watch` does: one question edited, a booklet printed.

`python -m benchmarks.warm TREE TEXTS` prints the seconds of each round as JSON, with those of Typst, which compiles the
same booklet in a process that is just as warm, from the file TEXTS.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.peers.typst_pages import compile_pages
from pipeline.exporters.pdf import order_of
from pipeline.print import profile
from pipeline.print.layout import lay_out
from pipeline.print.plan import plan
from pipeline.print.press import files
from pipeline.project.build import _content
from pipeline.project.check import load_games
from pipeline.project.work import default_jobs
from pipeline.project.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME, PRODUCT, PAGE = "egomaster", "solo", "03.yaml"
_YEAR = re.compile(r"(question: .*?)\b(\d{4})\b")
_TODAY = "2026-01-01"


def edits(page: Path) -> Iterator[None]:
    """Change a year in one question, another one every time; the file is as it was in the end."""
    original = page.read_text(encoding="utf-8")
    found = _YEAR.search(original)
    if found is None:
        raise SystemExit(f"no question of {page.name} tells a year")
    try:
        for year in range(int(found[2]) - 1, 1000, -1):
            page.write_text(_YEAR.sub(lambda match, year=year: f"{match[1]}{year}", original, count=1), "utf-8")  # type: ignore[misc]
            yield
    finally:
        page.write_text(original, encoding="utf-8")


class Steps:
    """Wall seconds of each step of a round."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.perf_counter()

    def done(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[name] = now - self._last
        self._last = now


def booklet(root: Path, workshop: Workshop) -> tuple[bytes, dict[str, float]]:
    """The booklet for the printer, from its files."""
    steps = Steps()
    (loaded,) = [game for game in load_games(root)[0] if game.folder.name == GAME]
    order = order_of(_content(root, loaded, _TODAY, {PRODUCT}), PRODUCT)
    steps.done("read")
    plans = [plan(order, profile.load("offset"))]
    steps.done("plan")
    (fragments,) = lay_out(plans, workshop)
    steps.done("lay out")
    made = files(plans[0], fragments, workshop)[0].data
    steps.done("bind")
    return made, steps.seconds


def measure(root: Path, texts: Path, rounds: int) -> dict[str, Any]:
    """Rounds of both, in turn."""
    peer = _peer(texts)
    workshop = Workshop(root, default_jobs())
    page = root / "content" / GAME / PRODUCT / PAGE
    ours: list[dict[str, float]] = []
    typst: list[tuple[float, float]] = []
    booklet(root, workshop)
    for number, _ in enumerate(edits(page)):
        if number == rounds:
            break
        gc.collect()
        ours.append(booklet(root, workshop)[1])
        typst.append(peer(number))
    return {"ours": ours, "typst": [first for first, _ in typst], "typst_again": [again for _, again in typst]}


def _peer(texts: Path) -> Callable[[int], tuple[float, float]]:
    """Typst in a process of its own: were it a copy of ours, each copy would make our next round slower."""
    asked, question = os.pipe()
    answer, answered = os.pipe()
    if not os.fork():
        with os.fdopen(asked, "r") as numbers, os.fdopen(answered, "w") as out:
            os.close(question)
            for number in numbers:
                out.write(json.dumps(_typst(texts, int(number))) + "\n")
                out.flush()
        os._exit(0)
    os.close(asked)
    os.close(answered)
    questions, answers = os.fdopen(question, "w"), os.fdopen(answer)

    def ask(number: int) -> tuple[float, float]:
        questions.write(f"{number}\n")
        questions.flush()
        first, again = json.loads(answers.readline())
        return first, again

    return ask


def _typst(texts: Path, number: int) -> tuple[float, float]:
    """Seconds of a compilation, and of one more after an edit, when Typst remembers what has not changed.

    In a copy of this process, because Typst forgets nothing.
    """
    import typst  # noqa: F401 - loaded before the clock runs

    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            seconds = []
            for version in (2 * number, 2 * number + 1):
                _edit_texts(texts, version)
                started = time.perf_counter()
                compile_pages(texts)
                seconds.append(time.perf_counter() - started)
            os.write(writer, json.dumps(seconds).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        first, again = json.loads(pipe.read())
    os.waitpid(pid, 0)
    return first, again


def _edit_texts(texts: Path, number: int) -> None:
    product = json.loads(texts.read_text(encoding="utf-8"))
    item = product["pages"][4]["items"][0]
    item["text"] = re.sub(r"^(\d+ )?", f"{number} ", item["text"])
    texts.write_text(json.dumps(product, ensure_ascii=False), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.warm", description=__doc__)
    parser.add_argument("tree", type=Path)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    print(json.dumps(measure(options.tree, options.texts, options.rounds)))


if __name__ == "__main__":
    main()
