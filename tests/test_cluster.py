"""The same work on a real Dask cluster: a scheduler and two worker processes on this machine."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from pipeline.duplicates import find
from pipeline.duplicates.find import search
from pipeline.project.executors import NoClusterError, over, workers
from tests.command import livret
from tests.test_duplicates import bank, found_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.duplicates.find import Text
    from tests.toy import Toy

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
# Dask's own threads and sockets are closed a moment after the test: that is not ours to warn about.
pytestmark = pytest.mark.filterwarnings("ignore")

_ENVIRONMENT = {"DASK_DISTRIBUTED__WORKER__DAEMON": "False", "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "5"}


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[str]] = []
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        assert scheduler.stderr is not None
        found = next(filter(None, (re.search(r"tcp://[\d.]+:\d+", line) for line in scheduler.stderr)))
        self.address = found[0]
        self.workers = [self._worker() for _ in range(2)]

    def _worker(self) -> subprocess.Popen[str]:
        options = ("--nthreads", "1", "--nworkers", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0")
        return self._start("worker", self.address, *options)

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
def cluster() -> Iterator[Cluster]:
    from distributed import Client

    started = Cluster()
    try:
        with Client(started.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
        yield started
    finally:
        started.stop()


def _slow(item: int) -> tuple[int, int]:
    import time

    time.sleep(0.15)
    return item, os.getpid()


def test_cluster_finds_the_same_and_a_killed_worker_loses_nothing(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "_CHUNK", 40)
    texts: list[Text] = bank(300, 3)
    expected = found_in(search(texts), texts)
    with workers(1, cluster.address) as run:
        assert found_in(search(texts, run, few=0), texts) == expected
        first = run(_slow, range(8))
        assert [item for item, _ in first] == list(range(8))
        assert {process for _, process in first} == {worker.pid for worker in cluster.workers}, "both took part"
    import threading

    with workers(1, cluster.address) as run:
        threading.Timer(0.4, cluster.workers[0].send_signal, [signal.SIGKILL]).start()
        again = run(_slow, range(12))
        assert [item for item, _ in again] == list(range(12))
        assert found_in(search(texts, run, few=0), texts) == expected


def test_check_on_a_cluster_gives_the_findings_of_a_check_here(
    cluster: Cluster, toy: Toy, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "_FEW", 0)
    toy.write("solo", "- {id: aaaaaa, keyword: Rive, question: Sur quel lac est la ville de Genève ?, answer: Léman}\n")
    toy.write("duo", "- {id: bbbbbb, type: rapidite, keyword: Eau, question: La ville de Genève est sur quel lac ?,"
              " answer: Léman}\n")  # fmt: skip
    here = livret(capsys, toy.root, "check", "--format", "json", "--no-cache")
    there = livret(capsys, toy.root, "check", "--format", "json", "--no-cache", "--cluster", cluster.address)
    assert there == here
    assert "near-duplicate" in here.rules


def test_cluster_that_does_not_answer_is_wrong_usage(toy: Toy, capsys: pytest.CaptureFixture[str]) -> None:
    ran = livret(capsys, toy.root, "check", "--no-cache", "--cluster", "tcp://127.0.0.1:1")
    assert ran.code == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:1" in ran.err


def test_cluster_without_dask_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoClusterError, match=r"livret\[cluster\]"), workers(1, "tcp://127.0.0.1:1"):
        pass


def _die(item: int) -> int:
    if item == 3 and os.getpid() != _PARENT:
        os.kill(os.getpid(), signal.SIGKILL)
    return item * item


_PARENT = os.getpid()


def test_process_pool_does_the_work_of_a_killed_worker_again() -> None:
    with workers(2) as run:
        assert run(_die, list(range(6))) == [0, 1, 4, 9, 16, 25]


def test_error_of_ours_is_not_hidden_by_the_executor() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        over(lambda: pool)(lambda item: 1 // item, [1, 0])
