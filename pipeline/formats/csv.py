"""CSV: the same review sheets for programs that know no XLSX, and tables with ; or , in UTF-8 or Windows-1252."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.core.numbers import read_decimal
from pipeline.core.pattern import lazy
from pipeline.formats import table
from pipeline.formats.base import DETAILS, EDITORS, Format, Lost, UnreadableError
from pipeline.formats.cells import FIELDS, NAMES
from pipeline.formats.sheets import FORMULA_SIGNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.formats.base import Event, Item, Reading, Writing

DESCRIBED = "{encoding}, separator {separator}"
QUOTES = "quotation marks around the beginning of a cell are not taken: double those that are text"
NOT_CLOSED = "A quotation mark in line {line} is not closed: it makes one cell of all that follows. Close or remove it."
A_WORKBOOK = (
    "The file is not what its name says: it is a workbook or an archive. Give it its own ending, for example .xlsx."
)
A_PDF = "The file is not what its name says: it is a PDF."
A_PICTURE = "The file is not what its name says: it is a picture."
AN_OLD_BOOK = "The file is not what its name says: it is an old Office file. Save it as .xlsx."
NO_TEXT = "The file is not what its name says: it is no text."
NOT_CSV = "The file is not a readable table: {problem}."

_ENCODINGS = {"utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}
_SHOWN = {"\t": "tab"}
_OTHERS = {
    b"PK\x03\x04": A_WORKBOOK,
    b"%PDF-": A_PDF,
    b"\x89PNG": A_PICTURE,
    b"\xff\xd8\xff": A_PICTURE,
    b"GIF8": A_PICTURE,
    b"\xd0\xcf\x11\xe0": AN_OLD_BOOK,
}
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\v\f\r")
_LOOKED_AT = 4_096
_MOSTLY = 0.9
_LONGEST = 10_000_000
_SHORTEST = 8
_NAMED = lazy(r'"?sep=(.)"?[ ;,\t]*(?=\r|\n|\Z)')


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A row for each question. With a byte-order mark and semicolons: French spreadsheet programs expect them."""
    text = io.TextIOWrapper(out, encoding="utf-8-sig", errors="replace", newline="")
    lines = csv.writer(text, delimiter=";", lineterminator="\r\n")
    lines.writerow([field.header for field in FIELDS])
    for _, row in table.rows_of(items, writing):
        lines.writerow([harmless(row[name]) for name in NAMES])
    text.flush()
    text.detach()


def harmless(text: str) -> str:
    """A text that no spreadsheet program takes for a formula: an apostrophe before it. Numbers stay numbers."""
    return f"'{text}" if text.startswith(FORMULA_SIGNS) and read_decimal(text) is None else text


def read(raw: bytes, reading: Reading) -> Iterator[Event]:
    """The questions of a table."""
    text, encoding = decode(raw)
    named = _NAMED.match(text)  # Excel's own first line; the lines below keep their numbers
    separator = named[1] if named else separator_of(text)
    text = text[named.end() :] if named else text
    shown = say(DESCRIBED, encoding=encoding, separator=_SHOWN.get(separator, separator))
    odd: list[int] = []
    yield from table.read(rows_of(text, separator, odd), reading, shown)
    yield from (Lost(f"{line}", say(QUOTES)) for line in odd)


def decode(raw: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding. Whatever is text and not UTF-8 is taken for Windows-1252."""
    for sign, kind in _OTHERS.items():
        if raw.startswith(sign):
            raise UnreadableError(kind)
    for encoding, nul in (("utf-16-le", 1), ("utf-16-be", 0)):  # without a mark: every second byte of a header is 0
        if len(raw) > _SHORTEST and not any(raw[nul:_SHORTEST:2]) and all(raw[1 - nul : _SHORTEST : 2]):
            return raw.decode(encoding, "replace"), _ENCODINGS["utf-16"]
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16", "replace"), _ENCODINGS["utf-16"]
    if len(raw[:_LOOKED_AT].translate(None, _CONTROLS)) < len(raw[:_LOOKED_AT]) * _MOSTLY:
        raise UnreadableError(NO_TEXT)
    try:
        return raw.decode("utf-8-sig"), _ENCODINGS["utf-8-sig"]
    except UnicodeDecodeError:
        # The five bytes that Windows-1252 does not have become a sign that `check` will find.
        return raw.decode("cp1252", "replace"), _ENCODINGS["cp1252"]


def separator_of(text: str) -> str:
    """The character that divides most rows into the same number of columns."""
    sample = text[:60_000]
    best, score = ";", 0.0
    for candidate in (";", ",", "\t", "|"):
        try:
            rows = [row for row in csv.reader(io.StringIO(sample, newline=""), delimiter=candidate) if row][:50]
        except csv.Error:
            continue
        widths = [len(row) for row in rows]
        common = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        agreed = widths.count(common) / len(widths) * min(common, 12) if widths and common > 1 else 0.0
        if agreed > score:
            best, score = candidate, agreed
    return best


def rows_of(text: str, separator: str, odd: list[int]) -> Iterator[tuple[int, list[str]]]:
    """The line where each row starts, and its cells; empty rows are left out.

    A row in which text follows a closing quotation mark is read without these marks, and its line goes to `odd`.
    """
    csv.field_size_limit(_LONGEST)
    lines = list(io.StringIO(text.replace("\0", "�"), newline=""))  # which `check` will find
    at, last = 0, 1
    while at < len(lines):
        start = at
        rows = csv.reader((lines[line] for line in range(at, len(lines))), delimiter=separator, strict=True)
        try:
            for row in rows:
                if any(cell.strip() for cell in row):
                    last = start + 1
                    yield last, row
                start = at + rows.line_num
            at = len(lines)
        except csv.Error:
            row, count = _leniently(lines, start, separator)
            odd.append(start + 1)
            last, at = start + 1, start + count
            yield last, row
    swallowed = lines[last - 1 :]
    if len(list(filter(str.strip, swallowed))) > 1 and "".join(swallowed).count('"') % 2:
        raise UnreadableError(NOT_CLOSED, line=last)


def _leniently(lines: Sequence[str], start: int, separator: str) -> tuple[list[str], int]:
    """One row that is not as it should be, and how many lines it has."""
    rows = csv.reader((lines[line] for line in range(start, len(lines))), delimiter=separator)
    try:
        return next(rows, []), rows.line_num
    except csv.Error as error:
        raise UnreadableError(NOT_CSV, problem=str(error)) from error


def recognises(name: str, _head: bytes) -> bool:
    return name.lower().endswith((".csv", ".tsv", ".tab"))


FORMAT = Format(
    name="csv",
    summary="The same review sheet as text; read with ; or , in UTF-8 or Windows-1252.",
    suffix=".csv",
    write=write,
    carries=DETAILS | EDITORS - {"waive"},
    read=read,
    recognises=recognises,
    general=True,
)
