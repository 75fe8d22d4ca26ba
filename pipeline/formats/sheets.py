"""Writing .xlsx row by row: constant memory, texts that no program takes for formulas, the same bytes every time."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from pipeline.core.pattern import lazy
from pipeline.formats.packed import member, packing
from pipeline.formats.xml import clean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_ROWS = 1_048_576
MOST_CHARACTERS = 32_767
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
TOO_LONG = "a text of more than {limit} characters, which a cell cannot hold, is cut"

_NUMBER = lazy(r"(?!-0$)-?(?:0|[1-9]\d{0,13})(?:\.\d{0,5}[1-9])?")  # no zeros that would be lost
_ESCAPED = lazy(r"_(?=x[0-9A-Fa-f]{4}_)")
_TEXT, _HEAD, _QUOTED = 0, 1, 2
_TOGETHER = 500

_TYPES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" \
ContentType="application/xml"/><Override PartName="/xl/workbook.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override \
PartName="/xl/worksheets/sheet1.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override \
PartName="/xl/styles.xml" \
ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"""
_RELATIONS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" \
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" \
Target="{target}"/>{more}</Relationships>"""
_STYLES_RELATION = """<Relationship Id="rId2" \
Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>"""
_WORKBOOK = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" \
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="{name}" \
sheetId="1" r:id="rId1"/></sheets></workbook>"""
# Text from the top of its cell over several lines; a bold head on a tint; text that starts like a formula.
_STYLES = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/>\
<name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill>\
<patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill \
patternType="solid"><fgColor rgb="FFE8EDF3"/></patternFill></fill></fills><borders count="1"><border><left/><right/>\
<top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" \
borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" \
applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="0" fontId="1" fillId="2" borderId="0" \
xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf \
numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyAlignment="1"><alignment \
vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" \
builtinId="0"/></cellStyles>\
</styleSheet>"""


class Design(NamedTuple):
    """How a sheet looks and helps: its name, head, widths, columns of numbers, hidden columns, lists to choose from."""

    name: str
    head: Sequence[str]
    widths: Sequence[int]
    numbers: frozenset[int] = frozenset()
    hidden: frozenset[int] = frozenset()
    choices: dict[int, Sequence[str]] = {}  # noqa: RUF012 - never changed


def write_sheet(out: BinaryIO, design: Design, rows: Iterable[Sequence[str]]) -> None:
    """A workbook with one sheet."""
    columns = [letters(number) for number in range(len(design.head))]
    with packing(out) as book:
        book.writestr(member("[Content_Types].xml"), _TYPES)
        book.writestr(
            member("_rels/.rels"), _RELATIONS.format(kind="officeDocument", target="xl/workbook.xml", more="")
        )
        relation = _RELATIONS.format(kind="worksheet", target="worksheets/sheet1.xml", more=_STYLES_RELATION)
        book.writestr(member("xl/_rels/workbook.xml.rels"), relation)
        book.writestr(member("xl/workbook.xml"), _WORKBOOK.format(name=clean(design.name[:31])))
        book.writestr(member("xl/styles.xml"), _STYLES)
        with book.open(member("xl/worksheets/sheet1.xml"), "w", force_zip64=True) as sheet:
            sheet.write(_opening(design).encode())
            head = "".join(_text(f"{column}1", text, _HEAD) for column, text in zip(columns, design.head, strict=True))
            sheet.write(f'<row r="1">{head}</row>'.encode())
            pending: list[str] = []
            last = 1
            for last, row in enumerate(rows, 2):
                cells = [
                    _cell(f"{column}{last}", text, number in design.numbers)
                    for number, (column, text) in enumerate(zip(columns, row, strict=True))
                    if text
                ]
                pending.append(f'<row r="{last}">{"".join(cells)}</row>')
                if len(pending) >= _TOGETHER:
                    sheet.write("".join(pending).encode("utf-8", "replace"))
                    pending.clear()
            sheet.write("".join(pending).encode("utf-8", "replace"))
            sheet.write(_closing(design, columns, last).encode())


def letters(number: int) -> str:
    """The name of a column: 0 is A, 26 is AA."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


def _opening(design: Design) -> str:
    hidden = [' hidden="1"' if number in design.hidden else "" for number in range(len(design.widths))]
    widths = "".join(
        f'<col min="{number}" max="{number}" width="{width}" style="0" customWidth="1"{unseen}/>'
        for number, (width, unseen) in enumerate(zip(design.widths, hidden, strict=True), 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView '
        'workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
        f'</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>{widths}</cols><sheetData>'
    )


def _closing(design: Design, columns: Sequence[str], last: int) -> str:
    lists = "".join(
        f'<dataValidation type="list" allowBlank="1" sqref="{columns[number]}2:{columns[number]}{max(last, 2)}">'
        f'<formula1>"{clean(",".join(words))}"</formula1></dataValidation>'
        for number, words in design.choices.items()
    )
    validations = f'<dataValidations count="{len(design.choices)}">{lists}</dataValidations>' if lists else ""
    return f'</sheetData><autoFilter ref="A1:{columns[-1]}{last}"/>{validations}</worksheet>'


def _cell(place: str, text: str, number: bool) -> str:
    if number and _NUMBER.fullmatch(text):
        return f'<c r="{place}" s="0"><v>{text}</v></c>'
    return _text(place, text, _QUOTED if text.startswith(FORMULA_SIGNS) else _TEXT)


def _text(place: str, text: str, style: int) -> str:
    if "_x" in text:
        text = _ESCAPED.sub("_x005F_", text)
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{clean(text)}</t></is></c>'
