"""Words for the facts of a whole position: the turn, the weather, places, the names of levels in charts."""

from __future__ import annotations

from .position import Place, Position
from .scenarios import TurnTime

__all__ = ["place_words", "row_name", "time_words", "turn_weather_words", "weather_words"]

_STORM = "sandstorm"


def time_words(position: Position, time: TurnTime) -> str:
    """Return a turn as ``May 27, 0900``."""
    return f"{position.game.calendar.date_names[time.date]}, {time.turn}"


def place_words(position: Position, place: Place) -> str:
    """Return the words for a place: the number of a hex, the name of a box; off the map for neither."""
    boxes = position.game.map.boxes
    if place is None:
        return "off the map"
    return boxes[place].name if isinstance(place, str) and place in boxes else str(place)


def weather_words(position: Position) -> str:
    """Return the weather of the turn, and that of the day where it differs (3.0)."""
    day = row_name(position, "weather", position.day_weather)
    now = turn_weather_words(position)
    return f"{now} (of the day: {day})" if day and day.casefold() != now else now


def turn_weather_words(position: Position) -> str:
    """Return the weather of the turn alone."""
    return "sand storm" if position.weather == _STORM else position.weather


def row_name(position: Position, chart: str, row: str) -> str:
    """Return the name that a row of a chart has, as its track prints it; empty where there is no such row."""
    rows = position.game.charts[chart].rows if chart in position.game.charts else ()
    return next((str(each.cells["name"]) for each in rows if each.key == row), "")
