"""Spread independent work over processes: one small interface over `concurrent.futures.Executor`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Item = TypeVar("Item")
Result = TypeVar("Result")
State = TypeVar("State")

_state: tuple[Callable[[Any, Any], Any], Any] | None = None


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
    chunk: int = 20,
) -> Iterator[Result]:
    """`function(state, item)` for each item, in order. `state` goes to each process once, by fork where possible."""
    if jobs <= 1 or len(items) <= chunk:
        for item in items:
            yield function(state, item)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else None)
    chunks = [items[at : at + chunk] for at in range(0, len(items), chunk)]
    workers = min(jobs, len(chunks))
    with ProcessPoolExecutor(workers, context, initializer=_install, initargs=(function, state)) as pool:
        for results in pool.map(_run, chunks):
            yield from results


def _install(function: Callable[[Any, Any], Any], state: Any) -> None:
    global _state  # noqa: PLW0603 - one assignment when a worker starts
    _state = (function, state)
    import gc

    gc.disable()


def _run(items: Sequence[Any]) -> list[Any]:
    if _state is None:
        raise AssertionError("the worker was not set up")
    function, state = _state
    return [function(state, item) for item in items]
