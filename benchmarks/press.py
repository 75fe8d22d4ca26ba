"""What preflight and imposition cost beside laying the same pages out: seconds of one core, product by product.

    python -m benchmarks.press [--output FILE|-] [--date DAY] [GAME/PRODUCT ...]

The lower bound is the layout itself: nobody can print without it. Both are measured in the same process, one after the
other, without any cache of pages; each figure is the minimum of the rounds.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmarks.complete import complete
from pipeline.exporters.pdf import order_of
from pipeline.print import making, profile
from pipeline.print.engine import Engine
from pipeline.print.layout import lay_out
from pipeline.print.plan import plan
from pipeline.print.preflight.inspect import inspect
from pipeline.print.press import files
from pipeline.project.build import _content
from pipeline.project.check import load_games
from pipeline.project.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TARGET = 0.25
Result = TypeVar("Result")
_TODAY = "2026-01-01"


class _NoCache(Workshop):
    """Nothing is remembered but the engine and the cut fonts, which both sides need."""

    def fetch(self, key: str) -> bytes | None:
        return super().fetch(key) if key.startswith("font-") else None

    def keep(self, key: str, data: bytes) -> None:
        if key.startswith("font-"):
            super().keep(key, data)


def products(root: Path) -> list[str]:
    """All products of all games."""
    return [
        f"{game.folder.name}/{name}"
        for game in load_games(root)[0]
        for name in (game.result.game.products if game.result.game else ())
    ]


def measure(root: Path, product: str) -> dict[str, float]:
    """Seconds of each step for one product."""
    name, _, part = product.partition("/")
    (loaded,) = [game for game in load_games(root)[0] if game.folder.name == name]
    shop = _NoCache(root, 1)
    shop.warm("engine", Engine)
    order = order_of(_content(root, loaded, _TODAY, {part}), part)
    steps: dict[str, float] = {}
    plans = [plan(order, profile.load(printer)) for printer in ("offset", "home")]
    (leaves,) = _timed(steps, "layout", lambda: lay_out([plans[0]], shop))
    single = _timed(steps, "pages", lambda: files(plans[0], leaves, shop))
    sheets = _timed(steps, "imposition", lambda: files(plans[1], leaves, shop))
    for file in single:
        wanted = making.expected(plans[0], file)
        faults = _timed(steps, "preflight", partial(inspect, file.data, plans[0].printer, wanted))
        if faults:
            raise SystemExit(f"{product}: {faults[0].message}")
    if not sheets:
        raise SystemExit(f"{product}: nothing was imposed")
    steps["count"] = float(len(single[0].pages))
    return steps


def _timed(steps: dict[str, float], name: str, work: Callable[[], Result]) -> Result:
    start = time.process_time()
    result = work()
    steps[name] = steps.get(name, 0.0) + time.process_time() - start
    return result


def table(rows: Sequence[tuple[str, dict[str, float]]], date: str) -> str:
    """The result, with the target."""
    lines = [
        "# Preflight and imposition beside layout",
        "",
        f"Written by `python -m benchmarks.press`{f' on {date}' if date else ''}.",
        "CPU seconds of one process, the minimum of the rounds, as a build does it: binding makes the",
        "file for the printer, preflight looks at it, imposition makes the sheets for home of the same pages.",
        "",
        "| product | pages | layout | binding | imposition | preflight | (imposition + preflight) / layout |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    worst = 0.0
    for name, steps in rows:
        ratio = (steps["imposition"] + steps["preflight"]) / steps["layout"]
        worst = max(worst, ratio)
        cells = (f"{steps[key]:.2f}" for key in ("layout", "pages", "imposition", "preflight"))
        lines.append(f"| {name} | {steps['count']:.0f} | {' | '.join(cells)} | {ratio:.2f} |")
    verdict = "met" if worst < TARGET else "not met"
    lines += ["", f"Target: less than {TARGET:g} for every product: {verdict} (worst {worst:.2f}).", ""]
    return "\n".join(lines)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("products", nargs="*", help="all if none is named")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--date", default="")
    parser.add_argument("--output", default="benchmarks/results/press.md")
    asked = parser.parse_args()
    gc.disable()  # as the command does
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        complete(root)
        rows = []
        for product in asked.products or products(root):
            found = []
            for _ in range(asked.rounds):
                found.append(measure(root, product))
                gc.collect()
            rows.append((product, {key: min(one[key] for one in found) for key in found[0]}))
            print(product, rows[-1][1])
    text = table(rows, asked.date)
    if asked.output == "-":
        print(text)
    else:
        Path(asked.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
