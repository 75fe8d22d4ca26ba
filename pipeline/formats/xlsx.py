"""XLSX: review sheets that can be edited and read back, and anybody else's sheets."""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING

from pipeline.core.finding import say, shorten
from pipeline.core.folding import fold
from pipeline.core.pattern import lazy
from pipeline.formats import table
from pipeline.formats.base import (
    DETAILS,
    EDITORS,
    Draft,
    Format,
    Lost,
    MisusedError,
    Notice,
    Preview,
    Rejected,
    UnreadableError,
)
from pipeline.formats.cells import FIELDS, NAMES, REVIEW_MARKS
from pipeline.formats.headers import IGNORED
from pipeline.formats.packed import ENCRYPTED, MACROS, Packed
from pipeline.formats.sheets import MOST_CHARACTERS, MOST_ROWS, TOO_LONG, Design, letters, write_sheet
from pipeline.formats.shown import Look, look_of, shown
from pipeline.formats.xml import Node, feed, local, parse, tree

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from typing import BinaryIO

    from pipeline.core.finding import Message
    from pipeline.formats.base import Event, Item, Reading, Writing

TOO_MANY = "The sheet has more than {limit} rows."
NO_SHEET = "The workbook has no sheet with cells."
SHEET = "sheet “{name}”"
NO_SUCH_SHEET = "There is no sheet “{sheet}” with cells; there are: {sheets}."
OTHER_SHEETS = "Sheets that are not read: {sheets}. --sheet NAME reads another one."
HIDDEN = "Hidden rows are read like all others, {count}: {rows}."
COMMENT = "a comment of a cell is not taken"
PICTURES = "Pictures in the sheet are not taken: {count}."
FAR = "Cells beyond column {column} are not read: {count}."
NO_VALUE = "{cell} has a formula without a saved value: open the file in Excel or LibreOffice and save it."
UNUSED_FORMULA = "a formula without a value, in a column that is not used"
FAULT = "{cell} holds the error {error}: correct its formula."
NO_STRING = "{cell} refers to the text number {number}, which the workbook does not have."
MERGED = "Merged cells are read as one cell at their top left, the others as empty: {cells}."
OPEN_DOCUMENT = "The file is an OpenDocument sheet; save it as .xlsx."
OLD = "The file is an old .xls workbook; save it as .xlsx."

_PROTECTED = "EncryptedPackage".encode("utf-16-le")
_OLD_SIGN = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MOST_COLUMNS = 1_000
_FEW = 8
_DESIGN = Design(
    "livret",
    [field.header for field in FIELDS],
    [field.width for field in FIELDS],
    numbers=frozenset(NAMES.index(name) for name in ("group", "number", "answer", "difficulty")),
    hidden=frozenset({NAMES.index("print")}),
    choices={NAMES.index("mark"): tuple(REVIEW_MARKS.values())},
)
_PLACE = lazy(r"([A-Z]{1,3})\d+")
_HEX = lazy(r"_x([0-9A-Fa-f]{4})_")


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
    """The questions of one sheet, and whatever else the workbook has that is not read."""
    book = Workbook(raw)
    sheet = book.chosen(reading.sheet)
    used: frozenset[str] = frozenset()
    for event in table.read(sheet.rows(), reading, say(SHEET, name=sheet.name)):
        if isinstance(event, Preview):
            used = frozenset(column.name for column in event.columns if column.field not in ("", IGNORED))
        number = event.place if isinstance(event, Draft | Rejected) else ""
        faults = [fault for fault in sheet.faults.get(number, ()) if fault[0] in used]
        if faults:
            sheet.faults[number] = [fault for fault in sheet.faults[number] if fault not in faults]
        yield Rejected(number, faults[0][1], _text_of(event)) if faults else event
    yield from sheet.besides(used)
    yield from book.besides(sheet)


def _text_of(event: Event) -> str:
    return event.texts["question"] if isinstance(event, Draft) else event.text if isinstance(event, Rejected) else ""


class Workbook:
    """A workbook: its sheets, those that are shown first, and what all their cells refer to."""

    def __init__(self, raw: bytes) -> None:
        if raw[:8] == _OLD_SIGN:
            raise UnreadableError(ENCRYPTED if _PROTECTED in raw else OLD)
        self._packed = Packed(raw)
        if "mimetype" in self._packed.names and "content.xml" in self._packed.names:
            raise UnreadableError(OPEN_DOCUMENT)
        if b"macroEnabled" in self._packed.read("[Content_Types].xml"):
            raise UnreadableError(MACROS)
        book = tree(self._packed.chunks("xl/workbook.xml"))
        targets = {id_: name for id_, _, name in _related(self._packed, "xl/workbook.xml")}
        strings = _strings(self._packed) if "xl/sharedStrings.xml" in self._packed.names else []
        styles = _styles(self._packed) if "xl/styles.xml" in self._packed.names else []
        properties = book.first("workbookPr")
        since_1904 = properties is not None and properties.attributes.get("date1904") in ("1", "true")
        self.sheets = [
            Sheet(
                self._packed,
                node.attributes.get("name", ""),
                targets.get(node.attributes.get("id", ""), "xl/"),
                lambda: _Cells(strings, styles, since_1904),
            )
            for node in sorted(
                (book.first("sheets") or Node("", {}, 0)).all("sheet"),
                key=lambda node: node.attributes.get("state", "visible") != "visible",
            )
        ]

    def chosen(self, wanted: str) -> Sheet:
        """The sheet of that name, in any case; without a name the first that has cells."""
        for sheet in self.sheets:
            if (not wanted or fold(sheet.name) == fold(wanted)) and sheet.has_cells():
                return sheet
        if wanted:
            there = ", ".join(sheet.name for sheet in self.sheets if sheet.has_cells())
            raise MisusedError(NO_SUCH_SHEET, sheet=wanted, sheets=there)
        raise UnreadableError(NO_SHEET)

    def besides(self, chosen: Sheet) -> Iterator[Event]:
        """The other sheets, with how many rows each has."""
        rows = {sheet.name: sum(1 for _ in sheet.rows()) for sheet in self.sheets if sheet is not chosen}
        shown = [f"{name} ({count})" for name, count in rows.items() if count]
        if shown:
            yield Notice(say(OTHER_SHEETS, sheets=", ".join(shown)))


class Sheet:
    """A sheet: its rows as texts, and while they are read what is not a text in them."""

    def __init__(self, packed: Packed, name: str, member: str, cells: Callable[[], _Cells]) -> None:
        self.name = name
        self._packed, self._member, self._new_cells = packed, member, cells
        self._cells = cells()
        self.faults: dict[str, list[tuple[str, Message]]] = {}
        """Row -> column and reason of each cell that should have a value and has none."""

    def has_cells(self) -> bool:
        return next(self.rows(), None) is not None

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Number and cells of each row that has any."""
        self._cells = self._new_cells()
        self.faults = self._cells.faults
        parser = parse(self._cells.start, self._cells.end, self._cells.text)
        for piece in self._packed.chunks(self._member):
            feed(parser, (piece,), last=False)
            yield from self._cells.take()
        feed(parser, ())
        yield from self._cells.take()

    def besides(self, used: Container[str]) -> Iterator[Event]:
        """What the rows that were read had besides texts."""
        for number, faults in self.faults.items():
            for column, message in faults:
                place = f"{column}{number}"
                yield Rejected(number, message) if column in used else Lost(place, say(UNUSED_FORMULA))
        if self._cells.hidden:
            shown = ", ".join(map(str, self._cells.hidden[:_FEW]))
            more = ", …" if len(self._cells.hidden) > _FEW else ""
            yield Notice(say(HIDDEN, count=len(self._cells.hidden), rows=shown + more))
        merged = [ref for ref in self._cells.merged if _has_rows_below(ref)]
        if merged:
            more = ", …" if len(merged) > _FEW else ""
            yield Notice(say(MERGED, cells=shorten(", ".join(merged[:_FEW]), 200) + more))
        if self._cells.far:
            yield Notice(say(FAR, column=letters(_MOST_COLUMNS - 1), count=self._cells.far))
        for kind, member in ((kind, name) for _, kind, name in _related(self._packed, self._member)):
            if kind == "comments" and member in self._packed.names:
                for comment in (tree(self._packed.chunks(member)).first("commentList") or Node("", {}, 0)).all(
                    "comment"
                ):
                    yield Lost(comment.attributes.get("ref", ""), say(COMMENT))
            elif kind == "drawing" and member in self._packed.names:
                count = sum(1 for node in tree(self._packed.chunks(member)).children if node.first("pic"))
                if count:
                    yield Notice(say(PICTURES, count=count))


def _has_rows_below(ref: str) -> bool:
    """Whether merged cells stand in several rows: each row is a question, and only the first one has the text."""
    first, _, last = ref.partition(":")
    return first.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != last.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _related(packed: Packed, member: str) -> list[tuple[str, str, str]]:
    """Id, kind and name of all that a member of the package refers to."""
    folder, _, name = member.rpartition("/")
    path = f"{folder}/_rels/{name}.rels"
    if path not in packed.names:
        return []
    found = []
    for node in tree(packed.chunks(path)).all("Relationship"):
        target = node.attributes.get("Target", "")
        full = target.lstrip("/") if target.startswith("/") else normpath(f"{folder}/{target}")
        found.append((node.attributes.get("Id", ""), node.attributes.get("Type", "").rpartition("/")[2], full))
    return found


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


def _styles(packed: Packed) -> list[Look]:
    """For each style of cells what a number in it looks like."""
    sheet = tree(packed.chunks("xl/styles.xml"))
    formats = sheet.first("numFmts")
    codes = {
        node.attributes.get("numFmtId", ""): node.attributes.get("formatCode", "")
        for node in (formats.all("numFmt") if formats else ())
    }
    styles = sheet.first("cellXfs")
    return [look_of(node.attributes.get("numFmtId", "0"), codes) for node in (styles.all("xf") if styles else ())]


class _Cells:
    """Puts cells together while the parser runs over a sheet."""

    def __init__(self, strings: Sequence[str], styles: Sequence[Look], since_1904: bool) -> None:
        self._strings, self._styles, self._since_1904 = strings, styles, since_1904
        self._done: list[tuple[int, list[str]]] = []
        self._row: dict[int, str] = {}
        self._number = 0
        self._cell: dict[str, str] = {}
        self._at = -1
        self._value: list[str] = []
        self._wanted = False
        self._spoken = 0
        self._formula = self._unseen = False
        self.hidden: list[int] = []
        self.merged: list[str] = []
        self.far = 0
        """Cells with a value that stand too far to the right."""
        self.faults: dict[str, list[tuple[str, Message]]] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        name = local(name)
        if name == "c":
            self._cell, self._value, self._formula = attributes, [], False
            place = _PLACE.fullmatch(attributes.get("r", ""))
            self._at = _column(place[1]) if place else self._at + 1
        elif name == "row":
            number = attributes.get("r", "")
            self._number = whole(number, MOST_ROWS + 2) or self._number + 1
            self._row, self._at = {}, -1
            self._unseen = attributes.get("hidden") in ("1", "true")
        elif name == "mergeCell":
            self.merged.append(attributes.get("ref", ""))
        elif name == "f":
            self._formula = True
        elif name == "rPh":
            self._spoken += 1
        self._wanted = name in ("v", "t") and not self._spoken

    def text(self, data: str) -> None:
        if self._wanted:
            self._value.append(data)

    def end(self, name: str) -> None:
        name = local(name)
        self._wanted = False
        if name == "c":
            self._put(self._meant("".join(self._value)))
        elif name == "rPh":
            self._spoken -= 1
        elif name == "row":
            if self._number > MOST_ROWS:
                raise UnreadableError(TOO_MANY, limit=MOST_ROWS)
            if self._row:
                if self._unseen:
                    self.hidden.append(self._number)
                self._done.append((self._number, [self._row.get(at, "") for at in range(max(self._row) + 1)]))

    def _put(self, value: str) -> None:
        if self._at >= _MOST_COLUMNS:
            self.far += bool(value)
        elif self._cell.get("t") == "e":
            self._fault(FAULT, error=value)
        elif value:
            self._row[self._at] = value
        elif self._formula and self._cell.get("t") != "str":
            self._fault(NO_VALUE)

    def _fault(self, template: str, **values: object) -> None:
        column = letters(self._at)
        message = say(template, cell=f"{column}{self._number}", **values)
        self.faults.setdefault(f"{self._number}", []).append((column, message))

    def take(self) -> list[tuple[int, list[str]]]:
        done, self._done = self._done, []
        return done

    def _meant(self, value: str) -> str:
        kind = self._cell.get("t", "n")
        if kind == "s":
            at = whole(value, len(self._strings))
            if at is None:
                self._fault(NO_STRING, number=shorten(value))
                return ""
            return self._strings[at]
        if kind in ("inlineStr", "str"):
            return _decoded(value)
        if kind == "b":
            return {"1": "vrai", "0": "faux"}.get(value, value)
        if kind == "d":
            return value.removesuffix("T00:00:00").replace("T", " ")
        if kind == "e" or not value:
            return value
        style = whole(self._cell.get("s", "0"), len(self._styles))
        return shown(value, self._styles[style] if style is not None else Look(), since_1904=self._since_1904)


def _decoded(text: str) -> str:
    """Characters that XML has no place for are written as `_x000D_`, those beyond four digits as two of these."""
    if "_x" not in text:
        return text
    decoded = _HEX.sub(lambda match: chr(int(match[1], 16)), text)
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole(text: str, beyond: int) -> int | None:
    """A number in plain digits below a limit; None for anything else."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else beyond
    return number if number < beyond else None


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1


def recognises(name: str, head: bytes) -> bool:
    return name.lower().endswith((".xlsx", ".xlsm", ".xls", ".xltx", ".ods")) or head[:8] == _OLD_SIGN


FORMAT = Format(
    name="xlsx",
    summary="Review sheet for Excel and LibreOffice; edited rows come back by their id.",
    suffix=".xlsx",
    write=write,
    carries=DETAILS | EDITORS - {"waive"},
    read=read,
    recognises=recognises,
    sheets=True,
)
