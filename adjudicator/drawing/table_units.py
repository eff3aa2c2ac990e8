"""The units and leaders of a position as counters in their places, with their states.

What a reader may not know is left out here: a unit that he may not know is a Gun Unit, and nothing shows which one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ..game.arrival_times import arrival_time
from ..game.counter_states import CounterState, state_values
from ..game.hexes import Hex
from ..game.menus import StateLevel
from ..game.position import LeaderState, Position, Status, UnitState
from . import mats
from .drawing_names import FACE_DOWN, Side, face_down_drawing, leader_drawing, state_drawing, unit_drawing
from .sheet_plan import BESIDE, WITHDRAWN, SheetPlan
from .table_items import Item, Key, Knows

__all__ = ["leader_items", "unit_items"]

_MAX_ACTIONS: Final = 2
_OPEN_STATES: Final = (CounterState.SUPPRESSED, CounterState.COHESION)
"""The states that a dummy can be in too: only these are shown of a unit that the reader may not know."""


class _Where(NamedTuple):
    """A place, and the words after a counter's name that say it."""

    key: Key
    words: str


def unit_items(plan: SheetPlan, position: Position, knows: Knows) -> Iterator[Item]:
    """Yield the units in the order of the data; after them those that the reader may not know, in an order of theirs.

    A unit without a name (:mod:`adjudicator.viewing.hidden_units`) is one that nobody may know.
    """
    levels = _levels(position)
    unknown = []
    for unit, state in position.units.items():
        counter = position.game.units[unit]
        if counter.hidden_as == counter.name or not knows(unit):
            unknown.append(_unknown(plan, position, unit, state, levels))
        else:
            yield _known(plan, position, unit, state, levels)
    numbers: dict[Key, int] = {}
    for item in sorted(unknown, key=lambda item: (str(item.key), item.thing, item.label)):
        numbers[item.key] = numbers.get(item.key, 0) + 1
        thing = item.thing or f"face-down {_text(item.key)} {numbers[item.key]}"
        yield Item(item.key, thing, item.drawings, item.label)


def leader_items(plan: SheetPlan, position: Position) -> Iterator[Item]:
    """Yield the leaders, and the commander with the one whom he is with."""
    for leader, state in position.leaders.items():
        counter = position.game.leaders[leader]
        where = _where(plan, position, leader, state, counter.division)
        yield Item(where.key, f"leader {leader}", (leader_drawing(leader),), f"Leader {counter.name}{where.words}")


def _known(plan: SheetPlan, position: Position, unit: str, state: UnitState, levels: _Levels) -> Item:
    """Return the counter of a unit that the viewer may know: its side, its markers and its words."""
    counter = position.game.units[unit]
    where = _where(plan, position, unit, state, counter.division)
    side: Side = "mounted" if state.mounted and counter.mounted else "front"
    if side == "front" and counter.reduced is not None and state.steps < counter.steps:
        side = "reduced"
    values = [key for key in _values(position, unit, state) if key in levels]
    shown = [levels[key] for key in values]
    markers = [levels[key] for key in values if side != "reduced" or key[0] != CounterState.STEP_LOSS]  # R2.12
    drawings = [unit_drawing(unit, side), *(state_drawing(level.drawing) for level in markers if level.drawing)]
    name = counter.name
    if state.hidden:
        drawings.append(FACE_DOWN)
        name += " (face down)"
    words = [level.name for level in shown]
    if state.contact and state.contact_leader:
        words.append(f"contact by {position.game.leaders[state.contact_leader].name}")
    if state.actions:
        words.append("did " + " and ".join(kind.replace("-", " ") for kind in state.actions))
    if state.finished:
        words.append("activation over")
    if unit == position.activation.unit:
        words.append("activation goes on")
    return Item(where.key, f"unit {unit}", tuple(drawings), _label(name + where.words, words))


def _unknown(plan: SheetPlan, position: Position, unit: str, state: UnitState, levels: _Levels) -> Item:
    """Return a unit that the reader may not know; its thing is empty where the unit's id would reveal which it is."""
    counter = position.game.units[unit]
    where = _where(plan, position, unit, state, counter.division)
    if state.status is Status.WAITING:  # the turn when it is due would reveal it
        where = _waiting(position, counter.division)
    values = state_values(position, unit)
    shown = [levels[key] for key in ((state, values[state]) for state in _OPEN_STATES) if key in levels]
    drawings = (face_down_drawing(counter), *(state_drawing(level.drawing) for level in shown))
    thing = f"unit {unit}" if counter.name == counter.hidden_as else ""
    return Item(where.key, thing, drawings, _label(counter.hidden_as + where.words, [level.name for level in shown]))


# states

_Levels = Mapping[tuple[str, int], StateLevel]


def _levels(position: Position) -> _Levels:
    """Return the levels of the states by their state and value."""
    return {(state.id, level.value): level for state in position.game.states for level in state.levels}


def _values(position: Position, unit: str, state: UnitState) -> Iterator[tuple[str, int]]:
    yield from state_values(position, unit).items()
    yield CounterState.ACTIVATED, _MAX_ACTIONS if state.finished else min(len(state.actions), _MAX_ACTIONS)


def _label(name: str, states: list[str]) -> str:
    return f"{name}: {', '.join(states)}" if states else name


# places


def _where(plan: SheetPlan, position: Position, id_: str, state: UnitState | LeaderState, division: str) -> _Where:
    game = position.game
    if state.status is Status.ELIMINATED:
        return _Where((game.divisions[division].name, mats.ELIMINATED), ", eliminated")
    if state.status is Status.ON_MAP and isinstance(state.place, Hex):
        return _Where(state.place, f" in {state.place}")
    if state.status is Status.ON_MAP and isinstance(state.place, str):
        return _Where(state.place, f" in {game.map.boxes[state.place].name}")
    time = arrival_time(position, id_)
    words = "withdrawn" if state.status is Status.WITHDRAWN else "waiting"
    if time is not None:
        space = (mats.ARRIVALS, mats.arrival_name(game, time))
        if space in plan.spaces:
            return _Where(space, f", {words} until {space[1]}")
    if state.status is Status.WITHDRAWN:
        return _Where((BESIDE, WITHDRAWN), f", {words}")
    return _waiting(position, division)


def _waiting(position: Position, division: str) -> _Where:
    return _Where((position.game.divisions[division].name, mats.MARKERS), ", waiting off the map")


def _text(key: Key) -> str:
    return str(key) if isinstance(key, Hex | str) else " ".join(key)
