"""Writes ``docs/commands.md``: every command of both programs with its arguments and options.

``python -m tests.renew_golden --commands`` writes it anew; a test fails when it is not what the programs have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from adjudicator.cli.command_outlines import OUTLINES_FILE, described
from adjudicator.cli.main import cli as adjudicator
from adjudicator.cli.own_options import GameCommand
from vmod_builder.cli import cli as vmod_builder

__all__ = ["OUTLINES", "PROGRAMS", "REFERENCE", "commands_of", "outlines", "reference"]

ROOT: Final = Path(__file__).resolve().parents[2]
REFERENCE: Final = ROOT / "docs" / "commands.md"
OUTLINES: Final = ROOT / "adjudicator" / "cli" / OUTLINES_FILE
PROGRAMS: Final = {"adjudicator": adjudicator, "vmod-builder": vmod_builder}
_HEAD: Final = """\
# All commands

Every command of `adjudicator` and `vmod-builder` with its arguments and options, generated from the programs with
`python -m tests.renew_golden --commands`. [The first page](index.md) says what each is for.

In addition to its own options every command has `-h`, `--help`, and `--color auto|always|never`, which colours the
verdicts: on a terminal only (`auto`, unless `NO_COLOR` is set), always, or never. Both programs have `-V`, `--version`.
"""
_EVERYWHERE: Final = frozenset({"color", "help", "version"})


def commands_of(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group with their whole names, groups before what is in them."""
    context = click.Context(group, info_name=name)
    for each in group.list_commands(context):
        command = group.get_command(context, each)
        assert command is not None
        yield f"{name} {each}", command
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name} {each}")


def outlines() -> str:
    """Return the file of all commands in outline."""
    rows = {
        program: described(group, click.Context(group, info_name=program))["commands"]
        for program, group in PROGRAMS.items()
    }
    return f"{json.dumps(rows, indent=1, ensure_ascii=False)}\n"


def reference() -> str:
    """Return the whole page."""
    parts = [_HEAD]
    for program, group in PROGRAMS.items():
        parts.append(f"## {program}\n\n{group.help}\n\n{group.epilog}\n")
        parts += ["\n".join(_section(name, command)) for name, command in commands_of(group, program)]
    return "\n".join(parts)


def _section(name: str, command: click.Command) -> Iterator[str]:
    params = [*command.params]
    if isinstance(command, GameCommand):
        params += command.own_options(click.Context(command, info_name=name))
    own = [each for each in params if isinstance(each, click.Option) and each.name not in _EVERYWHERE]
    arguments = [_argument(each) for each in command.params if isinstance(each, click.Argument)]
    words = [name, *(["[OPTIONS]"] if own else []), *arguments]
    words += ["COMMAND"] if isinstance(command, click.Group) else []
    yield f"### {name}\n"
    yield f"```\n{' '.join(words)}\n```\n"
    yield _prose(command.help or "")
    if own:
        yield "| option | what it does |\n|---|---|"
        yield from (f"| {_names(each)} | {_help(each)} |" for each in own)
        yield ""
    if command.epilog:
        yield f"```\n{command.epilog.replace(chr(8), '').strip()}\n```\n"


def _prose(text: str) -> str:
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n")).replace("*", "\\*") + "\n"


def _argument(argument: click.Argument) -> str:
    return argument.metavar or (argument.name or "").upper()


def _names(option: click.Option) -> str:
    value = f" {_value(option)}" if not option.is_flag else ""
    return ", ".join(f"`{each}{value}`".replace("|", "\\|") for each in (*option.opts, *option.secondary_opts))


def _value(option: click.Option) -> str:
    if option.metavar:
        return option.metavar
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    return {"integer": "N", "whole number": "N"}.get(option.type.name, option.type.name.upper())


def _help(option: click.Option) -> str:
    told = [(option.help or "").strip()]
    if isinstance(option.type, click.IntRange):
        low, high = option.type.min, option.type.max
        told.append(f"{low} to {high}." if high is not None else f"{low} or more.")
    told += ["Required."] if option.required else []
    told += ["Repeatable."] if option.multiple and "repeat" not in told[0].lower() else []
    return " ".join(told).replace("|", "\\|")
