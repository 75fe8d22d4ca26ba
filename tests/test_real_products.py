"""The real products through every printer that prints such things: what a desk would refuse is found here first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.exporters import pdf
from pipeline.exporters.base import Artefact
from pipeline.print import profile
from pipeline.project.workshop import Workshop
from tests import excerpt
from tests.test_printers import ALL, needs_ghostscript

if TYPE_CHECKING:
    from pathlib import Path

# One of those that are made alike is enough, and must be: this test takes as long as all printers together.
_ALIKE = {
    "egomaster/solo", "egomaster/multi", "egomaster/rules", "egomaster/material",
    "defizz/multi", "defizz/help", "defizz/rules", "defizz/material",
    "egocentric-world/rules", "egocentric-world/material", "masterdice/material",
    "masterdice/rules", "masterdice/scores",
}  # fmt: skip
# Pages that no other printer lays out: light, pictures, large type (whose booklet has a test of its own).
# Rulebooks are inspected whole by the build of test_pages.
_ONLY = {
    "screen": {"egocentric-world/deck", "masterdice/codemaster"},
    "tts": {"defizz/duel", "egocentric-world/deck"},
    "thegamecrafter": {"defizz/duel", "egocentric-world/deck"},
    "large-print": {"defizz/duel", "egocentric-world/aid", "masterdice/puzzles"},
}


@needs_ghostscript
def test_real_products_pass_the_preflight_of_every_printer(tmp_path: Path) -> None:
    games = excerpt.shortest(tmp_path)
    printers = [profile.load(name) for name in ALL]
    jobs = [
        pdf.Job(game, name, printer)
        for printer in printers
        for game in games
        for name in game.products
        if _wanted(f"{game.game.game}/{name}", printer.name) and pdf.suits(printer, game, name)
    ]
    jobs = [job for job in jobs if pdf._no_format(job) is None]
    made = list(pdf._print(jobs, Workshop(tmp_path, 1, printers=tuple(printers))))
    assert [str(one.problem.message) for one in made if not isinstance(one, Artefact)] == []
    assert {job.printer.name for job in jobs} == set(ALL)
    assert {pdf.key_of(job) for job in jobs} == {one.key for one in made if isinstance(one, Artefact)}


def _wanted(product: str, printer: str) -> bool:
    return product in _ONLY[printer] if printer in _ONLY else product not in _ALIKE
