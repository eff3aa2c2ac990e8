"""The places of the markers that show a turn and its events: boxes of the map sheet, spaces of the mats beside it."""

from __future__ import annotations

from typing import Final

from ..drawing.mats import CHITS, MARKERS, event_name, formation_name
from ..game.game_data import GameData
from .table_places import Spot

__all__ = [
    "CONTROL", "EFFECTS", "RAF_BOX", "ROMMEL", "STORM_BOX", "STRIKE", "effect_spot", "effects",
    "rommel_spot", "used_up",
]  # fmt: skip

STRIKE: Final = "raf-air-strike"
RAF_BOX: Final = "raf-air-strikes"
"""The box for the air strikes that are ready in this turn; planned ones are on the track of the turns (NQoS S1.0)."""
STORM_BOX: Final = "sand-storm-now"
ROMMEL: Final = "rommel"
CONTROL: Final = "control"
"""The marker that is in the hex that decides a scenario while the Axis was the last to be there (Scenario 3)."""
EFFECTS: Final = {"travers-injured": "french", "artillery-leader-killed": "trieste"}
"""The events that are in effect for a day, and the divisions on whose cards their markers are placed (NQoS S3.0)."""
_EVENTS: Final = "random-events"


def effects(game: GameData) -> tuple[str, ...]:
    """Return the events that can be in effect in a game: those with markers."""
    return tuple(effect for effect in EFFECTS if effect in game.markers)


def effect_spot(game: GameData, effect: str) -> Spot:
    """Return the place of the marker of an event in effect: among the markers of a division's card."""
    return Spot(game.divisions[EFFECTS[effect]].name, MARKERS)


def rommel_spot(game: GameData, leader: str) -> Spot:
    """Return the place of Rommel's marker while he is with a leader: with the leader's formation on its card."""
    who = game.leaders[leader]
    space = formation_name(game.formations[who.formation]) if who.formation else MARKERS
    return Spot(game.divisions[who.division].name, space)


def used_up(game: GameData) -> dict[str, Spot]:
    """Return the place of the marker for a used-up event, by the flag of a position for that event."""
    chart = game.charts.get(_EVENTS)
    return {f"{row.key}-happened": Spot(CHITS, event_name(row)) for row in chart.rows} if chart else {}
