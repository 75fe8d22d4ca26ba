"""What becomes of findings: waivers, severities, release, selection, the baseline. Then they are in order."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from pipeline.checks.rule import rule
from pipeline.core.digest import digest
from pipeline.core.finding import START, Finding, Span, say
from pipeline.project.stamp import BASELINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from pipeline.checks.engine import Repair
    from pipeline.checks.rule import FileFacts, ProductFacts
    from pipeline.project.check import Options
    from pipeline.project.configuration import Configuration

UNUSED = "The waiver of “{name}” waives nothing."
UNUSED_HINT = "Remove it, so that the rule protects this entry again."
STALE = "Findings of the baseline that no longer exist: {count}."
STALE_HINT = "Write it again: livret check --write-baseline"
BROKEN = "The baseline cannot be read: {problem}."
BROKEN_HINT = "Write it again: livret check --write-baseline"


class Applied(NamedTuple):
    """The findings that remain, and the files of those that were set aside."""

    findings: tuple[Finding, ...]
    waived: tuple[str, ...]
    known: tuple[str, ...]


class _Waiver(NamedTuple):
    path: str
    entry: str
    rule: str
    span: Span
    id: str


def apply(
    findings: Iterable[Finding],
    products: Sequence[ProductFacts],
    settings: Configuration,
    options: Options,
    root: Path,
) -> Applied:
    """Apply waivers, severities and the baseline, in that order, and sort."""
    waivers = {(waiver.path, waiver.entry, waiver.rule): waiver for waiver in _waivers(products)}
    used: set[tuple[str, str, str]] = set()
    kept: list[Finding] = []
    waived: list[str] = []
    for finding in findings:
        waiver = _waiver_for(finding, waivers) if waivers else None
        if waiver is not None and rule(finding.rule).waivable:
            used.add((waiver.path, waiver.entry, waiver.rule))
            waived.append(finding.path)
        else:
            kept.append(finding)
    kept += [
        _unused(waiver) for key, waiver in waivers.items() if key not in used and _runs(waiver.rule, options, settings)
    ]
    judged = [judged for finding in kept if (judged := _judge(finding, settings, options)) is not None]
    remaining, known = _without_known(judged, settings, options, root) if options.baseline else (judged, ())
    remaining.sort(key=lambda finding: (finding.path, finding.span, finding.code))
    return Applied(tuple(remaining), tuple(waived), known)


def allows_repair(repair: Repair, facts: FileFacts | None, settings: Configuration, options: Options) -> bool:
    """Whether a repair was asked for: its rule is on and selected, and its entry does not waive it."""
    if not is_on(repair.rule, options, settings):
        return False
    waivers = {(name, group.pointer) for group in facts.groups for name, _ in group.waivers} if facts else set()
    if facts:
        entries = [entry for group in facts.groups for entry in group.entries]
        waivers |= {(name, entry.pointer) for entry in entries for name, _ in entry.waivers}
    pointer = repair.entry
    while pointer:
        if (repair.rule, pointer) in waivers:
            return False
        pointer = pointer.rpartition("/")[0]
    return True


def write_baseline(root: Path, findings: Iterable[Finding]) -> int:
    """Record the present findings, so that only new ones are reported. Returns how many."""
    counts = Counter(_key(finding) for finding in findings)
    ordered = dict(sorted(counts.items()))
    text = json.dumps({"livret-baseline": 1, "findings": ordered}, indent=1)
    (root / BASELINE).write_text(text + "\n", encoding="utf-8")
    return sum(counts.values())


def _waivers(products: Sequence[ProductFacts]) -> Iterator[_Waiver]:
    for product in products:
        for file in product.files:
            for group in file.groups:
                for name, span in group.waivers:
                    yield _Waiver(file.path, group.pointer, name, span, group.id)
                for entry in group.entries:
                    for name, span in entry.waivers:
                        yield _Waiver(file.path, entry.pointer, name, span, entry.id)


def _waiver_for(finding: Finding, waivers: dict[tuple[str, str, str], _Waiver]) -> _Waiver | None:
    """The waiver of the entry itself, or of the card that it stands on."""
    pointer = finding.entry
    while pointer:
        waiver = waivers.get((finding.path, pointer, finding.rule))
        if waiver is not None:
            return waiver
        pointer = pointer.rpartition("/")[0]
    return None


def _unused(waiver: _Waiver) -> Finding:
    found = rule("unused-waiver")
    message, hint = say(UNUSED, name=waiver.rule), say(UNUSED_HINT)
    return Finding(
        waiver.path,
        waiver.span,
        found.name,
        found.code,
        found.severity,
        message,
        hint,
        waiver.id,
        waiver.entry,
    )


def _runs(name: str, options: Options, settings: Configuration) -> bool:
    """An unused waiver is only news for a rule that exists, can be waived and was asked for."""
    try:
        if not rule(name).waivable:
            return False
    except KeyError:
        return False
    return is_on(name, options, settings)


def is_on(name: str, options: Options, settings: Configuration) -> bool:
    if settings.severities.get(name, "") is None or name in options.ignore:
        return False
    return options.select is None or name in options.select


def _judge(finding: Finding, settings: Configuration, options: Options) -> Finding | None:
    """The finding with the severity in force; None when it was not asked for."""
    if finding.rule in options.ignore or (options.select is not None and finding.rule not in options.select):
        return None
    if finding.rule in settings.severities:
        severity = settings.severities[finding.rule]
        if severity is None:
            return None
    else:
        severity = finding.severity
    if options.release and rule(finding.rule).release and severity == "warning":
        severity = "error"
    return finding if severity == finding.severity else finding._replace(severity=severity)


def _key(finding: Finding) -> str:
    """A finding without its line, which moves: file, rule, entry, and what was said."""
    said = digest(finding.message.lasting().encode("utf-8", "surrogateescape"), size=6)
    return f"{finding.path} {finding.rule} {finding.id or finding.entry} {said}"


def _without_known(
    findings: list[Finding], settings: Configuration, options: Options, root: Path
) -> tuple[list[Finding], tuple[str, ...]]:
    path = root / BASELINE
    if not path.is_file():
        return findings, ()
    try:
        known = Counter({str(key): int(count) for key, count in json.loads(path.read_bytes())["findings"].items()})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        found = rule("bad-configuration")
        message = say(BROKEN, problem=type(error).__name__)
        return [
            *findings,
            Finding(BASELINE, START, found.name, found.code, "error", message, say(BROKEN_HINT)),
        ], ()
    new: list[Finding] = []
    seen: list[str] = []
    for finding in findings:
        key = _key(finding)
        if known[key] > 0:
            known[key] -= 1
            seen.append(finding.path)
        else:
            new.append(finding)
    # A rule that was not asked for says nothing about its old findings.
    stale = sum(count for key, count in known.items() if count > 0 and is_on(key.split(" ")[-3], options, settings))
    if stale:
        found = rule("stale-baseline")
        message, hint = say(STALE, count=stale), say(STALE_HINT)
        finding = Finding(BASELINE, START, found.name, found.code, found.severity, message, hint)
        judged = _judge(finding, settings, options)
        new += [judged] if judged else []
    return new, tuple(seen)
