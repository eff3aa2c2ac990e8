"""The position that a scenario begins with: its predefined setup, its points and its first chit in play.

Reinforcements of the first turn are placed where they may arrive (the first entry hex or park that they may use), later
ones wait. Units of a group of which some are drawn at random are in the game only if the setup drew them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from .errors import GameDataError
from .game_data import GameData
from .position import Activation, LeaderState, Place, Points, Position, Status, UnitState
from .scenarios import Places, Reinforcement, Scenario

__all__ = ["is_set_up", "no_scenario_words", "start_position"]

T = TypeVar("T")


def no_scenario_words(game: GameData, number: int) -> str:
    """Return the problem of a scenario number that the game does not have; 0 stands for none given."""
    numbers = ", ".join(map(str, game.scenarios))
    if not number:
        return f"the file does not say which scenario is played: give --scenario with one of {numbers}"
    return f"no scenario {number}; choose one of {numbers}"


def start_position(game: GameData, scenario: int) -> Position:
    """Return the start of a scenario. Raises :class:`GameDataError` if the game has no scenario of that number."""
    found = game.scenarios.get(scenario)
    if found is None:
        raise GameDataError(no_scenario_words(game, scenario))
    return Position(
        game=game,
        scenario=scenario,
        time=found.first,
        weather=str(found.weather["first_day"]),
        day_weather=str(found.weather["first_day"]),
        units=_in_order(game.units, dict(_units(game, found))),
        leaders=_in_order(game.leaders, dict(_leaders(game, found))),
        points={p.division: Points(p.command_points, p.dispatch_points or 0) for p in found.points},
        activation=Activation(chit=found.first_chit),
        supply=_supply_level(game, found.supply),
        morale=found.morale,
        mug=tuple(sorted(found.mug)),
        played=(found.first_chit,),
        from_start=True,
    )


def is_set_up(position: Position) -> bool:
    """Return whether the scenario is at its beginning: its first chit is in play, and nobody has acted (R4.3)."""
    scenario = position.game.scenarios[position.scenario]
    return (
        position.time == scenario.first
        and position.activation.chit == scenario.first_chit
        and position.played == (scenario.first_chit,)
        and not position.activation.unit
        and not any(state.actions or state.finished for state in position.units.values())
    )


def _in_order(order: Mapping[str, object], states: Mapping[str, T]) -> dict[str, T]:
    return {key: states[key] for key in order if key in states}


def _units(game: GameData, scenario: Scenario) -> Iterator[tuple[str, UnitState]]:
    for group in scenario.setup:
        for unit in group.units:
            if not group.choose or unit in group.start:
                place: Place = group.start.get(unit) or _first_place(game, group.places)
                yield unit, _arrived(game, unit, place, hidden=group.hidden)
    for arrival in scenario.reinforcements:
        place = _arrival_place(game, scenario, arrival)
        for unit in arrival.units:
            yield unit, _arrived(game, unit, place)


def _leaders(game: GameData, scenario: Scenario) -> Iterator[tuple[str, LeaderState]]:
    for group in scenario.setup:
        for leader in group.leaders:
            place: Place = group.start.get(leader) or next(iter(group.start.values()), None)
            yield leader, LeaderState(_status(place), place)
    for arrival in scenario.reinforcements:
        place = _arrival_place(game, scenario, arrival)
        for leader in arrival.leaders:
            yield leader, LeaderState(_status(place), place)


def _status(place: Place) -> Status:
    return Status.WAITING if place is None else Status.ON_MAP


def _arrived(game: GameData, unit: str, place: Place, *, hidden: bool = False) -> UnitState:
    return UnitState(_status(place), place, steps=game.units[unit].steps, hidden=hidden and place is not None)


def _arrival_place(game: GameData, scenario: Scenario, arrival: Reinforcement) -> Place:
    """Return the place of units that come on the first turn; None for later ones."""
    return _first_place(game, arrival.places) if arrival.time == scenario.first else None


def _first_place(game: GameData, places: Places) -> Place:
    """Return the first single hex or park of the places; None if there are only areas to choose a hex in, or none."""
    entry_hexes = (game.map.entry_hexes[letter].hex for letter in places.entry_hexes)
    first: tuple[Place, ...] = (*places.hexes, *entry_hexes, *places.boxes)
    return first[0] if first else None


def _supply_level(game: GameData, name: str) -> str:
    """Return the key of a level of supply by the name that its track prints; empty where there is no such chart."""
    chart = game.charts.get("supply-levels")
    return next((row.key for row in chart.rows if row.cells["name"] == name), "") if chart else ""
