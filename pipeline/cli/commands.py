"""All commands by their names, and what click makes of the arguments. Each imports what it needs when it is called."""

from __future__ import annotations

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
        return cast("click.Command", import_module(f"pipeline.cli.{module}").command)

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


def invoke(arguments: Sequence[str]) -> int:
    """Run the command that is asked for; click and the command itself say what is wrong with it."""
    try:
        code = main.main(list(arguments), prog_name="livret", standalone_mode=False, obj={"arguments": list(arguments)})
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return 2
    except click.Abort as stopped:
        raise KeyboardInterrupt from stopped
    return int(code or 0)
