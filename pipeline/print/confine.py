"""Templates of a game in a process of their own: one that needs too much time or memory ends there, with its line."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from pipeline.print.templates import TOO_LARGE, Fault, TemplateFaultError

if TYPE_CHECKING:
    from collections.abc import Callable

TOO_LONG = "it takes too long"
# For all pages of a product: ours take a tenth of it.
_SECONDS = 20
_BYTES = 512 << 20
_GRACE = 2  # seconds until it is killed, if it does not listen
_OUR_BUG = 3


class _TooLongError(Exception):
    """The time is over."""


_WORDS = {_TooLongError.__name__: TOO_LONG, MemoryError.__name__: TOO_LARGE}


def confined(render: Callable[[], list[str]], suspect: str) -> list[str]:
    """What `render` gives; a `TemplateFaultError` if it fails. `suspect` is blamed where no line can be.

    Only Linux lets a process be held so: elsewhere templates are run as they are.
    """
    if sys.platform != "linux":
        return render()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _answer(writing, render)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == _OUR_BUG:
        return render()  # it raises here, where it is heard
    texts, fault = json.loads(answer) if answer else ((), (suspect, 1, TOO_LONG))
    if fault:
        raise TemplateFaultError(Fault(*fault))
    return [str(text) for text in texts]


def _answer(writing: int, render: Callable[[], list[str]]) -> NoReturn:
    """Render and write what came of it: this process ends here, whatever happens."""
    code = _OUR_BUG
    try:
        _limit()
        try:
            answer: object = (render(), None)
        except TemplateFaultError as error:
            template, line, problem = error.fault
            answer = ((), (template, line, _WORDS.get(problem, problem)))
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(json.dumps(answer).encode())
        code = 0
    except (_TooLongError, MemoryError):
        code = 0
    finally:
        os._exit(code)


def _limit() -> None:
    """So much more time and memory than now."""
    import resource

    def stop(_number: int, _frame: object) -> None:
        raise _TooLongError

    signal.signal(signal.SIGXCPU, stop)
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS + _GRACE))
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + _BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
