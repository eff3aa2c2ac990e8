"""Stacking: the units that a hex holds, and the time of the check (NQoS 1.0, R8.1, R7.9). Leaders do not count."""

from __future__ import annotations

from ...game.action_words import ActionType
from ...game.hexes import Hex
from ...game.position import Place, Position
from ..judgement import Judgement
from ..rule_book import RuleBook
from ..rule_sets import exclusive_rules
from .regions import entry_hex_at

__all__ = ["check_at_end", "is_overstacked", "may_overstack", "room_for_column", "room_to_stop"]

_MOVING = frozenset({ActionType.MOVEMENT, ActionType.ASSAULT})
"""The kinds of action that bring a unit into a hex."""


def may_overstack(position: Position, place: Place, side: str) -> bool:
    """Return whether a place holds any number of units of a side: their entry hex, or a box beside the map (R7.15)."""
    if not isinstance(place, Hex) or entry_hex_at(position, place, side) is not None:
        return True
    return exclusive_rules(position.game).may_overstack(position, place, side)


def room_for_column(position: Position, book: RuleBook, unit: str, place: Hex) -> bool:
    """Return whether a unit may be in Column in a hex: one at most may, at all times (R7.9, R8.1; NQoS 1.0)."""
    others = [other for other in position.units_in(place) if other != unit and position.units[other].column]
    return _is_room(position, unit, place, len(others), book.game.stacking.in_column)


def room_to_stop(position: Position, book: RuleBook, unit: str, place: Hex, *, column: bool) -> bool:
    """Return whether a unit may end its activation in a hex, in Column or not (R8.1; NQoS 1.0)."""
    if column:
        return room_for_column(position, book, unit, place)
    others = [other for other in position.units_in(place) if other != unit and not position.units[other].column]
    return _is_room(position, unit, place, len(others), book.game.stacking.not_in_column)


def _is_room(position: Position, unit: str, place: Hex, others: int, most: int) -> bool:
    return others < most or may_overstack(position, place, position.side(unit))


def is_overstacked(position: Position, book: RuleBook, place: Place) -> bool:
    """Return whether a hex holds more units than it may: 3 not in Column and 1 in Column (NQoS 1.0, R8.1)."""
    units = position.units_in(place)
    if not units or may_overstack(position, place, position.side(units[0])):
        return False
    in_column = sum(position.units[unit].column for unit in units)
    return in_column > book.game.stacking.in_column or len(units) - in_column > book.game.stacking.not_in_column


def check_at_end(judgement: Judgement, unit: str) -> None:
    """Check the stacking in a unit's hex as its activation ends (R8.1; NQoS 1.0).

    A unit that was Suppressed on its way through a full hex cannot go on; whether it may stay is uncertain. While it
    stays, units for whose form, in Column or not, there is room are not at fault, nor those that have not moved.
    """
    state = judgement.state(unit)
    place = state.place
    if not isinstance(place, Hex) or room_to_stop(judgement.position, judgement.book, unit, place, column=state.column):
        return
    switch = ""
    if state.suppressed or _MOVING.isdisjoint(state.actions):
        switch = "overstacked-when-stopped"
        if judgement.switch(switch) == "allowed":
            return
    units = judgement.position.units_in(place)
    in_column = sum(judgement.position.units[other].column for other in units)
    judgement.refuse(
        "overstacked",
        switch=switch,
        hex=place,
        not_in_column=len(units) - in_column,
        in_column=in_column,
        most_not_in_column=judgement.book.game.stacking.not_in_column,
        most_in_column=judgement.book.game.stacking.in_column,
    )
