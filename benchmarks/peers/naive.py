"""One HTML document a product, laid out with flex and grid, icons as inline SVG: `naive.py PRODUCT.json OUT`.

This is the straightforward way: each page a section, the sheets for home the same sections again inside a grid. OUT
ends in .pdf (WeasyPrint, CMYK with bleed) or .html (for Chromium, which knows neither: RGB, no bleed).
"""

from __future__ import annotations

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

LIBRARY = Path(__file__).resolve().parent.parent.parent / "templates"
INKS = {
    "cible": (0.1, 0.95, 0.8, 0.05), "ping-pong": (0.78, 0.28, 0, 0), "rapidite": (0, 0.14, 0.9, 0),
    "chrono": (0, 0.14, 0.9, 0), "chance": (0.75, 0.95, 0, 0.2),
}  # fmt: skip
BLEED = 3
PAPER = (0.0, 0.0, 0.0, 0.0)
BLACK = (0.0, 0.0, 0.0, 1.0)

CSS = """
* { box-sizing: border-box; margin: 0; padding: 0; }
html { font: 8pt/1.16 Text; color: BLACK; }
svg { display: block; }
.page { width: WIDTHmm; height: HEIGHTmm; overflow: visible; position: relative; }
.page + .page { break-before: page; }
.sheet { display: grid; align-content: center; justify-content: center; }
.sheet + .sheet { break-before: page; }
.sheet .page { break-before: auto; overflow: hidden; }
.title { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 8mm;
  background: INK; color: ONINK; font: 800 30pt/1.1 Title; }
.title svg { width: 60mm; height: 60mm; }
header { display: flex; align-items: center; gap: 3mm; }
header b { font: 800 17pt/1.1 Title; flex: 1; }
header .pill { display: flex; align-items: center; gap: 1mm; background: INK; color: ONINK; border-radius: 4mm;
  padding: 1.6mm 4mm; font: 800 11pt/1 Title; }
header .pill svg { width: 5mm; height: 5mm; }
.die { position: relative; width: 17mm; height: 17mm; }
.die svg { width: 17mm; height: 17mm; }
.die i { position: absolute; inset: 0; text-align: center; font: 800 12.5pt/16.6mm Title; }
.cue { font-weight: 700; font-size: .84em; letter-spacing: .055em; }
.answer { font-weight: 600; font-size: .91em; border-left: .7mm solid INK; background: TINT; padding: .2mm 1.2mm; }

.book { padding: 6mm 13mm 0 8mm; }
.book .questions { display: grid; grid-template-columns: 1fr 1fr; column-gap: 4.6mm; height: 172mm; margin-top: 2mm; }
.book .column { display: flex; flex-direction: column; justify-content: space-between; height: 172mm; }
.book .q { position: relative; padding-left: 8mm; font-size: POINTSpt; }
.book .q .side { position: absolute; left: 0; top: 0; }
.book .q .side svg { width: 5mm; height: 5mm; }
.book .chip { position: relative; width: 6mm; height: 6mm; }
.book .chip svg { width: 6mm; height: 6mm; }
.book .chip i { position: absolute; inset: 0; text-align: center; font: 800 7pt/6mm Title; color: PAPER; }
.book footer { display: flex; justify-content: space-between; font-size: 6.6pt; padding-top: 1mm; }
.tabs { position: absolute; right: -BLEEDmm; top: 0; width: 9.5mm; height: 100%; background: TINT; display: flex;
  flex-direction: column; justify-content: space-around; padding: 22mm BLEEDmm 6mm 0; font: 600 6.4pt/1 Title;
  text-align: center; }

.card header { background: INK; color: ONINK; padding: 3mm 5mm; }
.card header b { font-size: 13pt; }
.card .rows { height: ROOMmm; display: flex; flex-direction: column; justify-content: space-between; padding: 3mm 4mm; }
.card .q { display: grid; grid-template-columns: 10mm 1fr; column-gap: 3mm; font-size: 9.3pt; }
.card .q .side svg { width: 10mm; height: 10mm; }
.card .cue { font-size: 7pt; }
.card .answer { border: 0; background: none; }
.card .big { font: 800 40pt/1 Title; text-align: center; }
.card.plain .rows { height: LESSmm; }
.card.plain .q { grid-template-columns: 1fr; }

.puzzles { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm; padding: 12mm; }
.puzzle .row { display: flex; gap: 1mm; margin-top: 1mm; }
.puzzle .row svg { width: 6mm; height: 6mm; }
.puzzle .marks { display: flex; gap: .5mm; margin-left: 2mm; }
.puzzle .marks svg { width: 4mm; height: 4mm; }

.cells { display: flex; flex-direction: column; padding: 10mm; gap: 4mm; }
.cells .grid { display: grid; grid-template-columns: repeat(COLUMNS, 1fr); gap: 2mm; }
.cells .cell { border: .3mm solid BLACK; border-radius: 2mm; min-height: 9mm; padding: 1mm; display: flex;
  align-items: center; justify-content: center; font-size: 6pt; }

.rules { font: 9.4pt/1.35 Book; }
.rules h1, .rules h2, .rules h3 { font-family: Title; font-weight: 800; margin: 4mm 0 2mm; break-after: avoid; }
.rules p, .rules ul, .rules ol, .rules table { margin: 0 0 2mm; }
.rules li { margin-left: 5mm; }
.rules table { border-collapse: collapse; width: 100%; }
.rules td, .rules th { border-top: .2mm solid BLACK; padding: 1mm; text-align: left; }
"""


class Printer:
    """Writes the HTML of one product."""

    def __init__(self, product: dict[str, Any], *, cmyk: bool) -> None:
        self.product = product
        self.cmyk = cmyk
        self.bleed = BLEED if cmyk else 0

    def color(self, ink: Any, share: float = 1.0) -> str:
        """An ink, or so much of it, as a CSS colour."""
        cyan, magenta, yellow, black = (part * share for part in ink)
        if self.cmyk:
            return f"device-cmyk({cyan:.3g} {magenta:.3g} {yellow:.3g} {black:.3g})"
        red, green, blue = (round(255 * (1 - part) * (1 - black)) for part in (cyan, magenta, yellow))
        return f"rgb({red} {green} {blue})"

    def icon(self, name: str, ink: Any = BLACK) -> str:
        """An icon as inline SVG, in its ink."""
        if not name:
            return ""
        svg = (LIBRARY / "icons" / f"{name}.svg").read_text(encoding="utf-8")
        color = self.color(INKS.get(name, ink))
        svg = svg.replace('"white"', f'"{self.color(PAPER)}"').replace('"black"', f'"{self.color(ink)}"')
        return svg.replace("<svg", f'<svg fill="{color}"', 1)

    def document(self, *, sheets: bool) -> str:
        """The whole document: single pages with bleed, or A4 sheets for home."""
        sections = [self.page(page) for page in self.product["pages"]]
        rules = [self.css()]
        if any("markdown" in page for page in self.product["pages"]):
            rules.append(self.page_rule(self.product["width"], self.product["height"], 15, 0))
        elif sheets:
            rules.append(self.page_rule(*self.paper(), 0, 0))
            sections = self.sheets(sections)
        else:
            rules.append(self.page_rule(self.product["width"], self.product["height"], 0, self.bleed))
        head = f"<meta charset=utf-8><title>{escape(self.product['title'])}</title><style>{''.join(rules)}</style>"
        return f"<!doctype html><html lang=fr><head>{head}</head><body>{''.join(sections)}</body></html>"

    def page_rule(self, width: float, height: float, margin: float, bleed: float) -> str:
        extra = f"bleed: {bleed}mm; marks: none" if self.cmyk else ""
        return f"@page {{ size: {width}mm {height}mm; margin: {margin}mm; {extra} }}"

    def css(self) -> str:
        product = self.product
        fonts = json.loads((LIBRARY / "fonts" / "fonts.json").read_text(encoding="utf-8"))
        faces = "".join(
            f"@font-face {{ font-family: {font['family']}; font-weight: {font['weight']};"
            f" font-style: {font['style']}; src: url({(LIBRARY / 'fonts' / font['file']).as_uri()}) }}\n"
            for font in fonts
        )
        light = sum(product["ink"]) < 1.3
        cells = max((len(page["grid"]) for page in product["pages"]), default=0)
        values = {
            "ONINK": self.color(BLACK if light else PAPER), "INK": self.color(product["ink"]),
            "TINT": self.color(product["ink"], 0.1), "BLACK": self.color(BLACK), "PAPER": self.color(PAPER),
            "WIDTH": product["width"], "HEIGHT": product["height"], "BLEED": self.bleed,
            "POINTS": 7.2, "ROOM": product["height"] - 14, "LESS": product["height"] - 32,
            "COLUMNS": 4 if cells < 40 else 8,
        }  # fmt: skip
        text = CSS
        for name, value in values.items():
            text = text.replace(name, str(value))
        return faces + text

    def paper(self) -> tuple[float, float]:
        """A4, upright or not, whichever holds more pages."""
        upright, landscape = self.fit(210, 297), self.fit(297, 210)
        return (210, 297) if upright[0] * upright[1] >= landscape[0] * landscape[1] else (297, 210)

    def fit(self, width: float, height: float) -> tuple[int, int]:
        return int(width // self.product["width"]), int(height // self.product["height"])

    def sheets(self, sections: list[str]) -> list[str]:
        """Sections in a grid on A4: fronts, then their backs mirrored; booklets two by two."""
        width, height = self.paper()
        columns, rows = (max(1, count) for count in self.fit(width, height))
        style = (
            f"width: {width}mm; height: {height}mm; grid-template-columns: repeat({columns}, {self.product['width']}mm)"
        )
        each = columns * rows
        if self.product["binding"] != "cards":
            groups = [sections[at : at + each] for at in range(0, len(sections), each)]
        else:
            groups = []
            for at in range(0, len(sections), 2 * each):
                chunk = sections[at : at + 2 * each]
                backs = chunk[1::2]
                mirrored = [back for row in range(0, each, columns) for back in reversed(backs[row : row + columns])]
                groups += [chunk[::2], mirrored]
        return [f'<section class="sheet" style="{style}">{"".join(group)}</section>' for group in groups]

    def page(self, page: dict[str, Any]) -> str:
        """One page of the product."""
        if "markdown" in page:
            from markdown_it import MarkdownIt

            return f'<section class="rules">{MarkdownIt().enable("table").render(page["markdown"])}</section>'
        if page["grid"]:
            cells = "".join(f'<div class="cell">{text(cell)}</div>' for cell in page["grid"])
            items = "".join(self.item(item) for item in page["items"])
            head = f"<header><b>{text(page['head'])}</b></header>"
            return f'<section class="page cells">{head}<div class="grid">{cells}</div>{items}</section>'
        if not page["items"]:
            on = PAPER if sum(self.product["ink"]) > 1.3 else BLACK
            sign = self.icon(self.product["sign"], on)
            return f'<section class="page title">{sign}<div>{text(self.product["game"])}</div></section>'
        if self.product["kind"] == "code-puzzles":
            return f'<section class="page puzzles">{"".join(self.puzzle(item) for item in page["items"])}</section>'
        return self.booklet(page) if self.product["binding"] == "booklet" else self.card(page)

    def booklet(self, page: dict[str, Any]) -> str:
        die = f'<div class="die">{self.icon("d20")}<i>{page["big"]}</i></div>'
        on = PAPER if sum(self.product["ink"]) > 1.3 else BLACK
        pill = f'<div class="pill">{self.icon(self.product["sign"], on)}{text(self.product["title"])}</div>'
        head = f"<header>{die}<b>{text(self.product['game'])}</b>{pill}</header>"
        tabs = "".join(f"<div>{number}</div>" for number in range(1, 21))
        half = -(-len(page["items"]) // 2)
        columns = [page["items"][:half], page["items"][half:]]
        items = "".join(f'<div class="column">{"".join(map(self.item, column))}</div>' for column in columns)
        foot = f"<footer><b>{text(self.product['title'])}</b><span>{page['big']}</span></footer>"
        return (
            f'<section class="page book">{head}<div class="questions">{items}</div>{foot}'
            f'<div class="tabs">{tabs}</div></section>'
        )

    def card(self, page: dict[str, Any]) -> str:
        head = f"<header><b>{text(page['head'])}</b><span>{text(self.product['game'])}</span></header>"
        questions = any(item["icon"] for item in page["items"])
        big = "" if questions else f'<div class="big">{text(page["big"])}</div>'
        items = "".join(self.item(item | {"number": ""}) for item in page["items"])
        kind = "page card" if questions else "page card plain"
        return f'<section class="{kind}">{head}{big}<div class="rows">{items}</div></section>'

    def item(self, item: dict[str, Any]) -> str:
        chip = f'<div class="chip">{self.icon("hexagon")}<i>{item["number"]}</i></div>' if item["number"] else ""
        side = f'<div class="side">{chip}{self.icon(item["icon"])}</div>' if chip or item["icon"] else ""
        parts = "".join(f'<p class="{name}">{text(item[name])}</p>' for name in ("cue", "text", "answer") if item[name])
        return f'<div class="q">{side}<div>{parts}</div></div>'

    def puzzle(self, item: dict[str, Any]) -> str:
        rows = "".join(
            f'<div class="row">{"".join(map(self.icon, dice))}<div class="marks">{"".join(map(self.icon, marks))}</div>'
            "</div>"
            for dice, marks in item.get("rows", ())
        )
        answer = f'<p class="answer">{text(item["answer"])}</p>' if item["answer"] else ""
        return f'<div class="puzzle"><b>{item["number"]} {text(item["cue"])}</b>{rows}{answer}</div>'


def text(content: str) -> str:
    """Escaped, with *titles* in italics."""
    return re.sub(r"\*([^*]+)\*", r"<i>\1</i>", escape(content))


def main() -> None:
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    product = json.loads(source.read_text(encoding="utf-8"))
    html = Printer(product, cmyk=out.suffix == ".pdf").document(sheets=out.stem.endswith("-pnp"))
    if out.suffix == ".html":
        out.write_text(html, encoding="utf-8")
        return
    from weasyprint import HTML

    HTML(string=html).write_pdf(out)


if __name__ == "__main__":
    main()
