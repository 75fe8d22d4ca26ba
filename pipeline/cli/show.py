"""Findings as the commands print them."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

from pipeline import __version__
from pipeline.cli.common import terminal_width

if TYPE_CHECKING:
    from pathlib import Path

    from pipeline.core.finding import Finding


def language(asked: str | None, root: Path) -> str:
    """--lang, then livret.toml, then the locale."""
    if asked:
        return asked
    from pipeline.core.catalogue import language_of
    from pipeline.project.configuration import load

    return load(root)[0].language or language_of(dict(os.environ))


def rendered(
    root: Path,
    findings: tuple[Finding, ...],
    questions: list[int],
    *,
    name: str,
    spoken: str,
    color: bool,
    waived: int = 0,
    known: int = 0,
    fixed: int = 0,
    sources: bool = True,
) -> str:
    """The findings by the reporter of that name. `questions` counts those of each file; `sources` shows their lines."""
    from pipeline.core.catalogue import translator
    from pipeline.project.layout import read
    from pipeline.reporters import reporter
    from pipeline.reporters.base import View

    @lru_cache(maxsize=256)
    def lines(path: str) -> list[str]:
        if not sources or path.endswith(".pdf"):
            return []  # a place in a PDF is a page
        try:
            text = read(root, path).decode("utf-8", "replace").removeprefix("\ufeff")
        except OSError:
            return []
        return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def manual(name: str) -> str:
        from pipeline.checks.manual import manual  # few reports show pages

        return manual(name, spoken)

    view = View(
        findings,
        len(questions),
        sum(questions),
        translator(spoken),
        lines,
        manual,
        waived=waived,
        known=known,
        fixed=fixed,
        color=color,
        width=terminal_width(),
        language=spoken,
        version=__version__,
    )
    return "".join(reporter(name).render(view))
