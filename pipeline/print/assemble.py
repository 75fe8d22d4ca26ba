"""Fragments become one PDF: shared fonts, boxes, output intent, metadata. The same fragments give the same bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream, String

from pipeline.print import typefaces
from pipeline.print.lettering import Lettering
from pipeline.print.passes import marks
from pipeline.print.passes.overprint import overprint
from pipeline.print.passes.pictures import to_inks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.print.fragment import Bookmark, Fragment
    from pipeline.print.profile import Printer, Profile

    Box = tuple[float, float, float, float]

# Artefacts know no clock; PDF/X wants a date all the same.
_DATE = "2000-01-01T00:00:00+00:00"
_PDF_DATE = "D:20000101000000Z"


class Title(NamedTuple):
    """What a PDF says about itself."""

    title: str
    language: str
    identifier: str
    creator: str


class Side(NamedTuple):
    """A page of a fragment, ready to be placed: what it draws and with what."""

    contents: Stream
    resources: Dictionary
    boxes: Mapping[str, Box]


class Sheet(NamedTuple):
    """A page of the file: its boxes, and what is drawn on it besides the art. Points, from the trimmed corner."""

    trim: Box
    bleed: Box
    media: Box
    matrix: tuple[float, float, float, float, float, float] = (1, 0, 0, 1, 0, 0)
    marks: bytes = b""
    """The same on every page: stored once."""
    drawn: bytes = b""
    id: str = ""
    """The card that it is a side of."""
    side: str = ""


class Binder:
    """An open PDF that pages of fragments are added to."""

    def __init__(self, fragments: Iterable[Fragment], subsets: typefaces.Subsets, printer: Printer) -> None:
        self.pdf = Pdf.new()
        self.lettering = Lettering(self.pdf)
        self._printer = printer
        self._subsets = subsets
        self._open: list[Pdf] = []
        self._sides: dict[int, tuple[Side, ...]] = {}
        self._forms: dict[tuple[int, tuple[float, ...]], Stream] = {}
        self._drawn: dict[bytes, Stream] = {}
        self._all_inks: Any = None
        self.fonts = self._fonts(tuple(fragments), subsets)

    def sides(self, fragment: Fragment) -> tuple[Side, ...]:
        """The pages of a fragment; the same fragment is copied once, however often it is printed."""
        key = id(fragment)
        if key not in self._sides:
            source = pikepdf.open(io.BytesIO(fragment.pdf))
            self._open.append(source)
            self._sides[key] = tuple(self._side(page) for page in source.pages)
        return self._sides[key]

    def add(self, side: Side, sheet: Sheet) -> None:
        """A page of its own: the side as a form, marks and labels around it."""
        art = self.form(side, side.boxes["/MediaBox"])
        moved = " ".join(f"{part:.8g}" for part in sheet.matrix)
        left, bottom, right, top = sheet.bleed
        drawn = f"q {left:.6f} {bottom:.6f} {right - left:.6f} {top - bottom:.6f} re W n {moved} cm /Art Do Q\n"
        resources = Dictionary(XObject=Dictionary({"/Art": art}))
        if sheet.marks:
            resources["/XObject"]["/Marks"] = self._marks(sheet)
            drawn += "/Marks Do\n"
        page = Dictionary(
            Type=Name.Page,
            MediaBox=_array(sheet.media),
            BleedBox=_array(sheet.bleed),
            TrimBox=_array(sheet.trim),
            Contents=self.pdf.make_stream(drawn.encode() + sheet.drawn),
            Resources=resources,
        )
        if sheet.drawn:
            resources["/Font"] = self.lettering.fonts
            resources["/ColorSpace"] = Dictionary({marks.ALL: self.all_inks()})
        if sheet.id:
            page["/PieceInfo"] = _private(Id=String(sheet.id), Side=String(sheet.side))
            page["/LastModified"] = String(_PDF_DATE)
        self.pdf.pages.append(Page(self.pdf.make_indirect(page)))

    def form(self, side: Side, window: tuple[float, ...]) -> Stream:
        """What a side shows in a window; a side that stands in many places, such as a common back, is stored once."""
        key = (id(side), window)
        if key not in self._forms:
            form = self.pdf.make_stream(side.contents.read_bytes(), Type=Name.XObject, Subtype=Name.Form)
            form["/BBox"] = Array([round(edge, 6) for edge in window])
            form["/Resources"] = side.resources
            self._forms[key] = form
        return self._forms[key]

    def _marks(self, sheet: Sheet) -> Any:
        if sheet.marks not in self._drawn:
            form = self.pdf.make_stream(sheet.marks, Type=Name.XObject, Subtype=Name.Form)
            form["/BBox"] = _array(sheet.media)
            form["/Resources"] = Dictionary(ColorSpace=Dictionary({marks.ALL: self.all_inks()}))
            self._drawn[sheet.marks] = form
        return self._drawn[sheet.marks]

    def all_inks(self) -> Any:
        """The colour space of marks."""
        if self._all_inks is None:
            self._all_inks = marks.all_inks(self.pdf)
        return self._all_inks

    def finish(self, title: Title, binding: str, bookmarks: Sequence[tuple[int, Bookmark]] = ()) -> bytes:
        """The bytes of the file."""
        self.lettering.finish(self._subsets)
        profile = self._printer.profile
        _describe(self.pdf, title, self._printer)
        self.pdf.Root["/PieceInfo"] = _private(Binding=String(binding))
        if bookmarks:
            _outline(self.pdf, bookmarks)
        out = io.BytesIO()
        if profile.standard == "PDF/X-1a:2003":
            # PDF 1.4 knows neither object streams nor cross-reference streams.
            streams, version = pikepdf.ObjectStreamMode.disable, "1.4"
        else:
            streams, version = pikepdf.ObjectStreamMode.generate, "1.6"
        self.pdf.save(out, object_stream_mode=streams, force_version=version, deterministic_id=True)
        for source in self._open:
            source.close()
        return out.getvalue()

    def _side(self, page: Page) -> Side:
        copied = self.pdf.copy_foreign(page.obj)
        resources: Any = copied["/Resources"]
        self._give_fonts(resources)
        contents: Any = copied["/Contents"]
        profile = self._printer.profile
        if profile.colors == "cmyk" and (icc := self._printer.icc()):
            to_inks(self.pdf, resources, icc, profile.ink_limit, self._subsets)
        if profile.black_overprints:
            contents = self.pdf.make_stream(overprint(self.pdf, contents.read_bytes(), resources))
        boxes = {
            name: tuple(round(float(edge), 6) for edge in page.obj[name])
            for name in ("/MediaBox", "/TrimBox", "/BleedBox")
        }
        return Side(contents, resources, boxes)  # type: ignore[arg-type]

    def _give_fonts(self, resources: Any) -> None:
        """The shared fonts for a page and for the forms in it."""
        resources["/Font"] = self.fonts
        for kind in ("/XObject", "/Pattern"):
            for thing in resources.get(kind, {}).values():
                if isinstance(thing, Stream) and "/Resources" in thing and "/Font" not in thing["/Resources"]:
                    self._give_fonts(thing["/Resources"])

    def _fonts(self, fragments: tuple[Fragment, ...], subsets: typefaces.Subsets) -> Dictionary:
        files: dict[str, str] = {}
        texts: dict[str, dict[int, str]] = {}
        for fragment in fragments:
            for key, glyphs in fragment.fonts.items():
                files[key] = glyphs.file
                known = texts.setdefault(key, {})
                for glyph, text in glyphs.texts.items():
                    known.setdefault(glyph, text)
        fonts = {
            f"/{key}": typefaces.embed(self.pdf, key, files[key], dict(sorted(texts[key].items())), subsets)
            for key in sorted(files)
        }
        return self.pdf.make_indirect(Dictionary(fonts))


def _array(box: Sequence[float]) -> Array:
    return Array([round(edge, 6) for edge in box])


def _private(**values: Any) -> Dictionary:
    """What livret wants to know about its own pages later; others pass over it."""
    data = Dictionary(LastModified=String(_PDF_DATE), Private=Dictionary(values_of(values)))
    return Dictionary(Livret=data)


def values_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments as PDF names."""
    return {f"/{name}": value for name, value in values.items()}


def _describe(pdf: Pdf, title: Title, printer: Printer) -> None:
    """Metadata and the output intent: which inks on which paper."""
    profile = printer.profile
    icc = printer.icc()
    if profile.condition and icc is not None:
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFX,
            OutputConditionIdentifier=String(profile.condition),
            OutputCondition=String(profile.condition_name or profile.condition),
            Info=String(profile.condition_name or profile.condition),
            RegistryName=String("http://www.color.org"),
            DestOutputProfile=pdf.make_stream(icc, N=4),
        )
        pdf.Root["/OutputIntents"] = Array([pdf.make_indirect(intent)])
    pdf.Root["/Lang"] = String(title.language)
    pdf.Root["/ViewerPreferences"] = Dictionary(DisplayDocTitle=True)
    pdf.Root["/Metadata"] = pdf.make_stream(_xmp(title, profile).encode(), Type=Name.Metadata, Subtype=Name.XML)
    date = String(_PDF_DATE)
    info = {"/Title": String(title.title), "/Creator": String(title.creator), "/Producer": String(title.creator),
            "/CreationDate": date, "/ModDate": date, "/Trapped": Name("/False")}  # fmt: skip
    if profile.standard == "PDF/X-1a:2003":
        info["/GTS_PDFXVersion"] = String(profile.standard)
    pdf.trailer["/Info"] = pdf.make_indirect(Dictionary(info))


def _xmp(title: Title, profile: Profile) -> str:
    from xml.sax.saxutils import escape

    standard = ""
    if profile.standard == "PDF/X-4":
        standard = f"<pdfxid:GTS_PDFXVersion>{escape(profile.standard)}</pdfxid:GTS_PDFXVersion>"
    named = escape(title.title)
    return f"""<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{named}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>{escape(title.language)}</rdf:li></rdf:Bag></dc:language>
<dc:identifier>{escape(title.identifier)}</dc:identifier>
<xmp:CreatorTool>{escape(title.creator)}</xmp:CreatorTool>
<xmp:CreateDate>{_DATE}</xmp:CreateDate><xmp:ModifyDate>{_DATE}</xmp:ModifyDate><xmp:MetadataDate>{_DATE}</xmp:MetadataDate>
<pdf:Producer>{escape(title.creator)}</pdf:Producer><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>{escape(title.identifier)}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>{standard}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def _outline(pdf: Pdf, bookmarks: Sequence[tuple[int, Bookmark]]) -> None:
    """The reader's table of contents; `bookmarks` come with the page that their fragment starts on."""
    from pikepdf import OutlineItem

    with pdf.open_outline() as outline:
        parents: list[tuple[int, Any]] = [(0, outline.root)]
        for first, (level, label, page) in bookmarks:
            item = OutlineItem(label, first + page)
            while parents[-1][0] >= level:
                parents.pop()
            owner = parents[-1][1]
            (owner if isinstance(owner, list) else owner.children).append(item)
            parents.append((level, item))
