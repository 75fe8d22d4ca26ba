"""Looking at PDFs: boxes, colours, fonts, text and pixels."""

from __future__ import annotations

import io
import re
import subprocess
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdfium2
from PIL import Image, ImageChops

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MM = 72 / 25.4


def opened(path: Path) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(path.read_bytes()))


def box(page: pikepdf.Page, name: str) -> list[float]:
    """A box of a page in mm, from its lower left corner of the trimmed page."""
    return [round(float(edge) / MM, 2) for edge in page.obj[name]]


def operators(pdf: pikepdf.Pdf) -> Iterator[tuple[str, list[Any]]]:
    """Every operator of every page and form."""
    for page in pdf.pages:
        yield from _instructions(page)
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield from _instructions(thing)


def _instructions(stream: Any) -> Iterator[tuple[str, list[Any]]]:
    for instruction in pikepdf.parse_content_stream(stream):
        yield str(instruction.operator), list(instruction.operands)


def foreign_colours(pdf: pikepdf.Pdf) -> set[str]:
    """Colours that are not CMYK: RGB and grey operators, other colour spaces, and pictures in them."""
    found = set()
    for operator, operands in operators(pdf):
        if operator in ("rg", "RG", "g", "G", "sh"):
            found.add(operator)
        elif operator in ("cs", "CS") and str(operands[0]) not in ("/DeviceCMYK", "/LvAll"):
            found.add(f"{operator} {operands[0]}")
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
            found.add(f"image {thing.get('/ColorSpace')}")
    return found


def transparency(pdf: pikepdf.Pdf) -> list[str]:
    """Graphics states that are not opaque."""
    found = []
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary):
            alphas = [float(thing[key]) for key in ("/ca", "/CA") if key in thing]
            found += [f"alpha {alpha}" for alpha in alphas if alpha != 1]
            found += ["mask" for _ in [1] if "/SMask" in thing and thing["/SMask"] != "/None"]
    return found


def text(path: Path, page: int | None = None) -> str:
    """The text as a reader copies it, in the order in which it was written."""
    which = ["-f", str(page), "-l", str(page)] if page else []
    command = ["pdftotext", "-raw", *which, str(path), "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def words(path: Path, page: int | None = None) -> str:
    """The text with plain spaces and no line ends: to look sentences up."""
    return " ".join(text(path, page).replace("\u202f", " ").replace("\u00a0", " ").split())


def letters(path: Path, page: int | None = None) -> str:
    """The letters and digits of the text: extraction may lose thin spaces, and hyphens at the end of a line."""
    return only_letters(text(path, page))


def covered(path: Path, wanted: set[str]) -> tuple[set[str], set[str]]:
    """The words among `wanted` that are printed, and those of them that another character lies over."""
    printed, hidden = set(), set()
    for page in pypdfium2.PdfDocument(path):
        read = page.get_textpage()
        places = range(read.count_chars())
        letters = [read.get_text_range(at, 1) or " " for at in places]
        boxes = [read.get_charbox(at) for at in places]
        for found in re.finditer(r"[a-z0-9]+", "".join(letters)):
            if found[0] not in wanted:
                continue
            printed.add(found[0])
            inside = range(*found.span())
            left, bottom, right, top = (edge(boxes[at][side] for at in inside) for side, edge in enumerate(_HULL))
            for at in places:
                a, b, c, d = boxes[at]
                if at not in inside and letters[at].strip() and a < right and c > left and b < top and d > bottom:
                    hidden.add(found[0])
    return printed, hidden


_HULL = (min, min, max, max)


def only_letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def pixels(path: Path, page: int, dpi: int) -> Image.Image:
    """A page as a picture, bleed included, marks outside it not."""
    with opened(path) as pdf:
        alone = pikepdf.new()
        alone.pages.append(pdf.pages[page - 1])
        sheet = alone.pages[0].obj
        sheet["/MediaBox"] = sheet.get("/BleedBox", sheet["/MediaBox"])
        data = io.BytesIO()
        alone.save(data)
    command = ["pdftoppm", "-r", str(dpi), "-png", "-"]
    made = subprocess.run(command, check=True, capture_output=True, input=data.getvalue()).stdout
    return Image.open(io.BytesIO(made)).convert("RGB")


def worst(one: Image.Image, other: Image.Image, across: int = 16, down: int = 24) -> float:
    """How far the tiles of two pictures are apart where they are farthest: one icon counts as much as a page."""
    if one.size != other.size:
        return 1.0
    apart = ImageChops.difference(one, other)
    light = ImageChops.lighter(ImageChops.lighter(*apart.split()[:2]), apart.split()[2])
    return max(light.resize((across, down), Image.Resampling.BOX).tobytes()) / 255


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart: 0 the same, 1 black against white. Other sizes are as far apart as can be."""
    if one.size != other.size:
        return 1.0
    histogram = ImageChops.difference(one, other).convert("L").histogram()
    return sum(value * count for value, count in enumerate(histogram)) / (255 * one.width * one.height)
