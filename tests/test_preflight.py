"""Preflight: a clean file passes, and every fault that we plant is caught by its name."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Pdf, String

from pipeline.print import profile
from pipeline.print.preflight.facts import Expected, Fault
from pipeline.print.preflight.inspect import inspect
from pipeline.project.build import build
from pipeline.project.printers import choose
from pipeline.project.workshop import Workshop
from tests.command import livret
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MM = 72 / 25.4
CARDS = """\
cards:
  - id: d001
    questions:
      - {type: chrono, clue: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}
  - id: d002
    questions:
      - {type: chrono, clue: Confluence, question: Quel fleuve la Saône rejoint-elle à Lyon ?, answer: Le Rhône}
"""
DECK = Expected((70, 120), "cards", 4)


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy with a deck of two question cards, built for the press and for two shops."""
    toy = Toy(tmp_path_factory.mktemp("press"))
    toy.write("duel", CARDS, whole=True)
    game = toy.folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("title: Duel, cards: 1", "title: Duel, cards: 2, color: 100/62/0/6"), encoding="utf-8")
    chosen = choose(toy.root, ["offset", "drivethrucards", "longpack"])
    assert chosen.findings == ()
    workshop = Workshop(toy.root, 1, printers=chosen.printers)
    built = build(toy.root, ["jouet/duel", "jouet/duo"], ["pdf"], TODAY, workshop)
    assert built.findings == ()
    return toy


@pytest.fixture(scope="session")
def deck(project: Toy) -> bytes:
    return (project.root / "build/pdf/jouet/duel.pdf").read_bytes()


@pytest.fixture(scope="session")
def shop_deck(project: Toy) -> bytes:
    return (project.root / "build/drivethrucards/jouet/duel.pdf").read_bytes()


@pytest.fixture(scope="session")
def booklet(project: Toy) -> bytes:
    return (project.root / "build/pdf/jouet/duo.pdf").read_bytes()


def planted(clean: bytes, plant: Callable[[Pdf], object], **saving: Any) -> bytes:
    """The file with something done to it."""
    with pikepdf.open(io.BytesIO(clean)) as pdf:
        plant(pdf)
        out = io.BytesIO()
        pdf.save(out, **saving)
    return out.getvalue()


def draw(operators: str, page: int = 0, **resources: Any) -> Callable[[Pdf], None]:
    """Draw something more on a page."""

    def plant(pdf: Pdf) -> None:
        target = pdf.pages[page]
        own = target.obj["/Resources"]
        for kind, things in resources.items():
            known = own[f"/{kind}"] if f"/{kind}" in own else Dictionary()
            for name, thing in things(pdf).items():
                known[name] = thing
            own[f"/{kind}"] = known
        target.contents_add(operators.encode())

    return plant


def text(operators: str, size: float = 9, x: float = 30, y: float = 60, words: str = "Bonjour") -> str:
    return f"q {operators} BT /Planted {size} Tf 1 0 0 1 {x * MM:.2f} {y * MM:.2f} Tm ({words}) Tj ET Q"


def embedded(pdf: Pdf) -> dict[str, Any]:
    """A simple font with its file in the PDF (any stream will do: nobody draws it here)."""
    descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name("/Planted"), FontFile2=pdf.make_stream(b"\0"))
    font = Dictionary(
        Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name("/Planted"), FirstChar=0,
        Widths=Array([500] * 256), FontDescriptor=pdf.make_indirect(descriptor),
    )  # fmt: skip
    return {"/Planted": pdf.make_indirect(font)}


def composite(places: bytes | None = None) -> Callable[[Pdf], dict[str, Any]]:
    """A font whose codes are the places of its glyphs, or are looked up in a table."""

    def make(pdf: Pdf) -> dict[str, Any]:
        descriptor = Dictionary(Type=Name.FontDescriptor, FontName=Name("/Planted"), FontFile2=pdf.make_stream(b"\0"))
        inner = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, FontDescriptor=descriptor, DW=500)
        inner["/CIDToGIDMap"] = pdf.make_stream(places) if places else Name.Identity
        font = Dictionary(Type=Name.Font, Subtype=Name.Type0, Encoding=Name("/Identity-H"))
        font["/DescendantFonts"] = Array([pdf.make_indirect(inner)])
        return {"/Planted": pdf.make_indirect(font)}

    return make


def bare_font(pdf: Pdf) -> dict[str, Any]:
    return {"/Planted": pdf.make_indirect(Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))}


def type_3_font(pdf: Pdf) -> dict[str, Any]:
    font = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), FirstChar=0,
        Widths=Array([500] * 256), CharProcs=Dictionary(), FontBBox=Array([0, 0, 500, 500]),
    )  # fmt: skip
    return {"/Planted": pdf.make_indirect(font)}


def picture(space: Any, pixels: int, value: bytes, *, clear: bool = False) -> Callable[[Pdf], dict[str, Any]]:
    def make(pdf: Pdf) -> dict[str, Any]:
        image = pdf.make_stream(value * (pixels * pixels), Type=Name.XObject, Subtype=Name.Image)
        image["/Width"] = image["/Height"] = pixels
        image["/ColorSpace"], image["/BitsPerComponent"] = space, 8
        if clear:
            mask = pdf.make_stream(b"\x80" * (pixels * pixels), Type=Name.XObject, Subtype=Name.Image)
            mask["/Width"] = mask["/Height"] = pixels
            mask["/ColorSpace"], mask["/BitsPerComponent"] = Name.DeviceGray, 8
            image["/SMask"] = mask
        return {"/Picture": image}

    return make


def stencil(pdf: Pdf) -> dict[str, Any]:
    """A picture of 20 x 20 holes through which the colour of the moment is painted."""
    image = pdf.make_stream(b"\xaa" * 60, Type=Name.XObject, Subtype=Name.Image, ImageMask=True)
    image["/Width"] = image["/Height"] = 20
    image["/BitsPerComponent"] = 1
    return {"/Picture": image}


def group(pdf: Pdf) -> dict[str, Any]:
    """A form whose transparency is mixed in light."""
    form = pdf.make_stream(b"0 1 0 0 k 60 60 90 90 re f", Type=Name.XObject, Subtype=Name.Form)
    form["/BBox"] = Array([0, 0, 200, 400])
    form["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
    return {"/Planted": form}


def state(**values: Any) -> Callable[[Pdf], dict[str, Any]]:
    return lambda pdf: {"/Planted": pdf.make_indirect(Dictionary(Type=Name.ExtGState, **values))}


def spot(pdf: Pdf) -> dict[str, Any]:
    tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 1, 0]), N=1)
    return {"/Planted": Array([Name.Separation, Name("/PANTONE 485 C"), Name.DeviceCMYK, tint])}


def gradient(pdf: Pdf) -> dict[str, Any]:
    blend = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1, 0, 0, 0]), C1=Array([0, 1, 0, 0]), N=1)
    axial = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=Array([0, 0, 100, 0]), Function=blend)
    return {"/Planted": pdf.make_indirect(axial)}


def box(name: str, by: float) -> Callable[[Pdf], None]:
    """Move the right edge of a box outwards by so many mm."""

    def plant(pdf: Pdf) -> None:
        edges = [float(edge) for edge in pdf.pages[1].obj[name]]
        pdf.pages[1].obj[name] = Array([*edges[:2], edges[2] + by * MM, edges[3]])

    return plant


def swap_backs(pdf: Pdf) -> None:
    second, fourth = pdf.pages[1], pdf.pages[3]
    del pdf.pages[3]
    del pdf.pages[1]
    pdf.pages.insert(1, fourth)
    pdf.pages.append(second)


def swap_art(pdf: Pdf) -> None:
    """The pages keep what they say about themselves, but show each other's art: only the printed id tells."""
    one, other = (pdf.pages[number].obj["/Resources"]["/XObject"] for number in (1, 3))
    one["/Art"], other["/Art"] = other["/Art"], one["/Art"]


def turn_around(pdf: Pdf) -> None:
    """Back before front."""
    pdf.pages.reverse()


def cut_the_bleed(pdf: Pdf) -> None:
    """The band at the head of the card ends at the trimmed edge."""
    page = pdf.pages[0]
    left, bottom, right, top = (float(edge) for edge in page.obj["/TrimBox"])
    page.contents_add(f"q {left} {bottom} {right - left} {top - bottom} re W n\n".encode(), prepend=True)
    page.contents_add(b"\nQ")


def annotate(pdf: Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([10, 10, 20, 20]), Contents=String("à revoir"))
    pdf.pages[0].obj["/Annots"] = Array([pdf.make_indirect(note)])


def field(pdf: Pdf) -> None:
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array([pdf.make_indirect(Dictionary(FT=Name.Tx, T=String("nom")))]))


def script(pdf: Pdf) -> None:
    pdf.Root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS=String("app.alert('!')"))


def attach(pdf: Pdf) -> None:
    pdf.attachments["liste.txt"] = pikepdf.AttachedFileSpec(pdf, b"texte", filename="liste.txt")  # type: ignore[call-arg]


def forget(where: str, key: str) -> Callable[[Pdf], None]:
    def plant(pdf: Pdf) -> None:
        del {"root": pdf.Root, "info": pdf.trailer["/Info"]}[where][key]

    return plant


def wrong_intent(pdf: Pdf) -> None:
    pdf.Root["/OutputIntents"][0]["/OutputConditionIdentifier"] = String("CGATS TR 001")


def rgb_intent(pdf: Pdf) -> None:
    pdf.Root["/OutputIntents"][0]["/DestOutputProfile"]["/N"] = 3


def other_standard(pdf: Pdf) -> None:
    stream = pdf.Root["/Metadata"]
    stream.write(stream.read_bytes().replace(b"PDF/X-4", b"PDF/X-3:2003"))


def rotate(pdf: Pdf) -> None:
    pdf.pages[0].obj["/Rotate"] = 90


def crop(pdf: Pdf) -> None:
    pdf.pages[1].obj["/CropBox"] = Array([0, 0, 100, 100])


def layer(pdf: Pdf) -> None:
    """Seen on the screen only when somebody switches it on."""
    hidden = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("corrections")))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([hidden]), D=Dictionary(OFF=Array([hidden])))


def layers_off(pdf: Pdf) -> None:
    layer(pdf)
    pdf.Root["/OCProperties"]["/D"] = Dictionary(BaseState=Name.OFF)


def layer_shown(pdf: Pdf) -> None:
    layer(pdf)
    pdf.Root["/OCProperties"]["/D"] = Dictionary()


def page_group(pdf: Pdf) -> None:
    pdf.pages[0].obj["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)


def blank(pdf: Pdf) -> None:
    pdf.pages[2].obj["/Contents"] = pdf.make_stream(b"q 0 0 0 0 k 0 0 198 340 re f Q")


def block_on_colour(pdf: Pdf) -> None:
    """A blue card to the end of its bleed, on which a magenta area ends at the knife."""
    left, bottom, right, top = (float(edge) for edge in pdf.pages[0].obj["/BleedBox"])
    draw(f"1 0.6 0 0 k {left} {bottom} {right - left} {top - bottom} re f 0 1 0 0 k 0 60 40 60 re f")(pdf)


def one_page_less(pdf: Pdf) -> None:
    del pdf.pages[-1]


class Planted(NamedTuple):
    """A fault: what is done to the clean deck, and the rule that must name it."""

    name: str
    plant: Callable[[Pdf], object]
    rule: str
    said: str = ""
    page: int | None = None


PLACED = "150 0 0 150 60 60 cm /Picture Do"
FAULTS = (
    Planted("RGB text", draw(text("1 0 0 rg"), Font=embedded), "rgb-color", "“Bonjour” is in RGB 1 0 0", 1),
    Planted("RGB shape", draw("0 0 1 rg 60 60 90 90 re f"), "rgb-color", "A shape is in RGB", 1),
    Planted("grey text", draw(text("0.5 g"), Font=embedded), "rgb-color", "GRAY 0.5", 1),
    Planted("RGB picture", draw(f"q {PLACED} Q", XObject=picture(Name.DeviceRGB, 700, b"\x80\0\0")), "rgb-picture", "RGB", 1),
    Planted("low-resolution picture", draw(f"q {PLACED} Q", XObject=picture(Name.DeviceCMYK, 100, b"\0\0\0\x80")), "low-resolution", "48 pixels an inch", 1),
    Planted("picture over the ink limit", draw(f"q {PLACED} Q", XObject=picture(Name.DeviceCMYK, 700, b"\xff\xff\xff\x80")), "ink-limit", "A picture has 350 %", 1),
    Planted("ink over the limit", draw("1 1 1 0.5 k 60 60 90 90 re f"), "ink-limit", "100/100/100/50 is 350 %", 1),
    Planted("marks in all inks on the page", draw("q /LvAll CS 1 SCN 2 w 60 60 m 120 60 l S Q"), "ink-limit", "All is 400 %", 1),
    Planted("missing bleed", cut_the_bleed, "missing-bleed", "Colour touches the", 1),
    Planted("bleed box too small", box("/BleedBox", -2.5), "missing-bleed", "0.5 mm beyond", 2),
    Planted("wrong trim", box("/TrimBox", 1), "wrong-trim", "71 x 120 mm instead of 70 x 120 mm", 2),
    Planted("no trim", lambda pdf: pdf.pages[1].obj.__delitem__("/TrimBox"), "wrong-trim", "no TrimBox", 2),
    Planted("trim beyond bleed", box("/TrimBox", 5), "boxes-not-nested", "TrimBox leaves the BleedBox", 2),
    Planted("turned page", rotate, "turned-page", "", 1),
    Planted("text in the safe zone", draw(text("0 0 0 1 k", x=1), Font=embedded), "unsafe-text", "“Bonjour” is 1.0 mm from the trimmed edge", 1),
    Planted("text over the edge", draw(text("0 0 0 1 k", x=-2), Font=embedded), "unsafe-text", "leaves the trimmed page by 2.0 mm", 1),
    Planted("unembedded font", draw(text("0 0 0 1 k"), Font=bare_font), "font-not-embedded", "Helvetica", 1),
    Planted("unknown font", draw(text("0 0 0 1 k")), "font-not-embedded", "Planted", 1),
    Planted("Type 3 font", draw(text("0 0 0 1 k"), Font=type_3_font), "type-3-font", "", 1),
    Planted("text too small", draw(text("0 0 0 1 k", size=4), Font=embedded), "text-too-small", "4.0 pt; the printer's smallest is 5 pt", 1),
    Planted("text made small by its matrix", draw("q 0.3 0 0 0.3 60 60 cm " + text("0 0 0 1 k", size=12), Font=embedded), "text-too-small", "3.6 pt", 1),
    Planted("reversed text too small", draw(text("0 0 0 0 k", size=6), Font=embedded), "text-too-small", "in the colour of the paper", 1),
    Planted("rich black small text", draw(text("0.6 0.4 0.4 1 k"), Font=embedded), "rich-black-text", "60/40/40/100", 1),
    Planted("tiny text of three inks", draw(text("0.5 0.5 0.5 0 k", size=5.5), Font=embedded), "multicolour-text", "3 inks", 1),
    Planted("black text that knocks out", draw(text("0 0 0 1 k"), Font=embedded), "black-knocks-out", "does not overprint", 1),
    Planted("white that overprints", draw("q /Planted gs 0 0 0 0 k 60 60 90 90 re f Q", ExtGState=state(OP=True, op=True)), "white-overprints", "", 1),
    Planted("hairline", draw("0 0 0 1 K 0.1 w 60 60 m 150 60 l S"), "hairline", "0.10 pt", 1),
    Planted("line of no width", draw("0 0 0 1 K 0 w 60 60 m 150 60 l S"), "hairline", "0.00 pt", 1),
    Planted("thin rectangle as a line", draw("0 0 0 1 k 60 60 90 0.1 re f"), "hairline", "", 1),
    Planted("RGB line around letters", draw(text("1 0 0 RG 0 0 0 1 k 2 Tr"), Font=embedded), "rgb-color", "“Bonjour” is in RGB 1 0 0", 1),
    Planted("RGB letters that are lines", draw(text("1 0 0 RG 0 0 0 1 k 1 Tr"), Font=embedded), "rgb-color", "“Bonjour” is in RGB 1 0 0", 1),
    Planted("RGB line of letters that clip", draw(text("1 0 0 RG 0 0 0 1 k 6 Tr"), Font=embedded), "rgb-color", "“Bonjour” is in RGB 1 0 0", 1),
    Planted("stencil of few pixels", draw(f"q 0 0 0 1 k {PLACED} Q", XObject=stencil), "low-resolution", "10 pixels an inch", 1),
    Planted("RGB through a stencil", draw(f"q 1 0 0 rg {PLACED} Q", XObject=stencil), "rgb-color", "A shape is in RGB", 1),
    Planted("areas that overprint each other", draw("q /Planted gs 1 1 0 0 k 60 60 90 90 re f 0 0 1 1 k 60 60 90 90 re f Q", ExtGState=state(OP=True, op=True, OPM=1)), "ink-limit", "over each other come to 400 %", 1),
    Planted("black text over a dark area", draw("0.9 0.8 0.6 0 k 60 60 120 120 re f q /Planted gs " + text("0 0 0 1 k", size=20) + " Q", ExtGState=state(OP=True, op=True, OPM=1), Font=embedded), "ink-limit", "over each other come to 330 %", 1),
    Planted("black text over a dark picture", draw(f"q {PLACED} Q q /Planted gs 0 0 0 1 k 70 70 60 60 re f Q", XObject=picture(Name.DeviceCMYK, 700, b"\xff\xff\x33\0"), ExtGState=state(OP=True, op=True, OPM=1)), "ink-limit", "over each other come to 320 %", 1),
    Planted("blank side", blank, "blank-side", "Nothing is printed", 3),
    Planted("area that ends at the knife on a colour", block_on_colour, "missing-bleed", "touches the left edge for 21 mm", 1),
    Planted("cropped page", crop, "boxes-not-nested", "TrimBox leaves the CropBox", 2),
    Planted("hidden layer", layer, "hidden-layer", "“corrections” is not shown", 0),
    Planted("layers that are off", layers_off, "hidden-layer", "“corrections” is not shown", 0),
    Planted("group in RGB", draw("/Planted Do", XObject=group), "rgb-color", "transparent is mixed in RGB", 1),
    Planted("page group in RGB", page_group, "rgb-color", "transparent is mixed in RGB", 1),
    Planted("letters that the font does not have", draw(text("0 0 0 1 k").replace("(Bonjour)", "<000000050000>"), Font=composite()), "missing-glyph", "2 empty boxes", 1),
    Planted("letters that lead nowhere in the font", draw(text("0 0 0 1 k").replace("(Bonjour)", "<00010002>"), Font=composite(b"\0\0\0\0\0\7")), "missing-glyph", "1 empty boxes", 1),
    Planted("spot colour", draw("/Planted cs 1 scn 60 60 90 90 re f", ColorSpace=spot), "spot-color", "PANTONE 485 C", 1),
    Planted("gradient that vanishes", draw("q /Planted sh Q", Shading=gradient), "gradient", "", 1),
    Planted("wrong page count", one_page_less, "page-count", "3 pages instead of 4", 0),
    Planted("swapped backs", swap_backs, "swapped-backs", "sides of different cards: “d001” and “d002”", 1),
    Planted("swapped art of backs", swap_art, "swapped-backs", "should be the back of card “d001”", 2),
    Planted("back before front", turn_around, "swapped-backs", "is a back where the printer expects a front", 1),
    Planted("annotation", annotate, "annotation", "1 notes", 1),
    Planted("form field", field, "annotation", "form fields", 0),
    Planted("script", script, "script", "", 0),
    Planted("attached file", attach, "attached-file", "", 0),
    Planted("no output intent", forget("root", "/OutputIntents"), "output-intent", "no output intent", 0),
    Planted("another output intent", wrong_intent, "output-intent", "CGATS TR 001", 0),
    Planted("output intent of three channels", rgb_intent, "output-intent", "3 channels", 0),
    Planted("another standard", other_standard, "wrong-standard", "“PDF/X-3:2003” instead of “PDF/X-4”", 0),
    Planted("trapping unknown", forget("info", "/Trapped"), "trapped-unknown", "", 0),
)  # fmt: skip


def names(faults: tuple[Fault, ...]) -> list[str]:
    return [fault.rule for fault in faults]


def test_at_least_twenty_five_faults_are_planted() -> None:
    assert len({fault.name for fault in FAULTS}) >= 25


def test_clean_files_pass(deck: bytes, shop_deck: bytes, booklet: bytes) -> None:
    offset = profile.load("offset")
    assert inspect(deck, offset, DECK) == ()
    assert inspect(booklet, offset, Expected((148, 210), "booklet")) == ()
    assert inspect(shop_deck, profile.load("drivethrucards"), Expected((69.85, 120.65), "cards", 4)) == ()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_caught_by_its_name(deck: bytes, fault: Planted) -> None:
    found = inspect(planted(deck, fault.plant), profile.load("offset"), DECK)
    mine = [one for one in found if one.rule == fault.rule and fault.said in str(one.message)]
    assert mine, [f"{one.rule}: {one.message}" for one in found]
    assert fault.page is None or mine[0].page == fault.page
    assert mine[0].hint is not None


def test_a_fault_says_where_on_the_page_it_is(deck: bytes) -> None:
    broken = planted(deck, draw(text("1 0 0 rg", x=30, y=60), Font=embedded))
    (found,) = [one for one in inspect(broken, profile.load("offset"), DECK) if one.rule == "rgb-color"]
    assert found.at is not None
    assert found.at[0] == pytest.approx(30 + 7 * 4.5 / MM / 2, abs=0.6)
    assert found.at[1] == pytest.approx(120 - 60 - 9 * 0.34 / MM, abs=0.6)


HARMLESS = (
    ("inks that knock out", draw("1 1 0 0 k 60 60 90 90 re f 0 0 1 1 k 60 60 90 90 re f"), "ink-limit"),
    ("overprinting in mode 0", draw("q /Planted gs 1 1 0 0 k 60 60 90 90 re f 0 0 1 1 k 60 60 90 90 re f Q", ExtGState=state(OP=True, op=True, OPM=0)), "ink-limit"),
    ("overprinting beside a dark circle", draw("q 0.9 0.8 0.6 0 k 100 100 m 160 100 160 160 100 160 c f /Planted gs 0 0 0 1 k 150 155 6 4 re f Q", ExtGState=state(OP=True, op=True, OPM=1)), "ink-limit"),
    ("invisible text without glyphs", draw(text("0 0 0 1 k 3 Tr").replace("(Bonjour)", "<0000>"), Font=composite()), "missing-glyph"),
    ("a layer that is shown", layer_shown, "hidden-layer"),
    ("a ring near the knife on a colour", draw("1 0.6 0 0 k -9 -9 217 360 re f 0 1 0 0 K 3 w 2 60 m 2 120 l S"), "missing-bleed"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "plant", "rule"), HARMLESS, ids=[one[0] for one in HARMLESS])
def test_what_only_looks_like_a_fault_is_not_one(
    deck: bytes, name: str, plant: Callable[[Pdf], object], rule: str
) -> None:
    assert rule not in names(inspect(planted(deck, plant), profile.load("offset"), DECK))


CLEAR = (
    ("alpha", draw("q /Planted gs 0 1 0 0 k 60 60 90 90 re f Q", ExtGState=state(ca=0.5)), "ca 0.5"),
    ("blend mode", draw("q /Planted gs 0 1 0 0 k 60 60 90 90 re f Q", ExtGState=state(BM=Name.Multiply)), "BM"),
    ("picture with a mask", draw(f"q {PLACED} Q", XObject=picture(Name.DeviceCMYK, 700, b"\0\0\0\x80", clear=True)), "SMask"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "plant", "said"), CLEAR, ids=[one[0] for one in CLEAR])
def test_transparency_is_refused_where_the_printer_does_not_want_it(
    shop_deck: bytes, deck: bytes, name: str, plant: Callable[[Pdf], None], said: str
) -> None:
    found = inspect(planted(shop_deck, plant), profile.load("drivethrucards"), Expected((69.85, 120.65), "cards"))
    assert [one for one in found if one.rule == "transparency" and said in str(one.message)]
    assert "transparency" not in names(inspect(planted(deck, plant), profile.load("offset"), DECK))


def test_an_encrypted_file_is_refused_with_and_without_a_password_to_open_it(deck: bytes) -> None:
    for user in ("", "secret"):
        locked = planted(deck, lambda _pdf: None, encryption=pikepdf.Encryption(owner="o", user=user))
        assert "encrypted" in names(inspect(locked, profile.load("offset"), DECK))


def test_a_booklet_that_cannot_be_folded_is_refused(booklet: bytes) -> None:
    found = inspect(planted(booklet, one_page_less), profile.load("offset"), Expected((148, 210), "booklet"))
    (count,) = [one for one in found if one.rule == "page-count"]
    assert "a booklet needs a multiple of 4" in str(count.message)


def test_fonts_are_refused_by_a_printer_that_wants_shapes(deck: bytes) -> None:
    assert "font-not-outlined" in names(inspect(deck, profile.load("mbprint"), DECK))


def test_a_file_for_another_printer_is_refused_for_its_format_order_and_version(deck: bytes) -> None:
    found = set(names(inspect(deck, profile.load("drivethrucards"), Expected(None, "cards"))))
    assert {"wrong-trim", "swapped-backs", "wrong-standard"} <= found


def test_a_plain_file_cannot_be_read_aloud(deck: bytes) -> None:
    said = [str(one.message) for one in inspect(deck, profile.load("screen")) if one.rule == "not-accessible"]
    assert any("no tags" in one for one in said)
    assert any("no bookmarks" in one for one in said)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_finding_and_never_a_crash(raw: bytes) -> None:
    assert names(inspect(raw, profile.load("offset")))


def test_a_damaged_file_never_crashes(deck: bytes) -> None:
    @settings(max_examples=40, deadline=None)
    @given(st.integers(0, len(deck) - 1), st.binary(min_size=1, max_size=40))
    def damaged(start: int, damage: bytes) -> None:
        raw = deck[:start] + damage + deck[start + len(damage) :]
        assert isinstance(inspect(raw, profile.load("offset"), DECK), tuple)

    damaged()


def test_the_command_names_the_page_and_the_place(
    deck: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean, broken = tmp_path / "clean.pdf", tmp_path / "broken.pdf"
    clean.write_bytes(deck)
    broken.write_bytes(planted(deck, draw(text("1 0 0 rg"), page=2, Font=embedded)))
    done = livret(capsys, None, "preflight", str(clean), "--size", "70x120")
    assert (done.code, done.err) == (0, "")
    done = livret(capsys, None, "preflight", str(broken), "--format", "json")
    assert done.code == 1
    (one,) = done.data["diagnostics"]
    assert (one["rule"], one["line"], one["path"]) == ("rgb-color", 3, str(broken))
    done = livret(capsys, None, "preflight", str(broken), "--lang", "fr")
    assert "n'est pas" in done.out or "pas en encres d'imprimerie" in done.out
    assert "broken.pdf:3:1" in done.out


def test_wrong_usage_of_the_command_is_said_in_a_sentence(
    deck: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "a.pdf"
    place.write_bytes(deck)
    for arguments, said in (
        (["nothing.pdf"], "There is no file 'nothing.pdf'"),
        ([str(place), "--printer", "ofset"], "Did you mean 'offset'?"),
        ([str(place), "--size", "big"], "'big' is not a size. Write a5, or width x height"),
        ([str(place), "--size", "0x120"], "'0x120' is not a size. Write a5, or width x height"),
        ([str(place), "--set", "bled=3"], "no key 'bled'. Did you mean 'bleed'?"),
        ([str(place), "--set", "nosuch=1"], "no key 'nosuch'. Keys: like"),
        ([str(place), "--set", "bleed"], "--set needs KEY=VALUE, not 'bleed'"),
        ([str(place), "--set", "bleed=abc"], "--set bleed=abc: “abc” is not a number from 0 to 20."),
    ):
        done = livret(capsys, None, "preflight", *arguments)
        assert done.code == 2
        assert said in done.err


def test_a_printer_of_pictures_takes_no_pdf(deck: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "deck.pdf"
    place.write_bytes(deck)
    for name in ("tts", "thegamecrafter"):
        done = livret(capsys, None, "preflight", str(place), "--printer", name, "--format", "json")
        assert [(one["rule"], one["message"]) for one in done.data["diagnostics"]] == [
            ("not-for-printer", f"The printer “{name}” takes pictures, not a PDF.")
        ]


def test_a_printer_of_cards_refuses_a_booklet(booklet: bytes) -> None:
    (found,) = [one for one in inspect(booklet, profile.load("mbprint")) if one.rule == "not-for-printer"]
    assert str(found.message) == "It is a booklet; the printer “mbprint” prints cards."


def test_one_cause_in_many_pages_is_said_once(deck: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = inspect(deck, profile.load("offset"), DECK._replace(size=(105, 148)))
    assert [(one.rule, one.page, str(one.message)) for one in found] == [
        ("wrong-trim", 1, "4 pages are trimmed to 70 x 120 mm instead of 105 x 148 mm, this one first.")
    ]
    place = tmp_path / "deck.pdf"
    place.write_bytes(deck)
    assert "4 pages" in livret(capsys, None, "preflight", str(place), "--size", "A6").out


def test_a_file_that_is_no_pdf_is_named_without_addresses_and_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "secret.txt"
    place.write_text("root:x:0:0\n", encoding="utf-8")
    done = livret(capsys, None, "preflight", str(place))
    assert "The file is damaged: unable to find trailer" in " ".join(done.out.split())
    assert "root:x" not in done.out
    assert " at 0x" not in done.out
