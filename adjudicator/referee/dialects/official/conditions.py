"""Turn, weather and supply in the official module: global properties and the turn tracker (vassal-files.md 6.3).

Which property is which, and what its values mean, is the game's dialect (:mod:`adjudicator.game.module_dialect`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ....game.module_dialect import DIALECT_FILE, PropertyWords
from ....game.position import Position
from ....game.scenario_words import turn_words
from ....game.scenarios import TurnTime
from ....vassal.module_definition import TurnTracker
from ....vassal.table import Table
from ....vassal.turns import turn_properties

__all__ = ["Conditions", "global_property"]

_NIGHT: Final = "Night"
_ARTILLERY_LEADER_KILLED: Final = "artillery-leader-killed"
_MAX_SHOWN: Final = 40


class Conditions:
    """Reads the conditions of the tables of one log; *start* is the scenario's own beginning."""

    def __init__(self, start: Position, trackers: Sequence[TurnTracker]) -> None:
        self._start = start
        self._trackers = trackers
        self._dialect = start.game.dialect

    def read(self, table: Table) -> Mapping[str, object]:
        """Return the fields of the position that tell the turn, the weather, supply and events."""
        dialect, start = self._dialect, self._start
        lost, value = dialect.artillery_leader_killed
        killed = {_ARTILLERY_LEADER_KILLED} if global_property(table, lost) == value else set()
        return {
            "time": TurnTime(self._date(table) or start.time.date, self._turn(table) or self._daylight()),
            "weather": _meaning(table, dialect.weather, start.weather),
            "supply": _meaning(table, dialect.supply, start.supply),
            "flags": start.flags | killed,
        }

    def unknown(self, table: Table) -> Iterator[str]:
        """Yield the words of the properties that the game does not know, one sentence each."""
        words = self._dialect.weather
        weather = global_property(table, words.property)
        if weather and weather not in words.values:
            taken = f"{self._start.weather}{self._advice('weather')}"
            yield f"the weather {weather[:_MAX_SHOWN]!r} is not known; taken for {taken}"
        if self._turn(table) is None:
            date, turn = self._date(table) or self._start.time.date, self._daylight()
            time = turn_words(self._start.game, TurnTime(date, turn))
            yield f"the turn cannot be read; taken for {time}{self._advice('turn')}"

    def _advice(self, key: str) -> str:
        """Return where a player can say what the module means, empty where the game was not imported."""
        return f" (say what it is in {DIALECT_FILE}, key {key})" if self._dialect.imported else ""

    def _told(self, table: Table, name: str) -> str:
        """Return what a global property says, else the level of a turn tracker that sets it; empty for neither."""
        shown = (turn_properties(each, table.turns.get(each.id, "")).get(name, "") for each in self._trackers)
        return global_property(table, name) or next(filter(None, shown), "")

    def _daylight(self) -> str:
        """Return the scenario's first turn, or one by day: if it were night, the module would say so."""
        first = self._start.time.turn
        return next((turn for turn in (first, *self._start.game.calendar.turns) if turn != _NIGHT), first)

    def _turn(self, table: Table) -> str | None:
        """Return the turn of the day that the module shows, None if it shows none."""
        told = self._told(table, self._dialect.turn.time).strip()
        wanted = self._dialect.turn.times.get(told, told).replace(":", "").casefold()
        return next((turn for turn in self._start.game.calendar.turns if turn.casefold() == wanted), None)

    def _date(self, table: Table) -> str | None:
        """Return the date that the module shows, by its name or as the game has it; None if it shows none."""
        names, told = self._start.game.calendar.date_names, self._told(table, self._dialect.turn.date).strip()
        wanted = self._dialect.turn.dates.get(told, told).casefold()
        return next((date for date in names if wanted in (date.casefold(), names[date].casefold())), None)


def global_property(table: Table, name: str) -> str:
    """Return the value of a global property, empty for none."""
    return next((value for (_, known), value in table.properties.items() if known == name), "")


def _meaning(table: Table, words: PropertyWords, otherwise: str) -> str:
    return words.values.get(global_property(table, words.property), otherwise)
