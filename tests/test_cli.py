"""The command line: exit codes, help, proposals for slips, and what each option of `check` does."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from pipeline.checks import engine
from pipeline.cli.commands import COMMANDS
from pipeline.core import catalogue
from pipeline.reporters.text import CLEAN
from tests.command import environment, livret, process, report

if TYPE_CHECKING:
    from tests.toy import Toy

NOT_A_NUMBER = """\
- {id: duo001, type: cible, keyword: Toit du monde, question: À combien de mètres culmine l'Everest ?, answer: haut}
- {id: duo002, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica*?, answer: Pablo Picasso}
"""
ONE_OF_TWO = "- {id: duo002, type: rapidite, keyword: Chevalet, question: Qui a peint *Guernica* ?, answer: Picasso}\n"


def crash(*_: object) -> NoReturn:
    raise ZeroDivisionError("a rule divides by zero")


# Exit codes


def test_a_clean_project_gives_0_and_says_so(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "check")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "All good. Files: 10, questions: 5.\n"


def test_an_error_gives_1(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    ran = livret(capsys, toy.root, "check")
    assert ran.code == 1
    assert "error[LV201] cible-not-a-number" in ran.out
    assert ran.err == ""


def test_warnings_alone_give_0(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", ONE_OF_TWO)
    ran = livret(capsys, toy.root, "check")
    assert ran.code == 0
    assert "no errors, 1 warning." in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--format", "xml"], "xml"),
        (["check", "--nonsense"], "--nonsense"),
        (["check", "--jobs", "0"], "0"),
        (["check", "--lang", "de"], "de"),
        (["frobnicate"], "frobnicate"),
        (["build", "nothing"], "jouet"),
        (["build", "--only", "sculpture"], "pack"),
    ],
)
def test_wrong_usage_gives_2_and_names_the_word(
    toy: Toy, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    ran = livret(capsys, toy.root, *arguments)
    assert ran.code == 2
    assert said in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_a_crash_in_a_rule_gives_3_and_a_short_message(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The traceback goes to a log file that the message names, never to the terminal."""
    logs = tmp_path / "logs"
    logs.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(logs))
    monkeypatch.setattr(engine, "check_file", crash)
    ran = livret(capsys, toy.root, "check", "--no-cache")
    assert ran.code == 3
    assert ran.out == ""
    assert "ZeroDivisionError: a rule divides by zero" in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) <= 3
    log = next(logs.iterdir())
    assert str(log) in ran.err
    assert "Traceback" in log.read_text(encoding="utf-8")


def test_a_crash_is_still_a_message_when_no_log_can_be_written(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent/folder")
    monkeypatch.setattr(engine, "check_file", crash)
    ran = livret(capsys, toy.root, "check", "--no-cache")
    assert ran.code == 3
    assert "ZeroDivisionError" in ran.err


def test_debugging_shows_the_traceback(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "check_file", crash)
    ran = livret(capsys, toy.root, "check", "--no-cache", env={"LIVRET_DEBUG": "1"})
    assert ran.code == 3
    assert "Traceback" in ran.err


@pytest.mark.parametrize("command", ["check", "build"])
def test_no_content_folder_gives_2_and_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    here = livret(capsys, None, command)
    assert here.code == 2
    assert "No folder content/ here or above; use -C ROOT." in here.err
    there = livret(capsys, tmp_path, command)
    assert there.code == 2
    assert f"No folder content/ in {tmp_path}." in there.err


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


@FULL
@pytest.mark.parametrize("arguments", [["check"], ["--help"], ["explain"]], ids=" ".join)
def test_output_that_cannot_be_written_is_a_message_also_when_it_is_replayed(toy: Toy, arguments: list[str]) -> None:
    livret_ = f"'{sys.executable}' -m pipeline {' '.join(arguments)}"
    for _ in range(2):
        process(toy.root, *arguments)  # the second time a check is answered from its record
        done = subprocess.run(
            ["sh", "-c", f"{livret_} > /dev/full"], cwd=toy.root, env=environment(), capture_output=True, check=False
        )
        assert done.returncode == 3
        assert done.stderr == b"livret cannot write: No space left on device.\n"


@pytest.mark.parametrize("arguments", [["check"], ["--help"], ["stats"]], ids=" ".join)
def test_a_closed_output_is_not_missed(toy: Toy, arguments: list[str]) -> None:
    livret_ = f"'{sys.executable}' -m pipeline {' '.join(arguments)}"
    done = subprocess.run(
        ["sh", "-c", f"{livret_} >&-"], cwd=toy.root, env=environment(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_folder_that_was_deleted_under_us_is_wrong_usage(tmp_path: Path) -> None:
    gone = f"mkdir gone && cd gone && rmdir ../gone && exec '{sys.executable}' -m pipeline check"
    done = subprocess.run(["sh", "-c", gone], cwd=tmp_path, env=environment(), capture_output=True, check=False)
    assert done.returncode == 2
    assert b"No folder content/ here or above" in done.stderr


# Help


@pytest.mark.parametrize("columns", ["", "60", "200"])
@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)])
def test_help_fits_80_columns(capsys: pytest.CaptureFixture[str], arguments: list[str], columns: str) -> None:
    ran = livret(capsys, None, *arguments, "--help", env={"COLUMNS": columns} if columns else {})
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80


def test_help_lists_every_command_with_its_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, None, "--help", env={"COLUMNS": "80"})
    for name, summary in COMMANDS.items():
        assert name in ran.out
        assert summary.split(",", maxsplit=1)[0] in ran.out
        own = livret(capsys, None, name, "-h", env={"COLUMNS": "80"})
        assert summary in own.out, "the list and the command say the same"


def test_the_list_of_rules_fits_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, None, "explain")
    assert ran.code == 0
    assert max(map(len, ran.out.splitlines())) <= 80


def test_explain_shows_the_page_of_a_rule_by_name_and_by_code(capsys: pytest.CaptureFixture[str]) -> None:
    by_name = livret(capsys, None, "explain", "typography")
    by_code = livret(capsys, None, "explain", "lv330")
    assert by_name.code == 0
    assert by_name.out == by_code.out
    assert by_name.out.startswith("LV330 typography\nseverity: warning, can be waived\n\nFrench typography")
    assert "Wrong:\n" in by_name.out
    assert "```" not in by_name.out


def test_version_names_the_tool(capsys: pytest.CaptureFixture[str]) -> None:
    assert livret(capsys, None, "--version").out.startswith("livret, version ")


# Proposals


@pytest.mark.parametrize(("typed", "meant"), [("chek", "check"), ("biuld", "build"), ("explian", "explain")])
def test_a_misspelt_command_gets_a_proposal(capsys: pytest.CaptureFixture[str], typed: str, meant: str) -> None:
    ran = livret(capsys, None, typed)
    assert ran.code == 2
    assert f"No such command '{typed}'. Did you mean '{meant}'?" in ran.err


@pytest.mark.parametrize("arguments", [["check", "--select"], ["check", "--ignore"], ["explain"]])
def test_a_misspelt_rule_gets_a_proposal(toy: Toy, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    ran = livret(capsys, toy.root, *arguments, "typografy")
    assert ran.code == 2
    assert "There is no rule 'typografy'. Did you mean 'typography'?" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--lang", "fr", "nothere"], "Erreur : Il n'y a ni fichier ni dossier « nothere »."),
        (["check", "--lang=fr", "--select", "typografy"], "Il n'y a pas de règle « typografy ». Vouliez-vous dire"),
        (["explain", "--lang", "fr", "zzzzz"], "Erreur : Il n'y a pas de règle « zzzzz ». `livret explain` en donne"),
        (["build", "--lang", "fr", "joue"], "Il n'y a pas de jeu « joue ». Vouliez-vous dire « jouet » ?"),
        (["stats", "--lang", "fr", "jouet/zzz"], "Il n'y a ni jeu ni produit « jouet/zzz »."),
        (["new", "--lang", "fr", "jouet/rules"], "Erreur : content/jouet/rules.md existe déjà"),
    ],
)
def test_wrong_usage_is_said_in_french(
    toy: Toy, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    ran = livret(capsys, toy.root, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Error" not in ran.err
    if arguments[0] != "new":
        assert ran.err.startswith(f"Usage : livret {arguments[0]} [OPTIONS]")
        assert f"Essayez « livret {arguments[0]} --help » pour l'aide." in ran.err


@pytest.mark.parametrize("place", ["locale", "livret.toml"])
def test_wrong_usage_follows_the_locale_and_the_configuration(
    toy: Toy, capsys: pytest.CaptureFixture[str], place: str
) -> None:
    if place == "livret.toml":
        (toy.root / "livret.toml").write_text('[check]\nlanguage = "fr"\n', encoding="utf-8")
    ran = livret(capsys, toy.root, "chek", env={"LC_ALL": "fr_FR.UTF-8"} if place == "locale" else {})
    assert ran.code == 2
    assert "Erreur : Il n'y a pas de commande « chek ». Vouliez-vous dire « check » ?" in ran.err


def test_explain_says_in_french_what_a_rule_says(capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, None, "explain", "--lang", "fr", "LV322")
    assert ran.out.startswith("LV322 double-negation\ngravité : avertissement, dérogation possible\n")
    assert "\n\nUne question nie deux fois.\n\nEntendues une seule fois, à table, " in ran.out
    assert "\nFaux :\n" in ran.out
    assert "\nJuste :\n" in ran.out
    assert "\nCe qu'elle dit :\n    Deux négations dans une même question.\n" in ran.out
    assert max(len(line) for line in ran.out.splitlines() if line[:1] != " ") <= 80, "paragraphs are wrapped"
    listed = livret(capsys, None, "explain", "--lang", "fr")
    assert max(map(len, listed.out.splitlines())) <= 80
    assert "LV322  double-negation             avertissement  " in listed.out


def test_a_rule_that_is_like_no_other_leads_to_the_list(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "check", "--select", "zzzzzzzz")
    assert ran.code == 2
    assert "`livret explain` lists them." in ran.err


@pytest.mark.parametrize("typed", ["LV", "LV99", "LV999", "LVX", "LV3300"])
def test_a_code_that_does_not_exist_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str], typed: str) -> None:
    ran = livret(capsys, toy.root, "check", "--select", typed)
    assert ran.code == (0 if typed == "LV" else 2)


def test_a_path_that_is_not_there_gets_a_proposal(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "check", "content/jouet/dou")
    assert ran.code == 2
    assert "There is no file or folder 'content/jouet/dou'." in ran.err
    assert "Did you mean 'content/jouet/duo'?" in ran.err


def test_a_path_outside_content_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    (toy.root / "notes.yaml").write_text("page: 1\n", encoding="utf-8")
    ran = livret(capsys, toy.root, "check", "notes.yaml")
    assert ran.code == 2
    assert "'notes.yaml' is not in" in ran.err


# Where to look


def test_the_root_is_the_nearest_folder_above_that_holds_content(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(toy.folder / "duo")
    assert livret(capsys, None, "check").out.startswith("All good")


def test_the_root_may_be_named_through_a_symbolic_link(
    toy: Toy, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("links") / "project"
    link.symlink_to(toy.root)
    assert livret(capsys, link, "check").code == 0


def test_the_root_may_be_relative(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(toy.root.parent)
    ran = livret(capsys, None, "-C", toy.root.name, "check")
    assert (ran.code, ran.err) == (0, "")


def test_the_root_is_not_looked_for_above_the_one_that_was_named(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.folder, "check")
    assert ran.code == 2
    assert f"No folder content/ in {toy.folder}." in ran.err


@pytest.mark.parametrize(
    ("paths", "reported"),
    [
        ([], {"duo", "solo"}),
        (["content/jouet/duo"], {"duo"}),
        (["content/jouet/duo/"], {"duo"}),
        (["content/jouet/duo/01.yaml"], {"duo"}),
        (["content/jouet/solo", "content/jouet/duo/01.yaml"], {"duo", "solo"}),
        (["content/jouet/help.yaml"], set()),
        (["content"], {"duo", "solo"}),
        (["."], {"duo", "solo"}),
    ],
)
def test_only_findings_under_the_paths_are_reported(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, paths: list[str], reported: set[str]
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    toy.write("solo", "- {id: solo01, keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso}\n")
    monkeypatch.chdir(toy.root)
    ran = livret(capsys, None, "check", "--format", "json", *paths)
    assert {diagnostic["path"].split("/")[2] for diagnostic in ran.data["diagnostics"]} == reported
    assert ran.code == int(bool(reported))


def test_a_path_may_be_relative_to_the_current_folder_or_absolute(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    monkeypatch.chdir(toy.folder)
    from_here = livret(capsys, None, "check", "duo/01.yaml")
    absolute = livret(capsys, None, "check", str(toy.path("duo")))
    assert from_here.code == absolute.code == 1
    assert from_here.out == absolute.out
    assert "--> content/jouet/duo/01.yaml:3:" in from_here.out


def test_a_path_that_is_the_beginning_of_another_name_does_not_match_it(
    toy: Toy, capsys: pytest.CaptureFixture[str]
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    (toy.folder / "du").mkdir()
    assert report(capsys, toy.root, "content/jouet/du").rules == []


def test_a_path_finds_its_root_from_another_folder(
    toy: Toy,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert livret(capsys, None, "check", str(toy.path("duo"))).code == 1


def test_a_path_works_when_content_is_a_link(
    toy: Toy, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Content may be a checkout of its own that is linked into the project."""
    toy.write("duo", NOT_A_NUMBER)
    root = tmp_path_factory.mktemp("project")
    (root / "content").symlink_to(toy.root / "content")
    ran = report(capsys, root, "content/jouet/duo")
    assert (ran.code, ran.err) == (1, "")
    assert set(ran.rules) == {"cible-not-a-number", "typography"}


def test_a_path_that_is_a_link_reports_what_is_found_in_it(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("solo", "- {id: solo01, keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso}\n")
    link = toy.folder / "solo" / "02.yaml"
    link.symlink_to("01.yaml")
    assert "question-ending" in report(capsys, toy.root, "content/jouet/solo/02.yaml").rules


# Which rules


@pytest.mark.parametrize(
    ("option", "words", "left"),
    [
        ("--select", "typography", ["typography"]),
        ("--select", "LV330", ["typography"]),
        ("--select", "lv330", ["typography"]),
        ("--select", "LV3", ["typography"]),
        ("--select", "LV2,typography", ["cible-not-a-number", "typography"]),
        ("--select", " LV201 , ", ["cible-not-a-number"]),
        ("--ignore", "typography", ["cible-not-a-number"]),
        ("--ignore", "LV2", ["typography"]),
        ("--ignore", "LV2,LV3", []),
    ],
)
def test_rules_are_selected_and_ignored_by_name_code_and_beginning(
    toy: Toy, capsys: pytest.CaptureFixture[str], option: str, words: str, left: list[str]
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    ran = report(capsys, toy.root, option, words)
    assert ran.rules == left
    assert ran.code == int("cible-not-a-number" in left)


def test_ignore_takes_away_from_select(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    assert report(capsys, toy.root, "--select", "LV2,LV3", "--ignore", "LV201").rules == ["typography"]


# --release, --statistics


def test_release_turns_incompleteness_into_errors(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", ONE_OF_TWO)
    draft, final = report(capsys, toy.root), report(capsys, toy.root, "--release")
    assert (draft.code, final.code) == (0, 1)
    assert draft.rules == final.rules == ["incomplete-group"]
    assert [d["severity"] for d in draft.data["diagnostics"]] == ["warning"]
    assert [d["severity"] for d in final.data["diagnostics"]] == ["error"]


def test_release_turns_perishable_facts_into_errors(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", ONE_OF_TWO.replace("}", ", stability: volatile}") + ONE_OF_TWO.replace("duo002", "duo003"))
    final = report(capsys, toy.root, "--release")
    severities = {d["rule"]: d["severity"] for d in final.data["diagnostics"]}
    assert severities["perishable-fact"] == "error"


def test_release_leaves_matters_of_taste_as_they_are(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", ONE_OF_TWO.replace(" ?", "?"))
    final = report(capsys, toy.root, "--release", "--select", "typography")
    assert [d["severity"] for d in final.data["diagnostics"]] == ["warning"]


def test_statistics_count_findings_by_rule(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    toy.write("solo", ONE_OF_TWO.replace(" ?", "?").replace("type: rapidite, ", ""))
    ran = livret(capsys, toy.root, "check", "--statistics", "--select", "LV201,typography")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "     2  LV330  typography          warning  2 fixable",
        "     1  LV201  cible-not-a-number  error",
        "     3  findings, rules: 2",
    ]


def test_statistics_of_a_clean_project_say_so(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    assert livret(capsys, toy.root, "check", "--statistics").out == "No findings.\n"


# Colours


@pytest.mark.parametrize(
    ("terminal", "arguments", "env", "colored"),
    [
        (False, [], {}, False),
        (True, [], {"TERM": "xterm"}, True),
        (True, [], {"TERM": "dumb"}, False),
        (True, [], {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, [], {"TERM": "xterm", "NO_COLOR": ""}, True),
        (False, [], {"FORCE_COLOR": "1"}, True),
        (False, ["--color", "always"], {"NO_COLOR": "1"}, True),
        (True, ["--color", "never"], {"TERM": "xterm", "FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_follow_the_option_then_the_environment_then_the_terminal(
    toy: Toy,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    arguments: list[str],
    env: dict[str, str],
    colored: bool,
) -> None:
    toy.write("duo", NOT_A_NUMBER)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    ran = livret(capsys, toy.root, "check", "--no-cache", *arguments, env=env)
    assert ("\x1b[" in ran.out) == colored
    assert ran.out.count("\x1b[0m") == (ran.out.count("\x1b[") / 2 if colored else 0)


@pytest.mark.parametrize("format_", ["json", "github", "gitlab", "sarif", "junit"])
def test_data_is_never_coloured(toy: Toy, capsys: pytest.CaptureFixture[str], format_: str) -> None:
    toy.write("duo", NOT_A_NUMBER)
    assert "\x1b" not in livret(capsys, toy.root, "check", "--color", "always", "--format", format_).out


# Languages


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of one sentence: which language is chosen does not depend on the translations."""
    monkeypatch.setattr(catalogue, "french", lambda: {CLEAN: "Tout va bien : {files} fichiers."})


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize(
    ("arguments", "env", "configured", "language"),
    [
        ([], {}, None, "en"),
        ([], {"LANG": "fr_FR.UTF-8"}, None, "fr"),
        ([], {"LANG": "C.UTF-8"}, None, "en"),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, None, "en"),
        ([], {"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, None, "fr"),
        ([], {"LANG": "en_GB.UTF-8"}, "fr", "fr"),
        ([], {"LANG": "fr_FR.UTF-8"}, "en", "en"),
        (["--lang", "fr"], {"LANG": "en_GB.UTF-8"}, "en", "fr"),
        (["--lang", "en"], {"LANG": "fr_FR.UTF-8"}, "fr", "en"),
    ],
)
def test_the_language_is_the_option_then_livret_toml_then_the_locale(
    toy: Toy,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    env: dict[str, str],
    configured: str | None,
    language: str,
) -> None:
    if configured:
        (toy.root / "livret.toml").write_text(f'[check]\nlanguage = "{configured}"\n', encoding="utf-8")
    ran = livret(capsys, toy.root, "check", *arguments, env=env)
    assert ran.out.startswith("Tout va bien : 10 fichiers." if language == "fr" else "All good")


def test_french_messages_are_french(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    ran = livret(capsys, toy.root, "check", "--lang", "fr")
    assert "erreur[LV201] cible-not-a-number" in ran.out
    assert "is not a number" not in ran.out
    assert "1 erreur" in ran.out


@pytest.mark.usefixtures("french")
def test_rules_and_keys_of_json_stay_english(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    first = report(capsys, toy.root, "--lang", "fr").data["diagnostics"][0]
    assert (first["rule"], first["severity"]) == ("cible-not-a-number", "error")


# The process


def test_an_output_that_is_closed_early_is_quiet(toy: Toy) -> None:
    """`livret check | head -1` must not end in a traceback."""
    row = (
        "- {{id: duo{number:03}, type: cible, keyword: Toit, question: À combien culmine l'Everest ?, answer: haut}}\n"
    )
    toy.write("duo", "".join(row.format(number=number) for number in range(45)))
    for _ in range(2):  # once computed, once replayed
        with subprocess.Popen(
            [sys.executable, "-m", "pipeline", "check"],
            cwd=toy.root,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child:
            assert child.stdout is not None
            assert child.stderr is not None
            child.stdout.close()
            assert child.stderr.read() == b""
            child.wait(60)


def test_the_module_and_the_entry_point_agree(toy: Toy) -> None:
    toy.write("duo", NOT_A_NUMBER)
    ran = process(toy.root, "check", "--format", "json")
    assert ran.code == 1
    assert ran.err == ""
    assert ran.rules == ["cible-not-a-number", "typography"]


def test_an_ascii_locale_does_not_stop_french_output(toy: Toy) -> None:
    toy.write("duo", NOT_A_NUMBER)
    ran = process(toy.root, "check", env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
    assert ran.code == 1
    assert "À combien de mètres" in ran.out


def test_an_interrupted_check_gives_130(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "check_file", interrupt)
    ran = livret(capsys, toy.root, "check", "--no-cache")
    assert ran.code == 130
    assert "Interrupted." in ran.err
    assert "Traceback" not in ran.err


def test_a_check_leaves_the_content_alone(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", NOT_A_NUMBER)
    before = {path: path.read_bytes() for path in sorted(toy.root.rglob("*")) if path.is_file()}
    livret(capsys, toy.root, "check")
    after = {path: path.read_bytes() for path in sorted(toy.root.rglob("*")) if path.is_file()}
    assert {path for path in after if ".livret-cache" not in os.fspath(path)} == set(before)
    assert all(after[path] == raw for path, raw in before.items())
