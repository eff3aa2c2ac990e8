"""The facts of a position that no counter shows, in words: what has to be done next, what is in effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..game.names import called
from ..game.order_of_battle import MarkerRole
from ..game.position import Position
from ..game.position_words import row_name, time_words, weather_words
from .table_items import Knows

__all__ = ["Note", "position_notes", "position_title"]


@dataclass(frozen=True, slots=True)
class Note:
    """A line: what it is about, and what is in effect."""

    about: str
    text: str


def position_title(position: Position) -> str:
    """Return the picture's title: game, scenario, turn, weather, chit in play."""
    scenario = position.game.scenarios[position.scenario]
    chit = position.activation.chit
    parts = (
        f"{position.game.name}, scenario {scenario.number}: {scenario.title}",
        time_words(position, position.time),
        weather_words(position),
        f"chit in play: {position.game.chits[chit].name}" if chit else "no chit in play",
    )
    return " · ".join(parts)


def position_notes(position: Position, knows: Knows = lambda _unit: True) -> tuple[Note, ...]:
    """Return the lines of a position that have something to say; *knows* says which units the reader may know."""
    return tuple(Note(about, text) for about, text in _lines(position, knows) if text)


def _lines(position: Position, knows: Knows) -> Iterator[tuple[str, str]]:
    game = position.game
    active, fired = (
        called(position, unit, knows) if unit else "" for unit in (position.activation.unit, position.last_indirect)
    )
    yield "Turn", time_words(position, position.time)
    yield "Weather", weather_words(position)
    yield "Still to do before the first chit", ", ".join(position.due)
    yield "Active unit", active
    yield "Chit to be played first", game.chits[position.first_chit].name if position.first_chit else ""
    yield "Event to carry out", row_name(position, "random-events", position.event)
    yield "Rolls for withdrawal", ", ".join(game.formations[each].name for each in position.withdrawals)
    yield "Has just fired indirectly", fired
    for division, points in position.points.items():
        name = game.divisions[division].name
        yield name, f"{points.command} Command Points, {points.dispatch} Dispatch Points"
    tracks = game.map.tracks
    if position.supply and "supply" in tracks:
        yield tracks["supply"].name, row_name(position, "supply-levels", position.supply)
    if position.morale is not None and "morale" in tracks:
        yield tracks["morale"].name, str(position.morale)
    yield "Air strikes now", str(position.strikes) if position.strikes else ""
    yield "Air strikes later", ", ".join(position.planned_strikes)
    commander = game.marker_of(MarkerRole.COMMANDER)
    if position.commander_with and commander is not None:
        yield commander.name, f"with {game.leaders[position.commander_with].name}"
    yield "In effect", ", ".join(sorted(flag.replace("-", " ") for flag in position.flags))
    yield "The game has ended", position.outcome.replace("-", " ")
