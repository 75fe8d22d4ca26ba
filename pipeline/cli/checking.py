"""What a check is asked, and its answer as text and exit code. Without click: see `plain`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.cli.common import progress, today, wants_color
from pipeline.cli.show import language, rendered
from pipeline.core.finding import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pipeline.core.finding import Finding
    from pipeline.project.check import Report
    from pipeline.project.options import Options

NO_CLUSTER = "--cluster: {problem}."


class Asked(NamedTuple):
    """What to show of a check, and how."""

    root: Path
    only: tuple[str, ...]
    """The places that were asked about; empty: all."""
    format: str
    language: str
    color: bool
    statistics: bool


def asked(
    root: Path, only: tuple[str, ...] = (), *, format_: str, lang: str | None, color: str, statistics: bool
) -> Asked:
    """The options of the command line that say how to report."""
    return Asked(root, only, format_, language(lang, root), wants_color(color) and format_ == "text", statistics)


def options(*, select: frozenset[str] | None, ignore: frozenset[str] | None, **others: Any) -> Options:
    """The options of the command line that say what to check."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.project.options import Options

    return Options(today=today(), select=select, ignore=ignore or frozenset(), **others)


def check_once(arguments: Sequence[str], wanted: Asked, how: Options, fixed: int = 0) -> int:
    """Check, show what was found, and remember the answer for the next identical command."""
    from pipeline.project import replay
    from pipeline.project.stamp import tree_stamp

    known = replay.request(list(arguments)) if how.cache else None
    stamp = tree_stamp(str(wanted.root)) if known else None
    code, output = checked(wanted, how, fixed)
    if known and stamp and known[0] == str(wanted.root):
        replay.record(*known, stamp, code, output)
    write(output)
    return code


def checked(wanted: Asked, how: Options, fixed: int = 0) -> tuple[int, str]:
    """The exit code and the output of a check."""
    found = report(wanted, how)
    findings = tuple(finding for finding in found.findings if _is_asked(finding, wanted.only))
    code = int(any(finding.severity == "error" for finding in findings))
    return code, _render(wanted, found, findings, fixed)


def report(wanted: Asked, how: Options) -> Report:
    """The result of a check."""
    from pipeline.project.check import check
    from pipeline.project.cluster import NoClusterError

    try:
        return check(wanted.root, how, progress=progress("Checking"))
    except NoClusterError as error:
        from pipeline.cli.usage import WrongUsage

        raise WrongUsage(say(NO_CLUSTER, problem=error)) from error


def is_under(path: str, only: tuple[str, ...]) -> bool:
    """Whether a file is one of the places that were asked about, or in one of them."""
    return not only or any(not part or path == part or path.startswith(part + "/") for part in only)


def write(text: str) -> None:
    """Print it, whatever the terminal's encoding."""
    stream = sys.stdout.buffer if hasattr(sys.stdout, "buffer") else None
    if stream is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    stream.write(text.encode("utf-8", "replace"))
    stream.flush()


def _render(wanted: Asked, found: Report, findings: tuple[Finding, ...], fixed: int) -> str:
    return rendered(
        wanted.root,
        findings,
        [count for path, count in found.files.items() if is_under(path, wanted.only)],
        name="statistics" if wanted.statistics and wanted.format == "text" else wanted.format,
        spoken=wanted.language,
        color=wanted.color,
        waived=sum(is_under(path, wanted.only) for path in found.waived),
        known=sum(is_under(path, wanted.only) for path in found.known),
        fixed=fixed,
    )


def _is_asked(finding: Finding, only: tuple[str, ...]) -> bool:
    """A finding in an asked place, or about one; configuration is always everybody's business."""
    places = (finding.path, *(related.path for related in finding.related if related.path))
    return not finding.path.startswith("content/") or any(is_under(path, only) for path in places)
