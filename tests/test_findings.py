"""What findings say where the examples of a rule's page cannot show it: one mistake is one finding, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command import livret
from tests.toy import marked

if TYPE_CHECKING:
    from pipeline.core.finding import Finding
    from tests.toy import Toy

QUESTION = "- {{id: aaaaaa, type: rapidite, keyword: Rome, question: {}, answer: Le Tibre}}\n"


def errors(toy: Toy) -> list[Finding]:
    return [finding for finding in toy.check() if finding.severity == "error"]


def test_a_type_misspelt_in_game_yaml_is_one_finding_and_not_one_of_every_question(toy: Toy) -> None:
    game = toy.folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("[cible, ping-pong, rapidite]", "[cibel, ping-pong, rapidite]"))
    (found,) = errors(toy)
    assert (found.rule, marked(found, toy.root)) == ("unknown-type-in-game", "cibel")


def test_a_french_key_beside_the_right_one_is_told_which_one_that_is(toy: Toy) -> None:
    toy.write("duo", QUESTION.format("Quel fleuve arrose Rome ?").replace("}", ", reponse: Tibre}"))
    (found,) = errors(toy)
    assert (found.rule, marked(found, toy.root)) == ("unknown-key", "reponse")
    assert str(found.message) == "Unknown key “reponse”: “answer” stands here already."
    assert str(found.hint) == "Keep one of the two, as “answer”."


def test_a_key_that_is_like_nothing_is_told_what_is_accepted(toy: Toy) -> None:
    toy.write("duo", QUESTION.format("Quel fleuve arrose Rome ?").replace("}", ", xyz: Tibre}"))
    (found,) = errors(toy)
    assert str(found.message) == "Unknown key “xyz”."
    assert str(found.hint).startswith("Accepted here: id, type, ")


def test_a_component_of_one_value_is_not_told_to_add_it_up(toy: Toy) -> None:
    toy.game("components:\n  - {name: pion, count: 6, values: {100: 1}}\n  - {name: carte, count: 4, product: deck}\n")
    (found,) = errors(toy)
    assert str(found.message) == "The values of “pion” add up to 1, its count is 6."
    assert str(found.hint) == "Correct one of the two numbers, or add the values that are missing."


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("Qui n'est pas sans ignorer que Rome a un fleuve ?", "sans "),
        ("Quel fleuve n'est pas plus long et ne passe pas par Rome ?", "ne "),
        ("Quel fleuve ne passe pas par Rome sans raison ?", ""),
        ("Quel repas sans pain n'est pas un repas à Rome ?", ""),
        ("Quel fleuve n'arrose pas Rome ?", ""),
    ],
)
def test_pas_sans_is_a_negation_of_its_own(toy: Toy, question: str, second: str) -> None:
    toy.write("duo", QUESTION.format(question))
    found = [marked(finding, toy.root) for finding in toy.check() if finding.rule == "double-negation"]
    assert found == ([second] if second else [])


@pytest.mark.parametrize(
    ("name", "right", "wrong", "rule"),
    [
        ("duo", "page: 1\n", "", "missing-key"),
        ("duo", "page: 1\n", "page: un\n", "not-a-whole-number"),
        ("duo", "page: 1\n", "page: 9\n", "page-number"),
        ("duo", "questions:\n", "question:\n", "unknown-key"),
        ("duo", "questions:\n", "", "yaml-syntax"),
        ("duel", "    questions:\n", "    question:\n", "unknown-key"),
        ("duel", "cards:\n", "card:\n", "unknown-key"),
        ("help", "title: Aide", "titre: Aide", "unknown-key"),
        ("help", "count: 2", "count: deux", "not-a-whole-number"),
        ("help", "count: 2", "count: 2, icon: aid", "unknown-icon"),
        ("deck", "value: 1", "valeur: 1", "unknown-key"),
        ("deck", "cards:\n", "decks:\n", "unknown-key"),
        ("puzzles", "solution: ", "solutions: ", "unknown-key"),
        ("rules", "component:pion", "component:pions", "rulebook-reference"),
    ],
)
def test_one_mistake_in_a_file_is_one_finding(toy: Toy, name: str, right: str, wrong: str, rule: str) -> None:
    path = toy.path(name)
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert toy.rules() == [rule]


@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("title: Jouet\n", "", "missing-key"),
        ("{min: 3, max: 6}", "{min: 6, max: 3}", "players"),
        ("types: [plain]", "types: [solo]", "unknown-type-in-game"),
        ("kind: sheet", "kind: sheets", "unknown-kind"),
        ("{name: pion, count: 6}", "{name: pion, count: 6, values: {grand: 2, petit: 3}}", "component-values"),
        ("  track: {kind", "  track: {icon: trax, kind", "unknown-icon"),
    ],
)
def test_one_mistake_in_game_yaml_is_one_finding(toy: Toy, right: str, wrong: str, rule: str) -> None:
    path = toy.folder / "game.yaml"
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    assert toy.rules() == [rule]


def test_a_set_up_with_a_wrong_number_of_players_is_one_finding(toy: Toy) -> None:
    rows = "".join(f"  - {{name: donne, players: {n}, each: {{pion: 1}}}}\n" for n in (3, 5, 5, 6))
    toy.game(f"setups:\n{rows}")
    (found,) = toy.check()
    assert (found.rule, str(found.message)) == ("setup-players", "The set-up “donne” has two rows for 5 players.")


def test_recorded_pairs_are_not_stale_while_a_game_cannot_be_read(toy: Toy) -> None:
    toy.write("distinct", "- {ids: [solo01, solo02], reason: deux questions, texts: 00000000}\n")
    assert "stale-distinction" in toy.rules()
    toy.write(
        "solo", "- {id: solo01, keyword: Coron, question: Qui a écrit *Germinal* ?, reponse: Zola, theme: arts}\n"
    )
    assert toy.rules(release=False).count("stale-distinction") == 0


def test_a_list_written_as_text_is_shown_as_the_list_that_was_meant(toy: Toy) -> None:
    toy.write("puzzles", toy.path("puzzles").read_text("utf-8").replace("[1, 2, 3, 4]\n", "1234\n"), whole=True)
    (found,) = errors(toy)
    assert str(found.hint) == "Write it as a list: [1, 2, 3, 4]."
    toy.write("puzzles", toy.path("puzzles").read_text("utf-8").replace("solution: 1234", "solution: 1, 2"), whole=True)
    assert str(errors(toy)[0].hint) == "Write it as a list: [1, 2]."


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("type: ping-pong, answer: 3", "A ping-pong question does not have these keys: answer."),
        ("type: cible, answers: [un, deux, trois]", "A cible question does not have these keys: answers."),
        ("type: cible, answer: Tibre, accept: [Le Tibre]", "A cible question does not have these keys: accept."),
    ],
)
def test_a_question_with_the_keys_of_another_type_is_one_finding_at_its_type(toy: Toy, entry: str, said: str) -> None:
    toy.write("duo", f"- {{id: aaaaaa, keyword: Rome, question: Quel fleuve arrose la ville ?, {entry}}}\n")
    (found,) = errors(toy)
    assert (found.rule, str(found.message)) == ("unknown-key", said)
    assert marked(found, toy.root) == entry.partition(",")[0].removeprefix("type: ")


def test_a_file_that_cannot_be_read_does_not_make_its_product_incomplete(toy: Toy) -> None:
    for name in ("duo", "deck"):
        path = toy.path(name)
        text = path.read_bytes()
        path.unlink()
        path.mkdir()
        assert toy.rules() == ["unreadable-file"]
        path.rmdir()
        path.write_bytes(text)


def test_what_yaml_leaves_out_of_a_puzzle_is_not_missed_by_its_solution(toy: Toy) -> None:
    text = toy.path("puzzles").read_text("utf-8")
    wrong = text.replace(
        "    - {dice: [1, 2, 3, 4]", "    - {dice: [1, 2, 2, 2], feedback {equal: 2}}\n    - {dice: [1, 1, 3, 3]"
    )
    toy.write("puzzles", wrong.replace("{equal: 4}", "{equal: 2, lower: 1, higher: 1}"), whole=True)
    assert toy.rules() == ["yaml-syntax"]


def test_game_yaml_is_repaired_even_if_it_cannot_be_read_before(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy.folder / "game.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("{name: pion, count: 6}", "{name: pion, count: 6, values: {100:6}}"), encoding="utf-8")
    assert toy.rules() == ["yaml-syntax"]
    livret(capsys, toy.root, "check", "--fix")
    assert toy.rules() == []
    assert "values: {100: 6}" in path.read_text("utf-8")


def test_a_merge_key_is_one_finding(toy: Toy) -> None:
    text = toy.path("duo").read_text("utf-8")
    toy.write("duo", text.replace("    type: cible\n", "    <<: *base\n    type: cible\n"), whole=True)
    assert toy.rules() == ["yaml-reference"]
