"""The entries of ``actions.toml`` that a counter has: the kinds that it is of (see the file's table ``kinds``)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.game.game_data import GameData
from adjudicator.game.units import Leader, Unit

__all__ = ["MARKER", "MOUNTED", "STEP_LOSS", "fits", "leader_kinds", "unit_kinds"]

_INDIRECT_HE = ("orange",)
_INDIRECT = ("green", *_INDIRECT_HE)
"""The weapon classes that fire indirectly (series rules R10.1)."""
MARKER = "marker"
MOUNTED, STEP_LOSS = "mounted", "step-loss"
"""The states that may turn a counter to another printed side."""


def unit_kinds(game: GameData, unit: Unit) -> frozenset[str]:
    """Return the kinds that a unit is of, each also as ``<id>:<kind>`` for its side, division, formation and itself."""
    sides = (unit.ratings, *([unit.mounted] if unit.mounted else []))
    conditions = {
        "unit": True,
        unit.unit_class: True,
        "engineer": unit.engineer,
        "indirect": unit.ratings.weapon in _INDIRECT,
        "indirect-he": unit.ratings.weapon in _INDIRECT_HE,
        "two-steps": unit.steps == 2,
        "with-transport": unit.mounted is not None,
        "mobile": any(ratings.movement is not None for ratings in sides),
    }
    kinds = [kind for kind, holds in conditions.items() if holds and not unit.dummy]
    if unit.hidden_as:
        kinds.append("gun-unit")
    return _scoped(kinds, (_side(game, unit.division), unit.division, unit.formation, unit.id))


def leader_kinds(game: GameData, leader: Leader) -> frozenset[str]:
    """Return the kinds that a leader is of, as for a unit."""
    return _scoped(["leader"], (_side(game, leader.division), leader.division, leader.formation, leader.id))


def _side(game: GameData, division: str) -> str:
    return game.divisions[division].side


def _scoped(kinds: Iterable[str], scopes: Iterable[str]) -> frozenset[str]:
    plain = tuple(kinds)
    return frozenset([*plain, *(f"{scope}:{kind}" for scope in scopes if scope for kind in plain)])


def fits(wanted: Iterable[str], kinds: frozenset[str]) -> bool:
    """Return whether a counter of these *kinds* has an entry that is for any of the *wanted* ones."""
    return not kinds.isdisjoint(wanted)
