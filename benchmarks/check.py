"""How fast `livret check` is beside yamllint, check-jsonschema and bare Python: `python -m benchmarks.check`."""

from __future__ import annotations

import argparse
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
from typing import NamedTuple

from benchmarks.measure import Cost, Machine, peak_of_tree, run

HOME = Path(__file__).resolve().parent.parent
RESULTS = HOME / "benchmarks" / "results" / "check.md"
SCHEMA = HOME / "schemas" / "booklet.schema.json"
CACHE = ".livret-cache"

COLD, WHOLE, AGAIN, EDITED, HELP, BARE, YAMLLINT, JSONSCHEMA = (
    "livret check, cold", "livret check, cold, with near-duplicates", "livret check, unchanged",
    "livret check, one file edited", "livret --help", "python -c pass", "yamllint -d relaxed", "check-jsonschema",
)  # fmt: skip
ORDER = (COLD, WHOLE, AGAIN, EDITED, HELP, BARE, YAMLLINT, JSONSCHEMA)
# Without the search for near-duplicates, which no peer has.
ALONE = ("--ignore", "same-question,contradictory-answers,near-duplicate,perhaps-duplicate,reversed-question")

# How many times faster than the peers a cold check has to be, from so many questions on.
PEER_TARGETS = {2_000: {YAMLLINT: 8, JSONSCHEMA: 5}, 100_000: {YAMLLINT: 20, JSONSCHEMA: 10}}
START_TARGETS = {AGAIN: 3, HELP: 5}
MEMORY_TARGET = (100_000, 600)

_BIG = 10_000
_SETTLE_SECONDS = 0.15  # livret does not trust a file that changed within the last 50 ms
_QUICK_RUNS = 5
_BIG_ROUNDS = 2
_ARGUMENT_MARGIN = 65_536


class Size(NamedTuple):
    """What one size of tree gave."""

    questions: int
    files: int
    least: dict[str, Cost]
    rounds: dict[str, int]
    tree_memory: float
    others: float
    """The share of the machine that other work took meanwhile."""


class Verdict(NamedTuple):
    """A target, what was measured, and whether that is enough."""

    target: str
    measured: str
    met: bool


def measure(questions: int, runs: int, folder: Path, *, peers: bool) -> Size:
    """One interleaved run over a tree of this size: every subject in every round, so that all meet the same noise."""
    tree = folder / str(questions)
    command = [sys.executable, "-m", "benchmarks.generate", str(tree), "--questions", str(questions)]
    subprocess.run(command, cwd=HOME, check=True, stdout=subprocess.DEVNULL)
    time.sleep(_SETTLE_SECONDS)
    pages = sorted((tree / "content").rglob("[0-9]*.yaml"))
    found: dict[str, list[Cost]] = {name: [] for name in ORDER}
    rounds = runs if questions <= _BIG else min(runs, _BIG_ROUNDS)
    start = Machine.now()
    for number in range(rounds):
        _tell(f"{questions} questions: round {number + 1} of {rounds}")
        _round(tree, pages[len(pages) // 2], found)
        if peers:  # as often as livret: a minimum of more runs would be a better one
            found[YAMLLINT].append(run(_module("yamllint", "-d", "relaxed", "content"), tree))
            found[JSONSCHEMA].append(_jsonschema(tree, pages))
    others = Machine.now().others_since(start)
    shutil.rmtree(tree / CACHE)
    tree_memory = peak_of_tree(_livret("check", *ALONE), tree)
    least = {name: _least(costs) for name, costs in found.items() if costs}
    return Size(questions, len(pages) + 1, least, {name: len(found[name]) for name in least}, tree_memory, others)


def _round(tree: Path, page: Path, found: dict[str, list[Cost]]) -> None:
    shutil.rmtree(tree / CACHE, ignore_errors=True)
    found[COLD].append(run(_livret("check", *ALONE), tree))
    shutil.rmtree(tree / CACHE)
    found[WHOLE].append(run(_livret("check"), tree))
    for _ in range(_QUICK_RUNS):
        found[BARE].append(run([sys.executable, "-c", "pass"], tree))
        found[AGAIN].append(run(_livret("check"), tree))
        found[HELP].append(run(_livret("--help"), tree))
    original = page.read_bytes()
    page.write_bytes(original.replace(b"difficulty: 5", b"difficulty: 4", 1) + b"# edited\n")
    time.sleep(_SETTLE_SECONDS)
    found[EDITED].append(run(_livret("check"), tree))
    page.write_bytes(original)
    time.sleep(_SETTLE_SECONDS)


def _jsonschema(tree: Path, pages: list[Path]) -> Cost:
    """As few processes as the system's limit on arguments allows."""
    command = [*_module("check_jsonschema"), "--schemafile", str(SCHEMA)]
    total = Cost(0, 0, 0)
    for batch in _batches([str(page.relative_to(tree)) for page in pages]):
        total = total.then(run([*command, *batch], tree))
    return total


def _batches(paths: list[str]) -> list[list[str]]:
    environment = sum(len(os.fsencode(f"{name}={value}")) + 9 for name, value in os.environ.items())
    room = os.sysconf("SC_ARG_MAX") - environment - _ARGUMENT_MARGIN
    batches: list[list[str]] = [[]]
    used = 0
    for path in paths:
        cost = len(os.fsencode(path)) + 9  # a terminating byte and a pointer
        if used + cost > room:
            batches.append([])
            used = 0
        batches[-1].append(path)
        used += cost
    return batches


def _livret(*arguments: str) -> list[str]:
    return [str(Path(sys.executable).with_name("livret")), *arguments]


def _module(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", name, *arguments]


def _least(costs: list[Cost]) -> Cost:
    """The minimum of each figure: noise only ever adds."""
    return Cost(*(min(figures) for figures in zip(*costs, strict=True)))


def verdicts(size: Size) -> list[Verdict]:
    """Every target that this size can decide."""
    found: list[Verdict] = []
    least, label = size.least, f"{size.questions:,} questions"
    for peer, factor in PEER_TARGETS.get(size.questions, {}).items():
        if peer in least:
            wall, cpu = least[peer].wall / least[COLD].wall, least[peer].cpu / least[COLD].cpu
            target = f"{label}: cold check at least {factor}x faster than {peer}"
            found.append(Verdict(target, f"{wall:.1f}x (CPU {cpu:.1f}x)", wall >= factor))
    for name, factor in START_TARGETS.items():
        ratio = least[name].wall / least[BARE].wall
        found.append(Verdict(f"{label}: {name} within {factor}x of {BARE}", f"{ratio:.1f}x", ratio <= factor))
    if size.questions == MEMORY_TARGET[0]:
        target = f"{label}: peak memory of all processes below {MEMORY_TARGET[1]} MB"
        found.append(Verdict(target, f"{size.tree_memory:.0f} MB", size.tree_memory < MEMORY_TARGET[1]))
    return found


def table(size: Size) -> str:
    """The figures of one size as Markdown."""
    head = "| | wall s | CPU s | largest process MB | wall / cold | CPU / cold | wall / bare Python | runs |"
    rows = [head, "| --- |" + " ---: |" * 7]
    cold, bare = size.least[COLD], size.least[BARE]
    for name in ORDER:
        if name not in size.least:
            continue
        wall, cpu, memory = size.least[name]
        ratios = f"{wall / cold.wall:.2f} | {cpu / cold.cpu:.2f} | {wall / bare.wall:.1f}"
        rows.append(f"| {name} | {wall:.3f} | {cpu:.3f} | {memory:.0f} | {ratios} | {size.rounds[name]} |")
    rows.append(f"\nPeak memory of all processes of a cold check together: {size.tree_memory:.0f} MB.")
    rows.append(f"Other work took {size.others:.0%} of the machine meanwhile.")
    return "\n".join(rows)


def report(sizes: list[Size], date: str) -> str:
    """The whole result as Markdown; nothing in it names this machine."""
    tools = ", ".join(
        f"{name} {version(name)}" for name in ("livret", "yamllint", "check-jsonschema", "PyYAML", "pydantic")
    )
    parts = [
        "# How fast is `livret check`?\n",
        "Written by `python -m benchmarks.check`; what it measures and why ratios count: [README](../README.md).\n",
        f"{f'{date}. ' if date else ''}Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()}."
        f" {tools}.",
        "All figures are minima over the runs of one interleaved session. yamllint: preset `relaxed` (lines over 80"
        " characters are warnings), everything else as it comes. Near-duplicates, which no peer looks for, have a"
        " row of their own.\n",
        "| target | measured | |\n| --- | --- | --- |",
    ]
    for size in sizes:
        parts += [f"| {target} | {text} | {'met' if met else 'not met'} |" for target, text, met in verdicts(size)]
    for size in sizes:
        parts.append(f"\n## {size.questions:,} questions in {size.files:,} files\n\n{table(size)}")
    return "\n".join(parts) + "\n"


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check", description=__doc__)
    parser.add_argument(
        "--questions", type=int, nargs="+", default=[2_000, 100_000], metavar="N", help="sizes of the trees"
    )
    parser.add_argument("--runs", type=int, default=5, help="rounds; fewer for big trees and slow peers (default: 5)")
    parser.add_argument("--date", default="", help="the date that the result shows")
    parser.add_argument("--no-peers", action="store_true", help="livret and bare Python alone")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where the result is written; - for nowhere")
    options = parser.parse_args()
    compile_dir(HOME / "pipeline", quiet=1)  # as an installed livret is, even where Python may not write bytecode
    for warm in (_livret("--version"), _module("yamllint", "--version"), _module("check_jsonschema", "--version")):
        run(warm, HOME)  # compile its modules before the clock runs
    with tempfile.TemporaryDirectory(prefix="livret-bench-") as folder:
        sizes = [measure(count, options.runs, Path(folder), peers=not options.no_peers) for count in options.questions]
    text = report(sizes, options.date)
    print(text, end="")
    if str(options.output) != "-":
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
