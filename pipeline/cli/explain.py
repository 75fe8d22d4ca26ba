"""`livret explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pipeline.cli.common import terminal_width
from pipeline.cli.usage import rules_meant, translator_here
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

    RULE is a name (answer-in-question) or a code (LV301). What a rule says is
    shown in your language; why it exists is told in English.
    """
    from pipeline.checks.rule import rule

    translate = translator_here(ctx)
    if rule_name is None:
        click.echo(_list(translate))
        return 0
    for name in rules_meant(rule_name):
        click.echo(_page(rule(name), translate))
    return 0


def _page(found: Rule, translate: Translate) -> str:
    from pipeline.checks.rule import manual, sentences

    severity = translate(say(SEVERITY_RELEASE if found.release else SEVERITY, severity=_severity(found, translate)))
    types = [translate(say(ONLY_TYPES, types=", ".join(found.types)))] if found.types else []
    waivable = translate(say(CAN_BE_WAIVED if found.waivable else CANNOT_BE_WAIVED))
    lines = [f"{found.code} {found.name}", "; ".join([severity, *types, waivable]), ""]
    lines.append(_readable(manual(found.name), translate))
    said = sentences(found.name)
    if said:
        lines += ["", translate(say(SAYS)), *(f"    {translate(say(template))}" for template in said)]
    return "\n".join([*lines, ""])


def _severity(found: Rule, translate: Translate) -> str:
    from pipeline.reporters.text import LABELS

    return translate(say(LABELS[found.severity]))


def _list(translate: Translate) -> str:
    from pipeline.checks.rule import all_rules, manual

    rules = all_rules()
    severities = [_severity(found, translate) for found in rules]
    width, wide = max(len(found.name) for found in rules), max(map(len, severities))
    room = terminal_width() - width - wide - 11
    rows = []
    for found, severity in zip(rules, severities, strict=True):
        summary = manual(found.name).split("\n", 1)[0]
        short = summary if len(summary) <= room else summary[: room - 1] + "…"
        rows.append(f"{found.code}  {found.name:<{width}}  {severity:<{wide}}  {short}".rstrip())
    return "\n".join([*rows, "", translate(say(SHOWS))])


def _readable(page: str, translate: Translate) -> str:
    """The manual page for a terminal: example blocks indented under a word instead of fences."""
    lines: list[str] = []
    inside = False
    for line in page.split("\n"):
        if line.startswith("```"):
            inside = not inside
            if inside:
                lines.append(translate(say(WRONG if line.startswith("```bad") else RIGHT)))
            continue
        lines.append(f"    {line}" if inside and line else line)
    return "\n".join(lines)
