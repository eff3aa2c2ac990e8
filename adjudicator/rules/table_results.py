"""The tables that are rolled on during a game, and the results of dice on each (NQoS 3.0, S1.0, S3.0, S4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from ..game.charts import Band, Chart, ChartRow
from .rule_book import RuleBook

__all__ = ["ROLLS", "RollKind", "TableResult", "WrongRoll", "roll_results"]


class WrongRoll(ValueError):
    """A roll that is not possible on the table; its text says what would be right."""


@dataclass(frozen=True, slots=True)
class RollKind:
    """A kind of roll."""

    chart: str
    column: str
    """The column of the bands of dice."""
    result: str = ""
    """The column of the result; empty: a row says on which dice something happens."""
    happens: tuple[str, str] = ("yes", "no")
    """The words for a die within a row's band, and for one outside it."""
    dice: int = 1
    """The number of dice: two are the French and the Axis one, whose difference counts."""


ROLLS: Final[Mapping[str, RollKind]] = {
    "weather": RollKind("weather", "die", "name"),
    "mist": RollKind("mist-lift", "die", happens=("the mist lifts", "the mist stays")),
    "sandstorm": RollKind("sand-storm", "die", happens=("a sand storm", "clear")),
    "airpower": RollKind("airpower", "differential", "strikes", dice=2),
    "strike-turn": RollKind("strike-turn", "die", "turn"),
    "supply": RollKind("supply-roll", "die", "effect"),
    "random-event": RollKind("random-event-chit", "die", "event"),
    "event": RollKind("random-events", "die", "text"),
    "withdrawal": RollKind("axis-withdrawal", "die", happens=("the formation withdraws", "the formation stays")),
    "command-points": RollKind("command-points", "die", "points"),
    "minefield": RollKind("minefields", "suppressed", happens=("Suppressed", "the unit goes on")),
}
"""The tables, by the name of the roll."""


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

    *modifier* is added to the total: that of French supply for airpower (NQoS S1.0). *command_point*: one is paid
    for a withdrawal (NQoS S5.3). Raises :class:`WrongRoll`.
    """
    found = ROLLS[kind]
    if len(dice) != found.dice:
        wanted = "one die" if found.dice == 1 else f"{found.dice} dice"
        raise WrongRoll(f"{kind} takes {wanted}, not {len(dice)}")
    if command_point and kind != "withdrawal":
        raise WrongRoll(f"no Command Point changes the roll for {kind}")
    if modifier and kind != "airpower":
        raise WrongRoll(f"supply does not change the roll for {kind}")
    total = dice[0] - sum(dice[1:]) + modifier + int(command_point)
    return total, tuple(_rows(book, found, total))


def _rows(book: RuleBook, kind: RollKind, total: int) -> Iterator[TableResult]:
    chart = book.game.charts[kind.chart]
    for row in chart.rows:
        band = row.cells[kind.column]
        applies = total in band if isinstance(band, Band) else band == total
        result = _result(book, kind, row.key) if kind.result else kind.happens[0 if applies else 1]
        yield TableResult(row.key, _name(chart, row), _band_text(band), applies, result)


def _name(chart: Chart, row: ChartRow) -> str:
    cell = row.cells.get("name", row.cells[chart.columns[0].id])
    return cell if isinstance(cell, str) else _band_text(cell)


def _result(book: RuleBook, kind: RollKind, row: str) -> str:
    value = next(each for each in book.game.charts[kind.chart].rows if each.key == row).cells[kind.result]
    if kind.chart != "airpower":
        return {True: "a random event", False: "nothing"}[value] if isinstance(value, bool) else str(value)
    lost = book.number(kind.chart, row, "french_dispatch_loss")
    if lost:
        return f"the French lose {lost} Dispatch Point{'' if lost == 1 else 's'}"
    return f"{value} RAF air strike{'' if value == 1 else 's'}" if value else "nothing"


def _band_text(band: object) -> str:
    if not isinstance(band, Band):
        return str(band)
    if band.low == band.high:
        return str(band.low)
    between = ".." if (band.low or 0) < 0 else "-"
    return f"{band.low}{between}{band.high}" if band.high is not None else f"{band.low}+"
