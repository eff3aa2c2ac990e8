"""The places of the markers that show a turn and its events: boxes of the map sheet, spaces of the mats beside it."""

from __future__ import annotations

from typing import Final

from ..drawing.mats import CHITS, MARKERS, event_name, formation_name
from ..game.game_data import GameData
from ..game.order_of_battle import Marker, MarkerRole
from .table_places import Spot

__all__ = [
    "CONTROL", "STORM_BOX", "commander_marker", "commander_spot", "driver_marker", "effect_spot", "effects",
    "strike_marker", "used_up",
]  # fmt: skip

STORM_BOX: Final = "sand-storm-now"
CONTROL: Final = "control"
"""The marker in the hex that decides a scenario while one side was the last to be there."""
_EVENTS: Final = "random-events"


def strike_marker(game: GameData) -> Marker | None:
    """Return the marker of an air strike: in its box if it is ready, on the track of the turns if it is planned."""
    return game.marker_of(MarkerRole.AIR_STRIKE)


def commander_marker(game: GameData) -> Marker | None:
    """Return the marker of the commander who may be with a leader."""
    return game.marker_of(MarkerRole.COMMANDER)


def driver_marker(game: GameData) -> Marker | None:
    """Return the marker of whoever drives out as a side breaks out."""
    return game.marker_of(MarkerRole.BREAK_OUT)


def effects(game: GameData) -> tuple[str, ...]:
    """Return the events that can be in effect for a day: those with markers, which are called the same."""
    return tuple(marker.id for marker in game.markers_of(MarkerRole.EFFECT_OF_DAY))


def effect_spot(game: GameData, marker: str) -> Spot:
    """Return the place of the marker of an event in effect: among the markers of a division's card."""
    return Spot(game.divisions[game.markers[marker].division].name, MARKERS)


def commander_spot(game: GameData, leader: str) -> Spot:
    """Return the place of the commander's marker while he is with a leader: with the leader's formation on its card."""
    who = game.leaders[leader]
    space = formation_name(game.formations[who.formation]) if who.formation else MARKERS
    return Spot(game.divisions[who.division].name, space)


def used_up(game: GameData) -> dict[str, Spot]:
    """Return the place of the marker for a used-up event, by the flag of a position for that event."""
    chart = game.charts.get(_EVENTS)
    return {f"{row.key}-happened": Spot(CHITS, event_name(row)) for row in chart.rows} if chart else {}
