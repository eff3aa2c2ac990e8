"""A set-up drawn at random from all that a scenario's text allows (Scenario 1, Scenario 2, Scenario 3, Scenario 4)."""

from __future__ import annotations

from random import Random
from typing import Final

from ..game.game_data import GameData
from ..game.hexes import Hex
from ..game.position import LeaderState, Place, Position, Status
from ..game.scenarios import SetupGroup
from ..game.start import start_position
from .rule_book import RuleBook
from .series.reinforcements import arrival_places, places_of
from .series.stacking import room_for_column, room_to_stop
from .set_up import group_units

__all__ = ["face_down_shuffled", "random_set_up"]

_IN_COLUMN: Final = 0.1
_MOUNTED: Final = 0.1
_ATTEMPTS: Final = 1_000


def random_set_up(game: GameData, scenario: int, book: RuleBook, rng: Random) -> Position:
    """Return a legal set-up of a scenario: places, mounted units and units in Column are drawn at random.

    Units that the scenario draws are those of its predefined set-up; no unit is withheld. Raises
    :class:`GameDataError` for an unknown scenario.
    """
    position = _cleared(start_position(game, scenario))
    found = game.scenarios[scenario]
    narrow_first = sorted(found.setup, key=lambda group: len(places_of(position, group.places)))
    for group in narrow_first:
        position = _placed(position, book, group, group_units(position, found, group), rng)
    for arrival in found.reinforcements:
        if arrival.time == found.first:
            together = rng.random()
            for unit in arrival.units:
                places = sorted(arrival_places(position, book, unit), key=str)
                at = rng.randrange(len(places)) if arrival.may_split else int(together * len(places))
                position = _put(position, book, unit, places[at], rng)
    return _with_leaders(position, rng)


def face_down_shuffled(position: Position, rng: Random) -> Position:
    """Return a position in which any face-down unit is as likely in one of their places as any other (NQoS S4.3).

    Places are drawn one after the other, so that those drawn last would be likelier where little room is left.
    """
    units = [unit for unit, state in position.units.items() if state.hidden]
    states = [position.units[unit] for unit in units]
    rng.shuffle(states)
    moved = {
        unit: state.after(steps=position.units[unit].steps) for unit, state in zip(units, states, strict=True)
    }  # fmt: skip
    return position.after(units={**position.units, **moved})


def _cleared(position: Position) -> Position:
    """Return the start with no counter on the map."""
    units = {
        unit: state.after(status=Status.WAITING, place=None, hidden=False) for unit, state in position.units.items()
    }
    return position.after(units=units, leaders=dict.fromkeys(position.leaders, LeaderState(Status.WAITING)))


def _placed(position: Position, book: RuleBook, group: SetupGroup, units: tuple[str, ...], rng: Random) -> Position:
    """Return the position with a group set up; Gun Units keep apart (NQoS S4.3), so it may take several attempts."""
    places = sorted(places_of(position, group.places), key=str)
    for _attempt in range(_ATTEMPTS if places else 0):
        tried = _try(position, book, group, units, places, rng)
        if tried is not None:
            return tried
    return position


def _try(
    position: Position, book: RuleBook, group: SetupGroup, units: tuple[str, ...], places: list[Place], rng: Random
) -> Position | None:
    """Return the position with each unit in a place that is still free for it, None if some unit finds none."""
    taken: list[Place] = []
    for unit in units:
        free = [place for place in places if _is_free(position, book, group, unit, place, taken)]
        if not free:
            return None
        place = rng.choice(free)
        taken.append(place)
        if group.hidden:
            position = position.with_unit(unit, status=Status.ON_MAP, place=place, hidden=True)
        else:
            position = _put(position, book, unit, place, rng)
    return position


def _is_free(
    position: Position, book: RuleBook, group: SetupGroup, unit: str, place: Place, taken: list[Place]
) -> bool:
    if not isinstance(place, Hex):
        return True
    if group.one_each and place in taken:
        return False
    near = (other for other in taken if isinstance(other, Hex))
    if group.not_adjacent and any(book.grid.distance(place, other) <= 1 for other in near):
        return False
    return room_to_stop(position, book, unit, place, column=False)


def _put(position: Position, book: RuleBook, unit: str, place: Place, rng: Random) -> Position:
    """Return the position with a unit in a place, perhaps mounted or in Column (NQoS General Comments)."""
    counter = position.game.units[unit]
    mounted = counter.mounted is not None and rng.random() < _MOUNTED
    column = rng.random() < _IN_COLUMN and isinstance(place, Hex)
    there = position.with_unit(unit, status=Status.ON_MAP, place=place, mounted=mounted)
    if column and isinstance(place, Hex) and counter.ratings.movement and room_for_column(there, book, unit, place):
        return there.with_unit(unit, column=True)
    return there


def _with_leaders(position: Position, rng: Random) -> Position:
    """Return the position with each leader with a unit of his formation, if any is there (NQoS General Comments)."""
    leaders = dict(position.leaders)
    for leader in leaders:
        formation = position.game.leaders[leader].formation
        places = [
            state.place for unit, state in position.units.items()
            if state.status is Status.ON_MAP and position.game.units[unit].formation == formation
        ]  # fmt: skip
        if places:
            leaders[leader] = LeaderState(Status.ON_MAP, rng.choice(places))
    return position.after(leaders=leaders)
