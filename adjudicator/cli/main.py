"""The entry point of ``adjudicator``: finds the command, runs it, and turns errors into exit codes.

Commands are imported when they are called, so that ``adjudicator --help`` is quick.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from .command_outlines import outlined
from .terminal import add_color_option, on_this_terminal
from .version import version_option

__all__ = ["COMMANDS", "CommandGroup", "LazyGroup", "cli", "run", "run_group"]

EXIT_UNREADABLE = 3
EXIT_USAGE = 64
_EXIT_INTERRUPTED = 130

COMMANDS = {
    "annotate": ("adjudicator.cli.annotate", "Add the rulings to a log as chat lines, to read in VASSAL."),
    "audit": ("adjudicator.cli.audit", "Rule on a whole game, or check the log of any module."),
    "desert": ("adjudicator.cli.desert", "Look up the North Africa rules of the squad-level game."),
    "diff": ("adjudicator.cli.diff", "Compare two saves, or the ends of two logs."),
    "export": ("adjudicator.cli.export", "Export a save or a log as XML or JSON."),
    "inspect": ("adjudicator.cli.inspect", "Show what is in a VASSAL file."),
    "judge": ("adjudicator.cli.judge", "Judge a list of actions, one after the other."),
    "moves": ("adjudicator.cli.moves", "List the hexes that a unit can reach, with costs and threats."),
    "odds": ("adjudicator.cli.odds", "Compute exact odds of a shot, an assault or a move."),
    "pack": ("adjudicator.cli.pack", "Turn an exported document back into a save or a log."),
    "resolve": ("adjudicator.cli.resolve", "Resolve a shot, an assault or a check, modifier by modifier."),
    "roll": ("adjudicator.cli.roll", "Look up a die roll in a table."),
    "rules": ("adjudicator.cli.rules", "Explain a rule, and whether the program enforces it."),
    "script": (
        "adjudicator.cli.script",
        "Write a game as plain text, judge it, and turn it into logs.",
    ),
    "setup": ("adjudicator.cli.setup", "Set up scenario N at random, by its rules."),
    "show": ("adjudicator.cli.show", "Draw the map, with a unit's reach, dangers or sight."),
    "status": ("adjudicator.cli.status", "Show the turn, what comes next, and who is winning."),
    "verify": ("adjudicator.cli.verify", "Rule on your opponent's mail, and list what you must or may do."),
    "watch": (
        "adjudicator.cli.watch",
        "Verify each mail as it arrives in a directory.",
    ),
}
"""Each command's module and short help; tests hold the help against the command's own."""


class CommandGroup(click.Group):
    """A group of commands as both programs have them: what was mistyped is guessed, Ctrl-C is no error."""

    command_of_a_file: str = ""
    """The command to advise, with its program, to somebody who names a file and no command; empty for none."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command. Raises UsageError, which names the nearest one, if there is none of this name."""
        name, names = args[0], self.list_commands(ctx)
        if name == "help" and name not in names:
            return self.resolve_command(ctx, [args[1], "--help"] if args[1:] else self._own_help(ctx))
        if name not in names and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(self._no_command(name, names), ctx)
        return super().resolve_command(ctx, args)

    def _own_help(self, ctx: click.Context) -> NoReturn:
        click.echo(ctx.get_help())
        ctx.exit()

    def _no_command(self, name: str, names: Sequence[str]) -> str:
        if self.command_of_a_file and Path(name).exists():
            return f"Which command? To have {name} read, type: {self.command_of_a_file} {shlex.quote(name)}"
        near = get_close_matches(name, names, 1)
        return f"No such command {name!r}." + (f" Did you mean {near[0]!r}?" if near else "")

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; Ctrl-C ends it as click would, but for the empty line."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.Abort from None


class LazyGroup(CommandGroup):
    """A group whose commands are imported only when they are needed.

    *table* gives each command's module and short help, *program* the name under which their outlines are kept; while
    the shell completes a word, commands are looked at in outline.
    """

    def __init__(
        self, *arguments: Any, table: Mapping[str, tuple[str, str]], program: str = "", **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.table = table
        self.program = program

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the commands' names."""
        return sorted(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; while a word is completed, return its outline."""
        if cmd_name not in self.table:
            return None
        if self.program and ctx.resilient_parsing:
            return outlined(self.program, cmd_name)
        module = importlib.import_module(self.table[cmd_name][0])
        command = getattr(module, "command")  # noqa: B009
        return add_color_option(command) if isinstance(command, click.Command) else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin so, without importing any command."""
        found = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        commands = [CompletionItem(name, help=self.table[name][1]) for name in found]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands from the table, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.table[name][1]) for name in sorted(self.table)])


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    program="adjudicator",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 illegal or a fault, 2 undecided, 3 file can't be read, 64 usage error.",
)
@version_option("adjudicator")
def cli() -> None:
    """Read, explain and audit the saves and logs of games played by e-mail through VASSAL."""


cli.command_of_a_file = "adjudicator verify"


_NEW_OBJECTS = 100_000
"""How many objects may come up before the garbage collector looks for cycles: the program makes hardly any."""


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the program and leave it with the exit code of the design."""
    gc.set_threshold(_NEW_OBJECTS)
    run_group(cli, "adjudicator", arguments)


def run_group(group: click.Group, name: str, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a group of commands; *arguments* are those of the process when None."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_exit_code(group, name, list(sys.argv[1:] if arguments is None else arguments)))


def _exit_code(group: click.Group, name: str, arguments: list[str]) -> int:
    """Run the command, print its error in one line if it has one, and return the exit code."""
    from ..game.errors import GameDataError
    from ..vassal.errors import VassalError
    from ..vassal.kept_inputs import keep_inputs

    try:
        with on_this_terminal(), keep_inputs():
            result = add_color_option(group).main(args=arguments or ["--help"], prog_name=name, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else name
        _complain(where, f"{' '.join(error.format_message().split())} (try: {where} --help)")
        return EXIT_USAGE
    except (click.ClickException, VassalError) as error:
        _complain(name, error.format_message() if isinstance(error, click.ClickException) else str(error))
        return EXIT_UNREADABLE
    except GameDataError as error:
        for line in str(error).splitlines():
            _complain(name, line)
        return EXIT_UNREADABLE
    except (click.Abort, KeyboardInterrupt):
        _silence_output()
        _complain(name, "interrupted")
        return _EXIT_INTERRUPTED
    except MemoryError:
        _complain(name, "there is not enough memory for this file")
        return EXIT_UNREADABLE
    except RecursionError:
        _complain(name, "the file is nested deeper than this program can follow (--limit nesting=N lowers the bound)")
        return EXIT_UNREADABLE
    except SystemExit:
        # click leaves so when whoever read our output has seen enough
        _silence_output()
        return 0
    except BrokenPipeError:
        _silence_output()
        return 0
    except OSError as error:
        _silence_output()
        _complain(name, f"the output cannot be written: {error.strerror}")
        return EXIT_UNREADABLE
    return result if isinstance(result, int) and arguments else 0 if arguments else EXIT_USAGE


def _complain(name: str, message: str) -> None:
    """Print one line to standard error, fit for a terminal whatever is in it."""
    line = "".join(c if c.isprintable() else "\N{MIDDLE DOT}" for c in f"{name}: {message}")
    print(line, file=sys.stderr)  # noqa: T201


def _silence_output() -> None:
    """Send what is still to be flushed nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
