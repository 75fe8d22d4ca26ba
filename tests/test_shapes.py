"""Text that YAML or a model takes for another shape: one finding at its place, with the line as it was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pipeline.project import fix
from pipeline.project.check import Options
from tests.toy import FILES, TODAY, Toy, marked

if TYPE_CHECKING:
    from pipeline.core.finding import Finding

SECOND = FILES["duo"][2][FILES["duo"][2].index("- id: duo002") :]
NOTES = "- id: duo001\n  type: ping-pong\n  keyword: Gamme\n  question: Citez deux notes.\n  answers:"
BELOW = "- id: duo001\n  type: rapidite\n  keyword: Oui\n  question:\n    Qui a dit : moi ?\n  answer: Picasso\n"
TEXT = "- {id: duo001, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Picasso}\n"


def found(toy: Toy, entry: str) -> list[Finding]:
    toy.write("duo", entry + SECOND)
    return list(toy.check())


def repaired(toy: Toy) -> str:
    (done,) = fix.repair(toy.root, Options(today=TODAY))
    return done.after.decode().split("  - id: duo002")[0]


@pytest.mark.parametrize(
    ("entry", "text", "line"),
    [
        (f"{NOTES}\n  - do : ut\n  - mi\n", "do : ut", '- "do : ut"'),
        (f"{NOTES} [do : ut, mi]\n", "do : ut", 'answers: ["do : ut", mi]'),
        (f"{NOTES}\n  - answer: do\n    accept: [ut : u]\n  - mi\n", "ut : u", 'accept: ["ut : u"]'),
        (TEXT.replace("*Guernica*", "en 1937, à Paris, *Guernica*"), None, None),
        (TEXT.replace("*Guernica*", "*Guernica*, oui : qui"), None, None),
        (BELOW, "Qui a dit : moi ?", 'question: "Qui a dit : moi ?"'),
    ],
)
def test_a_sentence_that_became_keys_is_one_finding_with_its_line(
    toy: Toy, entry: str, text: str | None, line: str | None
) -> None:
    if text is None:
        text = entry[entry.index("Qui") : entry.index(", answer")]
        line = f'question: "{text}"'
    (finding,) = found(toy, entry)
    assert (finding.rule, marked(finding, toy.root)) == ("unquoted-text", text)
    assert str(finding.hint) == f"Write this line, or run `livret check --fix`:\n{line}"
    before = toy.path("duo").read_text(encoding="utf-8").split("  - id: duo002")[0]
    assert repaired(toy) == before.replace(text, f'"{text}"')


def test_a_slip_in_a_key_stays_a_slip(toy: Toy) -> None:
    (finding,) = found(toy, f"{NOTES}\n  - anwser : do\n  - mi\n")
    assert (finding.rule, marked(finding, toy.root)) == ("unknown-key", "anwser")
    (finding,) = found(toy, TEXT.replace("id: duo001, ", "id: duo001, x, "))
    assert (finding.rule, finding.fixable) == ("unknown-key", False)


def test_a_key_without_a_space_between_braces_is_shown_corrected(toy: Toy) -> None:
    entry = TEXT.replace("keyword: ", "keyword:")
    (finding,) = found(toy, entry)
    assert (finding.rule, marked(finding, toy.root)) == ("yaml-syntax", "keyword:")
    assert str(finding.hint).endswith("keyword: Chevalet")
    (done,) = fix.repair(toy.root, Options(today=TODAY))
    assert TEXT in done.after.decode()


def test_items_of_the_wrong_shape_are_named_and_found_at_their_places(toy: Toy) -> None:
    toy.write("duo", "- null\n- 5\n- []\n" + SECOND)
    findings = [finding for finding in toy.check() if finding.rule == "wrong-shape"]
    assert [(finding.span.line, finding.span.column) for finding in findings] == [(3, 5), (4, 5), (5, 5)]
    assert [str(finding.message) for finding in findings] == [
        "Item 1 of “questions” should be a mapping, not text.",
        "Item 2 of “questions” should be a mapping, not text.",
        "Item 3 of “questions” should be a mapping, not a list.",
    ]


def test_a_list_without_a_value_is_empty(toy: Toy) -> None:
    toy.write("duo", "page: 1\nquestions:\n", whole=True)
    assert [str(finding.message) for finding in toy.check() if finding.code < "LV2"] == ["“questions” is empty."]


def test_a_list_in_a_list_of_texts_should_be_text(toy: Toy) -> None:
    (finding,) = found(toy, f"{NOTES}\n  - - sol\n  - mi\n")
    assert (str(finding.message), finding.span.line) == ("Item 1 of “answers” should be text, not a list.", 8)


def test_a_text_in_the_place_of_a_list_is_shown_whole_and_in_quotes(toy: Toy) -> None:
    findings = found(toy, TEXT.replace("Picasso}", "Picasso, accept: Mont #1\n    }"))
    hints = {finding.rule: str(finding.hint) for finding in findings}
    assert hints.keys() == {"wrong-shape", "comment-cuts-text"}
    assert hints["wrong-shape"] == 'Write it as a list: ["Mont #1"].'
