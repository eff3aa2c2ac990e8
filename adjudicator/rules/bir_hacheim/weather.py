"""The weather: rolled for each day and for some turns (NQoS 3.0 to 3.2, R5.1 to R5.5, Scenario 3)."""

from __future__ import annotations

from typing import Final

from ...game.position import Position
from ..rule_book import RuleBook
from ..series.calendar import is_first_turn_of_day

__all__ = ["SANDSTORM", "STORMS", "days_weather", "is_weather_due", "weather_at_start_of_turn"]

CLEAR, MIST, SANDSTORM = "clear", "mist", "sandstorm"
_STRONG, _WEAK = "sandstorm-4", "sandstorm-2"
STORMS: Final = frozenset({_STRONG, _WEAK})
"""The weathers of a day on which each turn is rolled for (NQoS 3.2)."""
_LIFT: Final = "mist-lift"


def is_rolled_day(position: Position) -> bool:
    """Return whether the weather of this day is rolled for (NQoS 3.0; Scenario 3: from its second day on)."""
    first = str(position.game.scenarios[position.scenario].weather.get("rolled_from", ""))
    return bool(first) and position.time.date >= first


def is_weather_due(position: Position, book: RuleBook) -> bool:
    """Return whether a die is rolled for the weather at the start of this turn (NQoS 3.0, 3.1, 3.2; R4.4)."""
    if not is_rolled_day(position):
        return False
    if is_first_turn_of_day(position) or position.day_weather in STORMS:
        return True
    return position.day_weather == MIST and _lifts_by_die(position, book) is True


def _lifts_by_die(position: Position, book: RuleBook) -> bool | None:
    """Return whether a die decides if mist lifts at the start of this turn; None: it does not lift then (NQoS 3.1)."""
    turn = position.time.turn
    rows = {row.key for row in book.game.charts[_LIFT].rows}
    return book.flag(_LIFT, turn, "rolled") if turn in rows else None


def weather_at_start_of_turn(position: Position, book: RuleBook) -> Position:
    """Return a position at the start of a turn with the weather that needs no die (NQoS 3.0 to 3.2).

    A new day has no weather yet; on 1100 mist lifts by itself; a sand storm lasts for one turn.
    """
    if is_first_turn_of_day(position):
        return position.after(weather=CLEAR, day_weather="" if is_rolled_day(position) else CLEAR)
    if position.day_weather == MIST and _lifts_by_die(position, book) is False:
        return position.after(weather=CLEAR, day_weather=CLEAR)
    return position.after(weather=CLEAR) if position.weather == SANDSTORM else position


def days_weather(position: Position, book: RuleBook) -> tuple[str, ...]:
    """Return the weather of the day for each face of the die (NQoS 3.0; Scenario 3: a storm of 4 is one of 2)."""
    weaker = position.game.scenarios[position.scenario].weather.get("sandstorm_4_as_2", False)
    rows = (book.row_for("weather", "die", face) for face in range(10))
    return tuple(_WEAK if weaker and row == _STRONG else row for row in rows)
