"""What becomes of findings: waivers, severities in livret.toml, the baseline."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command import livret, report
from tests.toy import marked

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding
    from tests.toy import Toy

GOOD = "- {id: duo002, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Pablo Picasso}\n"
VAGUE = """\
- id: duo001
  type: rapidite
  keyword: Peinture
  question: Qui a peint *La Joconde* ?
  answer: Léonard de Vinci
"""
CARD = """\
cards:
  - id: d001
{waive}    questions:
      - {{type: chrono, clue: Peinture, question: Qui a peint *La Joconde* ?, answer: Léonard de Vinci}}
"""


def waive(text: str) -> str:
    return f"{VAGUE}  waive: {text}\n{GOOD}"


def only(findings: tuple[Finding, ...]) -> Finding:
    (finding,) = findings
    return finding


# Waivers


def test_a_waiver_sets_its_finding_aside_and_is_counted(toy: Toy) -> None:
    toy.write("duo", VAGUE + GOOD)
    assert toy.rules() == ["keyword-too-vague"]
    toy.write("duo", waive('{keyword-too-vague: "indice voulu"}'))
    report_ = toy.report()
    assert report_.findings == ()
    assert len(report_.waived) == 1


def test_a_waiver_is_for_one_rule_only(toy: Toy) -> None:
    toy.write("duo", waive('{keyword-too-vague: "indice voulu"}').replace("Joconde* ?", "Joconde*?"))
    assert toy.rules() == ["typography"]


def test_a_waiver_is_for_one_entry_only(toy: Toy) -> None:
    toy.write("duo", waive('{keyword-too-vague: "indice voulu"}').replace("Chevalet", "Littérature"))
    assert [(finding.rule, finding.id) for finding in toy.check()] == [("keyword-too-vague", "duo002")]


def test_an_unused_waiver_is_reported_at_its_key(toy: Toy) -> None:
    toy.write("duo", waive('{keyword-too-vague: "voulu"}').replace("Peinture", "Sourire"))
    finding = only(toy.check())
    assert (finding.rule, finding.severity, finding.id) == ("unused-waiver", "warning", "duo001")
    assert str(finding.message) == "The waiver of “keyword-too-vague” waives nothing."
    assert marked(finding, toy.root) == "keyword-too-vague"


def test_a_waiver_of_a_rule_that_was_not_asked_for_is_not_called_unused(toy: Toy) -> None:
    toy.write("duo", waive('{keyword-too-vague: "indice voulu"}').replace("Peinture", "Sourire"))
    assert toy.check(ignore=frozenset({"keyword-too-vague"})) == ()
    assert toy.check(select=frozenset({"typography", "unused-waiver"})) == ()
    (toy.root / "livret.toml").write_text('[rules]\nkeyword-too-vague = "off"\n', encoding="utf-8")
    assert toy.check() == ()


def test_an_unknown_rule_in_a_waiver_gets_a_proposal(toy: Toy) -> None:
    toy.write("duo", waive('{keyword-to-vague: "indice voulu"}').replace("Peinture", "Sourire"))
    finding = only(toy.check())
    assert (finding.rule, finding.severity) == ("waiver", "error")
    assert str(finding.message) == "There is no rule “keyword-to-vague”: did you mean “keyword-too-vague”?"
    assert marked(finding, toy.root) == "keyword-to-vague"


@pytest.mark.parametrize("reason", ['""', '" "', "ok", "~"])
def test_a_waiver_without_a_reason_is_an_error(toy: Toy, reason: str) -> None:
    toy.write("duo", waive(f"{{keyword-too-vague: {reason}}}"))
    errors = [finding for finding in toy.check() if finding.severity == "error"]
    assert len(errors) == 1
    assert errors[0].span.line == 8
    assert errors[0].rule in ("waiver", "empty-value")


def test_structure_cannot_be_waived(toy: Toy) -> None:
    toy.write("duo", waive('{missing-id: "pas besoin"}').replace("- id: duo001\n  type", "- type"))
    found = {finding.rule: str(finding.message) for finding in toy.check() if finding.severity == "error"}
    assert found["waiver"] == "The rule “missing-id” cannot be waived."
    assert "missing-id" in found


def test_a_waiver_on_a_card_is_for_its_questions(toy: Toy) -> None:
    toy.write("duel", CARD.format(waive=""), whole=True)
    assert "keyword-too-vague" in toy.rules()
    toy.write("duel", CARD.format(waive='    waive: {keyword-too-vague: "indice voulu"}\n'), whole=True)
    assert toy.check() == ()
    assert len(toy.report().waived) == 1


def test_an_unused_waiver_on_a_card_is_reported(toy: Toy) -> None:
    text = CARD.format(waive='    waive: {keyword-too-vague: "indice voulu"}\n').replace("clue: Peinture", "clue: Rire")
    toy.write("duel", text, whole=True)
    finding = only(toy.check())
    assert (finding.rule, finding.id, finding.span.line) == ("unused-waiver", "d001", 3)
    assert marked(finding, toy.root) == "keyword-too-vague"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{keyword-to-vague: "indice voulu"}', "There is no rule “keyword-to-vague”"),
        ('{missing-id: "indice voulu"}', "The rule “missing-id” cannot be waived."),
        ('{keyword-too-vague: "a"}', "The waiver of “keyword-too-vague” gives no reason."),
    ],
)
def test_a_wrong_waiver_on_a_card_is_an_error_too(toy: Toy, text: str, said: str) -> None:
    toy.write("duel", CARD.format(waive=f"    waive: {text}\n"), whole=True)
    messages = [str(finding.message) for finding in toy.check() if finding.rule == "waiver"]
    assert len(messages) == 1
    assert messages[0].startswith(said)


@pytest.mark.parametrize(
    "name", ["--init--", "a.b", "typography.RULE", ".", "..", "é", "x/y", "../x", '"\\0"', "keyword_too_vague", "LV312"]
)
def test_a_strange_name_in_a_waiver_is_one_error_and_no_crash(toy: Toy, name: str) -> None:
    toy.write("duo", waive(f'{{{name}: "indice voulu"}}').replace("Peinture", "Sourire"))
    assert toy.rules() == ["waiver"]


# livret.toml


def configure(toy: Toy, text: str) -> Path:
    path = toy.root / "livret.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
@pytest.mark.parametrize("word", ["keyword-too-vague", "LV3"])
def test_a_severity_in_livret_toml_is_in_force(toy: Toy, word: str, severity: str) -> None:
    toy.write("duo", VAGUE + GOOD)
    configure(toy, f'[rules]\n{word} = "{severity}"\n')
    assert [(finding.rule, finding.severity) for finding in toy.check()] == [("keyword-too-vague", severity)]


def test_a_severity_decides_the_exit_status(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD)
    assert livret(capsys, toy.root, "check").code == 0
    configure(toy, '[rules]\nkeyword-too-vague = "error"\n')
    assert livret(capsys, toy.root, "check").code == 1


def test_a_rule_that_is_off_finds_nothing(toy: Toy) -> None:
    toy.write("duo", VAGUE + GOOD)
    configure(toy, '[rules]\nkeyword-too-vague = "off"\n')
    assert toy.check() == ()


def test_a_later_line_about_one_rule_wins_over_a_prefix(toy: Toy) -> None:
    toy.write("duo", VAGUE + GOOD)
    configure(toy, '[rules]\nLV3 = "off"\nkeyword-too-vague = "info"\n')
    assert [finding.severity for finding in toy.check()] == ["info"]


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ('[rules]\nkeyword-to-vague = "off"\n', "Unknown key “keyword-to-vague”: did you mean “keyword-too-vague”?",
         (2, 1, 2, 17)),
        ('[rules]\ntypography = "loud"\n', "“loud” is not a severity.", (2, 14, 2, 20)),
        ("[rules]\n  typography = 3\n", "“3” is not a severity.", (2, 16, 2, 17)),
        ('[rules]\ntypography = ["off"]\n', "“['off']” is not a severity.", (2, 14, 2, 21)),
        ('\n[rule]\ntypography = "off"\n', "Unknown key “rule”: did you mean “rules”?", (2, 2, 2, 6)),
        ('[check]\nlangage = "fr"\n', "Unknown key “langage”: did you mean “language”?", (2, 1, 2, 8)),
        ('[check]\nlanguage = "de"\n', "“language” should be en or fr.", (2, 12, 2, 16)),
        ("[check]\njobs = 0\n", "“jobs” should be a number from 1.", (2, 8, 2, 9)),
        ("[check]\njobs = true\n", "“jobs” should be a number from 1.", (2, 8, 2, 12)),
        ("[check]\nlanguage = []\n", "“language” should be en or fr.", (2, 12, 2, 14)),
        ("rules = 3\n", "“rules” should be a table.", (1, 9, 1, 10)),
        ('typography = "off"\n', "Unknown key “typography”.", (1, 1, 1, 11)),
        ('lang = "fr"\n', "Unknown key “lang”: did you mean “language”?", (1, 1, 1, 5)),
        ("check = 3\n", "“check” should be a table.", (1, 9, 1, 10)),
        ("[rules]\ntypography = \n", "livret.toml is not valid TOML: Invalid value.", (2, 14, 2, 15)),
        ("[rules\n", "livret.toml is not valid TOML: Expected ']' at the end of a table declaration.", (1, 7, 1, 8)),
    ],
)  # fmt: skip
def test_a_mistake_in_livret_toml_is_a_finding_at_its_place(
    toy: Toy, text: str, message: str, place: tuple[int, ...]
) -> None:
    configure(toy, text)
    finding = only(toy.check())
    assert (finding.path, finding.rule, finding.severity) == ("livret.toml", "bad-configuration", "error")
    assert str(finding.message) == message
    assert tuple(finding.span) == place
    assert finding.hint


def test_a_mistake_does_not_disable_the_rest(toy: Toy) -> None:
    toy.write("duo", VAGUE + GOOD)
    configure(toy, '[rules]\nnonsense-zzz = "off"\nkeyword-too-vague = "off"\n')
    assert toy.rules() == ["bad-configuration"]


def test_livret_toml_that_is_not_utf8_is_a_finding(toy: Toy) -> None:
    (toy.root / "livret.toml").write_bytes("# été\n".encode("latin-1"))
    finding = only(toy.check())
    assert finding.rule == "bad-configuration"
    assert str(finding.message) == "The file is not UTF-8: byte 0xe9 cannot be read here."
    assert finding.span[:2] == (1, 3)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm_in_livret_toml(toy: Toy) -> None:
    (toy.root / "livret.toml").write_bytes(b'\xef\xbb\xbf[rules]\r\ntypography = "off"\r\n')
    assert toy.rules() == []


def test_a_mistake_is_reported_whatever_the_path(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    configure(toy, "[rules\n")
    assert report(capsys, toy.root, "content/jouet/help.yaml").rules == ["bad-configuration"]


# The baseline


def write_baseline(toy: Toy, capsys: pytest.CaptureFixture[str]) -> str:
    ran = livret(capsys, toy.root, "check", "--write-baseline")
    assert ran.code == 0
    return ran.out


def test_a_baseline_hides_the_findings_of_today(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD.replace(" ?", "?"))
    said = write_baseline(toy, capsys)
    assert said == "Findings recorded in livret-baseline.json: 2. From now on only new ones are reported.\n"
    ran = livret(capsys, toy.root, "check")
    assert ran.code == 0
    assert ran.out.startswith("All good")
    assert ran.out.endswith("\n2 known from the baseline.\n")
    assert report(capsys, toy.root, "--no-baseline").rules == ["keyword-too-vague", "typography"]


def test_a_new_finding_is_reported(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD)
    write_baseline(toy, capsys)
    toy.write("duo", VAGUE + GOOD.replace(" ?", "?"))
    ran = report(capsys, toy.root)
    assert ran.rules == ["typography"]
    assert ran.data["summary"]["baseline"] == 1


def test_one_more_of_the_same_is_new(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD.replace("Guernica* ?", "Guernica*  ?"))
    write_baseline(toy, capsys)
    toy.write("duo", VAGUE + GOOD.replace("a peint *Guernica* ?", "a  peint  *Guernica* ?"))
    assert report(capsys, toy.root).rules == ["typography"]


def test_a_repaired_finding_is_reported_as_stale(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD.replace(" ?", "?"))
    write_baseline(toy, capsys)
    toy.write("duo", VAGUE + GOOD)
    finding = only(toy.check())
    assert (finding.path, finding.rule, finding.severity) == ("livret-baseline.json", "stale-baseline", "info")
    assert str(finding.message).endswith("no longer exist: 1.")
    assert len(toy.report().known) == 1


def test_writing_it_again_makes_it_fresh(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD.replace(" ?", "?"))
    write_baseline(toy, capsys)
    toy.write("duo", VAGUE + GOOD)
    write_baseline(toy, capsys)
    assert toy.check() == ()


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b"{}", b'{"findings": []}', b'{"findings": {"a": "b"}}', b"\xff\xfe", b'{"findings": {"a": []}}',
     b"[" * 100_000],
    ids=["empty", "cut", "list", "no findings", "wrong shape", "not a count", "not utf-8", "a list", "too deep"],
)  # fmt: skip
def test_a_broken_baseline_is_an_error_and_hides_nothing(toy: Toy, raw: bytes) -> None:
    toy.write("duo", VAGUE + GOOD)
    (toy.root / "livret-baseline.json").write_bytes(raw)
    found = toy.check()
    assert sorted(finding.rule for finding in found) == ["bad-configuration", "keyword-too-vague"]
    broken = next(finding for finding in found if finding.rule == "bad-configuration")
    assert (broken.path, broken.severity) == ("livret-baseline.json", "error")
    assert str(broken.message).startswith("The baseline cannot be read")


@pytest.mark.parametrize(
    "entries",
    [
        VAGUE + GOOD.replace(" ?", "?"),
        GOOD + GOOD,
        GOOD.replace("}", ", answer: Picasso}"),
        GOOD.replace("id: duo002, ", ""),
    ],
    ids=["plain", "duplicate id", "duplicate key", "missing id"],
)
def test_lines_that_move_do_not_matter(toy: Toy, capsys: pytest.CaptureFixture[str], entries: str) -> None:
    toy.write("duo", entries)
    assert toy.check()
    write_baseline(toy, capsys)
    toy.write("duo", "# a comment\n\n" + entries)
    assert toy.check() == ()


def test_the_baseline_is_sorted_and_always_the_same(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD.replace(" ?", "?"))
    write_baseline(toy, capsys)
    path = toy.root / "livret-baseline.json"
    first = path.read_bytes()
    write_baseline(toy, capsys)
    assert path.read_bytes() == first
    keys = list(json.loads(first)["findings"])
    assert keys == sorted(keys)


@pytest.mark.parametrize("options", [["--select", "LV1"], ["--ignore", "LV3"]])
def test_a_baseline_is_not_stale_because_fewer_rules_were_asked_for(
    toy: Toy, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    toy.write("duo", VAGUE + GOOD)
    write_baseline(toy, capsys)
    assert report(capsys, toy.root, *options).rules == []


def test_a_stale_baseline_can_be_switched_off(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", VAGUE + GOOD)
    write_baseline(toy, capsys)
    toy.write("duo", GOOD.replace("duo002", "duo001").replace("Chevalet", "Taureau") + GOOD)
    configure(toy, '[rules]\nstale-baseline = "off"\n')
    assert "stale-baseline" not in toy.rules()


def test_release_looks_past_no_baseline(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    """The baseline knows findings by what they say: their severity may change."""
    toy.write("duo", GOOD)
    write_baseline(toy, capsys)
    assert report(capsys, toy.root, "--release").rules == []


# Order


def test_findings_are_in_the_order_of_files_and_places(toy: Toy) -> None:
    toy.write("duo", VAGUE.replace(" ?", "?") + GOOD.replace(" ?", "?"))
    toy.write("solo", "- {keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso}\n")
    found = toy.check()
    assert len(found) > 3
    assert list(found) == sorted(found, key=lambda finding: (finding.path, finding.span, finding.code))


def test_waived_findings_are_counted_in_the_folder_that_was_asked_for(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    toy.write("duo", waive('{keyword-too-vague: "indice voulu"}'))
    assert "1 waived in the content." in livret(capsys, toy.root, "check", "content/jouet/duo").out
    assert "waived" not in livret(capsys, toy.root, "check", "content/jouet/duel").out
