"""The tables that are rolled on during a game, of the series and of a game's own rules, and the results of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..game.charts import Band, Chart, ChartRow
from ..game.game_data import GameData
from .rule_book import RuleBook
from .rule_sets import all_rule_sets, exclusive_rules

__all__ = ["RolledTable", "TableResult", "WrongRoll", "all_table_rolls", "roll_results", "tables_of"]


class WrongRoll(ValueError):
    """A roll that is not possible on the table; its text says what would be right."""


@dataclass(frozen=True, slots=True)
class RolledTable:
    """A table that is rolled on."""

    chart: str
    column: str
    """The column of the bands of dice."""
    result: str = ""
    """The column of the result; empty: a row says on which dice something happens."""
    happens: tuple[str, str] = ("yes", "no")
    """The words for a die within a row's band, and for one outside it."""
    dice: int = 1
    """The number of dice."""
    difference: bool = False
    """True if the other dice are subtracted from the first one; their sum counts if not."""
    words: Callable[[RuleBook, str], str] | None = None
    """A function that returns the result of a row in words, where the cell alone is not enough."""
    takes_supply: bool = False
    """True if the level of supply changes the total."""
    takes_command_point: bool = False
    """True if a Command Point may be paid for a better total."""


_OF_SERIES: Final[Mapping[str, RolledTable]] = {
    "weather": RolledTable("weather", "die", "name"),
    "mist": RolledTable("mist-lift", "die", happens=("the mist lifts", "the mist stays")),
    "sandstorm": RolledTable("sand-storm", "die", happens=("a sand storm", "clear")),
    "command-points": RolledTable("command-points", "die", "points"),
    "minefield": RolledTable("minefields", "suppressed", happens=("Suppressed", "the unit goes on")),
}


def tables_of(game: GameData) -> Mapping[str, RolledTable]:
    """Return the tables that a game has, by the name of the roll."""
    tables = {**_OF_SERIES, **exclusive_rules(game).table_rolls}
    return {name: table for name, table in tables.items() if table.chart in game.charts}


def all_table_rolls() -> tuple[str, ...]:
    """Return the names of the rolls of all tables: those of the series, then those of every set of exclusive rules."""
    tables = (name for rules in all_rule_sets() for name in rules.table_rolls)
    return tuple(dict.fromkeys((*_OF_SERIES, *tables)))


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a roll in one row of a table."""

    row: str
    """The row's key."""
    name: str
    """The name of the row: what its first cell says, or its dice."""
    band: str
    """The dice to which the row applies."""
    applies: bool
    """True if the roll is among those dice."""
    result: str
    """The result of the row, or whether it happens with this roll."""


def roll_results(
    book: RuleBook, kind: str, dice: tuple[int, ...], *, command_point: bool = False, modifier: int = 0
) -> tuple[int, tuple[TableResult, ...]]:
    """Return the total that counts and the result in each row of a table.

    *modifier* is added to the total: that of the level of supply. *command_point*: one is paid for a better total.
    Raises :class:`WrongRoll`, and ``KeyError`` if the game has no such table.
    """
    found = tables_of(book.game)[kind]
    if len(dice) != found.dice:
        wanted = "one die" if found.dice == 1 else f"{found.dice} dice"
        raise WrongRoll(f"{kind} takes {wanted}, not {len(dice)}")
    if command_point and not found.takes_command_point:
        raise WrongRoll(f"no Command Point changes the roll for {kind}")
    if modifier and not found.takes_supply:
        raise WrongRoll(f"supply does not change the roll for {kind}")
    others = sum(dice[1:])
    total = dice[0] + (-others if found.difference else others) + modifier + int(command_point)
    return total, tuple(_rows(book, found, total))


def _rows(book: RuleBook, kind: RolledTable, total: int) -> Iterator[TableResult]:
    chart = book.game.charts[kind.chart]
    for row in chart.rows:
        band = row.cells[kind.column]
        applies = total in band if isinstance(band, Band) else band == total
        result = _result(book, kind, row.key) if kind.result else kind.happens[0 if applies else 1]
        yield TableResult(row.key, _name(chart, row), _band_text(band), applies, result)


def _name(chart: Chart, row: ChartRow) -> str:
    cell = row.cells.get("name", row.cells[chart.columns[0].id])
    return cell if isinstance(cell, str) else _band_text(cell)


def _result(book: RuleBook, kind: RolledTable, row: str) -> str:
    value = next(each for each in book.game.charts[kind.chart].rows if each.key == row).cells[kind.result]
    if kind.words is not None:
        return kind.words(book, row)
    return {True: "a random event", False: "nothing"}[value] if isinstance(value, bool) else str(value)


def _band_text(band: object) -> str:
    if not isinstance(band, Band):
        return str(band)
    if band.low == band.high:
        return str(band.low)
    between = ".." if (band.low or 0) < 0 else "-"
    return f"{band.low}{between}{band.high}" if band.high is not None else f"{band.low}+"
