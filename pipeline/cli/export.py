"""`livret export`."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.common import find_root, progress, wants_color
from pipeline.cli.show import language, rendered
from pipeline.cli.usage import CANNOT_WRITE, KNOWN_FORMATS, NO_GAME_OR_PRODUCT, WrongUsage, failed, proposal
from pipeline.core.finding import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pipeline.formats.base import Format
    from pipeline.project.check import LoadedGame
    from pipeline.project.exporting import Exported

NO_FORMAT = "There is no format '{name}'."
SEVERAL = "'{name}' is a product of several games: {known}."
EXISTS = "{file} exists already. Name the file to write: -o FILE."
IS_FOLDER = "'{folder}' is a folder. Name the file to write: -o FILE."
NO_FOLDER = "There is no folder '{folder}'."

_FEW = 8


def _formats(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    from pipeline.formats import FORMATS

    known = [name for name, found in FORMATS.items() if found.write]
    if value not in known:
        raise WrongUsage(say(NO_FORMAT, name=value), *proposal(value, known, KNOWN_FORMATS))
    return value


@click.command("export", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("format_", metavar="FORMAT", callback=_formats)
@click.argument("targets", nargs=-1, metavar="[GAME|PRODUCT|GAME/PRODUCT]...")
@click.option("-o", "--output", metavar="FILE", help="Where to write; - for the standard output.")
@click.option("--draw-choices", is_flag=True, help="Draw wrong choices from other answers, where a format needs some.")
@click.option("--partial", is_flag=True, help="Write the file even if some questions cannot be read.")
@click.option("--all", "everything", is_flag=True, help="Name every question that is not carried whole.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(
    ctx: click.Context,
    format_: str,
    targets: tuple[str, ...],
    output: str | None,
    draw_choices: bool,
    partial: bool,
    everything: bool,
    lang: str | None,
) -> int:
    """Write questions to spreadsheets and other programs' files.

    \b
    xlsx, csv          review sheets: edit them, then `livret import`
    anki               deck for Anki (.apkg)
    moodle, gift, qti  question banks (Moodle XML, GIFT, QTI 3.0)
    kahoot, quizizz    spreadsheets for their import
    tabletop-simulator saved object with a notecard for each question
    markdown           plain text to read and to print

    What a format cannot carry is named, never dropped silently. The pages of
    each format are in docs/formats/. Exit status: 0 the file has all that the
    format can take, 1 no file, because nothing fits or some content cannot be
    read (then --partial writes the rest, and the status stays 1), 2 wrong usage.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.formats import FORMATS
    from pipeline.project.exporting import Order, export

    root = find_root(ctx)
    found = FORMATS[format_]
    wanted, whole, title = _targets(root, targets)
    out = _output(output, title, found)
    newest = os.environ.get("SOURCE_DATE_EPOCH", "")
    order = Order(wanted, title, draw_choices, partial, whole, int(newest) if newest.isdigit() else None)
    try:
        exported = export(root, found, out, order, progress("Exporting"))
    except OSError as error:
        raise failed(CANNOT_WRITE, output or out, error) from error
    return _say(root, exported, out, language(lang, root), everything)


def _targets(root: Path, targets: tuple[str, ...]) -> tuple[tuple[tuple[str, str], ...], frozenset[str] | None, str]:
    """The products that are meant, the games that are meant as a whole, and a name for all of them together."""
    from pipeline.project.bank import shelves
    from pipeline.project.check import load_games

    loaded = load_games(root)[0]
    known = [(shelf.folder, shelf.id) for shelf in shelves(loaded)]
    wanted: list[tuple[str, str]] = []
    whole: set[str] = set()
    for target in targets:
        game, _, product = target.partition("/")
        fitting = [
            pair for pair in known if pair == (game, product) or (not product and (pair[0] == game or pair[1] == game))
        ]
        games = {pair[0] for pair in fitting}
        if not product and (not fitting or fitting[0][0] == game):
            whole.add(game)
        if not fitting and _is_unread(root, loaded, game, product):
            whole.add(game)  # what is wrong with it will be said
            continue
        if not fitting:
            names = [*dict.fromkeys(pair[0] for pair in known), *("/".join(pair) for pair in known)]
            raise WrongUsage(say(NO_GAME_OR_PRODUCT, name=target), *proposal(target, names))
        if len(games) > 1:
            raise WrongUsage(say(SEVERAL, name=target, known=", ".join("/".join(pair) for pair in fitting)))
        wanted += fitting
    title = "-".join(target.replace("/", "-") for target in targets) or root.resolve().name
    if not targets:
        return tuple(known), None, title
    return tuple(dict.fromkeys(wanted)), frozenset(whole), title


def _is_unread(root: Path, loaded: Sequence[LoadedGame], game: str, product: str) -> bool:
    """Whether a game or product is there and cannot be read: a target that names it is no slip."""
    for one in loaded:
        if one.folder.name == game:
            return one.result.game is not None and product in one.result.game.products
    return (root / "content" / game / "game.yaml").is_file()


def _output(output: str | None, title: str, found: Format) -> Path | None:
    if output == "-" or (output is not None and _is_stdout(output)):
        return None
    out = Path(output or f"{title}{found.suffix}")
    if output is None and out.exists():
        raise WrongUsage(say(EXISTS, file=out))
    if not out.parent.is_dir():
        raise WrongUsage(say(NO_FOLDER, folder=out.parent))
    if out.is_dir():
        raise WrongUsage(say(IS_FOLDER, folder=out))
    return out


def _is_stdout(name: str) -> bool:
    """Whether it is another name of the standard output, as /dev/stdout is."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(1)) and name != os.devnull  # noqa: PTH116
    except OSError:
        return False


def _say(root: Path, exported: Exported, out: Path | None, spoken: str, everything: bool) -> int:
    from pipeline.core.catalogue import translator
    from pipeline.formats.base import EDITORS, ITALICS
    from pipeline.reporters import notices

    translate = translator(spoken)
    if exported.findings:
        text = rendered(root, exported.findings, [], name="text", spoken=spoken, color=wants_color("auto"))
        click.echo(text, err=True, nl=False)
    if not exported.complete:
        click.echo(translate(say(notices.NOTHING_EXPORTED)), err=True)
        return 1
    groups: dict[tuple[bool, str], list[str]] = defaultdict(list)
    for loss in exported.losses:
        groups[loss.left_out, translate(loss.message)].append(loss.id)
    for (left_out, said), ids in groups.items():
        template = notices.LEFT_OUT if left_out else notices.NOT_WHOLE
        click.echo(translate(say(template, count=len(ids), problem=said)), err=True)
        shown = ids if everything else ids[:_FEW]
        more = translate(say(notices.AND_MORE, count=len(ids) - len(shown))) if len(ids) > len(shown) else ""
        click.echo(f"    {', '.join(shown)}{f' {more}' if more else ''}", err=True)
    for template, wanted in ((notices.NO_PLACE, False), (notices.STAY_AT_HOME, True)):
        found = {
            translate(say(key)) if key == ITALICS else key: having
            for key, having in exported.no_place
            if (key in EDITORS) == wanted
        }
        if found:
            keys = ", ".join(f"{key} ({len(having)})" for key, having in found.items())
            click.echo(translate(say(template, keys=keys)), err=True)
        for key, having in found.items() if everything else ():
            click.echo(f"    {key}: {', '.join(having)}", err=True)
    if not exported.written:
        click.echo(translate(say(notices.NOTHING_FITS)), err=True)
        return 1
    if out is not None:
        click.echo(translate(say(notices.EXPORTED, file=out, count=exported.written)))
    return int(bool(exported.findings))
