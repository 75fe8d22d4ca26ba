"""One JSON object: `diagnostics` and `summary`. The format that scripts and editors read."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Finding
    from pipeline.reporters.base import View


def render(view: View) -> Iterator[str]:
    """The whole report as one object."""
    diagnostics = [diagnostic(finding, view) for finding in view.findings]
    summary = {
        "files": view.files,
        "questions": view.questions,
        "errors": view.count("error"),
        "warnings": view.count("warning"),
        "infos": view.count("info"),
        "waived": view.waived,
        "baseline": view.known,
        "fixed": view.fixed,
    }
    yield dumps({"diagnostics": diagnostics, "summary": summary}, ensure_ascii=False, indent=1) + "\n"


def diagnostic(finding: Finding, view: View) -> dict[str, Any]:
    """One finding as plain data."""
    line, column, end_line, end_column = finding.span
    related = [
        {
            "path": other.path or finding.path,
            "line": other.span.line,
            "column": other.span.column,
            "message": view.translate(other.message),
        }
        for other in finding.related
    ]
    return {
        "rule": finding.rule,
        "code": finding.code,
        "severity": finding.severity,
        "message": view.translate(finding.message),
        "hint": view.translate(finding.hint) if finding.hint else "",
        "path": finding.path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "id": finding.id,
        "related": related,
        "fixable": finding.fixable,
    }
