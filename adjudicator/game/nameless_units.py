"""Units without a name, which stand in a game for face-down ones whose identity is not known (NQoS S4.3).

A *Gun Unit* without a name has the figures of a real gun, whichever unit it is, so that nothing that is computed with
it distinguishes a gun from a dummy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from .game_data import GameData
from .scenarios import Scenario, SetupGroup
from .units import Unit

__all__ = ["is_nameless", "is_nameless_id", "nameless_id", "units_left_out", "with_nameless_units"]

_ID: Final = "face-down-{}"
_ID_FORM: Final = re.compile(r"face-down-[1-9][0-9]{0,2}")


def nameless_id(number: int) -> str:
    """Return the id of a nameless unit by its number, from 1."""
    return _ID.format(number)


def is_nameless_id(text: str) -> bool:
    """Return whether a text is the id of a nameless unit."""
    return _ID_FORM.fullmatch(text) is not None


def is_nameless(counter: Unit) -> bool:
    """Return whether a counter stands for a unit whose identity is not known."""
    return bool(counter.hidden_as) and counter.name == counter.hidden_as


def units_left_out(game: GameData, scenario: int, there: Iterable[str]) -> tuple[str, ...]:
    """Return the units that may be face down in a scenario and are not in *there*: nameless ones stand for them."""
    known, told = set(there), game.scenarios[scenario]
    listed = [unit for group in told.setup if group.hidden for unit in (*group.units, *told.extra_units)]
    return tuple(unit for unit in dict.fromkeys(listed) if unit not in known and game.units[unit].hidden_as)


def with_nameless_units(game: GameData, names: Mapping[str, str], known: Iterable[str]) -> GameData:
    """Return a game with nameless units besides the true ones; *names* gives the ids of those by these.

    *known* are the units whose places are known. In each group of a scenario that is set up face down the
    nameless units stand for as many of the others, whichever these are.
    """
    counters = {nameless: _nameless(game, unit, nameless) for unit, nameless in names.items()}
    there, nameless = frozenset(known), tuple(names.values())
    scenarios = {number: _scenario(scenario, there, nameless) for number, scenario in game.scenarios.items()}
    return replace(game, units={**game.units, **counters}, scenarios=scenarios)


def _nameless(game: GameData, unit: str, nameless: str) -> Unit:
    """Return the counter of a nameless unit: the figures of a real gun of the division."""
    counter = game.units[unit]
    guns = (each for each in game.units.values() if each.hidden_as == counter.hidden_as and not each.dummy)
    real = next((each for each in guns if each.division == counter.division), counter)
    return replace(real, id=nameless, name=counter.hidden_as, spellings=(), formerly=(), note="", type="", dummy=False)


def _scenario(scenario: Scenario, known: frozenset[str], nameless: tuple[str, ...]) -> Scenario:
    setup = tuple(_group(group, known, nameless) if group.hidden else group for group in scenario.setup)
    return replace(scenario, setup=setup)


def _group(group: SetupGroup, known: frozenset[str], nameless: tuple[str, ...]) -> SetupGroup:
    there = tuple(unit for unit in group.units if unit in known)
    others = tuple(unit for unit in group.units if unit not in known)
    return replace(group, units=(*there, *nameless, *others[len(nameless) :]))
