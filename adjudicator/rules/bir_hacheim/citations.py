"""The rules of the siege's book on things and rolls for which the series has another rule, or none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.play import RollPurpose
from ..cited_rules import Topic

__all__ = ["CITATIONS", "ROLL_RULES"]

CITATIONS: Final[Mapping[Topic, str]] = {
    Topic.FACE_DOWN: "NQoS S4.3",
    Topic.COUNTERBATTERY_FIRED: "NQoS S2.0",
    Topic.WRONG_AMMO: "NQoS S3.0",
    Topic.SUPPLY: "NQoS S4.2",
    Topic.MORALE: "NQoS S4.6",
    Topic.AIR_STRIKES: "NQoS S1.0",
    Topic.PLANNED_STRIKES: "NQoS S1.0",
    Topic.COMMANDER: "NQoS S3.0",
    Topic.EVENT: "NQoS S3.0",
    Topic.MINES: "NQoS 4.3.2",
    Topic.DAY_WEATHER: "NQoS 3.0",
    Topic.MIST: "NQoS 3.1",
    Topic.SAND_STORM: "NQoS 3.2",
    Topic.WITHDRAWAL: "NQoS S5.3",
    Topic.LEAVING: "NQoS S5.1",
    Topic.CHIT_COST: "NQoS S5.4",
    Topic.POINTS_OF_HOUR: "NQoS 5.0",
}
ROLL_RULES: Final[Mapping[RollPurpose, str]] = {
    RollPurpose.MINEFIELD: "NQoS 4.3",
    RollPurpose.COUNTERBATTERY: "NQoS S2.0",
    RollPurpose.WEATHER: "NQoS 3.0",
    RollPurpose.MIST: "NQoS 3.1",
    RollPurpose.SANDSTORM: "NQoS 3.2",
    RollPurpose.AIRPOWER: "NQoS S1.0",
    RollPurpose.AIRPOWER_AGAINST: "NQoS S1.0",
    RollPurpose.STRIKE_TURN: "NQoS S1.0",
    RollPurpose.SUPPLY: "NQoS S4.2",
    RollPurpose.RANDOM_EVENT: "NQoS S3.0",
    RollPurpose.EVENT: "NQoS S3.0",
    RollPurpose.RELIEF: "NQoS S3.0",
    RollPurpose.SURRENDER: "NQoS S3.0",
    RollPurpose.WITHDRAWAL: "NQoS S5.3",
}
