"""Reports: text for people, and the formats that programs read."""

from __future__ import annotations

import json
import os
import re
import unicodedata
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from pipeline.checks.manual import manual
from pipeline.checks.rule import names
from pipeline.core.finding import START, Finding, Related, Span, say
from pipeline.reporters import REPORTERS, reporter
from pipeline.reporters.base import View
from pipeline.reporters.text import columns, wrapped
from tests.command import livret, report
from tests.test_rule_pages import WITHOUT_EXAMPLE, examples, run
from tests.toy import Toy

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Severity

PATH = "content/jouet/duo/01.yaml"
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
BAD_ANSWER = (
    "- {id: duo001, type: cible, keyword: Toit, question: Combien de mètres mesure l'Everest ?, answer: haut}\n"
)


def finding(
    span: Span = START,
    message: str = "Something is wrong.",
    *,
    path: str = PATH,
    rule: str = "typography",
    code: str = "LV330",
    severity: Severity = "error",
    hint: str = "",
    id: str = "",  # noqa: A002
    related: tuple[Related, ...] = (),
) -> Finding:
    said = say(hint) if hint else None
    return Finding(path, span, rule, code, severity, say(message), said, id, "", related, fixable=False)


def render(format_: str, *findings: Finding, source: str = "", width: int = 80, color: bool = False) -> str:
    view = View(findings, 3, 7, str, lambda _: source.split("\n"), manual, width=width, color=color, version="1.2.3")
    return "".join(reporter(format_).render(view))


def caret(text: str) -> str:
    """What stands above the carets of the first frame, by terminal columns."""
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if re.fullmatch(r" *\| *\^+", line))
    first, last = lines[at].index("^"), lines[at].rindex("^") + 1
    shown = ""
    column = 0
    for char in lines[at - 1]:
        if first <= column < last and (columns(char) or shown):
            shown += char
        column += columns(char)
    return shown


def widths(text: str) -> list[int]:
    return [columns(line) for line in text.split("\n")]


def broken(toy: Toy) -> None:
    """Findings of all severities, in several files, with related places."""
    toy.write("duo", BAD_ANSWER + BAD_ANSWER.replace(" ?", "?"))
    toy.write("solo", "- {keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso, theme: art}\n")
    toy.write_bytes("help", b"\xef\xbb\xbf" + toy.path("help").read_bytes().replace(b"\n", b"\r\n"))
    toy.write("deck", "- {id: v001, value: 1, count: 4, name: Prima, text: La première., name: Secunda}\n")
    toy.write("extra", "page: 1\n")


# Text


def test_text_shows_rule_message_place_line_caret_and_help(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", "- id: duo001\n  type: cible\n  keyword: Toit\n  question: Combien ?\n  answer: très haut\n")
    ran = livret(capsys, toy.root, "check", "--select", "LV201")
    assert (
        ran.out
        == """\
error[LV201] cible-not-a-number: “très haut” is not a number.
 --> content/jouet/duo/01.yaml:7:13  (duo001)
  |
7 |     answer: très haut
  |             ^^^^^^^^^
  = help: Write the number in digits: 8849, "8 849" or "2,5"; the unit goes to
          `unit`, variants are not possible.

1 error, no warnings. Files: 10, questions: 3.
"""
    )


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("answer: haut", "haut"),
        ("  answer: très haut", "très haut"),
        ("answer: 日本の山 haut", "haut"),
        ("answer: 日本の山", "日本の山"),
        ("answer: 🗻🗻 haut", "haut"),
        ("\tanswer: haut", "haut"),
        ("answer:\thaut", "haut"),
        ("cafe\u0301 answer: haut", "haut"),
        ("answer: \u200bhaut", "haut"),
        ("answer: \x1b[31mhaut", "haut"),
        ("answer: haut" + " et" * 100, "haut"),
        ("answer: " + "loin " * 100 + "haut" + " et" * 100, "haut"),
        ("answer: " + "loin " * 100 + "haut", "haut"),
        ("answer: " + "日本" * 30 + "haut", "haut"),
        ("answer: " + "日本" * 100 + "haut" + "日本" * 100, "haut"),
        ("answer: " + "e\u0301" * 100 + "haut" + "e\u0301" * 100, "haut"),
    ],
    ids=[
        "ascii", "accents", "after wide", "wide", "emoji", "tab before", "tab inside", "combining", "zero width",
        "escape", "long tail", "long both sides", "long head", "wide head", "wide both sides", "combining both sides",
    ],
)  # fmt: skip
def test_the_caret_stands_under_the_exact_characters(line: str, marked: str) -> None:
    at = line.index(marked)
    text = render("text", finding(Span(1, at + 1, 1, at + 1 + len(marked))), source=line)
    assert caret(text) == marked
    assert max(widths(text)) <= 80


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_every_place_of_a_long_line_can_be_shown(width: int) -> None:
    line = "".join(chr(0x100 + number) for number in range(300))
    for at in range(0, 300, 7):
        text = render("text", finding(Span(1, at + 1, 1, at + 2)), source=line, width=width)
        assert caret(text) == line[at]
        assert max(columns(shown) for shown in text.split("\n") if " | " in shown) <= width


def test_a_long_line_is_cut_on_both_sides_with_an_ellipsis() -> None:
    line = "loin " * 40 + "haut" + " loin" * 40
    text = render("text", finding(Span(1, 201, 1, 205)), source=line)
    assert re.search(r"^1 \| ….*haut.*…$", text, re.MULTILINE)


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first_line() -> None:
    text = render("text", finding(Span(1, 4, 2, 3)), source="ab cde\nfg")
    assert caret(text) == "cde"


def test_a_place_past_the_end_of_the_line_gets_one_caret() -> None:
    text = render("text", finding(Span(1, 4, 1, 4)), source="abc")
    assert "1 | abc\n  |    ^\n" in text


def test_a_file_that_is_gone_has_no_frame() -> None:
    text = render("text", finding(Span(9, 4, 9, 5)), source="")
    assert f" --> {PATH}:9:4\n" in text
    assert "|" not in text


def test_carets_of_findings_and_their_line_numbers_share_one_gutter() -> None:
    source = "\n".join(f"line {number}" for number in range(1, 101))
    related = (Related(Span(100, 6, 100, 9), say("first one here")),)
    text = render("text", finding(Span(9, 6, 9, 7), related=related), source=source)
    assert (
        text
        == """\
error[LV330] typography: Something is wrong.
   --> content/jouet/duo/01.yaml:9:6
    |
  9 | line 9
    |      ^
    : first one here
    |
100 | line 100
    |      ^^^

1 error, no warnings. Files: 3, questions: 7.
"""
    )


def test_a_related_place_in_another_file_is_named() -> None:
    other = "content/jouet/solo/01.yaml"
    related = (Related(Span(1, 1, 1, 5), say("the other one"), other),)
    text = render("text", finding(Span(1, 1, 1, 5), related=related), source="page: 1")
    assert f" ::: {other}:1:1 the other one\n" in text
    assert text.count("1 | page: 1\n") == 2


def test_control_characters_of_the_content_never_reach_the_terminal(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question may not clear the screen, change the title or turn the text around."""
    odd = "\x1b[2J\x07\x9b31m\u202e\u2066\u200b\u061c\x7f"
    escaped = "\\e[2J\\a\\x9b31m\\u202e\\u2066"
    toy.write_bytes(
        "duo",
        f'page: 1\nquestions:\n  - id: "a{escaped}"\n    type: "c{escaped}"\n    keyword: x{odd}\n'
        f'  - id: "b{escaped}"\n    type: cible\n    "k{escaped}": 1\n    answer: "{escaped}"\n'.encode(),
    )
    ran = livret(capsys, toy.root, "check")
    assert ran.code == 1
    assert not CONTROLS.findall(ran.out)


def test_control_characters_of_a_file_name_never_reach_the_terminal(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    (toy.folder / "duo" / "\x1b[2J\u202e.yaml").write_text("page: x\n", encoding="utf-8")
    ran = livret(capsys, toy.root, "check")
    assert ran.code == 1
    assert not CONTROLS.findall(ran.out)


def test_a_newline_in_a_file_name_does_not_forge_a_line(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.folder / "duo" / "x\nAll good: 0 files.yaml").write_text("page: x\n", encoding="utf-8")
    ran = livret(capsys, toy.root, "check")
    assert not any(line.startswith("All good") for line in ran.out.split("\n"))


def test_a_long_message_is_wrapped_below_its_rule() -> None:
    text = render("text", finding(message="word " * 40, hint="help " * 40))
    assert text.startswith("error[LV330] typography\n  word word")
    assert max(widths(text)) <= 80


def test_a_message_with_wide_characters_is_wrapped_by_columns() -> None:
    text = render("text", finding(message="日本語の文 " * 20, hint="日本語の文 " * 20))
    assert max(widths(text)) <= 80


@pytest.mark.parametrize("name", [name for name in names() if name not in WITHOUT_EXAMPLE])
def test_the_report_of_every_rule_fits_80_columns(name: str, toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    run(toy, next(example for example in examples(name) if example.verdict == "bad"))
    ran = livret(capsys, toy.root, "check", "--no-cache", "--select", name)
    assert [line for line in ran.out.split("\n") if columns(line) > 80] == []


def test_the_summary_counts_what_was_set_aside(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", BAD_ANSWER.replace("haut", "8849").replace(" ?", "?"))
    ran = livret(capsys, toy.root, "check", "--select", "typography")
    assert ran.out.endswith(
        "no errors, 1 warning. Files: 10, questions: 4.\n1 can be repaired by `livret check --fix`.\n"
    )


def test_colours_change_nothing_but_colours() -> None:
    findings = [finding(Span(1, 1, 1, 3), severity=severity, hint="help") for severity in ("error", "warning", "info")]
    plain, colored = (render("text", *findings, source="page: 1", color=color) for color in (False, True))
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == plain != colored


# JSON


def test_json_has_exactly_the_keys_of_the_contract(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    data = report(capsys, toy.root).data
    assert set(data) == {"diagnostics", "summary"}
    types = {
        "rule": str, "code": str, "severity": str, "message": str, "hint": str, "path": str, "line": int,
        "column": int, "end_line": int, "end_column": int, "id": str, "related": list, "fixable": bool,
    }  # fmt: skip
    assert len(data["diagnostics"]) > 5
    for diagnostic in data["diagnostics"]:
        assert {key: type(value) for key, value in diagnostic.items()} == types
        assert diagnostic["severity"] in ("error", "warning", "info")
        for related in diagnostic["related"]:
            assert {key: type(value) for key, value in related.items()} == {
                "path": str, "line": int, "column": int, "message": str,
            }  # fmt: skip
    assert any(diagnostic["related"] for diagnostic in data["diagnostics"])
    assert {"files", "questions", "errors", "warnings"} <= set(data["summary"])
    assert all(type(value) is int for value in data["summary"].values())


def test_json_counts_agree_with_its_diagnostics(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    data = report(capsys, toy.root).data
    severities = [diagnostic["severity"] for diagnostic in data["diagnostics"]]
    assert data["summary"]["errors"] == severities.count("error") > 0
    assert data["summary"]["warnings"] == severities.count("warning") > 0
    assert data["summary"]["files"] == 10


def test_json_gives_the_contracts_example(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", "- id: k3f9q2\n  type: cible\n  keyword: Toit\n  question: Combien ?\n  answer: huit km\n")
    diagnostic = report(capsys, toy.root, "--select", "LV201").data["diagnostics"][0]
    hint = diagnostic.pop("hint")
    assert hint.startswith("Write the number in digits")
    assert diagnostic == {
        "rule": "cible-not-a-number", "code": "LV201", "severity": "error", "message": "“huit km” is not a number.",
        "path": PATH, "line": 7, "column": 13, "end_line": 7, "end_column": 20, "id": "k3f9q2", "related": [],
        "fixable": False,
    }  # fmt: skip


def test_json_of_a_clean_project_is_an_object_with_no_diagnostics(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = report(capsys, toy.root)
    assert ran.code == 0
    assert ran.data["diagnostics"] == []


# GitHub


def test_github_escapes_what_would_end_a_command_or_a_property() -> None:
    text = render(
        "github",
        finding(Span(3, 5, 3, 9), "50 % : a, b\nnew\rline", path="content/a,b:c%d\n.yaml", hint="so: do"),
    )
    assert text == (
        "::error file=content/a%2Cb%3Ac%25d%0A.yaml,line=3,endLine=3,col=5,endColumn=8,title=LV330 typography"
        "::50 %25 : a, b%0Anew%0Dline so: do\n"
    )


def test_github_leaves_columns_out_of_ranges_over_several_lines() -> None:
    assert "col" not in render("github", finding(Span(3, 5, 4, 9), path="a.yaml")).lower()


@pytest.mark.parametrize(("severity", "command"), [("error", "error"), ("warning", "warning"), ("info", "notice")])
def test_github_has_a_command_for_each_severity(severity: Severity, command: str) -> None:
    assert render("github", finding(severity=severity)).startswith(f"::{command} file=")


def test_github_gives_one_line_a_finding(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    lines = livret(capsys, toy.root, "check", "--format", "github").out.splitlines()
    assert len(lines) == len(report(capsys, toy.root).data["diagnostics"])
    pattern = (
        r"::(error|warning|notice) file=[^,:]+,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=LV\d{3} [\w-]+::.+"
    )
    assert all(re.fullmatch(pattern, line) for line in lines)


# GitLab


def gitlab(capsys: pytest.CaptureFixture[str], toy: Toy) -> list[dict[str, Any]]:
    issues: list[dict[str, Any]] = livret(capsys, toy.root, "check", "--no-cache", "--format", "gitlab").data
    return issues


def test_gitlab_issues_have_what_code_quality_asks_for(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    for issue in gitlab(capsys, toy):
        assert issue["type"] == "issue"
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["check_name"] in names()
        assert issue["description"]
        assert issue["location"]["path"].startswith("content/")
        assert issue["location"]["lines"]["begin"] >= 1


def test_gitlab_fingerprints_are_unique(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    """Two equal mistakes on one page are two issues."""
    broken(toy)
    toy.write("duo", "- {keyword: A, question: B}\n" * 3)
    issues = gitlab(capsys, toy)
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) > 6


@pytest.mark.parametrize(
    "entries", [BAD_ANSWER.replace("haut", "8849") * 2, BAD_ANSWER[:-2] + ", answer: haut}\n"], ids=["ids", "keys"]
)
def test_gitlab_fingerprints_stay_when_lines_move(toy: Toy, capsys: pytest.CaptureFixture[str], entries: str) -> None:
    toy.write("duo", entries)
    before = gitlab(capsys, toy)
    toy.write("duo", "# a comment\n\n" + entries)
    after = gitlab(capsys, toy)
    assert [issue["location"]["lines"]["begin"] for issue in before] != [
        issue["location"]["lines"]["begin"] for issue in after
    ]
    assert sorted(issue["fingerprint"] for issue in before) == sorted(issue["fingerprint"] for issue in after)


def test_gitlab_fingerprints_do_not_depend_on_the_language(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    english, french = (
        livret(capsys, toy.root, "check", "--format", "gitlab", "--lang", language).data for language in ("en", "fr")
    )
    assert [issue["fingerprint"] for issue in english] == [issue["fingerprint"] for issue in french]


# SARIF


def test_sarif_has_the_structure_that_scanners_need(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    log = livret(capsys, toy.root, "check", "--format", "sarif").data
    assert log["version"] == "2.1.0"
    assert "sarif-2.1.0" in log["$schema"]
    (sarif_run,) = log["runs"]
    driver = sarif_run["tool"]["driver"]
    assert driver["name"] == "livret"
    assert sarif_run["columnKind"] == "unicodeCodePoints"
    rules = driver["rules"]
    assert len({found["id"] for found in rules}) == len(rules)
    for found in rules:
        assert re.fullmatch(r"LV\d{3}", found["id"])
        assert found["shortDescription"]["text"]
        assert found["help"]["text"]
    assert len(sarif_run["results"]) == len(report(capsys, toy.root).data["diagnostics"])
    for result in sarif_run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        assert result["locations"]
    assert {result["level"] for result in sarif_run["results"]} >= {"error", "warning"}


def test_sarif_regions_lie_inside_their_files(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    (sarif_run,) = livret(capsys, toy.root, "check", "--format", "sarif").data["runs"]
    places = [
        place["physicalLocation"]
        for result in sarif_run["results"]
        for place in [*result["locations"], *result.get("relatedLocations", [])]
    ]
    assert places
    for place in places:
        text = (toy.root / place["artifactLocation"]["uri"]).read_bytes().decode("utf-8").removeprefix("\ufeff")
        lines = text.replace("\r\n", "\n").split("\n")
        region = place["region"]
        assert 1 <= region["startLine"] <= region["endLine"] <= len(lines)
        assert 1 <= region["startColumn"] <= len(lines[region["startLine"] - 1]) + 1
        assert 1 <= region["endColumn"] <= len(lines[region["endLine"] - 1]) + 1
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


def test_sarif_addresses_are_escaped() -> None:
    log = json.loads(render("sarif", finding(path="content/été 50%/a#b.yaml")))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "content/%C3%A9t%C3%A9%2050%25/a%23b.yaml"


def test_sarif_of_a_clean_project_is_a_run_without_results(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (sarif_run,) = livret(capsys, toy.root, "check", "--format", "sarif").data["runs"]
    assert sarif_run["results"] == []
    assert sarif_run["tool"]["driver"]["rules"] == []


# JUnit


def test_junit_counts_agree_with_its_cases(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    broken(toy)
    root = ET.fromstring(livret(capsys, toy.root, "check", "--format", "junit").out)  # noqa: S314
    summary = report(capsys, toy.root).data["summary"]
    assert int(root.get("failures", "")) == len(root.findall(".//failure")) == summary["errors"]
    assert (
        int(root.get("tests", ""))
        == len(root.findall(".//testcase"))
        == len(report(capsys, toy.root).data["diagnostics"])
    )
    for suite in root.findall("testsuite"):
        assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
        assert int(suite.get("failures", "")) == len(suite.findall(".//failure"))


def test_junit_is_xml_whatever_stands_in_a_message() -> None:
    everything = "".join(map(chr, range(0x100))) + "\ufffe\uffff\ud800<&>\"'\u2028]]>"
    text = render(
        "junit",
        *(finding(message=everything, hint=everything, path=everything, severity=s) for s in ("error", "warning")),
    )
    root = ET.fromstring(text.encode("utf-8"))  # noqa: S314
    assert root.get("failures") == "1"
    failure = root.find(".//failure")
    assert failure is not None
    assert "ABC" in (failure.get("message") or "")
    assert "<&>" in (failure.text or "")


def test_junit_of_a_clean_project_is_one_passed_case(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    root = ET.fromstring(livret(capsys, toy.root, "check", "--format", "junit").out)  # noqa: S314
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    assert [case.get("name") for case in root.findall(".//testcase")] == ["10 files"]


# All formats


@pytest.mark.parametrize("format_", REPORTERS)
def test_every_format_reports_a_file_whose_name_is_not_utf8(
    toy: Toy, capsys: pytest.CaptureFixture[str], format_: str
) -> None:
    """Archives from old Windows machines have such names."""
    name = os.fsencode(toy.folder / "duo") + b"/caf\xe9.yaml"
    with open(name, "wb") as file:  # noqa: PTH123
        file.write(b"page: x\n")
    ran = livret(capsys, toy.root, "check", "--format", format_)
    assert (ran.code, ran.err) == (1, "")


@pytest.mark.parametrize("format_", REPORTERS)
def test_every_format_gives_the_same_bytes_for_the_same_content(
    toy: Toy, tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str
) -> None:
    other = Toy(tmp_path / "elsewhere")
    broken(toy)
    broken(other)
    outputs = {livret(capsys, one.root, "check", "--format", format_).out for one in (toy, other)}
    assert len(outputs) == 1


@pytest.mark.parametrize("format_", REPORTERS)
def test_every_format_keeps_french_readable(toy: Toy, capsys: pytest.CaptureFixture[str], format_: str) -> None:
    toy.write("duo", BAD_ANSWER.replace("haut", "très élevé"))
    out = livret(capsys, toy.root, "check", "--format", format_).out
    assert "très élevé" in unicodedata.normalize("NFC", out)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no reporter xml"):
        reporter("xml")


def test_a_line_never_starts_with_a_sign_that_french_puts_behind_a_space() -> None:
    text = "Les questions qui offrent un choix (« A ou B », « Vrai ou faux ») : lesquelles ? Celles-là ! Oui ; non."
    for width in range(12, 60):
        lines = wrapped(text, width)
        assert " ".join(lines) == text
        assert not any(line[0] in "»:;?!" or line.endswith("«") for line in lines)
