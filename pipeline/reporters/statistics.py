"""How often each rule fired, most often first: for a first look at old content."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pipeline.core.finding import say
from pipeline.reporters.text import LABELS, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline.reporters.base import View

NOTHING = "No findings."
TOTAL = "findings, rules: {rules}"
REPAIRABLE = "{count} fixable"


def render(view: View) -> Iterator[str]:
    """A row a rule and the sum."""
    counts = Counter((finding.code, finding.rule, finding.severity) for finding in view.findings)
    fixable = Counter(finding.code for finding in view.findings if finding.fixable)
    if not counts:
        yield view.translate(say(NOTHING)) + "\n"
        return
    width = max(len(name) for _, name, _ in counts)
    labels = {severity: view.translate(say(label)) for severity, label in LABELS.items()}
    room = max(map(len, labels.values()))
    for (code, name, severity), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        repairs = view.translate(say(REPAIRABLE, count=fixable[code])) if fixable[code] else ""
        yield f"{count:>6}  {code}  {visible(name):<{width}}  {labels[severity]:<{room}}  {repairs}".rstrip() + "\n"
    yield f"{counts.total():>6}  {view.translate(say(TOTAL, rules=len(counts)))}\n"
