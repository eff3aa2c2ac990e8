"""The changes besides the units from one position to another: tracks, weather, air strikes, events in effect, chits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ..drawing.mats import NEXT_TURN, PLAYED, available_name
from ..game.position import Position
from ..module_layout.table_places import Spot
from ..module_layout.turn_markers import (
    CONTROL,
    STORM_BOX,
    commander_marker,
    commander_spot,
    effect_spot,
    effects,
    strike_marker,
    used_up,
)
from ..rules.rule_sets import exclusive_rules
from .table_actions import (
    AdvanceTurn,
    DrawChit,
    MarkerPlace,
    MoveMarker,
    MoveOnTrack,
    PlaceMarker,
    RemoveMarker,
    ReturnChit,
    SendChit,
    TableAction,
)

__all__ = ["turn_marks"]

_STORM, _USED, _TURN, _DATE = "sand-storm", "event-used", "turn", "date"
_SANDSTORM: Final = "sandstorm"
_FORMATION: Final = "formation"


def turn_marks(before: Position, after: Position) -> tuple[TableAction, ...]:
    """Return the acts, apart from units, that change the table from *before* to *after*."""
    return (
        *_tracks(before, after),
        *_weather(before, after),
        *_strikes(before, after),
        *_events(before, after),
        *_control(before, after),
        *_chits(before, after),
    )


def _tracks(before: Position, after: Position) -> Iterator[TableAction]:
    game = after.game
    if after.time != before.time:
        yield AdvanceTurn(after.time)
        if _TURN in game.markers:
            yield MoveOnTrack(_TURN, after.time.turn)
        if after.time.date != before.time.date and _DATE in game.markers:
            yield MoveOnTrack(_DATE, game.calendar.date_names[after.time.date])
    if after.morale is not None and after.morale != before.morale:
        yield MoveOnTrack("morale", str(after.morale))
    if after.supply and after.supply != before.supply:
        yield MoveOnTrack("supply", str(game.charts["supply-levels"].row(after.supply).cells["name"]))


def _weather(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the changes of the markers of the weather; the day's stays where it is until a new one is rolled for."""
    if after.day_weather and after.day_weather != before.day_weather:
        yield MoveOnTrack("weather", str(after.game.charts["weather"].row(after.day_weather).cells["name"]))
    yield from _put(_STORM, STORM_BOX, before.weather == _SANDSTORM, after.weather == _SANDSTORM)


def _put(marker: str, at: MarkerPlace, before: bool, after: bool) -> Iterator[TableAction]:
    """Yield the placing or the removal of a marker."""
    if before != after:
        yield PlaceMarker(marker, at) if after else RemoveMarker(marker, at)


def _strikes(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the changes of the markers of air strikes: planned ones on the track of the turns, ready ones in a box."""
    marker = strike_marker(after.game)
    if marker is None:
        return
    strike, box = marker.id, marker.box
    left = 0 if after.time != before.time else before.strikes
    if left < before.strikes:
        yield from [RemoveMarker(strike, box)] * (before.strikes - left)
    old, new = Counter(before.planned_strikes), Counter(after.planned_strikes)
    now = Spot(_TURN, after.time.turn)
    ready = min(max(after.strikes - left, 0), max(old[now.space] - new[now.space], 0))
    yield from [MoveMarker(strike, now, box)] * ready
    old[now.space] -= ready
    left += ready
    yield from [PlaceMarker(strike, box)] * (after.strikes - left)
    yield from [RemoveMarker(strike, box)] * (left - after.strikes)
    for turn in after.game.calendar.turns:
        spot = Spot(_TURN, turn)
        yield from [PlaceMarker(strike, spot)] * (new[turn] - old[turn])
        yield from [RemoveMarker(strike, spot)] * (old[turn] - new[turn])


def _events(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the changes of the markers of random events: those used up or in effect, and who the commander is with."""
    game = after.game
    for flag, spot in used_up(game).items():
        yield from _put(_USED, spot, flag in before.flags, flag in after.flags)
    for effect in effects(game):
        yield from _put(effect, effect_spot(game, effect), effect in before.flags, effect in after.flags)
    commander = commander_marker(game)
    if commander is not None and before.commander_with != after.commander_with:
        if before.commander_with:
            yield RemoveMarker(commander.id, commander_spot(game, before.commander_with))
        if after.commander_with:
            yield PlaceMarker(commander.id, commander_spot(game, after.commander_with))


def _control(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the change of the marker that shows who was last in the hex that decides (Scenario 3)."""
    place, flag = after.game.scenarios[after.scenario].victory.hex, exclusive_rules(after.game).control_flags.get(1)
    if place is not None and flag is not None:
        yield from _put(CONTROL, place, flag in before.flags, flag in after.flags)


def _chits(before: Position, after: Position) -> Iterator[TableAction]:
    """Yield the chits' changes of place: out of play, into play, then into the mug, to the next turn, and for sale."""
    old, new = before.activation.chit, after.activation.chit
    there = {*after.played, *after.mug, *after.next_turn, new}
    sold = [chit for chit in before.played if chit not in there and after.game.chits[chit].kind == _FORMATION]
    if old and old != new and old not in sold:
        yield SendChit(old, PLAYED)
    if new and old != new:
        yield DrawChit(new)
    put_aside = [chit for chit in after.played if chit not in (*before.played, old, new)]
    yield from (SendChit(chit, PLAYED) for chit in put_aside)
    yield from (ReturnChit(chit) for chit in after.mug if chit not in before.mug)
    yield from (SendChit(chit, NEXT_TURN) for chit in after.next_turn if chit not in before.next_turn)
    for chit in sold:
        yield SendChit(chit, available_name(after.game.sides[after.game.chits[chit].side].name))
