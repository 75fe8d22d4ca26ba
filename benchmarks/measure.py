"""Run a command and say what it cost: wall time, CPU time with its children, peak memory. Linux only."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_POLL_SECONDS = 0.02
_PAUSE = 4  # times as long as a look took: looking at gigabytes costs much, and must not become the work
_MEGABYTE = 1024  # kernel figures are in kilobytes


class Cost(NamedTuple):
    """Seconds and megabytes of one command. `memory` is the largest process of its tree."""

    wall: float
    cpu: float
    memory: float

    def then(self, other: Cost) -> Cost:
        """This command, and the other one after it."""
        return Cost(self.wall + other.wall, self.cpu + other.cpu, max(self.memory, other.memory))


def run(command: Sequence[str], folder: Path) -> Cost:
    """The cost of a command that must succeed: a program that stops early has measured nothing."""
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        shown = " ".join(command[:6])
        raise SystemExit(f"exit status {process.returncode}, so nothing was measured: {shown}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / _MEGABYTE)


class Machine(NamedTuple):
    """Seconds of all cores since the machine started, the busy ones, and those of this process and its children."""

    total: float
    busy: float
    own: float

    @classmethod
    def now(cls) -> Machine:
        user, nice, system, idle, waiting, *_ = map(int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:])
        tick = os.sysconf("SC_CLK_TCK")
        busy = user + nice + system
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        own = sum(usage.ru_utime + usage.ru_stime for usage in used)
        return cls((busy + idle + waiting) / tick, busy / tick, own)

    def others_since(self, start: Machine) -> float:
        """The share of the machine that other work took since `start`, from 0 to 1."""
        others = (self.busy - start.busy) - (self.own - start.own)
        return max(0.0, others / max(self.total - start.total, 0.01))


def peak_of_tree(command: Sequence[str], folder: Path) -> float:
    """The peak of all its processes together, in megabytes; shared pages count once. Slows the command down."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0.0
    while process.poll() is None:
        started = time.perf_counter()
        peak = max(peak, sum(_share(pid) for pid in _tree(process.pid)))
        time.sleep(max(_POLL_SECONDS, _PAUSE * (time.perf_counter() - started)))
    if process.returncode != 0:
        raise SystemExit(f"exit status {process.returncode}, so nothing was measured: {' '.join(command)[:200]}")
    return peak / _MEGABYTE


def _tree(pid: int) -> Iterator[int]:
    yield pid
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield from _tree(child)


def _share(pid: int) -> int:
    """Its own memory and its share of what it shares with others, in kilobytes; 0 when it has ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")), 0)
