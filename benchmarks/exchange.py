"""How fast questions come in and go out: `python -m benchmarks.exchange` writes results/exchange.md.

In: the French questions of OpenQuizzDB in ../shared/data become a booklet (read, fitted, validated, compared with the
bank, written as YAML), from their own JSON lines and from a workbook with the same cells. Out: a generated bank becomes
a review sheet. The peer is pandas with openpyxl, which only copies the same cells. Ratios are the result; memory is
absolute, and must not grow with the rows.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import sys
import tempfile
from compileall import compile_dir
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from benchmarks.measure import Cost, Machine, run
from pipeline.formats.cells import FIELDS
from pipeline.formats.sheets import Design, write_sheet

HOME = Path(__file__).resolve().parent.parent
DATA = HOME.parent / "shared" / "data"
RESULTS = HOME / "benchmarks" / "results" / "exchange.md"
LIVRET = [sys.executable, "-c", "from pipeline.entry import main; main()"]
COPY = [sys.executable, "-m", "benchmarks.peers.copy_cells"]
GAME = """\
game: banque
title: Banque
edition: "1"
version: 1.0.0
language: fr
players: {min: 2, max: 6}
products:
  solo: {kind: booklet, title: Solo, pages: 1000, questions_per_page: 20, types: [plain]}
"""


class Row(NamedTuple):
    """One line of the table: what was done, with how many rows, and what it cost at least."""

    name: str
    rows: int
    cost: Cost


def least(costs: list[Cost]) -> Cost:
    return Cost(*(min(values) for values in zip(*costs, strict=True)))


def measure_import(folder: Path, data: Path, runs: int) -> list[Row]:
    """OpenQuizzDB into an empty bank, and pandas copying the same cells."""
    source = data / "openquizzdb-fr.jsonl"
    rows = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    head = ["question", "réponse", "niveau", "anecdote", "source", "proposition 1", "proposition 2", "proposition 3"]
    cells = [
        [row["question"], row["answer"], row["level"], row["note"], row["source"], *(*row["choices"], "", "", "")[:3]]
        for row in rows
    ]
    workbook = folder / "openquizzdb.xlsx"
    with workbook.open("wb") as out:
        write_sheet(out, Design("openquizzdb", head, [20] * len(head)), [[text or "" for text in row] for row in cells])
    found: dict[str, list[Cost]] = {}
    for _ in range(runs):
        for name, file in (("livret import, JSON lines", source), ("livret import, XLSX", workbook)):
            root = folder / "in"
            shutil.rmtree(root, ignore_errors=True)
            (root / "content/banque").mkdir(parents=True)
            (root / "content/banque/game.yaml").write_text(GAME, encoding="utf-8")
            # Repeated questions are refused, which is exit status 1 and as it should be.
            arguments = ["-C", str(root), "import", str(file), "--into", "banque/solo"]
            found.setdefault(name, []).append(run(["sh", "-c", '"$@"; test $? -le 1', "sh", *LIVRET, *arguments], HOME))
            written = len(list((root / "content/banque/solo").glob("*.yaml")))
            if written < len(rows) // 25:
                raise SystemExit(f"only {written} pages were written, so nothing was measured")
        copied = run([*COPY, str(workbook), str(folder / "copy.csv")], HOME)
        found.setdefault("pandas + openpyxl: XLSX to CSV", []).append(copied)
    return [Row(name, len(rows), least(costs)) for name, costs in found.items()]


def measure_export(folder: Path, rows: int, runs: int) -> list[Row]:
    """A bank as a review sheet, and pandas copying the same cells."""
    root = folder / f"out{rows}"
    # In a process of its own: a new process starts as a copy of this one, which has to stay small.
    run([sys.executable, "-m", "benchmarks.generate", str(root), "--questions", str(rows)], HOME)
    cells = folder / f"cells{rows}.csv"
    run([*LIVRET, "-C", str(root), "export", "csv", "-o", str(cells)], HOME)
    with cells.open(encoding="utf-8-sig", newline="") as lines:
        head = next(csv.reader(lines, delimiter=";"))
    if len(head) != len(FIELDS):
        raise SystemExit("the peer would copy other cells")
    ours = [*LIVRET, "-C", str(root), "export", "xlsx", "-o", str(folder / "ours.xlsx")]
    costs: list[list[Cost]] = [[], []]
    for _ in range(runs):
        costs[0].append(run(ours, HOME))
        costs[1].append(run([*COPY, str(cells), str(folder / "theirs.xlsx")], HOME))
    shutil.rmtree(root)
    return [
        Row("livret export xlsx, from YAML", rows, least(costs[0])),
        Row("pandas + openpyxl: CSV to XLSX", rows, least(costs[1])),
    ]


def report(came_in: list[Row], went_out: list[Row], date: str, others: float) -> str:
    lines = [
        "# How fast do questions come in and go out?\n",
        "Written by `python -m benchmarks.exchange`. Figures are minima over the runs of one interleaved session.\n",
        f"{date or 'No date given'}. Python {sys.version.split()[0]}, pandas {version('pandas')}, openpyxl"
        f" {version('openpyxl')}. Other work took {others:.0%} of the machine.\n",
    ]
    if came_in:
        peer = came_in[-1].cost
        lines += ["## In: the French questions of OpenQuizzDB\n", *_table(came_in, peer)]
        seconds = max(row.cost.wall for row in came_in[:-1])
        lines.append(
            f"\nTarget: a few seconds. {seconds:.1f} s, {'met' if seconds < 5 else 'not met'}. livret reads, fits,"
            " validates, compares and writes YAML; the peer copies cells.\n"
        )
    else:
        lines.append("## In\n\n../shared/data is not there: not measured.\n")
    for rows in sorted({row.rows for row in went_out}):
        own = [row for row in went_out if row.rows == rows]
        lines += [f"## Out: {rows:,} questions to a review sheet\n", *_table(own, own[-1].cost), ""]
    small, big = (next(row for row in went_out if row.rows == rows) for rows in sorted({row.rows for row in went_out}))
    growth = big.cost.memory - small.cost.memory
    times = big.rows / small.rows
    lines.append(
        f"Target: constant memory. {small.cost.memory:.0f} MB with {small.rows:,} rows, {big.cost.memory:.0f} MB with"
        f" {big.rows:,}: {times:.0f} times the rows take {growth:.0f} MB more"
        f" ({'met' if growth < 0.2 * small.cost.memory else 'not met'})."
    )
    return "\n".join(lines) + "\n"


def _table(rows: list[Row], peer: Cost) -> list[str]:
    head = [
        "| | wall s | CPU s | largest process MB | wall / peer | CPU / peer |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    return head + [
        f"| {row.name} | {row.cost.wall:.2f} | {row.cost.cpu:.2f} | {row.cost.memory:.0f} |"
        f" {row.cost.wall / peer.wall:.2f} | {row.cost.cpu / peer.cpu:.2f} |"
        for row in rows
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exchange", description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000, help="questions to export (default: 100,000)")
    parser.add_argument("--runs", type=int, default=3, help="rounds (default: 3)")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder with openquizzdb-fr.jsonl")
    parser.add_argument("--date", default="", help="the date that the result shows")
    parser.add_argument("--output", type=Path, default=RESULTS, help="where the result is written; - for nowhere")
    options = parser.parse_args()
    compile_dir(HOME / "pipeline", quiet=1)
    start = Machine.now()
    with tempfile.TemporaryDirectory(prefix="livret-bench-") as name:
        folder = Path(name)
        went_out = measure_export(folder, options.rows // 10, options.runs)
        went_out += measure_export(folder, options.rows, max(1, options.runs - 1))
        there = (options.data / "openquizzdb-fr.jsonl").is_file()
        came_in = measure_import(folder, options.data, options.runs) if there else []
    text = report(came_in, went_out, options.date, Machine.now().others_since(start))
    print(text, end="")
    if str(options.output) != "-":
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
