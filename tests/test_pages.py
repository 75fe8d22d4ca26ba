"""The printed pages of the real games: boxes, inks, fonts, texts, pairs, sheets, and the same bytes every time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest
from PIL import Image

from pipeline.kinds.game import kind_of
from pipeline.print import paper
from pipeline.project.check import load_games
from tests import excerpt, pdfs

if TYPE_CHECKING:
    from pipeline.kinds.base import Product

ROOT = Path(__file__).parent.parent
TODAY = "2026-11-18"


def products() -> dict[str, Product]:
    return {
        f"{game.folder.name}/{name}": product
        for game in load_games(ROOT)[0]
        for name, product in game.result.products.items()
    }


PRODUCTS = products()
TITLES = {
    f"{game.folder.name}/{name}": f"{game.result.game.title} – {product.title}"
    for game in load_games(ROOT)[0]
    if game.result.game is not None
    for name, product in game.result.products.items()
}


def livret(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pipeline", "-C", str(root), *arguments]
    settings = os.environ | {"PYTHONPATH": str(ROOT), "LIVRET_TODAY": TODAY, "LC_ALL": "C.UTF-8"} | environment
    return subprocess.run(command, env=settings, cwd=root, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An excerpt of the repository's content, built: by the first process that asks, for all of them."""
    shared = tmp_path_factory.getbasetemp()
    root = (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "all-pages"
    try:
        root.mkdir()
    except FileExistsError:
        deadline = time.monotonic() + 900
        while not (root / "done").exists() and time.monotonic() < deadline:
            time.sleep(0.2)
    else:
        excerpt.copy(root)
        done = livret(root, "build", "--only", "pdf,pack")
        (root / "done").write_text(f"{done.returncode}{done.stderr}", encoding="utf-8")
    assert (root / "done").read_text(encoding="utf-8") == "0"
    return root


def pdf_of(project: Path, product: str, suffix: str = "") -> Path:
    return project / "build" / "pdf" / f"{product}{suffix}.pdf"


@pytest.mark.parametrize("product", PRODUCTS)
def test_every_page_has_its_exact_trim_and_three_millimetres_of_bleed(project: Path, product: str) -> None:
    declared = PRODUCTS[product]
    width, height = paper.measure(declared.size) if declared.size else kind_of(declared).printing.size
    with pdfs.opened(pdf_of(project, product)) as pdf:
        assert len(pdf.pages) > 0
        for page in pdf.pages:
            assert pdfs.box(page, "/TrimBox") == [0, 0, width, height]
            assert pdfs.box(page, "/BleedBox") == [-3, -3, width + 3, height + 3]
            assert pdfs.box(page, "/MediaBox") == [-12, -12, width + 12, height + 12]


@pytest.mark.parametrize("suffix", ["", "-pnp"])
@pytest.mark.parametrize("product", PRODUCTS)
def test_all_colours_are_cmyk_and_opaque(project: Path, product: str, suffix: str) -> None:
    with pdfs.opened(pdf_of(project, product, suffix)) as pdf:
        assert pdfs.foreign_colours(pdf) == set()
        assert pdfs.transparency(pdf) == []
        assert "/Encrypt" not in pdf.trailer


@pytest.mark.parametrize(
    "product", ["egomaster/solo", "egomaster/duo", "egomaster/multi", "defizz/duel", "defizz/multi"]
)
def test_nothing_is_printed_over_the_id_of_a_question(project: Path, product: str) -> None:
    files = sorted((project / "content" / product).glob("*.yaml"))
    ids = {found for file in files for found in re.findall(r"\bid: (\w+)", file.read_text(encoding="utf-8"))}
    printed, hidden = pdfs.covered(pdf_of(project, product), ids)
    assert len(printed) >= 6
    assert hidden == set()


@pytest.mark.parametrize("product", PRODUCTS)
def test_the_output_intent_and_the_metadata_are_those_of_pdf_x(project: Path, product: str) -> None:
    with pdfs.opened(pdf_of(project, product)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.OutputConditionIdentifier == "FOGRA39"
        assert int(intent.DestOutputProfile.N) == 4
        assert intent.DestOutputProfile.read_bytes()[16:20] == b"CMYK"
        metadata = pdf.Root.Metadata.read_bytes().decode()
        assert "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>" in metadata
        assert pdf.trailer.Info.Trapped == "/False"
        assert str(pdf.trailer.Info.Title).startswith(TITLES[product])


@pytest.mark.parametrize("suffix", ["", "-pnp"])
@pytest.mark.parametrize("product", PRODUCTS)
def test_every_font_is_embedded_and_can_be_read_back(project: Path, product: str, suffix: str) -> None:
    with pdfs.opened(pdf_of(project, product, suffix)) as pdf:
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Subtype") == "/Type0"
        ]
        assert fonts
        for font in fonts:
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
            assert b"beginbfchar" in font.ToUnicode.read_bytes()
            assert str(font.BaseFont)[1:8].endswith("+")


def test_an_independent_reader_finds_nothing_wrong_with_the_files(project: Path) -> None:
    for path in sorted((project / "build/pdf").rglob("*.pdf")):
        with pikepdf.open(path) as pdf:
            assert pdf.check_pdf_syntax() == [], path.name
        info = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True)
        assert info.stderr == "", path.name


def pack_product(project: Path, product: str) -> dict[str, Any]:
    """A product as the pack of its game carries it."""
    game, _, name = product.partition("/")
    pack = json.loads((project / f"build/packs/{game}.json").read_text(encoding="utf-8"))
    return next(one for one in pack["products"] if one["id"] == name)


def printed(text: str) -> str:
    """The beginning of a text as `pdfs.letters` gives it back."""
    return pdfs.only_letters(text)[:24]


@pytest.mark.parametrize("product", ["egomaster/solo", "egomaster/duo", "egomaster/multi"])
def test_a_booklet_page_can_be_read_back_in_the_order_of_its_questions(project: Path, product: str) -> None:
    for page in (1, 2):
        said = pdfs.letters(pdf_of(project, product), page + 2)
        at = -1
        for question in pack_product(project, product)["questions"]:
            if question["page"] == page:
                found = said.find(printed(question["question"]), at + 1)
                assert found > at, question["id"]
                assert question["id"] in said
                at = found


@pytest.mark.parametrize("product", ["egomaster/solo", "egomaster/duo", "egomaster/multi"])
def test_a_booklet_has_a_multiple_of_four_pages_and_starts_with_its_title(project: Path, product: str) -> None:
    path = pdf_of(project, product)
    with pdfs.opened(path) as pdf:
        count = len(pdf.pages)
    assert count % 4 == 0
    assert PRODUCTS[product].title in pdfs.words(path, 1)
    assert "Comment lire ce livret" in pdfs.words(path, 2)
    imprint = pdfs.words(path, count - 1)
    assert "Édition 1" in imprint
    assert "Version 1.0.0" in imprint


def test_the_imprint_shows_the_hash_of_the_product_s_own_files(project: Path) -> None:
    manifest = json.loads((project / "build/manifest.json").read_text(encoding="utf-8"))
    assert manifest["artefacts"]["pdf/egomaster/duo.pdf"]["key"]
    path = pdf_of(project, "egomaster/duo")
    with pdfs.opened(path) as pdf:
        identifier = pdf.Root.Metadata.read_bytes().decode().partition("<dc:identifier>")[2].partition("<")[0]
        assert identifier.rpartition("/")[2][:12] in pdfs.words(path, len(pdf.pages) - 1)


@pytest.mark.parametrize("product", ["defizz/duel", "defizz/multi"])
def test_front_and_back_of_a_question_card_belong_together(project: Path, product: str) -> None:
    path = pdf_of(project, product)
    cards = pack_product(project, product)["cards"]
    with pdfs.opened(path) as pdf:
        assert len(pdf.pages) == 2 * len(cards)
    for number, card in enumerate(cards):
        front, back = pdfs.letters(path, 2 * number + 1), pdfs.letters(path, 2 * number + 2)
        for question in card["questions"]:
            assert printed(question["question"]) in front
            answer = question["answer"]
            first = answer["items"][0]["text"] if answer["kind"] == "list" else answer["text"]
            assert printed(first)[:18] in back
        assert card["id"] in front
        assert card["id"] in back


@pytest.mark.parametrize(("product", "cards"), [("egocentric-world/deck", 60), ("defizz/help", 6), ("defizz/cache", 2)])
def test_every_copy_of_a_card_is_printed_with_a_back(project: Path, product: str, cards: int) -> None:
    with pdfs.opened(pdf_of(project, product)) as pdf:
        assert len(pdf.pages) == 2 * cards


def test_all_backs_of_a_deck_are_the_same_and_its_fronts_are_not(project: Path) -> None:
    path = pdf_of(project, "egocentric-world/deck")
    backs = [pdfs.pixels(path, page, 40) for page in (2, 60, 120)]
    assert all(pdfs.difference(backs[0], back) == 0 for back in backs)
    assert pdfs.difference(pdfs.pixels(path, 1, 40), pdfs.pixels(path, 119, 40)) > 0.01


def test_a_back_that_all_cards_share_looks_the_same_turned_around(project: Path) -> None:
    # Ten pixels a millimetre: no half ones, which could not lie on each other.
    back = pdfs.pixels(pdf_of(project, "egocentric-world/deck"), 2, 254).crop((0, 0, 690, 940))
    assert pdfs.difference(back, back.rotate(180)) < 0.015


def test_home_sheets_are_a4_and_carry_every_page_once(project: Path) -> None:
    for product, declared in PRODUCTS.items():
        with pdfs.opened(pdf_of(project, product)) as single, pdfs.opened(pdf_of(project, product, "-pnp")) as sheets:
            placed = 0
            for page in sheets.pages:
                assert sorted(pdfs.box(page, "/MediaBox")[2:]) == [210, 297]
                placed += len(page.obj.Resources.XObject)
            if declared.kind != "board":
                assert placed == len(single.pages), product


def test_a_home_booklet_reads_in_order_when_it_is_folded(project: Path) -> None:
    path = pdf_of(project, "egomaster/duo", "-pnp")
    assert "Duo · page 1" in pdfs.words(path, 3)
    assert "Duo · page 2" in pdfs.words(path, 4)


def test_a_rulebook_has_contents_with_right_page_numbers_and_bookmarks(project: Path) -> None:
    for game in ("egomaster", "defizz", "egocentric-world", "masterdice"):
        path = pdf_of(project, f"{game}/rules")
        with pdfs.opened(path) as pdf:
            assert len(pdf.pages) % 4 == 0
            with pdf.open_outline() as outline:
                chapters = [item for top in outline.root for item in (top.children or [top])]
                assert len(chapters) >= 5
                places = {item.title: _page_of(pdf, item) for item in chapters}
        for title, page in places.items():
            assert printed(title) in pdfs.letters(path, page), (game, title)


def _page_of(pdf: pikepdf.Pdf, item: pikepdf.OutlineItem) -> int:
    target = item.destination[0] if isinstance(item.destination, pikepdf.Array) else item.destination
    if isinstance(target, int):
        return target + 1
    assert isinstance(target, pikepdf.Object)
    return next(number for number, page in enumerate(pdf.pages, 1) if page.obj.objgen == target.objgen)


def test_the_same_content_gives_the_same_bytes_whatever_the_seed_the_jobs_and_the_working_directory(
    project: Path, tmp_path: Path
) -> None:
    excerpt.copy(tmp_path / "elsewhere")
    done = livret(
        tmp_path / "elsewhere", "build", "--only", "pdf,pack", "--jobs", "1", PYTHONHASHSEED="7", TZ="Asia/Tokyo"
    )
    assert done.returncode == 0, done.stderr
    first = {path.relative_to(project): path.read_bytes() for path in (project / "build").rglob("*.*")}
    second = {
        path.relative_to(tmp_path / "elsewhere"): path.read_bytes()
        for path in (tmp_path / "elsewhere" / "build").rglob("*.*")
    }
    assert first.keys() == second.keys()
    assert [str(path) for path in first if first[path] != second[path]] == []


GOLDEN = ROOT / "tests" / "golden"
# Of a tile: letters that another version of poppler sets a little otherwise stay below, a missing icon does not.
NEAR = 0.05
LOOKED_AT = {
    "egomaster/duo": (1, 2, 3),
    "egomaster/solo": (3,),
    "egomaster/board": (1,),
    "egomaster/rules": (2, 4),
    "egomaster/material": (1, 2, 3),
    "egomaster/multi": (3,),
    "egomaster/duo-pnp": (3,),
    "defizz/duel": (1, 2),
    "defizz/multi": (3, 4),
    "defizz/duel-pnp": (1, 2),
    "defizz/rules": (5,),
    "defizz/cache": (1,),
    "defizz/help": (1,),
    "egocentric-world/deck": (1, 2, 119),
    "egocentric-world/deck-pnp": (1, 2),
    "egocentric-world/aid": (1, 2),
    "masterdice/codemaster": (1,),
    "masterdice/scores": (1,),
    "masterdice/puzzles": (2, 3, 6, 7),
}


@pytest.mark.parametrize(
    ("product", "page"), [(product, page) for product, pages in LOOKED_AT.items() for page in pages]
)
def test_a_page_looks_as_it_did_when_somebody_looked_at_it(project: Path, product: str, page: int) -> None:
    """Renew after a wanted change, and look at it: LIVRET_GOLDEN=write pytest tests/test_pages.py"""
    shown = pdfs.pixels(pdf_of(project, product), page, 60)
    kept = GOLDEN / f"{product.replace('/', '-')}-{page}.png"
    if os.environ.get("LIVRET_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        shown.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(kept, optimize=True)
    assert pdfs.worst(shown, Image.open(kept).convert("RGB")) < NEAR


@pytest.mark.parametrize(
    ("fault", "at"),
    [
        ("an icon is missing", (27, 83, 38, 93)),
        ("a question is missing", (45, 75, 158, 90)),
        ("the colour of an answer is another", (46, 92, 171, 101)),
    ],
)
def test_a_small_fault_on_a_page_is_seen(fault: str, at: tuple[int, int, int, int]) -> None:
    kept = Image.open(GOLDEN / "egomaster-duo-3.png").convert("RGB")
    spoilt = kept.copy()
    spoilt.paste((255, 255, 255) if "missing" in fault else (120, 200, 160), at)
    assert spoilt.tobytes() != kept.tobytes()
    assert pdfs.worst(kept, spoilt) > NEAR
