"""`livret similar`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.common import find_root, today
from pipeline.cli.usage import WrongUsage
from pipeline.core.finding import say

if TYPE_CHECKING:
    from pipeline.project.index import Near

EMPTY_TEXT = "TEXT is empty: write the question that you have in mind."
LONG_TEXT = "TEXT is longer than {limit} characters."

_LONGEST = 50_000


@click.command("similar", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("text")
@click.option("--most", type=click.IntRange(1, 100), default=5, show_default=True, help="How many to show.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Language of the messages (default: your locale).")
@click.option("--no-cache", is_flag=True, help="Read all content again.")
@click.pass_context
def command(ctx: click.Context, text: str, most: int, format_: str, lang: str | None, no_cache: bool) -> int:
    """Show the questions that are nearest to a text.

    "Do we have this already?" TEXT is compared with every question of the
    whole bank, whatever its booklet, deck or game. The score goes from 0 to 1: from 0.6 on it is
    probably the same question, if the answer is the same too.
    """
    if not text.strip():
        raise WrongUsage(say(EMPTY_TEXT))
    if len(text) > _LONGEST:
        raise WrongUsage(say(LONG_TEXT, limit=_LONGEST))
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    root = find_root(ctx)
    from pipeline.project.options import Options
    from pipeline.project.similar import similar

    found = similar(root, text, most, Options(today=today(), cache=not no_cache))
    if format_ == "json":
        from json import dumps

        shown = {"text": text, "similar": [_data(near) for near in found]}
        click.echo(dumps(shown, ensure_ascii=False, indent=1))
        return 0
    click.echo(_text(found, lang), nl=False)
    return 0


def _data(near: Near) -> dict[str, Any]:
    score, path, line, column, id_, text = near
    return {
        "score": score,
        "path": path,
        "line": line,
        "column": column,
        "id": id_,
        "question": text.question,
        "answers": [item.split("\n") for item in text.answers] if text.kind == "list" else list(text.answers),
    }


def _text(found: tuple[Near, ...], lang: str | None) -> str:
    from pipeline.core.catalogue import language_of, translator
    from pipeline.core.finding import shorten
    from pipeline.reporters import notices
    from pipeline.reporters.text import visible

    if not found:
        return translator(lang or language_of(dict(os.environ)))(say(notices.NOTHING_SIMILAR)) + "\n"
    lines = []
    for score, path, line, column, id_, text in found:
        mark = f"  ({id_})" if id_ else ""
        lines.append(f"{score:.2f}  {path}:{line}:{column}{mark}")
        answers = ", ".join(
            item.partition("\n")[0] for item in (text.answers if text.kind == "list" else text.answers[:1])
        )
        lines.append(
            f"      {visible(shorten(text.question, 200))}" + (f" → {visible(shorten(answers, 80))}" if answers else "")
        )
    return "\n".join(lines) + "\n"
