"""The cache: an unchanged file is not read again, a changed one always is, and nothing in it can harm."""

from __future__ import annotations

import json
import os
import time
from errno import ENOSPC
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

import pipeline.project.check
import pipeline.project.tool
from pipeline.checks import engine
from pipeline.project import replay
from pipeline.project.stamp import tree_stamp, write_new
from tests.command import livret, process

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Ran
    from tests.toy import Toy

BAD = "- {id: duo001, type: cible, keyword: Toit, question: Combien de mètres mesure l'Everest ?, answer: haut}\n"
NAME = b'"content/jouet/duo/01.yaml"'
GOOD = BAD.replace("haut", "8849")


def crash(*_: object) -> NoReturn:
    raise AssertionError("a file was checked again")


def again(toy: Toy, monkeypatch: pytest.MonkeyPatch, **options: object) -> tuple[Any, ...]:
    """The findings of a check that may not check any file."""
    with monkeypatch.context() as patched:
        patched.setattr(engine, "check_file", crash)
        return toy.check(cache=True, **options)


def records(toy: Toy) -> Path:
    return toy.root / ".livret-cache" / "files.jsonl"


def record_of(toy: Toy) -> list[Any] | None:
    """What the cache knows of duo/01.yaml: times, digest, context, findings, facts."""
    for line in records(toy).read_text("ascii").split("\n"):
        name, *parts = map(json.loads, line.split("\t"))
        if name == "content/jouet/duo/01.yaml":
            return [*parts[0], *parts[1]]
    return None


def checked(toy: Toy, monkeypatch: pytest.MonkeyPatch, **options: object) -> list[str]:
    """The files that a check looked at."""
    seen: list[str] = []
    check_file = engine.check_file

    def spy(path: str, raw: bytes, context: Any) -> engine.FileResult:
        seen.append(path.removeprefix("content/jouet/"))
        return check_file(path, raw, context)

    with monkeypatch.context() as patched:
        patched.setattr(engine, "check_file", spy)
        toy.check(cache=True, **options)
    return seen


# Unchanged


def test_a_second_check_reads_nothing_and_finds_the_same(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.write("duo", BAD + GOOD.replace("}", ", answer: 3}"))
    toy.write("solo", "- {keyword: Chevalet, question: Qui a peint Guernica, answer: Pablo Picasso}\n")
    first = toy.check(cache=True)
    assert len(first) > 3
    assert again(toy, monkeypatch) == first == toy.check()


@pytest.mark.parametrize("format_", ["text", "json", "sarif"])
def test_a_second_check_prints_the_same(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    toy.write("duo", BAD + BAD.replace("duo001", "duo002"))
    first = livret(capsys, toy.root, "check", "--format", format_)
    monkeypatch.setattr(engine, "check_file", crash)
    assert livret(capsys, toy.root, "check", "--format", format_) == first


def test_other_options_use_the_same_cache(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.write("duo", BAD)
    toy.check(cache=True)
    assert [found.rule for found in again(toy, monkeypatch, select=frozenset({"cible-not-a-number"}))] == [
        "cible-not-a-number"
    ]
    assert {found.severity for found in again(toy, monkeypatch, release=True)} == {"error"}


def test_waivers_work_from_the_cache(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    waived = GOOD.replace("Toit", "Peinture").replace("}", ', waive: {keyword-too-vague: "indice voulu"}}')
    toy.write("duo", waived + waived.replace("duo001", "duo002"))
    assert len(toy.report(cache=True).waived) == 2
    monkeypatch.setattr(engine, "check_file", crash)
    assert len(toy.report(cache=True).waived) == 2


def test_the_cache_ignores_itself_in_git(toy: Toy) -> None:
    toy.check(cache=True)
    assert (toy.root / ".livret-cache" / ".gitignore").read_text(encoding="utf-8").endswith("\n*\n")


def test_without_the_cache_nothing_is_read_or_written(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.check()
    assert not (toy.root / ".livret-cache").exists()
    toy.check(cache=True)
    monkeypatch.setattr(engine, "check_file", crash)
    with pytest.raises(AssertionError, match="checked again"):
        toy.check(cache=False)


# Changed


def test_only_a_changed_file_is_checked_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(checked(toy, monkeypatch)) == 9
    toy.write("duo", BAD)
    assert checked(toy, monkeypatch) == ["duo/01.yaml"]
    assert checked(toy, monkeypatch) == []


def test_an_edit_that_keeps_size_and_time_is_noticed(toy: Toy) -> None:
    path = toy.write("duo", GOOD + GOOD.replace("duo001", "duo002"))
    before = path.stat()
    assert not any(found.rule == "cible-not-a-number" for found in toy.check(cache=True))
    time.sleep(0.02)  # more than a tick of the file system's clock
    toy.write("duo", BAD + GOOD.replace("duo001", "duo002"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert any(found.rule == "cible-not-a-number" for found in toy.check(cache=True))


def test_a_file_that_is_replaced_by_an_equally_old_one_is_noticed(toy: Toy, tmp_path: Path) -> None:
    path = toy.write("duo", GOOD + GOOD.replace("duo001", "duo002"))
    toy.check(cache=True)
    other = tmp_path / "other.yaml"
    other.write_bytes(path.read_bytes().replace(b"8849", b"haut", 1))
    stat = path.stat()
    os.utime(other, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    other.replace(path)
    assert any(found.rule == "cible-not-a-number" for found in toy.check(cache=True))


def test_a_change_of_game_yaml_checks_the_game_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.check(cache=True)
    toy.game("version: 1.0.1")
    assert len(checked(toy, monkeypatch)) == 9


def test_a_change_of_livret_toml_is_in_force_at_once(toy: Toy) -> None:
    toy.write("duo", BAD + GOOD.replace("duo001", "duo002"))
    assert [found.severity for found in toy.check(cache=True)] == ["error"]
    (toy.root / "livret.toml").write_text('[rules]\ncible-not-a-number = "info"\n', encoding="utf-8")
    assert [found.severity for found in toy.check(cache=True)] == ["info"]


def test_another_version_of_the_tool_checks_everything_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    toy.check(cache=True)
    monkeypatch.setattr(pipeline.project.tool, "__version__", "99.0")
    assert len(checked(toy, monkeypatch)) == 9


def test_a_changed_rule_checks_everything_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """While livret is being developed its version stays: its files tell."""
    toy.check(cache=True)
    monkeypatch.setattr(pipeline.project.tool, "tree_stamp", lambda _: ("a rule was edited", 0))
    assert len(checked(toy, monkeypatch)) == 9


def test_the_day_counts_only_where_a_date_stands(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    dated = GOOD.replace("}", ", review_by: 2026-12-31}")
    toy.write("duo", dated + GOOD.replace("duo001", "duo002"))
    toy.check(cache=True, today="2026-11-18")
    assert checked(toy, monkeypatch, today="2026-11-19") == ["duo/01.yaml"]
    rules = [found.rule for found in toy.check(cache=True, today="2027-01-01")]
    assert "review-overdue" in rules


def test_a_deleted_file_is_forgotten(toy: Toy) -> None:
    toy.write("duo", BAD)
    toy.check(cache=True)
    assert record_of(toy) is not None
    toy.path("duo").unlink()
    assert [found.rule for found in toy.check(cache=True)] == ["incomplete-product"]
    assert record_of(toy) is None


def test_a_file_that_could_not_be_read_is_tried_again(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.read_bytes", _refuse("01.yaml"))
        assert "unreadable-file" in [found.rule for found in toy.check(cache=True)]
    assert toy.check(cache=True) == ()


def _refuse(name: str) -> Any:
    from pathlib import Path

    read = Path.read_bytes

    def read_bytes(path: Path) -> bytes:
        if path.name == name:
            raise PermissionError(13, "Permission denied")
        return read(path)

    return read_bytes


# Corrupted or malicious


def spoiled(toy: Toy, change: Any) -> None:
    """Change the record of duo/01.yaml."""
    record = change(record_of(toy))
    parts = "content/jouet/duo/01.yaml", record[:3], record[3:]
    records(toy).write_text("\t".join(map(json.dumps, parts)), encoding="ascii")


def with_finding(place: int, value: object) -> Any:
    def change(record: list[Any]) -> list[Any]:
        record[3][0][place] = value
        return record

    return change


@pytest.mark.parametrize(
    "raw",
    [b"", b'"content/jouet/duo/01.yaml', b"\xff\xfe\x00", b"[]", b"null", b"\t", NAME + b"\t3", NAME + b"\t{\t{",
     NAME + b"\t" + b"[" * 200_000 + b"\t[]", NAME + b"\t[1, 2, 3]\t[4, 5]", NAME + b'\t[[], "", 3]\t[[], null]'],
    ids=["empty", "cut", "binary", "list", "null", "tab", "no record", "no JSON", "too deep", "numbers", "context"],
)  # fmt: skip
def test_a_corrupted_cache_is_as_good_as_none(toy: Toy, raw: bytes) -> None:
    toy.write("duo", BAD)
    expected = toy.check(cache=True)
    records(toy).write_bytes(raw)
    assert toy.check(cache=True) == expected


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record[:3],
        lambda record: [*record[:2], 7, *record[3:]],
        lambda record: [*record[:3], 7, record[4]],
        lambda record: [*record[:3], [7], record[4]],
        lambda record: [*record[:4], [1, 2]],
        lambda record: [*record[:4], ["p", "g", "d", True, [[1]]]],
        with_finding(1, ["a", "b", "c", "d"]),
        with_finding(1, [-5, 0, 0, 0]),
        with_finding(1, [1, 2]),
        with_finding(2, "no-such-rule"),
        with_finding(2, "--init--"),
        with_finding(2, 5),
        with_finding(4, "catastrophe"),
        with_finding(5, [7, []]),
        with_finding(5, "x"),
        with_finding(0, "../../etc/passwd"),
        with_finding(9, [7]),
    ],
    ids=[
        "short", "context", "findings", "finding", "facts", "groups", "span of texts", "span outside", "short span",
        "unknown rule", "no rule", "rule number", "severity", "message", "message text", "path", "related",
    ],
)  # fmt: skip
@pytest.mark.parametrize("format_", ["text", "sarif"])
def test_a_forged_record_neither_crashes_nor_shows(
    toy: Toy, capsys: pytest.CaptureFixture[str], change: Any, format_: str
) -> None:
    toy.write("duo", BAD)
    expected = livret(capsys, toy.root, "check", "--no-cache", "--format", format_)
    toy.check(cache=True)
    spoiled(toy, change)
    ran = livret(capsys, toy.root, "check", "--format", format_)
    assert (ran.code, ran.err) == (expected.code, "")
    assert ran.out == expected.out


def test_the_cache_never_writes_through_a_link(toy: Toy, tmp_path: Path) -> None:
    """A downloaded project could hold a link from its cache folder to one of your files."""
    precious = tmp_path / "precious.txt"
    precious.write_text("mine", encoding="utf-8")
    folder = toy.root / ".livret-cache"
    folder.mkdir()
    for name in ("files.jsonl", "files.jsonl.partial", ".gitignore"):
        (folder / name).symlink_to(precious)
    toy.check(cache=True)
    assert precious.read_text(encoding="utf-8") == "mine"


def test_replay_never_deletes_through_a_link(
    toy: Toy, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(40):
        (photos / f"{number}.jpg").write_bytes(b"mine")
    (toy.root / ".livret-cache").mkdir()
    (toy.root / ".livret-cache" / "replay").symlink_to(photos)
    settle(monkeypatch)
    livret(capsys, toy.root, "check")
    assert len(list(photos.glob("*.jpg"))) == 40


def test_a_full_disk_leaves_no_beginning_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(BytesIO):
        def write(self, _: object) -> NoReturn:
            raise OSError(ENOSPC, "No space left on device")

    def full(descriptor: int, _: str) -> Full:
        os.close(descriptor)
        return Full()

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(OSError, match="No space"):
        write_new(str(tmp_path / "files.jsonl.1"), b"text")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("arguments", [["check"], ["check", "--format", "json"]])
def test_a_file_in_the_place_of_the_cache_folder_is_fine(
    toy: Toy, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """So is any other reason why it cannot be written."""
    toy.write("duo", BAD)
    expected = livret(capsys, toy.root, *arguments, "--no-cache")
    (toy.root / ".livret-cache").write_text("not a folder", encoding="utf-8")
    assert livret(capsys, toy.root, *arguments) == expected
    assert livret(capsys, toy.root, *arguments) == expected


# Replay


def settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files need not be old for a record: a test has no time to wait."""
    monkeypatch.setattr(replay, "_SETTLED_NS", 0)


def recorded(toy: Toy) -> list[Path]:
    folder = toy.root / ".livret-cache" / "replay"
    return sorted(folder.iterdir()) if folder.is_dir() else []


def settled(toy: Toy) -> Toy:
    """Wait until the files are old enough for a record."""
    newest = max(path.stat().st_ctime_ns for path in toy.folder.rglob("*"))
    time.sleep(max(0.0, 0.06 - (time.time_ns() - newest) / 1e9))
    return toy


def marked_record(toy: Toy) -> None:
    """Change the recorded output, so that a test can see whether it is used."""
    (record,) = recorded(toy)
    record.write_bytes(record.read_bytes() + b"REPLAYED\n")


def remembered(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of the tree as it is, under the key "key"."""
    settle(monkeypatch)
    root = str(toy.root)
    replay.record(root, "key", tree_stamp(root), 1, "the output\n")
    (record,) = recorded(toy)
    return record


def check_in_process(toy: Toy, *arguments: str) -> Ran:
    return process(toy.root, "check", *arguments)


def test_a_replayed_check_prints_the_same_bytes_and_an_edit_ends_it(toy: Toy) -> None:
    toy.write("duo", BAD)
    settled(toy)
    first = check_in_process(toy)
    assert (first.code, first.err) == (1, "")
    assert len(recorded(toy)) == 1
    assert check_in_process(toy) == first
    marked_record(toy)
    assert check_in_process(toy).out == first.out + "REPLAYED\n", "the record was used"
    toy.write("duo", GOOD)
    edited = check_in_process(toy)
    assert edited.code == 0
    assert "REPLAYED" not in edited.out


@pytest.mark.parametrize("name", ["livret.toml", "livret-baseline.json", "content/jouet/new.yaml"])
def test_a_new_file_ends_a_replay(toy: Toy, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    remembered(toy, monkeypatch)
    assert replay.answer(str(toy.root), "key") == (1, b"the output\n")
    (toy.root / name).write_text("x", encoding="utf-8")
    assert replay.answer(str(toy.root), "key") is None


def test_a_deleted_file_ends_a_replay(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered(toy, monkeypatch)
    toy.path("duo").unlink()
    assert replay.answer(str(toy.root), "key") is None


def test_an_edit_in_a_linked_game_ends_a_replay(toy: Toy, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If a game folder that is a link is checked at all, then changes of its files count."""
    home = tmp_path / "games"
    home.mkdir()
    toy.folder.rename(home / "jouet")
    toy.folder.symlink_to(home / "jouet")
    refused = "unreadable-file" in toy.rules()
    remembered(toy, monkeypatch)
    toy.path("duo").write_text("page: x\n", encoding="utf-8")
    assert refused or replay.answer(str(toy.root), "key") is None


@pytest.mark.parametrize("option", ["--fix", "--diff", "--watch", "--write-baseline", "--no-cache", "--help"])
def test_commands_that_write_or_wait_are_never_replayed(toy: Toy, monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    monkeypatch.chdir(toy.root)
    assert replay.request(["check"]) is not None
    assert replay.request(["check", option]) is None
    assert replay.request(["-C", ".", "check", "--format", "json", option]) is None


@pytest.mark.parametrize(
    "arguments", [[], ["explain", "check"], ["explain", "build"], ["-C"], ["--version"], ["-C", "x", "schema"]]
)
def test_other_commands_are_never_replayed(toy: Toy, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    monkeypatch.chdir(toy.root)
    assert replay.request(arguments) is None


def test_fix_leaves_no_record(toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    settle(monkeypatch)
    livret(capsys, toy.root, "check", "--fix")
    livret(capsys, toy.root, "check", "--no-cache")
    assert recorded(toy) == []
    livret(capsys, toy.root, "check")
    assert len(recorded(toy)) == 1


@pytest.mark.parametrize(
    "variable", ["NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG", "TERM", "LIVRET_TODAY"]
)
def test_what_shapes_the_output_is_part_of_the_key(toy: Toy, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.chdir(toy.root)
    monkeypatch.delenv(variable, raising=False)
    before = replay.request(["check"])
    monkeypatch.setenv(variable, "99")
    assert replay.request(["check"]) != before


def test_another_version_or_day_is_another_key(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy.root)
    keys = {replay.request(["check"])}
    monkeypatch.setattr(replay, "__version__", "99.0")
    keys.add(replay.request(["check"]))
    monkeypatch.setattr(time, "strftime", lambda _: "1999-12-31")
    keys.add(replay.request(["check"]))
    assert len(keys) == 3


def test_a_file_that_may_still_be_changing_is_not_recorded(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    stamp = tree_stamp(str(toy.root))
    replay.record(str(toy.root), "key", (stamp[0], time.time_ns()), 0, "output")
    assert recorded(toy) == []


@pytest.mark.parametrize(
    "forge",
    [
        lambda _: b"",
        lambda raw: raw[:20],
        lambda _: b"\xff" * 500,
        lambda raw: b"x" + raw,
        lambda raw: "²".encode() + raw[1:],
        lambda raw: raw.replace(b"1\n", b"-1\n", 1),
        lambda raw: raw.split(b"\0\0\n")[0],
        lambda raw: b"9" * 5000 + raw[1:],
    ],
    ids=["empty", "cut", "binary", "not a code", "odd digit", "negative", "no output", "huge code"],
)
def test_a_forged_replay_is_no_crash(toy: Toy, monkeypatch: pytest.MonkeyPatch, forge: Any) -> None:
    record = remembered(toy, monkeypatch)
    record.write_bytes(forge(record.read_bytes()))
    assert replay.answer(str(toy.root), "key") in (None, (1, b""), (1, b"the output\n"))


def test_old_records_do_not_pile_up(
    toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(monkeypatch)
    for columns in range(40, 80):
        livret(capsys, toy.root, "check", env={"COLUMNS": str(columns)})
    assert 0 < len(recorded(toy)) <= 32
