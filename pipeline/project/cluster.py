"""A Dask cluster as a crew: `--cluster ADDRESS`. Its client gives an Executor; the state of some work is sent once."""

from __future__ import annotations

import pickle
import sys
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pipeline import __version__
from pipeline.project.work import Hired

if TYPE_CHECKING:
    from collections.abc import Iterator


class NoClusterError(Exception):
    """The cluster that was asked for cannot be used; the text says why."""


@contextmanager
def dask(address: str) -> Iterator[Hired]:
    """The workers of the scheduler at an address."""
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
        workers = client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise NoClusterError(f"the cluster at {address} has no workers")
        _compare(address, client)

        def share(state: object) -> Any:
            """A task like any other: workers give it to each other, and if all that have it die, it is done again."""
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that it is big
                return client.submit(pickle.loads, pickle.dumps(state, pickle.HIGHEST_PROTOCOL), pure=False)

        yield Hired(client.get_executor(pure=False), len(workers), far=True, share=share)
    finally:
        client.close()


def livret_there() -> str:
    """Which livret and which Python a worker has."""
    return f"livret {__version__} with Python {sys.version_info[0]}.{sys.version_info[1]}"


def _compare(address: str, client: Any) -> None:
    """Results of another livret would be other results, and texts of another Python may not be understood."""
    try:
        found = set(client.run(livret_there).values())
    except ImportError as error:
        raise NoClusterError(f"the workers at {address} do not have {livret_there()}") from error
    for other in sorted(found - {livret_there()}):
        raise NoClusterError(f"the workers at {address} have {other}; this is {livret_there()}")
