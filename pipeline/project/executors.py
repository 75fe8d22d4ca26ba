"""Where heavy work is done: here, in processes of this machine, or on a Dask cluster. One interface for all three.

`workers(...)` gives a `Run`: a function and its items go in, results come out in the order of the items. Behind it is a
`concurrent.futures.Executor`; what it lost (a worker was killed, the pool is broken) is done again here.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from pipeline.duplicates.find import Run

Item = TypeVar("Item")
Result = TypeVar("Result")


class NoClusterError(Exception):
    """The cluster that was asked for cannot be used; the text says why."""


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Run]:
    """Workers for as long as the block lasts. A pool starts with its first work, so asking for one costs nothing."""
    if cluster is not None:
        with _dask(cluster) as executor:
            yield over(lambda: executor)
    elif jobs > 1:
        pools: list[Executor] = []

        def pool() -> Executor:
            if not pools:
                pools.append(_pool(jobs))
            return pools[0]

        try:
            yield over(pool)
        finally:
            for started in pools:
                started.shutdown(cancel_futures=True)
    else:
        from pipeline.duplicates.find import here

        yield here


def over(executor: Callable[[], Executor]) -> Run:
    """A `Run` over any Executor."""
    from concurrent.futures import BrokenExecutor, CancelledError

    def run(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
        if len(items) < 2:
            return [function(item) for item in items]
        try:
            futures = [executor().submit(function, item) for item in items]
        except BrokenExecutor:
            return [function(item) for item in items]
        results: list[Result] = []
        for future, item in zip(futures, items, strict=True):
            try:
                results.append(future.result())
            except (BrokenExecutor, CancelledError):
                results.append(function(item))
            except Exception as error:
                if not _is_lost_worker(error):
                    raise
                results.append(function(item))
        return results

    return run


def _pool(jobs: int) -> Executor:
    import multiprocessing
    import sys
    from concurrent.futures import ProcessPoolExecutor

    # Forking keeps what is loaded; macOS forbids it to programs with threads.
    method = "fork" if sys.platform.startswith("linux") else None
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context(method))


@contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        import distributed
    except ImportError as error:
        raise NoClusterError("a cluster needs dask.distributed: pip install 'livret[cluster]'") from error
    try:
        client: Any = distributed.Client(  # type: ignore[no-untyped-call]
            address, timeout="10s", set_as_default=False
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise NoClusterError(f"no Dask scheduler answers at {address}") from error
    try:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise NoClusterError(f"the cluster at {address} has no workers")
        yield client.get_executor(pure=False)
    finally:
        client.close()


def _is_lost_worker(error: Exception) -> bool:
    """Dask tries a task on other workers first; KilledWorker says that all of them died of it."""
    return type(error).__name__ in ("KilledWorker", "FutureCancelledError", "LostRunError")
