"""The rules that are cited to the players of a game: their own book's, or in a game without it those of the series."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from ..game.action_words import EngineerWork
from ..game.game_data import GameData
from ..game.play import Action, Engineer, RollPurpose
from ..game.roll_kinds import roll_kind
from .rule_sets import exclusive_rules

__all__ = ["Topic", "cited_rule", "rule_of_roll"]


class Topic(StrEnum):
    """A thing on the table on which a game may have a rule of its own book, beside that of the series or instead."""

    FACE_DOWN = "hidden"
    COUNTERBATTERY_FIRED = "counterbattery_fired"
    WRONG_AMMO = "wrong_ammo"
    SUPPLY = "supply"
    MORALE = "morale"
    AIR_STRIKES = "strikes"
    PLANNED_STRIKES = "planned_strikes"
    COMMANDER = "commander_with"
    EVENT = "flag"
    MINES = "mines"
    DAY_WEATHER = "day_weather"
    MIST = "mist"
    SAND_STORM = "sand storm"
    WITHDRAWAL = "withdrawal"
    LEAVING = "leaving"
    CHIT_COST = "chit cost"
    """The price of a chit where it is not the usual one."""
    POINTS_OF_HOUR = "points of the hour"
    """The Dispatch Points that a certain turn adds."""


_SEQUENCE: Final = "GTS R4.1"
"""The rule for what the series has no other one for."""
_OF_SERIES: Final[Mapping[Topic, str]] = {
    Topic.FACE_DOWN: "GTS R2.1",
    Topic.COUNTERBATTERY_FIRED: "GTS R10.11",
    Topic.SUPPLY: "GTS R4.4",
    Topic.AIR_STRIKES: "GTS R14.1",
    Topic.PLANNED_STRIKES: "GTS R14.1",
    Topic.MINES: "GTS R13.5",
    Topic.DAY_WEATHER: "GTS R5.1",
    Topic.MIST: "GTS R5.2",
    Topic.SAND_STORM: "GTS R5.5",
    Topic.WITHDRAWAL: "GTS R15",
    Topic.LEAVING: "GTS R15",
    Topic.CHIT_COST: "GTS R6.9",
    Topic.POINTS_OF_HOUR: "GTS R6.8",
}
_OF_ROLLS: Final[Mapping[RollPurpose, str]] = {
    RollPurpose.COMMAND_POINTS: "GTS R6.7",
    RollPurpose.COMPANY_BONUS: "GTS R9.6",
    RollPurpose.FIRE: "GTS R9.2",
    RollPurpose.SUPPRESSION: "GTS R9.19",
    RollPurpose.CONVERSION: "GTS R9.20",
    RollPurpose.OPPORTUNITY: "GTS R12.2",
    RollPurpose.MINEFIELD: "GTS R7.16",
    RollPurpose.BARRAGE_EXIT: "GTS R7.14",
    RollPurpose.SPOTTING: "GTS R10.5",
    RollPurpose.CONTACT: "GTS R10.4",
    RollPurpose.COUNTERBATTERY: "GTS R10.11",
    RollPurpose.BRAVERY: "GTS R11.3",
    RollPurpose.CHARGE: "GTS R11.8",
    RollPurpose.RALLY: "GTS R13.1",
    RollPurpose.ENGINEER: "GTS R13.4",
    RollPurpose.WEATHER: "GTS R5.1",
    RollPurpose.MIST: "GTS R5.2",
    RollPurpose.SANDSTORM: "GTS R5.5",
    RollPurpose.AIRPOWER: "GTS R14.1",
    RollPurpose.AIRPOWER_AGAINST: "GTS R14.1",
    RollPurpose.STRIKE_TURN: "GTS R14.1",
    RollPurpose.SUPPLY: "GTS R4.4",
    RollPurpose.WITHDRAWAL: "GTS R15",
}

_ON_MINES: Final = frozenset({EngineerWork.CLEAR_MINES, EngineerWork.LAY_MINES})


def cited_rule(game: GameData, topic: Topic) -> str:
    """Return the rule on a thing as a game's players know it."""
    return exclusive_rules(game).citations.get(topic) or _OF_SERIES.get(topic, _SEQUENCE)


def rule_of_roll(purpose: RollPurpose, game: GameData, action: Action | None = None) -> str:
    """Return the rule that demands a roll in a game; the check for work on mines is demanded by that on mines.

    *action* is the action that the roll belongs to, if it is known.
    """
    if added := roll_kind(purpose):
        return added.rule
    if purpose is RollPurpose.ENGINEER and isinstance(action, Engineer) and action.work in _ON_MINES:
        return cited_rule(game, Topic.MINES)
    return exclusive_rules(game).roll_rules.get(purpose) or _OF_ROLLS.get(purpose, _SEQUENCE)
