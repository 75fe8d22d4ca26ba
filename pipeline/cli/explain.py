"""`livret explain`."""

from __future__ import annotations

import click

from pipeline.cli.common import terminal_width


@click.command("explain", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("rule_name", required=False, metavar="[RULE]")
@click.pass_context
def command(ctx: click.Context, rule_name: str | None) -> int:
    """Show the manual page of a rule, or list all rules.

    RULE is a name (answer-in-question) or a code (LV301).
    """
    from pipeline.checks.rule import manual, names, resolve, rule
    from pipeline.core.suggest import nearest

    if rule_name is None:
        click.echo(_list())
        return 0
    meant = resolve(rule_name)
    if not meant:
        best = nearest(rule_name, names())
        hint = f" Did you mean '{best}'?" if best else " `livret explain` lists them."
        raise click.UsageError(f"There is no rule '{rule_name}'.{hint}", ctx)
    for name in meant:
        found = rule(name)
        facts = [f"severity: {found.severity}" + (" (error with --release)" if found.release else "")]
        if found.types:
            facts.append("types: " + ", ".join(found.types))
        facts.append("can be waived" if found.waivable else "cannot be waived")
        click.echo(f"{found.code} {found.name}\n{'; '.join(facts)}\n\n{_readable(manual(name))}\n")
    return 0


def _list() -> str:
    from pipeline.checks.rule import all_rules, manual

    rules = all_rules()
    width = max(len(found.name) for found in rules)
    room = terminal_width() - width - 18
    rows = []
    for found in rules:
        summary = manual(found.name).split("\n", 1)[0]
        short = summary if len(summary) <= room else summary[: room - 1] + "…"
        rows.append(f"{found.code}  {found.name:<{width}}  {found.severity:<7}  {short}".rstrip())
    return "\n".join([*rows, "", "livret explain RULE shows the page of one rule with examples."])


def _readable(page: str) -> str:
    """The manual page for a terminal: example blocks indented under a word instead of fences."""
    lines: list[str] = []
    inside = False
    for line in page.split("\n"):
        if line.startswith("```"):
            inside = not inside
            if inside:
                lines.append("Wrong:" if line.startswith("```bad") else "Right:")
            continue
        lines.append(f"    {line}" if inside and line else line)
    return "\n".join(lines)
