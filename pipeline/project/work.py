"""Spread independent work over processes: this one and copies of it.

Forking keeps everything that is already loaded and costs milliseconds; a pool of the standard library costs ten times
that in imports alone. A worker that dies loses nothing: its share is done here. Without fork the pool is used.
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
    """`function(state, item)` for each item, in their order. `progress` hears how many are done here."""
    jobs = min(jobs, len(items))
    if jobs <= 1:
        return _run(function, state, items, progress)
    if not hasattr(os, "fork") or sys.platform == "darwin":
        return _pooled(function, state, items, jobs)
    shares = [items[start::jobs] for start in range(jobs)]
    workers = [_fork(function, state, share) for share in shares[1:]]
    mine = _run(function, state, shares[0], (lambda done: progress(done * jobs)) if progress else None)
    results: list[Any] = [None] * len(items)
    results[::jobs] = mine
    for start, (pid, reader) in enumerate(workers, 1):
        done = _collect(pid, reader)
        results[start::jobs] = _run(function, state, shares[start], None) if done is None else done
    return results


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


def _fork(function: Callable[[State, Item], Result], state: State, items: Sequence[Item]) -> tuple[int, int]:
    """Start a copy of this process on its share; it sends the pickled results through a pipe and ends."""
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
            pickle.dump(_run(function, state, items, None), pipe, pickle.HIGHEST_PROTOCOL)
    finally:
        os._exit(0)  # an exception is raised again where the share is redone, with its message


def _collect(pid: int, reader: int) -> list[Any] | None:
    """The results of a worker, or None if it died."""
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(pid, 0)
    try:
        results: list[Any] = pickle.loads(data)  # noqa: S301 - written by our own copy
    except (EOFError, pickle.UnpicklingError):
        return None
    return results


def _pooled(
    function: Callable[[State, Item], Result], state: State, items: Sequence[Item], jobs: int
) -> list[Result]:  # pragma: no cover - only where there is no fork
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(partial(function, state), items, chunksize=max(1, len(items) // (jobs * 4))))
