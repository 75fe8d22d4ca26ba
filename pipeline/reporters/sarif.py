"""SARIF 2.1.0: the exchange format of code scanning services and editors."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Finding, Span
    from pipeline.reporters.base import View

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(view: View) -> Iterator[str]:
    """One run with the rules that fired and their results."""
    names = sorted({finding.rule for finding in view.findings})
    codes = {finding.rule: finding.code for finding in view.findings}
    index = {name: number for number, name in enumerate(names)}
    driver = {
        "name": "livret",
        "semanticVersion": view.version,
        "rules": [_rule(name, codes[name], view) for name in names],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "The folder that holds content/."}}},
        "results": [_result(finding, index, view) for finding in view.findings],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    yield dumps(log, ensure_ascii=False, indent=1) + "\n"


def _rule(name: str, code: str, view: View) -> dict[str, Any]:
    page = view.manual(name)
    return {
        "id": code,
        "name": name,
        "shortDescription": {"text": page.split("\n", 1)[0]},
        "fullDescription": {"text": page.split("```", 1)[0].strip()},
        "help": {"text": page, "markdown": page},
    }


def _result(finding: Finding, index: dict[str, int], view: View) -> dict[str, Any]:
    text = view.translate(finding.message) + (" " + view.translate(finding.hint) if finding.hint else "")
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.rule],
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _place(finding.path, finding.span)}],
        "partialFingerprints": {"livret/v1": f"{finding.rule}:{finding.id or finding.entry or finding.path}"},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(other.path or finding.path, other.span),
                "message": {"text": view.translate(other.message)},
            }
            for number, other in enumerate(finding.related, 1)
        ]
    return result


def _place(path: str, span: Span) -> dict[str, Any]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {
        "artifactLocation": {"uri": quote(path.encode("utf-8", "surrogateescape")), "uriBaseId": "ROOT"},
        "region": region,
    }
