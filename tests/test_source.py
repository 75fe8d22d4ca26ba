"""Loading: every trap of YAML and of characters is a problem at the exact place, and the rest is still read."""

from __future__ import annotations

import time

import pytest

from pipeline.core.finding import Problem, Span
from pipeline.source.document import Document, align, load


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
        (b"a: !!int 1\n", "yaml-tag", Span(1, 4, 1, 5)),
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
        (b"a: [1, 2\nb: 3\n", "yaml-syntax", Span(2, 2, 2, 3)),
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


@pytest.mark.parametrize(
    "text",
    [
        "answer: 8849    # a number\n",
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
    source = "questions:\n  - id: a\n  - id: b\n    answers: [x, y\n  - id: c\n"
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
    ],
    ids=range(14),
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
