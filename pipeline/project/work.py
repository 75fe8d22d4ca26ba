"""Where heavy work is done: here, in copies of this process, or by any Executor, a Dask cluster's too. One interface.

A crew gets a function, what all items need (the state), and items that know nothing of each other; the results come
back in the order of the items. Whoever is lost on the way loses nothing: what it had is done again here.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from pipeline.duplicates.find import Run

    Progress = Callable[[int], None] | None

Item = TypeVar("Item")
Result = TypeVar("Result")
State = TypeVar("State")

_MOST_PORTIONS = 255  # the number of a portion is one byte
_PORTIONS_EACH = 4
_WIDE = 1 << 20  # bytes
_LENGTH = 8  # bytes that say how long a portion is


class Crew(Protocol):
    """Those who do the work."""

    jobs: int
    """How many work at a time."""
    far: bool
    """Whether they may be on other machines, which do not have our files."""

    def spread(
        self,
        function: Callable[[State, Item], Result],
        state: State,
        items: Sequence[Item],
        progress: Progress = None,
    ) -> list[Result]:
        """`function(state, item)` for each item, in their order. `progress` hears how many are done."""


def default_jobs() -> int:
    """As many processes as this one may use cores."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def crew(jobs: int, cluster: str | None = None) -> Iterator[Crew]:
    """A crew for as long as the block lasts; asking for one on this machine costs nothing."""
    if cluster is not None:
        from pipeline.project.cluster import dask

        with dask(cluster) as hired:
            yield hired
    elif jobs < 2 or (hasattr(os, "fork") and sys.platform != "darwin"):
        yield Forks(jobs)
    else:  # pragma: no cover - only where there is no fork
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(jobs) as pool:
            yield Hired(pool, jobs)


def run_by(workers: Crew) -> Run:
    """A crew for work whose items need nothing in common."""
    from pipeline.duplicates.find import here

    return (
        here if workers.jobs < 2 and not workers.far else lambda function, items: workers.spread(_call, function, items)
    )


class Forks:
    """This process and copies of it: they have everything that is already loaded, and cost milliseconds.

    The items are dealt in portions. Their numbers wait in a pipe, and whoever is free takes the next one: a process
    that the machine slows down takes fewer.
    """

    far = False

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def spread(
        self,
        function: Callable[[State, Item], Result],
        state: State,
        items: Sequence[Item],
        progress: Progress = None,
    ) -> list[Result]:
        """See `Crew`."""
        jobs = min(self.jobs, len(items))
        if jobs <= 1:
            return _run(function, state, items, progress)
        portions = min(len(items), _MOST_PORTIONS)
        turns, writer = os.pipe()
        os.write(writer, bytes(range(portions)))
        os.close(writer)

        def work() -> Iterator[tuple[int, list[Result]]]:
            while turn := os.read(turns, 1):
                yield turn[0], _run(function, state, items[turn[0] :: portions])

        done: dict[int, list[Result]] = {}
        copies = [_Copy(work) for _ in range(jobs - 1)]
        for number, found in work():
            done[number] = found
            for copy in copies:
                copy.hear()
            if progress is not None:
                progress((number + 1) * len(items) // portions)
        os.close(turns)
        for copy in copies:
            done |= copy.end()
        results = _together(function, state, items, [done.get(number) for number in range(portions)])
        if progress is not None:
            progress(len(items))
        return results


class Hired:
    """Any Executor. `share` says once to all of its workers what every portion needs."""

    def __init__(
        self, executor: Executor, jobs: int, *, far: bool = False, share: Callable[[Any], Any] | None = None
    ) -> None:
        self.jobs, self.far = jobs, far
        self._executor, self._share = executor, share

    def spread(
        self,
        function: Callable[[State, Item], Result],
        state: State,
        items: Sequence[Item],
        progress: Progress = None,
    ) -> list[Result]:
        """See `Crew`."""
        if len(items) < 2:
            return _run(function, state, items, progress)
        portions = min(len(items), _PORTIONS_EACH * self.jobs)
        shared = state if self._share is None or state is None else self._share(state)
        futures = [_submitted(self._executor, function, shared, items[number::portions]) for number in range(portions)]
        done: list[list[Result] | None] = []
        for number, future in enumerate(futures, 1):
            done.append(_result(future))
            if progress is not None:
                progress(number * len(items) // portions)
        results = _together(function, state, items, done)
        if progress is not None:
            progress(len(items))
        return results


def _submitted(executor: Executor, *work: Any) -> Any:
    """The future of a portion; None if nobody takes work any more."""
    from concurrent.futures import BrokenExecutor

    try:
        return executor.submit(_portion, *work)
    except (BrokenExecutor, OSError):
        return None


def _result(future: Any) -> list[Any] | None:
    """What was done; None if whoever did it was lost."""
    from concurrent.futures import BrokenExecutor, CancelledError

    try:
        found: list[Any] | None = future.result() if future is not None else None
    except (BrokenExecutor, CancelledError, OSError):
        return None
    except Exception as error:
        # Dask tries a task on other workers first; KilledWorker says that all of them died of it.
        if type(error).__name__ not in ("KilledWorker", "FutureCancelledError", "LostRunError"):
            raise
        return None
    return found


def _portion(function: Callable[[State, Item], Result], state: State, items: Sequence[Item]) -> list[Result]:
    """One at a time in a process: threads of a worker wait for each other, because layout is not made for threads."""
    with _ALONE:
        return _run(function, state, items)


_ALONE = Lock()


def _call(function: Callable[[Item], Result], item: Item) -> Result:
    return function(item)


def _together(
    function: Callable[[State, Item], Result],
    state: State,
    items: Sequence[Item],
    done: Sequence[list[Result] | None],
) -> list[Result]:
    """The results of all portions, in the order of the items; portions that nobody has done are done here."""
    results: list[Any] = [None] * len(items)
    for number, share in enumerate(done):
        part = items[number :: len(done)]
        results[number :: len(done)] = _run(function, state, part) if share is None else share
    return results


class _Copy:
    """A copy of this process. It sends each portion when it has done it, and we listen between portions of our own.

    No thread reads meanwhile: it would wait for the interpreter, and the copy for it.
    """

    def __init__(self, work: Callable[[], Iterator[tuple[int, list[Any]]]]) -> None:
        self._reader, writer = os.pipe()
        self._heard = bytearray()
        self._done: dict[int, list[Any]] = {}
        _widen(writer)
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid:
            os.close(writer)
            os.set_blocking(self._reader, False)
            return
        try:
            os.close(self._reader)
            with os.fdopen(writer, "wb") as pipe:
                for portion in work():
                    said = pickle.dumps(portion, pickle.HIGHEST_PROTOCOL)
                    pipe.write(len(said).to_bytes(_LENGTH, "little"))
                    pipe.write(said)
                    pipe.flush()
        finally:
            os._exit(0)  # an exception is raised again where the portion is done again, with its message

    def hear(self) -> None:
        """Take what has come: the portions that are whole are done."""
        with suppress(BlockingIOError):
            while part := os.read(self._reader, _WIDE):
                self._heard += part
        at = 0
        with memoryview(self._heard) as heard:
            while len(heard) >= (start := at + _LENGTH) + (length := int.from_bytes(heard[at:start], "little")):
                number, found = pickle.loads(heard[start : start + length])  # noqa: S301 - written by our own copy
                self._done[number] = found
                at = start + length
        del self._heard[:at]

    def end(self) -> dict[int, list[Any]]:
        """Wait for the last portion. Of a copy that died, what it had sent counts."""
        os.set_blocking(self._reader, True)
        self.hear()
        os.close(self._reader)
        os.waitpid(self._pid, 0)
        return self._done


def _widen(pipe: int) -> None:
    """Room for several portions, so that nobody waits for us; as much as everybody may ask for."""
    with suppress(ImportError, AttributeError, OSError):
        from fcntl import F_SETPIPE_SZ, fcntl

        fcntl(pipe, F_SETPIPE_SZ, _WIDE)


def _run(
    function: Callable[[State, Item], Result], state: State, items: Sequence[Item], progress: Progress = None
) -> list[Result]:
    results = []
    for number, item in enumerate(items, 1):
        results.append(function(state, item))
        if progress is not None:
            progress(number)
    return results
