"""What commands about printers share: names and settings from the command line to profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pipeline.cli.common import wants_color
from pipeline.cli.show import rendered

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pipeline.print.profile import Printer


def choose(
    ctx: click.Context, root: Path, names: Sequence[str], settings: Sequence[str], spoken: str
) -> tuple[Printer, ...] | None:
    """The printers; None if a profile is wrong, and then it has been said why. An unknown name is wrong usage."""
    from pipeline.core.catalogue import translator
    from pipeline.core.suggest import nearest
    from pipeline.print.profile import SETTINGS
    from pipeline.project import printers

    known = printers.names(root)
    for name in names:
        if name not in known:
            best = nearest(name, known)
            hint = f" Did you mean '{best}'?" if best else ""
            raise click.UsageError(f"There is no printer '{name}'.{hint} Printers: {', '.join(known)}.", ctx)
    chosen = printers.choose(root, names, _settings(ctx, settings))
    for finding in chosen.findings:
        if finding.path == SETTINGS:
            say = translator(spoken)
            hint = f" {say(finding.hint)}" if finding.hint else ""
            raise click.UsageError(f"{SETTINGS} {' '.join(settings)}: {say(finding.message)}{hint}", ctx)
    if chosen.findings:
        text = rendered(root, chosen.findings, [], name="text", spoken=spoken, color=wants_color("auto"))
        click.echo(text, err=True, nl=False)
        return None
    return chosen.printers


def _settings(ctx: click.Context, settings: Sequence[str]) -> dict[str, str]:
    from pipeline.core.suggest import nearest
    from pipeline.print.profile import Profile

    found = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals:
            raise click.UsageError(f"--set needs KEY=VALUE, not '{setting}'.", ctx)
        if key not in Profile.model_fields:
            best = nearest(key, sorted(Profile.model_fields))
            hint = f"Did you mean '{best}'?" if best else f"Keys: {', '.join(Profile.model_fields)}."
            raise click.UsageError(f"A printer's profile has no key '{key}'. {hint}", ctx)
        found[key] = value.strip()
    return found
