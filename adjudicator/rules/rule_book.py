"""A game's charts, switches and geometry, made ready for the rules: they ask this for every figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from ..game.charts import Band, Cell
from ..game.game_data import GameData
from ..game.hexes import HexLayout
from .grid import Grid
from .switches import Choice, HouseRules

__all__ = ["RuleBook"]

M = TypeVar("M")


class RuleBook:
    """The tables of one game under one set of house rules. Make one and keep it: it remembers what it worked out."""

    def __init__(self, game: GameData, house_rules: HouseRules | None = None) -> None:
        self.game = game
        self.house_rules = house_rules or HouseRules()
        self.layout = HexLayout(game.map.even_columns_lower)
        self.grid = Grid(game.map)
        self._cells = dict(_cells(game))
        self._memories: dict[Callable[[RuleBook], Any], Any] = {}

    def memory(self, kind: Callable[[RuleBook], M]) -> M:
        """Return this book's one object of a kind, made when it is first asked for: what a chapter remembers."""
        try:
            found: M = self._memories[kind]
        except KeyError:
            found = self._memories[kind] = kind(self)
        return found

    def number(self, chart: str, row: str, column: str = "value") -> int:
        """Return a whole number of a chart. Raises ``KeyError`` if there is no such cell."""
        value = self._cells[chart, row, column]
        if not isinstance(value, int):
            raise KeyError((chart, row, column))
        return value

    def flag(self, chart: str, row: str, column: str) -> bool:
        """Return whether a chart's cell says yes."""
        return self._cells[chart, row, column] is True

    def text(self, chart: str, row: str, column: str) -> str:
        """Return a text of a chart."""
        value = self._cells[chart, row, column]
        if not isinstance(value, str):
            raise KeyError((chart, row, column))
        return value

    def band(self, chart: str, row: str, column: str) -> Band:
        """Return a run of numbers of a chart."""
        value = self._cells[chart, row, column]
        if not isinstance(value, Band):
            raise KeyError((chart, row, column))
        return value

    def rule(self, chart: str, row: str = "") -> str:
        """Return the rule's number that a row follows: its own, or the chart's."""
        found = self.game.charts[chart]
        return (found.row(row).rule if row else "") or found.rule

    def row_for(self, chart: str, column: str, number: int) -> str:
        """Return the key of the row whose band has *number* in it. Raises ``KeyError`` if there is none."""
        row = self.game.charts[chart].lookup(column, number)
        if row is None:
            raise KeyError(f"{chart} has no row for {number}")
        return row.key

    @cached_property
    def combat_results(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The results for the die rolls 0 to 8, by section (``armoured``, ``unarmoured``) and weapon class."""
        return {
            (section, row.key): tuple(str(row.cells[str(die)]) for die in range(9))
            for section in ("armoured", "unarmoured")
            for row in self.game.charts[f"combat-results-{section}"].rows
        }

    def switch(self, switch: str) -> Choice:
        """Return what a switch is set to, without noting that it was asked for."""
        return self.house_rules.value(switch)


def _cells(game: GameData) -> Iterator[tuple[tuple[str, str, str], Cell]]:
    for chart in game.charts.values():
        for row in chart.rows:
            for column, cell in row.cells.items():
                yield (chart.id, row.key, column), cell
