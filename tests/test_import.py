"""`livret import`: sheets come home, foreign tables are understood, and every row that is not taken is named."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import validate

from pipeline.formats.base import Reading, UnreadableError
from pipeline.formats.cells import EDITABLE, escape, fingerprint, join_items, split_items, was
from pipeline.formats.review import review_schema
from pipeline.formats.sheets import Design, write_sheet
from pipeline.formats.xlsx import Workbook
from pipeline.project.check import Options, check
from tests.bank import DUO, write_bank
from tests.command import livret
from tests.toy import TODAY, marked

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
PAGE = "content/essai/duo/01.yaml"


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_bank(tmp_path)


def edited(capsys: pytest.CaptureFixture[str], root: Path, *changes: tuple[str, str, object]) -> Path:
    """An exported sheet in which somebody has changed cells: id, header, new value; without id a new row."""
    from openpyxl import load_workbook

    place = root / "relecture.xlsx"
    assert livret(capsys, root, "export", "xlsx", "essai/duo", "-o", str(place)).code == 0
    book = load_workbook(place)
    sheet = book.active
    heads = {cell.value: cell.column for cell in sheet[1]}
    rows = {row[0].value: row[0].row for row in sheet.iter_rows(min_row=2)}
    fresh = sheet.max_row + 1
    for id_, header, value in changes:
        sheet.cell(rows.get(id_, fresh), heads[header]).value = value
    book.save(place)
    return place


def page(root: Path) -> str:
    return (root / PAGE).read_text(encoding="utf-8")


# The round trip of our own sheets


@pytest.mark.parametrize("name", ["xlsx", "csv"])
def test_an_untouched_sheet_changes_nothing(bank: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert livret(capsys, bank, "export", name, "-o", str(bank / f"b.{name}")).code == 0
    ran = livret(capsys, bank, "import", str(bank / f"b.{name}"))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("New: 0, changed: 0, unchanged: 6, marks: 0, not taken: 0.\n")
    assert page(bank) == DUO


def test_edited_cells_change_their_keys_and_nothing_else(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(
        capsys,
        bank,
        ("qcible", "question", "À quelle altitude : en mètres, monte l'Everest ?"),
        ("qcible", "réponse", 8850),
        ("qcible", "unité", None),
        ("qcible", "note", "Mesure de 2020."),
        ("qliste", "réponse", "nord | est = levant = orient | sud-est | ouest | zénith"),
        ("qtexte", "variantes", "Picasso | P. Picasso"),
    )
    ran = livret(capsys, bank, "import", str(place))
    assert (ran.code, ran.err) == (0, "")
    assert f"{PAGE}:4: qcible: question, answer, unit, note\n" in ran.out
    expected = (
        DUO.replace(
            "question: À combien de mètres culmine l'Everest ?",
            'question: "À quelle altitude : en mètres, monte l\'Everest ?"',
        )
        .replace('answer: "8 849"\n    unit: m\n', "answer: 8850\n")
        .replace("b=2\n", "b=2\n    note: Mesure de 2020.\n")
        .replace("      - sud\n      - ouest\n", "      - sud-est\n      - ouest\n      - zénith\n")
        .replace("accept: [Picasso]}", "accept: [Picasso, P. Picasso]}")
    )
    assert page(bank) == expected, "comments and the order of keys stay"


def test_only_what_the_sheet_has_changed_is_taken(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The YAML got a new keyword meanwhile; the sheet still has the old one."""
    place = edited(capsys, bank, ("qcible", "difficulté", 3))
    (bank / PAGE).write_text(DUO.replace("Toit du monde", "Sommet"), encoding="utf-8")
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 0
    assert "keyword: Sommet   # le mot-clé\n" in page(bank)
    assert "difficulty: 3\n" in page(bank)


def test_a_cell_that_both_sides_have_changed_is_a_conflict(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(capsys, bank, ("qcible", "réponse", 8850), ("qcible", "difficulté", 5))
    (bank / PAGE).write_text(DUO.replace('"8 849"', "8848"), encoding="utf-8")
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "error[LV413] import-conflict" in ran.err
    assert "“réponse” was changed here and in the sheet: the sheet says “8850”." in ran.err
    assert f"--> {PAGE}:8:13" in ran.err
    assert "answer: 8848\n" in page(bank), "the YAML stays as it is"
    assert "difficulty: 5\n" in page(bank), "everything else is imported"


def test_an_edit_that_the_type_refuses_is_rejected_with_the_reason(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = edited(capsys, bank, ("qcible", "réponse", "très haut"), ("qtexte", "type", "chrono"))
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "relecture.xlsx:2: réponse: “très haut” is not a number." in ran.err
    assert (
        "relecture.xlsx:4: “chrono” does not belong in this product; it takes: cible, ping-pong, rapidite." in ran.err
    )
    assert page(bank) == DUO


def test_a_cell_that_the_new_type_has_no_place_for_is_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(capsys, bank, ("qtexte", "type", "cible"), ("qtexte", "réponse", 5), ("qliste", "unité", "km"))
    ran = livret(capsys, bank, "import", str(place))
    said = "A question of type “{}” has no “{}”: empty that cell (“{}”)."
    assert f"relecture.xlsx:4: {said.format('cible', 'variantes', 'Picasso')}" in ran.err
    assert f"relecture.xlsx:3: {said.format('ping-pong', 'unité', 'km')}" in ran.err
    assert page(bank) == DUO


def test_unknown_and_repeated_ids_are_rejected(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(capsys, bank, ("qtexte", "id", "nobody"), ("qliste", "id", "qcible"))
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "relecture.xlsx:3: The id “qcible” stands in another row of this file too." in ran.err
    assert "relecture.xlsx:4: There is no question “nobody”" in ran.err
    assert "2 questions of essai/duo are not in the sheet; they were not touched." in ran.out


@pytest.mark.parametrize(
    ("broken", "line"),
    [("page: 1\nquestions: [\n", 3), (DUO.replace('"8 849"', "haut"), 8)],
    ids=["no YAML", "one question refused"],
)
def test_an_id_in_a_file_that_cannot_be_read_is_not_called_unknown(
    bank: Path, capsys: pytest.CaptureFixture[str], broken: str, line: int
) -> None:
    """Whoever emptied the ids as the message for unknown ones says would add every question a second time."""
    place = edited(capsys, bank, ("qcible", "réponse", 8850))
    (bank / PAGE).write_text(broken, encoding="utf-8")
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert (
        f"The question “qcible” is not in what could be read, but {PAGE} cannot be read whole (line {line})" in ran.err
    )
    assert "empty the id to add it" not in ran.err
    assert page(bank) == broken


def test_a_game_that_cannot_be_read_is_not_taken_for_empty(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its questions may be those of the sheet: they are not called unknown, nor new ones compared with them."""
    import shutil

    place = edited(capsys, bank)
    (bank / "t.csv").write_text("question;réponse\nQui a peint Guernica ?;Picasso\n", encoding="utf-8")
    shutil.copytree(bank / "content/essai", bank / "content/deux", ignore=shutil.ignore_patterns("duo"))
    for name in ("essai", "deux"):
        game = bank / f"content/{name}/game.yaml"
        text = game.read_text(encoding="utf-8").replace("game: essai", f"game: {name}")
        spoilt = "players: some" if name == "essai" else "players: {min: 2, max: 6}"
        game.write_text(text.replace("players: {min: 2, max: 6}", spoilt), encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "deux/solo", "--dry-run")
    assert "Not wholly readable: content/essai/game.yaml:6." in ran.out
    ran = livret(capsys, bank, "import", str(place), "--into", "deux/solo", "--dry-run")
    assert "There is no question “qcible”" not in ran.err
    assert ran.err.count("content/essai/game.yaml cannot be read whole (line 6)") == 4


def test_new_questions_beside_a_file_that_cannot_be_read_say_what_they_were_compared_with(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bank / PAGE).write_text("page: 1\nquestions: [\n", encoding="utf-8")
    (bank / "t.csv").write_text("question;réponse\nQui a peint Guernica ?;Picasso\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert f"t.csv: Not wholly readable: {PAGE}:3. New questions were not compared with what stands there" in ran.out
    assert "New: 1," in ran.out


def test_a_line_that_is_corrected_in_memory_is_compared(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "page: 2\nquestions:\n  - question: Qui a dit : toi ?\n    type: rapidite\n    answer: Moi\n"
    (bank / "content/essai/duo/02.yaml").write_text(text, encoding="utf-8")
    (bank / "t.csv").write_text("question;réponse\nQui a dit : toi ?;Moi\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert "It is asked already" in ran.err
    assert "Not wholly readable" not in ran.out


def test_a_row_without_an_id_is_a_new_question(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(
        capsys,
        bank,
        ("", "jeu", "essai"),
        ("", "produit", "duo"),
        ("", "type", "Ping-pong"),
        ("", "mot-clé", "Gamme"),
        ("", "question", "Citez trois notes."),
        ("", "réponse", "do = ut | ré | mi"),
    )
    ran = livret(capsys, bank, "import", str(place))
    assert (ran.code, ran.err) == (0, "")
    assert "content/essai/duo/02.yaml: +1" in ran.out
    text = (bank / "content/essai/duo/02.yaml").read_text(encoding="utf-8")
    assert text.startswith("page: 2\nquestions:\n  - id: ")
    assert text.endswith(
        "type: ping-pong\n    keyword: Gamme\n    question: Citez trois notes.\n"
        "    answers: [{answer: do, accept: [ut]}, ré, mi]\n"
    )


def test_a_row_of_a_new_question_says_what_it_cannot_keep(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "N°;question;réponse;remarques;produit\n7;Qui ?;Moi;Vraiment ?;duo\n;Où ?;Là;;solo\n", encoding="utf-8"
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    for header in ("n°", "remarques", "produit"):
        assert f"t.csv: Not taken whole, 1: “{header}” is not taken for a new question.\n    2\n" in ran.out


def test_a_row_with_another_place_moves_nothing_and_says_so(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(capsys, bank, ("qcible", "page ou carte", 2), ("qtexte", "n°", 1), ("qliste", "difficulté", 2))
    ran = livret(capsys, bank, "import", str(place))
    said = "its row names another place than the question has: questions are not moved"
    assert f"relecture.xlsx: Not taken whole, 2: {said}.\n    2, 4\n" in ran.out


def test_line_breaks_in_a_text_are_kept_or_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An untouched cell changes nothing, whatever its line breaks; an edited one becomes one line, and that is said."""
    lines = DUO.replace(
        "    question: À combien de mètres culmine l'Everest ?\n",
        "    question: |-\n      À combien de mètres\n      culmine l'Everest ?\n",
    )
    (bank / PAGE).write_text(lines, encoding="utf-8")
    (bank / "t.csv").write_text("id,question,note\nqcible,À combien de mètres culmine l'Everest ?,\n", encoding="utf-8")
    assert "unchanged: 1," in livret(capsys, bank, "import", str(bank / "t.csv")).out
    place = edited(capsys, bank, ("qcible", "note", "Oui"), ("qtexte", "question", "Qui a peint\n*Guernica* en 1937 ?"))
    ran = livret(capsys, bank, "import", str(place))
    assert (ran.code, ran.err) == (0, "")
    assert "relecture.xlsx: Not taken whole, 1: line breaks in its texts become spaces.\n    4\n" in ran.out
    assert "      À combien de mètres\n      culmine l'Everest ?\n" in page(bank)
    assert "Qui a peint *Guernica* en 1937 ?" in page(bank)


def test_a_list_on_lines_has_an_item_for_each(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        'question;réponse;type;note\nCitez-en.;"rouge\nvert vif\nbleu";ping-pong;"a\nb"\n', encoding="utf-8"
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duo")
    assert "answers: [rouge, vert vif, bleu]\n" in (bank / "content/essai/duo/02.yaml").read_text(encoding="utf-8")
    assert "t.csv: Not taken whole, 1: line breaks in its texts become spaces.\n    2\n" in ran.out


def test_a_dry_run_writes_nothing(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(capsys, bank, ("qcible", "réponse", 8850), ("qtexte", "remarques", "Vraiment ?"))
    ran = livret(capsys, bank, "import", str(place), "--dry-run")
    assert ran.code == 0
    assert "qcible: answer" in ran.out
    assert ran.out.endswith("Nothing was written.\n")
    assert page(bank) == DUO
    assert not (bank / "content/reviews").exists()


def test_a_list_with_a_comment_that_would_be_lost_is_refused(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crowded = DUO.replace("accept: [Picasso]}", "accept: [\n     Picasso,  # le nom seul\n     PP]}")
    (bank / PAGE).write_text(crowded, encoding="utf-8")
    place = edited(capsys, bank, ("qtexte", "variantes", "Picasso"))
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "The change cannot be written without losing a comment" in ran.err
    assert page(bank) == crowded


def test_a_short_table_with_our_ids_updates_too(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody has copied three columns of our sheet: there is no fingerprint, so every difference is an edit."""
    (bank / "t.csv").write_text(
        "id,question,réponse\nqtexte,Qui peignit *Guernica* ?,Pablo Picasso\n", encoding="utf-8"
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"))
    assert (ran.code, ran.err) == (0, "")
    assert page(bank) == DUO.replace("Qui a peint", "Qui peignit")


# Foreign tables

TABLE = "Type;Intitulé;Bonne réponse;Catégorie;Niveau;Couleur\nplain;Qui a écrit Germinal ?;Zola;lettres;facile;rouge\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_table_is_understood_and_shown(
    bank: Path, capsys: pytest.CaptureFixture[str], encoding: str, separator: str
) -> None:
    (bank / "t.csv").write_bytes(TABLE.replace(";", separator).encode(encoding))
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--dry-run")
    assert (ran.code, ran.err) == (0, "")
    shown = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "cp1252": "Windows-1252"}.get(encoding, "UTF-16")
    assert ran.out.startswith(f"t.csv: {shown}, separator {'tab' if separator == chr(9) else separator}\n")
    assert "  B   Intitulé       → question      Qui a écrit Germinal ?\n" in ran.out
    assert "  C   Bonne réponse  → réponse       Zola\n" in ran.out
    assert "  F   Couleur        → ·             rouge\n" in ran.out
    assert "t.csv: Column “Couleur” is not used; 1 of its cells are not empty.\n" in ran.out


def test_cells_beyond_the_columns_are_counted(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"Qui est le numéro {number} ?;Moi\n" for number in range(60))
    (bank / "t.csv").write_text(f"question;réponse\n{rows}Qui donc ?;Lui;et encore\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--dry-run")
    assert ran.code == 0
    assert "t.csv: 1 rows have cells beyond column B, which were not used." in ran.out


def test_columns_can_be_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text("Alpha;Beta;Gamma\nQui a écrit Nana ?;Zola;x\n", encoding="utf-8")
    wish = ("--map", "Alpha=question,B=answer,Gamma=-")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", *wish)
    assert (ran.code, ran.err) == (0, "")
    assert "New: 1," in ran.out
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert "question: Qui a écrit Nana ?\n    answer: Zola\n" in text


def test_a_column_can_be_named_in_the_words_of_the_preview(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text("question;réponse;Gamma\nQui a écrit Nana ?;Zola;Mine\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--map", "Gamma=mot-clé")
    assert (ran.code, ran.err) == (0, "")
    assert "keyword: Mine\n" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


def test_a_character_that_no_text_has_is_shown_and_not_dropped(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_bytes("question;réponse\nQui\0 ?;Moi\n".encode())
    livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert "question: Qui� ?\n" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


def test_choices_named_by_number_keep_other_accepted_answers(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "q.csv").write_text("Question;Choix 1;Choix 2;Réponse;Variantes\nQuelle mer ?;A;B;2;Bé\n", encoding="utf-8")
    assert livret(capsys, bank, "import", str(bank / "q.csv"), "--into", "essai/solo").code == 0
    assert "answer: B\n    accept: [Bé]\n" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


def test_a_table_without_headers_is_recognised_by_its_content(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "1;Qui a écrit Germinal ?;Zola;https://exemple.org/a\n2;Qui a écrit Nana ?;Zola;https://exemple.org/b\n",
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    assert "The first row is no head" in ran.out
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert "question: Qui a écrit Nana ?\n    answer: Zola\n    source: https://exemple.org/b\n" in text


def test_a_column_without_a_header_is_not_used_and_that_is_said(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text("question;reponse\nQui vient ?;Bob;remarque importante;autre\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--dry-run")
    assert (ran.code, ran.err) == (0, "")
    assert "  C             → ·             remarque importante\n" in ran.out
    assert "t.csv: Column “C” is not used; 1 of its cells are not empty.\n" in ran.out
    assert "t.csv: Column “D” is not used; 1 of its cells are not empty.\n" in ran.out


@pytest.mark.parametrize("header", ["empreinte", "Print", "empreintes"])
def test_no_column_of_others_is_taken_for_our_hidden_one(
    bank: Path, capsys: pytest.CaptureFixture[str], header: str
) -> None:
    (bank / "t.csv").write_text(f"question;reponse;{header}\nQui vient ?;Bob;pouce\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--dry-run")
    assert f"t.csv: Column “{header}” is not used; 1 of its cells are not empty.\n" in ran.out


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "sep=;;;"])
def test_the_line_in_which_excel_names_the_separator_is_no_row(
    bank: Path, capsys: pytest.CaptureFixture[str], first: str
) -> None:
    (bank / "t.csv").write_bytes(f"{first}\r\nquestion;réponse\r\nQui vit, ici ?;b\r\n;c\r\n".encode())
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.err == "t.csv:4: The question is empty.  “c”\n", "lines keep their numbers"
    assert "  A   question  → question      Qui vit, ici ?\n" in ran.out
    assert "New: 1," in ran.out


def test_titles_above_the_headers_are_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text("Mes questions;\n\nIntitulé;Bonne réponse\nQui ?;Moi\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    assert "t.csv: Row 1 stands above the headers and is not read: “Mes questions”.\n" in ran.out
    assert "New: 1," in ran.out


def test_headers_that_come_again_are_no_question(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in files that somebody has put together."""
    (bank / "t.csv").write_text("question;réponse\nQui ?;Moi\nQuestion;Réponse\nOù ?;Là\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.err == "t.csv:3: It is the headers once more, and no question.  “Question Réponse”\n"
    assert "New: 2," in ran.out


def test_the_number_of_a_choice_is_an_answer_and_the_others_are_noted(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in the spreadsheets of Kahoot and Quizizz."""
    head = "Question Text;Question Type;Option 1;Option 2;Option 3;Correct Answer\n"
    (bank / "q.csv").write_text(head + "Quelle mer borde Nice ?;;Baltique;Méditerranée;Noire;2\n", encoding="utf-8")
    assert livret(capsys, bank, "import", str(bank / "q.csv"), "--into", "essai/solo").code == 0
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert 'answer: Méditerranée\n    note: "Autres propositions : Baltique, Noire."\n' in text


@pytest.mark.parametrize(("named", "answer"), [("B", "Méditerranée"), ("2", "Méditerranée"), ("Noire", "Noire")])
def test_a_choice_is_named_by_letter_number_or_text(
    bank: Path, capsys: pytest.CaptureFixture[str], named: str, answer: str
) -> None:
    head = "Question;Réponse A;Réponse B;Réponse C;Bonne réponse\n"
    (bank / "q.csv").write_text(
        f"{head}Quelle mer borde Nice ?;Baltique;Méditerranée;Noire;{named}\n", encoding="utf-8"
    )
    assert livret(capsys, bank, "import", str(bank / "q.csv"), "--into", "essai/solo").code == 0
    assert f"answer: {answer}\n" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


def test_choices_without_a_right_one_are_no_answer(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "q.csv").write_text("Question;Réponse A;Réponse B\nQuelle mer ?;Baltique;Noire\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "q.csv"), "--into", "essai/solo")
    assert ran.code == 1
    assert "q.csv:2: The answer is empty." in ran.err


def test_a_deck_whose_query_never_ends_is_refused(
    bank: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    monkeypatch.setattr("pipeline.formats.anki._MOST_STEPS", 3_000_000)
    with sqlite3.connect(":memory:") as database:
        database.executescript(
            "create table col (models text); insert into col values ('{}');"
            "create view notes as with recursive n(id) as (select 1 union all select id + 1 from n)"
            " select id, 1 as mid, 'a' as flds, '' as tags from n;"
        )
        (bank / "x.apkg").write_bytes(packed(**{"collection.anki2": database.serialize()}))
    ran = livret(capsys, bank, "import", str(bank / "x.apkg"), "--into", "essai/solo")
    assert ran.code == 1
    assert "interrupted" in ran.err


def test_types_are_guessed_from_the_answer(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "question;réponse;type\nCombien de faces a un dé ?;6;\nQuelle masse a-t-il ?;12,5 kg;\nQui ?;Zola;\n"
        "Citez trois couleurs.;rouge, vert, bleu;ping-pong\n",
        encoding="utf-8",
    )
    assert livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duo").code == 0
    text = (bank / "content/essai/duo/02.yaml").read_text(encoding="utf-8")
    assert "type: cible\n    question: Combien de faces a un dé ?\n    answer: 6\n" in text
    assert "type: cible\n    question: Quelle masse a-t-il ?\n    answer: 12,5\n    unit: kg\n" in text
    assert "type: rapidite\n    question: Qui ?\n    answer: Zola\n" in text
    assert "answers: [rouge, vert, bleu]\n" in text


def test_every_rejected_row_is_named_with_its_reason(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "question;réponse;type;difficulté\n;Zola;;\nQui a peint *Guernica* ?;Picasso;;\nQui ?;;;\nQui ?;Moi;;9\n"
        "Où ?;Là;absurde;\nQuand ?;Hier;;\nQuand ?;Demain;;\n",
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duo")
    assert ran.code == 1
    lines = ran.err.splitlines()
    assert lines[0] == "t.csv:2: The question is empty.  “Zola”"
    assert lines[1].startswith("t.csv:3: It is asked already: “qtexte”, content/essai/duo/01.yaml, line ")
    assert lines[2] == "t.csv:4: The answer is empty.  “Qui ?”"
    assert lines[3] == "t.csv:5: difficulté: 9 is outside 1 to 5. Use a number from 1 to 5.  “Qui ?”"
    assert lines[4].startswith("t.csv:6: There is no question type “absurde”; this product takes: cible, ping-pong,")
    assert lines[5] == "t.csv:8: It is asked already at 7 of t.csv.  “Quand ?”"
    assert len(lines) == 6


def test_a_full_product_says_so(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"Qui est le numéro {number} ?;Moi\n" for number in range(10))
    (bank / "t.csv").write_text("question;réponse\n" + rows, encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duo")
    assert ran.code == 1
    assert "New: 8, changed: 0, unchanged: 0, marks: 0, not taken: 2." in ran.out
    assert ran.err.count("“duo” is full: it holds 12 questions.") == 2


def test_new_questions_fill_the_free_places_of_a_page_first(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = DUO[: DUO.index("  - id: qsigne")]
    (bank / PAGE).write_text(short, encoding="utf-8")
    (bank / "t.csv").write_text("question;réponse\nQui ?;Moi\n", encoding="utf-8")
    assert livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duo").code == 0
    assert page(bank).startswith(short)
    assert page(bank).endswith("    type: rapidite\n    question: Qui ?\n    answer: Moi\n")


def test_cards_get_one_question_of_each_type_where_possible(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "question;réponse\nQui ?;Moi\nQuoi ?;Ça\nCombien ?;3\nCombien de plus ?;4\n", encoding="utf-8"
    )
    assert livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/duel").code == 0
    report = check(bank, Options(today=TODAY, cache=False, select=frozenset({"missing-id", "wrong-shape"})))
    assert [finding.rule for finding in report.findings] == []
    text = (bank / "content/essai/duel/02.yaml").read_text(encoding="utf-8")
    types = [line.split(": ")[1] for line in text.splitlines() if "type:" in line]
    assert types == ["chrono", "cible", "chrono", "cible"]


def test_imported_questions_are_read_by_check(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the characters: nothing but the missing keyword is wrong with the files."""
    odd = [
        "Que vaut : x # y ?",
        "« Qui » a dit : non ?",
        "- Un ?",
        "*Deux* ?",
        "{Trois} ?",
        "Quatre\\n ?",
        "'C' \"D\" ?",
    ]
    rows = "".join(
        f'"{text.replace(chr(34), chr(34) * 2)}";"{number} : #x, [y] {{z}}"\n' for number, text in enumerate(odd)
    )
    (bank / "t.csv").write_text("question;réponse\n" + rows, encoding="utf-8")
    assert livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo").code == 0
    report = check(bank, Options(today=TODAY, cache=False))
    structure = [finding for finding in report.findings if finding.code < "LV2" and finding.rule != "keyword-missing"]
    assert [str(finding.message) for finding in structure] == []
    data = livret(capsys, bank, "export", "csv", "essai/solo", "-o", "-")
    assert data.code == 0


# What else a workbook has


def workbook(place: Path, change: Callable[[Any], None]) -> Path:
    """A workbook of another program with two questions, and whatever `change` adds."""
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "A"
    for row in (["question", "réponse", "vu"], ["Qui a écrit Nana ?", "Zola"], ["Qui a écrit Emma ?", "Austen"]):
        sheet.append(row)
    change(book)
    book.save(place)
    return place


def test_other_sheets_are_named_and_can_be_chosen(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def change(book: Any) -> None:
        book.create_sheet("vide")
        for name, state in (("B", "visible"), ("Listes", "hidden")):
            sheet = book.create_sheet(name, 0 if name == "Listes" else None)
            sheet.append(["question", "réponse"])
            sheet.append([f"Qui est dans {name} ?", "Moi"])
            sheet.sheet_state = state

    place = workbook(bank / "t.xlsx", change)
    ran = livret(capsys, bank, "import", str(place), "--into", "essai/solo", "--dry-run")
    assert ran.out.startswith("t.xlsx: sheet “A”\n"), "the first one that is shown"
    assert "t.xlsx: Sheets that are not read: B (2), Listes (2). --sheet NAME reads another one.\n" in ran.out
    ran = livret(capsys, bank, "import", str(place), "--into", "essai/solo", "--sheet", "b")
    assert ran.out.startswith("t.xlsx: sheet “B”\n")
    assert "Sheets that are not read: A (3), Listes (2)." in ran.out
    assert "Qui est dans B ?" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


def test_comments_hidden_rows_pictures_and_far_cells_are_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl.comments import Comment
    from openpyxl.drawing.image import Image
    from PIL.Image import new

    def change(book: Any) -> None:
        sheet = book.active
        sheet["A2"].comment = Comment("À revoir", "Ana")
        sheet["B3"].comment = Comment("Sûr ?", "Ana")
        sheet.row_dimensions[3].hidden = True
        new("RGB", (4, 4)).save(picture := io.BytesIO(), "PNG")
        sheet.add_image(Image(picture), "D2")
        sheet.cell(2, 1_002, "perdu")

    ran = livret(capsys, bank, "import", str(workbook(bank / "t.xlsx", change)), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    assert "t.xlsx: Not taken whole, 2: a comment of a cell is not taken.\n    A2, B3\n" in ran.out
    assert "t.xlsx: Hidden rows are read like all others, 1: 3.\n" in ran.out
    assert "t.xlsx: Pictures in the sheet are not taken: 1.\n" in ran.out
    assert "t.xlsx: Cells beyond column ALL are not read: 1.\n" in ran.out
    assert "New: 2," in ran.out


def test_a_formula_without_a_saved_value_is_no_empty_answer(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Many programs write formulas and leave it to Excel to compute them."""

    def change(book: Any) -> None:
        sheet = book.active
        sheet["B2"], sheet["C3"] = "=1+1", "=TODAY()"
        sheet["A4"], sheet["B4"] = "Combien ?", "#N/A"
        sheet["A5"] = '="Qui" & " ?"'

    ran = livret(capsys, bank, "import", str(workbook(bank / "t.xlsx", change)), "--into", "essai/solo")
    assert ran.code == 1
    said = "has a formula without a saved value: open the file in Excel or LibreOffice and save it."
    assert ran.err.splitlines() == [
        f"t.xlsx:2: B2 {said}  “Qui a écrit Nana ?”",
        "t.xlsx:4: B4 holds the error #N/A: correct its formula.  “Combien ?”",
        f"t.xlsx:5: A5 {said}",
    ]
    assert "t.xlsx: Not taken whole, 1: a formula without a value, in a column that is not used.\n    C3\n" in ran.out
    assert "New: 1," in ran.out


def test_all_places_and_rows_are_named_on_demand(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from openpyxl.comments import Comment

    def change(book: Any) -> None:
        for row in range(4, 304):
            book.active.append([f"Qui est {row} ?", "Moi" if row < 20 else None])
        for row in range(4, 20):
            book.active[f"A{row}"].comment = Comment("!", "Ana")

    order = ("import", str(workbook(bank / "t.xlsx", change)), "--into", "essai/solo", "--dry-run")
    ran = livret(capsys, bank, *order)
    assert "    A4, A5, A6, A7, A8, A9, A10, A11 and 8 more (--all names them)\n" in ran.out
    assert ran.err.endswith("84 more were not taken (--all names them).\n")
    ran = livret(capsys, bank, *order, "--all")
    assert "A11, A12, A13, A14, A15, A16, A17, A18, A19\n" in ran.out
    assert ran.err.count("The answer is empty.") == 284
    (lost,) = livret(capsys, bank, *order, "--format", "json").data["lost"]
    assert (lost["what"], len(lost["places"])) == ("a comment of a cell is not taken", 16)


# Refusals

TYPES = "[Content_Types].xml"


def packed(**members: bytes) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return raw.getvalue()


def sheet_with(change: Callable[[str], str], name: str = "xl/worksheets/sheet1.xml") -> bytes:
    raw = io.BytesIO()
    write_sheet(raw, Design("x", ["question", "réponse"], [10, 10]), [["Qui ?", "Moi"]])
    out = io.BytesIO()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            data = old.read(member)
            new.writestr(member, change(data.decode()).encode() if member == name else data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (lambda: packed(**{"../../etc/passwd": b"x"}), "leads out of its folder"),
        (lambda: packed(**{"/etc/passwd": b"x"}), "leads out of its folder"),
        (lambda: packed(**{"C:/windows/x": b"x"}), "leads out of its folder"),
        (lambda: packed(**{"xl/vbaProject.bin": b"x"}), "contains macros"),
        (lambda: sheet_with(lambda text: text.replace("sheet.main", "macroEnabled.main"), TYPES), "contains macros"),
        (lambda: packed(**{"w.xml": b"\0" * 30_000_000}), "“w.xml” inside it would unpack to more than 1000 times"),
        (lambda: sheet_with(lambda text: "<!DOCTYPE x []>" + text.partition("?>")[2]), "declares a document type"),
        (lambda: sheet_with(lambda text: text[:-40]), "not readable XML"),
        (lambda: b"PK\x03\x04 nothing", "damaged, or not what its name says"),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "old .xls workbook"),
        (lambda: packed(mimetype=b"x", **{"content.xml": b"x"}), "OpenDocument sheet; save it as .xlsx"),
        (lambda: packed(**{TYPES: b"<a/>"}), "“xl/workbook.xml” is missing inside it"),
        (lambda: sheet_with(lambda text: text.replace("<sheetData>", "<sheetData>" + "<a>" * 200)), "nested deeper"),
    ],
)  # fmt: skip
def test_a_dangerous_or_damaged_workbook_is_refused(
    bank: Path, capsys: pytest.CaptureFixture[str], raw: Callable[[], bytes], said: str
) -> None:
    (bank / "t.xlsx").write_bytes(raw())
    ran = livret(capsys, bank, "import", str(bank / "t.xlsx"), "--into", "essai/solo")
    assert ran.code == 1
    assert said in ran.err
    assert ran.err.startswith("t.xlsx: ")
    assert not (bank / "content/essai/solo").exists()


def test_a_refused_file_does_not_keep_others_from_being_taken(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing of a file that breaks off in the middle is taken, and all of the other one."""
    (bank / "good.csv").write_text("question;réponse\nQui ?;Moi\n", encoding="utf-8")
    rows = "".join(
        f"<row><c t='str'><v>Qui {number} ?</v></c><c t='str'><v>Moi</v></c></row>" for number in range(9999)
    )
    broken = sheet_with(lambda text: text.replace("</sheetData>", rows + "</sheetData><!-- "))
    (bank / "bad.xlsx").write_bytes(broken)
    ran = livret(capsys, bank, "import", str(bank / "bad.xlsx"), str(bank / "good.csv"), "--into", "essai/solo")
    assert ran.code == 1
    assert "bad.xlsx: The file is not readable XML" in ran.err
    assert "New: 1, changed: 0, unchanged: 0, marks: 0, not taken: 1." in ran.out


def test_a_member_that_is_bigger_than_it_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.formats.packed.MOST_BYTES", 100_000)
    raw = packed(a=b"x" * 90_000, b=b"x" * 90_000)
    from pipeline.formats.packed import Packed

    with pytest.raises(UnreadableError, match="would unpack"):
        Packed(raw)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.xml", '<!DOCTYPE quiz [<!ENTITY a "b">]><quiz/>', "declares a document type"),
        ("x.xml", "<quiz><question", "not readable XML"),
        ("x.xml", "<quiz>" + "<a>" * 500, "nested deeper than 100 levels"),
        ("x.xml", "<quiz/>", "There are no questions in the file."),
        ("x.gift", "", "There are no questions in the file."),
        ("x.csv", "PK\x03\x04", "it is a workbook or an archive"),
        ("x.csv", "%PDF-1.7", "it is a PDF"),
        ("x.gift", "\x7fELF\x01\x02\x03\x04{}", "it is no text"),
        ("x.gift", f"Qui ? {{={'a' * 20_000}}}", "Its “réponse” has 20000 characters"),
        ("x.csv", f"question;réponse\n{'Q' * 20_000};Moi\n", "Its “question” has 20000 characters"),
        ("x.csv", "", "The file has no rows."),
        ("x.csv", 'question;réponse\n"Qui ;a\nQui dort ?;b\n', "A quotation mark in line 2 is not closed"),
        ("x.csv", "a;b\nc;d\n", "No column looks like questions"),
        ("x.apkg", "nothing", "damaged, or not what its name says"),
        ("x.bin", "nothing", "The format of this file is not known"),
        ("x.json", '{"format": "livret-review/2", "marks": []}', "a review of a newer livret"),
        ("x.yaml", "quizz:\n", "no questions of OpenQuizzDB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    bank: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    (bank / name).write_text(text, encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / name), "--into", "essai/solo")
    assert ran.code == (2 if name == "x.bin" else 1)
    assert said in ran.err


@pytest.mark.parametrize(
    ("models", "said"),
    [
        (None, "The deck is damaged"),
        ("[1, 2]", "The deck is damaged"),
        ('{"1": {"flds": 3}}', "The deck is damaged"),
        ("[" * 100_000, "The deck is damaged"),
    ],
)
def test_a_deck_that_is_stored_otherwise_is_refused(
    bank: Path, capsys: pytest.CaptureFixture[str], models: str | None, said: str
) -> None:
    import sqlite3

    with sqlite3.connect(":memory:") as database:
        database.execute("create table col (models text)")
        if models is not None:
            database.execute("insert into col values (?)", (models,))
        database.execute("create table notes (id, mid, flds, tags)")
        (bank / "x.apkg").write_bytes(packed(**{"collection.anki2": database.serialize()}))
    ran = livret(capsys, bank, "import", str(bank / "x.apkg"), "--into", "essai/solo")
    assert ran.code == 1
    assert ran.err.startswith(f"x.apkg: {said}")


def test_a_deck_that_is_empty_is_refused(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "x.apkg").write_bytes(packed(**{"collection.anki2": b""}))
    ran = livret(capsys, bank, "import", str(bank / "x.apkg"), "--into", "essai/solo")
    assert (ran.code, ran.err.startswith("x.apkg: The deck is damaged")) == (1, True)


@pytest.mark.parametrize(
    "front",
    ["<" * 300_000, "{{c1::" * 50_000, "<i>" * 50_000 + "a" + "</i>" * 50_000, "[sound:" * 50_000, "<sup>" * 50_000],
    ids=["open tags", "open gaps", "nested italics", "open sounds", "open powers"],
)
def test_text_that_is_made_to_be_slow_is_not(bank: Path, capsys: pytest.CaptureFixture[str], front: str) -> None:
    import sqlite3
    from time import process_time

    with sqlite3.connect(":memory:") as database:
        database.execute("create table col (models text)")
        database.execute("insert into col values (?)", ('{"1": {"flds": [{"name": "a"}, {"name": "b"}]}}',))
        database.execute("create table notes (id, mid, flds, tags)")
        database.execute("insert into notes values (1, 1, ?, '')", (f"{front}\x1fMoi",))
        (bank / "x.apkg").write_bytes(packed(**{"collection.anki2": database.serialize()}))
    start = process_time()
    livret(capsys, bank, "import", str(bank / "x.apkg"), "--into", "essai/solo", "--dry-run")
    assert process_time() - start < 5


def test_a_protected_workbook_is_not_called_an_old_one(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    (bank / "x.xlsx").write_bytes(raw)
    ran = livret(capsys, bank, "import", str(bank / "x.xlsx"), "--into", "essai/solo")
    assert ran.err == "x.xlsx: The file is protected with a password; save it without one.\n"


def test_every_wrong_cell_of_a_row_is_named_under_its_header(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        "Intitulé;Bonne réponse;Niveau;vrai en;lien\nUn ?;a;9;demain;x\nDeux ?;b;2;2020;https://x.org\n",
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.err.splitlines() == [
        "t.csv:2: Niveau: 9 is outside 1 to 5. Use a number from 1 to 5.  “Un ?”",
        "t.csv:2: vrai en: “demain” is not a date. Write a year, a month or a day: 2026, 2026-05 or 2026-05-31.",
        "t.csv:2: lien: “x” is not a web address. It starts with https:// and has no spaces.",
    ]
    assert "New: 1, changed: 0, unchanged: 0, marks: 0, not taken: 1." in ran.out
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--format", "json")
    assert [cell["column"] for cell in ran.data["rejected"][0]["cells"]] == ["Niveau", "vrai en", "lien"]


def test_quotation_marks_inside_of_a_cell_are_kept_or_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text(
        'question;réponse\nUn "deux" trois ?;l\'a "b"\n"Quatre" cinq ?;a\n"Six ""sept"" ?";"b\nc"\n"Huit" neuf ?;d\n',
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    said = "quotation marks around the beginning of a cell are not taken: double those that are text"
    assert f"t.csv: Not taken whole, 2: {said}.\n    3, 6\n" in ran.out
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    asked = ['Un "deux" trois ?', "Quatre cinq ?", 'Six "sept" ?', "Huit neuf ?"]
    assert re.findall(r"question: (.*)", text) == asked


def test_old_line_ends_and_utf_16_are_read(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_bytes('question;réponse\rQui ?;Moi\rOù ?;"Là\rou là"\rQuand ?;\r'.encode())
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.err == "t.csv:5: The answer is empty.  “Quand ?”\n"
    assert "New: 2," in ran.out
    text = "<?xml version='1.0' encoding='utf-16'?><quiz><question type='shortanswer'><questiontext><text>Où ?</text>"
    text += "</questiontext><answer fraction='100'><text>Ici</text></answer></question></quiz>"
    (bank / "t.xml").write_text(text.replace("Où ?", "Où donc ?"), encoding="utf-16")
    assert "New: 1," in livret(capsys, bank, "import", str(bank / "t.xml"), "--into", "essai/solo").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["t.csv", "--into", "essai/sol"], "Did you mean 'essai/solo'?"),
        (["t.csv", "--into", "essai/help"], "holds no questions"),
        (["t.csv", "--from", "exel"], "There is no format 'exel' to read"),
        (["t.csv", "--map", "question"], "should be COLUMN=FIELD"),
        (["t.csv", "--map", "Z=question"], "No column “Z”"),
        (["t.csv", "--sheet", "A"], "The file has no sheets, and so none is called “A”."),
        (["t.xlsx", "--sheet", "C"], "There is no sheet “C” with cells; there are: A."),
        (["t.csv", "--map", "B=xyz"], "“xyz” is not a field; fields are: id, jeu, produit, type, mot-clé, question"),
        (["absent.csv"], "absent.csv"),
    ],
)
def test_wrong_usage_is_explained(
    bank: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (bank / "t.csv").write_text("question;réponse\nQui ?;Moi\n", encoding="utf-8")
    workbook(bank / "t.xlsx", lambda _: None)
    monkeypatch.chdir(bank)
    ran = livret(capsys, bank, "import", *arguments)
    assert ran.code == 2
    assert said in ran.err


# GIFT and OpenQuizzDB


def test_gift_of_other_programs_is_read(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "q.gift").write_text(
        "$CATEGORY: cours/lettres\n\n// note\n::Q1:: Qui a écrit Germinal ? {=Zola ~Hugo ~%-50%Balzac#non}\n\n"
        "La Terre est plate.{F}\n\nNapoléon est né en {#1769:2} exactement.\n\nAssociez. {=a -> b =c -> d}\n\n"
        "Racontez. {}\n\nCitez deux couleurs {~%50%rouge ~%50%vert ~%-100%gras}\n\nUne phrase.\n\nDe 1 à 5 ? {#1..5}\n",
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "q.gift"), "--into", "essai/solo")
    assert ran.code == 1
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert "keyword: Q1\n    question: Qui a écrit Germinal ?\n    answer: Zola\n    theme: lettres\n" in text
    assert 'note: "Autres propositions : Hugo, Balzac."\n' in text
    assert "q.gift: Not taken whole, 1: feedback to answers is not taken.\n    4\n" in ran.out
    assert "q.gift: Not taken whole, 1: a comment is not taken.\n    4\n" in ran.out
    assert 'question: "Vrai ou faux : La Terre est plate."\n    answer: faux\n' in text
    assert "question: Napoléon est né en … exactement.\n    answer: 1769\n" in text
    assert 'note: "Tolérance : ± 2."' in text
    assert "q.gift:10: Matching pairs cannot be a question of ours.  “Associez.”" in ran.err
    assert "q.gift:12: A free text has no answer.  “Racontez.”" in ran.err
    assert "q.gift:14: None of the types of this product fits the answer “rouge | vert”: plain." in ran.err
    assert "q.gift:16: It has no answers between braces.  “Une phrase.”" in ran.err
    assert "q.gift:18: A range of numbers (1..5) is not one right number." in ran.err


def test_everything_that_gift_questions_have_is_taken_or_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = "Un nom qui est bien trop long pour être un mot-clé"
    (bank / "q.gift").write_text(
        "Qui ? {=A#bravo ~B#non ~%50%C}\n\nCombien ? {#4#juste}\n\nCombien de pieds ? {#=3:0#bien =%50%3.1:0}\n\n"
        f"::{long}::Où ? <img src='x.png'> {{=Là}}\n\n::Quand donc...::Quand donc le fait-on ? {{=Hier}}\n",
        encoding="utf-8",
    )
    ran = livret(capsys, bank, "import", str(bank / "q.gift"), "--into", "essai/duo")
    assert (ran.code, ran.err) == (0, "")
    text = (bank / "content/essai/duo/02.yaml").read_text(encoding="utf-8")
    assert 'answer: A\n    note: "Autres propositions : B, C."\n' in text
    assert "answer: 4\n" in text
    assert 'answer: 3\n    note: "Autres propositions : 3.1."\n' in text
    assert "q.gift: Not taken whole, 3: feedback to answers is not taken.\n    1, 3, 5\n" in ran.out
    assert "q.gift: Not taken whole, 1: the name of the question is not taken.\n    7\n" in ran.out
    assert "q.gift: Not taken whole, 1: pictures and sounds are not taken.\n    7\n" in ran.out


MOODLE = (
    "<quiz>"
    '<question type="shortanswer"><name><text>Un</text></name><questiontext><text>Qui ?&lt;img src="a"&gt;</text>'
    '</questiontext><answer fraction="100"><text>Moi</text><feedback><text>bravo</text></feedback></answer>'
    '<answer fraction="0"><text>Toi</text></answer><answer fraction="0"><text>*</text></answer>'
    "<hint><text>indice</text></hint><tags><tag><text>facile</text></tag></tags></question>"
    '<question type="numerical"><name><text>Combien…</text></name><questiontext><text>Combien de mètres ?</text>'
    '</questiontext><answer fraction="50"><text>9</text><tolerance>1</tolerance></answer><answer fraction="100">'
    "<text>8</text><tolerance>0.5</tolerance></answer><units><unit><multiplier>1</multiplier><unit_name>m</unit_name>"
    "</unit><unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units></question>"
    '<question type="cloze"><questiontext><text>Un trou</text></questiontext></question>'
    "</quiz>"
)


def test_everything_that_moodle_questions_have_is_taken_or_named(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bank / "q.xml").write_text(MOODLE, encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "q.xml"), "--into", "essai/duo")
    text = (bank / "content/essai/duo/02.yaml").read_text(encoding="utf-8")
    assert 'answer: Moi\n    note: "Autres propositions : Toi."\n' in text
    assert 'answer: 8\n    unit: m\n    note: "Tolérance : ± 0.5. Autres propositions : 9."\n' in text
    second = MOODLE.index('<question type="numerical"') + 1
    for what, place in (
        ("pictures and sounds are not taken", 7),
        ("feedback to answers is not taken", 7),
        ("hints are not taken", 7),
        ("tags are not taken", 7),
        ("the name of the question is not taken", 7),
        ("other units of the number are not taken", second),
    ):
        assert f"q.xml: Not taken whole, 1: {what}.\n    1:{place}\n" in ran.out
    third = MOODLE.index('<question type="cloze"') + 1
    assert f"q.xml:1:{third}: Moodle's type “cloze” cannot be a question of ours.  “Un trou”" in ran.err


def test_a_number_with_a_unit_becomes_a_text_where_there_are_no_numbers(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bank / "q.xml").write_text(MOODLE, encoding="utf-8")
    livret(capsys, bank, "import", str(bank / "q.xml"), "--into", "essai/solo")
    assert "answer: 8 m\n" in (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["gift", "moodle"])
def test_units_sources_and_missing_themes_survive_a_round_trip(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    bare = (
        "page: 1\nquestions:\n  - id: qfroid\n    type: cible\n    keyword: Froid\n    question: Quelle température ?\n"
        '    answer: "-40.5"\n    unit: "°C"\n    source: https://exemple.org/a\n'
    )
    (bank / PAGE).write_text(bare, encoding="utf-8")
    place = tmp_path / f"b.{'gift' if name == 'gift' else 'xml'}"
    assert livret(capsys, bank, "export", name, "essai/duo", "-o", str(place)).code == 0
    (bank / PAGE).unlink()
    ran = livret(capsys, bank, "import", str(place), "--into", "essai/duo")
    assert (ran.code, ran.err) == (0, "")
    assert "Not taken whole" not in ran.out
    kept = bare if name == "moodle" else bare.replace("    source: https://exemple.org/a\n", "")
    assert page(bank).partition("    type")[2] == kept.partition("    type")[2]


def test_fields_and_tags_of_anki_notes_are_taken_or_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import sqlite3

    names = json.dumps({"7": {"flds": [{"name": name} for name in ("Front", "Back", "Extra", "Type")]}})
    with sqlite3.connect(":memory:") as database:
        database.execute("create table col (models text)")
        database.execute("insert into col values (?)", (names,))
        database.execute("create table notes (id, mid, flds, tags)")
        rows = [(11, 7, "Qui ?\x1fMoi\x1fen plus\x1frare", " a b "), (12, 7, "Où ?\x1fLà\x1f\x1f", " a ")]
        database.executemany("insert into notes values (?, ?, ?, ?)", rows)
        (bank / "x.apkg").write_bytes(packed(**{"collection.anki2": database.serialize()}))
    ran = livret(capsys, bank, "import", str(bank / "x.apkg"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    for what in ("the field “Extra” is not taken", "the field “Type” is not taken", "tags are not taken"):
        assert f"x.apkg: Not taken whole, 1: {what}.\n    11\n" in ran.out


@pytest.mark.parametrize("name", ["gift", "moodle", "anki"])
def test_what_other_programs_can_carry_comes_back(
    bank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    suffix = {"gift": "gift", "moodle": "xml", "anki": "apkg"}[name]
    place = tmp_path / f"b.{suffix}"
    assert livret(capsys, bank, "export", name, "essai/duo", "-o", str(place)).code == 0
    (bank / PAGE).unlink()
    ran = livret(capsys, bank, "import", str(place), "--into", "essai/duo")
    assert (ran.code, ran.err) == (0, "")
    report = json.loads(livret(capsys, bank, "export", "tabletop-simulator", "essai/duo", "-o", "-").out or "{}")
    cards = {card["Nickname"].partition(" · ")[0]: card for card in report["ObjectStates"][0]["ContainedObjects"]}
    assert cards["Boussole"]["GMNotes"] == "nord · est (levant, orient) · sud · ouest"
    assert cards["Chevalet"]["GMNotes"] == "Pablo Picasso (Picasso)"
    assert cards["Toit du monde"]["GMNotes"] == "8849 m"
    assert cards["Signes"]["GMNotes"] == "=SOMME(1;2) | x"


BROKEN = """\
---
fournisseur: OpenQuizzDB - Fournisseur de contenu libre (https://www.openquizzdb.org)
thème: Mots (Langue)
difficulté: 2 / 5
quizz:
  fr:
  - débutant:
    - id: 1
      question: Qui a dit : « La Terre : non » ?
      propositions:
      - Zola : lui
      - "Hugo"
      - No
      réponse: No
      anecdote: Il disait : « # oui ».
  en:
  - expert:
    - id: 1
      question: Who?
      propositions:
      - Me
      réponse: Me
      anecdote: None.
"""


def test_yaml_that_is_no_yaml_is_read_line_by_line(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "oq.yaml").write_text(BROKEN, encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "oq.yaml"), "--into", "essai/solo")
    assert (ran.code, ran.err) == (0, "")
    assert "oq.yaml: 1 questions in other languages were not taken: en." in ran.out
    text = (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")
    assert 'question: "Qui a dit : « La Terre : non » ?"\n    answer: No\n    theme: Mots\n    difficulty: 1\n' in text
    assert 'note: "Il disait : « # oui ». Autres propositions : Zola : lui, Hugo."' in text


@pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not there")
@pytest.mark.parametrize("suffix", ["csv", "json", "yaml"])
def test_every_french_question_of_openquizzdb_is_read(suffix: str) -> None:
    """40 quizzes of 30 questions; most of the YAML and ten of the JSON files are neither."""
    from pipeline.formats.base import Draft
    from pipeline.formats.openquizzdb import read

    found: list[Draft] = []
    for place in sorted((DATA / "openquizzdb").glob(f"*.{suffix}")):
        events = list(read(place.read_bytes(), Reading(place.name)))
        drafts = [event for event in events if isinstance(event, Draft)]
        assert len(drafts) == len(events), f"{place.name}: {[event for event in events if event not in drafts][:3]}"
        french = [draft for draft in drafts if draft.language in ("fr", "")]
        assert len(french) == 30, place.name
        found += french
    assert len(found) == 1200
    assert all(draft.texts["question"] and draft.texts["answer"] and draft.texts["difficulty"] for draft in found)
    assert not any("réponse:" in text for draft in found for text in draft.texts.values())


@pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not there")
def test_the_three_forms_of_openquizzdb_agree() -> None:
    from pipeline.core.folding import answer_key
    from pipeline.formats.base import Draft
    from pipeline.formats.openquizzdb import read

    answers: dict[str, set[str]] = {}
    for suffix in ("csv", "json", "yaml"):
        answers[suffix] = {
            f"{place.stem} {answer_key(event.texts['answer'])}"
            for place in (DATA / "openquizzdb").glob(f"*.{suffix}")
            for event in read(place.read_bytes(), Reading(place.name))
            if isinstance(event, Draft) and event.language in ("fr", "")
        }
    both = answers["json"] & answers["yaml"] & answers["csv"]
    assert len(both) > 0.9 * len(answers["csv"]), "they are releases of different dates, not the same texts"


# Reviews


def review(root: Path, *marks: dict[str, str], **more: str) -> Path:
    place = root / "ana.json"
    data: dict[str, Any] = {"format": "livret-review/1", "reviewer": "Ana B.", "marks": list(marks), **more}
    place.write_text(json.dumps(data), encoding="utf-8")
    return place


def marks_of(root: Path) -> list[tuple[str, str, str]]:
    report = check(root, Options(today=TODAY, cache=False))
    found = [one for one in report.findings if one.rule in ("reviewer-mark", "stale-review", "bad-review")]
    return [(one.rule, str(one.message), one.id) for one in found]


def test_marks_become_findings_at_their_questions(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = review(
        bank,
        {"game": "essai", "product": "duo", "id": "qcible", "mark": "wrong", "remark": "8848,86 m"},
        {"game": "essai", "product": "duo", "id": "qtexte", "mark": "right", "remark": ""},
        {"game": "essai", "product": "duel", "id": "c001-2", "mark": "too-long"},
        {"game": "essai", "product": "duo", "id": "nobody", "mark": "wrong"},
        {"game": "essai", "product": "duo", "id": "qliste", "mark": "meh"},
    )
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "ana.json:4: There is no question “nobody”." in ran.err
    assert "ana.json:5: “meh” is not a mark; marks are: right, wrong, doubtful, too-long." in ran.err
    assert "marks: 3, not taken: 2." in ran.out
    kept = json.loads((bank / "content/reviews/ana-b.json").read_text(encoding="utf-8"))
    assert [(mark["id"], mark["mark"]) for mark in kept["marks"]] == [
        ("qcible", "wrong"), ("qtexte", "right"), ("c001-2", "too-long"),
    ]  # fmt: skip
    validate(kept, review_schema())
    assert marks_of(bank) == [
        ("reviewer-mark", "Ana B. finds this question too long.", "c001-2"),
        ("reviewer-mark", "Ana B. finds this question wrong: “8848,86 m”", "qcible"),
    ]
    report = check(bank, Options(today=TODAY, cache=False, select=frozenset({"reviewer-mark"})))
    assert marked(report.findings[1], bank) == "À combien de mètres culmine l'Everest ?"
    assert {finding.severity for finding in report.findings} == {"warning"}
    released = check(bank, Options(today=TODAY, cache=False, release=True, select=frozenset({"reviewer-mark"})))
    assert {finding.severity for finding in released.findings} == {"error"}


def test_a_mark_can_be_waived_with_a_reason(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    livret(capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "doubtful"})))
    waived = DUO.replace("    difficulty: 2\n", "    difficulty: 2\n    waive: {reviewer-mark: vérifié en 2026}\n")
    (bank / PAGE).write_text(waived, encoding="utf-8")
    assert marks_of(bank) == []


def test_marks_on_changed_or_deleted_questions_are_stale(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    livret(
        capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "wrong"}, {"id": "qtexte", "mark": "wrong"}))
    )
    changed = DUO.replace('"8 849"', "8850").replace("id: qtexte", "id: autre")
    (bank / PAGE).write_text(changed, encoding="utf-8")
    assert marks_of(bank) == [
        ("stale-review", "“qcible” has changed since Ana B. marked it.", ""),
        ("stale-review", "There is no question “qtexte” any more: this mark says nothing.", ""),
    ]


def test_a_review_of_another_state_says_so(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "wrong"}, content_hash="sha256:0")))
    assert ran.code == 0
    assert "ana.json: The reviewer has seen another state of the content" in ran.out


def test_the_hash_of_a_pack_is_the_state_that_was_reviewed(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pipeline.project.bank import hashes
    from pipeline.project.build import build
    from pipeline.project.check import load_games

    build(bank, ["essai"], ["pack"], TODAY)
    pack = json.loads((bank / "build/packs/essai.json").read_bytes())
    assert pack["content_hash"] in hashes(bank, load_games(bank)[0])
    state = {"content_hash": pack["content_hash"]}
    ran = livret(capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "wrong"}, **state)))
    assert "another state" not in ran.out


def test_a_second_review_replaces_the_marks_of_the_first(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    livret(
        capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "wrong"}, {"id": "qtexte", "mark": "wrong"}))
    )
    livret(capsys, bank, "import", str(review(bank, {"id": "qcible", "mark": "right"})))
    assert [id_ for _, _, id_ in marks_of(bank)] == ["qtexte"]


def test_remarks_in_a_sheet_are_marks_too(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = edited(
        capsys,
        bank,
        ("qcible", "avis", "Faux"),
        ("qtexte", "remarques", "Trop facile ?"),
        ("qliste", "avis", "peut-être"),
    )
    ran = livret(capsys, bank, "import", str(place))
    assert ran.code == 1
    assert "relecture.xlsx:3: “peut-être” is not a mark; marks are: juste, faux, douteux, trop long." in ran.err
    assert ("reviewer-mark", "relecture finds this question wrong.", "qcible") in marks_of(bank)
    assert ("reviewer-mark", "relecture doubts this question: “Trop facile ?”", "qtexte") in marks_of(bank)


# Parts

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1).map(
    lambda text: " ".join(text.split())
).filter(bool)  # fmt: skip


@given(st.lists(st.tuples(texts, st.lists(texts, max_size=3)), min_size=1, max_size=5))
def test_a_list_of_answers_survives_its_cell(items: list[tuple[str, list[str]]]) -> None:
    assert split_items(join_items(items)) == [(text, tuple(accept)) for text, accept in items]


@given(texts)
def test_a_text_survives_its_cell(text: str) -> None:
    assert split_items(escape(text)) == [(text, ())]


@given(st.dictionaries(st.sampled_from(EDITABLE), texts))
def test_a_fingerprint_knows_every_cell(cells: dict[str, str]) -> None:
    print_ = fingerprint(cells)
    assert all(was(print_, name, cells.get(name, "")) for name in EDITABLE)
    assert was(print_[:-1], "question", "x") is None


@given(st.lists(st.lists(texts, min_size=3, max_size=3), min_size=1, max_size=5))
def test_a_sheet_survives_writing_and_reading(rows: list[list[str]]) -> None:
    raw = io.BytesIO()
    write_sheet(raw, Design("feuille", ["a", "b", "c"], [9, 9, 9], numbers=frozenset({2})), rows)
    sheet = Workbook(raw.getvalue()).chosen("")
    assert sheet.name == "feuille"
    assert [cells for _, cells in sheet.rows()][1:] == rows


@given(st.binary(max_size=300))
def test_no_bytes_crash_a_reader(raw: bytes) -> None:
    from pipeline.formats import FORMATS

    for found in FORMATS.values():
        if found.read is not None:
            for name in ("x.csv", "x.json", "x.jsonl", "x.yaml"):
                try:
                    list(found.read(raw, Reading(name)))
                except UnreadableError as error:
                    assert str(error)  # noqa: PT017


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.25, "0%", "25 %"),
        (0.255, "0%", "25.5 %"),
        (46173, "dd/mm/yyyy", "2026-05-31"),
        (46173, "d-mmm", "2026-05-31"),
        (46173, "yyyy", "2026"),
        (46173, "mm/yyyy", "2026-05"),
        (46173.604166667, "dd/mm/yyyy hh:mm", "2026-05-31 14:30"),
        (46173.5, "dd/mm/yyyy", "2026-05-31"),
        (0.0625, "h:mm", "1:30"),
        (46173.0625, "h:mm:ss", "1:30"),
        (1.1041666667, "[h]:mm", "26:30"),
        (0.0005, "mm:ss", "0:43"),
        (1, "dd/mm/yyyy", "1900-01-01"),
        (61, "dd/mm/yyyy", "1900-03-01"),
        (-3, "dd/mm/yyyy", "-3"),
        (6000, "00000", "06000"),
        (8849, '0" m"', "8849 m"),
        (12.5, '#,##0.00\\ "€"', "12.5 €"),
        (12.5, "#,##0.00\\ [$€-40C];[Red]-#,##0.00\\ [$€-40C]", "12.5 €"),
        (3, 'General" jours"', "3 jours"),
        (5, "[Red]0", "5"),
        (0.5, "# ?/?", "0.5"),
        (1.5, "0.00", "1.5"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "100000000000000000000"),
        (6.02e-7, "0.00E+00", "0.000000602"),
    ],
)
def test_numbers_are_read_as_they_are_shown(value: float, code: str, text: str) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["question", "réponse"])
    book.active.append(["Quoi ?", value])
    book.active["B2"].number_format = code
    raw = io.BytesIO()
    book.save(raw)
    assert list(Workbook(raw.getvalue()).chosen("").rows())[1:] == [(2, ["Quoi ?", text])]


def test_cells_of_every_kind_are_read_or_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def cells(text: str) -> str:
        wanted = [
            "<c t='b'><v>1</v></c>", "<c t='b'><v>0</v></c>", "<c t='d'><v>2026-05-31T00:00:00</v></c>",
            "<c t='str'><f>A1</f><v>calculé</v></c>", "<c t='inlineStr'><is><r><t>ri</t></r><r><t>che</t></r></is></c>",
            "<c t='inlineStr'><is><t>_x005F_x000D_</t></is></c>",
            "<c t='inlineStr'><is><t>_xD83D__xDE00_ _xD83D_</t></is></c>",
            "<c s='²'><v>5</v></c>", "<c t='s'><v>99</v></c>", "<c t='s'><v>²</v></c>", "<c t='e'><v>#DIV/0!</v></c>",
        ]  # fmt: skip
        rows = "".join(
            f"<row><c t='inlineStr'><is><t>Question {at} ?</t></is></c>{cell}</row>" for at, cell in enumerate(wanted)
        )
        merged = "<mergeCells count='2'><mergeCell ref='A1:B1'/><mergeCell ref='C2:C4'/></mergeCells>"
        return text.replace("</sheetData>", f"{rows}</sheetData>{merged}")

    (bank / "t.xlsx").write_bytes(sheet_with(cells))
    ran = livret(capsys, bank, "import", str(bank / "t.xlsx"), "--into", "essai/solo")
    assert re.findall(r"    answer: (.*)", (bank / "content/essai/solo/01.yaml").read_text(encoding="utf-8")) == [
        "Moi", "vrai", "faux", "2026-05-31", "calculé", "riche", '"_x000D_"', '"😀 �"', "5",
    ]  # fmt: skip
    assert ran.err.splitlines() == [
        "t.xlsx:11: B11 refers to the text number 99, which the workbook does not have.  “Question 8 ?”",
        "t.xlsx:12: B12 refers to the text number ², which the workbook does not have.  “Question 9 ?”",
        "t.xlsx:13: B13 holds the error #DIV/0!: correct its formula.  “Question 10 ?”",
    ]
    assert "t.xlsx: Merged cells are read as one cell at their top left, the others as empty: C2:C4.\n" in ran.out


def test_questions_that_differ_in_a_sign_are_two(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "Que vaut 2 + 2 ?",
        "Que vaut 2 - 2 ?",
        "Que vaut 2 × 2 ?",
        "Que vaut 2² ?",
        "Qui a créé C ?",
        "Qui a créé C++ ?",
    ]
    rows = "".join(f"{text};x\n" for text in [*asked, "que vaut 2 + 2"])
    (bank / "t.csv").write_text(f"question;réponse\n{rows}", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.err == "t.csv:8: It is asked already at 2 of t.csv.  “que vaut 2 + 2”\n"
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert "New: 0, changed: 0, unchanged: 0, marks: 0, not taken: 7." in ran.out


def test_a_chance_card_is_not_taken_twice(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = bank / "duel.apkg"
    livret(capsys, bank, "export", "anki", "essai/duel", "-o", str(place))
    ran = livret(capsys, bank, "import", str(place), "--into", "essai/duel")
    assert "It is asked already: “c001-1”" in ran.err
    assert "New: 0, changed: 0, unchanged: 0, marks: 0, not taken: 2." in ran.out
