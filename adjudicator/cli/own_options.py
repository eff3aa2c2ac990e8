"""Options that a game brings itself: the rows of its charts of modifiers that name one (``option`` in ``charts.toml``).

The series' own modifiers have fixed options. What only one game knows, a fortress or a state of supply, is a row of
its charts, and the command line learns from there how it is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

import click
from click.core import ParameterSource

from .completion import game_folder, table_rows

__all__ = ["GameCommand", "RowOption", "given_rows", "own_option_given"]

_GAME: Final = "--game"
_NAMED: Final = f"{__name__}.game"


class RowOption(click.Option):
    """An option that stands for a row of a chart, or for one of several rows by its value."""

    def __init__(self, word: str, chart: str, rows: Mapping[str, Mapping[str, Any]]) -> None:
        self.chart = chart
        self.rows = {value: str(row["key"]) for value, row in rows.items()}
        """The rows by the option's values; a flag has the one value that is empty."""
        titles = {value: str(row["cells"][0]) for value, row in rows.items()}
        if "" in rows:
            super().__init__([f"--{word}"], is_flag=True, help=f"{titles['']}.")
        else:
            words = "; ".join(f"{value}: {title}" for value, title in titles.items())
            super().__init__([f"--{word}"], type=click.Choice([*rows]), help=f"{words}.")

    def row(self, value: bool | str | None) -> str:
        """Return the row that a value stands for, empty if the option is not given."""
        return self.rows[value if isinstance(value, str) else ""] if value else ""


class GameCommand(click.Command):
    """A command that has the options which rows of a game's charts bring, besides its own."""

    def __init__(self, *arguments: Any, charts: Sequence[str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.charts = tuple(charts)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line as click does, with the options of the game that it names."""
        ctx.meta[_NAMED] = _named_game(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return all options and arguments, with those of the game; the help stays the last one."""
        params = super().get_params(ctx)
        taken = {word for param in params for word in param.opts}
        own = [each for each in self.own_options(ctx) if taken.isdisjoint(each.opts)]
        return [*params[:-1], *own, *params[-1:]]

    def own_options(self, ctx: click.Context) -> tuple[RowOption, ...]:
        """Return the options of the game that the command line names."""
        return _row_options(ctx.meta.get(_NAMED, ""), self.charts)


def given_rows(context: click.Context, values: Mapping[str, Any], chart: str) -> tuple[str, ...]:
    """Return the rows of a chart for which the game's own options were given."""
    rows = (each.row(values[each.name or ""]) for each in _own(context) if each.chart == chart)
    return tuple(filter(None, rows))


def own_option_given(context: click.Context) -> str:
    """Return the first of the game's own options on the command line as it is spelled, empty for none."""
    given = (
        each.opts[0] for each in _own(context)
        if context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
    )  # fmt: skip
    return next(given, "")


def _own(context: click.Context) -> tuple[RowOption, ...]:
    command = context.command
    return command.own_options(context) if isinstance(command, GameCommand) else ()


def _named_game(args: Sequence[str]) -> str:
    """Return the game that a command line names, empty if it names none; the last one counts, as everywhere."""
    named = ""
    for word, following in pairwise([*args, ""]):
        if word == "--":
            break
        if word == _GAME:
            named = following
        elif word.startswith(f"{_GAME}="):
            named = word.removeprefix(f"{_GAME}=")
    return named


@cache
def _row_options(game: str, charts: tuple[str, ...]) -> tuple[RowOption, ...]:
    """Return the options that rows of some charts of a game bring, in the order of the charts."""
    found: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for chart, row in _rows_with_options(game, charts):
        word, _, value = str(row["option"]).partition(" ")
        found.setdefault((word, chart), {})[value] = row
    return tuple(RowOption(word, chart, rows) for (word, chart), rows in found.items())


def _rows_with_options(game: str, charts: tuple[str, ...]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows that name an option, with their charts; the data are checked only when the game is loaded."""
    for chart in table_rows(game_folder(game) / "charts.toml", "charts"):
        rows = chart.get("rows", []) if chart.get("id") in charts else []
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, dict) and row.get("option") and row.get("key") and row.get("cells"):
                yield str(chart["id"]), row
