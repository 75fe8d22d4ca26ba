"""A product's pages by reportlab, every element placed by hand: `reportlab_pages.py PRODUCT.json OUT.pdf`."""

from __future__ import annotations

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

from reportlab.lib.colors import CMYKColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

FONTS = Path(__file__).resolve().parent.parent.parent / "templates" / "fonts"
FILES = {
    "Text": "source-sans-3-400", "TextItalic": "source-sans-3-400-italic", "TextBold": "source-sans-3-700",
    "Answer": "source-sans-3-600", "AnswerItalic": "source-sans-3-600-italic", "Title": "bricolage-grotesque-800",
    "Icons": "livret-icons",
}  # fmt: skip
INKS = {
    "cible": CMYKColor(0.1, 0.95, 0.8, 0.05), "ping-pong": CMYKColor(0.78, 0.28, 0, 0),
    "rapidite": CMYKColor(0, 0.14, 0.9, 0), "chrono": CMYKColor(0, 0.14, 0.9, 0),
    "chance": CMYKColor(0.75, 0.95, 0, 0.2),
}  # fmt: skip
BLACK, PAPER = CMYKColor(0, 0, 0, 1), CMYKColor(0, 0, 0, 0)


class Pages:
    """Draws a product on a canvas."""

    def __init__(self, product: dict[str, Any], out: str) -> None:
        self.product = product
        self.size = product["width"] * mm, product["height"] * mm
        self.canvas = Canvas(out, pagesize=self.size)
        self.ink = CMYKColor(*product["ink"])
        self.tint = CMYKColor(*(part * 0.1 for part in product["ink"]))
        self.on = BLACK if sum(product["ink"]) < 1.3 else PAPER

    def print(self) -> None:
        """All pages."""
        for page in self.product["pages"]:
            if not page["items"]:
                self.cover()
            elif self.product["binding"] == "booklet":
                self.booklet(page)
            else:
                self.card(page)
            self.canvas.showPage()
        self.canvas.save()

    def cover(self) -> None:
        width, height = self.size
        self.canvas.setFillColor(self.ink)
        self.canvas.rect(0, 0, width, height, stroke=0, fill=1)
        self.text("Title", 30, width / 2, height / 2, self.product["game"], self.on, centred=True)

    def booklet(self, page: dict[str, Any]) -> None:
        width, height = self.size
        self.canvas.setFillColor(self.tint)
        self.canvas.rect(width - 6.5 * mm, 0, 6.5 * mm, height, stroke=0, fill=1)
        for number in range(1, 21):
            top = height - (24 + 8.9 * (number - 0.4)) * mm
            self.text("Title", 6.4, width - 3.2 * mm, top, str(number), BLACK, centred=True)
        self.icon("d20", 17 * mm, 8 * mm, height - 21 * mm, BLACK)
        self.text("Title", 12.5, 16.5 * mm, height - 16 * mm, page["big"], BLACK, centred=True)
        self.text("Title", 17, 28.5 * mm, height - 13 * mm, self.product["game"], BLACK)
        self.canvas.setFillColor(self.ink)
        self.canvas.roundRect(110 * mm, height - 17 * mm, 25 * mm, 8 * mm, 4 * mm, stroke=0, fill=1)
        self.text("Title", 11, 122 * mm, height - 14.5 * mm, self.product["title"], self.on, centred=True)
        half = -(-len(page["items"]) // 2)
        for column, items in enumerate((page["items"][:half], page["items"][half:])):
            self.column(items, (8 + column * 65.8) * mm, height - 25.5 * mm, 61.2 * mm, 172 * mm, 7.2, 8 * mm)
        self.text("Title", 7.6, 8 * mm, 5 * mm, f"{self.product['title']} · page {page['big']}", BLACK)

    def card(self, page: dict[str, Any]) -> None:
        width, height = self.size
        self.canvas.setFillColor(self.ink)
        self.canvas.rect(0, height - 14 * mm, width, 14 * mm, stroke=0, fill=1)
        self.text("Title", 13, 5 * mm, height - 9 * mm, page["head"], self.on)
        asked = any(item["icon"] for item in page["items"])
        if not asked:
            self.text("Title", 40, width / 2, height - 32 * mm, page["big"], BLACK, centred=True)
        top, indent = (18 * mm, 13 * mm) if asked else (40 * mm, 0.0)
        self.column(page["items"], 4 * mm, height - top, width - 8 * mm, height - top - 4 * mm, 9.3, indent)

    def column(
        self,
        items: list[dict[str, Any]],
        left: float,
        top: float,
        width: float,
        height: float,
        size: float,
        indent: float,
    ) -> None:
        """Items one below the other, spread over the height."""
        blocks = [self.paragraphs(item, size, width - indent) for item in items]
        free = height - sum(part[1] for block in blocks for part in block)
        gap = max(0.0, free / max(1, len(blocks) - 1))
        y = top
        for item, block in zip(items, blocks, strict=True):
            if size < 9:
                self.icon("hexagon", 6 * mm, left, y - 6 * mm, BLACK)
                self.text("Title", 7, left + 3 * mm, y - 4 * mm, str(item["number"]), PAPER, centred=True)
            if item["icon"]:
                side = 4.7 * mm if size < 9 else 10 * mm
                self.icon(item["icon"], side, left, y - (11 * mm if size < 9 else 10 * mm), INKS[item["icon"]])
            for paragraph, room, filled in block:
                y -= room
                if filled:
                    self.canvas.setFillColor(self.tint)
                    self.canvas.rect(left + indent, y, width - indent, room, stroke=0, fill=1)
                paragraph.drawOn(self.canvas, left + indent, y)
            y -= gap

    def paragraphs(self, item: dict[str, Any], size: float, width: float) -> list[tuple[Paragraph, float, bool]]:
        made = []
        for name, font, scale in (("cue", "TextBold", 0.84), ("text", "Text", 1.0), ("answer", "Answer", 0.91)):
            if item[name]:
                style = ParagraphStyle(name, fontName=font, fontSize=size * scale, leading=size * scale * 1.16)
                paragraph = Paragraph(re.sub(r"\*([^*]+)\*", r"<i>\1</i>", escape(item[name])), style)
                made.append((paragraph, paragraph.wrap(width, 1000)[1], name == "answer"))
        return made

    def icon(self, name: str, size: float, left: float, bottom: float, color: CMYKColor) -> None:
        self.text("Icons", size, left, bottom + size * 0.12, self.product["glyphs"][name], color)

    def text(
        self,
        font: str,
        size: float,
        left: float,
        bottom: float,
        content: str,
        color: CMYKColor,
        *,
        centred: bool = False,
    ) -> None:
        self.canvas.setFillColor(color)
        self.canvas.setFont(font, size)
        (self.canvas.drawCentredString if centred else self.canvas.drawString)(left, bottom, content)


def main() -> None:
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{file}.ttf"))
    pdfmetrics.registerFontFamily("Text", normal="Text", bold="TextBold", italic="TextItalic", boldItalic="TextItalic")
    pdfmetrics.registerFontFamily("Answer", normal="Answer", italic="AnswerItalic", bold="Answer", boldItalic="Answer")
    product = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    Pages(product, sys.argv[2]).print()


if __name__ == "__main__":
    main()
