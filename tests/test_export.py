"""`livret export`: what is asked for is written whole or not at all, and edits in YAML leave everything else alone."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.cli.common import counter
from pipeline.formats import FORMATS
from pipeline.project.updating import ORDER, _applied
from pipeline.source.document import load
from pipeline.source.edits import ImpossibleError, change
from pipeline.source.writing import clean, entry, flow, scalar
from tests.bank import DUO, write_bank
from tests.command import environment, livret, process

if TYPE_CHECKING:
    from pipeline.core.finding import Edit

BROKEN = DUO.replace('"8 849"', "haut")


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return write_bank(tmp_path)


def test_a_question_that_cannot_be_read_keeps_the_file_from_being_written(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bank / "content/essai/duo/01.yaml").write_text(BROKEN, encoding="utf-8")
    out = bank / "b.gift"
    out.write_text("the old one", encoding="utf-8")
    ran = livret(capsys, bank, "export", "gift", "essai/duo", "-o", str(out))
    assert ran.code == 1
    assert "error[LV201] cible-not-a-number: “haut” is not a number." in ran.err
    assert "Nothing was written: repair these errors first, or write the rest with --partial." in ran.err
    assert out.read_text(encoding="utf-8") == "the old one"
    assert [path.name for path in bank.iterdir() if "partial" in path.name] == []


def test_the_rest_is_written_on_demand(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "content/essai/duo/01.yaml").write_text(BROKEN, encoding="utf-8")
    ran = livret(capsys, bank, "export", "gift", "essai/duo", "-o", str(bank / "b.gift"), "--partial")
    assert ran.code == 1
    assert ran.out == f"{bank / 'b.gift'}: 3 written.\n"
    assert "qtexte" in (bank / "b.gift").read_text(encoding="utf-8")


def test_nothing_is_written_if_nothing_fits(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = bank / "k.xlsx"
    out.write_text("the old one", encoding="utf-8")
    ran = livret(capsys, bank, "export", "kahoot", "essai/help", "-o", str(out))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.endswith("Nothing was written: there is no question or card that this format can take.\n")
    assert "a card without a question" in ran.err
    assert out.read_text(encoding="utf-8") == "the old one"
    assert livret(capsys, bank, "export", "gift", "essai/duel", "-o", "-").code == 0, "one of two is something"


@pytest.mark.parametrize(
    ("whole", "spoilt", "said"),
    [
        ("players: {min: 2, max: 6}", "players: some", "wrong-shape"),
        ("kind: booklet, title: Duo", "kind: bookle, title: Duo", "unknown-"),
    ],
    ids=["a game", "a product"],
)
@pytest.mark.parametrize("targets", [(), ("deux",), ("deux/duo",)], ids=["all", "the game", "the product"])
def test_a_game_that_cannot_be_read_is_not_left_out_in_silence(
    bank: Path, capsys: pytest.CaptureFixture[str], whole: str, spoilt: str, said: str, targets: tuple[str, ...]
) -> None:
    import shutil

    other = bank / "content" / "deux"
    shutil.copytree(bank / "content" / "essai", other)
    text = (other / "game.yaml").read_text(encoding="utf-8").replace("game: essai", "game: deux")
    (other / "game.yaml").write_text(text.replace(whole, spoilt), encoding="utf-8")
    ran = livret(capsys, bank, "export", "csv", *targets, "-o", str(bank / "a.csv"))
    assert ran.code == 1
    assert f" {said}" in ran.err
    assert "content/deux/game.yaml" in ran.err
    assert not (bank / "a.csv").exists()
    assert livret(capsys, bank, "export", "csv", "essai", "-o", str(bank / "a.csv")).code == 0
    if not targets:
        assert livret(capsys, bank, "export", "csv", "-o", str(bank / "b.csv"), "--partial").code == 1
        assert (bank / "b.csv").exists()


def test_new_questions_for_a_game_that_cannot_be_read_are_refused(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = bank / "content/essai/game.yaml"
    game.write_text(game.read_text(encoding="utf-8").replace("players: {min: 2, max: 6}", "players: some"), "utf-8")
    (bank / "t.csv").write_text("question;réponse\nQui ?;Moi\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo")
    assert ran.code == 2
    assert "content/essai/game.yaml cannot be read: repair it as `livret check` says, then import again." in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["export", "xls"], "There is no format 'xls'. Did you mean 'xlsx'?"),
        (["export", "review"], "There is no format 'review'"),
        (["export", "csv", "esai"], "Did you mean 'essai'?"),
        (["export", "csv", "essai/dou"], "Did you mean 'essai/duo'?"),
        (["export", "csv", "-o", "nowhere/b.csv"], "There is no folder 'nowhere'."),
    ],
)
def test_wrong_usage_is_explained(
    bank: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    ran = livret(capsys, bank, *arguments)
    assert ran.code == 2
    assert said in ran.err


def test_a_file_of_the_default_name_is_never_overwritten(
    bank: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bank)
    assert livret(capsys, bank, "export", "csv", "duo").out == "duo.csv: 4 written.\n"
    ran = livret(capsys, bank, "export", "csv", "duo")
    assert ran.code == 2
    assert "duo.csv exists already. Name the file to write: -o FILE." in ran.err


def test_the_standard_output_gets_only_the_file(bank: Path) -> None:
    ran = process(bank, "export", "tabletop-simulator", "essai", "-o", "-")
    assert ran.code == 0
    assert len(json.loads(ran.out)["ObjectStates"]) == 3


def test_everything_is_said_in_french(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, bank, "export", "kahoot", "essai", "-o", str(bank / "k.xlsx"), "--lang", "fr")
    assert "Absentes du fichier, 1 : une carte sans question : ce format ne porte que des questions." in ran.err
    details = "as_of (1), clue (2), difficulty (1), italiques (1), keyword (4), source (1), stability (1), theme (1)"
    assert f"Ce format n'a pas de place pour : {details}.\n" in ran.err
    (bank / "t.csv").write_text("question;réponse\n;Moi\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--lang", "fr")
    assert "t.csv:2: La question est vide.  “Moi”" in ran.err
    assert ran.out.endswith("Nouvelles : 0, modifiées : 0, inchangées : 0, avis : 0, non reprises : 1.\n")


@pytest.mark.parametrize("name", [name for name, found in FORMATS.items() if found.write])
def test_every_key_of_a_question_is_carried_or_named(bank: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Under the name that it has in the file; the editors' own keys in a line of their own."""
    more = "    stability: slow\n    note: secret\n    review_by: 2030\n    waive: {accent-missing: non}\n"
    page = bank / "content/essai/duo/01.yaml"
    page.write_text(DUO.replace("    stability: slow\n", more), encoding="utf-8")
    ran = livret(capsys, bank, "export", name, "essai/duo", "-o", str(bank / "out"))
    named = set(re.findall(r"(\w+) \(\d+\)", "".join(re.findall(r"(?:no place for|in the YAML): (.*)\.", ran.err))))
    raw = (bank / "out").read_bytes()
    if name in ("xlsx", "csv"):
        assert named == {"waive"}
    else:
        assert named >= {"stability", "as_of", "note", "review_by", "waive", "difficulty"}
        assert "The editors' keys stay in the YAML: note (1), review_by (1), waive (1).\n" in ran.err
        assert b"secret" not in raw
        ran = livret(capsys, bank, "export", name, "essai/duo", "--all", "-o", str(bank / "out"))
        assert "    note: qcible\n" in ran.err
    assert ("keyword" in named) == ("keyword" not in FORMATS[name].carries)


@pytest.mark.parametrize("name", ["tabletop-simulator", "markdown"])
def test_the_forms_of_each_item_of_a_list_are_shown(bank: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    out = livret(capsys, bank, "export", name, "essai/duo", "-o", str(bank / "out"))
    assert out.code == 0
    assert "nord · est (levant, orient) · sud · ouest" in (bank / "out").read_text(encoding="utf-8")


def test_other_forms_that_a_choice_has_no_place_for_are_named(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = "  - {{id: q{0}, type: rapidite, keyword: K{0}, question: Qui est {0} ?, answer: Moi {0}, accept: [M{0}]}}\n"
    rows = "".join(row.format(at) for at in range(4))
    (bank / "content/essai/duo/01.yaml").write_text(f"page: 1\nquestions:\n{rows}", encoding="utf-8")
    ran = livret(capsys, bank, "export", "kahoot", "essai/duo", "--draw-choices", "-o", str(bank / "k.xlsx"))
    assert "Not carried whole, 4: the other forms of its answer have no place.\n    q0, q1, q2, q3\n" in ran.err


def test_an_import_can_be_read_by_programs(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bank / "t.csv").write_text("question;réponse;x\nQui ?;Moi;1\n;Toi;\n", encoding="utf-8")
    ran = livret(capsys, bank, "import", str(bank / "t.csv"), "--into", "essai/solo", "--format", "json")
    assert ran.code == 1
    assert ran.data["files"] == ["content/essai/solo/01.yaml"]
    assert [added["question"] for added in ran.data["added"]] == ["Qui ?"]
    said = {"file": "t.csv", "place": "3", "reason": "The question is empty.", "text": "Toi", "cells": []}
    assert ran.data["rejected"] == [said]
    assert [column["field"] for column in ran.data["columns"][0]["columns"]] == ["question", "réponse", ""]
    assert ran.data["written"] is True


def test_large_files_show_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    times = iter(range(100))
    monkeypatch.setattr("pipeline.cli.common.time.monotonic", lambda: next(times))
    show = counter("Importing x.csv:")
    assert show is not None
    for done in (0, 1, 64, 128, -1):
        show(done)
    assert terminal.getvalue() == "\rImporting x.csv: 0\rImporting x.csv: 64\rImporting x.csv: 128\r\x1b[K"


def test_every_format_has_a_name_a_summary_and_a_way() -> None:
    for name, found in FORMATS.items():
        assert found.name == name
        assert re.fullmatch(r"[A-ZQ].*\.", found.summary), name
        assert found.suffix.startswith(".")
        assert found.write or found.read, name


# Edits in YAML

texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1).map(clean).filter(bool)


@given(texts)
@example("0:?")
def test_any_text_is_read_back_from_its_scalar(text: str) -> None:
    for written in (f"a: {scalar(text)}\n", f"a: {{b: {scalar(text, flow=True)}}}\n", f"a:\n  - {scalar(text)}\n"):
        document = load(written.encode())
        if text.isprintable():
            found = document.data["a"]
            found = found["b"] if isinstance(found, dict) else found[0] if isinstance(found, list) else found
            assert found == text, written


@given(
    st.dictionaries(st.sampled_from(["question", "answer", "note"]), texts, min_size=1), st.lists(texts, max_size=20)
)
def test_any_entry_is_read_back(data: dict[str, Any], answers: list[str]) -> None:
    data = data | ({"answers": answers} if answers else {})
    if all(text.isprintable() for text in (*data, *answers, *(v for v in data.values() if isinstance(v, str)))):
        assert load(f"q:\n{entry(data, 2)}".encode()).data == {"q": [data]}
        assert load(f"q: {flow(data)}\n".encode()).data == {"q": data}


plain_texts = st.text("abcé :#-'\"«»,[]{}?!|=0123456789", min_size=1, max_size=20).map(clean).filter(bool)
values = st.dictionaries(
    st.sampled_from(["type", "keyword", "question", "unit", "theme", "difficulty", "note", "source", "tie"]),
    st.one_of(st.none(), plain_texts),
    min_size=1,
)


@given(st.integers(0, 3), values, st.one_of(st.none(), st.lists(plain_texts, min_size=1, max_size=6)))
def test_edits_change_what_they_should_and_nothing_else(
    number: int, changes: dict[str, str | None], answers: list[str] | None
) -> None:
    document = load(DUO.encode())
    wanted: dict[str, Any] = dict(changes)
    before = document.data["questions"][number]
    if answers is not None and "answers" in before:
        wanted["answers"] = answers
    try:
        edits: list[Edit] = change(document, ("questions", number), wanted, ORDER)
    except ImpossibleError:
        assert "answers" in wanted, "only a list can be refused here"
        return
    after = load(_applied(DUO, edits).encode())
    expected = {key: value for key, value in (before | wanted).items() if value is not None}
    assert after.data["questions"][number] == expected
    others = [data for at, data in enumerate(document.data["questions"]) if at != number]
    assert [data for at, data in enumerate(after.data["questions"]) if at != number] == others
    assert after.text.startswith("# La première page, écrite à la main.\n")
    if number != 0 or wanted.get("keyword", "") is not None:
        assert "   # le mot-clé\n" in after.text


# Where the file goes


def test_a_device_stays_one(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe stands for it: as root, a test that fails would do away with the real one."""
    import stat
    import threading

    pipe = bank / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    ran = livret(capsys, bank, "export", "gift", "essai/duo", "-o", str(pipe))
    reader.join(30)
    assert (ran.code, ran.out) == (0, f"{pipe}: 4 written.\n")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert got[0].startswith(b"$CATEGORY: ")
    assert sorted(path.name for path in bank.iterdir()) == ["content", "pipe"]


@pytest.mark.parametrize(
    "name", [name for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1") if Path(name).exists()]
)
def test_another_name_of_the_standard_output_gets_only_the_file(bank: Path, name: str) -> None:
    plain = process(bank, "export", "gift", "essai/duo", "-o", "-")
    ran = process(bank, "export", "gift", "essai/duo", "-o", name)
    assert (ran.code, ran.out) == (0, plain.out)


def test_behind_a_link_the_file_changes_and_keeps_its_permissions(
    bank: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, link = bank / "there.gift", bank / "link.gift"
    there.write_text("old", encoding="utf-8")
    there.chmod(0o640)
    link.symlink_to("there.gift")
    assert livret(capsys, bank, "export", "gift", "essai/duo", "-o", str(link)).code == 0
    assert link.is_symlink()
    assert there.read_text(encoding="utf-8").startswith("$CATEGORY: ")
    assert there.stat().st_mode & 0o777 == 0o640


def test_a_folder_is_no_file_to_write(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, bank, "export", "gift", "-o", str(bank))
    assert ran.code == 2
    assert f"'{bank}' is a folder. Name the file to write: -o FILE." in ran.err


def test_a_process_that_is_told_to_end_leaves_nothing_behind(tmp_path: Path) -> None:
    import signal
    import subprocess

    out = tmp_path / "a.csv"
    out.write_text("old", encoding="utf-8")
    program = (
        "import sys, time; from pathlib import Path; from pipeline.project.whole import replacing\n"
        "with replacing(Path(sys.argv[1])) as new:\n"
        "    new.path.write_text('half'); print('writing', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(out)], stdout=subprocess.PIPE, env=environment()
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"writing\n"
        assert len(list(tmp_path.iterdir())) == 2
        running.terminate()
        assert running.wait(30) == -signal.SIGTERM
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert out.read_text(encoding="utf-8") == "old"


def test_what_a_killed_process_has_left_is_removed_by_the_next(bank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import subprocess

    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (bank / f".b.gift.{dead.pid}.partial").write_text("half", encoding="utf-8")
    (bank / f".b.gift.{os.getppid()}.partial").write_text("somebody still writes it", encoding="utf-8")
    assert livret(capsys, bank, "export", "gift", "essai/duo", "-o", str(bank / "b.gift")).code == 0
    left = [path.name for path in bank.iterdir() if path.name.endswith(".partial")]
    assert left == [f".b.gift.{os.getppid()}.partial"]
