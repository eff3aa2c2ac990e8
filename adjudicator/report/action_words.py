"""Actions in plain words, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from ..game import play
from ..game.hexes import Hex
from ..game.notation.table import plain_sentence
from ..game.position import Position
from ..game.position_words import place_words
from ..viewing.viewer import Viewer

__all__ = ["action_words", "path_words"]

Name = Callable[[str], str]

_CHANGES: Final[Mapping[play.StepKind, str]] = {
    play.StepKind.FORM_COLUMN: "forms Column",
    play.StepKind.LEAVE_COLUMN: "leaves Column",
    play.StepKind.MOUNT: "mounts",
    play.StepKind.DISMOUNT: "dismounts",
}
_NOWHERE: Final = "nowhere"
_RALLIES: Final[Mapping[play.RallyKind, str]] = {
    play.RallyKind.SUPPRESSION: "Suppression",
    play.RallyKind.COHESION: "a Cohesion Hit",
}
_WORK_WORDS: Final[Mapping[play.EngineerWork, str]] = {
    play.EngineerWork.IMPROVED_POSITION: "works at an Improved Position",
    play.EngineerWork.ENTRENCHMENT: "works at an Entrenchment",
    play.EngineerWork.CLEAR_MINES: "clears mines",
    play.EngineerWork.LAY_MINES: "lays mines",
}


def action_words(action: play.Action, position: Position, viewer: Viewer) -> str:
    """Return what an action is."""

    def name(unit: str) -> str:
        return viewer.name(position, unit)

    return _WORDS.get(type(action), _sentence)(action, position, name)


def path_words(steps: Iterable[play.MoveStep]) -> str:
    """Return the steps of a move: hexes entered one after the other, and changes of how the unit moves."""
    return ", ".join(
        "-".join(str(step.to or _NOWHERE) for step in some) if is_entry else _change_words(some)
        for is_entry, some in _runs(steps)
    )


def _runs(steps: Iterable[play.MoveStep]) -> Iterator[tuple[bool, list[play.MoveStep]]]:
    """Yield the hexes that are entered in a row, and between them what else is done."""
    for is_entry, some in groupby(steps, key=lambda step: step.kind == play.StepKind.ENTER):
        yield is_entry, list(some)


def _change_words(steps: Iterable[play.MoveStep]) -> str:
    return ", ".join(_CHANGES.get(step.kind, step.kind) for step in steps)


def _leader(position: Position, leader: str) -> str:
    leaders = position.game.leaders
    return leaders[leader].name if leader in leaders else leader


def _chit(position: Position, chit: str) -> str:
    chits = position.game.chits
    return chits[chit].name if chit in chits else chit


def _move(action: play.Move, position: Position, name: Name) -> str:
    place = position.units[action.unit].place if action.unit in position.units else None
    start = "" if place is None else place_words(position, place)
    here = start if isinstance(place, Hex) else ""
    parts = []
    for is_entry, some in _runs(action.steps):
        if not is_entry:
            parts.append(_change_words(some))
            continue
        hexes = [str(step.to or _NOWHERE) for step in some]
        parts.append("moves " + "-".join([here, *hexes] if here else hexes))
        here = hexes[-1]
    origin = f" from {start}" if start and not isinstance(place, Hex) else ""
    return f"{name(action.unit)} {', '.join(parts) or 'moves nowhere'}{origin}"


def _bonus(action: play.DirectFire | play.IndirectFire | play.AssaultFire) -> str:
    return " with Company Bonus" if action.company_bonus else ""


def _indirect(action: play.IndirectFire, _position: Position, name: Name) -> str:
    spotter = f", spotted by {name(action.spotter)}" if action.spotter else ""
    return f"{name(action.unit)}: Indirect Fire at {name(action.target)}{spotter}{_bonus(action)}"


def _assault(action: play.Assault, _position: Position, name: Name) -> str:
    retreat = ", the defenders retreat" if action.defender_retreats else ""
    charge = ", with a charge" if action.charge else ""
    return f"{', '.join(map(name, action.units)) or 'nobody'}: assault on {action.target}{retreat}{charge}"


def _formation(position: Position, formation: str) -> str:
    formations = position.game.formations
    return formations[formation].name if formation in formations else formation


def _event(action: play.CarryOutEvent, position: Position, _name: Name) -> str:
    chosen = [_leader(position, action.leader)] if action.leader else []
    chosen += [str(action.hex)] if action.hex is not None else []
    chosen += [_formation(position, each) for each in action.formations]
    rows = {row.key: str(row.cells["name"]) for row in position.game.charts["random-events"].rows}
    event = rows.get(position.event, "the event")
    return f"{event}: {', '.join(chosen) or 'nothing to choose'}"


def _sentence(action: play.Action, position: Position, name: Name) -> str:
    """Return the words of the notation for an action that needs no others."""

    def called(kind: str, each: str) -> str:
        return str(each) if kind == "hex" else _chit(position, each) if kind == "chit" else name(each)

    return plain_sentence(action, called)


_WORDS: Final[Mapping[type, Callable[[Any, Position, Name], str]]] = {
    play.PlayChit: _sentence,
    play.Move: _move,
    play.DirectFire: lambda action, _, name: (
        f"{name(action.unit)}: Direct Fire at {name(action.target)}{_bonus(action)}"
    ),
    play.IndirectFire: _indirect,
    play.Counterbattery: lambda action, _, name: f"{name(action.unit)}: Counterbattery Fire at {name(action.target)}",
    play.OpportunityFire: lambda action, _, name: f"{name(action.unit)}: Opportunity Fire at {name(action.target)}",
    play.AssaultFire: lambda action, _, name: (
        f"{name(action.unit)}: fire at {name(action.target)} in an assault{_bonus(action)}"
    ),
    play.SeekContact: lambda action, position, name: (
        f"{name(action.unit)}: seeks contact through {_leader(position, action.leader)}"
    ),
    play.Assault: _assault,
    play.Rally: lambda action, _, name: f"{name(action.unit)}: rallies from {_RALLIES[action.of]}",
    play.Engineer: lambda action, _, name: f"{name(action.unit)}: {_WORK_WORDS[action.work]}",
    play.AirStrike: _sentence,
    play.Reveal: lambda action, _, name: f"{name(action.unit)}: is turned over",
    play.Deploy: lambda action, _, name: f"{name(action.unit)}: comes into play in {action.hex}",
    play.TakeBack: lambda action, _, name: f"{name(action.unit)}: is taken off the map",
    play.EndActivation: lambda action, _, name: f"{name(action.unit)}: ends its activation",
    play.EndTurn: _sentence,
    play.Weather: _sentence,
    play.Airpower: _sentence,
    play.Supply: _sentence,
    play.BuyChit: _sentence,
    play.Arrive: lambda action, position, name: f"{name(action.unit)} arrives in {place_words(position, action.to)}",
    play.LeaveMap: lambda action, _, name: f"{name(action.unit)} leaves by its entry hex",
    play.CarryOutEvent: _event,
    play.WithdrawalRoll: lambda action, position, _: (
        f"{_formation(position, action.formation)} rolls for withdrawal"
        + (" with a Command Point" if action.command_point else "")
    ),
    play.BreakOut: lambda action, position, name: (
        f"{_sentence(action, position, name)}: {' '.join(map(str, action.route)) or 'no way out'}"
    ),
}
