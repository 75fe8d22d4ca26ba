"""Copy the four games, which are complete, for a benchmark that changes them.

`python -m benchmarks.complete FOLDER`. Every page, card and puzzle that game.yaml promises is there, so a build of
the copy is a build of the finished games.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from pipeline.project.check import check, load_games
from pipeline.project.options import Options

CONTENT = Path(__file__).resolve().parent.parent / "content"
_INCOMPLETE = "incomplete-product"


def complete(folder: Path, *, most: int | None = None) -> None:
    """Copy content/, and prove that nothing is missing. `most` keeps only so many files of each product."""
    shutil.copytree(CONTENT, folder / "content", dirs_exist_ok=True)
    if most is not None:
        for game in load_games(folder)[0]:
            for name in game.result.products:
                for file in [file for file in game.files if file.product == name][most:]:
                    (folder / file.path).unlink()
        return
    found = check(folder, Options(today="2026-11-18", cache=False)).findings
    missing = [finding.path for finding in found if finding.rule == _INCOMPLETE]
    if missing:
        raise SystemExit(f"these games are not complete, so nothing was measured: {', '.join(missing)}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.complete", description=__doc__)
    parser.add_argument("folder", type=Path, help="where content/ is written")
    options = parser.parse_args()
    complete(options.folder)
    print(f"content/ copied to {options.folder}")


if __name__ == "__main__":
    main()
