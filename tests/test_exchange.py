"""A build folder changes as a whole: whenever it is looked at, it is the old one or the new one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from pipeline.project import exchange
from pipeline.project.exchange import Staged, recover

if TYPE_CHECKING:
    from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_put_is_there_afterwards_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    with Staged(tmp_path / "build") as staged:
        staged.put("packs/a.json", b"1")
        staged.put("pdf/game/b.pdf", b"2")
        assert not (tmp_path / "build").exists()
    assert contents(tmp_path / "build") == {"packs/a.json": b"1", "pdf/game/b.pdf": b"2"}
    assert [path.name for path in tmp_path.iterdir()] == ["build"]


def test_files_of_others_stay_and_unchanged_files_are_not_written_again(tmp_path: Path) -> None:
    build = tmp_path / "build"
    (build / "site").mkdir(parents=True)
    (build / "site" / "index.html").write_bytes(b"mine")
    (build / "a.json").write_bytes(b"1")
    before = (build / "a.json").stat().st_ino
    with Staged(build) as staged:
        staged.put("a.json", b"1")
        staged.put("b.json", b"2")
    assert contents(build) == {"site/index.html": b"mine", "a.json": b"1", "b.json": b"2"}
    assert (build / "a.json").stat().st_ino == before


def test_a_new_version_never_writes_through_to_the_old_one(tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    (build / "a.json").write_bytes(b"old")
    staged = Staged(build)
    staged.__enter__()
    staged.put("b.json", b"new")
    staged.put("a.json", b"new")
    assert contents(build) == {"a.json": b"old"}
    staged.__exit__(None, None, None)
    assert contents(build) == {"a.json": b"new", "b.json": b"new"}


def test_removed_files_are_gone(tmp_path: Path) -> None:
    with Staged(tmp_path / "build") as staged:
        staged.put("a.json", b"1")
        staged.put("b.json", b"2")
    with Staged(tmp_path / "build") as staged:
        staged.remove("a.json")
        staged.remove("never.json")
    assert contents(tmp_path / "build") == {"b.json": b"2"}


def test_an_exception_leaves_the_old_version(tmp_path: Path) -> None:
    with Staged(tmp_path / "build") as staged:
        staged.put("a.json", b"old")

    def fail() -> None:
        with Staged(tmp_path / "build") as staged:
            staged.put("a.json", b"new")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert contents(tmp_path / "build") == {"a.json": b"old"}
    assert [path.name for path in tmp_path.iterdir()] == ["build"]


def test_leftovers_of_a_killed_build_are_swept_away(tmp_path: Path) -> None:
    left = tmp_path / ".build.999999999.new"
    left.mkdir()
    with Staged(tmp_path / "build") as staged:
        staged.put("a.json", b"1")
    assert [path.name for path in tmp_path.iterdir()] == ["build"]


def test_without_the_system_call_the_folder_is_moved_and_can_be_recovered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exchange, "_exchange", lambda _one, _other: False)
    for version in (b"1", b"2"):
        with Staged(tmp_path / "build") as staged:
            staged.put("a.json", version)
    assert contents(tmp_path / "build") == {"a.json": b"2"}
    assert [path.name for path in tmp_path.iterdir()] == ["build"]
    (tmp_path / "build").rename(tmp_path / ".build.old")
    recover(tmp_path / "build")
    assert contents(tmp_path / "build") == {"a.json": b"2"}


WRITER = """
import sys
from pathlib import Path
from pipeline.project.exchange import Staged
folder, number = Path(sys.argv[1]), 0
print("ready", flush=True)
while True:
    number += 1
    with Staged(folder) as staged:
        for name in range(12):
            staged.put(f"{name % 3}/{name}", str(number).encode())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="exchanging two names in one step is tested where it exists")
def test_killed_at_any_moment_the_folder_is_one_whole_version(tmp_path: Path) -> None:
    build = tmp_path / "build"
    for round_ in range(12):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(build)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        deadline = time.monotonic() + 0.02 + 0.013 * round_
        while time.monotonic() < deadline or not build.exists():
            pass
        process.send_signal(signal.SIGKILL)
        process.communicate()
        found = contents(build)
        assert len(found) == 12
        assert len(set(found.values())) == 1, "files of two versions in one folder"
