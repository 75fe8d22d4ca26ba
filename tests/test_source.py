"""Loading: every trap of YAML and of characters is a problem at the exact place, and the rest is still read."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pipeline.core.finding import Problem, Span
from pipeline.core.typography import slips
from pipeline.project.fix import apply_edits
from pipeline.source import document as documents
from pipeline.source.characters import span_at
from pipeline.source.document import Document, align, load
from pipeline.source.keys import TEXT_KEYS
from tests.repairs import fixed

SCHEMAS = Path(__file__).parent.parent / "schemas"


def only(document: Document) -> Problem:
    """The one problem of a document."""
    assert len(document.problems) == 1, [problem.rule for problem in document.problems]
    return document.problems[0]


@pytest.mark.parametrize(
    "text", ["No", "on", "1:30", "010", "3.10", "1789-07-14", "~", "null", "0x1F", "1e3", "true", ".5", "12_000"]
)
def test_every_scalar_stays_the_text_that_the_author_typed(text: str) -> None:
    assert load(f"answer: {text}\n".encode()).data == {"answer": text}


def test_spans_of_keys_values_and_characters_are_exact() -> None:
    document = load("page: 1\nquestions:\n  - {id: a, question: «Où» ça ?}\n".encode())
    assert document.span(("page",)) == Span(1, 7, 1, 8)
    assert document.span(("questions",), key=True) == Span(2, 1, 2, 10)
    assert document.span(("questions", 0, "question")) == Span(3, 23, 3, 32)
    assert document.inside(("questions", 0, "question"), 1, 3) == Span(3, 24, 3, 26)


def test_two_spans_in_one_walk_are_those_of_two_walks() -> None:
    for text in (
        "- {id: a, question: Qui ?}\n- question: Quoi ?\n  id: b\n- id: c\n",
        "\t- id: a\n  question: >-\n    Qui\n    vient ?\n",
        "- question: [a, b]\n",
    ):
        loaded = load(text.encode())
        for number in range(len(loaded.data)):
            spans = loaded.spans([number], "question")
            assert spans == (loaded.span([number]), loaded.span([number, "question"]))


@given(st.text("aé \n", max_size=40), st.data())
def test_a_place_in_a_document_is_the_same_as_in_its_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert Document(text, []).place(start, end) == span_at(text, start, end)


def test_a_text_with_a_thousand_slips_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load(b"question: Qui" + b" est-ce?" * 1000)
    follow = Mock(side_effect=align)
    monkeypatch.setattr(documents, "align", follow)
    spans = [loaded.inside(["question"], slip.start, slip.end) for slip in slips(loaded.data["question"])]
    assert len(set(spans)) == 1000
    follow.assert_called_once()


@pytest.mark.parametrize(
    ("raw", "value", "style", "places"),
    [
        ("abc", "abc", "", [0, 1, 2, 3]),
        ('"a\\"b"', 'a"b', '"', [1, 2, 4, 5]),
        ('"\\u00e9t"', "ét", '"', [1, 7, 8]),
        ("'l''eau'", "l'eau", "'", [1, 2, 4, 5, 6, 7]),
        ("ab\n  cd", "ab cd", "", [0, 1, 2, 5, 6, 7]),
        ("|\n  ab\n  cd\n", "ab\ncd\n", "|", [4, 5, 6, 9, 10, 11, 12]),
    ],
)
def test_each_character_of_a_scalar_is_found_in_its_raw_form(
    raw: str, value: str, style: str, places: list[int]
) -> None:
    assert align(raw, value, style) == places


@pytest.mark.parametrize(
    ("raw", "rule", "span"),
    [
        (b"a: 1\nb: 2\na: 3\n", "duplicate-key", Span(3, 1, 3, 2)),
        (b"a: *x\n", "yaml-reference", Span(1, 4, 1, 6)),
        (b"a: &x 1\n", "yaml-reference", Span(1, 4, 1, 6)),
        (b"a: !!int 1\n", "yaml-tag", Span(1, 4, 1, 9)),
        (b"a: ! x\n", "yaml-tag", Span(1, 4, 1, 5)),
        (b"a: 1\n---\nb: 2\n", "several-documents", Span(2, 1, 2, 4)),
        (b"", "empty-file", Span(1, 1, 1, 1)),
        (b"# only a comment\n", "empty-file", Span(1, 1, 1, 1)),
        (b"? [a]\n: 1\n", "key-not-text", Span(1, 3, 1, 4)),
        (b"\xef\xbb\xbfa: 1\n", "byte-order-mark", Span(1, 1, 1, 2)),
        (b"a: 1\r\nb: 2\r\n", "carriage-return", Span(1, 5, 2, 1)),
        (b"a: 1\rb: 2\r", "carriage-return", Span(1, 5, 2, 1)),
        (b"a:\n\tb: 1\n", "odd-indentation", Span(2, 1, 2, 2)),
        ("a:\n \u00a0b: 1\n".encode(), "odd-indentation", Span(2, 2, 2, 3)),
        ("a: x\u200by\n".encode(), "invisible-character", Span(1, 5, 1, 6)),
        ("a: x\u00ady\n".encode(), "invisible-character", Span(1, 5, 1, 6)),
        ("a: x\u2028y\n".encode(), "invisible-character", Span(1, 5, 1, 6)),
        ("a: oui\u202f?\n".encode(), "no-break-space", Span(1, 7, 1, 8)),
        (b"a: x\x07y\n", "control-character", Span(1, 5, 1, 6)),
        (b"a: x\x00y\n", "control-character", Span(1, 5, 1, 6)),
        (b"a: caf\xe9\n", "not-utf-8", Span(1, 7, 1, 8)),
        ("a: e\u0301te\u0301\n".encode(), "not-nfc", Span(1, 4, 1, 9)),
        (b"a: [1, 2\nb: 3\n", "yaml-syntax", Span(1, 4, 1, 5)),
        (b"x" * 4_000_001, "file-too-big", Span(1, 1, 1, 1)),
        (b"a: \xff\xfe\n", "not-utf-8", Span(1, 4, 1, 5)),
    ],
)  # fmt: skip
def test_a_trap_is_one_problem_at_its_place(raw: bytes, rule: str, span: Span) -> None:
    problem = only(load(raw))
    assert (problem.rule, problem.span) == (rule, span)


@pytest.mark.parametrize(
    ("line", "corrected"),
    [
        ("question: Qui a dit : « Je pense » ?", 'question: "Qui a dit : « Je pense » ?"'),
        ("question: Attention : danger", 'question: "Attention : danger"'),
        ("question: Finir par deux points :", 'question: "Finir par deux points :"'),
        ('question: "Liberté" est la devise de qui ?', "question: '\"Liberté\" est la devise de qui ?'"),
        ("question: 'Liberté' est la devise de qui ?", "question: \"'Liberté' est la devise de qui ?\""),
        ("question: \"L'été\" finit l'an ?", 'question: "\\"L\'été\\" finit l\'an ?"'),
        ("answer: - 5 degrés", 'answer: "- 5 degrés"'),
        ("answer: *Germinal* de Zola", 'answer: "*Germinal* de Zola"'),
        ("answer: [sic] texte", 'answer: "[sic] texte"'),
        ("answer: @moi", 'answer: "@moi"'),
        ("answer: `code`", 'answer: "`code`"'),
        ("answer: %s", 'answer: "%s"'),
        ("answer: 's-Hertogenbosch", 'answer: "\'s-Hertogenbosch"'),
        ("answer: > 5 ans", 'answer: "> 5 ans"'),
    ],
)
def test_french_text_that_breaks_yaml_is_shown_corrected_and_read_anyway(line: str, corrected: str) -> None:
    source = f"questions:\n  - id: a\n    {line}\n    theme: x\n  - id: b\n"
    document = load(source.encode())
    problem = only(document)
    assert problem.rule == "unquoted-text"
    assert corrected in str(problem.hint)
    edit = problem.edits[0]
    repaired = source[: edit.start] + edit.new + source[edit.end :]
    assert corrected in repaired
    again = load(repaired.encode())
    assert again.problems == []
    assert document.data == again.data
    assert [entry["id"] for entry in document.data["questions"]] == ["a", "b"]


@pytest.mark.parametrize(
    ("written", "repaired"),
    [
        ("question: Qui a dit : oui ?", 'question: "Qui a dit : oui ?"'),
        ("question: Oui : qui, en 1492, donc ?", 'question: "Oui : qui, en 1492, donc ?"'),
        ("question: 'Oui' ou non ?", "question: \"'Oui' ou non ?\""),
        ("question: Que veut dire {id} ?", 'question: "Que veut dire {id} ?"'),
        ("question: Que veut dire [ ici ?", 'question: "Que veut dire [ ici ?"'),
        ("question: [sic] en entier ?", 'question: "[sic] en entier ?"'),
        ("question: - 5 degrés", 'question: "- 5 degrés"'),
        ('accept: [V. Hugo, "Victor" Hugo]', "accept: [V. Hugo, '\"Victor\" Hugo']"),
        ("answers: [do : ré, mi, 'fa' dièse]", 'answers: ["do : ré", mi, "\'fa\' dièse"]'),
        ("answers: [{answer: do : ut, accept: [x]}, ré]", 'answers: [{answer: "do : ut", accept: [x]}, ré]'),
        ("accept: [Picasso #2]", 'accept: ["Picasso #2"]'),
        ("accept: [#2, x]", 'accept: ["#2", x]'),
        ("question: Quel est ce pays #1 ?", 'question: "Quel est ce pays #1 ?"'),
        ("question: Quel est # ce pays ?", 'question: "Quel est # ce pays ?"'),
        ("accept: [*Guernica* de Picasso,\n    x : y,  # un mot\n    z]", None),
    ],
)
def test_french_text_between_brackets_is_shown_corrected_and_read_anyway(written: str, repaired: str | None) -> None:
    source = f"questions:\n  - {{id: a, {written}, theme: x}}\n  - id: b\n"
    if repaired is None:
        repaired = 'accept: ["*Guernica* de Picasso",\n    "x : y",  # un mot\n    z]'
    document = load(source.encode())
    assert {problem.rule for problem in document.problems} <= {"unquoted-text", "comment-cuts-text"}
    after = fixed(source)
    assert after == source.replace(written, repaired)
    again = load(after.encode())
    assert (again.problems, again.data) == ([], document.data)
    assert [entry["id"] for entry in document.data["questions"]] == ["a", "b"]
    assert document.data["questions"][0]["theme"] == "x"
    shown = {str(problem.hint).split("\n")[1] for problem in document.problems}
    assert all(line in " ".join(after.split()) for line in shown)


def test_a_finding_between_brackets_points_at_the_value_and_at_nothing_else() -> None:
    source = "- {id: a, question: Qui a dit : oui ?, answer: x : y, accept: [z #1], theme: t}\n"
    places = [source[found.span.column - 1 : found.span.end_column - 1] for found in load(source.encode()).problems]
    assert places == ["Qui a dit : oui ?", "x : y", "#1"]
    assert load(source.encode()).span((0, "theme")) == Span(1, source.index("t}") + 1, 1, source.index("t}") + 2)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("Qui a dit un jour\n      cette phrase : oui ?", "Qui a dit un jour cette phrase : oui ?"),
        ("Quel est le sommet\n      le #1 du monde ?", "Quel est le sommet le #1 du monde ?"),
        ("Quel est le sommet #1\n      du monde ?", "Quel est le sommet #1 du monde ?"),
        ("Quel est le sommet\n      #1 du monde ?", "Quel est le sommet #1 du monde ?"),
    ],
)
def test_text_that_goes_on_over_lines_is_corrected_as_a_whole(written: str, text: str) -> None:
    source = f"- id: a\n  question: {written}\n  answer: Everest\n"
    document = load(source.encode())
    assert f'question: "{text}"' in str(only(document).hint)
    assert document.data == [{"id": "a", "question": text, "answer": "Everest"}]
    assert fixed(source) == source.replace(written, f'"{written}"')


def test_a_line_that_is_indented_too_far_is_not_taken_for_text() -> None:
    source = "- id: a\n  question: Qui ?\n    answer: x\n- id: b\n"
    assert only(load(source.encode())).rule == "yaml-syntax"
    assert fixed(source) == source.replace("    answer", "  answer")


@pytest.mark.parametrize(
    ("source", "repaired"),
    [
        ("- id: a\n  keyword:Toit\n  answer: x\n", "- id: a\n  keyword: Toit\n  answer: x\n"),
        ("- id: a\n  keyword:Toit : x\n  answer:x\n", '- id: a\n  keyword: "Toit : x"\n  answer: x\n'),
        ("- id:a\n  type:x\n  theme: y\n", "- id: a\n  type: x\n  theme: y\n"),
        ("- id: a\n  answers:[do, ré]\n", "- id: a\n  answers: [do, ré]\n"),
        ('- id: a\n  answer:"x y"\n  theme: z\n', '- id: a\n  answer: "x y"\n  theme: z\n'),
        ("- {id: a, keyword:Toit, answer: x : y}\n", '- {id: a, keyword: Toit, answer: "x : y"}\n'),
    ],
)
def test_a_key_without_a_space_after_its_colon_is_shown_corrected_at_its_place(source: str, repaired: str) -> None:
    document = load(source.encode())
    found = next(problem for problem in document.problems if problem.rule == "yaml-syntax")
    key = source.split("\n")[found.span.line - 1][found.span.column - 1 : found.span.end_column - 1]
    assert str(found.message) == f"YAML does not see the key “{key[:-1]}”: a space is missing after its colon."
    assert fixed(source) == repaired
    assert load(repaired.encode()).data == document.data


def test_an_item_of_a_list_with_two_french_colons_is_one_text() -> None:
    document = load(b"answers:\n- do : ut : sol\n- mi\n")
    assert '- "do : ut : sol"' in str(only(document).hint)
    assert document.data == {"answers": ["do : ut : sol", "mi"]}


def test_positions_after_a_repaired_line_are_those_of_the_file() -> None:
    document = load(b"a: Qui : non\nb:\n  - c: x\n")
    assert document.span(("b", 0, "c")) == Span(3, 8, 3, 9)
    assert document.inside(("b", 0, "c"), 0, 1) == Span(3, 8, 3, 9)


@pytest.mark.parametrize(
    ("line", "rule", "lost"),
    [
        ("answer: Channel #5", "comment-cuts-text", "#5"),
        ("question: Le signe # se lit dièse ?", "comment-cuts-text", "# se lit dièse ?"),
        ("answer: Ré # pas mi", "comment-or-text", "# pas mi"),
    ],
)
def test_text_that_a_hash_cuts_off_is_named(line: str, rule: str, lost: str) -> None:
    problem = only(load(f"{line}\n".encode()))
    assert problem.rule == rule
    assert f"“{lost}”" in str(problem.message)
    assert problem.span.column == line.index("#") + 1


def test_one_broken_line_does_not_hide_what_a_hash_cuts_elsewhere() -> None:
    source = "- question: Qui a dit : oui ?\n- answer: Channel #5\n- question: Quel # est « dièse » ?\n- a: [x\n"
    rules = [(problem.rule, problem.span.line) for problem in load(source.encode()).problems]
    assert rules == [("unquoted-text", 1), ("yaml-syntax", 4), ("comment-cuts-text", 2), ("comment-cuts-text", 3)]


@pytest.mark.parametrize(
    ("source", "data"),
    [
        ("accept: Mont #1\n", {"accept": "Mont #1"}),
        ("accept:\n- Mont #1\n- x\n", {"accept": ["Mont #1", "x"]}),
        ("answer: #5\n", {"answer": "#5"}),
        ("answers:\n- #5\n", {"answers": ["#5"]}),
        ("waive: {some-rule: le #1\n  }\n", {"waive": {"some-rule": "le #1"}}),
        ("answers: [nord #1\n  , sud]\n", {"answers": ["nord #1", "sud"]}),
        ("answer: Channel\t#5\n", {"answer": "Channel\t#5"}),
        ("\tanswer: Channel #5\n", {"answer": "Channel #5"}),
    ],
)
def test_what_a_hash_cuts_is_found_under_every_key_of_text_and_read_whole(source: str, data: Any) -> None:
    document = load(source.encode())
    assert [problem.rule for problem in document.problems if problem.rule != "odd-indentation"] == ["comment-cuts-text"]
    assert document.data == data
    assert load(fixed(source).encode()).data == data


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("answer: Ré # pas mi\n", "two spaces before the #"),
        ("answer: Ré\n  #pas mi\n", "a space after the #"),
        ('answer: "Chanel" #5\n', "a space after the #"),
        ('answer: "Chanel"#5\n', "a space after the #"),
    ],
)
def test_where_nobody_knows_whether_it_is_a_comment_both_ways_out_are_shown(source: str, hint: str) -> None:
    document = load(source.encode())
    problem = only(document)
    assert (problem.rule, problem.edits) == ("comment-or-text", ())
    assert hint in str(problem.hint)
    assert document.ends_in_doubt(("answer",))


def test_a_cut_whose_rest_closes_a_bracket_is_named_and_not_repaired() -> None:
    problem = only(load(b"answers: [[nord #1], sud\n  ]]\n"))
    assert (problem.rule, problem.edits) == ("comment-cuts-text", ())


def test_the_keys_of_text_are_those_of_the_schemas() -> None:
    """`value` is a number on cards and a theme in quotas; `texts` is a fingerprint."""
    found: set[str] = set()

    def collect(node: Any) -> None:
        if isinstance(node, dict):
            for key, value in node.get("properties", {}).items():
                if "A text is expected" in json.dumps(value):
                    found.add(key)
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            collect(inner)

    for path in SCHEMAS.glob("*.schema.json"):
        collect(json.loads(path.read_text(encoding="utf-8")))
    holders = {"answers", "bank", "bots", "each", "play", "quotas", "starts", "texts", "value"}
    assert found - holders <= TEXT_KEYS


@pytest.mark.parametrize(
    "text",
    [
        "answer: 8849    # a number\n",
        "answer: 8849 # a number\n",
        "answers: [do,  # first\n  ré]\n",
        "answer: x\n  # below\n",
        "answer: x\n  #accept: [y]\n",
        "answer: x\n#below\n",
        "difficulty: 2 #easy\n",
        "page: 7 # comment on a typed key\n",
        'answer: "x" # comment after quotes\n',
        "# whole line\na: 1\n",
        "text: |\n  # not a comment\n  a : b\n",
        "source: https://example.org/#part\n",
    ],
)
def test_comments_and_block_texts_are_left_in_peace(text: str) -> None:
    assert load(text.encode()).problems == []


def test_one_broken_entry_does_not_hide_its_neighbours() -> None:
    source = "questions:\n  - id: a\n  - id: b\n    answers: {b: 1: [\n  - id: c\n"
    document = load(source.encode())
    assert only(document).rule == "yaml-syntax"
    assert document.recovered
    assert [entry["id"] for entry in document.data["questions"]] == ["a", "c"]


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 100_000,
        b"{a: " * 50_000,
        b"- " * 100_000,
        b"a: &a [x,x]\n" + b"".join(b"k%d: &k%d [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" % (i, i) for i in range(2000)),
        b"a: *b\n" * 20_000,
        b"\t" * 100_000,
        b"'" * 99_999,
        b"a: b : c\n" * 20_000,
        b"? " * 50_000,
        b"a: \xe2\x80\x8b\n" * 20_000,
        b"!" * 100_000,
        b'"' + b"\\" * 100_000,
        b"- [\n" * 20_000,
        b"a:\n" * 3 + b" " * 100_000 + b"x",
        b"a: {b: " + b"\n  [ ( { x" * 30_000,
        b"a: [\n" + b"  'a, \"b,\n" * 20_000,
        b"a: {\n" + b"  a: [{b: [{c: [{d: 'x,\n" * 10_000,
        b"answer: x #5" + b"\n  #1" * 100_000,
    ],
    ids=range(18),
)
def test_hostile_files_are_refused_quickly(raw: bytes) -> None:
    """Generous for a noisy machine: a quadratic algorithm would take minutes."""
    started = time.process_time()
    document = load(raw)
    assert document.problems
    assert time.process_time() - started < 3


def test_positions_count_code_points_and_survive_wide_characters() -> None:
    document = load("a: 😀é\nb: {c: ✓}\n".encode())
    assert document.span(("a",)) == Span(1, 4, 1, 6)
    assert document.span(("b", "c")) == Span(2, 8, 2, 9)


# What a value may be made of: everything that YAML could trip over.
PIECES = [
    "Qui", "a dit", " : ", " #1", "# x", "#5", '"Oui"', "'mot'", "l'eau", ", ", "[sic]", "{id}", "]", "}", "- ", "*g*",
    "oui ?", "…: ", ", answer: ", "keyword:Toit", " #", "  # note", "\n      ", "\n      #1 ", "\t#2", "\\", "%",
]  # fmt: skip
VALUES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
ENTRIES = st.one_of(
    st.builds("  - id: a\n    question: {}\n    answer: {}\n".format, VALUES, VALUES),
    st.builds("  - id:a\n    question:{}\n    text: |\n      {}\n".format, VALUES, VALUES),
    st.builds("  - {{id: a, question: {}, answer: {}}}\n".format, VALUES, VALUES),
    st.builds("  - answers: [{{answer: {}, accept: [{}]}}, x]\n".format, VALUES, VALUES),
    st.builds("  - answers:\n    - {}\n    - {}\n".format, VALUES, VALUES),
)
PLAIN_COMMENT = re.compile(r"\s#(?:\s|$)|^\s*#|[][{},:-]\s*#")  # what nobody would take for text


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(ENTRIES, min_size=1, max_size=3).map("".join))
@example("  - {id: a, question:  #1@   # note, answer: x :\n      | }\n")
@example("  - id: a\n    question: : x\n      #1 y\n")
def test_repairs_only_add_signs_and_come_to_an_end(entries: str) -> None:
    """No character that the author typed is lost; what is repaired is read as it was read before the repair."""
    text = before = f"questions:\n{entries}"
    first = load(before.encode())
    for turn in range(4):
        document = load(text.encode())
        edits = [found.edits for found in document.problems if found.edits and found.rule != "odd-indentation"]
        if not edits:
            break
        assert turn < 3, (before, text)
        text, _ = apply_edits(text, edits, set(), "")
        signs = iter(text)
        assert all(char in signs for char in before if char not in "\"'"), (before, text)
        assert len(text) - len(before) == sum(text.count(sign) - before.count(sign) for sign in "\"'\\ ")
    if all(found.edits or found.rule == "comment-or-text" for found in first.problems) and turn < 2:
        assert document.data == first.data or "\t" in before
    if not document.problems:
        lines = [PLAIN_COMMENT.split(line)[0] for line in before.split("\n")]
        kept = json.dumps(document.data)
        assert all("\n".join(lines).count(word) <= kept.count(word) for word in ("#1", "#5"))
