"""``adjudicator roll``: what a die gives on one of the game's tables."""

from __future__ import annotations

import click

from ..game.loading import BUILT_IN
from ..report.roll_text import TableRoll, roll_document, roll_lines
from ..rules.rule_book import RuleBook
from ..rules.switches import HouseRules
from ..rules.table_results import WrongRoll, all_table_rolls, roll_results, tables_of
from .options import json_option
from .rule_options import house_rules_option, playable_game, show

__all__ = ["command"]

_EPILOG = """\b
Examples:
  adjudicator roll weather --die 1
  adjudicator roll airpower --die 7 --die 4 --supply diminished
  adjudicator roll withdrawal --die 2 --command-point"""


@click.command(epilog=_EPILOG)
@click.argument("kind", type=click.Choice(all_table_rolls()), metavar="KIND")
@click.option(
    "--die",
    "dice",
    type=click.IntRange(0, 9),
    multiple=True,
    required=True,
    metavar="N",
    help="The die roll, 0 to 9; for airpower twice: French, then Axis.",
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
    command-points or minefield.
    """
    game = playable_game(game_name)
    book = RuleBook(game, house_rules)
    table = tables_of(game).get(kind)
    if table is None:
        raise click.UsageError(f"{game.name} has no table for {kind}")
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
    roll = TableRoll(kind, game.charts[table.chart], dice, total, results, bool(table.result))
    return show((list(roll_lines(roll)), roll_document(roll)), 0, as_json=as_json)
