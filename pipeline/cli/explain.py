"""`livret explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pipeline.cli.common import terminal_width
from pipeline.cli.usage import language_here, rules_meant
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pipeline.checks.rule import Rule
    from pipeline.core.catalogue import Translate

SEVERITY = "severity: {severity}"
SEVERITY_RELEASE = "severity: {severity} (error with --release)"
ONLY_TYPES = "types: {types}"
CAN_BE_WAIVED = "can be waived"
CANNOT_BE_WAIVED = "cannot be waived"
WRONG = "Wrong:"
RIGHT = "Right:"
SAYS = "What it says:"
SHOWS = "`livret explain RULE` shows the page of one rule with examples."


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("rule_name", required=False, metavar="[RULE]")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(ctx: click.Context, rule_name: str | None, lang: str | None) -> int:  # noqa: ARG001
    """Show the manual page of a rule, or list all rules.

    RULE is a name (answer-in-question), a code (LV301) or the start of codes.
    """
    from pipeline.checks.rule import rule
    from pipeline.core.catalogue import translator

    spoken = language_here(ctx)
    if rule_name is None:
        click.echo(_list(spoken))
        return 0
    for name in rules_meant(rule_name):
        click.echo(_page(rule(name), spoken, translator(spoken)))
    return 0


def _page(found: Rule, spoken: str, translate: Translate) -> str:
    from pipeline.checks.manual import manual
    from pipeline.checks.rule import sentences
    from pipeline.reporters.text import wrapped

    severity = translate(say(SEVERITY_RELEASE if found.release else SEVERITY, severity=_severity(found, translate)))
    types = [translate(say(ONLY_TYPES, types=", ".join(found.types)))] if found.types else []
    waivable = translate(say(CAN_BE_WAIVED if found.waivable else CANNOT_BE_WAIVED))
    lines = [f"{found.code} {found.name}", *wrapped(", ".join([severity, *types, waivable]), terminal_width()), ""]
    lines.append(_readable(manual(found.name, spoken), translate))
    said = sentences(found.name)
    if said:
        lines += ["", translate(say(SAYS)), *(f"    {translate(say(template))}" for template in said)]
    return "\n".join([*lines, ""])


def _severity(found: Rule, translate: Translate) -> str:
    from pipeline.reporters.text import LABELS

    return translate(say(LABELS[found.severity]))


def _list(spoken: str) -> str:
    from pipeline.checks.manual import manual
    from pipeline.checks.rule import all_rules
    from pipeline.core.catalogue import translator

    translate = translator(spoken)
    rules = all_rules()
    severities = [_severity(found, translate) for found in rules]
    width, wide = max(len(found.name) for found in rules), max(map(len, severities))
    room = terminal_width() - width - wide - 11
    rows = []
    for found, severity in zip(rules, severities, strict=True):
        summary = manual(found.name, spoken).split("\n", 1)[0]
        short = summary if len(summary) <= room else summary[: room - 1] + "…"
        rows.append(f"{found.code}  {found.name:<{width}}  {severity:<{wide}}  {short}".rstrip())
    return "\n".join([*rows, "", translate(say(SHOWS))])


def _readable(page: str, translate: Translate) -> str:
    """The manual page for a terminal: wrapped, with example blocks indented under a word instead of fences."""
    from pipeline.reporters.text import wrapped

    lines: list[str] = []
    width = terminal_width()
    inside = False
    for line in page.split("\n"):
        if line.startswith("```"):
            inside = not inside
            if inside:
                lines.append(translate(say(WRONG if line.startswith("```bad") else RIGHT)))
            continue
        if inside:
            lines.append(f"    {line}" if line else line)
        else:
            lines += wrapped(line, width)
    return "\n".join(lines)
