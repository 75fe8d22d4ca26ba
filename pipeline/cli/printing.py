"""What commands about printers share: names and settings from the command line to profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pipeline.cli.common import wants_color
from pipeline.cli.show import rendered
from pipeline.cli.usage import PRINTERS, WrongUsage, proposal
from pipeline.core.finding import say

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pipeline.print.profile import Printer

NO_PRINTER = "There is no printer '{name}'."
BAD_SETTING = "--set needs KEY=VALUE, not '{setting}'. Keys: {keys}."


def choose(root: Path, names: Sequence[str], settings: Sequence[str], spoken: str) -> tuple[Printer, ...] | None:
    """The printers; None if a profile is wrong, and then it has been said why. An unknown name is wrong usage."""
    from pipeline.project import printers

    known = printers.names(root)
    for name in names:
        if name not in known:
            raise WrongUsage(say(NO_PRINTER, name=name), *proposal(name, known, PRINTERS))
    chosen = printers.choose(root, names, _settings(settings))
    if chosen.findings:
        text = rendered(root, chosen.findings, [], name="text", spoken=spoken, color=wants_color("auto"))
        click.echo(text, err=True, nl=False)
        return None
    return chosen.printers


def _settings(settings: Sequence[str]) -> dict[str, str]:
    from pipeline.print.profile import Profile

    found = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or key not in Profile.model_fields:
            keys = ", ".join(Profile.model_fields)
            raise WrongUsage(say(BAD_SETTING, setting=setting, keys=keys))
        found[key] = value.strip()
    return found
