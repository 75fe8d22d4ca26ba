"""`livret check` as it is called most: with options that need no explanation, from within the content.

click understands every call, and says what is wrong with one. To import it takes a twentieth of the time of a check,
so that whatever is plain is understood here; a test holds the two together.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.cli import checking
from pipeline.cli.common import COLORS, MOST_JOBS
from pipeline.core.catalogue import LANGUAGES
from pipeline.project.stamp import root_above
from pipeline.reporters import REPORTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

FLAGS = frozenset({"--release", "--statistics", "--no-baseline", "--no-cache"})
CHOICES = {"--format": REPORTERS, "--lang": LANGUAGES, "--color": COLORS}
VALUES = frozenset({*CHOICES, "--select", "--ignore", "--jobs"})
NOTHING = "\0"  # stands for the value of a last word that has none


def check(arguments: Sequence[str]) -> int | None:
    """Check, and give the exit code; None where click has to understand the arguments, or to say what is wrong."""
    found = options(arguments)
    root = root_above(".") if found is not None else None
    if found is None or root is None:
        return None
    rules = {name: _rules(found[name]) for name in ("--select", "--ignore") if name in found}
    if None in rules.values():
        return None
    asked = checking.asked(
        Path(root),
        format_=found.get("--format", "text"),
        lang=found.get("--lang"),
        color=found.get("--color", "auto"),
        statistics="--statistics" in found,
    )
    wanted = checking.options(
        select=rules.get("--select"),
        ignore=rules.get("--ignore"),
        release="--release" in found,
        jobs=int(found["--jobs"]) if "--jobs" in found else None,
        cache="--no-cache" not in found,
        baseline="--no-baseline" not in found,
    )
    return checking.check_once(arguments, asked, wanted)


def options(arguments: Sequence[str]) -> dict[str, str] | None:
    """The options of a plain `check`, by their long names; None if anything else stands there."""
    if arguments[:1] != ["check"]:
        return None
    found: dict[str, str] = {}
    words = iter(arguments[1:])
    for word in words:
        name, joined, value = word.partition("=")
        if name in FLAGS and not joined:
            found[name] = ""
        elif name in VALUES:
            found[name] = value if joined else next(words, NOTHING)
        else:
            return None
    if NOTHING in found.values() or any(found.get(name, known[0]) not in known for name, known in CHOICES.items()):
        return None
    jobs = found.get("--jobs", "1")
    return found if jobs.isascii() and jobs.isdigit() and 1 <= int(jobs) <= MOST_JOBS else None


def _rules(words: str) -> frozenset[str] | None:
    """The rules that are meant; None if one is not known."""
    from pipeline.checks.rule import resolve

    meant = [resolve(word.strip()) for word in words.split(",") if word.strip()]
    return frozenset(name for names in meant for name in names) if all(meant) else None
