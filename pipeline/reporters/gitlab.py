"""GitLab Code Quality (Code Climate JSON): findings in the merge request."""

from __future__ import annotations

from collections import Counter
from json import dumps
from typing import TYPE_CHECKING, Any

from pipeline.core.digest import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.reporters.base import View

_SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def render(view: View) -> Iterator[str]:
    """One list of issues. Fingerprints leave the line out, so that a moved finding stays the same finding."""
    seen: Counter[str] = Counter()
    issues: list[dict[str, Any]] = []
    for finding in view.findings:
        identity = f"{finding.path}\n{finding.rule}\n{finding.id}\n{finding.message.lasting()}"
        seen[identity] += 1
        fingerprint = _fingerprint(f"{identity}\n{seen[identity]}")
        line, column, end_line, end_column = finding.span
        issues.append(
            {
                "type": "issue",
                "check_name": finding.rule,
                "description": f"{finding.code} {view.translate(finding.message)}",
                "content": {"body": view.translate(finding.hint) if finding.hint else ""},
                "categories": ["Style" if finding.severity == "info" else "Bug Risk"],
                "severity": _SEVERITIES[finding.severity],
                "fingerprint": fingerprint,
                "location": {
                    "path": finding.path,
                    "positions": {
                        "begin": {"line": line, "column": column},
                        "end": {"line": end_line, "column": end_column},
                    },
                    "lines": {"begin": line, "end": end_line},
                },
            }
        )
    yield dumps(issues, ensure_ascii=False, indent=1) + "\n"


def _fingerprint(text: str) -> str:
    return digest(text.encode("utf-8", "surrogateescape"))
