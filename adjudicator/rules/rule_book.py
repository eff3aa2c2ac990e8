"""A game's charts, switches and geometry, prepared for the rules, which look up every figure here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from functools import cached_property
from typing import Any, TypeVar

from ..game.charts import Band, Cell
from ..game.game_data import GameData
from .grid import Grid
from .rule_sets import exclusive_rules
from .ruling import Modifier
from .switches import Choice, HouseRules, all_switches

__all__ = ["RuleBook"]

M = TypeVar("M")

_MAX_OTHERS = 64
"""The number of books with other choices that a book keeps."""


class _Consulted:
    """The switches that were asked for, by a rule book and by those that differ from it only in supposed choices."""

    def __init__(self) -> None:
        self.names: set[str] = set()


class RuleBook:
    """The tables of one game under one set of house rules. Make one and keep it: it caches its computations."""

    def __init__(self, game: GameData, house_rules: HouseRules | None = None) -> None:
        self.game = game
        self.house_rules = house_rules or HouseRules()
        exclusive_rules(game)  # its switches are known from here on
        self._choices = {switch: self.house_rules.value(switch) for switch in all_switches()}
        self._consulted = _Consulted()
        self._others: dict[frozenset[tuple[str, Choice]], RuleBook] = {}
        self.layout = game.map.layout
        self.grid = Grid(game.map)
        self.charts = game.charts
        self._cells = dict(_cells(game))
        self._modifiers: dict[tuple[str, str, str], Modifier] = {}
        self._rules: dict[tuple[str, str], str] = {}
        self._memories: dict[Callable[[RuleBook], Any], Any] = {}

    def memory(self, kind: Callable[[RuleBook], M]) -> M:
        """Return this book's one object of a kind, made when it is first asked for: the cache of a chapter.

        A kind names in ``SWITCHES`` those that it depends on, if books that differ only in others may share it.
        """
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

    def rows(self, chart: str) -> tuple[str, ...]:
        """Return the keys of a chart's rows, none if the game has no such chart."""
        return tuple(row.key for row in self.charts[chart].rows) if chart in self.charts else ()

    def modifier(self, chart: str, row: str, name: str = "") -> Modifier:
        """Return the modifier that a row states, called *name* if that differs from the row."""
        known = self._modifiers.get((chart, row, name))
        if known is None:
            title, value, short = (
                self.text(chart, row, "name"),
                self.number(chart, row),
                self.charts[chart].row(row).short,
            )
            known = Modifier(name or row, title, value, self.rule(chart, row), short)
            self._modifiers[chart, row, name] = known
        return known

    def rule(self, chart: str, row: str = "") -> str:
        """Return the rule's number that a row follows: its own, or the chart's."""
        known = self._rules.get((chart, row))
        if known is None:
            found = self.charts[chart]
            known = self._rules[chart, row] = (found.row(row).rule if row else "") or found.rule
        return known

    def row_for(self, chart: str, column: str, number: int) -> str:
        """Return the key of the row whose band contains *number*. Raises ``KeyError`` if there is none."""
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

    # switches

    def switch(self, switch: str) -> Choice:
        """Return the setting of a switch, and note that it was asked for; see :meth:`consultations`."""
        self._consulted.names.add(switch)
        if switch not in self._choices:  # one that the game's own rules have added since the book was made
            self._choices[switch] = self.house_rules.value(switch)
        return self._choices[switch]

    def note(self, switches: Iterable[str]) -> None:
        """Note that switches were asked for: those on which a cached result depends."""
        self._consulted.names.update(switches)

    @contextmanager
    def consultations(self) -> Iterator[set[str]]:
        """Provide a set to which every switch that is asked for meanwhile is added."""
        before, self._consulted.names = self._consulted.names, set()
        asked = self._consulted.names
        try:
            yield asked
        finally:
            before |= asked
            self._consulted.names = before

    def supposing(self, settings: Mapping[str, Choice]) -> RuleBook:
        """Return the book of the same game with some switches set to choices that nobody agreed on; it is cached."""
        key = frozenset(settings.items())
        if key not in self._others:
            if len(self._others) >= _MAX_OTHERS:
                del self._others[next(iter(self._others))]
            self._others[key] = self._other(settings)
        return self._others[key]

    def _other(self, settings: Mapping[str, Choice]) -> RuleBook:
        other = copy(self)
        other.house_rules = self.house_rules.with_supposed(settings)
        other._choices = {**self._choices, **settings}
        other._others = {}
        other._memories = {
            kind: known for kind, known in self._memories.items()
            if settings.keys().isdisjoint(getattr(kind, "SWITCHES", settings))
        }  # fmt: skip
        return other


def _cells(game: GameData) -> Iterator[tuple[tuple[str, str, str], Cell]]:
    for chart in game.charts.values():
        for row in chart.rows:
            for column, cell in row.cells.items():
                yield (chart.id, row.key, column), cell
