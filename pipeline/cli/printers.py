"""`livret printers`."""

from __future__ import annotations

import textwrap
from pathlib import Path

import click

from pipeline.cli.common import terminal_width
from pipeline.cli.usage import CANNOT_WRITE, WrongUsage, failed
from pipeline.core.finding import say

NO_NAME = "A test sheet needs the NAME of a printer."
OTHER_KEYS = "Other keys: {keys}."


@click.command("printers", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--test-sheet", metavar="FILE", help="Write a registration test sheet for this printer as a PDF.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the descriptions (default: your locale).")
@click.pass_context
def command(ctx: click.Context, name: str | None, test_sheet: str | None, lang: str | None) -> int:
    """List printer profiles, or show what one printer wants.

    A profile is a YAML file. Add your own as printers/NAME.yaml beside
    content/; `like: offset` takes everything else from another profile.
    """
    from pipeline.cli.printing import choose
    from pipeline.cli.show import language
    from pipeline.project import printers

    root = _root(ctx)
    spoken = language(lang, root)
    if name is None:
        if test_sheet:
            raise WrongUsage(say(NO_NAME))
        click.echo(_list(root, spoken))
        return 0
    chosen = choose(root, [name], [], spoken)
    if chosen is None:
        return 1
    if test_sheet:
        from pipeline import __version__
        from pipeline.print.proofs import registration

        place = Path(test_sheet)
        try:
            place.write_bytes(registration.draw(chosen[0], printers.NoCache(), f"livret {__version__}", spoken))
        except OSError as error:
            raise failed(CANNOT_WRITE, test_sheet, error) from None
        click.echo(f"{test_sheet}: print it on both sides at 100 %, then hold it against the light.")
        return 0
    click.echo(_show(chosen[0], spoken))
    return 0


def _root(ctx: click.Context) -> Path:
    """Profiles can be listed anywhere; a project's own are only known inside it."""
    from pipeline.cli.common import find_root

    return find_root(ctx) if ctx.obj.get("root") else Path(_above() or ".")


def _above() -> str | None:
    from pipeline.project.stamp import root_above

    return root_above(".")


def _list(root: Path, spoken: str) -> str:
    from pipeline.project import printers

    found = [printers.choose(root, [name]) for name in printers.names(root)]
    width = max(len(name) for name in printers.names(root))
    lines = []
    for name, chosen in zip(printers.names(root), found, strict=True):
        about = chosen.printers[0].about(spoken) if chosen.printers else str(chosen.findings[0].message)
        title = chosen.printers[0].title(spoken) if chosen.printers else "!"
        lines.append(f"{name:<{width}}  {title}")
        room = terminal_width() - width - 2
        lines += [f"{' ' * width}  {line}" for line in textwrap.wrap(about, room)]
    return "\n".join(
        [*lines, "", "livret printers NAME shows what a printer wants.", "livret build --printer NAME prints for it."]
    )


def _show(printer: object, spoken: str) -> str:
    from pipeline.core.catalogue import translator
    from pipeline.print.profile import DESCRIPTIONS, Printer

    if not isinstance(printer, Printer):
        raise TypeError("not a printer")
    tell = translator(spoken)
    room = terminal_width() - 2
    lines = [f"{printer.name}: {printer.title(spoken)}"]
    lines += [f"  {line}" for line in textwrap.wrap(printer.about(spoken), room)]
    said = {"title", "about", "like"}
    others = []
    for key, value in printer.profile.model_dump(mode="json", exclude=said).items():
        field = type(printer.profile).model_fields[key]
        if value is None or (value in ("", [], (), {}, 0, 0.0) and value is not False and value == field.default):
            others.append(key)
            continue
        shown = f"{key}: {'yes' if value is True else 'no' if value is False else _plain(value)}"
        meaning = tell(say(DESCRIPTIONS[key])) if key in DESCRIPTIONS else ""
        described = f"{shown}    # {meaning}" if meaning else shown
        if len(described) > room:  # what it means stands above it then
            lines += [f"  {line}" for line in _comment(meaning, room)]
            described = shown
        lines.append(f"  {described}")
    if others:
        lines += ["", *(f"  {line}" for line in _comment(tell(say(OTHER_KEYS, keys=", ".join(others))), room))]
    return "\n".join(lines)


def _comment(text: str, room: int) -> list[str]:
    return textwrap.wrap(text, room, initial_indent="# ", subsequent_indent="# ")


def _plain(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_plain(one) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items() if one is not None) + "}"
    return f"{value:g}" if isinstance(value, float) else str(value)
