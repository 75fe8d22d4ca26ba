"""What findings say where the examples of a rule's page cannot show it: one mistake is one finding, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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
