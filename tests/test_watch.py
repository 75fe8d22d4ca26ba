"""`check --watch`, as a process of its own: it reports again after a save, and ends quietly."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING

import pytest

from pipeline.project import watch
from tests.command import environment

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.toy import Toy

BAD = "- {id: duo001, type: cible, keyword: Toit, question: Combien de mètres mesure l'Everest ?, answer: haut}\n"
# A process that was started in the background ignores Ctrl-C: the watcher must not inherit that.
START = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from pipeline.entry import main; main()"
)
PATIENCE = 20.0


class Watcher:
    """A running `livret check --watch`."""

    def __init__(self, toy: Toy, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "check", "--watch", *arguments],
            cwd=toy.root,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def read_until(self, end: str) -> str:
        """What it prints, up to and with `end`."""
        stream = self._pipe(self.process.stdout)
        raw = b""
        deadline = time.monotonic() + PATIENCE
        while end.encode() not in raw:
            ready = select.select([stream], [], [], max(0.0, deadline - time.monotonic()))[0]
            assert ready, f"waited in vain for {end!r} after {raw!r}"
            more = os.read(stream.fileno(), 65536)
            assert more, f"it ended: {self._pipe(self.process.stderr).read()!r}"
            raw += more
        return raw.decode("utf-8")

    def stop(self, number: int = signal.SIGINT) -> tuple[int, str]:
        """Its exit status and what stands on the error stream."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err.decode("utf-8")

    @staticmethod
    def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None
        return stream


@pytest.fixture
def watching(toy: Toy) -> Iterator[Watcher]:
    watcher = Watcher(toy)
    with watcher.process:
        yield watcher
        watcher.process.kill()


def test_a_save_gives_a_new_report_and_an_interrupt_ends_it(toy: Toy, watching: Watcher) -> None:
    end = "Ctrl-C to stop.\n"
    assert "All good" in watching.read_until(end)
    toy.write("duo", BAD)
    assert "error[LV201] cible-not-a-number" in watching.read_until(end)
    toy.path("duo").unlink()
    assert "incomplete-product" in watching.read_until(end)
    (toy.root / "livret.toml").write_text('[rules]\nLV4 = "off"\n', encoding="utf-8")
    assert "All good" in watching.read_until(end)
    code, err = watching.stop()
    assert code == 130
    assert "Traceback" not in err
    assert err.strip() == "Interrupted."


def test_a_reader_that_goes_away_ends_it_quietly(toy: Toy, watching: Watcher) -> None:
    """`livret check --watch | head -1`"""
    watching.read_until("Ctrl-C to stop.\n")
    assert watching.process.stdout is not None
    assert watching.process.stderr is not None
    watching.process.stdout.close()
    toy.write("duo", BAD)
    watching.process.wait(PATIENCE)
    assert watching.process.stderr.read() == b""


def test_a_file_that_is_emptied_and_filled_again_is_one_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps = iter(["old", "old", "old", "emptied", "filled", "filled", "filled", "filled", "next", "next"])
    seen: list[object] = []

    def stamp(root: str) -> tuple[str, int]:
        assert root == str(tmp_path)
        found = next(stamps)
        seen.append(found)
        return found, 0

    monkeypatch.setattr(watch, "tree_stamp", stamp)
    monkeypatch.setattr(time, "sleep", seen.append)
    told = [
        [one for one in seen if isinstance(one, str)][-1] for _ in zip(range(3), watch.changes(tmp_path), strict=False)
    ]
    assert told == ["old", "filled", "next"]
