"""Spread independent work over processes: this one and copies of it.

Forking keeps everything that is already loaded and costs milliseconds; a pool of the standard library costs ten times
that in imports alone. A copy that dies loses nothing: its share is done here. Without fork the pool is used.
"""

from __future__ import annotations

import os
import pickle
import sys
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")
State = TypeVar("State")

_MOST_PORTIONS = 255  # the number of a portion is one byte


def default_jobs() -> int:
    """As many processes as this one may use cores."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    function: Callable[[State, Item], Result],
    state: State,
    items: Sequence[Item],
    *,
    jobs: int,
    progress: Callable[[int], None] | None = None,
) -> list[Result]:
    """`function(state, item)` for each item, in their order. `progress` hears how many are done.

    The items are dealt in portions. Their numbers wait in a pipe, and whoever is free takes the next one: a process
    that the machine slows down takes fewer.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        return _run(function, state, items, progress)
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return _pooled(function, state, items, jobs)
    portions = min(len(items), _MOST_PORTIONS)
    turns, writer = os.pipe()
    os.write(writer, bytes(range(portions)))
    os.close(writer)

    def work(progress: Callable[[int], None] | None = None) -> dict[int, list[Result]]:
        done: dict[int, list[Result]] = {}
        while turn := os.read(turns, 1):
            number = turn[0]
            done[number] = _run(function, state, items[number::portions], None)
            if progress is not None:
                progress((number + 1) * len(items) // portions)
        return done

    copies = [_fork(work) for _ in range(jobs - 1)]
    done = work(progress)
    os.close(turns)
    for copy in copies:
        done |= _collect(*copy)
    results: list[Any] = [None] * len(items)
    for number in range(portions):
        share = done.get(number)
        results[number::portions] = _run(function, state, items[number::portions], None) if share is None else share
    if progress is not None:
        progress(len(items))
    return results


def _fork(work: Callable[[], dict[int, list[Result]]]) -> tuple[int, int]:
    """Start a copy of this process; it sends the pickled results of its work through a pipe and ends."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    try:
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(work(), pipe, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)  # an exception is raised again where the portions are done again, with its message


def _collect(pid: int, reader: int) -> dict[int, list[Any]]:
    """The portions that a copy has done: none if it died."""
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    try:
        done: dict[int, list[Any]] = pickle.loads(data)  # noqa: S301 - written by our own copy
    except (EOFError, pickle.UnpicklingError):
        return {}
    return done


def _run(
    function: Callable[[State, Item], Result],
    state: State,
    items: Sequence[Item],
    progress: Callable[[int], None] | None,
) -> list[Result]:
    results = []
    for number, item in enumerate(items, 1):
        results.append(function(state, item))
        if progress is not None:
            progress(number)
    return results


def _pooled(
    function: Callable[[State, Item], Result], state: State, items: Sequence[Item], jobs: int
) -> list[Result]:  # pragma: no cover - only where there is no fork
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(partial(function, state), items, chunksize=max(1, len(items) // (jobs * 4))))
