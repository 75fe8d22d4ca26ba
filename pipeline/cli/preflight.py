"""`livret preflight`."""

from __future__ import annotations

from pathlib import Path

import click

from pipeline.cli.common import find_root, wants_color
from pipeline.cli.usage import WrongUsage
from pipeline.core.finding import say

NO_FILE = "There is no file '{file}'."
BAD_SIZE = "'{size}' is not a size. Write a5, or width x height in mm: 70x120."


@click.command("preflight", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, required=True, metavar="FILE.pdf...")
@click.option(
    "--printer", default="offset", show_default=True, metavar="NAME", help="Whose demands (`livret printers`)."
)
@click.option(
    "--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change the printer's profile: --set bleed=5."
)
@click.option("--size", metavar="WxH", help="The trimmed size: a5, or 70x120 in mm.")
@click.option(
    "--binding", type=click.Choice(["booklet", "cards", "sheets"]), help="What it will be (default: as the file says)."
)
@click.option("--pages", type=click.IntRange(1, 100_000), help="How many pages there should be.")
@click.option(
    "--format",
    "format_",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json", "github", "gitlab", "sarif", "junit"]),
    help="How findings are shown.",
)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    printer: str,
    settings: tuple[str, ...],
    size: str | None,
    binding: str | None,
    pages: int | None,
    format_: str,
    lang: str | None,
) -> int:
    """Check any PDF as a prepress desk would, before a printer does.

    Boxes, bleed, colours, inks, fonts, small type, lines, pictures, pages,
    front and back: what the printer would refuse is shown with its page and
    its place. In FILE.pdf:3:1 the 3 is a page. Nothing is changed.
    """
    from pipeline.cli.printing import choose
    from pipeline.cli.show import language, rendered
    from pipeline.project import preflight
    from pipeline.project.stamp import root_above

    root = find_root(ctx) if ctx.obj.get("root") else Path(root_above(".") or ".")
    spoken = language(lang, root)
    for file in files:
        if not Path(file).is_file():
            raise WrongUsage(say(NO_FILE, file=file))
    chosen = choose(root, [printer], settings, spoken)
    if chosen is None:
        return 1
    expected = preflight.expect(size, binding or "", pages)
    if expected is None:
        raise WrongUsage(say(BAD_SIZE, size=size))
    findings = tuple(
        finding for file in files for finding in preflight.inspect_file(Path(file), file, chosen[0], expected)
    )
    text = rendered(
        root, findings, [0] * len(files), name=format_, spoken=spoken, color=wants_color("auto"), sources=False
    )
    click.echo(text, nl=False)
    return 1 if findings else 0
