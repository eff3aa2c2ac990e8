"""The commands of both programs in outline, for the shell's completion: their options and arguments without their code.

Importing a command takes most of a second, since it needs the rules and the referee. A shell that completes a word
waits for that each time, so the outlines are kept in a file. A test holds it against the commands themselves;
``python -m tests.renew_golden --commands`` writes it anew.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

import click

from . import completion
from .completion import DIRECTORY, FilePath
from .own_options import GameCommand

__all__ = ["OUTLINES_FILE", "described", "outlined"]

OUTLINES_FILE: Final = "command_outlines.json"
_COMPLETERS: Final = tuple(name for name in completion.__all__ if name.startswith("complete_"))


def outlined(program: str, name: str) -> click.Command | None:
    """Return a command of a program in outline; None if the program has none of this name."""
    row = _outlines().get(program, {}).get(name)
    return None if row is None else _command(name, row)


@cache
def _outlines() -> dict[str, dict[str, Any]]:
    text = files(__package__).joinpath(OUTLINES_FILE).read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def described(command: click.Command, context: click.Context) -> dict[str, Any]:
    """Return a command, and the commands in it, in the form of the file."""
    row: dict[str, Any] = {
        "help": command.get_short_help_str(100),
        "parameters": list(map(_parameter_row, command.params)),
    }
    if isinstance(command, GameCommand):
        row["charts"] = [*command.charts]
    if isinstance(command, click.Group):
        each = {name: command.get_command(context, name) for name in command.list_commands(context)}
        row["commands"] = {name: described(inner, context) for name, inner in each.items() if inner is not None}
    return row


def _parameter_row(parameter: click.Parameter) -> dict[str, Any]:
    """Return a parameter without what is empty."""
    row: dict[str, Any] = {"name": parameter.name, "type": _type_row(parameter.type)}
    if isinstance(parameter, click.Option):
        row |= {"words": [*parameter.opts], "help": parameter.help, "flag": parameter.is_flag}
        row |= {"multiple": parameter.multiple}
    else:
        row |= {"count": parameter.nargs}
    completers = (name for name in _COMPLETERS if parameter._custom_shell_complete is getattr(completion, name))
    row |= {"completer": next(completers, "")}
    return {key: value for key, value in row.items() if value}


def _type_row(kind: click.ParamType[Any]) -> dict[str, Any]:
    if isinstance(kind, click.Choice):
        return {"choices": [str(each) for each in kind.choices]}
    if isinstance(kind, FilePath):
        return {"endings": [*kind.endings]}
    return {"directory": True} if kind is DIRECTORY else {}


def _command(name: str, row: dict[str, Any]) -> click.Command:
    parameters = list(map(_parameter, row["parameters"]))
    if "charts" in row:
        return GameCommand(name, params=parameters, help=row["help"], charts=row["charts"])
    if "commands" not in row:
        return click.Command(name, params=parameters, help=row["help"])
    commands = {each: _command(each, inner) for each, inner in row["commands"].items()}
    return click.Group(name, params=parameters, help=row["help"], commands=commands)


def _parameter(row: dict[str, Any]) -> click.Parameter:
    completer = getattr(completion, row["completer"]) if "completer" in row else None
    kind = _type(row.get("type", {}))
    if "count" in row:
        return click.Argument([row["name"]], nargs=row["count"], required=False, type=kind, shell_complete=completer)
    words = [row["name"], *row["words"]]
    if "flag" in row:
        return click.Option(words, is_flag=True, help=row.get("help"))
    multiple = "multiple" in row
    return click.Option(words, multiple=multiple, type=kind, help=row.get("help"), shell_complete=completer)


def _type(row: dict[str, Any]) -> click.ParamType[Any]:
    if "choices" in row:
        return click.Choice(row["choices"])
    if "endings" in row:
        return FilePath(*row["endings"], output=True)
    return DIRECTORY if row else click.STRING
