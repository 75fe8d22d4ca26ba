"""Fragments become one PDF: shared fonts, boxes, output intent, metadata. The same fragments give the same bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream, String

from pipeline.print import library, typefaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pipeline.print.fragment import Bookmark, Fragment
    from pipeline.print.profile import Profile

# Artefacts know no clock; PDF/X wants a date all the same.
_DATE = "2000-01-01T00:00:00+00:00"


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
    boxes: Mapping[str, tuple[float, float, float, float]]


class Binder:
    """An open PDF that pages of fragments are added to."""

    def __init__(self, fragments: Iterable[Fragment], subsets: typefaces.Subsets) -> None:
        self.pdf = Pdf.new()
        self._open: list[Pdf] = []
        self._sides: dict[int, tuple[Side, ...]] = {}
        self.fonts = self._fonts(tuple(fragments), subsets)

    def sides(self, fragment: Fragment) -> tuple[Side, ...]:
        """The pages of a fragment; the same fragment is copied once, however often it is printed."""
        key = id(fragment)
        if key not in self._sides:
            source = pikepdf.open(io.BytesIO(fragment.pdf))
            self._open.append(source)
            self._sides[key] = tuple(self._side(page) for page in source.pages)
        return self._sides[key]

    def add(self, side: Side) -> None:
        """A page of its own."""
        page = Dictionary(Type=Name.Page, Contents=side.contents, Resources=side.resources)
        for name, box in side.boxes.items():
            page[name] = Array(box)
        self.pdf.pages.append(Page(self.pdf.make_indirect(page)))

    def finish(self, title: Title, profile: Profile, bookmarks: Sequence[tuple[int, Bookmark]] = ()) -> bytes:
        """The bytes of the file."""
        _describe(self.pdf, title, profile)
        if bookmarks:
            _outline(self.pdf, bookmarks)
        out = io.BytesIO()
        self.pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
        for source in self._open:
            source.close()
        return out.getvalue()

    def _side(self, page: Page) -> Side:
        copied = self.pdf.copy_foreign(page.obj)
        resources = copied["/Resources"]
        self._give_fonts(resources)
        boxes = {
            name: tuple(round(float(edge), 6) for edge in page.obj[name])
            for name in ("/MediaBox", "/TrimBox", "/BleedBox")
        }
        return Side(copied["/Contents"], resources, boxes)  # type: ignore[arg-type]

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


def _describe(pdf: Pdf, title: Title, profile: Profile) -> None:
    """Metadata and the output intent: which inks on which paper."""
    icc = library.find(profile.profile, {})
    if icc is None:
        raise ValueError(f"there is no colour profile {profile.profile}")
    stream = pdf.make_stream(icc, N=4)
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(profile.condition),
        OutputCondition=String(profile.condition_name),
        Info=String(profile.condition_name),
        RegistryName=String("http://www.color.org"),
        DestOutputProfile=stream,
    )
    pdf.Root["/OutputIntents"] = Array([pdf.make_indirect(intent)])
    pdf.Root["/Lang"] = String(title.language)
    pdf.Root["/ViewerPreferences"] = Dictionary(DisplayDocTitle=True)
    pdf.Root["/Metadata"] = pdf.make_stream(_xmp(title, profile).encode(), Type=Name.Metadata, Subtype=Name.XML)
    date = String("D:20000101000000Z")
    info = {"/Title": String(title.title), "/Creator": String(title.creator), "/Producer": String(title.creator),
            "/CreationDate": date, "/ModDate": date, "/Trapped": Name("/False")}  # fmt: skip
    pdf.trailer["/Info"] = pdf.make_indirect(Dictionary(info))


def _xmp(title: Title, profile: Profile) -> str:
    from xml.sax.saxutils import escape

    standard = ""
    if profile.standard:
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
