"""livret.toml: the severity of rules. Everything in it has a default; a mistake in it is a finding."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.checks.rule import names, resolve, rule
from pipeline.checks.rules.waiver import UNKNOWN_HINT
from pipeline.core.finding import SEVERITIES, START, Finding, Message, Severity, Span, say, shorten
from pipeline.core.pattern import lazy
from pipeline.core.suggest import nearest
from pipeline.project.stamp import CONFIGURATION
from pipeline.source.characters import NOT_UTF8

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

NOT_TOML = "livret.toml is not valid TOML: {problem}."
UNREADABLE = "Cannot be read: {problem}."
NOT_TOML_HINT = "Correct it; until then the defaults are used."
UNKNOWN_KEY = "Unknown key “{key}”."
UNKNOWN_KEY_NEAR = "Unknown key “{key}”: did you mean “{best}”?"
UNKNOWN_KEY_HINT = "Accepted here: {accepted}."
BAD_SEVERITY = "“{value}” is not a severity."
BAD_SEVERITY_HINT = "Use one of: error, warning, info, off."
WRONG_TYPE = "“{key}” should be {expected}."
WRONG_TYPE_HINT = "For example: {example}"

TABLE_HINT = "Write it below a line [{table}]."

_VALUE = lazy(r"[\"']?\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^#]*[^#\s])")
_TABLES = ("rules", "check")
_CHECK_KEYS = ("language", "jobs")


class Configuration(NamedTuple):
    """What livret.toml says."""

    severities: Mapping[str, Severity | None]
    """Rule name -> severity, None for off."""
    language: str | None
    jobs: int | None


DEFAULT = Configuration({}, None, None)


def load(root: Path) -> tuple[Configuration, list[Finding]]:
    """The configuration of a content repository, and what is wrong with it."""
    path = root / CONFIGURATION
    if not path.is_file():
        return DEFAULT, []
    import tomllib

    try:
        raw = path.read_bytes().removeprefix(codecs.BOM_UTF8)
        text = raw.decode("utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        problem = shorten(error.strerror or str(error), 100)
        return DEFAULT, [_finding(START, say(UNREADABLE, problem=problem), say(NOT_TOML_HINT))]
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = say(NOT_UTF8, byte=f"{raw[error.start]:02x}")
        return DEFAULT, [_finding(Span(line, column, line, column + 1), message, say(NOT_TOML_HINT))]
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+), column (\d+)", str(error))
        line, column = (int(where[1]), int(where[2])) if where else (1, 1)
        problem = re.sub(r" \(at .*", "", str(error))
        return DEFAULT, [
            _finding(Span(line, column, line, column + 1), say(NOT_TOML, problem=problem), say(NOT_TOML_HINT))
        ]
    return _read(data, text)


def _read(data: dict[str, Any], text: str) -> tuple[Configuration, list[Finding]]:
    findings = [_stray(text, key) for key in data if key not in _TABLES]
    severities: dict[str, Severity | None] = {}
    table = data.get("rules", {})
    if not isinstance(table, dict):
        findings.append(_wrong(text, "rules", "a table", "[rules]"))
        table = {}
    for word, value in table.items():
        meant = resolve(word)
        if not meant:
            findings.append(_unknown(text, word, names()))
        elif value != "off" and value not in SEVERITIES:
            message = say(BAD_SEVERITY, value=shorten(str(value), 40))
            findings.append(_finding(_place(text, word, value=True), message, say(BAD_SEVERITY_HINT)))
        else:
            severities.update(dict.fromkeys(meant, None if value == "off" else value))
    options = data.get("check", {})
    if not isinstance(options, dict):
        findings.append(_wrong(text, "check", "a table", "[check]"))
        options = {}
    findings += [_unknown(text, key, _CHECK_KEYS) for key in options if key not in _CHECK_KEYS]
    language, jobs = options.get("language"), options.get("jobs")
    if language not in (None, "en", "fr"):
        findings.append(_wrong(text, "language", "en or fr", 'language = "fr"'))
        language = None
    if jobs is not None and (not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1):
        findings.append(_wrong(text, "jobs", "a number from 1", "jobs = 2"))
        jobs = None
    return Configuration(severities, language, jobs), findings


def _stray(text: str, key: str) -> Finding:
    """A key outside the tables: often a rule or an option whose table is not named above it."""
    table = "rules" if resolve(key) or key == "severity" else "check" if nearest(key, _CHECK_KEYS) else None
    if table is None:
        return _unknown(text, key, _TABLES)
    best = nearest(key, _CHECK_KEYS) if table == "check" and key not in _CHECK_KEYS else None
    message = say(UNKNOWN_KEY_NEAR, key=shorten(key, 40), best=best) if best else say(UNKNOWN_KEY, key=shorten(key, 40))
    return _finding(_place(text, key), message, say(TABLE_HINT, table=table))


def _unknown(text: str, key: str, accepted: tuple[str, ...]) -> Finding:
    best = nearest(key, accepted)
    message = say(UNKNOWN_KEY_NEAR, key=shorten(key, 40), best=best) if best else say(UNKNOWN_KEY, key=shorten(key, 40))
    hint = say(UNKNOWN_KEY_HINT, accepted=", ".join(accepted)) if len(accepted) < 12 else say(UNKNOWN_HINT)
    return _finding(_place(text, key), message, hint)


def _wrong(text: str, key: str, expected: str, example: str) -> Finding:
    message = say(WRONG_TYPE, key=key, expected=expected)
    return _finding(_place(text, key, value=True), message, say(WRONG_TYPE_HINT, example=example))


def _place(text: str, key: str, *, value: bool = False) -> Span:
    """tomllib has no positions: the first line that starts with the key, or the value behind it."""
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(rf"\s*\[?\s*[\"']?{re.escape(key)}\b", line)
        if match:
            written = _VALUE.match(line, match.end()) if value else None
            if written:
                return Span(number, written.start("value") + 1, number, written.end("value") + 1)
            start = line.index(key) + 1
            return Span(number, start, number, start + len(key))
    return START


def _finding(span: Span, message: Message, hint: Message) -> Finding:
    found = rule("bad-configuration")
    return Finding(CONFIGURATION, span, found.name, found.code, found.severity, message, hint)
