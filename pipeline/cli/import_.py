"""`livret import`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.common import counter, find_root, progress, terminal_width, wants_color
from pipeline.cli.show import language, rendered
from pipeline.cli.usage import (
    CANNOT_READ,
    CANNOT_WRITE,
    KNOWN_FORMATS,
    NO_PRODUCT,
    Refused,
    WrongUsage,
    failed,
    proposal,
)
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pipeline.core.catalogue import Translate
    from pipeline.formats.base import Preview
    from pipeline.project.bank import Bank, Shelf
    from pipeline.project.importing import Imported

NO_FORMAT = "There is no format '{name}' to read."
GROWING = "Products for questions: {known}."
NO_QUESTIONS = "'{name}' holds no questions."
BAD_MAP = "--map: '{part}' should be COLUMN=FIELD, for example Intitulé=question."
UNREAD_GAME = "{path} cannot be read: repair it as `livret check` says, then import again."
OF_FILE = "{file}:"

_MOST_REJECTED = 200
_FEW = 8


@click.command("import", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False))
@click.option("--into", metavar="GAME/PRODUCT", help="Where new questions go.")
@click.option("--from", "from_", metavar="FORMAT", help="The format, if the name of the file does not say it.")
@click.option(
    "--map", "mapping", metavar="COLUMN=FIELD,..", help="What columns are: headers or letters; - ignores one."
)
@click.option("--language", "wanted", metavar="CODE", default="fr", show_default=True, help="Where a file has several.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook (default: the first with cells).")
@click.option("--all", "everything", is_flag=True, help="Name every row and place that was not taken, however many.")
@click.option("--dry-run", is_flag=True, help="Show what would happen, and write nothing.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    into: str | None,
    from_: str | None,
    mapping: str | None,
    wanted: str,
    sheet: str,
    everything: bool,
    dry_run: bool,
    format_: str,
    lang: str | None,
) -> int:
    """Take questions from spreadsheets and other programs' files.

    XLSX and CSV tables, GIFT, Moodle XML, OpenQuizzDB (CSV, JSON, YAML), Anki
    (.apkg), and reviewers' marks. A sheet of `livret export` comes home:
    edited rows change their questions in place, found by their id; a cell that
    was changed on both sides is a conflict and stays as it is. New questions
    go to the free places of GAME/PRODUCT.

    How a table was understood is shown first; every row that is not taken is
    named with its reason, and so is whatever is lost of rows that are. Exit
    status: 0 all rows taken, 1 some were not, 2 wrong usage.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from pipeline.formats.base import MisusedError, Reading, UnreadableError
    from pipeline.project.bank import hashes, load_bank
    from pipeline.project.check import load_games
    from pipeline.project.importing import Importing, read_source, save

    root = find_root(ctx)
    _known_format(from_)
    try:
        bank = load_bank(root, progress("Reading the bank"))
    except OSError as error:
        raise failed(CANNOT_READ, error.filename, error) from error
    into_shelf = _into(bank, into)
    wish = Reading("", _mapping(mapping), wanted, sheet)
    importing = Importing(bank, into_shelf, wish, hashes(root, load_games(root)[0]))
    for name in files:
        try:
            importing.take(read_source(Path(name), from_), counter(f"Importing {Path(name).name}:"))
        except MisusedError as error:
            raise WrongUsage(say(OF_FILE, file=name), error.message) from error
        except UnreadableError as error:
            importing.refuse(Path(name).name, error.message)
        except OSError as error:
            raise failed(CANNOT_READ, name, error) from error
    imported = importing.done()
    if not dry_run:
        try:
            save(root, imported.files)
        except OSError as error:
            raise failed(CANNOT_WRITE, error.filename, error) from error
    if format_ == "json":
        from json import dumps

        click.echo(dumps(_data(imported, dry_run), ensure_ascii=False, indent=1))
    else:
        _say(root, imported, language(lang, root), dry_run=dry_run, everything=everything)
    return int(bool(imported.rejected or imported.conflicts))


def _known_format(name: str | None) -> None:
    from pipeline.formats import FORMATS

    known = [found for found, format_ in FORMATS.items() if format_.read]
    if name is not None and name not in known:
        raise WrongUsage(say(NO_FORMAT, name=name), *proposal(name, known, KNOWN_FORMATS))


def _into(bank: Bank, into: str | None) -> Shelf | None:
    from pipeline.project.placing import can_grow

    if into is None:
        return None
    game, _, product = into.partition("/")
    found = bank.shelves.get((game, product))
    growing = ["/".join(pair) for pair, shelf in bank.shelves.items() if can_grow(shelf)]
    if found is None and f"content/{game}/game.yaml" in bank.unread:
        raise Refused(say(UNREAD_GAME, path=f"content/{game}/game.yaml"))
    if found is None:
        raise WrongUsage(say(NO_PRODUCT, name=into), *proposal(into, growing, GROWING))
    if not can_grow(found):
        raise WrongUsage(say(NO_QUESTIONS, name=into), say(GROWING, known=", ".join(growing)))
    return found


def _mapping(text: str | None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in (text or "").split(","))):
        column, sign, field = part.rpartition("=")
        if not sign or not column.strip() or not field.strip():
            raise WrongUsage(say(BAD_MAP, part=part))
        pairs[column.strip()] = field.strip()
    return pairs


def _say(root: Path, imported: Imported, spoken: str, *, dry_run: bool, everything: bool) -> None:
    from pipeline.core.catalogue import translator
    from pipeline.reporters import notices

    translate = translator(spoken)
    for name, preview in imported.previews:
        click.echo(_preview(name, preview, translate))
    _say_losses(imported, translate, everything)
    if imported.conflicts:
        text = rendered(root, imported.conflicts, [], name="text", spoken=spoken, color=wants_color("auto"))
        click.echo(text, err=True, nl=False)
    for updated in imported.updated:
        click.echo(f"{updated.path}:{updated.line}: {updated.id}: {', '.join(updated.keys)}")
    counts: dict[str, int] = {}
    for added in imported.added:
        counts[added.path] = counts.get(added.path, 0) + 1
    for path, count in counts.items():
        click.echo(f"{path}: +{count}")
    values = {
        "added": len(imported.added),
        "updated": len(imported.updated),
        "unchanged": imported.unchanged,
        "marks": imported.marks,
        "rejected": len(imported.rejected) + len(imported.conflicts),
    }
    click.echo(translate(say(notices.IMPORTED, **values)))
    if dry_run:
        click.echo(translate(say(notices.NOTHING_WRITTEN)))
    elif imported.added:
        click.echo(translate(say(notices.CHECK_NEXT)))


def _say_losses(imported: Imported, translate: Translate, everything: bool) -> None:
    """What is not taken: of files, of rows that are taken, and the rows that are not."""
    from pipeline.core.finding import shorten
    from pipeline.formats.base import Fault
    from pipeline.reporters import notices
    from pipeline.reporters.text import visible

    for name, message in imported.notices:
        click.echo(f"{name}: {visible(translate(message))}")
    for name, message, places in imported.lost:
        problem = visible(translate(message))
        click.echo(f"{name}: {translate(say(notices.TAKEN_IN_PART, count=len(places), problem=problem))}")
        shown = places if everything else places[:_FEW]
        more = translate(say(notices.AND_MORE, count=len(places) - len(shown))) if len(places) > len(shown) else ""
        click.echo(f"    {visible(', '.join(shown))}{f' {more}' if more else ''}")
    rejections = imported.rejected if everything else imported.rejected[:_MOST_REJECTED]
    for name, rejected in rejections:
        quoted = f"  “{visible(shorten(rejected.text, 50))}”" if rejected.text else ""
        place = f":{rejected.place}" if rejected.place else ""
        for number, fault in enumerate(rejected.faults or (Fault(rejected.message),)):
            column = f"{visible(fault.column)}: " if fault.column else ""
            hint = f" {visible(translate(fault.hint))}" if fault.hint is not None and fault.column else ""
            said = f"{column}{visible(translate(fault.message))}{hint}"
            click.echo(f"{name}{place}: {said}{'' if number else quoted}", err=True)
    if len(imported.rejected) > len(rejections):
        rest = len(imported.rejected) - len(rejections)
        click.echo(translate(say(notices.MORE_REJECTED, count=rest)), err=True)


def _preview(name: str, preview: Preview, translate: Translate) -> str:
    """The columns of a table, and what each was taken for."""
    from pipeline.reporters import notices
    from pipeline.reporters.text import visible

    head = [f"{name}: {translate(preview.described)}"]
    shown = [column for column in preview.columns if column.header or column.field or column.sample]
    if preview.own and all(column.field for column in shown):
        return f"{head[0]}, {translate(say(notices.OWN_SHEET))}"
    wide = max((len(column.header) for column in shown), default=0)
    wide = min(wide, 24)
    for column in shown:
        field = column.field or "·"
        room = terminal_width() - wide - 24
        sample = visible(column.sample)[: max(room, 10)]
        head.append(f"  {column.name:<3} {visible(column.header)[:24]:<{wide}}  → {field:<13} {sample}".rstrip())
    return "\n".join(head)


def _data(imported: Imported, dry_run: bool) -> dict[str, Any]:
    return {
        "written": not dry_run,
        "added": [added._asdict() for added in imported.added],
        "updated": [updated._asdict() for updated in imported.updated],
        "unchanged": imported.unchanged,
        "marks": imported.marks,
        "rejected": [
            {
                "file": name,
                "place": one.place,
                "reason": str(one.message),
                "text": one.text,
                "cells": [
                    {"column": fault.column, "reason": str(fault.message)} for fault in one.faults if fault.column
                ],
            }
            for name, one in imported.rejected
        ],
        "conflicts": [
            {
                "path": one.path,
                "line": one.span.line,
                "column": one.span.column,
                "id": one.id,
                "message": str(one.message),
            }
            for one in imported.conflicts
        ],
        "lost": [
            {"file": name, "what": str(message), "places": list(places)} for name, message, places in imported.lost
        ],
        "notices": [{"file": name, "message": str(message)} for name, message in imported.notices],
        "columns": [
            {"file": name, "columns": [column._asdict() for column in preview.columns]}
            for name, preview in imported.previews
        ],
        "files": [changed.path for changed in imported.files],
    }
