"""The ink report of a file: its mixtures and how much ink they are; with Ghostscript, how much of each plate."""

from __future__ import annotations

import io
import re
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pikepdf

from pipeline.core.finding import say
from pipeline.print.passes import ghostscript
from pipeline.print.preflight.facts import apart
from pipeline.print.preflight.look import look

if TYPE_CHECKING:
    from pipeline.core.catalogue import Translate
    from pipeline.print.profile import Printer

HEAD = "Inks: {title}"
MOST = "The most ink in one place: {found} %. Pictures: {count}."
MOST_OF = "The most ink in one place: {found} %; the printer allows {wanted} %. Pictures: {count}."
MIXTURES = "cyan/magenta/yellow/black | total % | uses | first page"
PLATES = "Ink of each plate, in % of a solid over the whole page with its bleed (Ghostscript):"
PLATE = "page | cyan % | magenta % | yellow % | black %"
NOT_MEASURED = "Ink of each plate: not measured, Ghostscript is not installed."
_COVER = re.compile(r"^\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+CMYK", re.MULTILINE)
_SECONDS = 600


class Mixture(NamedTuple):
    """A colour of the file: per cent of each ink, how often it is used and where first."""

    inks: str
    total: float
    uses: int
    page: int


class Report(NamedTuple):
    """What a file prints with."""

    mixtures: tuple[Mixture, ...]
    pictures: int
    most: float
    limit: int
    coverage: tuple[tuple[float, float, float, float], ...]
    """Per cent of the sheet that each plate covers, page by page; empty without Ghostscript."""


def measure(data: bytes, printer: Printer) -> Report:
    """Read the file. Marks outside the bleed do not count."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pages = look(pdf)
    found: dict[str, Mixture] = {}
    pictures, most = 0, 0.0
    for page in pages:
        used = [(one.colour, one.box) for one in page.texts] + [(one.colour, one.box) for one in page.shapes]
        for colour, box in used:
            if colour.space != "cmyk" or apart(box, page.bleed):
                continue
            known = found.get(str(colour), Mixture(str(colour), round(colour.inks, 1), 0, page.number))
            found[known.inks] = known._replace(uses=known.uses + 1)
        pictures += len(page.pictures)
        most = max([most, *(picture.inks for picture in page.pictures)])
    most = max([most, *(mixture.total for mixture in found.values())])
    ordered = sorted(found.values(), key=lambda mixture: (-mixture.total, mixture.inks))
    return Report(tuple(ordered), pictures, most, printer.profile.ink_limit, coverage(data))


def coverage(data: bytes) -> tuple[tuple[float, float, float, float], ...]:
    """How much of each plate is covered, by Ghostscript; nothing without it."""
    program = ghostscript.found()
    if program is None:
        return ()
    with tempfile.TemporaryDirectory(prefix="livret-") as folder:
        place = Path(folder, "in.pdf")
        place.write_bytes(data)
        command = [
            program,
            "-q",
            "-dSAFER",
            "-dBATCH",
            "-dNOPAUSE",
            "-dUseBleedBox",
            "-sDEVICE=ink_cov",
            "-r36",
            "-o",
            "-",
            str(place),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603
    rows = [tuple(round(float(part), 2) for part in row) for row in _COVER.findall(done.stdout)]
    return tuple((row[0], row[1], row[2], row[3]) for row in rows)


def text(report: Report, title: str, tell: Translate) -> str:
    """The report for people, in Markdown."""
    found = {"found": f"{report.most:.0f}", "wanted": report.limit, "count": report.pictures}
    lines = [
        f"# {tell(say(HEAD, title=title))}",
        "",
        tell(say(MOST_OF if report.limit else MOST, **found)),
        "",
        f"| {tell(say(MIXTURES))} |",
        "| --- | --- | --- | --- |",
        *(f"| {one.inks} | {one.total:.0f} | {one.uses} | {one.page} |" for one in report.mixtures),
    ]
    if report.coverage:
        lines += ["", tell(say(PLATES)), "", f"| {tell(say(PLATE))} |", "| --- | --- | --- | --- | --- |"]
        lines += [
            f"| {number} | {' | '.join(f'{part:.1f}' for part in row)} |"
            for number, row in enumerate(report.coverage, 1)
        ]
    else:
        lines += ["", tell(say(NOT_MEASURED))]
    return "\n".join([*lines, ""])
