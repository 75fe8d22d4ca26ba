"""The small machinery behind the speed: workers, stamps, registries, modules that wait, the stored help page."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.core.registry import Registry
from pipeline.kinds import KINDS
from pipeline.project import stamp, work
from pipeline.types import TYPES
from tests.toy import Toy

ROOT = Path(__file__).parent.parent


def square(_state: None, number: int) -> int:
    return number * number


def die_in_a_copy(parent: int, number: int) -> int:
    if os.getpid() != parent:
        os._exit(9)
    return number


def slow_in_a_copy(parent: int, _number: int) -> int:
    time.sleep(0.1 if os.getpid() != parent else 0.002)
    return os.getpid()


def fail_on_three(_state: None, number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
@pytest.mark.parametrize("count", [0, 1, 2, 7, 50, 600])
def test_results_come_in_the_order_of_the_items_whatever_the_number_of_jobs(jobs: int, count: int) -> None:
    assert work.Forks(jobs).spread(square, None, range(count)) == [n * n for n in range(count)]


def test_the_share_of_a_worker_that_dies_is_done_here() -> None:
    assert work.Forks(3).spread(die_in_a_copy, os.getpid(), range(10)) == list(range(10))


def test_whoever_is_free_takes_the_next_portion() -> None:
    done = work.Forks(2).spread(slow_in_a_copy, os.getpid(), range(40))
    assert done.count(os.getpid()) > 30


def test_progress_ends_with_everything_whoever_did_it() -> None:
    heard: list[int] = []
    work.Forks(3).spread(square, None, range(300), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 300


def test_a_failure_in_a_worker_is_raised_here() -> None:
    with pytest.raises(ValueError, match="three"):
        work.Forks(2).spread(fail_on_three, None, range(10))


def test_progress_never_goes_beyond_the_end(toy: Toy) -> None:
    heard: list[tuple[int, int]] = []
    from pipeline.project.check import Options, check

    check(
        toy.root,
        Options(today="2026-11-18", cache=False, jobs=1),
        progress=lambda done, total: heard.append((done, total)),
    )
    assert heard[-1][0] == heard[-1][1] == 9


def test_a_check_gives_the_same_findings_with_any_number_of_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.project import check as check_module

    toy = Toy(tmp_path)
    for page in range(2, 9):
        (toy.folder / f"duo/{page:02}.yaml").write_text(
            f"page: {page}\nquestions:\n  - type: x{page}\n", encoding="utf-8"
        )
    monkeypatch.setattr(check_module, "_FEW_BYTES", 0)
    reports = [toy.report(jobs=jobs) for jobs in (1, 2, 5)]
    assert reports[0] == reports[1] == reports[2]
    assert len(reports[0].findings) > 8


def test_two_processes_see_the_same_tree_as_one(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = stamp.tree_stamp(str(toy.root))
    monkeypatch.setattr(stamp, "_HEAVY", 1)
    together = stamp.tree_stamp(str(toy.root))
    assert sorted(alone[0].split("\n")) == sorted(together[0].split("\n"))
    assert alone[1] == together[1]


def test_a_stamp_changes_with_every_kind_of_change(toy: Toy) -> None:
    seen = {stamp.tree_stamp(str(toy.root))[0]}
    page = toy.path("duo")
    times = page.stat()
    page.write_bytes(page.read_bytes().replace(b"8849", b"8848"))
    os.utime(page, ns=(times.st_atime_ns, times.st_mtime_ns))
    seen.add(stamp.tree_stamp(str(toy.root))[0])
    (toy.folder / "new.yaml").write_text("x: 1\n", encoding="utf-8")
    seen.add(stamp.tree_stamp(str(toy.root))[0])
    (toy.folder / "new.yaml").rename(toy.folder / "old.yaml")
    seen.add(stamp.tree_stamp(str(toy.root))[0])
    (toy.folder / "old.yaml").unlink()
    seen.add(stamp.tree_stamp(str(toy.root))[0])
    (toy.root / "livret.toml").write_text("", encoding="utf-8")
    seen.add(stamp.tree_stamp(str(toy.root))[0])
    assert len(seen) == 6


def test_a_plug_in_is_found_by_its_file_and_must_carry_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "plugins_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    text = "from types import SimpleNamespace\nTHING = SimpleNamespace(name={name!r})\n"
    (package / "one_thing.py").write_text(text.format(name="one-thing"), encoding="utf-8")
    (package / "copied.py").write_text(text.format(name="one-thing"), encoding="utf-8")
    (package / "grown").mkdir()
    (package / "grown" / "__init__.py").write_text(text.format(name="grown"), encoding="utf-8")
    (package / "notes").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    registry: Registry[object] = Registry("plugins_of_a_test", [str(package)], "THING", shared=frozenset())  # type: ignore[type-var]
    assert list(registry) == ["copied", "grown", "one-thing"]
    assert registry["grown"].name == "grown"  # type: ignore[attr-defined]
    assert registry["one-thing"].name == "one-thing"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="calls itself one-thing"):
        registry["copied"]
    with pytest.raises(KeyError):
        registry["none"]


def test_every_type_and_kind_of_the_contract_is_there() -> None:
    assert set(TYPES) == {"plain", "cible", "ping-pong", "rapidite", "chrono", "chance"}
    assert set(KINDS) == {
        "booklet", "question-cards", "plain-cards", "value-cards", "code-puzzles", "sheet", "rulebook",
        "board", "components",
    }  # fmt: skip
    assert TYPES["plain"].icon is None
    assert all(TYPES[name].icon for name in TYPES if name != "plain")


def python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_a_postponed_module_is_loaded_when_it_is_used() -> None:
    code = (
        "import pipeline.types, sys; from importlib.metadata import entry_points, version, PackageNotFoundError\n"
        "import importlib.metadata as again\n"
        "assert again.version('click') == version('click') and len(entry_points()) > 0\n"
        "try: version('no-such-package')\nexcept PackageNotFoundError: print('real')\n"
    )
    assert python(code) == "real"


def test_a_check_starts_without_what_it_never_needs() -> None:
    code = (
        "import sys, types, pipeline.project.check\n"
        "loaded = {name for name, module in sys.modules.items() if type(module) is types.ModuleType}\n"
        "print(sorted({'_hashlib', 'random', 'importlib.metadata', 'sqlite3', 'weasyprint'} & loaded))"
    )
    assert python(code) == "[]"


def test_help_imports_nothing_heavy() -> None:
    code = "import sys; sys.argv = ['livret', '--help']\nimport pipeline.entry\n"
    code += "try: pipeline.entry.main()\nexcept SystemExit: pass\n"
    code += "print(sorted({'click', 'yaml', 'pydantic', 're', 'typing'} & set(sys.modules)))"
    assert python(code).endswith("[]")


def test_the_stored_help_page_is_what_click_prints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pipeline.cli import run

    monkeypatch.setenv("COLUMNS", "80")
    assert run(["--help"]) == 0
    stored = (ROOT / "pipeline/cli/help.txt").read_text(encoding="utf-8")
    assert stored == capsys.readouterr().out, "write pipeline/cli/help.txt again"
    assert (
        python("import sys; sys.argv = ['livret', '-h']\nimport pipeline.entry; pipeline.entry.main()")
        == stored.strip()
    )
