"""``adjudicator roll``: what a die gives on one of the game's tables."""

from __future__ import annotations

import click

from ..game.loading import BUILT_IN
from ..report.roll_text import TableRoll, roll_document, roll_lines
from ..report.safe_text import one_line
from ..rules.rule_book import RuleBook
from ..rules.switches import HouseRules
from ..rules.table_results import WrongRoll, all_table_rolls, roll_results, tables_of
from .options import json_option
from .rule_options import house_rules_option, playable_game, show
from .whole_number import WholeNumber

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator roll weather --die 1
  adjudicator roll airpower --die 7 --die 4 --supply diminished
  adjudicator roll withdrawal --die 2 --command-point"""


class _TableName(click.Choice[str]):
    """The name of a table, completed by the shell; whether it is one is known when the game is."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name as it is."""
        return value


@click.command(epilog=_EPILOG)
@click.argument("kind", type=_TableName(all_table_rolls()), metavar="KIND")
@click.option(
    "--die",
    "dice",
    type=WholeNumber(0, 9),
    multiple=True,
    required=True,
    help="A die roll, 0 to 9; as often as the table has dice, for airpower French, then Axis.",
)
@click.option("--supply", metavar="LEVEL", help="French supply, for airpower (full, reduced, …).")
@click.option("--command-point", is_flag=True, help="For withdrawal: a Command Point is spent.")
@click.option(
    "--game",
    "game_name",
    default=BUILT_IN,
    metavar="GAME",
    help="Another game: its name, or its directory of data files.",
)
@house_rules_option
@json_option
def command(
    kind: str, dice: tuple[int, ...], supply: str | None, command_point: bool, game_name: str,
    house_rules: HouseRules, as_json: bool,
) -> int:  # fmt: skip
    """Look up a die roll in a table.

    KIND is weather, mist, sandstorm, airpower, strike-turn, supply, random-event, event, withdrawal,
    command-points or minefield, or a table of another game's own rules.
    """
    game = playable_game(game_name)
    book = RuleBook(game, house_rules)
    tables = tables_of(game)
    if kind not in tables:
        if kind in all_table_rolls():
            raise click.UsageError(f"{game.name} has no table for {kind}; it has {', '.join(tables)}")
        raise click.UsageError(f"'{one_line(kind, 40)}' is not one of the tables: {', '.join(tables)}")
    table = tables[kind]
    modifier = 0
    if supply is not None:
        if not table.takes_supply:
            raise click.UsageError(f"--supply: supply does not change the roll for {kind}")
        levels = [row.key for row in game.charts["supply-levels"].rows]
        if supply not in levels:
            raise click.UsageError(f"--supply: no such level; there are {', '.join(levels)}")
        modifier = book.number("supply-levels", supply, table.chart)
    try:
        total, results = roll_results(book, kind, dice, command_point=command_point, modifier=modifier)
    except WrongRoll as error:
        raise click.UsageError(f"--die: {error}") from None
    roll = TableRoll(kind, game.charts[table.chart], dice, total, results, bool(table.result), table.difference)
    return show((list(roll_lines(roll)), roll_document(roll)), 0, as_json=as_json)
