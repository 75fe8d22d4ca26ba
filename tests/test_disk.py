"""What a disk can do: files that cannot be read, vanish, are folders or links, have odd names or stand alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.command import livret, process, report

if TYPE_CHECKING:
    from pipeline.core.finding import Finding
    from tests.toy import Toy

BAD = "- {id: duo001, type: cible, keyword: Toit, question: Combien de mètres mesure l'Everest ?, answer: haut}\n"
DUO = "content/jouet/duo/01.yaml"


def about(toy: Toy, path: str) -> list[Finding]:
    return [finding for finding in toy.check() if finding.path == path]


def only(findings: list[Finding]) -> Finding:
    (finding,) = findings
    return finding


def refuse(monkeypatch: pytest.MonkeyPatch, place: Path, error: OSError) -> None:
    """Reading that one file fails: also for root, whom permissions do not stop."""
    read = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path == place:
            raise error
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)


# Files that cannot be read


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied"), "Cannot be read: Permission denied."),
        (FileNotFoundError(2, "No such file or directory"), "Cannot be read: No such file or directory."),
        (OSError(5, "Input/output error"), "Cannot be read: Input/output error."),
    ],
    ids=["unreadable", "vanished", "broken disk"],
)
def test_a_file_that_cannot_be_read_is_one_error_and_the_rest_is_checked(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    toy.write("solo", "- {keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso}\n")
    refuse(monkeypatch, toy.path("duo"), error)
    finding = only([found for found in about(toy, DUO) if found.severity == "error"])
    assert (finding.rule, tuple(finding.span)) == ("unreadable-file", (1, 1, 1, 1))
    assert str(finding.message) == said
    assert "question-ending" in toy.rules()


@pytest.mark.parametrize("format_", ["text", "json", "github", "gitlab", "sarif", "junit"])
def test_every_format_can_report_a_file_that_vanished(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    refuse(monkeypatch, toy.path("duo"), FileNotFoundError(2, "No such file or directory"))
    ran = livret(capsys, toy.root, "check", "--no-cache", "--format", format_)
    assert (ran.code, ran.err) == (1, "")
    assert "No such file or directory" in ran.out


def test_an_unreadable_game_yaml_is_one_error(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse(monkeypatch, toy.folder / "game.yaml", PermissionError(13, "Permission denied"))
    finding = only(list(toy.check()))
    assert (finding.rule, finding.path) == ("unreadable-file", "content/jouet/game.yaml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permissions_are_respected(toy: Toy) -> None:
    toy.path("duo").chmod(0)
    assert "unreadable-file" in toy.rules()


def test_a_folder_that_cannot_be_listed_is_an_error(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    scan = os.scandir

    def scandir(path: Any) -> Any:
        if str(path).endswith("/duo"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    finding = only([found for found in toy.check() if found.rule == "unreadable-file"])
    assert finding.path == "content/jouet/duo"


def test_fix_passes_over_a_file_that_cannot_be_read(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, toy.path("duo"), PermissionError(13, "Permission denied"))
    ran = livret(capsys, toy.root, "check", "--fix")
    assert (ran.code, ran.err) == (1, "")
    assert "unreadable-file" in ran.out


# Folders and links in the place of files


def test_a_folder_in_the_place_of_a_page_is_an_error(toy: Toy) -> None:
    path = toy.path("duo")
    path.unlink()
    path.mkdir()
    finding = only(about(toy, DUO))
    assert (finding.rule, finding.severity) == ("unreadable-file", "error")
    assert str(finding.message) == "Cannot be read: it is not a file."


def test_a_folder_in_the_place_of_game_yaml_is_reported(toy: Toy) -> None:
    path = toy.folder / "game.yaml"
    path.unlink()
    path.mkdir()
    finding = only(list(toy.check()))
    assert (finding.rule, finding.path) == ("unreadable-file", "content/jouet/game.yaml")


def test_a_file_in_the_place_of_content_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "content").write_text("not a folder", encoding="utf-8")
    assert livret(capsys, tmp_path, "check").code == 2


@pytest.mark.parametrize("target", ["file", "folder"])
def test_a_link_out_of_content_is_refused(toy: Toy, tmp_path_factory: pytest.TempPathFactory, target: str) -> None:
    secret = tmp_path_factory.mktemp("secret")
    (secret / "01.yaml").write_text("page: secret\n", encoding="utf-8")
    link = toy.folder / "duo" / "02.yaml"
    link.symlink_to(secret / "01.yaml" if target == "file" else secret)
    finding = only(about(toy, "content/jouet/duo/02.yaml"))
    assert (finding.rule, finding.severity) == ("unreadable-file", "error")
    assert str(finding.message) == "Cannot be read: the link leads out of the content folder."


@pytest.mark.parametrize("name", ["jouet/duo/01.yaml", "jouet/game.yaml", "notes.yaml", "not-duplicates.yaml"])
def test_nothing_behind_a_link_that_leads_out_is_printed(
    toy: Toy, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A fork's pull request must not make CI print a file of the machine."""
    secret = tmp_path_factory.mktemp("secret") / "passwd"
    secret.write_text("root:x:0:0\n", encoding="utf-8")
    place = toy.root / "content" / name
    place.unlink(missing_ok=True)
    place.symlink_to(secret)
    ran = livret(capsys, toy.root, "check")
    assert f"--> content/{name}:1:1" in ran.out
    assert "root:" not in ran.out


@pytest.mark.parametrize("name", ["livret.toml", "livret-baseline.json"])
def test_nothing_behind_a_configuration_that_leads_out_is_printed(
    toy: Toy, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    secret = tmp_path_factory.mktemp("secret") / "passwd"
    secret.write_text("root:x:0:0\n", encoding="utf-8")
    (toy.root / name).symlink_to(secret)
    ran = livret(capsys, toy.root, "check")
    assert f"--> {name}:1:" in ran.out
    assert "root:" not in ran.out


def test_a_game_that_is_a_link_out_of_content_is_refused(toy: Toy, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As any other link that leads out."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    shutil.move(toy.folder, elsewhere / "jouet")
    toy.folder.symlink_to(elsewhere / "jouet")
    finding = only([found for found in toy.check() if found.rule == "unreadable-file"])
    assert str(finding.message) == "Cannot be read: the link leads out of the content folder."


def test_a_link_inside_content_is_followed(toy: Toy) -> None:
    shared = toy.folder / "assets" / "page.yaml"
    shared.parent.mkdir()
    toy.path("duo").rename(shared)
    toy.path("duo").symlink_to("../assets/page.yaml")
    assert toy.check() == ()


def test_a_link_to_itself_is_an_error(toy: Toy) -> None:
    (toy.folder / "duo" / "02.yaml").symlink_to("02.yaml")
    finding = only(about(toy, "content/jouet/duo/02.yaml"))
    assert finding.rule == "unreadable-file"


def test_a_link_to_its_own_folder_does_not_go_round(toy: Toy) -> None:
    (toy.folder / "duo" / "again").symlink_to("../duo")
    assert toy.check() == ()


def test_a_link_to_nothing_is_an_error(toy: Toy) -> None:
    (toy.folder / "duo" / "02.yaml").symlink_to("03.yaml")
    assert only(about(toy, "content/jouet/duo/02.yaml")).rule == "unreadable-file"


PLACES_FOR_PIPES = ["jouet/duo/02.yaml", "jouet/templates/booklet/layout.json", "not-duplicates.yaml", "reviews/a.json"]


@pytest.mark.parametrize("name", PLACES_FOR_PIPES)
@pytest.mark.parametrize("options", [["--format", "json"], ["--format", "text"], ["--fix"]], ids=" ".join)
def test_a_pipe_in_the_place_of_a_file_does_not_hang(toy: Toy, name: str, options: list[str]) -> None:
    pipe = toy.root / "content" / name
    pipe.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(pipe)
    ran = process(toy.root, "check", "--no-cache", *options)
    assert (ran.code, ran.err) == (1, "")
    assert "unreadable-file" in ran.out
    assert f"content/{name}" in ran.out


def test_no_other_command_hangs_on_a_pipe(toy: Toy) -> None:
    (toy.root / "content" / "reviews").mkdir()
    for name in ("jouet/duo/02.yaml", "reviews/a.json", "not-duplicates.yaml", "jouet/extra.yaml"):
        os.mkfifo(toy.root / "content" / name)
    (toy.root / "new.csv").write_text("question,answer\nQui ?,Moi\n", encoding="utf-8")
    assert process(toy.root, "new", "jouet/solo").code in (0, 2)
    ran = process(toy.root, "import", "new.csv")
    assert ran.code == 2
    assert "content/reviews/a.json cannot be read: it is not a file." in ran.err


@pytest.mark.parametrize("kind", ["folder", "link to nothing", "vanishes"])
def test_pairs_declared_distinct_that_cannot_be_read_are_an_error(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    place = toy.root / "content" / "not-duplicates.yaml"
    if kind == "folder":
        place.mkdir()
    elif kind == "link to nothing":
        place.symlink_to("nothing.yaml")
    else:
        place.write_text("pairs: []\n", encoding="utf-8")
        refuse(monkeypatch, place, FileNotFoundError(2, "No such file or directory"))
    finding = only(list(toy.check()))
    assert (finding.rule, finding.path) == ("unreadable-file", "content/not-duplicates.yaml")
    assert str(finding.message) == {
        "folder": "Cannot be read: it is not a file.",
    }.get(kind, "Cannot be read: No such file or directory.")


# Names


def test_a_page_with_the_extension_yml_is_told_to_take_the_other(toy: Toy) -> None:
    toy.path("duo").rename(toy.folder / "duo" / "01.yml")
    finding = only(about(toy, "content/jouet/duo/01.yml"))
    assert finding.rule == "unexpected-file"
    assert ".yaml" in f"{finding.message} {finding.hint}"
    assert "No product of the game is called “duo”" not in str(finding.message), "there is one"


def test_an_extension_in_capitals_is_not_passed_over(toy: Toy) -> None:
    toy.path("duo").rename(toy.folder / "duo" / "01.YAML")
    assert [found.rule for found in about(toy, "content/jouet/duo/01.YAML")] in ([], ["unexpected-file"])
    assert toy.rules() != ["incomplete-product"], "the file is used, or reported"


def test_a_page_in_a_folder_of_the_product_is_told_to_move_up(toy: Toy) -> None:
    (toy.folder / "duo" / "a").mkdir()
    toy.path("duo").rename(toy.folder / "duo" / "a" / "01.yaml")
    finding = only(about(toy, "content/jouet/duo/a/01.yaml"))
    assert finding.rule == "unexpected-file"
    assert "No product of the game is called “duo”" not in str(finding.message), "there is one"


def test_a_stray_file_gets_the_nearest_product_proposed(toy: Toy) -> None:
    (toy.folder / "helpp.yaml").write_text("cards: []\n", encoding="utf-8")
    finding = only(about(toy, "content/jouet/helpp.yaml"))
    assert (finding.rule, finding.severity) == ("unexpected-file", "warning")
    assert str(finding.message) == "No product of the game is called “helpp”: did you mean “help”?"
    assert "Products: board, deck, duel, duo, help, material, puzzles, rules, solo, track." in str(finding.hint)


def test_a_stray_file_in_content_itself_is_reported(toy: Toy) -> None:
    (toy.root / "content" / "notes.yaml").write_text("x: 1\n", encoding="utf-8")
    assert only(about(toy, "content/notes.yaml")).rule == "unexpected-file"


@pytest.mark.parametrize("name", [".01.yaml.swp", ".hidden.yaml", "01.yaml~", "notes.txt", "01.yaml.orig", "#01.yaml#"])
def test_what_editors_leave_behind_is_ignored(toy: Toy, name: str) -> None:
    (toy.folder / "duo" / name).write_text("page: nonsense\n", encoding="utf-8")
    assert toy.check() == ()


@pytest.mark.parametrize("name", ["templates", "assets"])
def test_templates_and_pictures_of_a_game_are_not_content(toy: Toy, name: str) -> None:
    (toy.folder / name).mkdir()
    (toy.folder / name / "style.yaml").write_text("x: 1\n", encoding="utf-8")
    assert toy.check() == ()


@pytest.mark.parametrize("name", ["la page 1", "été à la mer", "page\n1", "日本", "a'b\"c", "50%,:;"])
@pytest.mark.parametrize("format_", ["text", "json", "github", "gitlab", "sarif", "junit"])
def test_odd_names_of_files_are_read_and_reported(
    toy: Toy, capsys: pytest.CaptureFixture[str], name: str, format_: str
) -> None:
    toy.write("duo", BAD).rename(toy.folder / "duo" / f"{name}.yaml")
    ran = livret(capsys, toy.root, "check", "--no-cache", "--format", format_, "--select", "LV201")
    assert (ran.code, ran.err) == (1, "")
    assert "cible-not-a-number" in ran.out
    if format_ == "json":
        assert ran.data["diagnostics"][0]["path"] == f"content/jouet/duo/{name}.yaml"


@pytest.mark.parametrize("name", ["mon jeu", "été", "a\nb"])
def test_odd_names_of_games_are_read_and_reported(toy: Toy, capsys: pytest.CaptureFixture[str], name: str) -> None:
    toy.write("duo", BAD)
    toy.folder.rename(toy.root / "content" / name)
    ran = report(capsys, toy.root)
    assert {"cible-not-a-number", "game-folder"} <= set(ran.rules)
    assert all(d["path"].startswith(f"content/{name}/") for d in ran.data["diagnostics"])


def test_odd_names_can_be_checked_twice_with_the_cache(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    toy.write("duo", BAD).rename(toy.folder / "duo" / "été\nà la mer.yaml")
    first = livret(capsys, toy.root, "check")
    assert livret(capsys, toy.root, "check") == first


def test_fix_and_baseline_work_on_a_name_that_is_not_utf8(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    os.rename(  # noqa: PTH104 - a name of bytes
        os.fsencode(toy.write("duo", BAD.replace("id: duo001, ", "").replace("haut", "8849"))),
        os.fsencode(toy.folder / "duo") + b"/caf\xe9.yaml",
    )
    assert livret(capsys, toy.root, "check", "--fix").code == 0
    assert livret(capsys, toy.root, "check", "--write-baseline").code == 0
    assert livret(capsys, toy.root, "check").code == 0


# Almost nothing there


def test_an_empty_content_folder_is_told_what_a_game_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "content").mkdir()
    ran = report(capsys, tmp_path)
    (diagnostic,) = ran.data["diagnostics"]
    assert ran.code == 1, "a job with a wrong path is not green"
    assert diagnostic["message"] == "content/ holds no game."
    assert "content/GAME/game.yaml" in diagnostic["hint"]
    assert ran.data["summary"]["files"] == 0


@pytest.mark.parametrize("format_", ["text", "github", "gitlab", "sarif", "junit"])
def test_an_empty_content_folder_can_be_reported_in_every_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], format_: str
) -> None:
    (tmp_path / "content").mkdir()
    ran = livret(capsys, tmp_path, "check", "--format", format_)
    assert (ran.code, ran.err) == (1, "")
    assert "holds no game" in ran.out


def test_a_folder_with_nothing_in_it_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "content" / "jouet").mkdir(parents=True)
    assert report(capsys, tmp_path).rules == ["no-game"]


def test_a_game_without_game_yaml_is_reported_once(toy: Toy) -> None:
    (toy.folder / "game.yaml").unlink()
    finding = only(list(toy.check()))
    assert (finding.rule, finding.severity, finding.path) == ("no-game", "error", "content")
    (folder,) = finding.related
    assert folder.path == "content/jouet/board.yaml"
    assert "has no game.yaml" in str(folder.message)


def test_a_folder_without_game_yaml_beside_a_game_is_a_warning(toy: Toy) -> None:
    (toy.root / "content" / "autre").mkdir()
    (toy.root / "content" / "autre" / "01.yaml").write_text("page: 1\n", encoding="utf-8")
    finding = only(list(toy.check()))
    assert (finding.rule, finding.severity, finding.path) == ("unexpected-file", "warning", "content/autre/01.yaml")
    assert "has no game.yaml" in str(finding.message)
    assert "Add game.yaml" in str(finding.hint)


def test_a_game_yaml_that_is_no_yaml_is_an_error_and_hides_no_other_game(toy: Toy) -> None:
    other = toy.root / "content" / "autre"
    other.mkdir()
    (other / "game.yaml").write_bytes(b"\xff\xfe")
    toy.write("duo", BAD)
    found = toy.check()
    assert ("not-utf-8", "content/autre/game.yaml") in [(finding.rule, finding.path) for finding in found]
    assert "cible-not-a-number" in [finding.rule for finding in found]


def test_an_empty_page_is_an_error(toy: Toy) -> None:
    toy.write_bytes("duo", b"")
    assert "empty-file" in [found.rule for found in about(toy, DUO)]
