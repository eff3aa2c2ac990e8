"""What was done at the table as lines of a script, so that a part of a game can be played again as a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.module_layout.table_places import Spot
from adjudicator.recording import table_actions
from adjudicator.recording.module_kit import PlayKit
from adjudicator.recording.table_actions import MarkerPlace, TableAction

__all__ = ["script_lines"]


def script_lines(kit: PlayKit, done: TableAction) -> tuple[str, ...]:
    """Return an act as the lines of a script that do it; a comment for what scripts have no line for."""
    if isinstance(done, table_actions.Undone):
        return (*script_lines(kit, done.act), "undo")
    make = _LINES.get(type(done))
    return (make(kit, done),) if make else (f"# {done}",)


def _name(kit: PlayKit, counter: str) -> str:
    game = kit.game
    return game.leaders[counter].name if counter in game.leaders else game.units[counter].name


def _place(place: MarkerPlace | None) -> str:
    return f"{place.sheet}: {place.space}" if isinstance(place, Spot) else str(place)


def _declare(kit: PlayKit, done: table_actions.Declare) -> str:
    aim = f" at {_name(kit, done.at)}" if done.typed and done.at else ""
    return f"{_name(kit, done.counter)}: {kit.words[done.action]}{aim}"


def _drag(kit: PlayKit, done: table_actions.Drag) -> str:
    return f"drag {', '.join(_name(kit, each) for each in done.counters)} to {_place(done.to)}"


def _put(_kit: PlayKit, done: table_actions.PlaceMarker) -> str:
    return f"barrage {done.at}" if done.marker == "barrage" else f"marker {done.marker} in {_place(done.at)}"


def _remove(_kit: PlayKit, done: table_actions.RemoveMarker) -> str:
    return f"no marker {done.marker} in {_place(done.at)}"


_LINES: Final[Mapping[type, Callable[[PlayKit, Any], str]]] = {
    table_actions.Declare: _declare,
    table_actions.ThrowDice: lambda _, done: "roll " + " ".join(str(roll.die) for roll in done.rolls),
    table_actions.Drag: _drag,
    table_actions.PutBesideMap: lambda kit, done: f"drag {_name(kit, done.counter)} off the map",
    table_actions.SetState: lambda kit, done: f"{_name(kit, done.unit)}: {kit.state_words(done.state, done.value)[1]}",
    table_actions.Eliminate: lambda kit, done: f"eliminate {_name(kit, done.counter)}",
    table_actions.TurnOver: lambda kit, done: f"reveal {_name(kit, done.unit)}",
    table_actions.SetPoints: lambda _, done: (
        f"{'points' if done.kind == 'command' else 'dispatch'} {done.division} {done.points}"
    ),
    table_actions.PlaceMarker: _put,
    table_actions.FlipMarker: lambda _, done: f"flip {done.marker} {done.at}",
    table_actions.MoveMarker: lambda _, done: f"marker {done.marker} from {_place(done.at)} to {_place(done.to)}",
    table_actions.RemoveMarker: _remove,
    table_actions.MoveOnTrack: lambda _, done: f"track {done.track} {done.space}",
    table_actions.DrawChit: lambda _, done: f"draw {done.chit}",
    table_actions.SendChit: lambda _, done: f"send {done.chit} to {done.space}",
    table_actions.ReturnChit: lambda _, done: f"put back {done.chit}",
    table_actions.AdvanceTurn: lambda _, done: f"turn {done.time.date} {done.time.turn}",
    table_actions.Say: lambda _, done: f"say {done.text}",
}
