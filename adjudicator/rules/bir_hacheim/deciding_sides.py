"""The sides that decide and roll where no unit of theirs acts: events, airpower, supply, withdrawal (S1.0, S3.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ...game import play
from ...game.play import Action, RollPurpose
from ...game.position import Position
from ..exclusive_rules import Chosen, EventChoice

__all__ = ["EVENT_CHOICES", "OWED_ROLLS", "ROLL_SIDES", "deciding_side"]

_FRENCH, _AXIS, _GERMANS = "french", "axis", "90-leichte"

EVENT_CHOICES: Final[Mapping[str, EventChoice]] = {
    "rommel": EventChoice(_AXIS, Chosen.LEADER),
    "ammo-dump": EventChoice(_AXIS, Chosen.TARGET_HEX),
    "relief-1": EventChoice(_AXIS, Chosen.WITHDRAWAL, division=_GERMANS),
    "indian-gun": EventChoice(_FRENCH, Chosen.UNIT_PLACE, unit="indian-gun"),
    "surrender-requested": EventChoice(_FRENCH, Chosen.SURRENDER, division=_FRENCH),
}
"""The choices for random events (NQoS S3.0)."""
ROLL_SIDES: Final[Mapping[RollPurpose, str]] = {RollPurpose.AIRPOWER: _FRENCH, RollPurpose.AIRPOWER_AGAINST: _AXIS}
"""The sides of the dice for airpower: either player may roll both, or each his own (NQoS S1.0)."""
OWED_ROLLS: Final[Mapping[RollPurpose, str]] = {RollPurpose.STRIKE_TURN: _FRENCH, RollPurpose.SUPPLY: _FRENCH}
"""The sides that owe other rolls of the turn (NQoS S1.0, S4.2)."""
_SIDES: Final[Mapping[type, Callable[[Position], str]]] = {
    play.CarryOutEvent: lambda position: EVENT_CHOICES[position.event].side if position.event in EVENT_CHOICES else "",
    play.WithdrawalRoll: lambda _: _AXIS,
    play.Supply: lambda _: _FRENCH,
    play.BreakOut: lambda _: _FRENCH,
}


def deciding_side(position: Position, action: Action) -> str:
    """Return the side that does an action of no unit (NQoS S3.0, S4.2, S4.6, S5.3)."""
    decides = _SIDES.get(type(action))
    return decides(position) if decides else ""
