"""Packing beside json.dumps + json.loads of the same pack, and judgements a second: `python -m benchmarks.packs`."""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.generate import generate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOME = Path(__file__).parent.parent
RESULTS = HOME / "benchmarks/results/packs.md"
TODAY = "2026-11-18"
_JUDGES = """
import { readFileSync } from "node:fs";
import { judge } from "%s";
const cases = JSON.parse(readFileSync(0, "utf8"));
let best = 0;
for (let run = 0; run < %d; run++) {
  const started = performance.now();
  let count = 0;
  for (let turn = 0; turn < 100; turn++) {
    for (const { answer, given, said } of cases) { judge(answer, given, said); count += 1; }
  }
  best = Math.max(best, count / (performance.now() - started) * 1000);
}
console.log(Math.round(best));
"""


class Packed(NamedTuple):
    """Seconds of processor time, the least of some runs, in turn."""

    questions: int
    size: int
    data: float
    whole: float
    dumps: float
    loads: float

    @property
    def ratio(self) -> float:
        return self.whole / (self.dumps + self.loads)


def spent(work: Callable[[], Any]) -> tuple[float, Any]:
    """Processor time: other programs on the machine do not count."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def packing(questions: int, runs: int) -> Packed:
    """From loaded models to the bytes of a pack, and the same pack through json."""
    from pipeline.exporters.base import Packing
    from pipeline.exporters.pack import file_of, pack
    from pipeline.project.build import game_contents
    from pipeline.project.check import load_games

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        generate(root, questions)
        (game,) = game_contents(root, load_games(root)[0], TODAY)
        for name in game.products:
            game.contents[name]  # loaded once, before the clock
    names = list(game.products)
    best = [float("inf")] * 4
    size = 0
    gc.disable()
    for _ in range(runs):
        data = spent(lambda: pack(game))[0]
        whole, raw = spent(lambda: file_of(game, Packing(), names))
        size = len(raw)
        best = [min(pair) for pair in zip(best, (data, whole, *_through_json(raw)), strict=True)]
        gc.collect()
    gc.enable()
    return Packed(questions, size, *best)


def _through_json(raw: bytes) -> tuple[float, float]:
    loaded = json.loads(raw)
    dumps, text = spent(lambda: json.dumps(loaded))
    return dumps, spent(lambda: json.loads(text))[0]


def cases() -> list[dict[str, Any]]:
    """The vectors of texts and lists: right and wrong answers as people type them."""
    vectors = json.loads((HOME / "schemas/judging.vectors.json").read_text(encoding="utf-8"))
    return [
        {"answer": c["answer"], "given": c["given"], "said": c.get("said", [])}
        for c in vectors["text"] + vectors["list"]
    ]


def judged_in_node(runs: int) -> int | None:
    """Judgements a second of judge.mjs; None without Node."""
    program = shutil.which("node")
    if program is None:
        return None
    script = _JUDGES % ((HOME / "pipeline/judging/judge.mjs").as_uri(), runs)
    command = [program, "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(cases()), capture_output=True, encoding="utf-8", check=True)
    return int(done.stdout)


def judged_in_python(runs: int) -> int:
    """Judgements a second of the Python judge, on texts that it has heard before."""
    from pipeline.judging import judge

    vectors = cases()
    best = 0.0
    for _ in range(runs):
        seconds, _done = spent(lambda: [judge(c["answer"], c["given"], c["said"]) for _ in range(20) for c in vectors])
        best = max(best, 20 * len(vectors) / seconds)
    return round(best)


def report(sizes: list[int], runs: int, date: str) -> Iterator[str]:
    yield f"# Packs and judging\n\nWritten by `python -m benchmarks.packs`. {date}".rstrip()
    yield f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start."
    yield f"Processor time, least of {runs} runs in turn.\n"
    yield "## Packing\nFrom loaded models to bytes, with printed forms and the seal;"
    yield "beside `json.dumps` + `json.loads` of the same pack.\n"
    yield "| questions | MB | data s | whole s | dumps s | loads s | whole / (dumps + loads) | target ≤ 3 |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for size in sizes:
        found = packing(size, runs)
        met = "met" if found.ratio <= 3 else "not met"
        yield (
            f"| {size:,} | {found.size / 1e6:.1f} | {found.data:.2f} | {found.whole:.2f} | {found.dumps:.2f} |"
            f" {found.loads:.2f} | {found.ratio:.2f} | {met} |"
        )
    yield "\n## Judging\nThe vectors of texts and lists, over and over.\n"
    yield "| judge | judgements a second | target |\n| --- | --- | --- |"
    speed = judged_in_node(runs)
    if speed is not None:
        yield f"| JavaScript, Node | {speed:,} | ≥ 100,000: {'met' if speed >= 100_000 else 'not met'} |"
    yield f"| Python | {judged_in_python(runs):,} | |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--date", default="", help="the date of the report")
    parser.add_argument("--sizes", default="2000,100000", help="how many questions")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--output", default=str(RESULTS), help="- prints only")
    asked = parser.parse_args()
    text = "\n".join(report([int(size) for size in asked.sizes.split(",")], asked.runs, asked.date)) + "\n"
    if asked.output == "-":
        print(text)
    else:
        Path(asked.output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
