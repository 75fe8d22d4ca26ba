"""The same work by any Executor, and on a real Dask cluster: a scheduler and two worker processes on this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from pipeline.duplicates import find
from pipeline.duplicates.find import search
from pipeline.project import check as check_module
from pipeline.project import work
from pipeline.project.cluster import NoClusterError, dask
from pipeline.project.work import Hired, crew, run_by
from tests.command import livret
from tests.test_duplicates import bank, found_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.toy import Toy

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
# Dask's own threads and sockets are closed a moment after the test: that is not ours to warn about.
pytestmark = pytest.mark.filterwarnings("ignore")

_ENVIRONMENT = {"DASK_DISTRIBUTED__WORKER__DAEMON": "False", "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "5"}


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._started: list[subprocess.Popen[str]] = []
        self._folder = folder
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        assert scheduler.stderr is not None
        found = next(filter(None, (re.search(r"tcp://[\d.]+:\d+", line) for line in scheduler.stderr)))
        self.address = found[0]
        self.workers = [self._worker() for _ in range(2)]

    def _worker(self) -> subprocess.Popen[str]:
        options = ("--nthreads", "1", "--nworkers", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        return self._start("worker", self.address, *options, "--local-directory", str(self._folder))

    def _start(self, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stderr=subprocess.PIPE if arguments[0] == "scheduler" else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, **_ENVIRONMENT},
            text=True,
        )
        self._started.append(process)
        return process

    def stop(self) -> None:
        for process in reversed(self._started):
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    from distributed import Client

    started = Cluster(tmp_path_factory.mktemp("dask"))
    try:
        with Client(started.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield started
    finally:
        started.stop()


def _slow(_state: None, item: int) -> tuple[int, int]:
    time.sleep(0.15)
    return item, os.getpid()


def _kill_when_busy(cluster: Cluster) -> threading.Thread:
    """Kill the first worker as soon as it has worked for a while."""

    def wait() -> None:
        from pathlib import Path

        process = cluster.workers[0]

        def spent() -> int:
            return sum(map(int, Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").split()[13:15]))

        before = spent()
        while spent() < before + 8:  # hundredths of a second
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_cluster_finds_the_same_and_both_workers_take_part(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "_CHUNK", 40)
    texts = bank(300, 3)
    expected = found_in(search(texts), texts)
    with dask(cluster.address) as workers:
        assert found_in(search(texts, run_by(workers), few=0), texts) == expected
        done = workers.spread(_slow, None, range(8))
        assert [item for item, _ in done] == list(range(8))
        assert {process for _, process in done} == {worker.pid for worker in cluster.workers}


def test_worker_that_is_killed_during_a_search_loses_nothing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "_CHUNK", 100)
    texts = bank(1_500, 4)
    expected = found_in(search(texts), texts)
    with dask(cluster.address) as workers:
        killing = _kill_when_busy(cluster)
        found = found_in(search(texts, run_by(workers), few=0), texts)
        assert cluster.workers[0].wait(timeout=30) == -signal.SIGKILL, "it was killed while it searched"
        killing.join()
    assert found == expected


def _pages(toy: Toy) -> None:
    """Pages with mistakes, and two questions that are nearly the same."""
    toy.game("products:\n  solo: {kind: booklet, title: Solo, pages: 24, questions_per_page: 3, types: [plain]}\n")
    for file in (*toy.folder.glob("duo/*.yaml"), *toy.folder.glob("solo/*.yaml")):
        file.unlink()
    for page in range(1, 25):
        rows = (
            f"  - {{id: a{page:02}x, keyword: Lac, question: Sur quel lac est Nom{page} ?, answer: Léman}}\n"
            f"  - {{id: b{page:02}x, keyword: Eau, question: Nom{page} est sur quel lac ?, answer: Léman}}\n"
            f"  - {{id: c{page:02}x, keyword: Nom, question: Qui a peint le tableau {page}, answer: ''}}\n"
        )
        (toy.folder / f"solo/{page:02}.yaml").write_text(f"page: {page}\nquestions:\n{rows}", encoding="utf-8")


def test_check_on_a_cluster_gives_the_findings_of_a_check_here(
    cluster: Cluster, toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are checked there too: their bytes are sent, because another machine does not have them."""
    monkeypatch.setattr(find, "_FEW", 0)
    monkeypatch.setattr(check_module, "_FEW_BYTES", 0)
    sent: list[Any] = []
    read = check_module._read

    def noted(root: Path, file: Any) -> Any:
        sent.append(file)
        return read(root, file)

    monkeypatch.setattr(check_module, "_read", noted)
    _pages(toy)
    here = livret(capsys, toy.root, "check", "--format", "json", "--no-cache", "--jobs", "1")
    sent.clear()
    there = livret(capsys, toy.root, "check", "--format", "json", "--no-cache", "--cluster", cluster.address)
    assert there == here
    assert {"near-duplicate", "empty-value"} <= set(here.rules)
    assert len(sent) >= 24 - 1, "all but the first file, which warms this process up"


def test_build_on_a_cluster_gives_the_bytes_of_a_build_here_though_a_worker_is_killed(
    cluster: Cluster, toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages are laid out, bound and looked at there."""
    there: list[str] = []
    submitted = work._submitted

    def noted(executor: Any, function: Any, state: Any, items: Any) -> Any:
        there.extend([function.__name__] * len(items))
        return submitted(executor, function, state, items)

    monkeypatch.setattr(work, "_submitted", noted)

    def built(*options: str) -> dict[str, bytes]:
        ran = livret(capsys, toy.root, "build", "--only", "pdf", *options)
        assert ran.code == 0, ran.err
        files = {str(path): path.read_bytes() for path in (toy.root / "build").rglob("*.pdf")}
        for folder in ("build", ".livret-cache"):
            shutil.rmtree(toy.root / folder)
        return files

    here = built("--jobs", "1")
    assert here
    killing = _kill_when_busy(cluster)
    assert built("--cluster", cluster.address) == here
    killing.join(timeout=30)
    assert there.count("_render_one") >= 8
    assert there.count("make") >= 12
    assert cluster.workers[0].wait(timeout=30) == -signal.SIGKILL, "it was killed while it built"


@pytest.mark.parametrize("command", ["check", "build"])
def test_cluster_that_does_not_answer_is_wrong_usage(
    toy: Toy, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    ran = livret(capsys, toy.root, command, "--cluster", "tcp://127.0.0.1:1")
    assert ran.code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in ran.err


def test_workers_with_another_livret_are_wrong_usage(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.project.cluster.__version__", "9.9.9")
    with (
        pytest.raises(NoClusterError, match=r"have livret [\d.]+ with Python 3.*; this is livret 9\.9\.9"),
        crew(1, cluster.address),
    ):
        pass


def test_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoClusterError, match=r"livret\[cluster\]"), crew(1, "tcp://127.0.0.1:1"):
        pass


def _die(parent: int, item: int) -> int:
    if item == 3 and os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


def test_work_of_a_pool_whose_worker_was_killed_is_done_again() -> None:
    with ProcessPoolExecutor(2) as pool:
        assert Hired(pool, 2).spread(_die, os.getpid(), range(6)) == [0, 1, 4, 9, 16, 25]


def test_error_of_ours_is_not_hidden_by_the_executor() -> None:
    with ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        Hired(pool, 2).spread(lambda number, item: number // item, 1, [1, 0])


def test_executor_tells_how_much_is_done() -> None:
    heard: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        Hired(pool, 2).spread(lambda _, item: item, None, range(20), heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 20
