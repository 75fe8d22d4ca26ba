"""How fast `livret build` prints, beside naive WeasyPrint, Typst, Chromium and reportlab."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from compileall import compile_dir
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.check import CACHE, HOME, Verdict, _least, _livret, _module, _tell
from benchmarks.measure import Cost, Machine, peak_of_tree, run
from benchmarks.warm import GAME, PAGE, PRODUCT, edits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RESULTS = HOME / "benchmarks" / "results" / "pages.md"

COLD, EDITED, AGAIN, HELP, NAIVE = (
    "livret build, cold", "livret build, one question edited", "livret build, unchanged", "livret --help",
    "naive WeasyPrint, one document after the other",
)  # fmt: skip
LIVRET, PLAIN, CHROMIUM, TYPST, REPORTLAB = "livret, cold", "naive WeasyPrint", "Chromium", "Typst", "reportlab"
ENGINES = (LIVRET, PLAIN, CHROMIUM, TYPST, REPORTLAB)
GROUPS = {
    "one booklet": ("egomaster/solo",),
    "three booklets": ("egomaster/solo", "egomaster/duo", "egomaster/multi"),
    "two decks of question cards": ("defizz/duel", "defizz/multi"),
    "one deck of cards": ("egocentric-world/deck",),
}
COLD_TARGET, EDIT_TARGET, AGAIN_TARGET, WARM_TARGET, MEMORY_TARGET = 4, 15, 4, 2, 700

_SETTLE_SECONDS = 0.15  # livret does not trust a file that changed within the last 50 ms
_QUICK_RUNS = 5
_QUICK_GROUPS = 2  # pages, cards and puzzles that --quick adds to each product
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
_CHROMIUM_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--no-pdf-header-footer")


class Warm(NamedTuple):
    """The best round in a process that stays, ours step by step."""

    steps: dict[str, float]
    typst: float
    typst_again: float
    """After an edit in the same process: Typst remembers what has not changed."""

    @property
    def ours(self) -> float:
        return sum(self.steps.values())


class Found(NamedTuple):
    """What one session gave."""

    pages: dict[str, int]
    """Pages of each product, as the peers print them."""
    build: dict[str, Cost]
    engines: dict[str, dict[str, Cost]]
    """Group -> engine -> cost."""
    warm: Warm
    memory: float
    rounds: dict[str, int]
    others: float
    chromium: str


class Bench:
    """A tree of content, the same texts for the peers, and what was measured so far."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        self.tree, self.texts, self.out = folder / "tree", folder / "texts", folder / "out"
        self.out.mkdir()
        generate = "from benchmarks.complete import complete; from benchmarks.peers.texts import write;"
        most = _QUICK_GROUPS if quick else None
        script = f"{generate} from pathlib import Path; t, x = map(Path, {[str(self.tree), str(self.texts)]!r});"
        script += f"complete(t, most={most}); write(t, x)"
        subprocess.run([sys.executable, "-c", script], cwd=HOME, check=True)
        self.pages = {
            path.stem: len(json.loads(path.read_text(encoding="utf-8"))["pages"])
            for path in sorted(self.texts.glob("*.json"))
        }
        self.costs: dict[str, list[Cost]] = {}
        self.engines: dict[str, dict[str, list[Cost]]] = {group: {} for group in GROUPS}
        self.chromium = next(filter(None, map(shutil.which, _CHROMIUM)), "")
        time.sleep(_SETTLE_SECONDS)

    def note(self, name: str, cost: Cost) -> None:
        self.costs.setdefault(name, []).append(cost)

    def forget(self) -> None:
        """As after a fresh clone."""
        for name in (CACHE, "build"):
            shutil.rmtree(self.tree / name, ignore_errors=True)

    def builds(self) -> None:
        """One round of livret alone."""
        self.forget()
        self.note(COLD, run(_livret("build"), self.tree))
        for _ in range(_QUICK_RUNS):
            self.note(AGAIN, run(_livret("build"), self.tree))
            self.note(HELP, run(_livret("--help"), self.tree))
        for number, _ in enumerate(edits(self.tree / "content" / GAME / PRODUCT / PAGE)):
            if number == _QUICK_RUNS:
                break
            time.sleep(_SETTLE_SECONDS)
            self.note(EDITED, run(_livret("build"), self.tree))
        time.sleep(_SETTLE_SECONDS)

    def naive(self) -> None:
        """One round of the naive documents: pages and home sheets of every product, each in a process of its own."""
        total = Cost(0, 0, 0)
        single: dict[str, Cost] = {}
        for name in self.pages:
            _tell(f"  naive {name}")
            source = str(self.texts / f"{name}.json")
            single[name] = run(_module("benchmarks.peers.naive", source, str(self.out / f"{name}.pdf")), HOME)
            sheets = run(_module("benchmarks.peers.naive", source, str(self.out / f"{name}-pnp.pdf")), HOME)
            total = total.then(single[name]).then(sheets)
        self.note(NAIVE, total)
        for group, products in GROUPS.items():
            cost = Cost(0, 0, 0)
            for product in products:
                cost = cost.then(single[product.replace("/", "-")])
            self.engines[group].setdefault(PLAIN, []).append(cost)

    def groups(self) -> None:
        """One round of every engine on the same pages."""
        for group, products in GROUPS.items():
            _tell(f"  engines: {group}")
            self.forget()
            mine = self.engines[group]
            mine.setdefault(LIVRET, []).append(run(_livret("build", *products, "--only", "pdf"), self.tree))
            for engine, command in self.commands():
                cost = Cost(0, 0, 0)
                for product in products:
                    cost = cost.then(run(command(product.replace("/", "-")), HOME))
                mine.setdefault(engine, []).append(cost)

    def commands(self) -> Iterator[tuple[str, Callable[[str], list[str]]]]:
        if self.chromium:
            for products in GROUPS.values():
                for product in products:
                    name = product.replace("/", "-")
                    source, page = self.texts / f"{name}.json", self.out / f"{name}.html"
                    if not page.exists():
                        run(_module("benchmarks.peers.naive", str(source), str(page)), HOME)
            yield CHROMIUM, self.browse
        for engine, module in ((TYPST, "typst_pages"), (REPORTLAB, "reportlab_pages")):
            yield engine, lambda name, module=module: self.peer(module, name)  # type: ignore[misc]

    def browse(self, name: str) -> list[str]:
        profile = f"--user-data-dir={self.out / 'profile'}"
        page, pdf = (self.out / f"{name}.html").as_uri(), f"--print-to-pdf={self.out / f'{name}-chromium.pdf'}"
        return [self.chromium, *_CHROMIUM_OPTIONS, profile, pdf, page]

    def peer(self, module: str, name: str) -> list[str]:
        out = str(self.out / f"{name}-{module}.pdf")
        return _module(f"benchmarks.peers.{module}", str(self.texts / f"{name}.json"), out)

    def warm(self, rounds: int) -> Warm:
        """Ours and Typst in one process that stays."""
        texts = str(self.texts / f"{GAME}-{PRODUCT}.json")
        command = _module("benchmarks.warm", str(self.tree), texts, "--rounds", str(rounds))
        answer = json.loads(subprocess.run(command, cwd=HOME, check=True, capture_output=True, text=True).stdout)
        best = min(answer["ours"], key=lambda steps: sum(steps.values()))
        return Warm(best, min(answer["typst"]), min(answer["typst_again"]))


def measure(folder: Path, runs: int, *, quick: bool) -> Found:
    """One interleaved session."""
    bench = Bench(folder, quick=quick)
    start = Machine.now()
    peer_runs = 1 if quick else min(runs, 2)
    for number in range(runs):
        _tell(f"round {number + 1} of {runs}")
        bench.builds()
        if number < peer_runs:
            bench.naive()
        bench.groups()
    bench.forget()
    warm = bench.warm(3 if quick else 10)
    bench.forget()
    memory = peak_of_tree(_livret("build"), bench.tree)
    engines = {
        group: {engine: _least(costs) for engine, costs in found.items()} for group, found in bench.engines.items()
    }
    rounds = {name: len(costs) for name, costs in bench.costs.items()}
    least = {name: _least(costs) for name, costs in bench.costs.items()}
    others = Machine.now().others_since(start)
    return Found(bench.pages, least, engines, warm, memory, rounds, others, bench.chromium)


def verdicts(found: Found) -> list[Verdict]:
    """Every target of the project for pages."""
    build, warm = found.build, found.warm
    naive, edit = _ratio(build[NAIVE], build[COLD]), _ratio(build[COLD], build[EDITED])
    again = _ratio(build[AGAIN], build[HELP])
    return [
        Verdict(
            f"cold build of all products at least {COLD_TARGET}x faster than one naive document a product",
            f"{naive[0]:.1f}x (CPU {naive[1]:.1f}x)",
            naive[0] >= COLD_TARGET,
        ),
        Verdict(
            f"after editing one question, the whole build at least {EDIT_TARGET}x faster than cold",
            f"{edit[0]:.1f}x (CPU {edit[1]:.1f}x)",
            edit[0] >= EDIT_TARGET,
        ),
        Verdict(
            f"nothing changed: within {AGAIN_TARGET}x of {HELP}",
            f"{again[0]:.1f}x (CPU {again[1]:.1f}x)",
            again[0] <= AGAIN_TARGET,
        ),
        Verdict(
            f"in a warm process, one edited page within {WARM_TARGET}x of Typst compiling the booklet",
            f"{warm.ours / warm.typst:.1f}x",
            warm.ours <= WARM_TARGET * warm.typst,
        ),
        Verdict(
            f"peak memory of all processes of a cold build below {MEMORY_TARGET} MB",
            f"{found.memory:.0f} MB",
            found.memory < MEMORY_TARGET,
        ),
    ]


def _ratio(slow: Cost, fast: Cost) -> tuple[float, float]:
    return slow.wall / fast.wall, slow.cpu / fast.cpu


def build_table(found: Found) -> str:
    """The whole build."""
    rows = ["| | wall s | CPU s | largest process MB | wall / cold | CPU / cold | runs |", "| --- |" + " ---: |" * 6]
    cold = found.build[COLD]
    for name in (COLD, EDITED, AGAIN, HELP, NAIVE):
        wall, cpu, memory = found.build[name]
        ratios = f"{wall / cold.wall:.3f} | {cpu / cold.cpu:.3f}"
        rows.append(f"| {name} | {wall:.3f} | {cpu:.3f} | {memory:.0f} | {ratios} | {found.rounds[name]} |")
    rows.append(f"\nPeak memory of all processes of a cold build together: {found.memory:.0f} MB.")
    return "\n".join(rows)


def engine_table(found: Found) -> str:
    """Every engine on the same pages, wall seconds (CPU seconds)."""
    engines = [engine for engine in ENGINES if engine in next(iter(found.engines.values()))]
    rows = ["| | pages | " + " | ".join(engines) + " |", "| --- |" + " ---: |" * (len(engines) + 1)]
    for group, products in GROUPS.items():
        pages = sum(found.pages[product.replace("/", "-")] for product in products)
        costs = [found.engines[group][engine] for engine in engines]
        rows.append(
            f"| {group} | {pages} | " + " | ".join(f"{cost.wall:.2f} ({cost.cpu:.2f})" for cost in costs) + " |"
        )
    if not found.chromium:
        rows.append("\nChromium is not installed here and was left out.")
    return "\n".join(rows)


def warm_table(found: Found) -> str:
    """The best round in a warm process."""
    rows = ["| | wall s |", "| --- | ---: |"]
    rows += [f"| livret: {name} | {seconds:.3f} |" for name, seconds in found.warm.steps.items()]
    rows += [
        f"| livret, all steps | {found.warm.ours:.3f} |",
        f"| Typst compiles the booklet | {found.warm.typst:.3f} |",
    ]
    rows.append(f"| Typst compiles it again after an edit | {found.warm.typst_again:.3f} |")
    return "\n".join(rows)


_LACKS = """\
What the others do not do, so that the figures can be read fairly:

- **livret** also checks all content first, writes the sheets for home too (except in the warm process), and proves that
  every text fits its box. CMYK with an output intent, TrimBox and BleedBox, one set of fonts.
- **naive WeasyPrint** lays pages out once; its figure in this table is without the sheets for home. No output intent.
- **Chromium** prints the same HTML: RGB only, no bleed, no boxes; its start is part of the figure.
- **Typst**: shaping and line breaking as good as ours, CMYK; no PDF/X, no BleedBox, a second template language.
- **reportlab**: no shaping (kerning, ligatures), no CSS, every element is placed by hand."""


def report(found: Found, date: str, *, quick: bool) -> str:
    """The whole result as Markdown; nothing in it names this machine."""
    names = ("livret", "weasyprint", "pikepdf", "typst", "reportlab")
    tools = ", ".join(f"{name} {version(name)}" for name in names)
    parts = [
        "# How fast does `livret build` print?\n",
        "Written by `python -m benchmarks.pages`; what it measures and why ratios count: [README](../README.md).\n",
        f"{f'{date}. ' if date else ''}Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}."
        f" {tools}{f', {_chromium_version(found.chromium)}' if found.chromium else ''}. Other work took"
        f" {found.others:.0%} of the machine meanwhile.",
        "All figures are minima over the runs of one interleaved session.",
        *(["**A quick run: little content, ratios mean nothing.**"] if quick else []),
        "\n| target | measured | |\n| --- | --- | --- |",
        *(f"| {target} | {text} | {'met' if met else 'not met'} |" for target, text, met in verdicts(found)),
        f"\n## All products of all games, {sum(found.pages.values()):,} pages\n\n{build_table(found)}",
        f"\n## The same pages, each engine in fresh processes\n\nWall seconds (CPU seconds).\n\n{engine_table(found)}",
        f"\n{_LACKS}",
        f"\n## One question edited in a warm process, one booklet as PDF\n\n{warm_table(found)}",
    ]
    return "\n".join(parts) + "\n"


def _chromium_version(program: str) -> str:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return " ".join(said.split()[:2]) or "Chromium"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="rounds; two at most for the naive documents (default: 3)")
    parser.add_argument("--date", default="", help="the date that the result shows")
    parser.add_argument(
        "--quick", action="store_true", help="little content and one round, to try the benchmark itself"
    )
    parser.add_argument("--output", type=Path, default=RESULTS, help="where the result is written; - for nowhere")
    options = parser.parse_args()
    compile_dir(HOME / "pipeline", quiet=1)  # as an installed livret is, even where Python may not write bytecode
    with tempfile.TemporaryDirectory(prefix="livret-bench-") as folder:
        found = measure(Path(folder), 1 if options.quick else options.runs, quick=options.quick)
    text = report(found, options.date, quick=options.quick)
    print(text, end="")
    if str(options.output) != "-":
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
