"""`livret diff`: what changed between two packs, in words, data and as an errata list; and the next version."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.packs.diff import at_least, diff, proposed
from pipeline.packs.format import encode, sealed
from pipeline.packs.read import read_file
from pipeline.project.build import build
from tests.command import livret
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def pack(toy: Toy) -> dict[str, Any]:
    build(toy.root, ["jouet"], ["pack"], TODAY)
    found = read_file(toy.root / "build/packs/jouet.json").pack
    assert found is not None
    return found


def product(pack: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in pack["products"] if one["id"] == name)
    return found


def kinds(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    return [change.kind for change in diff(old, new).changes]


def changed(pack: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(pack)


def test_same_pack_has_no_difference(pack: dict[str, Any]) -> None:
    found = diff(pack, changed(pack))
    assert (found.changes, found.level, found.proposed) == ((), "none", "1.0.0")


def test_other_words_of_an_answer_are_no_change_of_it(pack: dict[str, Any]) -> None:
    """They follow from other answers, and a question that did not change has not changed."""
    new = changed(pack)
    cible, list_ = product(new, "duo")["questions"]
    cible["answer"]["unlike"] = list_["answer"]["items"][0]["unlike"] = ["mot"]
    assert kinds(pack, new) == []


def test_question_that_is_added_and_removed(pack: dict[str, Any]) -> None:
    new = changed(pack)
    question = product(new, "duo")["questions"].pop()
    assert kinds(pack, new) == ["removed"]
    assert diff(pack, new).proposed == "2.0.0"
    assert kinds(new, pack) == ["added"]
    assert diff(new, pack).proposed == "1.1.0"
    assert diff(pack, new).changes[0].old.id == question["id"]  # type: ignore[union-attr]


def test_question_that_moved(pack: dict[str, Any]) -> None:
    new = changed(pack)
    product(new, "duo")["questions"][0]["page"] = 2
    (change,) = diff(pack, new).changes
    assert change.kind == "moved"
    assert change.old is not None
    assert change.new is not None
    assert (dict(change.old.place)["page"], dict(change.new.place)["page"]) == ("1", "2")
    assert diff(pack, new).level == "major"


def test_question_that_moved_to_another_booklet(pack: dict[str, Any]) -> None:
    new = changed(pack)
    product(new, "duo")["questions"].append(product(new, "solo")["questions"].pop())
    assert kinds(pack, new) == ["moved"]


def test_question_that_only_has_another_id_is_the_same(pack: dict[str, Any]) -> None:
    new = changed(pack)
    product(new, "duo")["questions"][0]["id"] = "other1"
    assert kinds(pack, new) == []


def test_words_are_a_patch_and_notes_too(pack: dict[str, Any]) -> None:
    new = changed(pack)
    product(new, "duo")["questions"][0]["keyword"] = "Sommet"
    product(new, "solo")["questions"][0]["theme"] = "lettres"
    found = diff(pack, new)
    assert [change.kind for change in found.changes] == ["reworded", "noted"]
    assert found.changes[0].fields[0] == ("keyword", "Toit du monde", "Sommet")
    assert found.proposed == "1.0.1"


@pytest.mark.parametrize(
    ("place", "answer", "kind"),
    [
        (("duo", 0), {"kind": "number", "value": 8848, "unit": "m", "text": "8848 m"}, "answer-changed"),
        (("duo", 0), {"kind": "number", "value": 8849, "unit": "km", "text": "8849 km"}, "answer-changed"),
        (("solo", 0), {"kind": "text", "text": "Emile Zola", "accept": []}, "reworded"),
        (("solo", 0), {"kind": "text", "text": "Émille Zola", "accept": []}, "reworded"),
        (("solo", 0), {"kind": "text", "text": "Émile Zola", "accept": ["Zola"]}, "reworded"),
        (("solo", 0), {"kind": "text", "text": "Victor Hugo", "accept": []}, "answer-changed"),
        (("solo", 0), {"kind": "text", "text": "Victor Hugo", "accept": ["Émile Zola"]}, "answer-changed"),
    ],
)
def test_changed_answer_is_more_than_a_typo(
    pack: dict[str, Any], place: tuple[str, int], answer: dict[str, Any], kind: str
) -> None:
    new = changed(pack)
    product(new, place[0])["questions"][place[1]]["answer"] = answer
    found = diff(pack, new)
    assert [change.kind for change in found.changes] == [kind]
    assert found.proposed == ("1.1.0" if kind == "answer-changed" else "1.0.1")


def test_list_that_lost_an_item_or_a_form_has_another_answer(pack: dict[str, Any]) -> None:
    shorter, stricter, other = changed(pack), changed(pack), changed(pack)
    product(shorter, "duo")["questions"][1]["answer"]["items"].pop()
    product(stricter, "duo")["questions"][1]["answer"]["items"][1]["accept"] = []
    product(other, "duo")["questions"][1]["answer"]["items"].reverse()
    assert kinds(pack, shorter) == ["answer-changed"]
    assert kinds(pack, stricter) == ["answer-changed"]
    assert kinds(pack, other) == ["reworded"]


def test_puzzles_cards_boards_and_the_box(pack: dict[str, Any]) -> None:
    new = changed(pack)
    product(new, "puzzles")["puzzles"][0]["solution"] = [1, 2, 3, 5]
    product(new, "deck")["cards"][0]["value"] = 3
    product(new, "track")["boards"][0]["squares"][0]["amount"] = 300
    product(new, "rules")["markdown"] += "\nFin.\n"
    new["game"]["components"][0]["count"] = 7
    found = diff(pack, new)
    assert sorted(change.kind for change in found.changes) == [
        "answer-changed", "changed", "changed", "changed", "reworded",
    ]  # fmt: skip
    assert found.level == "major"


def test_versions() -> None:
    assert [proposed("1.4.2", level) for level in ("major", "minor", "patch", "none")] == [
        "2.0.0", "1.5.0", "1.4.3", "1.4.2",
    ]  # fmt: skip
    assert at_least("1.10.0", "1.9.9")
    assert not at_least("1.0.1", "1.1.0")


# The command


@pytest.fixture
def files(pack: dict[str, Any], tmp_path: Path) -> tuple[str, str]:
    new = changed(pack)
    first, second = product(new, "duo")["questions"]
    first["answer"] |= {"value": 8850, "text": "8850 m", "display": "8 850 m"}
    second["question"] = "Citez les <b>quatre</b> points [cardinaux](x)."
    product(new, "solo")["questions"].pop()
    paths = tmp_path / "old.json", tmp_path / "new.json"
    for path, data in zip(paths, (pack, new), strict=True):
        path.write_bytes(encode(sealed(data)))
    return str(paths[0]), str(paths[1])


def test_text(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, None, "diff", *files)
    assert ran.code == 0
    assert ran.out == (
        "Jouet: 1.0.0 → 1.0.0\n"
        "! answer changed: duo, page 1, number 1 (duo001)\n"
        "    answer: 8849 m\n"
        "          → 8850 m\n"
        "- removed: solo, page 1, number 2 (solo02)\n"
        "    Dans quelle île est Bastia ?\n"
        "~ reworded: duo, page 1, number 2 (duo002)\n"
        "    question: Citez les quatre points cardinaux.\n"
        "            → Citez les <b>quatre</b> points [cardinaux](x).\n"
        "Changes: 3 (answer changed 1, removed 1, reworded 1).\n"
        "Next version: 2.0.0.\n"
    )


def test_errata_list_is_french_markdown_without_markup_from_texts(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    ran = livret(capsys, None, "diff", *files, "--format", "markdown", "--lang", "fr")
    assert ran.out == (
        "# Errata : Jouet, édition 1, version 1.0.0\n\n"
        "## duo\n\n"
        "- **page 1, numéro 1** – la réponse n'est pas « 8849 m » mais « 8850 m »\n"
        "- **page 1, numéro 2** – question : au lieu de « Citez les quatre points cardinaux. », lire « Citez les "
        "\\<b\\>quatre\\</b\\> points \\[cardinaux\\](x). »\n\n"
        "## solo\n\n"
        "- **page 1, numéro 2** – n'est plus dans le jeu\n"
    )


def test_json(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, None, "diff", *files, "--format", "json")
    (game,) = ran.data["games"]
    assert game["summary"] == {"answer-changed": 1, "removed": 1, "reworded": 1}
    assert (game["level"], game["proposed"]) == ("major", "2.0.0")
    assert game["changes"][0] == {
        "kind": "answer-changed",
        "what": "question",
        "old": {"product": "duo", "id": "duo001", "page": "1", "number": "1"},
        "new": {"product": "duo", "id": "duo001", "page": "1", "number": "1"},
        "fields": [{"name": "answer", "old": "8849 m", "new": "8850 m"}],
    }


def test_folders_are_compared_game_by_game(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, source in (("a", files[0]), ("b", files[1])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "jouet.json").write_bytes((tmp_path / source).read_bytes())
    other = json.loads((tmp_path / files[0]).read_text(encoding="utf-8"))
    other["game"]["id"] = "autre"
    (tmp_path / "b/autre.json").write_bytes(encode(sealed(other)))
    ran = livret(capsys, None, "diff", str(tmp_path / "a"), str(tmp_path / "b"), "--exit-code")
    assert ran.code == 1
    assert ran.out.endswith("+ autre\n")
    assert livret(capsys, None, "diff", str(tmp_path / "a"), str(tmp_path / "a"), "--exit-code").code == 0
    wrong = livret(capsys, None, "diff", files[0], str(tmp_path / "b/autre.json"))
    assert wrong.code == 2
    assert "packs of two games, 'jouet' and 'autre'" in wrong.err


def test_spoilt_packs_are_refused(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = (tmp_path / files[0]).read_bytes()
    for data, said in (
        (raw[:400], "cut off"),
        (raw.replace(b"8849", b"8848"), "was altered"),
        (raw.replace(b"livret-pack/1", b"livret-pack/2"), "A newer livret may read it"),
        (b"[" * 100_000, "nested too deeply"),
    ):
        (tmp_path / "bad.json").write_bytes(data)
        ran = livret(capsys, None, "diff", str(tmp_path / "bad.json"), files[1])
        assert (ran.code, ran.out) == (1, "")
        assert said in ran.err


def test_texts_of_a_pack_cannot_command_a_terminal(
    pack: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = changed(pack)
    product(new, "duo")["questions"][0]["question"] = "\x1b[2J\x07 " + "x" * 5000
    for name, data in (("a.json", pack), ("b.json", new)):
        (tmp_path / name).write_bytes(encode(sealed(data)))
    for form in ("text", "markdown"):
        ran = livret(capsys, None, "diff", str(tmp_path / "a.json"), str(tmp_path / "b.json"), "--format", form)
        assert "\x1b" not in ran.out
        assert "\x07" not in ran.out
        assert max(map(len, ran.out.splitlines())) < 1000
