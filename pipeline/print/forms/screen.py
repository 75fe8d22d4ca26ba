"""A PDF for the screen: the whole product in one tagged document, with bookmarks, in light instead of inks."""

from __future__ import annotations

import io
import json
import re
from html import escape
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Dictionary, Name, String

from pipeline.kinds.game import kind_of
from pipeline.print import changes, library, press
from pipeline.print.engine import Engine, Whole
from pipeline.print.forms import spoken
from pipeline.print.press import File
from pipeline.print.templates import icons

if TYPE_CHECKING:
    from pipeline.print.assemble import Title
    from pipeline.print.layout import Shop
    from pipeline.print.plan import Plan

_NAMES = {"cover": "Couverture", "howto": "Mode d'emploi", "imprint": "Crédits", "back": "Quatrième de couverture"}
_SIDES = ("recto", "verso")
_SILENT = re.compile(r"<div([^>]*) data-silent>(.*?)</div>", re.DOTALL)
"""What is there for the eye alone: a thumb index, the same word upside down. Nothing else on a page is a `main`."""
_STYLE = """
section.leaf { bookmark-level: 1; bookmark-label: attr(data-label); }
section.leaf h1, section.leaf h2, section.leaf h3 { bookmark-level: none; }
"""


def file(plan: Plan, shop: Shop) -> File:
    """The file; pages that only fill up a booklet are left out."""
    numbers = [number for number, leaf in enumerate(plan.leaves) if leaf.template != "notes"]
    sheets: dict[str, int] = {}
    parts = []
    for number in numbers:
        css = plan.css[number]
        group = sheets.setdefault(css, len(sheets))
        label = escape(_label(plan, number))
        section = plan.html[number].replace("<section ", f'<section data-label="{label}" ', 1)
        section = _SILENT.sub(r"<main\1>\2</main>", section)
        parts.append(f'<div class="c{group}">{section}</div>')
    title = press.title(plan, "")
    whole = Whole(tuple(sheets), _STYLE, plan.order.game.language, title.title, "".join(parts), plan.order.own)
    engine: Engine = shop.warm("engine", Engine)
    return File("", _settled(engine.tagged(whole), title, _words(plan)), ())


def _words(plan: Plan) -> dict[str, str]:
    """What icons mean, by their characters: types of questions, and those that stand for a word."""
    named = json.loads(library.find("icons/words.json", plan.order.own) or b"{}")
    named |= {kind["icon"]: kind["title"] for kind in plan.shared["types"].values() if kind["icon"]}
    return {icons()[name]: word for name, word in named.items() if name in icons()}


def _label(plan: Plan, number: int) -> str:
    named = changes.name(plan, number)
    if kind_of(plan.order.product).printing.binding == "cards":
        return f"{named}, {_SIDES[number % 2]}"
    return _NAMES.get(named, named)


def _settled(data: bytes, title: Title, words: dict[str, str]) -> bytes:
    """Complete tags, and the same bytes every time: no clock, an identifier from the contents."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        spoken.settle(pdf, words)
        date = String("D:20000101000000Z")
        info = {"/Title": String(title.title), "/Creator": String(title.creator), "/Producer": String(title.creator),
                "/CreationDate": date, "/ModDate": date}  # fmt: skip
        pdf.trailer["/Info"] = pdf.make_indirect(Dictionary(info))
        pdf.Root["/Metadata"] = pdf.make_stream(_xmp(title).encode(), Type=Name.Metadata, Subtype=Name.XML)
        pdf.Root["/Lang"] = String(title.language)
        pdf.Root["/ViewerPreferences"] = Dictionary(DisplayDocTitle=True)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, force_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _xmp(title: Title) -> str:
    from xml.sax.saxutils import escape as quoted

    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{quoted(title.title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{quoted(title.language)}</rdf:li></rdf:Bag></dc:language>
<dc:identifier>{quoted(title.identifier)}</dc:identifier>
<xmp:CreatorTool>{quoted(title.creator)}</xmp:CreatorTool><pdf:Producer>{quoted(title.creator)}</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
