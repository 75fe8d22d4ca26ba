"""JUnit XML: a suite a file, a failed case an error. For CI systems that only know tests."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pipeline.core.pattern import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.core.finding import Finding
    from pipeline.reporters.base import View

_FORBIDDEN = lazy("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def render(view: View) -> Iterator[str]:
    """Errors are failures; warnings and infos are passed cases with output. A clean check is one passed case."""
    failures = view.count("error")
    tests = max(len(view.findings), 1)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="livret" tests="{tests}" failures="{failures}" errors="0">\n'
    if not view.findings:
        yield '  <testsuite name="livret check" tests="1" failures="0" errors="0">\n'
        yield f'    <testcase classname="livret" name="{view.files} files"/>\n  </testsuite>\n'
    for path, group in groupby(view.findings, key=lambda finding: finding.path):
        findings = list(group)
        failed = sum(finding.severity == "error" for finding in findings)
        yield f'  <testsuite name={_attribute(path)} tests="{len(findings)}" failures="{failed}" errors="0">\n'
        for finding in findings:
            yield from _case(finding, view)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _case(finding: Finding, view: View) -> Iterator[str]:
    place = f"{finding.path}:{finding.span.line}:{finding.span.column}"
    message = view.translate(finding.message)
    hint = view.translate(finding.hint) if finding.hint else ""
    body = escape(_printable(f"{place}: {finding.code} {finding.rule}: {message}\n{hint}"))
    name = _attribute(f"{finding.rule} {finding.span.line}:{finding.span.column}")
    yield f"    <testcase classname={_attribute(finding.path)} name={name}>"
    if finding.severity == "error":
        yield f"<failure type={_attribute(finding.code)} message={_attribute(message)}>{body}</failure>"
    else:
        yield f"<system-out>{finding.severity}: {body}</system-out>"
    yield "</testcase>\n"


def _printable(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


def _attribute(text: str) -> str:
    return quoteattr(_printable(text).replace("\n", " "))
