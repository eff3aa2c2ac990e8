"""The calendar in play: the order of the turns (NQoS 2.0)."""

from __future__ import annotations

from ...game.position import Position
from ...game.scenarios import Calendar, TurnTime

__all__ = ["is_earlier", "is_first_turn_of_day", "is_last_turn", "later", "next_day", "next_time"]


def _order(calendar: Calendar, time: TurnTime) -> tuple[int, int]:
    return calendar.dates.index(time.date), calendar.turns.index(time.turn)


def is_last_turn(position: Position) -> bool:
    """Return whether the scenario has no turn after this one."""
    return not is_earlier(position, position.time, position.game.scenarios[position.scenario].last)


def is_earlier(position: Position, one: TurnTime, other: TurnTime) -> bool:
    """Return whether a turn comes before another (NQoS 2.0)."""
    number = position.game.calendar.number
    return number(one) < number(other)


def later(position: Position, turns: int) -> TurnTime | None:
    """Return the turn that comes *turns* turns after this one; None after the calendar's last turn (NQoS 2.0)."""
    calendar = position.game.calendar
    date, turn = _order(calendar, position.time)
    days, turn = divmod(turn + turns, len(calendar.turns))
    after = date + days
    return TurnTime(calendar.dates[after], calendar.turns[turn]) if after < len(calendar.dates) else None


def next_time(position: Position) -> TurnTime | None:
    """Return the turn after this one: Night is followed by 0500 of the next day (NQoS 2.0).

    None after the calendar's last turn.
    """
    return later(position, 1)


def next_day(position: Position, turn: str) -> TurnTime | None:
    """Return a turn of the next day; None after the calendar's last day (NQoS 2.0)."""
    dates = position.game.calendar.dates
    after = dates.index(position.time.date) + 1
    return TurnTime(dates[after], turn) if after < len(dates) else None


def is_first_turn_of_day(position: Position) -> bool:
    """Return whether it is 0500, the first turn of daylight (NQoS 2.0)."""
    return position.time.turn == position.game.calendar.turns[0]
