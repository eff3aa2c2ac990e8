"""Whether a unit may be set up in a hex, by the scenario's text (NQoS S4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from ..game.hexes import Hex, HexLayout
from ..game.position import Place, Position, UnitState
from ..game.scenarios import Places, SetupGroup
from ..rules.ruling import Finding
from .game_findings import finding

__all__ = ["as_on", "may_be_set_up", "set_up_findings"]


def _rule(position: Position) -> str:
    return f"Scenario {position.scenario}"


def set_up_findings(position: Position, unit: str) -> Iterator[Finding]:
    """Yield what is wrong with where a unit was set up."""
    group = _group(position, unit)
    place = position.units[unit].place
    if group is None or place is None:
        return
    if place not in _allowed(position, group.places):
        yield finding("set-up-outside", rule=_rule(position), unit=position.shown_name(unit), hex=place)
    elif group.not_adjacent and isinstance(place, Hex) and _is_crowded(position, group, unit, place):
        yield finding("set-up-outside", rule="NQoS S4.3", unit=position.shown_name(unit), hex=place)


def may_be_set_up(position: Position, unit: str, place: Place) -> bool:
    """Return whether a unit that was dragged to a place can have been set up there: farther than it ever moves."""
    start, allowance = position.units[unit].place, position.ratings(unit).movement or 0
    if not isinstance(start, Hex) or not isinstance(place, Hex) or _group(position, unit) is None:
        return False
    too_far = HexLayout(position.game.map.even_columns_lower).distance(start, place) > allowance
    return too_far and not any(True for _ in set_up_findings(position.with_unit(unit, place=place), unit))


def _group(position: Position, unit: str) -> SetupGroup | None:
    scenario = position.game.scenarios[position.scenario]
    return next((group for group in scenario.setup if unit in group.units), None)


def _is_crowded(position: Position, group: SetupGroup, unit: str, place: Hex) -> bool:
    """Return whether another unit of the group is in the hex or beside it."""
    layout = HexLayout(position.game.map.even_columns_lower)
    others = (position.units[other].place for other in group.units if other != unit and other in position.units)
    return any(isinstance(there, Hex) and layout.distance(there, place) <= 1 for there in others)


def _allowed(position: Position, places: Places) -> frozenset[Place]:
    """Return the hexes and boxes that places stand for."""
    board = position.game.map
    hexes: set[Place] = {*places.hexes, *places.boxes}
    for area in places.areas:
        hexes |= set(board.areas[area].hexes)
    hexes |= {board.entry_hexes[letter].hex for letter in places.entry_hexes}
    if places.fortified_without_mines:
        hexes |= {
            place for place, found in board.hexes.items()
            if found.fortified and not board.terrains[found.terrain].minefield_level
        }  # fmt: skip
    return frozenset(hexes)


def as_on(table: Position, position: Position, unit: str) -> UnitState:
    """Return a unit's state as it is on the table."""
    seen, known = table.units[unit], position.units[unit]
    return seen.after(actions=known.actions, finished=known.finished, contact_leader=known.contact_leader)
