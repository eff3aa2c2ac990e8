"""The options of ``adjudicator audit --each`` that no other command has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from .completion import PATH
from .whole_number import WholeNumber

__all__ = ["many_options"]

F = TypeVar("F", bound=Callable[..., Any])


def many_options(command: F) -> F:
    """Add the options."""
    options = (
        click.option("--cache", type=PATH, metavar="DIR",
                     help="With --each: cache results in DIR, and audit only games that are new or changed."),
        click.option("--dask", metavar="ADDRESS",
                     help="With --each: audit on the Dask cluster with this scheduler (extra: cluster)."),
        click.option("--csv", type=PATH, metavar="FILE.csv", help="With --each: also write the table to this file."),
        click.option("--memory", type=WholeNumber(256, 1_000_000), metavar="MIB",
                     help="With --each: memory limit for each game (2048)."),
        click.option("--seconds", type=WholeNumber(1, 1_000_000),
                     help="With --each: time limit for each game, in seconds of computing (600)."),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command
