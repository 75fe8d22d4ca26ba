"""Slips of indentation, dashes, colons, brackets and quotes: one finding at its place, with the repair."""

from __future__ import annotations

import pytest

from pipeline.core.finding import Edit
from pipeline.core.typography import slips
from pipeline.project.fix import apply_edits
from pipeline.source.document import load
from tests.repairs import fixed

PAGE = """\
page: 1
questions:
  - id: a1
    type: rapidite
    question: Qui a peint Guernica ?
    answer: Picasso
    accept: [Pablo, le peintre]
  - id: a2
    type: ping-pong
    question: Citez les trois.
    answers:
      - Riri
      - {answer: Fifi, accept: [Fi]}
      - Loulou
  - {id: a3, answer: x, feedback: {equal: 1}}
  - id: a4
    answer: y
"""


@pytest.mark.parametrize(
    ("right", "wrong", "marked", "said"),
    [
        (
            "    question: Qui",
            "     question: Qui",
            "question",
            "Spaces before this line: 5; before its neighbours: 4.",
        ),
        ("    question: Qui", "   question: Qui", "question", "Spaces before this line: 3; before its neighbours: 4."),
        ("    question: Qui", "  question: Qui", "question", "Spaces before this line: 2; before its neighbours: 4."),
        ("    question: Qui", "question: Qui", "question", "Spaces before this line: 0; before its neighbours: 4."),
        ("  - id: a2", "- id: a2", "- id", "Spaces before this line: 0; before its neighbours: 2."),
        ("  - id: a2", "   - id: a2", "- id", "Spaces before this line: 3; before its neighbours: 2."),
        ("      - Loulou", "    - Loulou", "-", "Spaces before this line: 4; before its neighbours: 6."),
        ("  - id: a2", "    id: a2", "i", "A dash is missing here: each entry of a list starts with one."),
        ("  - id: a4", "    id: a4", "i", "A dash is missing here: each entry of a list starts with one."),
        ("  - id: a2", "  -id: a2", "-", "A space is missing after the dash."),
        ("      - Riri", "      -Riri", "-", "A space is missing after the dash."),
        ("    answer: Pic", "    answer Pic", "answer", "A colon is missing after “answer”."),
        ("le peintre]", "le peintre", "[", "“[” is opened here and not closed."),
        ("[Fi]}", "[Fi]", "{", "“{” is opened here and not closed."),
        ("{equal: 1}}", "{equal: 1}", "{", "“{” is opened here and not closed."),
        ("le peintre]", "le peintre]]", "]", "“]” closes nothing here."),
    ],
)
def test_a_slip_is_one_finding_with_its_repair(right: str, wrong: str, marked: str, said: str) -> None:
    source = PAGE.replace(right, wrong, 1)
    document = load(source.encode())
    (problem,) = document.problems
    line = source.split("\n")[problem.span.line - 1]
    assert line[problem.span.column - 1 : problem.span.end_column - 1] == marked
    assert (problem.rule, str(problem.message)) == ("yaml-syntax", said)
    assert fixed(source) == PAGE
    assert document.data == load(PAGE.encode()).data


def test_a_block_that_stands_too_deep_moves_as_a_whole() -> None:
    lines = PAGE.split("\n")
    source = "\n".join([*lines[:7], *("  " + line for line in lines[7:14]), *lines[14:]])
    (problem,) = load(source.encode()).problems
    assert problem.span.line == 8
    assert fixed(source) == PAGE


def test_a_tab_becomes_as_many_spaces_as_the_neighbours_have() -> None:
    source = PAGE.replace("    question: Qui", "\tquestion: Qui")
    (problem,) = load(source.encode()).problems
    assert (problem.rule, problem.span.line, problem.span.column) == ("odd-indentation", 5, 1)
    assert fixed(source) == PAGE


@pytest.mark.parametrize(("right", "wrong"), [("question: Qui", "question:\u00a0Qui"), ("type: r", "type\u00a0: r")])
def test_a_no_break_space_at_the_colon_of_a_key_is_named_and_nothing_else(right: str, wrong: str) -> None:
    document = load(PAGE.replace(right, wrong).encode())
    (problem,) = document.problems
    assert problem.rule == "no-break-space"
    assert document.data == load(PAGE.encode()).data


@pytest.mark.parametrize("marker", ["---", "..."])
def test_a_lone_document_marker_hides_nothing_of_what_follows(marker: str) -> None:
    source = PAGE.replace("    answer: Pic", f"{marker}\n    answer: Pic")
    document = load(source.encode())
    (problem,) = document.problems
    assert (problem.rule, problem.span.line) == ("several-documents", 6)
    assert document.data == load(PAGE.encode()).data
    assert load(fixed(source).encode()).problems == []


def test_two_slips_are_two_findings() -> None:
    source = PAGE.replace("    question: Qui", "   question: Qui").replace("  - id: a4", "    id: a4")
    assert [problem.span.line for problem in load(source.encode()).problems] == [5, 16]
    assert fixed(source) == PAGE


def test_a_list_without_its_key_is_one_finding() -> None:
    source = PAGE.replace("questions:\n", "")
    (problem,) = load(source.encode()).problems
    assert str(problem.message) == "This list has no key above it."
    assert problem.span[:2] == (2, 3)


def test_a_key_that_stands_twice_is_no_missing_dash() -> None:
    (problem,) = load(PAGE.replace("    answer: y", "    answer: y\n    answer: z").encode()).problems
    assert problem.rule == "duplicate-key"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"Qui a dit "oui" au roi ?"', "'Qui a dit \"oui\" au roi ?'"),
        ("'Quel est l'auteur de Zadig ?'", '"Quel est l\'auteur de Zadig ?"'),
        ('"Qui a peint Guernica ?', '"Qui a peint Guernica ?"'),
        ('"Oui" et "non"', '\'"Oui" et "non"\''),
    ],
)
def test_quotes_around_a_whole_text_are_those_of_yaml(written: str, meant: str) -> None:
    source = PAGE.replace("Qui a peint Guernica ?", written)
    document = load(source.encode())
    (problem,) = document.problems
    assert problem.rule == "unquoted-text"
    assert f"question: {meant}" in str(problem.hint)
    assert fixed(source) == PAGE.replace("Qui a peint Guernica ?", meant)
    assert document.data == load(fixed(source).encode()).data


def test_a_place_in_a_repaired_text_is_exact() -> None:
    source = PAGE.replace("Qui a peint Guernica ?", "Qui a dit: « oui » ?")
    document = load(source.encode())
    text = document.data["questions"][0]["question"]
    at = text.index("dit")
    span = document.inside(("questions", 0, "question"), at, at + 4)
    assert source.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1] == "dit:"


@pytest.mark.parametrize("text", ["européenne«, en 1957", "(» x", "«»", "un «. Deux", "(«x»)", "«…»", "a » ; b"])
def test_typography_comes_to_an_end(text: str) -> None:
    for _ in range(4):
        repaired, _ = apply_edits(text, [(Edit(slip.start, slip.end, slip.right),) for slip in slips(text)], set(), "")
        if repaired == text:
            return
        text = repaired
    raise AssertionError(text)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("      - Loulou\n", "      Loulou\n", "A dash is missing here: each entry of a list starts with one."),
        ("    answers:\n", "    answers\n", "A colon is missing after “answers”."),
        ("page: 1", "page= 1", "A colon is missing after “page”."),
        ("accept: [Pablo", "accept: [[Pablo", "“[” is opened here and not closed."),
        ("{id: a3, answer", "{id: a3 answer", "A comma is missing before “answer”."),
        ("    answers:\n      - R", "    answers:\n- R", "Spaces before this line: 0; before its neighbours: 6."),
    ],
)
def test_more_slips_are_one_finding_with_their_repair(right: str, wrong: str, said: str) -> None:
    source = PAGE.replace(right, wrong, 1)
    document = load(source.encode())
    (problem,) = document.problems
    assert (problem.rule, str(problem.message)) == ("yaml-syntax", said)
    assert fixed(source) == PAGE
    assert document.data == load(PAGE.encode()).data


def test_of_two_lines_the_one_in_the_odd_column_moves() -> None:
    source = "bank:\n   title: Banque\n  text: Elle paie.\n"
    assert fixed(source) == "bank:\n  title: Banque\n  text: Elle paie.\n"


def test_a_quotation_mark_at_the_end_alone_was_to_close_the_text() -> None:
    source = PAGE.replace("Qui a peint Guernica ?", 'Qui a dit : oui ?"')
    assert fixed(source) == PAGE.replace("Qui a peint Guernica ?", '"Qui a dit : oui ?"')
