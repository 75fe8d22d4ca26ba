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
BAD_SETTING = "--set needs KEY=VALUE, not '{setting}'."
IN_SETTINGS = "--set {settings}:"
NO_KEY = "A printer's profile has no key '{key}'."
KEYS = "Keys: {known}."


def choose(root: Path, names: Sequence[str], settings: Sequence[str], spoken: str) -> tuple[Printer, ...] | None:
    """The printers; None if a profile is wrong, and then it has been said why. An unknown name is wrong usage."""
    from pipeline.print.profile import SETTINGS
    from pipeline.project import printers

    known = printers.names(root)
    for name in names:
        if name not in known:
            raise WrongUsage(say(NO_PRINTER, name=name), *proposal(name, known, PRINTERS))
    chosen = printers.choose(root, names, _settings(settings))
    for finding in chosen.findings:
        if finding.path == SETTINGS:
            said = say(IN_SETTINGS, settings=" ".join(settings))
            raise WrongUsage(said, finding.message, *filter(None, [finding.hint]))
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
        if not equals:
            raise WrongUsage(say(BAD_SETTING, setting=setting))
        if key not in Profile.model_fields:
            raise WrongUsage(say(NO_KEY, key=key), *proposal(key, Profile.model_fields, KEYS))
        found[key] = value.strip()
    return found
