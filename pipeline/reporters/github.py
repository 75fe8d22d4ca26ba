"""GitHub Actions workflow commands: each finding becomes an annotation on its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.reporters.base import View

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render(view: View) -> Iterator[str]:
    """One command a finding."""
    for finding in view.findings:
        line, column, end_line, end_column = finding.span
        places = {"file": finding.path, "line": line, "endLine": end_line}
        if line == end_line:  # GitHub ignores columns of ranges over several lines
            places |= {"col": column, "endColumn": max(end_column - 1, column)}
        places["title"] = f"{finding.code} {finding.rule}"
        text = view.translate(finding.message) + (" " + view.translate(finding.hint) if finding.hint else "")
        properties = ",".join(f"{name}={_property(str(value))}" for name, value in places.items())
        yield f"::{_COMMANDS[finding.severity]} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
