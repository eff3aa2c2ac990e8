"""The steps that this game adds to the turn: weather, airpower, supply (NQoS 3.0, S1.0, S4.2; R4.1)."""

from __future__ import annotations

from typing import Final

from ...game import play
from ...game.action_words import TurnStepKind
from ...game.position import Position
from ..exclusive_rules import TurnStep
from ..rule_book import RuleBook
from ..series.calendar import is_first_turn_of_day
from ..series.conditions import is_night
from .weather import is_weather_due

__all__ = ["STEPS"]


def _has_rule(position: Position, rule: str) -> bool:
    return rule in position.game.scenarios[position.scenario].rules


def _is_airpower_due(position: Position, _book: RuleBook) -> bool:
    return is_first_turn_of_day(position) and _has_rule(position, "S1.0")


def _is_supply_due(position: Position, _book: RuleBook) -> bool:
    return is_night(position) and _has_rule(position, "S4.2")


STEPS: Final = (
    TurnStep(TurnStepKind.WEATHER, "the weather", is_weather_due, play.Weather(), "NQoS 3.0"),
    TurnStep(TurnStepKind.AIRPOWER, "airpower", _is_airpower_due, play.Airpower(), "NQoS S1.0"),
    TurnStep(TurnStepKind.SUPPLY, "French supply", _is_supply_due, play.Supply(), "NQoS S4.2"),
)
"""The steps that have to be done before the turn's first chit, in this order."""
