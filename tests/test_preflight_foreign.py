"""Preflight of files that other programs made, or broke: findings that name what is wrong, and never a crash."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String
from PIL import Image

from pipeline.print import profile
from pipeline.print.preflight.inspect import inspect
from pipeline.print.preflight.look import look

if TYPE_CHECKING:
    from collections.abc import Callable

OFFSET = profile.load("offset")
PRINTERS = tuple(profile.load(name) for name in ("offset", "drivethrucards", "home", "screen"))
SIZE = (76 * 72 / 25.4, 126 * 72 / 25.4)
AREA = b"20 20 100 100 re f"
PLACED = b"q 100 0 0 100 30 30 cm /Picture Do Q"
INKY = b"\xff\xff\xff\xff"


def page(contents: bytes = AREA, *, pages: int = 1, **keys: Any) -> Pdf:
    """A file of another program: no output intent, no TrimBox."""
    pdf = Pdf.new()
    for _ in range(pages):
        pdf.add_blank_page(page_size=SIZE)
    pdf.pages[0].obj["/Contents"] = pdf.make_stream(contents)
    pdf.pages[0].obj["/Resources"] = Dictionary()
    for key, value in keys.items():
        pdf.pages[0].obj[f"/{key}"] = value
    return pdf


def saved(pdf: Pdf, **saving: Any) -> bytes:
    out = io.BytesIO()
    pdf.save(out, **saving)
    return out.getvalue()


def space(contents: bytes, make: Callable[[Pdf], Any]) -> bytes:
    pdf = page(contents)
    pdf.pages[0].obj["/Resources"] = Dictionary(ColorSpace=Dictionary(S=make(pdf)))
    return saved(pdf)


def pattern(contents: bytes, below: Any) -> bytes:
    """A pattern without a colour of its own."""
    pdf = page(contents)
    tile = pdf.make_stream(b"0 0 5 5 re f", Type=Name.Pattern, PatternType=1, PaintType=2, TilingType=1)
    tile["/BBox"], tile["/XStep"], tile["/YStep"] = Array([0, 0, 9, 9]), 9, 9
    pdf.pages[0].obj["/Resources"] = Dictionary(
        Pattern=Dictionary(P=tile), ColorSpace=Dictionary(S=Array([Name.Pattern, below]))
    )
    return saved(pdf)


def picture(data: bytes, given: Any, *, bits: int = 8, side: int = 500, **keys: Any) -> bytes:
    pdf = page(PLACED)
    image = pdf.make_stream(data, Type=Name.XObject, Subtype=Name.Image, Width=side, Height=side)
    image["/BitsPerComponent"] = bits
    if given is not None:
        image["/ColorSpace"] = given
    for key, value in keys.items():
        image[f"/{key}"] = value
    pdf.pages[0].obj["/Resources"] = Dictionary(XObject=Dictionary(Picture=image))
    return saved(pdf)


def encoded(mode: str, colour: Any, how: str) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (500, 500), colour).save(out, how)
    return out.getvalue()


def tint() -> Dictionary:
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array([0, 0, 0, 1]), N=1)


def letters(pdf: Pdf, *, embedded: bool = True) -> Any:
    font = Dictionary(Type=Name.Font, Subtype=Name.TrueType, BaseFont=Name.Arial, FirstChar=0)
    font["/Widths"] = Array([500] * 256)
    if embedded:
        font["/FontDescriptor"] = Dictionary(Type=Name.FontDescriptor, FontFile2=pdf.make_stream(b"\0"))
    return pdf.make_indirect(font)


def two_fonts(contents: bytes) -> bytes:
    """Two fonts of one name: only the one that is used last is in the file."""
    pdf = page(contents)
    fonts = Dictionary(In=letters(pdf), Out=letters(pdf, embedded=False))
    pdf.pages[0].obj["/Resources"] = Dictionary(Font=fonts)
    return saved(pdf)


def nested(depth: int) -> bytes:
    pdf = page(b"/Inner Do")
    contents, inner = b"1 0 0 rg 20 20 50 50 re f", None
    for _ in range(depth):
        form = pdf.make_stream(contents, Type=Name.XObject, Subtype=Name.Form)
        form["/BBox"] = Array([0, 0, 200, 300])
        if inner is not None:
            form["/Resources"] = Dictionary(XObject=Dictionary(Inner=inner))
        contents, inner = b"/Inner Do", form
    pdf.pages[0].obj["/Resources"] = Dictionary(XObject=Dictionary(Inner=inner))
    return saved(pdf)


def bomb() -> bytes:
    """Two forms that draw each other four times."""
    pdf = page(b"/A Do")
    one, other = (pdf.make_stream(b"/%s Do " % name * 4, Subtype=Name.Form) for name in (b"B", b"A"))
    forms = Dictionary(XObject=Dictionary(A=one, B=other))
    for form in (one, other):
        form["/BBox"], form["/Resources"] = Array([0, 0, 9, 9]), forms
    pdf.pages[0].obj["/Resources"] = forms
    return saved(pdf)


def moved_form() -> Pdf:
    """The same word on three pages, each time nearer to the edge."""
    pdf = page(pages=3)
    form = pdf.make_stream(b"0 0 0 1 k BT /In 9 Tf (Bonjour) Tj ET", Subtype=Name.Form, BBox=Array([0, 0, 99, 99]))
    form["/Resources"] = Dictionary(Font=Dictionary(In=letters(pdf)))
    for number, one in enumerate(pdf.pages):
        one.obj["/TrimBox"] = one.obj["/MediaBox"]
        one.obj["/Resources"] = Dictionary(XObject=Dictionary(Form=form))
        one.obj["/Contents"] = pdf.make_stream(b"q 1 0 0 1 %d 100 cm /Form Do Q" % (80 - 39 * number))
    return pdf


def in_itself(pdf: Pdf) -> Any:
    given = pdf.make_indirect(Array([Name.Indexed]))
    given.append(given)
    given.append(1)
    given.append(String("abc"))
    return given


def opened_at(pdf: Pdf, action: Any) -> bytes:
    pdf.Root["/OpenAction"] = action
    return saved(pdf)


def root(**keys: Any) -> bytes:
    pdf = page()
    for key, value in keys.items():
        pdf.Root[f"/{key}"] = value
    return saved(pdf)


class Foreign(NamedTuple):
    """A file and what must be said about it: the rule and some of its words; no rule: nothing of the sort."""

    name: str
    data: Callable[[], bytes]
    rule: str
    said: str = ""


CMYK = Name.DeviceCMYK
FOREIGN = (
    Foreign("one part of a pair of fonts is missing", lambda: two_fonts(b"BT /Out 9 Tf (a) Tj /In 9 Tf (b) Tj ET"), "font-not-embedded", "Arial"),
    Foreign("RGB below a pattern", lambda: pattern(b"/S cs 1 0 0 /P scn " + AREA, Name.DeviceRGB), "rgb-color", "RGB 1 0 0"),
    Foreign("too much ink below a pattern", lambda: pattern(b"/S cs 1 1 1 1 /P scn " + AREA, CMYK), "ink-limit", "400 %"),
    Foreign("too much ink in an indexed space", lambda: space(b"/S cs 1 scn " + AREA, lambda _: Array([Name.Indexed, CMYK, 1, String(bytes(4) + INKY)])), "ink-limit", "400 %"),
    Foreign("RGB in an indexed space", lambda: space(b"/S cs 0 scn " + AREA, lambda _: Array([Name.Indexed, Name.DeviceRGB, 0, String(b"\xff\0\0")])), "rgb-color", "RGB 1 0 0"),
    Foreign("all inks by their names", lambda: space(b"/S cs 1 1 1 1 scn " + AREA, lambda _: Array([Name.DeviceN, Array([Name.Cyan, Name.Magenta, Name.Yellow, Name.Black]), CMYK, tint()])), "ink-limit", "400 %"),
    Foreign("a spot ink beside black", lambda: space(b"/S cs 1 1 scn " + AREA, lambda _: Array([Name.DeviceN, Array([Name.Black, Name("/Or")]), CMYK, tint()])), "spot-color", "“Or”"),
    Foreign("a space in itself", lambda: space(b"/S cs 1 scn " + AREA, in_itself), "rgb-color", "UNKNOWN"),
    Foreign("a space without its profile", lambda: space(b"/S cs 1 scn " + AREA, lambda _: Array([Name.ICCBased])), "damaged-pdf", "“cs”"),
    Foreign("inks of a picture with a table", lambda: picture(bytes(250_000), Array([Name.Indexed, CMYK, 0, String(INKY)])), "ink-limit", "400 %"),
    Foreign("inks of 16 bits", lambda: picture(b"\xff" * 2_000_000, CMYK, bits=16), "ink-limit", "400 %"),
    Foreign("inks of one bit", lambda: picture(b"\xff" * 125_000, CMYK, bits=1), "ink-limit", "400 %"),
    Foreign("inks the other way round", lambda: picture(bytes(1_000_000), CMYK, Decode=Array([1, 0] * 4)), "ink-limit", "400 %"),
    Foreign("a JPEG packed once more", lambda: picture(zlib.compress(encoded("CMYK", (255,) * 4, "JPEG")), CMYK, Filter=Array([Name.FlateDecode, Name.DCTDecode]), Decode=Array([1, 0] * 4)), "ink-limit", "400 %"),
    Foreign("JPEG 2000 in RGB", lambda: picture(encoded("RGB", (255, 0, 0), "JPEG2000"), None, Filter=Name.JPXDecode), "rgb-picture", "is in RGB"),
    Foreign("JPEG 2000 that is none", lambda: picture(b"\0\0\0\x0cjP  ", None, Filter=Name.JPXDecode), "rgb-picture", "is in UNKNOWN"),
    Foreign("a picture that is cut off", lambda: picture(b"\0" * 9, CMYK, side=40), "low-resolution", "29 pixels"),
    Foreign("four lines as a hairline", lambda: saved(page(b"0 0 0 1 k 20 20 m 120 20 l 120 20.1 l 20 20.1 l h f")), "hairline", "0.10 pt"),
    Foreign("forms in forms", lambda: nested(5), "rgb-color", "RGB 1 0 0"),
    Foreign("forms too deep in forms", lambda: nested(60), "damaged-pdf", "too deep"),
    Foreign("forms without end", bomb, "damaged-pdf", "too many times"),
    Foreign("steps without operands", lambda: saved(page(b"cm Tf Td re f k w gs Do TJ BT ET 1 0 0 rg " + AREA)), "rgb-color", "RGB 1 0 0"),
    Foreign("a step that has too little", lambda: saved(page(b"1 0 0 1 cm 1 0 0 rg " + AREA)), "damaged-pdf", "“cm”"),
    Foreign("a form that is not there", lambda: saved(page(b"/Nowhere Do")), "damaged-pdf", "“/Nowhere Do”"),
    Foreign("a page of a thousand kilometres", lambda: saved(page(MediaBox=Array([0, 0, 10**10, 10**10]))), "wrong-trim", "no size of a page"),
    Foreign("a page of nothing", lambda: saved(page(TrimBox=Array([5, 5, 5, 5]))), "wrong-trim", "0 x 0 mm"),
    Foreign("a page that is scaled", lambda: saved(page(UserUnit=10)), "turned-page"),
    Foreign("a page turned by a word", lambda: saved(page(Rotate=Name.Left)), "damaged-pdf", "page cannot be read"),
    Foreign("numbers where entries belong", lambda: root(OutputIntents=5, Names=5), "damaged-pdf", "kind that does not belong"),
    Foreign("notes that are a number", lambda: saved(page(Annots=5)), "damaged-pdf", "The file is damaged: object"),
    Foreign("no page at all", lambda: saved(Pdf.new()), "page-count", "no pages"),
    Foreign("a lock that anybody opens", lambda: saved(page(), encryption=pikepdf.Encryption(owner="o", user="")), "encrypted"),
    Foreign("a program that starts", lambda: opened_at(page(), Dictionary(S=Name.Launch)), "script"),
)  # fmt: skip
HARMLESS = (
    Foreign("black ink by its name", lambda: space(b"/S cs 1 scn " + AREA, lambda _: Array([Name.Separation, Name.Black, CMYK, tint()])), "spot-color"),
    Foreign("no ink by its name", lambda: space(b"/S cs 1 scn " + AREA, lambda _: Array([Name.Separation, Name("/None"), CMYK, tint()])), "spot-color"),
    Foreign("opened at a page", lambda: opened_at(pdf := page(), Array([pdf.pages[0].obj, Name.Fit])), "script"),
    Foreign("opened by going to a page", lambda: opened_at(pdf := page(), Dictionary(S=Name.GoTo, D=Array([pdf.pages[0].obj, Name.Fit]))), "script"),
    Foreign("in true size", lambda: saved(page(UserUnit=1)), "turned-page"),
    Foreign("letters that hang", lambda: two_fonts(b"0 0 0 1 k BT /In -12 Tf -1 0 0 -1 90 90 Tm (Bonjour) Tj ET"), "text-too-small"),
    Foreign("a JPEG of no ink", lambda: picture(encoded("CMYK", (255,) * 4, "JPEG"), CMYK, Filter=Name.DCTDecode), "ink-limit"),
    Foreign("no page for PDFium", lambda: saved(Pdf.new()), "damaged-pdf"),
    Foreign("packed objects", lambda: saved(page(), object_stream_mode=pikepdf.ObjectStreamMode.generate), "damaged-pdf"),
)  # fmt: skip


@pytest.mark.parametrize("file", FOREIGN, ids=lambda file: file.name)
def test_what_is_wrong_with_a_file_of_another_program_is_named(file: Foreign) -> None:
    found = [fault for fault in inspect(file.data(), OFFSET) if fault.rule == file.rule]
    assert any(file.said in str(fault.message) for fault in found), [str(fault.message) for fault in found]


@pytest.mark.parametrize("file", HARMLESS, ids=lambda file: file.name)
def test_what_is_usual_in_other_programs_is_no_fault(file: Foreign) -> None:
    assert file.rule not in {fault.rule for fault in inspect(file.data(), OFFSET)}


@pytest.mark.parametrize("printer", PRINTERS, ids=lambda printer: printer.name)
def test_no_file_of_another_program_crashes_the_preflight_of_any_printer(printer: profile.Printer) -> None:
    for file in (*FOREIGN, *HARMLESS):
        assert all("0x" not in str(fault.message) for fault in inspect(file.data(), printer)), file.name


def test_one_bad_step_hides_nothing_else() -> None:
    pdf = page(b"/Nowhere gs 1 0 0 rg " + AREA, pages=2, Rotate=90)
    pdf.pages[1].obj["/Rotate"] = Name.Left
    rules = {(fault.page, fault.rule) for fault in inspect(saved(pdf), OFFSET)}
    assert {(1, "damaged-pdf"), (1, "rgb-color"), (1, "turned-page"), (2, "damaged-pdf"), (0, "output-intent")} <= rules


def test_a_form_is_looked_at_in_each_of_its_places() -> None:
    pdf = moved_form()
    assert [[text.text for text in one.texts] for one in look(pdf)] == [["Bonjour"]] * 3
    assert [fault.page for fault in inspect(saved(pdf), OFFSET) if fault.rule == "unsafe-text"] == [3]


def test_a_group_of_opaque_things_is_refused_by_pdf_x_1a_alone() -> None:
    pdf = page(b"0 0 0 1 k " + AREA)
    pdf.pages[0].obj["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    for name, refused in (("drivethrucards", True), ("longpack", False), ("offset", False)):
        rules = {fault.rule for fault in inspect(saved(pdf), profile.load(name))}
        assert ("transparency" in rules) == refused, name


def crowd(*, touching: bool) -> bytes:
    """A thousand dark squares that overprint, side by side; or one more that lies on the last of them."""
    squares = [b"1 1 %.3f 0 k %d %d 4 4 re f" % (at / 1000, 5 * (at % 40), 5 * (at // 40)) for at in range(1000)]
    last = [b"0 0 0 1 k 196 121 2 2 re f"] if touching else []
    pdf = page(b"/Over gs " + b"\n".join(squares + last))
    over = Dictionary(OP=True, op=True, OPM=1)
    pdf.pages[0].obj["/Resources"] = Dictionary(ExtGState=Dictionary(Over=over))
    return saved(pdf)


@pytest.mark.parametrize("touching", [True, False])
def test_many_things_that_overprint_are_compared_quickly_and_rightly(*, touching: bool) -> None:
    together = [fault for fault in inspect(crowd(touching=touching), OFFSET) if "over each other" in str(fault.message)]
    assert bool(together) == touching


def test_a_mistake_of_ours_is_not_called_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    from pipeline.print.preflight.facts import Expected

    def wrong(case: Any) -> Any:
        return {"something": case}["nothing"]

    monkeypatch.setattr("pipeline.print.preflight.inspect.desks", lambda: (wrong,))
    assert [fault.rule for fault in inspect(saved(page()), OFFSET)] == ["damaged-pdf"]
    with pytest.raises(KeyError):
        inspect(saved(page()), OFFSET, Expected(ours=True))
