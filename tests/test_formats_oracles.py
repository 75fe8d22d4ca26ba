"""Real programs read what we write: Anki, gift-pegjs, a certified QTI 3 player, openpyxl, lxml with a schema."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree

from tests.bank import write_bank
from tests.command import livret

if TYPE_CHECKING:
    from tests.command import Ran

NODE = Path(__file__).parent / "node"


def export(capsys: pytest.CaptureFixture[str], root: Path, name: str, out: str, *more: str) -> tuple[Path, Ran]:
    place = root / out
    ran = livret(capsys, root, "export", name, "essai", "-o", str(place), *more)
    assert ran.code == 0, ran.err
    return place, ran


def node(program: str, given: str) -> Any:
    done = subprocess.run(
        ["node", str(NODE / program)], input=given, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_bank(tmp_path)


# XLSX and CSV


def test_openpyxl_reads_the_sheet_cell_by_cell(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import load_workbook

    place, ran = export(capsys, bank, "xlsx", "b.xlsx")
    sheet = load_workbook(place).active
    head, *rows = sheet.iter_rows(values_only=True)
    assert head[:9] == ("id", "jeu", "produit", "page ou carte", "n°", "type", "mot-clé", "question", "réponse")
    assert "remarques" in head
    found = {row[0]: row for row in rows}
    assert found["qcible"][8] == 8849
    assert found["qliste"][8] == "nord | est = levant = orient | sud | ouest"
    assert found["c001-2"][8] == -40.5
    assert found["qsigne"][7] == "Que vaut {x} = ~1 # 2 : 3 \\ 4 <b>&amp;</b> | « oui » ?"
    assert "Not in the file, 1: a card without a question" in ran.err
    assert "h001" in ran.err


def test_no_cell_is_a_formula(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import load_workbook

    place, _ = export(capsys, bank, "xlsx", "b.xlsx")
    sheet = load_workbook(place).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n", "inlineStr"}
    assert [cell.value for cell in cells if cell.data_type == "f"] == []
    (signed,) = [cell for cell in cells if str(cell.value).startswith("\\=SOMME")]
    assert signed.data_type != "f"
    raw = export(capsys, bank, "csv", "b.csv")[0].read_text(encoding="utf-8-sig")
    rows = list(csv.reader(io.StringIO(raw), delimiter=";"))
    numbers = re.compile(r"-?\d+([.,]\d+)?")
    risky = [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@") and not numbers.fullmatch(cell)]
    assert risky == []


def test_the_same_content_gives_the_same_bytes(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("xlsx", "csv", "anki", "moodle", "gift", "qti", "kahoot", "quizizz", "tabletop-simulator", "markdown"):
        first = export(capsys, bank, name, "one")[0].read_bytes()
        assert first == export(capsys, bank, name, "one")[0].read_bytes(), name
        assert first


# Anki


def anki_import(collection: Any, place: Path) -> dict[str, int]:
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    options = ImportAnkiPackageOptions(with_scheduling=False)
    log = collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(place), options=options)).log
    return {"new": len(log.new), "updated": len(log.updated), "duplicate": len(log.duplicate)}


@pytest.fixture
def anki(tmp_path: Path) -> Any:
    collection = pytest.importorskip("anki.collection", reason="anki has no wheel for this system")
    opened = collection.Collection(str(tmp_path / "anki.anki2"))
    yield opened
    opened.close()


def test_anki_takes_all_notes_once(bank: Path, anki: Any, capsys: pytest.CaptureFixture[str]) -> None:
    place, _ = export(capsys, bank, "anki", "b.apkg")
    assert anki_import(anki, place) == {"new": 6, "updated": 0, "duplicate": 0}
    assert anki_import(anki, place) == {"new": 0, "updated": 0, "duplicate": 6}
    names = {deck.name for deck in anki.decks.all_names_and_ids()}
    assert {"L'Essai / A & B::Duo", "L'Essai / A & B::Duel"} <= names
    (note,) = anki.find_notes("Id:qtexte")
    assert anki.get_note(note)["Question"] == "Qui a peint <em>Guernica</em> ?"
    assert "Pablo Picasso" in anki.get_note(note).cards()[0].answer()


def test_a_new_edition_updates_the_cards_that_a_player_has(
    bank: Path, anki: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    anki_import(anki, export(capsys, bank, "anki", "b.apkg")[0])
    (before,) = anki.find_notes("Id:qcible")
    page = bank / "content/essai/duo/01.yaml"
    page.write_text(page.read_text(encoding="utf-8").replace('"8 849"', "8850"), encoding="utf-8")
    later = page.stat().st_mtime + 100
    os.utime(page, (later, later))
    assert anki_import(anki, export(capsys, bank, "anki", "b.apkg")[0])["updated"] == 4
    (after,) = anki.find_notes("Id:qcible")
    assert after == before
    assert anki.get_note(after)["Réponse"] == "8850 m"


@pytest.mark.parametrize("legacy", [True, False], ids=["old package", "new package"])
def test_what_anki_writes_is_read(
    bank: Path, tmp_path: Path, anki: Any, capsys: pytest.CaptureFixture[str], legacy: bool
) -> None:
    from anki.collection import ExportAnkiPackageOptions
    from anki.import_export_pb2 import ExportLimit

    note = anki.new_note(anki.models.by_name("Basic"))
    note["Front"], note["Back"] = "Qui a écrit <i>Germinal</i>&nbsp;?", "Émile <b>Zola</b><img src='z.png'>"
    note.tags = ["littérature"]
    anki.add_note(note, 1)
    gap = anki.new_note(anki.models.by_name("Cloze"))
    gap["Text"] = "La capitale de la Corse est {{c1::Ajaccio}}."
    anki.add_note(gap, 1)
    limit = ExportLimit()
    limit.whole_collection.SetInParent()
    options = ExportAnkiPackageOptions(with_scheduling=False, with_deck_configs=False, with_media=False, legacy=legacy)
    anki.export_anki_package(out_path=str(tmp_path / "a.apkg"), options=options, limit=limit)
    ran = livret(capsys, bank, "import", str(tmp_path / "a.apkg"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    assert "a.apkg: Not taken whole, 1: pictures and sounds are not taken.\n    " in ran.out
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert "question: Qui a écrit *Germinal* ?\n    answer: Émile Zola\n    theme: littérature\n" in text
    assert "question: La capitale de la Corse est ….\n    answer: Ajaccio\n" in text


# GIFT, Moodle, QTI


@pytest.mark.node
def test_gift_pegjs_parses_every_question(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, ran = export(capsys, bank, "gift", "b.gift")
    parsed = {one["id"]: one for one in node("gift.js", place.read_text(encoding="utf-8")) if one["type"] != "Category"}
    assert {id_: one["type"] for id_, one in parsed.items()} == {
        "c001-2": "Numerical",
        "qcible": "Numerical",
        "qliste": "Essay",
        "qtexte": "Short",
        "qsigne": "Short",
    }
    assert parsed["qsigne"]["stem"]["text"] == "Que vaut {x} = ~1 # 2 : 3 \\ 4 <b>&amp;</b> | « oui » ?"
    assert [choice["text"]["text"] for choice in parsed["qsigne"]["choices"]] == ["=SOMME(1;2) | x"]
    assert [choice["text"]["text"] for choice in parsed["qtexte"]["choices"]] == ["Pablo Picasso", "Picasso"]
    assert parsed["c001-2"]["choices"]["number"] == -40.5
    assert parsed["qliste"]["globalFeedback"]["text"] == "nord · est / levant / orient · sud · ouest"
    assert parsed["qcible"]["tags"] == ["cible", "géographie"]
    assert "“chance” has no answer that this format could mark" in ran.err
    assert "c001-1" in ran.err


def test_moodle_xml_is_valid_and_says_what_was_meant(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, ran = export(capsys, bank, "moodle", "b.xml")
    schema = etree.XMLSchema(etree.parse(Path(__file__).parent / "moodle.xsd"))
    tree = etree.parse(place)
    schema.assertValid(tree)
    questions = {one.findtext("idnumber"): one for one in tree.getroot() if one.get("type") != "category"}
    assert {id_: one.get("type") for id_, one in questions.items()} == {
        "c001-2": "numerical",
        "qcible": "numerical",
        "qliste": "essay",
        "qtexte": "shortanswer",
        "qsigne": "shortanswer",
    }
    assert questions["qtexte"].xpath("answer/text/text()") == ["Pablo Picasso", "Picasso"]
    assert questions["qtexte"].findtext("questiontext/text") == "<p>Qui a peint <em>Guernica</em> ?</p>"
    assert questions["c001-2"].xpath("answer[@fraction='100']/text/text()") == ["-40.5"]
    assert questions["c001-2"].xpath("units/unit/unit_name/text()") == ["°C"]
    assert questions["c001-2"].findtext("showunits") == "0", "the unit may be typed, and Moodle knows it"
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in questions["qsigne"].findtext("questiontext/text")
    assert tree.xpath("//category/text/text()")[0] == "$course$/L'Essai // A & B/Duo"
    assert "a list of answers is marked by hand" in ran.err


def test_moodle_questions_of_another_program_are_read(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from moodle_questions.questions import MultipleChoiceQuestion, ShortAnswerQuestion
    from moodle_questions.quiz import Quiz

    quiz = Quiz()
    choice = MultipleChoiceQuestion(name="Mer", question_text="Quelle mer borde Nice ?", default_mark=1)
    for fraction, text in ((100.0, "La Méditerranée"), (0.0, "La Baltique"), (0.0, "La mer Noire")):
        choice.add_answer(fraction, text)
    short = ShortAnswerQuestion(name="Roi", question_text="Qui fut le Roi-Soleil ?", default_mark=1)
    short.add_answer(100.0, "Louis XIV")
    short.add_answer(50.0, "Louis")
    for question in (choice, short):
        quiz.add_question(question)
    quiz.save(str(tmp_path / "q.xml"))
    ran = livret(capsys, bank, "import", str(tmp_path / "q.xml"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert "answer: La Méditerranée\n" in text
    assert 'note: "Autres propositions : La Baltique, La mer Noire."' in text
    assert 'answer: Louis XIV\n    note: "Autres propositions : Louis."' in text


@pytest.mark.node
def test_a_certified_player_scores_the_qti_items(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, ran = export(capsys, bank, "qti", "b.zip")
    with zipfile.ZipFile(place) as package:
        manifest = etree.fromstring(package.read("imsmanifest.xml"))
        paths = manifest.xpath("//*[local-name()='resource']/@href")
        assert sorted(paths) == sorted(name for name in package.namelist() if name.startswith("items/"))
        xml = {Path(path).stem: package.read(path).decode("utf-8") for path in paths}
    tries: list[tuple[str, Any, float]] = [
        ("q-qcible", 8849, 1),
        ("q-qtexte", "Pablo Picasso", 1),
        ("q-qliste", ["ouest", "levant", "sud", "nord"], 4),
        ("q-qsigne", "=SOMME(1;2) | x", 1),
        ("q-c001-2", -40.5, 1),
        ("q-qtexte", "picasso", 1),
        ("q-qcible", 8848, 0),
        ("q-qliste", ["ouest", "haut"], 1),
        ("q-qtexte", "Braque", 0),
        ("q-qliste", ["est", "levant"], 2),
    ]
    tasks = [{"xml": xml[name], "response": given, "multiple": isinstance(given, list)} for name, given, _ in tries]
    scored = node("qti.js", json.dumps(tasks))
    assert [(one["identifier"], one["score"]) for one in scored] == [(name, score) for name, _, score in tries]
    assert "À combien de mètres culmine l'Everest ?" in scored[0]["text"]
    assert "c001-1" in ran.err
    assert "Not carried whole, 1: two forms of the same item count as two answers.\n    qliste\n" in ran.err


# Spreadsheets of other services, Tabletop Simulator, Markdown


def test_kahoot_gets_what_it_can_and_the_rest_is_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import load_workbook

    place, ran = export(capsys, bank, "kahoot", "k.xlsx")
    head, *rows = load_workbook(place).active.iter_rows(values_only=True)
    assert head[0] == "Question - max 120 characters"
    assert head[6].startswith("Correct answer(s)")
    found = {row[0]: row for row in rows}
    everest = found["À combien de mètres culmine l'Everest ?"]
    assert everest[everest[6]] == "8849 m"
    assert len(set(everest[1:5])) == 4
    assert all(len(str(choice)) <= 75 for choice in everest[1:5])
    assert "it has no wrong choices" in ran.err
    named = re.findall(r"^    (.*)$", ran.err, re.MULTILINE)
    assert {id_ for line in named for id_ in line.split(", ")} >= {"qtexte", "qsigne", "qliste", "c001-1", "h001"}


def test_quizizz_gets_every_accepted_form(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl import load_workbook

    place, _ = export(capsys, bank, "quizizz", "q.xlsx")
    head, *rows = load_workbook(place).active.iter_rows(values_only=True)
    found = {row[0]: dict(zip(head, row, strict=True)) for row in rows}
    guernica = found["Qui a peint Guernica ?"]
    assert guernica["Question Type"] == "Fill-in-the-Blank"
    assert [guernica["Option 1"], guernica["Option 2"]] == ["Pablo Picasso", "Picasso"]
    assert found["Citez les quatre points cardinaux : tous."]["Question Type"] == "Open-Ended"
    cold = found["Quelle température fait-il ?"]
    assert [cold["Option 1"], cold["Option 2"], cold["Option 3"]] == ["-40.5", "-40,5", "-40,5 °C"]


def test_tabletop_simulator_gets_a_bag_of_notecards(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, _ = export(capsys, bank, "tabletop-simulator", "t.json")
    saved = json.loads(place.read_text(encoding="utf-8"))
    bags = {bag["Nickname"]: bag["ContainedObjects"] for bag in saved["ObjectStates"]}
    cards = bags["L'Essai / A & B – Duo"]
    assert {card["Name"] for card in cards} == {"Notecard"}
    (liste,) = [card for card in cards if card["Nickname"].startswith("Boussole")]
    assert liste["Nickname"] == "Boussole · Ping-pong · page 1, n° 2"
    assert liste["GMNotes"] == "nord · est (levant, orient) · sud · ouest"
    assert len({card["LuaScript"] for card in cards}) == 1, "scripts hold no content"
    assert len(bags["L'Essai / A & B – Aide"]) == 2
    guids = [card["GUID"] for contained in bags.values() for card in contained]
    assert len(set(guids)) == len(guids)


def test_markdown_shows_every_character(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from markdown_it import MarkdownIt

    place, _ = export(capsys, bank, "markdown", "m.md")
    rendered = MarkdownIt().render(place.read_text(encoding="utf-8"))
    assert "Qui a peint <em>Guernica</em> ?" in rendered
    assert "Que vaut {x} = ~1 # 2 : 3 \\ 4 &lt;b&gt;&amp;amp;&lt;/b&gt; | « oui » ?" in rendered
    assert "<strong>=SOMME(1;2) | x</strong>" in rendered
    assert rendered.count("<li>") == 6
