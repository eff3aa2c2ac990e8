"""The options of ``adjudicator audit --each`` that no other command has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .completion import PATH

__all__ = ["many_options"]

F = TypeVar("F", bound=Callable[..., Any])


def many_options(command: F) -> F:
    """Add the options."""
    options = (
        click.option("--cache", type=PATH, metavar="DIR",
                     help="With --each: keep what comes of each game in DIR, and judge only what is new."),
        click.option("--dask", metavar="ADDRESS",
                     help="With --each: let the Dask cluster with this scheduler judge the games (extra: cluster)."),
        click.option("--csv", type=PATH, metavar="FILE.csv", help="With --each: write the table to this new file."),
        click.option("--memory", type=click.IntRange(256, 1_000_000), metavar="MIB",
                     help="With --each: how much memory one game may take, 2048 MiB if not given."),
        click.option("--seconds", type=click.IntRange(1, 1_000_000), metavar="N",
                     help="With --each: how many seconds of computing one game may take, 600 if not given."),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command
