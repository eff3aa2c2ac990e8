"""The rule that a thing on the table should follow: that of the roll or the action that changes it, or its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...game.game_data import GameData
from ...game.play import Action, Airpower, BuyChit, CarryOutEvent, PlayChit, RollPurpose, WithdrawalRoll
from ...game.position import Position, Status
from ...rules.cited_rules import Topic, cited_rule, rule_of_roll
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Resolution
from ...rules.series.calendar import is_first_turn_of_day
from .aspects import Aspect, AspectField, AspectKind, value_of

__all__ = ["aspect_rule"]

_RESULT_RULES: Final[Mapping[str, str]] = {
    "C": "GTS R9.18", "S?": "GTS R9.19", "S": "GTS R9.20", "1": "GTS R9.22", "E": "GTS R9.23",
}  # fmt: skip
"""The rule of a result of the Combat Results Table."""
_FIELD_RULES: Final[Mapping[str, str | Topic]] = {
    "status": "GTS R9.23",
    "place": "GTS R7.3",
    "hidden": Topic.FACE_DOWN,
    "steps": "GTS R9.22",
    "suppressed": "GTS R9.24",
    "cohesion": "GTS R9.18",
    "column": "GTS R7.8",
    "mounted": "GTS R7.8",
    "improvement": "GTS R13.3",
    "men_at_work": "GTS R13.4",
    "contact": "GTS R10.3",
    "counterbattery_fired": Topic.COUNTERBATTERY_FIRED,
    "wrong_ammo": Topic.WRONG_AMMO,
    "supply": Topic.SUPPLY,
    "morale": Topic.MORALE,
    "planned_strikes": Topic.PLANNED_STRIKES,
    "strikes": Topic.AIR_STRIKES,
    "commander_with": Topic.COMMANDER,
    "flag": Topic.EVENT,
    "command": "GTS R6.11",
    "dispatch": "GTS R6.6",
    "leader": "GTS R6.5",
    "chit": "GTS R6.10",
    "mug": "GTS R6.12",
    "barrages": "GTS R10.7",
    "mines": Topic.MINES,
}
"""The rule that a thing on the table follows, where no better one is known."""
_CAUSES: Final[Mapping[RollPurpose, frozenset[AspectField]]] = {
    RollPurpose.SUPPRESSION: frozenset({AspectField.SUPPRESSED}),
    RollPurpose.CONVERSION: frozenset({AspectField.SUPPRESSED, AspectField.COHESION}),
    RollPurpose.MINEFIELD: frozenset({AspectField.SUPPRESSED, AspectField.PLACE}),
    RollPurpose.RALLY: frozenset({AspectField.SUPPRESSED, AspectField.COHESION}),
    RollPurpose.ENGINEER: frozenset({AspectField.IMPROVEMENT, AspectField.MEN_AT_WORK}),
    RollPurpose.CONTACT: frozenset({AspectField.CONTACT}),
    RollPurpose.COMMAND_POINTS: frozenset({AspectField.COMMAND}),
}
"""The fields that a roll changes of the unit that rolls."""
_HURTS: Final = frozenset({AspectField.SUPPRESSED, AspectField.COHESION, AspectField.STEPS, AspectField.STATUS})
"""The fields that fire changes of its target."""
_WEATHER: Final = frozenset({"weather", "day_weather"})


def aspect_rule(
    aspect: Aspect, position: Position, table: Position, resolutions: tuple[Resolution, ...] = (),
    action: Action | None = None, turn: str = "",
) -> str:  # fmt: skip
    """Return the rule that a thing on the table should follow.

    *position* is that by the rules, *table* that on the table; *action* and its *resolutions* brought it about, in a
    *turn* that may have ended since.
    A dummy leaves play when it is turned over.
    """
    found = _rule(aspect, position, table, resolutions, action, turn)
    return cited_rule(position.game, found) if isinstance(found, Topic) else found


def _rule(
    aspect: Aspect, position: Position, table: Position, resolutions: tuple[Resolution, ...],
    action: Action | None, turn: str,
) -> str | Topic:  # fmt: skip
    """Return the rule, or the topic on which games have rules of their own."""
    if aspect.kind is AspectKind.UNIT and position.game.units[aspect.subject].dummy:
        return Topic.FACE_DOWN
    found = _of_rolls(aspect, resolutions, position.game) or _of_action(aspect, position, table, action, turn)
    if found:
        return found
    if aspect.kind is AspectKind.CONDITION and aspect.subject in _WEATHER:
        return _of_weather(aspect, position, table)
    if aspect.kind is AspectKind.FLAG and aspect.subject in exclusive_rules(position.game).control_flags.values():
        return f"Scenario {position.scenario}"
    if aspect.kind in (AspectKind.RETURN, AspectKind.LEADER) or aspect.field == AspectField.STATUS:
        found = _of_absence(position, aspect.subject) or _of_absence(table, aspect.subject)
        if found or aspect.kind is AspectKind.RETURN:
            return found or Topic.LEAVING
    own = aspect.subject if aspect.kind is AspectKind.CONDITION else aspect.field or aspect.kind
    return _FIELD_RULES[own]


def _of_rolls(aspect: Aspect, resolutions: tuple[Resolution, ...], game: GameData) -> str:
    """Return the rule of the last roll that changes a thing, empty for none."""
    for each in reversed(resolutions):
        if each.purpose == RollPurpose.FIRE and each.target == aspect.subject and aspect.field in _HURTS:
            return _RESULT_RULES.get(each.result, each.rule)
        mine = each.unit == aspect.subject or (aspect.kind is AspectKind.POINTS and each.target == aspect.subject)
        if mine and aspect.field in _CAUSES.get(each.purpose, ()):
            return each.rule if each.purpose == RollPurpose.MINEFIELD else rule_of_roll(each.purpose, game)
    return ""


def _of_action(aspect: Aspect, position: Position, table: Position, action: Action | None, turn: str) -> str | Topic:
    """Return the rule by which an action changes a thing without a roll of its own, empty for none."""
    if aspect.field == AspectField.DISPATCH:
        division = position.game.divisions[aspect.subject]
        match action:
            case BuyChit():
                return "GTS R6.9" if division.chit_cost_factor == 1 else Topic.CHIT_COST
            case PlayChit():
                return Topic.POINTS_OF_HOUR if _lacks_points_of_hour(aspect, position, table, turn) else "GTS R6.8"
            case Airpower():
                return Topic.AIR_STRIKES
    if aspect.field == AspectField.STATUS and isinstance(action, WithdrawalRoll):
        return Topic.WITHDRAWAL
    if aspect.field == AspectField.STATUS and isinstance(action, CarryOutEvent):
        return Topic.EVENT
    return ""


def _lacks_points_of_hour(aspect: Aspect, position: Position, table: Position, turn: str) -> bool:
    """Return whether a division has fewer Dispatch Points on the table by just those that a certain turn adds."""
    rows = position.game.charts["dispatch-points"].rows
    extra = next((int(str(row.cells["points"])) for row in rows if row.key == (turn or position.time.turn)), 0)
    return bool(extra) and value_of(position, aspect) - value_of(table, aspect) == extra


def _of_weather(aspect: Aspect, position: Position, table: Position) -> str | Topic:
    """Return the rule of the weather: of a storm in this turn, of mist that lifts, else of the day's die."""
    if aspect.subject == "weather" and "sandstorm" in (position.weather, table.weather):
        return Topic.SAND_STORM
    return Topic.DAY_WEATHER if is_first_turn_of_day(position) else Topic.MIST


def _of_absence(position: Position, name: str) -> str | Topic:
    """Return the rule by which a unit or a leader has left the map; empty if he has not, or is lost.

    The table does not show whether somebody has withdrawn until the next day or left for two turns.
    """
    counter = position.units[name] if name in position.units else position.leaders[name]
    back = position.returning.get(name)
    if counter.status is Status.WITHDRAWN:
        return Topic.WITHDRAWAL if back else Topic.EVENT
    if back is None or counter.status is Status.ON_MAP:
        return ""
    return Topic.WITHDRAWAL if back.date != position.time.date else Topic.LEAVING
