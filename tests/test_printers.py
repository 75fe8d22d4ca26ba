"""Printer profiles as data, and what each of them gets: order, boxes, marks, plates, pictures, tags, proofs."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pikepdf
import pytest
from PIL import Image, ImageCms

from pipeline.print import house, profile
from pipeline.print.forms.spoken import _texts as texts_of
from pipeline.print.passes import ghostscript
from pipeline.print.preflight.facts import Expected
from pipeline.print.preflight.inspect import inspect
from pipeline.print.preflight.look import look
from pipeline.project.build import Built, build
from pipeline.project.printers import choose
from pipeline.project.workshop import Workshop
from tests import pdfs
from tests.command import livret
from tests.test_preflight import CARDS
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from pathlib import Path

ALL = profile.names({})
MM = 72 / 25.4
needs_ghostscript = pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")


def make(toy: Toy, printer: str, *targets: str, **settings: str) -> Built:
    chosen = choose(toy.root, [printer], settings)
    assert chosen.findings == ()
    return build(toy.root, targets or ("jouet",), ["pdf"], TODAY, Workshop(toy.root, 1, printers=chosen.printers))


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy with two question cards and an inked deck, printed for everybody."""
    toy = Toy(tmp_path_factory.mktemp("shop"))
    toy.write("duel", CARDS, whole=True)
    game = toy.folder / "game.yaml"
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("title: Duel, cards: 1", "title: Duel, cards: 2, color: 100/62/0/6"), encoding="utf-8")
    for printer in ALL:
        if printer != "mbprint" or shutil.which("gs"):
            built = make(toy, printer)
            assert built.findings == (), (printer, [str(one.message) for one in built.findings])
    return toy


def picture(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def pages(toy: Toy, path: str) -> list[str]:
    """The card and side of every page, as the file says."""
    with pdfs.opened(toy.root / "build" / path) as pdf:
        return [f"{page.id} {page.side}" for page in look(pdf)]


def test_there_is_a_profile_for_every_printer_that_we_promise() -> None:
    promised = "offset home booklet-home drivethrucards thegamecrafter longpack tts proof large-print screen"
    assert set(promised.split()) <= set(ALL)
    assert ALL[:2] == ("offset", "home")


@pytest.mark.parametrize("name", ALL)
def test_every_profile_of_ours_can_be_read(name: str) -> None:
    found = profile.read(name, {}, {})
    assert found.problems == ()
    assert found.printer is not None
    assert found.printer.about("fr") != found.printer.about("en") != "-"


def test_every_file_of_every_printer_passes_its_own_preflight_and_qpdf(shop: Toy) -> None:
    manifest = json.loads((shop.root / "build/manifest.json").read_text(encoding="utf-8"))["artefacts"]
    checked = set()
    for path, entry in manifest.items():
        if not path.endswith(".pdf"):
            continue
        place = shop.root / "build" / path
        printer = profile.load(entry["by"].partition("/")[2])
        assert inspect(place.read_bytes(), printer) == (), path
        checked.add(printer.name)
        if shutil.which("qpdf"):
            done = subprocess.run(["qpdf", "--check", str(place)], capture_output=True, text=True, check=False)
            assert (done.returncode, "warning" in (done.stdout + done.stderr).lower()) == (0, False), path
    assert {"offset", "home", "booklet-home", "drivethrucards", "longpack", "proof", "large-print", "screen"} <= checked


def test_a_second_build_for_a_printer_gives_the_same_bytes(shop: Toy, tmp_path: Path) -> None:
    shutil.copytree(shop.root / "content", tmp_path / "content")
    again = Toy.__new__(Toy)
    again.root = tmp_path
    for printer, path in (("drivethrucards", "drivethrucards/jouet/duel.pdf"), ("screen", "screen/jouet/duo.pdf")):
        make(again, printer, f"jouet/{path.split('/')[-1][:-4]}")
        assert (tmp_path / "build" / path).read_bytes() == (shop.root / "build" / path).read_bytes()


def test_printers_get_their_pages_in_their_order(shop: Toy) -> None:
    assert pages(shop, "pdf/jouet/duel.pdf") == ["d001 front", "d001 back", "d002 front", "d002 back"]
    assert pages(shop, "drivethrucards/jouet/duel.pdf") == ["d001 back", "d001 front", "d002 back", "d002 front"]
    assert pages(shop, "longpack/jouet/duel-fronts.pdf") == ["d001 front", "d002 front"]
    assert pages(shop, "longpack/jouet/duel-backs.pdf") == ["d001 back", "d002 back"]
    deck = pages(shop, "longpack/jouet/deck.pdf")
    assert [side.split()[1] for side in deck] == ["front"] * 4 + ["back"]


def test_a_card_is_laid_in_the_middle_of_the_printer_s_format(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/drivethrucards/jouet/deck.pdf") as pdf:
        for page in pdf.pages:
            assert pdfs.box(page, "/TrimBox") == [0, 0, 63.5, 88.9]
            assert pdfs.box(page, "/BleedBox") == pytest.approx([-3.18, -3.18, 66.68, 92.08], abs=0.011)
        assert pdf.pdf_version == "1.4"
        assert pdf.trailer.Info.GTS_PDFXVersion == "PDF/X-1a:2003"


def test_marks_stand_outside_the_bleed_in_all_inks(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/pdf/jouet/duel.pdf") as pdf:
        for page in look(pdf):
            marks = [shape for shape in page.shapes if shape.colour.space == "all"]
            assert len(marks) >= 8 + 12
            left, bottom, right, top = page.bleed
            for mark in marks:
                outside = mark.box[2] < left or mark.box[0] > right or mark.box[3] < bottom or mark.box[1] > top
                assert outside, mark
            crops = {round(mark.box[0], 1) for mark in marks if mark.box[0] == mark.box[2]}
            assert {round(page.trim[0], 1), round(page.trim[2], 1)} <= crops
            (label,) = [text for text in page.texts if text.colour.space == "all"]
            assert label.text.startswith("Jouet – D…   ")


def test_black_text_overprints_and_nothing_else_does(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/pdf/jouet/duo.pdf") as pdf:
        found = look(pdf)
    texts = [text for page in found for text in page.texts]
    assert {text.overprints for text in texts if text.colour.is_black} == {True}
    assert {text.overprints for text in texts if not text.colour.is_black} == {False}
    assert not [shape for page in found for shape in page.shapes if shape.overprints]


def test_the_output_intent_names_its_registry(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/pdf/jouet/duel.pdf") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.RegistryName) == "http://www.color.org"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"


def plates(path: Path, page: int, folder: Path) -> dict[str, Image.Image]:
    """The separations of a page by Ghostscript: black is ink."""
    command = ["gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=tiffsep", "-r100", f"-sPageList={page}",
               "-dOverprint=/enable", "-o", str(folder / "p.tif"), str(path)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return {name: picture(folder / f"p({name}).tif").convert("L") for name in ("Cyan", "Magenta", "Yellow", "Black")}


@needs_ghostscript
def test_the_plates_of_a_card_carry_what_they_should(shop: Toy, tmp_path: Path) -> None:
    path = shop.root / "build/pdf/jouet/duel.pdf"
    found = plates(path, 1, tmp_path)
    assert {place.name for place in tmp_path.iterdir()} == {"p.tif", *(f"p({name}).tif" for name in found)}
    per_mm, slug = 100 / 25.4, 12

    def ink(name: str, x: float, y: float) -> float:
        """Per cent of ink, x and y in mm from the upper left trimmed corner."""
        pixel = found[name].getpixel((round((x + slug) * per_mm), round((y + slug) * per_mm)))
        assert isinstance(pixel, (int, float))
        return round((255 - pixel) / 2.55)

    # The band at the head is 100/62/0/6, and runs into the bleed.
    for x, y in ((2, 2), (-2, -2), (35, -2)):
        assert [ink(name, x, y) for name in found] == pytest.approx([100, 62, 0, 6], abs=3), (x, y)
    # A crop mark is on every plate, the paper on none.
    with pdfs.opened(path) as pdf:
        mark = next(
            shape for shape in look(pdf)[0].shapes if shape.colour.space == "all" and shape.box[0] == shape.box[2]
        )
    across, down = mark.box[0] / MM, 120 - (mark.box[1] + mark.box[3]) / 2 / MM
    for name in found:
        nearest = max(ink(name, across + by / 10, down) for by in range(-4, 5))
        assert nearest > 40, name
    # Black text has no other ink under it than the paper's.
    black = found["Black"].point(lambda value: 255 if value < 60 else 0)
    assert black.getbbox() is not None


@needs_ghostscript
def test_black_text_on_colour_leaves_no_hole_in_it(tmp_path: Path) -> None:
    from pipeline.print.passes.overprint import overprint

    for over, expected in ((True, 100), (False, 0)):
        pdf = pikepdf.new()
        pdf.add_blank_page(page_size=(200, 200))
        contents = b"/DeviceCMYK cs\n0 1 0 0 scn\n0 0 200 200 re\nf\n/DeviceCMYK cs\n0 0 0 1 scn\nBT\n/F 200 Tf\n20 20 Td\n(I) Tj\nET\n"
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name("/Courier-Bold")
        )
        resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        drawn = overprint(pdf, contents, resources) if over else contents
        pdf.pages[0].obj["/Resources"], pdf.pages[0].obj["/Contents"] = resources, pdf.make_stream(drawn)
        folder = tmp_path / str(over)
        folder.mkdir()
        pdf.save(folder / "in.pdf")
        found = plates(folder / "in.pdf", 1, folder)
        black = found["Black"].point(lambda value: 255 if value < 20 else 0).getbbox()
        assert black is not None
        pixel = found["Magenta"].getpixel(((black[0] + black[2]) // 2, (black[1] + black[3]) // 2))
        assert isinstance(pixel, (int, float))
        assert round((255 - pixel) / 2.55) == expected


@needs_ghostscript
def test_letters_become_shapes_for_a_printer_that_wants_it(shop: Toy) -> None:
    path = shop.root / "build/mbprint/jouet/duel.pdf"
    with pdfs.opened(path) as pdf:
        assert not [page for page in look(pdf) if page.fonts]
        assert pdfs.box(pdf.pages[0], "/TrimBox")[2] - pdfs.box(pdf.pages[0], "/TrimBox")[0] == pytest.approx(
            70, abs=0.02
        )
    shapes, letters = (pdfs.pixels(shop.root / f"build/{name}/jouet/duel.pdf", 1, 60) for name in ("mbprint", "pdf"))
    assert pdfs.difference(shapes, letters.resize(shapes.size)) < 0.01


def test_without_ghostscript_such_a_printer_is_refused_in_a_sentence(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ghostscript, "found", lambda: None)
    (found,) = make(toy, "mbprint", "jouet/duel").findings
    assert (found.rule, found.path) == ("needs-ghostscript", "content/jouet/game.yaml")
    assert "apt-get install ghostscript" in str(found.hint)


def test_a_shop_of_pictures_gets_one_of_its_size_for_each_side(shop: Toy) -> None:
    folder = shop.root / "build/thegamecrafter/jouet/deck"
    found = {path.name: picture(path).size for path in folder.iterdir()}
    assert set(found.values()) == {(825, 1125)}
    assert "v001-back-x4.png" in found
    assert {picture(path).size for path in (folder.parent / "duel").iterdir()} == {(900, 1500)}
    back = picture(folder / "v001-back-x4.png").convert("RGB")
    assert back.getpixel((2, 2)) != (255, 255, 255), "colour runs to the edge of the bleed"


def test_tabletop_simulator_gets_sheets_and_a_deck_that_knows_its_cards(shop: Toy) -> None:
    folder = shop.root / "build/tts/jouet/duel"
    (deck,) = json.loads((folder / "duel.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["DeckIDs"] == [100, 101]
    assert [card["GMNotes"] for card in deck["ContainedObjects"]] == ["d001", "d002"]
    assert "Guernica" in deck["ContainedObjects"][0]["Description"]
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"]) == (10, 7, True)
    width, height = picture(folder / sheet["FaceURL"]).size
    assert width % 10 == height % 7 == 0
    assert max(width, height) <= 8192
    (deck,) = json.loads((folder.parent / "deck/deck.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert deck["CustomDeck"]["1"]["BackURL"] == "deck-back.png"
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Prima", "Prima", "Secunda", "Secunda"]


def test_a_proof_shows_ids_lines_frames_and_a_watermark(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/proof/jouet/duo.pdf") as pdf:
        page = look(pdf)[2]
    said = [text.text for text in page.texts]
    assert "ÉPREUVE" in said
    assert "duo001 l. 3" in said
    assert "duo002 l. 9" in said
    frames = [shape for shape in page.shapes if shape.stroked and str(shape.colour) == "100/0/0/0"]
    assert frames[0].box == pytest.approx((5 * MM, 5 * MM, 143 * MM, 205 * MM), abs=0.01)


def test_large_print_is_an_a4_booklet_in_another_typeface(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/large-print/jouet/duo.pdf") as pdf:
        assert pdfs.box(pdf.pages[0], "/TrimBox") == pytest.approx([0, 0, 209.3, 296.98], abs=0.02)
        found = look(pdf)
    assert any("atkinson" in name for page in found for name in page.fonts)
    asked = [text for text in found[2].texts if text.text.startswith("À combien")]
    assert asked[0].size >= 16


def test_a_file_for_the_screen_is_tagged_has_bookmarks_and_no_inks(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/screen/jouet/duo.pdf") as pdf:
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.Root.Lang) == "fr"
        assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf.Root.Metadata.read_bytes()
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root][:3] == ["Couverture", "Mode d'emploi", "page 1"]
        spaces = {text.colour.space for page in look(pdf) for text in page.texts}
        assert "cmyk" not in spaces
    assert "culmine" in pdfs.words(shop.root / "build/screen/jouet/duo.pdf", 3)


def _tags(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == kind]


def test_icons_say_their_word_and_drawings_what_they_show(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/screen/jouet/duo.pdf") as pdf:
        said = [str(tag["/ActualText"]) for tag in _tags(pdf, "/Span") if "/ActualText" in tag]
        assert {"Cible", "Ping-pong"} <= set(said)
        assert _tags(pdf, "/Figure") == [], "ornament is no figure"
    with pdfs.opened(shop.root / "build/screen/jouet/puzzles.pdf") as pdf:
        figures = _tags(pdf, "/Figure")
        assert all(str(one["/Alt"]) for one in figures)
        assert any(str(one["/Alt"]).startswith("Essai 1") for one in figures)
        top = float(pdf.pages[0].obj["/MediaBox"][3])
        assert all(0 <= float(edge) <= top for one in figures for edge in one["/A"]["/BBox"])
    with pdfs.opened(shop.root / "build/screen/jouet/rules.pdf") as pdf:
        links = [one for page in pdf.pages for one in page.obj.get("/Annots", [])]
        assert all("-" not in str(one["/Contents"]) for one in links), "the text of the link, not its target"


def test_everything_that_is_marked_has_its_tag(shop: Toy) -> None:
    for path in sorted((shop.root / "build/screen/jouet").glob("*.pdf")):
        with pdfs.opened(path) as pdf:
            numbers = list(pdf.Root["/StructTreeRoot"]["/ParentTree"]["/Nums"])
            owners = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
            for page in pdf.pages:
                marked = {
                    int(step.operands[1]["/MCID"])
                    for step in pikepdf.parse_content_stream(page)
                    if str(step.operator) == "BDC"
                }
                tagged = {
                    number for number, one in enumerate(owners[int(page.obj["/StructParents"])]) if one is not None
                }
                assert marked == tagged, path.name
        faults = inspect(path.read_bytes(), profile.load("screen"))
        assert [str(fault.message) for fault in faults] == []


def test_what_is_there_for_the_eye_alone_is_not_read_aloud(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/screen/jouet/deck.pdf") as pdf:
        front, back = (texts_of(list(pikepdf.parse_content_stream(page)), page.obj) for page in pdf.pages[:2])
        assert sum(text.strip().isdigit() for text in front.values()) == 1, "the value, not again upside down"
        assert sum("Jouet" in text for text in back.values()) == 1
        assert _tags(pdf, "/Part") == []
    with pdfs.opened(shop.root / "build/screen/jouet/duo.pdf") as pdf:
        assert _tags(pdf, "/Part") == [], "no thumb index"


def test_a_drawing_that_says_nothing_is_a_fault_on_the_screen(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/screen/jouet/puzzles.pdf") as pdf:
        del _tags(pdf, "/Figure")[0]["/Alt"]
        out = io.BytesIO()
        pdf.save(out)
    (fault,) = inspect(out.getvalue(), profile.load("screen"))
    assert (fault.rule, "1 pictures have no description" in str(fault.message)) == ("not-accessible", True)


def test_a_publisher_adds_a_printer_as_a_file(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.root / "printers").mkdir()
    place = toy.root / "printers/koryo.yaml"
    place.write_text(
        "like: offset\ntitle: Koryo\nabout: Notre imprimeur.\nbleed: 5\nmarks: []\nslug: 0\n", encoding="utf-8"
    )
    assert "koryo" in livret(capsys, toy.root, "printers").out
    done = livret(capsys, toy.root, "build", "jouet/duel", "--printer", "koryo")
    assert (done.code, done.err) == (0, "")
    with pdfs.opened(toy.root / "build/koryo/jouet/duel.pdf") as pdf:
        assert pdfs.box(pdf.pages[0], "/BleedBox") == pdfs.box(pdf.pages[0], "/MediaBox") == [-5, -5, 75, 125]


def test_printers_are_listed_in_the_language_of_the_reader(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.root / "printers").mkdir()
    place = toy.root / "printers/own.yaml"
    place.write_text("like: offset\ntitle: Koryo\nabout: {fr: Notre imprimeur., en: Our printer.}\n", encoding="utf-8")
    for spoken, here, other in (("en", "Our printer.", "Notre"), ("fr", "Notre imprimeur.", "Our")):
        done = livret(capsys, toy.root, "printers", "--lang", spoken)
        assert (here in done.out, other in done.out, "Koryo" in done.out) == (True, False, True)
    done = livret(capsys, toy.root, "printers", "drivethrucards", "--lang", "fr")
    assert "safe_cards: 3.175    # De même pour les cartes." in done.out
    assert "transparency: no    # Si la transparence peut rester." in done.out
    assert "# Autres clés : folder, suffix," in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert "Coated paper" in livret(capsys, toy.root, "printers", "offset", "--lang", "en").out.replace(
        "coated", "Coated"
    )


@pytest.mark.parametrize(
    ("text", "rule", "line", "said"),
    [
        ("title: X\nbled: 3\n", "unknown-key", 2, "did you mean “bleed”"),
        ("title: X\nbleed: wide\n", "bad-measure", 2, "“wide” is not a number from 0 to 20"),
        ("title: X\nform: tabletop\ncolumns: 1\n", "out-of-range", 3, "1 is"),
        ("title: X\norder: backwards\n", "unknown-value", 2, "not one of the accepted values"),
        ("title: X\nblack_overprints: perhaps\n", "unknown-value", 2, "“perhaps”"),
        ("title: X\nformats:\n  - {name: a, size: large}\n", "bad-size", 3, "“large” is not a size"),
        ("bleed: 3\n", "missing-key", 1, "“title” is missing"),
        ("title: {de: Drucker}\n", "unknown-value", 1, "not one of the accepted values"),
        ("title: [X]\n", "wrong-shape", 1, "a list"),
        ("like: nobody\n", "bad-printer", 1, "There is no printer “nobody”"),
        ("like: own\ntitle: X\n", "bad-printer", 1, "like itself"),
        ("like: offset\ntitle: X\nfolder: ../../elsewhere\n", "bad-printer", 3, "files stay inside build/"),
        ("like: offset\ntitle: X\nfolder: /tmp\n", "bad-printer", 3, "“/tmp”"),
        ("like: offset\ntitle: X\nfolder: ..\n", "bad-printer", 3, "“..”"),
        ("like: offset\ntitle: X\nsuffix: /../../elsewhere\n", "bad-printer", 3, "files stay inside build/"),
        ("title: X\nprofile: printers/junk.icc\n", "bad-printer", 2, "“printers/junk.icc” is not an ICC profile"),
        ("title: X\nprofile: printers/rgb.icc\n", "bad-printer", 2, "is an ICC profile for RGB"),
        ("title: X\ntypefaces:\n  Text: Comic Sans\n", "bad-printer", 3, "no font family “Comic Sans”"),
        ("title: X\ntypefaces: {Texte: Large}\n", "bad-printer", 2, "no font family “Texte”"),
        ("title: X\nprofile: printers/none.icc\n", "bad-printer", 2, "no colour profile “printers/none.icc”"),
    ],
)
def test_a_wrong_profile_is_a_finding_at_its_line(toy: Toy, text: str, rule: str, line: int, said: str) -> None:
    (toy.root / "printers").mkdir()
    (toy.root / "printers/own.yaml").write_text(text, encoding="utf-8")
    (toy.root / "printers/junk.icc").write_bytes(b"not a profile" * 20)
    (toy.root / "printers/rgb.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (found, *_) = choose(toy.root, ["own"]).findings
    assert (found.rule, found.path, found.span.line) == (rule, "printers/own.yaml", line)
    assert said in str(found.message)


def test_a_setting_of_the_command_line_replaces_a_key(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    done = livret(capsys, toy.root, "build", "jouet/deck", "--printer", "home", "--set", "gutter=6")
    assert done.code == 0
    done = livret(capsys, toy.root, "build", "jouet/deck", "--printer", "home", "--set", "gutter=much")
    assert done.code == 2
    assert "--set gutter=much: “much” is not a number from 0 to 30" in done.err


def test_a_printer_that_does_not_print_such_things_says_so(toy: Toy) -> None:
    (found,) = make(toy, "tts", "jouet/duo").findings
    assert found.rule == "not-for-printer"
    both = choose(toy.root, ["home", "tts"]).printers
    (found,) = build(toy.root, ["jouet/duo"], ["pdf"], TODAY, Workshop(toy.root, 1, printers=both)).findings
    assert "The printer “tts” prints cards, and there are none here." in str(found.message)
    toy.game(
        (toy.folder / "game.yaml").read_text(encoding="utf-8").replace("title: Aide,", "title: Aide, size: 90x90,")
    )
    (found,) = make(toy, "drivethrucards", "jouet/help").findings
    assert "no format of 90 x 90 mm" in str(found.message)


@pytest.mark.parametrize(
    ("product", "printer", "settings"),
    [
        ("jouet/deck", "home", {"sheet": "60x60"}),
        ("jouet/deck", "home", {"margin": "50", "sheet": "a6"}),
        ("jouet/duo", "booklet-home", {"sheet": "25x25"}),
    ],
)
def test_a_sheet_that_is_too_small_is_refused_in_a_sentence(
    toy: Toy, product: str, printer: str, settings: dict[str, str]
) -> None:
    chosen = choose(toy.root, [printer], settings).printers
    (found,) = build(toy.root, [product], ["pdf"], TODAY, Workshop(toy.root, 1, printers=chosen)).findings
    assert (found.rule, "does not fit the sheets of" in str(found.message)) == ("not-for-printer", True)


def test_a_booklet_on_sheets_has_a_multiple_of_four_pages_whatever_is_asked_for(toy: Toy) -> None:
    chosen = choose(toy.root, ["booklet-home"], {"multiple": "6"}).printers
    built = build(toy.root, ["jouet/duo"], ["pdf"], TODAY, Workshop(toy.root, 1, printers=chosen))
    assert built.findings == ()
    with pikepdf.open(toy.root / "build/booklet-home/jouet/duo.pdf") as pdf:
        assert len(pdf.pages) == 6, "twelve pages, two on each of six sides"


def test_a_printer_is_asked_for_with_pdfs_only(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    done = livret(capsys, toy.root, "build", "--only", "pack", "--printer", "tts")
    assert (done.code, "--printer is for PDFs" in done.err) == (2, True)


def test_a_folded_sheet_has_a_mark_at_every_fold(toy: Toy) -> None:
    own(
        toy,
        "templates/sheet/layout.json",
        b"""{"sizes": [9], "margin": 10, "top": 38, "bottom": 200, "head": 9, "label": 12,
        "pitch": 20, "air": 2, "part": 3, "gap": 3.5, "mark": 9, "side": {"left": 151, "top": 38, "width": 49},
        "title": {"top": 10, "width": 134}, "intro": {"top": 23, "width": 134, "height": 12},
        "folds": {"board": {"down": [30, 60], "across": [74]}}, "boxes": []}""",
    )
    assert make(toy, "offset", "jouet/board").findings == ()
    with pdfs.opened(toy.root / "build/pdf/jouet/board.pdf") as pdf:
        (page,) = look(pdf)
    drawn = {tuple(round(edge / MM, 1) for edge in shape.box) for shape in page.shapes if shape.colour.space == "all"}
    for y in (180.0, 150.0):
        assert {(-8.0, y, -4.0, y), (152.0, y, 156.0, y)} <= drawn
    assert {(74.0, -8.0, 74.0, -4.0), (74.0, 214.0, 74.0, 218.0)} <= drawn


def test_the_label_of_a_narrow_card_keeps_its_number_id_and_hash(shop: Toy) -> None:
    with pdfs.opened(shop.root / "build/pdf/jouet/deck.pdf") as pdf:
        labels = [text.text for page in look(pdf) for text in page.texts if text.colour.space == "all"]
    assert len(set(labels)) == len(labels) == 8
    for number, label in enumerate(labels, 1):
        assert label.split()[-3:-1] == [f"{number}/8", f"v00{1 if number < 5 else 2}"]
        assert len(label.split()[-1]) == 12


def own(toy: Toy, name: str, data: bytes) -> None:
    place = toy.root / "content/jouet" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)


def png(size: int, mode: str = "RGB", color: object = (200, 30, 60)) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (size, size), color).save(out, "PNG")  # type: ignore[arg-type]
    return out.getvalue()


def test_a_picture_of_the_game_is_printed_in_inks_within_the_limit(toy: Toy) -> None:
    own(toy, "assets/dark.png", png(400, color=(8, 6, 12)))
    own(toy, "templates/plain-cards/front.html", b'<img src="assets/dark.png" style="width:30mm;margin:20mm 16mm">')
    assert make(toy, "drivethrucards", "jouet/help").findings == ()
    with pdfs.opened(toy.root / "build/drivethrucards/jouet/help.pdf") as pdf:
        (dark,) = {(one.space, one.inks) for page in look(pdf) for one in page.pictures}
    assert dark[0] == "cmyk"
    assert 200 < dark[1] <= 240


def test_a_grey_picture_is_black_ink_alone(toy: Toy) -> None:
    own(toy, "assets/grey.png", png(400, "L", 100))
    own(toy, "templates/plain-cards/front.html", b'<img src="assets/grey.png" style="width:30mm;margin:20mm 16mm">')
    assert make(toy, "offset", "jouet/help").findings == ()
    with pdfs.opened(toy.root / "build/pdf/jouet/help.pdf") as pdf:
        image = next(
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
        )
        assert image.read_bytes()[:4] == bytes((0, 0, 0, 155))


def test_a_picture_with_too_few_pixels_is_an_error_at_the_card_that_shows_it(toy: Toy) -> None:
    own(toy, "assets/small.png", png(40))
    own(
        toy,
        "templates/plain-cards/front.html",
        b'<div data-fit="0:text"><img src="assets/small.png" style="width:30mm;margin:20mm 16mm"></div>',
    )
    (found, *_) = make(toy, "offset", "jouet/help").findings
    assert (found.rule, found.path, found.span.line, found.id) == (
        "low-resolution",
        "content/jouet/help.yaml",
        2,
        "h001",
    )
    assert "34 pixels an inch" in str(found.message)
    assert not (toy.root / "build").exists()


@needs_ghostscript
def test_a_picture_with_holes_is_flattened_where_transparency_is_refused(toy: Toy) -> None:
    own(toy, "assets/holes.png", png(400, "RGBA", (200, 30, 60, 90)))
    own(toy, "templates/plain-cards/front.html", b'<img src="assets/holes.png" style="width:30mm;margin:20mm 16mm">')
    built = make(toy, "drivethrucards", "jouet/help")
    assert built.findings == (), [str(one.message) for one in built.findings]
    with pdfs.opened(toy.root / "build/drivethrucards/jouet/help.pdf") as pdf:
        assert not [page for page in look(pdf) if page.transparencies]
        assert pdf.pdf_version == "1.4"


def test_text_near_the_edge_is_an_error_at_its_question(toy: Toy) -> None:
    page = b'{% for question in questions %}<p data-entry="{{ loop.index0 }}" style="position:absolute;left:1mm;top:{{ 40 + 40 * loop.index0 }}mm;font:400 9pt/1 Text">{{ question.question|fr }}</p>{% endfor %}'
    own(toy, "templates/booklet/page.html", page)
    found = [one for one in make(toy, "offset", "jouet/duo").findings if one.rule == "unsafe-text"]
    assert (found[0].path, found[0].id, found[0].span.line) == ("content/jouet/duo/01.yaml", "duo001", 3)
    assert "is 1.0 mm from the trimmed edge" in str(found[0].message)
    assert found[0].related[0].path == "build/pdf/jouet/duo.pdf"
    assert found[0].related[0].span.line == 3


@pytest.mark.parametrize(
    ("css", "rule", "found"),
    [
        ("p { background: linear-gradient(red, blue) }", "forbidden-css", "linear-gradient(red, blue)"),
        ("p { box-shadow: 0 0 2mm }", "forbidden-css", "box-shadow"),
        ("p { opacity: .5 }", "forbidden-css", "opacity: .5"),
        ("p { color: #ff0000 }", "forbidden-css", "color: #ff0000"),
        ("p { color: rgb(1, 2, 3) }", "forbidden-css", "rgb(1, 2, 3)"),
        ("p { border: 1pt solid black }", "forbidden-css", "border: 1pt solid black"),
        ("p { color: currentColor }", "forbidden-css", "currentColor"),
        ("p { overflow: hidden }", "forbidden-css", "overflow: hidden"),
        ("@page { marks: crop }", "forbidden-css", "marks: crop"),
        ("p { font-family: Comic Sans MS, Text }", "missing-font", "Comic Sans MS"),
        ("p { font: 700 9pt/1.2 Papyrus }", "missing-font", "Papyrus"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_the_templates_of_a_game(
    toy: Toy, css: str, rule: str, found: str
) -> None:
    own(toy, "templates/style.css", f"/* a comment\nblack */\n{css}\n".encode())
    faults = make(toy, "offset", "jouet/help").findings
    assert (faults[0].rule, faults[0].path, faults[0].span.line) == (rule, "content/jouet/templates/style.css", 3)
    assert found.split("(", maxsplit=1)[0] in str(faults[0].message)


def test_our_own_templates_keep_the_house_rules() -> None:
    from pipeline.print import library

    known = house.families()
    for path in sorted(library.home().rglob("*")):
        if path.suffix in (".css", ".html") and "site" not in path.parts:  # the site is for screens
            assert list(house.faults(path.read_text(encoding="utf-8"), known)) == [], path


def test_proofs_are_made_for_people(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duel", CARDS, whole=True)
    game = toy.folder / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("title: Duel, cards: 1", "title: Duel, cards: 2"), encoding="utf-8"
    )
    assert livret(capsys, toy.root, "build", "jouet/duel", "--only", "pdf").code == 0
    printing = toy.root / "printing.json"
    shutil.copy(toy.root / "build/manifest.json", printing)
    toy.write("duel", CARDS.replace("Confluence", "Ville des canuts"), whole=True)
    done = livret(capsys, toy.root, "proof", "jouet/duel", "--since", str(printing), "--lang", "fr")
    assert (done.code, done.err) == (0, "")
    folder = toy.root / "build/proof/jouet"
    assert picture(folder / "duel-contact.png").width > 200
    said = pdfs.words(folder / "duel-pairs.pdf")
    assert "d001 : recto et verso portent le même numéro (pages 1 et 2)" in said
    assert "Pablo Picasso" in said
    assert "| 0/0/0/100 | 100 |" in (folder / "duel-inks.md").read_text(encoding="utf-8")
    changes = (folder / "duel-changes.md").read_text(encoding="utf-8")
    assert "- Modifié : d002" in changes
    assert "d001" not in changes
    assert pages(toy, "proof/jouet/duel-changes.pdf") == ["d002 front", "d002 back"]
    sheet = pdfs.words(folder / "registration-home.pdf")
    assert "back_right=1" in sheet
    assert "retournée sur le bord long" in sheet
    done = livret(capsys, toy.root, "proof", "jouet/duel", "--since", str(printing), "--lang", "en")
    assert (done.code, done.err) == (0, "")
    assert "d001: front and back carry the same id (pages 1 and 2)" in pdfs.words(folder / "duel-pairs.pdf")
    assert "The most ink in one place" in (folder / "duel-inks.md").read_text(encoding="utf-8")
    assert "- Changed: d002" in (folder / "duel-changes.md").read_text(encoding="utf-8")
    assert "turned over its long edge" in pdfs.words(folder / "registration-home.pdf")
    assert livret(capsys, toy.root, "proof", "--since", str(toy.folder / "game.yaml")).code == 2


def test_nothing_has_changed_since_a_printing_of_the_same_content(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert livret(capsys, toy.root, "build", "jouet/duo", "--only", "pdf").code == 0
    done = livret(
        capsys, toy.root, "proof", "jouet/duo", "--since", str(toy.root / "build/manifest.json"), "--lang", "fr"
    )
    assert done.code == 0
    assert "Rien n'a changé." in (toy.root / "build/proof/jouet/duo-changes.md").read_text(encoding="utf-8")
    assert not (toy.root / "build/proof/jouet/duo-changes.pdf").exists()


def test_a_test_sheet_is_written_for_a_printer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "test.pdf"
    done = livret(capsys, None, "printers", "home", "--test-sheet", str(place))
    assert done.code == 0
    with pdfs.opened(place) as pdf:
        assert len(pdf.pages) == 2
        front, back = look(pdf)
    # Every cross of the back lies on the zero of a scale, once the sheet is turned over its long edge.
    crosses = {round(210 - shape.box[0] / MM, 2) for shape in back.shapes if shape.box[0] == shape.box[2]}
    assert crosses == {30, 180, 105}
    assert len(front.shapes) > 100


def test_printing_for_one_printer_leaves_the_files_of_others(toy: Toy) -> None:
    make(toy, "offset")
    make(toy, "home")
    make(toy, "tts")
    kept = {path.relative_to(toy.root / "build").parts[0] for path in (toy.root / "build").rglob("*.*")}
    assert kept == {"pdf", "tts", "manifest.json"}
    names = {path.name for path in (toy.root / "build/pdf/jouet").iterdir()}
    assert {"duo.pdf", "duo-pnp.pdf"} <= names


def test_preflight_expects_what_the_file_says_about_itself(shop: Toy) -> None:
    data = (shop.root / "build/pdf/jouet/duel.pdf").read_bytes()
    assert inspect(data, profile.load("offset"), Expected()) == ()


def test_files_of_ours_are_read_the_same_with_and_without_the_parser(shop: Toy) -> None:
    """Forms that WeasyPrint wrote are read line by line: the facts must be those of the real parser."""
    for path in sorted((shop.root / "build/pdf/jouet").glob("*.pdf")):
        with pdfs.opened(path) as pdf:
            for fast, slow in zip(look(pdf, ours=True), look(pdf), strict=True):
                for name in ("texts", "shapes", "pictures", "transparencies", "art"):
                    assert getattr(fast, name) == getattr(slow, name), (path.name, fast.number, name)
                assert fast.fonts.keys() == slow.fonts.keys()
