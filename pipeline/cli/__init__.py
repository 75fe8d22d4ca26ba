"""The command line: one file a command, heavy imports inside the functions that need them."""

from __future__ import annotations

import os
import sys
from errno import EDQUOT, ENOSPC
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING, cast

import click

from pipeline import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

# Name and first line of help, so that `livret --help` imports no command.
COMMANDS = {
    "check": "Find what is wrong in the content, at the exact character.",
    "build": "Check, then write PDFs for print and packs for game engines.",
    "serve": "See, search, review and play the content in the browser.",
    "verify": "Prove that build/ comes from exactly this content.",
    "diff": "Show what changed between two packs, for an errata list.",
    "play": "Play a game from its pack alone.",
    "printers": "List printer profiles, or show what one printer wants.",
    "preflight": "Check any PDF as a prepress desk would, before a printer does.",
    "proof": "Make what people look at before the order is sent.",
    "similar": "Show the questions that are nearest to a text.",
    "export": "Write questions to spreadsheets and other programs' files.",
    "import": "Take questions from spreadsheets and other programs' files.",
    "stats": "Show how full and how balanced products are.",
    "new": "Start the next page or card file, or a new game.",
    "init": "Start a content repository with a small game that works.",
    "explain": "Show the manual page of a rule, or list all rules.",
    "schema": "Write the JSON Schemas for editors and game engines.",
}

NO_COMMAND = "No such command '{name}'."


class _Commands(click.Group):
    """Imports a command when it is called, and proposes one when it is misspelt."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:  # noqa: ARG002
        if name not in COMMANDS:
            return None
        module = f"{name}_" if iskeyword(name) else name
        return cast("click.Command", import_module(f"{__name__}.{module}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pipeline.cli.usage import WrongUsage, proposal
            from pipeline.core.finding import say

            raise WrongUsage(say(NO_COMMAND, name=args[0]), *proposal(args[0], COMMANDS))
        return super().resolve_command(ctx, args)


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.option("-C", "root", metavar="ROOT", help="The folder that holds content/ (default: the nearest above).")
@click.version_option(__version__, prog_name="livret")
@click.pass_context
def main(ctx: click.Context, root: str | None) -> None:
    """Quiz-game content from an author's text file to the printer and the app.

    Start with `livret check`: it reads every file under content/ and says what
    is wrong, where, and how to repair it.
    """
    ctx.ensure_object(dict)["root"] = root


def run(arguments: Sequence[str]) -> int:
    """Run a command: 0 fine, 1 errors found, 2 wrong usage, 3 our own bug."""
    try:
        code = main.main(list(arguments), prog_name="livret", standalone_mode=False, obj={"arguments": list(arguments)})
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted.", err=True)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.errno not in (ENOSPC, EDQUOT):
            return _crashed(error)
        click.echo(f"livret cannot write: {error.strerror}.", err=True)
        return 3
    except Exception as bug:  # the one place where a crash becomes a message
        return _crashed(bug)
    return int(code or 0)


def _crashed(bug: Exception) -> int:
    import tempfile
    import traceback

    details = traceback.format_exc()
    click.echo(f"livret has a bug: {type(bug).__name__}: {bug}", err=True)
    if os.environ.get("LIVRET_DEBUG"):
        click.echo(details, err=True)
    else:
        try:
            with tempfile.NamedTemporaryFile(
                "w", prefix="livret-", suffix=".log", delete=False, encoding="utf-8"
            ) as log:
                log.write(f"livret {__version__}\n{sys.version}\n{sys.argv}\n\n{details}")
        except OSError:
            click.echo("Please report it; LIVRET_DEBUG=1 shows the details.", err=True)
        else:
            click.echo(f"Please report it with {log.name}", err=True)
    return 3
