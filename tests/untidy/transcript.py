"""What was done at the table as lines of a script, so that a part of a game can be played again as a case."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator.module_layout.table_places import Spot
from adjudicator.recording import table_actions as deeds
from adjudicator.recording.module_kit import PlayKit
from adjudicator.recording.table_actions import Deed, MarkerPlace

__all__ = ["script_lines"]


def script_lines(kit: PlayKit, deed: Deed) -> tuple[str, ...]:
    """Return a deed as the lines of a script that do it; a comment for what scripts have no line for."""
    if isinstance(deed, deeds.Undone):
        return (*script_lines(kit, deed.deed), "undo")
    make = _LINES.get(type(deed))
    return (make(kit, deed),) if make else (f"# {deed}",)


def _name(kit: PlayKit, counter: str) -> str:
    game = kit.game
    return game.leaders[counter].name if counter in game.leaders else game.units[counter].name


def _place(place: MarkerPlace | None) -> str:
    return f"{place.sheet}: {place.space}" if isinstance(place, Spot) else str(place)


def _declare(kit: PlayKit, deed: deeds.Declare) -> str:
    aim = f" at {_name(kit, deed.at)}" if deed.typed and deed.at else ""
    return f"{_name(kit, deed.counter)}: {kit.words[deed.action]}{aim}"


def _drag(kit: PlayKit, deed: deeds.Drag) -> str:
    return f"drag {', '.join(_name(kit, each) for each in deed.counters)} to {_place(deed.to)}"


def _put(_kit: PlayKit, deed: deeds.PlaceMarker) -> str:
    return f"barrage {deed.at}" if deed.marker == "barrage" else f"marker {deed.marker} in {_place(deed.at)}"


def _remove(_kit: PlayKit, deed: deeds.RemoveMarker) -> str:
    return f"no marker {deed.marker} in {_place(deed.at)}"


_LINES: Final[Mapping[type, Callable[[PlayKit, Any], str]]] = {
    deeds.Declare: _declare,
    deeds.ThrowDice: lambda _, deed: "roll " + " ".join(str(roll.die) for roll in deed.rolls),
    deeds.Drag: _drag,
    deeds.PutBesideMap: lambda kit, deed: f"drag {_name(kit, deed.counter)} off the map",
    deeds.SetState: lambda kit, deed: f"{_name(kit, deed.unit)}: {kit.state_words(deed.state, deed.value)[1]}",
    deeds.Eliminate: lambda kit, deed: f"eliminate {_name(kit, deed.counter)}",
    deeds.TurnOver: lambda kit, deed: f"reveal {_name(kit, deed.unit)}",
    deeds.SetPoints: lambda _, deed: (
        f"{'points' if deed.kind == 'command' else 'dispatch'} {deed.division} {deed.points}"
    ),
    deeds.PlaceMarker: _put,
    deeds.FlipMarker: lambda _, deed: f"flip {deed.marker} {deed.at}",
    deeds.MoveMarker: lambda _, deed: f"marker {deed.marker} from {_place(deed.at)} to {_place(deed.to)}",
    deeds.RemoveMarker: _remove,
    deeds.MoveOnTrack: lambda _, deed: f"track {deed.track} {deed.space}",
    deeds.DrawChit: lambda _, deed: f"draw {deed.chit}",
    deeds.SendChit: lambda _, deed: f"send {deed.chit} to {deed.space}",
    deeds.ReturnChit: lambda _, deed: f"put back {deed.chit}",
    deeds.AdvanceTurn: lambda _, deed: f"turn {deed.time.date} {deed.time.turn}",
    deeds.Say: lambda _, deed: f"say {deed.text}",
}
