"""`--fix`: each repair does what it says and nothing else; `--diff` shows it and writes nothing."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pipeline.project import fix
from pipeline.project.check import Options
from tests.command import livret
from tests.toy import TODAY, Toy

if TYPE_CHECKING:
    from collections.abc import Sequence

HEAD = "page: 1\nquestions:\n"
QUESTION = "- {{id: duo001, type: rapidite, keyword: Chevalet, question: {question}, answer: Pablo Picasso}}\n"
SECOND = """\
  - id: duo002   # the second one
    type: ping-pong
    keyword:   Boussole

    question: "Citez les quatre points cardinaux."
    answers: [nord, {answer: est, accept: [levant]},   sud, ouest]
# the end
"""


def repair(toy: Toy) -> list[fix.Repaired]:
    """Write all repairs."""
    found = list(fix.repair(toy.root, Options(today=TODAY)))
    for repaired in found:
        fix.write(toy.root, repaired)
    return found


def read(path: Path) -> Any:
    return yaml.load(path.read_bytes(), Loader=yaml.CBaseLoader)  # noqa: S506 - every scalar is text


def fixable(toy: Toy) -> list[str]:
    return [finding.rule for finding in toy.check() if finding.fixable]


def block(field: str, written: str) -> str:
    """A duo page whose first question has one field written in a certain way."""
    fields = {
        "type": "rapidite",
        "keyword": "Chevalet",
        "question": "Qui a peint *Guernica* ?",
        "answer": "Pablo Picasso",
    } | {field: written}
    rows = "".join(f"    {key}: {value}\n" for key, value in fields.items())
    return f"{HEAD}  # first\n  - id: duo001\n{rows}{SECOND}"


def repaired_field(toy: Toy, field: str, written: str) -> str:
    """The field's text after --fix; everything else in the file must be as it was."""
    before = block(field, written)
    path = toy.write_bytes("duo", before.encode("utf-8"))
    repair(toy)
    after = path.read_bytes().decode("utf-8")
    head, tail = before.split(f"    {field}: {written}\n")
    assert after.startswith(head)
    assert after.endswith(tail)
    text: str = read(path)["questions"][0][field]
    assert read(path)["questions"][1] == yaml.load(before[before.index(SECOND) :], Loader=yaml.CBaseLoader)[0]  # noqa: S506
    return text


# Characters


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("byte-order-mark", "\ufeffpage: 1\nquestions: []\n", "page: 1\nquestions: []\n"),
        ("carriage-return", "page: 1\r\nquestions: []\r\n", "page: 1\nquestions: []\n"),
        ("carriage-return", "page: 1\rquestions: []\r", "page: 1\nquestions: []\n"),
        ("carriage-return", "page: 1\r\nquestions: []\n# été\n", "page: 1\nquestions: []\n# été\n"),
        ("byte-order-mark", "\ufeffpage: 1\r\nquestions: []\r\n", "page: 1\nquestions: []\n"),
        ("not-nfc", "page: 1\nquestions: []\n# e\u0301te\u0301\n", "page: 1\nquestions: []\n# été\n"),
        ("invisible-character", "page: 1\nquestions: []\n# a\u200bb\u00adc\n", "page: 1\nquestions: []\n# abc\n"),
        ("invisible-character", "page: 1\nquestions: []\n# a\u2028b\n", "page: 1\nquestions: []\n# a b\n"),
        ("no-break-space", "page: 1\nquestions: []\n# a\u00a0b\u202f?\n", "page: 1\nquestions: []\n# a b ?\n"),
        ("control-character", "page: 1\nquestions: []\n# a\x07b\x00c\n", "page: 1\nquestions: []\n# abc\n"),
        (
            "odd-indentation",
            "page: 1\nquestions:\n\t- id: duo001\n\t\ttype: x\n",
            "page: 1\nquestions:\n  - id: duo001\n    type: x\n",
        ),
        (
            "odd-indentation",
            "page: 1\nquestions:\n\u00a0 - id: duo001\n\u00a0\u00a0\u00a0 type: x\n",
            "page: 1\nquestions:\n  - id: duo001\n    type: x\n",
        ),
    ],
)
def test_harmful_characters_go_and_all_others_stay(toy: Toy, rule: str, before: str, after: str) -> None:
    path = toy.write_bytes("duo", before.encode("utf-8"))
    assert rule in fixable(toy)
    repair(toy)
    assert path.read_bytes().decode("utf-8") == after
    assert fixable(toy) == []


def test_a_joined_emoji_is_not_taken_apart(toy: Toy) -> None:
    text = f"{HEAD}# 👩‍🚀 e\u0301\n"
    path = toy.write_bytes("duo", text.encode("utf-8"))
    repair(toy)
    assert path.read_bytes().decode("utf-8") == f"{HEAD}# 👩‍🚀 é\n"


def test_characters_of_the_rulebook_are_repaired_too(toy: Toy) -> None:
    path = toy.write_bytes("rules", "\ufeff# Règle du jeu\r\n\r\nVoici\u00a0la re\u0300gle.\r\n".encode())
    repair(toy)
    assert path.read_bytes().decode("utf-8") == "# Règle du jeu\n\nVoici la règle.\n"


def test_game_yaml_is_repaired_too(toy: Toy) -> None:
    path = toy.game()
    before = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + before.replace(b"\n", b"\r\n"))
    repair(toy)
    assert path.read_bytes() == before


def test_a_file_that_is_not_utf8_is_left_alone(toy: Toy) -> None:
    raw = "page: 1\nquestions: []\n# été\n".encode("latin-1")
    path = toy.write_bytes("duo", raw)
    repair(toy)
    assert path.read_bytes() == raw


# French text that YAML misreads


@pytest.mark.parametrize(
    ("field", "written", "text"),
    [
        ("question", "Qui a dit : « I have a dream » ?", "Qui a dit : « I have a dream » ?"),
        ("question", "« Je pense, donc je suis » : qui l'a écrit ?", "« Je pense, donc je suis » : qui l'a écrit ?"),
        ("answer", "*Guernica*", "*Guernica*"),
        ("answer", "- le tiret", "- le tiret"),
        ("answer", "@livret", "@livret"),
        ("answer", "`code`", "`code`"),
        ("answer", "100 % : tout", "100 % : tout"),
        ("answer", "Titre : sous-titre  # une note", "Titre : sous-titre"),
        ("answer", "L'œuvre : \\n", "L'œuvre : \\n"),
        ("answer", "Que veut dire : {id}", "Que veut dire : {id}"),
    ],
)
def test_text_that_yaml_cannot_read_gets_quotes(toy: Toy, field: str, written: str, text: str) -> None:
    assert repaired_field(toy, field, written) == text
    assert "unquoted-text" not in toy.rules()


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Chanel #5", "Chanel #5"),
        ('Le "vrai" #1', 'Le "vrai" #1'),
        ("L'île #2", "L'île #2"),
        ("Chanel #5  # le parfum", "Chanel #5"),
    ],
)
def test_text_that_a_hash_cuts_gets_quotes(toy: Toy, written: str, text: str) -> None:
    toy.write_bytes("duo", block("answer", written).encode("utf-8"))
    assert "comment-cuts-text" in fixable(toy)
    assert repaired_field(toy, "answer", written).replace("« vrai »", '"vrai"') == text
    assert "comment-cuts-text" not in toy.rules()


def test_a_comment_is_not_made_text(toy: Toy) -> None:
    before = block("answer", "Pablo Picasso # le peintre").encode("utf-8")
    path = toy.write_bytes("duo", before)
    repair(toy)
    assert path.read_bytes() == before


def test_a_hash_inside_a_block_or_quotes_is_left_alone(toy: Toy) -> None:
    for written in ('"Chanel #5"', "'Chanel #5'", "|-\n      Chanel #5", '"Chanel\n      answer : le #5"'):
        before = block("answer", written).encode("utf-8")
        path = toy.write_bytes("duo", before)
        repair(toy)
        assert path.read_bytes() == before


# Ids


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "  - type: rapidite\n    keyword: Chevalet\n    question: Qui a peint *Guernica* ?\n    answer: Picasso\n",
            "  - id: {id}\n    type: rapidite\n    keyword: Chevalet\n    question: Qui a peint *Guernica* ?\n"
            "    answer: Picasso\n",
        ),
        (
            "  -   type: rapidite # a comment\n      keyword: Chevalet\n      question: Qui ?\n      answer: Picasso\n",
            "  -   id: {id}\n      type: rapidite # a comment\n      keyword: Chevalet\n      question: Qui ?\n"
            "      answer: Picasso\n",
        ),
        (
            "  -\n    # a comment\n    type: rapidite\n    keyword: Chevalet\n    question: Qui ?\n"
            "    answer: Picasso\n",
            "  -\n    # a comment\n    id: {id}\n    type: rapidite\n    keyword: Chevalet\n    question: Qui ?\n"
            "    answer: Picasso\n",
        ),
        (
            "  - {type: rapidite, keyword: Chevalet, question: Qui ?, answer: Picasso}\n",
            "  - {id: {id}, type: rapidite, keyword: Chevalet, question: Qui ?, answer: Picasso}\n",
        ),
        (
            "  - {  type: rapidite,\n       keyword: Chevalet, question: Qui ?, answer: Picasso }\n",
            "  - {  id: {id}, type: rapidite,\n       keyword: Chevalet, question: Qui ?, answer: Picasso }\n",
        ),
        (
            "  - \"type\": rapidite\n    keyword: Chevalet\n    question: Qui ?\n    answer: Picasso\n",
            "  - id: {id}\n    \"type\": rapidite\n    keyword: Chevalet\n    question: Qui ?\n    answer: Picasso\n",
        ),
    ],
    ids=["block", "wide dash", "comment first", "flow", "flow over lines", "quoted key"],
)  # fmt: skip
def test_a_missing_id_is_written_first_in_the_style_of_the_entry(toy: Toy, before: str, after: str) -> None:
    path = toy.write_bytes("duo", (HEAD + before + SECOND).encode("utf-8"))
    assert "missing-id" in fixable(toy)
    repair(toy)
    new = read(path)["questions"][0]["id"]
    assert re.fullmatch(r"[a-z][a-z0-9]{5}", new)
    assert path.read_bytes().decode("utf-8") == HEAD + after.replace("{id}", new) + SECOND
    assert "missing-id" not in toy.rules()


def test_a_puzzle_gets_an_id_too(toy: Toy) -> None:
    toy.write("puzzles", "- attempts:\n    - {dice: [1, 2, 3, 4], feedback: {equal: 4}}\n  solution: [1, 2, 3, 4]\n")
    assert "missing-id" in fixable(toy)
    repair(toy)
    assert toy.check() == ()


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("help", "- {title: Aide, text: Regardez la carte., count: 2}\n"),
        ("deck", "- {value: 1, count: 4, name: Prima, text: La première.}\n"),
    ],
)
def test_plain_and_value_cards_need_no_id(toy: Toy, name: str, entries: str) -> None:
    toy.write(name, entries)
    assert toy.check() == ()


def test_a_question_card_gets_an_id_too(toy: Toy) -> None:
    path = toy.path("duel")
    path.write_text(path.read_text(encoding="utf-8").replace("  - id: d001\n    questions", "  - questions"), "utf-8")
    assert any(finding.fixable for finding in toy.check())
    repair(toy)
    assert toy.check() == ()


@pytest.mark.parametrize("written", ["id:", 'id: ""', "id: ''", "id: ~"])
def test_an_empty_id_does_not_get_a_second_key(toy: Toy, written: str) -> None:
    text = f"- {written}\n  type: rapidite\n  keyword: Chevalet\n  question: Qui ?\n  answer: Picasso\n"
    path = toy.write("duo", text)
    repair(toy)
    assert path.read_text(encoding="utf-8").count("id:") == 1
    assert "duplicate-key" not in toy.rules()


def missing(count: int) -> str:
    return "- {type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}\n" * count


def test_new_ids_are_unique_even_for_equal_questions(toy: Toy) -> None:
    toy.write("duo", missing(20))
    toy.write("solo", missing(20).replace("type: rapidite, ", ""))
    repair(toy)
    ids = [entry["id"] for name in ("duo", "solo") for entry in read(toy.path(name))["questions"]]
    assert len(set(ids)) == len(ids) == 40
    assert "duplicate-id" not in toy.rules()


def test_new_ids_are_the_same_everywhere(toy: Toy, tmp_path: Path) -> None:
    other = Toy(tmp_path / "elsewhere")
    for one in (toy, other):
        one.write("duo", missing(3))
        repair(one)
    assert toy.path("duo").read_bytes() == other.path("duo").read_bytes()


def test_a_new_id_is_never_one_that_is_taken(toy: Toy, tmp_path: Path) -> None:
    """Also not one of an entry with a mistake, which the models refuse."""
    first = Toy(tmp_path / "first")
    first.write("duo", missing(1))
    repair(first)
    taken = read(first.path("duo"))["questions"][0]["id"]
    for answer in ("Pablo Picasso", "[a, list]"):
        toy.write("solo", f"- {{id: {taken}, keyword: Roi, question: Qui était le Roi-Soleil ?, answer: {answer}}}\n")
        toy.write("duo", missing(1))
        repair(toy)
        assert read(toy.path("duo"))["questions"][0]["id"] != taken


def test_ids_that_exist_are_never_changed(toy: Toy) -> None:
    toy.write("duo", missing(1) + QUESTION.format(question="Qui a peint *Guernica*?"))
    repair(toy)
    assert read(toy.path("duo"))["questions"][1]["id"] == "duo001"


# Typography


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Qui a peint *Guernica*?", "Qui a peint *Guernica* ?"),
        ("Qui a peint «Guernica» ?", "Qui a peint « Guernica » ?"),
        ("Qui a peint  l’œuvre ?", "Qui a peint l'œuvre ?"),
        ("Quel oeuvre du 20ème siècle... ?", "Quel œuvre du 20e siècle… ?"),
        ('Qui a peint "Guernica" ?', "Qui a peint « Guernica » ?"),
        ("'Qui a peint *Guernica*?'", "Qui a peint *Guernica* ?"),
        ("'Qui a peint l’œuvre ?'", "Qui a peint l'œuvre ?"),
        ("'Qui a peint l''oeuvre?'", "Qui a peint l'œuvre ?"),
        ("'Qui a peint \"Guernica\" ?'", "Qui a peint « Guernica » ?"),
        ('"Qui a peint *Guernica*?"', "Qui a peint *Guernica* ?"),
        ('"Qui a peint l’œuvre ?"', "Qui a peint l'œuvre ?"),
        ("|\n      Qui a peint *Guernica*?", "Qui a peint *Guernica* ?\n"),
        ("|-\n      Qui a peint\n      *Guernica*?", "Qui a peint\n*Guernica* ?"),
        (">-\n      Qui a peint\n      l’oeuvre?", "Qui a peint l'œuvre ?"),
        ("Qui a peint\n      l’oeuvre?", "Qui a peint l'œuvre ?"),
        ("'Qui a peint\n      l’oeuvre?'", "Qui a peint l'œuvre ?"),
        ("’Tit Louis est-il roi ?", "'Tit Louis est-il roi ?"),
    ],
)
def test_typography_is_repaired_in_every_style_of_scalar(toy: Toy, written: str, text: str) -> None:
    toy.write_bytes("duo", block("question", written).encode("utf-8"))
    assert "typography" in toy.rules()
    assert repaired_field(toy, "question", written) == text
    assert fixable(toy) == []


def test_typography_is_repaired_in_flow_style(toy: Toy) -> None:
    path = toy.write("duo", QUESTION.format(question="Qui a peint *Guernica*?"))
    repair(toy)
    assert path.read_text(encoding="utf-8") == HEAD + "  " + QUESTION.format(question="Qui a peint *Guernica* ?")


def test_typography_of_the_rulebook_is_repaired(toy: Toy) -> None:
    path = toy.write("rules", "# Règle du jeu\n\nQui commence?\n\n```\nif x?\n```\n")
    repair(toy)
    assert path.read_text(encoding="utf-8") == "# Règle du jeu\n\nQui commence ?\n\n```\nif x?\n```\n"


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        (r'"Qui\u0020a peint l' + "'oeuvre?" + '"', {"Qui a peint l'oeuvre?", "Qui a peint l'œuvre ?"}),
        (r'"Qui a dit \"Oui\" ?"', {'Qui a dit "Oui" ?', "Qui a dit « Oui » ?"}),
        (r'"Qui a dit \"Oui\""', {'Qui a dit "Oui"', 'Qui a dit "Oui" ?', "Qui a dit « Oui » ?"}),
        ("'Qui a dit ''Oui'" + "''", {"Qui a dit 'Oui'", "Qui a dit 'Oui' ?"}),
        ('"Qui a peint \\\n      l’oeuvre?"', {"Qui a peint l’oeuvre?", "Qui a peint l'œuvre ?"}),
    ],
)
def test_text_with_escapes_is_repaired_rightly_or_not_at_all(toy: Toy, written: str, texts: set[str]) -> None:
    """What --fix leaves is no longer called fixable."""
    assert repaired_field(toy, "question", written) in texts
    assert fixable(toy) == []


# The end of a question


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Qui a peint Guernica", "Qui a peint Guernica ?"),
        ("Qui a peint Guernica.", "Qui a peint Guernica ?"),
        ("Citez un peintre", "Citez un peintre."),
        ("'Qui a peint Guernica'", "Qui a peint Guernica ?"),
        ('"Qui a peint Guernica."', "Qui a peint Guernica ?"),
        ("|-\n      Qui a peint Guernica", "Qui a peint Guernica ?"),
        ("|\n      Qui a peint Guernica.", "Qui a peint Guernica ?\n"),
        (">\n      Qui a peint\n      Guernica", "Qui a peint Guernica ?\n"),
        ("Qui a peint\n      Guernica", "Qui a peint Guernica ?"),
        ('"  Qui a peint Guernica."', "  Qui a peint Guernica ?"),
        ("Qui a peint Guernica  # le tableau", "Qui a peint Guernica ?"),
    ],
)
def test_the_sign_at_the_end_is_repaired_in_every_style_of_scalar(toy: Toy, written: str, text: str) -> None:
    toy.write_bytes("duo", block("question", written).encode("utf-8"))
    assert "question-ending" in toy.rules()
    assert repaired_field(toy, "question", written) == text
    assert fixable(toy) == []


@pytest.mark.parametrize("written", ["Quel est le sommet # du monde", "Quel est le sommet\n      #1 du monde"])
def test_the_end_of_a_question_is_left_alone_while_a_hash_may_have_cut_it_off(toy: Toy, written: str) -> None:
    """A sign behind the rest of the text would make a comment of its end for good."""
    before = block("question", written).encode("utf-8")
    path = toy.write_bytes("duo", before)
    assert {"comment-or-text", "question-ending"} <= set(toy.rules())
    assert fixable(toy) == []
    repair(toy)
    assert path.read_bytes() == before


def test_the_end_of_a_question_on_a_second_line_is_not_lost_to_a_hash(toy: Toy) -> None:
    text = repaired_field(toy, "question", "Quel est le sommet\n      le #1 du monde ?")
    assert text == "Quel est le sommet le #1 du monde ?"


# Everything at once


def everything_wrong() -> bytes:
    text = (
        "\ufeffpage: 1   # keep this\r\nquestions:\r\n\r\n"
        "  - type: rapidite\r\n    keyword: Che\u00advalet\r\n    question: Qui a dit : l’e\u0301tat\r\n"
        "    answer: Chanel #5\r\n"
        "  - {type: rapidite, keyword: Roi, question: Qui est le roi?, answer: Louis\u00a0XIV}   # and this\r\n"
    )
    return text.encode("utf-8")


def test_many_repairs_of_one_file_meet(toy: Toy) -> None:
    path = toy.write_bytes("duo", everything_wrong())
    repair(toy)
    first, second = (entry["id"] for entry in read(path)["questions"])
    assert path.read_bytes().decode("utf-8") == (
        "page: 1   # keep this\nquestions:\n\n"
        f'  - id: {first}\n    type: rapidite\n    keyword: Chevalet\n    question: "Qui a dit : l\'état ?"\n'
        '    answer: "Chanel #5"\n'
        f"  - {{id: {second}, type: rapidite, keyword: Roi, question: Qui est le roi ?, answer: Louis XIV}}"
        "   # and this\n"
    )


def test_fixing_twice_changes_nothing_more(toy: Toy) -> None:
    path = toy.write_bytes("duo", everything_wrong())
    assert [repaired.path for repaired in repair(toy)] == ["content/jouet/duo/01.yaml"]
    once = path.read_bytes()
    assert repair(toy) == []
    assert path.read_bytes() == once
    assert fixable(toy) == []


def test_a_clean_project_has_nothing_to_repair(toy: Toy) -> None:
    assert repair(toy) == []


STYLES = ("plain", "flow", "single", "double", "literal", "folded")


def written_as(text: str, style: str) -> str:
    """`answer: text` as YAML in one of its styles; plain where YAML permits it, else double."""
    if style == "single":
        return "'" + text.replace("'", "''") + "'"
    if style in ("literal", "folded"):
        return ("|-" if style == "literal" else ">-") + "\n      " + text
    if style == "plain" and read_plain(text) == text:
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read_plain(text: str) -> object:
    try:
        data = yaml.load(f"answer: {text}\n", Loader=yaml.CBaseLoader)  # noqa: S506
    except yaml.YAMLError:
        return None
    return data.get("answer") if isinstance(data, dict) else None


def letters(text: str) -> str:
    """What no typographic repair may change, with ligatures and ordinals taken apart."""
    plain = text.lower().replace("œ", "oe").replace("é", "e").replace("à", "a").replace("’", "'")
    return re.sub(r"[^a-z0-9']", "", plain)


# Pieces that a repair, a quote or an escape could trip over.
PIECES = """roi l’oeuf l'état "Oui" «Non» 'mot' 50% ... ? ! : ; #5 *x* -y \\n n°5 (a ) , été e\u0301 “bon” etc... « »"""


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(st.sampled_from([*PIECES.split(), "  ", "\u00a0", "# 5", "A quel"]), min_size=1, max_size=6),
    style=st.sampled_from(STYLES),
    glue=st.sampled_from([" ", ""]),
)
@example(words=["l’oeuf"], style="single", glue=" ")
@example(words=['"Oui"', "l’état"], style="double", glue=" ")
@example(words=["’tit", "#5"], style="literal", glue=" ")
def test_no_repair_loses_a_letter_or_breaks_the_file(toy: Toy, words: Sequence[str], style: str, glue: str) -> None:
    toy.game("products:\n  duo: {kind: booklet, title: Duo, pages: 1, questions_per_page: 2, types: [rapidite]}\n")
    text = f"mot {glue.join(words)} fin"
    before = block("answer", written_as(text, style)).encode("utf-8")
    path = toy.write_bytes("duo", before)
    repair(toy)
    data = read(path)["questions"]
    assert letters(data[0]["answer"]) == letters(text)
    assert data[0]["id"] == "duo001"
    assert len(data) == 2
    once = path.read_bytes()
    repair(toy)
    assert path.read_bytes() == once


# What was not asked for


def test_a_waived_finding_is_not_repaired(toy: Toy) -> None:
    written = QUESTION.format(question="Qui a crié *Help*?").replace("}", ', waive: {typography: "titre anglais"}}', 1)
    path = toy.write("duo", written)
    before = path.read_bytes()
    assert "typography" not in toy.rules()
    repair(toy)
    assert path.read_bytes() == before


def test_a_rule_that_is_off_repairs_nothing(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.root / "livret.toml").write_text('[rules]\ntypography = "off"\n', encoding="utf-8")
    path = toy.write("duo", QUESTION.format(question="Qui a peint *Guernica*?"))
    before = path.read_bytes()
    livret(capsys, toy.root, "check", "--fix")
    assert path.read_bytes() == before


@pytest.mark.parametrize("options", [["--select", "missing-id"], ["--ignore", "typography"]])
def test_only_selected_rules_repair(toy: Toy, capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    path = toy.write("duo", missing(1).replace(" ?", "?"))
    livret(capsys, toy.root, "check", "--fix", *options)
    (entry,) = read(path)["questions"]
    assert "id" in entry
    assert entry["question"] == "Qui a peint *Guernica*?"


def test_only_files_under_the_paths_are_repaired(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", missing(1))
    solo = toy.write("solo", missing(1).replace("type: rapidite, ", ""))
    before = solo.read_bytes()
    livret(capsys, toy.root, "check", "--fix", "content/jouet/duo")
    assert "id" in read(toy.path("duo"))["questions"][0]
    assert solo.read_bytes() == before


# On disk


def test_fix_says_how_much_it_repaired_and_checks_again(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", missing(1))
    ran = livret(capsys, toy.root, "check", "--fix")
    assert ran.code == 0
    assert "1 repaired." in ran.out
    assert "missing-id" not in ran.out


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o755])
def test_permissions_are_kept(toy: Toy, mode: int) -> None:
    path = toy.write("duo", missing(1))
    path.chmod(mode)
    repair(toy)
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert [one.name for one in path.parent.iterdir()] == ["01.yaml"], "no partial file is left"


def test_a_symbolic_link_stays_a_link(toy: Toy) -> None:
    """The file that it leads to is repaired."""
    link = toy.write("duo", missing(1))
    target = toy.folder / "templates" / "shared.yaml"
    target.parent.mkdir()
    link.rename(target)
    link.symlink_to(os.path.relpath(target, link.parent))
    repair(toy)
    assert link.is_symlink()
    assert "id" in read(target)["questions"][0]


def test_a_disk_that_refuses_is_a_message_and_not_a_crash(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = toy.write("duo", missing(1))
    before = path.read_bytes()

    def refuse(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refuse)
        ran = livret(capsys, toy.root, "check", "--fix")
    assert ran.code in (1, 2)
    assert "content/jouet/duo/01.yaml" in ran.err + ran.out
    assert "bug" not in ran.err
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["01.yaml"]


def test_fix_without_the_cache_leaves_no_cache(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", missing(1))
    livret(capsys, toy.root, "check", "--fix", "--no-cache")
    assert not (toy.root / ".livret-cache").exists()


def test_diff_shows_the_repairs_and_writes_nothing(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy.write("duo", QUESTION.format(question="Qui a peint *Guernica*?"))
    before = path.read_bytes()
    ran = livret(capsys, toy.root, "check", "--diff")
    wrong, right = ("  " + QUESTION.format(question=f"Qui a peint *Guernica*{end}") for end in ("?", " ?"))
    assert ran.code == 1
    assert ran.out.startswith("--- a/content/jouet/duo/01.yaml\n+++ b/content/jouet/duo/01.yaml\n@@ ")
    assert f"-{wrong}+{right}" in ran.out
    assert ran.err == "Repairs: 1, files: 1. `livret check --fix` writes them.\n"
    assert path.read_bytes() == before


def test_diff_with_fix_writes_nothing_either(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy.write("duo", missing(1))
    before = path.read_bytes()
    livret(capsys, toy.root, "check", "--diff", "--fix")
    assert path.read_bytes() == before


def test_diff_of_a_clean_project_is_empty(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "check", "--diff")
    assert (ran.code, ran.out, ran.err) == (0, "", "Nothing to repair.\n")


def test_the_diff_is_what_fix_writes(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy.write_bytes("duo", everything_wrong())
    shown = livret(capsys, toy.root, "check", "--diff").out
    livret(capsys, toy.root, "check", "--fix")
    added = [line[1:] for line in shown.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert added
    assert all(line in path.read_text(encoding="utf-8") for line in added)
