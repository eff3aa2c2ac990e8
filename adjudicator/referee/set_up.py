"""The set-up in a log: which drags are one, and how it stands when the first action is done.

There is a set-up only where a log begins with the start of a scenario, before anybody has acted, and only a unit's own
player sets it up. Whether all of it is as the scenario's text has it is judged by ``rules/set_up.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from ..game.hexes import Hex, HexLayout
from ..game.position import Place, Position, Status, UnitState
from ..rules.rule_book import RuleBook
from ..rules.series.command import is_activated
from ..rules.series.sequence import is_set_up
from ..rules.set_up import set_up_findings, set_up_places, side_of_counter
from ..rules.set_up_check import SetUpFinding
from ..vassal.properties import piece_properties
from ..vassal.table import Table
from .passages import Passage
from .sight import Sight

__all__ = ["SetUpPhase", "as_on", "is_start", "moved_units"]

_UNIT: Final = "UnitId"
_MOVED: Final = "Moved"
"""VASSAL's mark on a piece that was moved."""
_NOT_THERE: Final = frozenset({"set-up-missing", "set-up-number"})
"""What may still be mended as long as nobody has acted."""


def moved_units(table: Table) -> frozenset[str]:
    """Return the units of our own module whose counters bear VASSAL's mark of having been moved."""
    marked = (piece_properties(piece) for piece in table.units())
    return frozenset(each[_UNIT] for each in marked if each.get(_MOVED) == "true" and each.get(_UNIT))


def is_start(position: Position, book: RuleBook, moved: Iterable[str] = ()) -> bool:
    """Return whether a position is a scenario's start: nobody has acted under its first chit (R4.3).

    *moved* are the units that are marked as moved: one that the chit activates, and that stands where it cannot be set
    up, has acted. So has somebody if a barrage lies on the map.
    """
    if not is_set_up(position) or position.barrages:
        return False
    return not any(_has_acted(position, book, unit) for unit in moved if unit in position.units)


def _has_acted(position: Position, book: RuleBook, unit: str) -> bool:
    state = position.units[unit]
    if state.status is not Status.ON_MAP or not is_activated(position, book, unit):
        return False
    return state.place not in set_up_places(position, book, unit)


class SetUpPhase:
    """The set-up of a game that is refereed; *begins* is whether its first file begins with a scenario's start."""

    def __init__(self, book: RuleBook, sight: Sight, *, begins: bool) -> None:
        self.lasts = begins
        """Whether nobody has acted yet."""
        self._book = book
        self._tells = sight.tells_set_up

    def takes(self, position: Position, passage: Passage) -> bool:
        """Return whether a passage puts units of the player who made it where they are set up."""
        if not self.lasts or passage.kind != "move":
            return False
        last = passage.steps[-1]
        return all(
            last.side in ("", position.side(unit)) and self._is_put(position, unit, last.table.units[unit].place)
            for unit in passage.units
        )

    def _is_put(self, position: Position, unit: str, place: Place) -> bool:
        """Return whether a unit is set up in a place and has not moved there.

        One that the chit in play activates has moved, unless it was dragged farther than it ever moves to a place where
        it may be set up. Logs that do not tell which chit is in play tell of all units no more than that.
        """
        if self._tells and not is_activated(position, self._book, unit):
            return True
        start, allowance = position.units[unit].place, position.ratings(unit).movement or 0
        if place not in set_up_places(position, self._book, unit):
            return False
        if not isinstance(start, Hex) or not isinstance(place, Hex):
            return self._tells
        return HexLayout(position.game.map.even_columns_lower).distance(start, place) > allowance

    def findings(self, position: Position, *, final: bool = True) -> Iterator[SetUpFinding]:
        """Yield what is wrong with the set-up; not *final*: as long as nobody has acted, what lacks may still come."""
        if not self.lasts or not self._tells or not is_set_up(position):
            return
        for found in set_up_findings(position, self._book):
            if final or found.finding.name not in _NOT_THERE:
                yield found

    def by_side(self, position: Position, found: Iterable[SetUpFinding]) -> Mapping[str, list[SetUpFinding]]:
        """Return findings by the side whose counters they are about."""
        sides: dict[str, list[SetUpFinding]] = {}
        for each in found:
            side = next((side_of_counter(position, counter) for counter in each.counters), "")
            sides.setdefault(side, []).append(each)
        return sides


def as_on(table: Position, position: Position, unit: str) -> UnitState:
    """Return a unit's state as it is on the table."""
    seen, known = table.units[unit], position.units[unit]
    return seen.after(actions=known.actions, finished=known.finished, contact_leader=known.contact_leader)
