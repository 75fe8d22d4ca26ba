"""XLSX: review sheets that can be edited and read back, and anybody else's sheets."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.core.pattern import lazy
from pipeline.formats import table
from pipeline.formats.base import DETAILS, Format, UnreadableError
from pipeline.formats.cells import FIELDS, NAMES, REVIEW_MARKS
from pipeline.formats.packed import MACROS, Packed
from pipeline.formats.sheets import MOST_CHARACTERS, MOST_ROWS, TOO_LONG, Design, write_sheet
from pipeline.formats.xml import Node, feed, local, parse, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.formats.base import Event, Item, Reading, Writing

TOO_MANY = "The sheet has more than {limit} rows."
NO_SHEET = "The workbook has no sheet with cells."
SHEET = "sheet “{name}”"
OLD = "The file is an old .xls workbook; save it as .xlsx."

_OLD_SIGN = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_COLUMNS = 1_000
_DESIGN = Design(
    "livret",
    [field.header for field in FIELDS],
    [field.width for field in FIELDS],
    numbers=frozenset(NAMES.index(name) for name in ("group", "number", "answer", "difficulty")),
    hidden=frozenset({NAMES.index("print")}),
    choices={NAMES.index("mark"): tuple(REVIEW_MARKS.values())},
)
_PLACE = lazy(r"([A-Z]{1,3})\d+")
_DATE_CODES = frozenset([*range(14, 23), *range(45, 48)])
_PERCENT_CODES = frozenset((9, 10))
_LITERAL = lazy(r'"[^"]*"|\\.|\[[^\]]*\]')
_HEX = lazy(r"_x([0-9A-Fa-f]{4})_")
_WHOLE = 1e15


def write(items: Iterable[Item], out: BinaryIO, writing: Writing) -> None:
    """A row for each question, with room for a verdict and remarks."""
    write_sheet(out, _DESIGN._replace(name=writing.title), _rows(items, writing))


def _rows(items: Iterable[Item], writing: Writing) -> Iterator[Sequence[str]]:
    for asked, row in table.rows_of(items, writing):
        texts = [row[name] for name in NAMES]
        if max(map(len, texts)) > MOST_CHARACTERS:
            writing.simplify(asked, TOO_LONG, limit=MOST_CHARACTERS)
            texts = [text[:MOST_CHARACTERS] for text in texts]
        yield texts


def read(raw: bytes, reading: Reading) -> Iterator[Event]:
    """The questions of the first sheet that has any cells."""
    name, rows = open_sheet(raw)
    return table.read(rows, reading, say(SHEET, name=name))


def open_sheet(raw: bytes) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    """The name of the first sheet that has cells, and number and cells of each of its rows, as texts."""
    if raw[:8] == _OLD_SIGN:
        raise UnreadableError(OLD)
    packed = Packed(raw)
    if b"macroEnabled" in packed.read("[Content_Types].xml"):
        raise UnreadableError(MACROS)
    book = tree(packed.chunks("xl/workbook.xml"))
    relations = {
        node.attributes.get("Id", ""): node.attributes.get("Target", "")
        for node in tree(packed.chunks("xl/_rels/workbook.xml.rels")).all("Relationship")
    }
    strings = _strings(packed) if "xl/sharedStrings.xml" in packed.names else []
    styles = _styles(packed) if "xl/styles.xml" in packed.names else []
    properties = book.first("workbookPr")
    since_1904 = properties is not None and properties.attributes.get("date1904") in ("1", "true")
    for sheet in (book.first("sheets") or Node("", {}, 0)).all("sheet"):
        target = relations.get(sheet.attributes.get("id", ""), "")
        name = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        rows = _sheet(packed, name, strings, styles, since_1904)
        first = next(rows, None)
        if first is not None:
            return sheet.attributes.get("name", ""), chain([first], rows)
    raise UnreadableError(NO_SHEET)


def _strings(packed: Packed) -> list[str]:
    """The texts that cells refer to; how they are to be pronounced is left out."""
    found: list[str] = []
    parts: list[str] = []
    state = {"text": False, "spoken": 0}

    def start(name: str, _: dict[str, str]) -> None:
        name = local(name)
        if name == "si":
            parts.clear()
        elif name == "rPh":
            state["spoken"] += 1
        state["text"] = name == "t" and not state["spoken"]

    def end(name: str) -> None:
        name = local(name)
        if name == "si":
            found.append(_decoded("".join(parts)))
        elif name == "rPh":
            state["spoken"] -= 1
        state["text"] = False

    feed(
        parse(start, end, lambda data: parts.append(data) if state["text"] else None),
        packed.chunks("xl/sharedStrings.xml"),
    )
    return found


def _styles(packed: Packed) -> list[str]:
    """For each style of cells whether a number in it is a date, a percentage, or just a number."""
    sheet = tree(packed.chunks("xl/styles.xml"))
    formats = sheet.first("numFmts")
    codes = {
        node.attributes.get("numFmtId", ""): node.attributes.get("formatCode", "")
        for node in (formats.all("numFmt") if formats else ())
    }
    styles = sheet.first("cellXfs")
    return [_meaning(node.attributes.get("numFmtId", "0"), codes) for node in (styles.all("xf") if styles else ())]


def _meaning(number: str, codes: dict[str, str]) -> str:
    code = _LITERAL.sub("", codes.get(number, "")).lower()
    if (number.isdigit() and int(number) in _DATE_CODES) or any(letter in code for letter in "yd"):
        return "date"
    if (number.isdigit() and int(number) in _PERCENT_CODES) or "%" in code:
        return "percent"
    return ""


def _sheet(
    packed: Packed, name: str, strings: Sequence[str], styles: Sequence[str], since_1904: bool
) -> Iterator[tuple[int, list[str]]]:
    """Number and cells of each row that has any."""
    reader = _Cells(strings, styles, since_1904)
    parser = parse(reader.start, reader.end, reader.text)
    for piece in packed.chunks(name):
        feed(parser, (piece,), last=False)
        yield from reader.take()
    feed(parser, ())
    yield from reader.take()


class _Cells:
    """Puts cells together while the parser runs over a sheet."""

    def __init__(self, strings: Sequence[str], styles: Sequence[str], since_1904: bool) -> None:
        self._strings, self._styles, self._since_1904 = strings, styles, since_1904
        self._done: list[tuple[int, list[str]]] = []
        self._row: dict[int, str] = {}
        self._number = 0
        self._cell: dict[str, str] = {}
        self._at = -1
        self._value: list[str] = []
        self._wanted = False
        self._spoken = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = local(name)
        if name == "c":
            self._cell, self._value = attributes, []
            place = _PLACE.fullmatch(attributes.get("r", ""))
            self._at = _column(place[1]) if place else self._at + 1
        elif name == "row":
            number = attributes.get("r", "")
            self._number = int(number) if number.isdigit() else self._number + 1
            self._row, self._at = {}, -1
        elif name == "rPh":
            self._spoken += 1
        self._wanted = name in ("v", "t") and not self._spoken

    def text(self, data: str) -> None:
        if self._wanted:
            self._value.append(data)

    def end(self, name: str) -> None:
        name = local(name)
        self._wanted = False
        if name == "c" and self._at < _MOST_COLUMNS:
            value = self._meant("".join(self._value))
            if value:
                self._row[self._at] = value
        elif name == "rPh":
            self._spoken -= 1
        elif name == "row":
            if self._number > MOST_ROWS:
                raise UnreadableError(TOO_MANY, limit=MOST_ROWS)
            if self._row:
                self._done.append((self._number, [self._row.get(at, "") for at in range(max(self._row) + 1)]))

    def take(self) -> list[tuple[int, list[str]]]:
        done, self._done = self._done, []
        return done

    def _meant(self, value: str) -> str:
        kind = self._cell.get("t", "n")
        if kind == "s":
            return self._strings[int(value)] if value.isdigit() and int(value) < len(self._strings) else ""
        if kind in ("inlineStr", "str"):
            return _decoded(value)
        if kind == "b":
            return {"1": "vrai", "0": "faux"}.get(value, value)
        if kind in ("e", "d") or not value:
            return value
        style = self._cell.get("s", "0")
        meaning = self._styles[int(style)] if style.isdigit() and int(style) < len(self._styles) else ""
        return _number(value, meaning, since_1904=self._since_1904)


def _decoded(text: str) -> str:
    return _HEX.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _number(value: str, meaning: str, *, since_1904: bool) -> str:
    """A number as somebody would type it: a date is a date, 0.25 shown as 25 % is 25 %."""
    try:
        number = float(value)
    except ValueError:
        return value
    if not isfinite(number):
        return value
    if meaning == "date" and 0 < number < 2_958_466:
        start = date(1904, 1, 1) if since_1904 else date(1899, 12, 30)
        return (start + timedelta(days=int(number))).isoformat()
    if meaning == "percent":
        return f"{_plain(round(number * 100, 10))} %"
    return _plain(number)


def _plain(number: float) -> str:
    if number == int(number) and abs(number) < _WHOLE:
        return str(int(number))
    text = format(number, ".15g")
    return format(float(text), "f").rstrip("0").rstrip(".") if "e" in text else text


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith((".xlsx", ".xlsm", ".xls", ".xltx")) or head[:8] == _OLD_SIGN


FORMAT = Format(
    name="xlsx",
    summary="Review sheet for Excel and LibreOffice; edited rows come back by their id.",
    suffix=".xlsx",
    write=write,
    carries=DETAILS,
    read=read,
    recognises=recognises,
)
