"""A Movement Action from drags and changes of Column and transport (R7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from ...game.hexes import Hex
from ...game.play import Move, MoveStep
from ...game.position import Status
from ...rules.series.movement import ENTER
from ..table_events import Declared, LeaderMoved, StateSet, TurnedOver, UnitMoved
from .candidate import Candidate, Scene
from .ways_told import jump_ways

__all__ = ["move_candidates"]

_CHANGES: Final[Mapping[tuple[str, bool], str]] = {
    ("column", True): "form-column",
    ("column", False): "leave-column",
    ("mounted", True): "mount",
    ("mounted", False): "dismount",
}
"""The steps of a move by the state that they set."""
_BEFALLS: Final = frozenset({"opportunity-fire", "minefield-roll"})
"""What is said of a unit on its way that may have stopped it."""
_MOST_WAYS: Final = 6
_ATTEMPTED: Final = 0.6
"""How far-fetched it is that a unit tried to enter a hex into which it was never dragged."""
_TAKEN_BACK: Final = 0.1
"""How far-fetched it is that a unit was dragged back because it could not get there."""
_OTHER_WAY: Final = 0.05


@dataclass(frozen=True, slots=True)
class _Waypoint:
    """A step that was seen on the table: a hex, or a change; and the drag that it was made with."""

    drag: int
    hex: Hex | None
    change: str = ""


def move_candidates(scene: Scene) -> Iterator[Candidate]:
    """Yield the moves that a passage may mean, the most likely ones first."""
    waypoints = _waypoints(scene)
    seen: set[tuple[MoveStep, ...]] = set()
    for cost, chosen in _readings_of(scene, waypoints):
        for number, (steps, windows, jumped) in enumerate(islice(_filled(scene, chosen), _MOST_WAYS)):
            if steps in seen or not steps:
                continue
            seen.add(steps)
            note = "it was dragged in one jump: the cheapest way was taken" if jumped else ""
            yield Candidate(_move(scene, steps, windows), cost + _OTHER_WAY * number, windows, note)


def _waypoints(scene: Scene) -> tuple[_Waypoint, ...]:
    """Return what was seen of the unit's way: hexes it was dragged to, and changes of how it moves."""
    found: list[_Waypoint] = []
    drag = -1
    for event in scene.passage.events:
        if isinstance(event, UnitMoved) and event.unit == scene.unit:
            drag += 1
            if isinstance(event.target, Hex) and event.went is Status.ON_MAP:
                found.append(_Waypoint(drag, event.target))
        elif isinstance(event, StateSet) and event.unit == scene.unit and (event.state, event.level > 0) in _CHANGES:
            found.append(_Waypoint(max(drag, 0), None, _CHANGES[event.state, event.level > 0]))
    return tuple(found)


def _readings_of(scene: Scene, waypoints: tuple[_Waypoint, ...]) -> Iterator[tuple[float, tuple[_Waypoint, ...]]]:
    """Yield how the waypoints may be meant: as they were, with those that were taken back left out or not."""
    without = _without_returns(scene, waypoints)
    if without != waypoints:
        yield 0.0, without
        yield _TAKEN_BACK, _up_to_return(scene, waypoints)
        yield 2 * _TAKEN_BACK, waypoints
    else:
        yield 0.0, waypoints
    last = without[-1].drag if without else 0
    for place, change in _attempts(scene, without):
        yield _ATTEMPTED, (*without, _Waypoint(last, place, change))


def _without_returns(scene: Scene, waypoints: tuple[_Waypoint, ...]) -> tuple[_Waypoint, ...]:
    """Return the waypoints without those that were left again by going back to a hex on the way."""
    kept: list[_Waypoint] = []
    start = scene.position.units[scene.unit].place
    for each in waypoints:
        if each.hex is None:
            kept.append(each)
            continue
        places = [start, *(known.hex for known in kept)]
        if each.hex in places:
            back = places.index(each.hex)
            kept = kept[:back]
        else:
            kept.append(each)
    return tuple(kept)


def _up_to_return(scene: Scene, waypoints: tuple[_Waypoint, ...]) -> tuple[_Waypoint, ...]:
    """Return the waypoints up to the first one that goes back: the hex before it was tried and not reached."""
    start = scene.position.units[scene.unit].place
    places = {start}
    for number, each in enumerate(waypoints):
        if each.hex is not None and each.hex in places:
            return waypoints[:number]
        places.add(each.hex)
    return waypoints


def _attempts(scene: Scene, waypoints: tuple[_Waypoint, ...]) -> Iterator[tuple[Hex | None, str]]:
    """Yield what the unit may have tried next, if something befell it that the way alone does not explain.

    It is a hex that it did not get into, or a change that nobody marked since the unit was Suppressed or eliminated.
    """
    befell = scene.passage.has_dice or any(
        isinstance(event, Declared) and event.action in _BEFALLS for event in scene.passage.events
    )
    places = [each.hex for each in waypoints if each.hex is not None]
    last = places[-1] if places else scene.position.units[scene.unit].place
    if befell and isinstance(last, Hex):
        changes = [each.change for each in waypoints if each.change]
        yield from ((None, change) for change in _possible_changes(scene, changes))
        yield from ((place, "") for place in sorted(scene.book.grid.neighbours(last) - set(places)))


def _possible_changes(scene: Scene, made: list[str]) -> Iterator[str]:
    """Yield how a unit could change after the changes that it has made."""
    state = scene.position.units[scene.unit]
    for name, begun in (("column", state.column), ("mounted", state.mounted)):
        on, off = _CHANGES[name, True], _CHANGES[name, False]
        own = [change for change in made if change in (on, off)]
        yield off if (own[-1] == on if own else begun) else on


def _filled(
    scene: Scene, waypoints: tuple[_Waypoint, ...]
) -> Iterator[tuple[tuple[MoveStep, ...], tuple[int, ...], bool]]:
    """Yield the steps of a way with what lies between its waypoints, their drags, and whether a jump had to be filled.

    Only one of the jumps is varied at a time: the first one.
    """
    steps: tuple[MoveStep, ...] = ()
    windows: tuple[int, ...] = ()
    variants: list[tuple[tuple[MoveStep, ...], tuple[int, ...], int]] = []
    jumped = False
    place = scene.position.units[scene.unit].place
    for number, each in enumerate(waypoints):
        if each.hex is None:
            steps, windows = (*steps, MoveStep(each.change)), (*windows, each.drag)
            continue
        if not isinstance(place, Hex) or each.hex in scene.book.grid.neighbours(place):
            steps, windows = (*steps, MoveStep(ENTER, each.hex)), (*windows, each.drag)
        elif each.hex != place:
            ways = list(jump_ways(scene.position, scene.book, scene.unit, steps, each.hex)) or [
                (MoveStep(ENTER, each.hex),)
            ]
            if not jumped:
                variants = [
                    ((*steps, *way), (*windows, *[each.drag] * len(way)), number + 1) for way in ways[1:_MOST_WAYS]
                ]
            jumped = True
            steps, windows = (*steps, *ways[0]), (*windows, *[each.drag] * len(ways[0]))
        place = each.hex
    yield steps, windows, jumped
    for begun, begun_windows, following in variants:
        if following == len(waypoints):
            yield begun, begun_windows, True


def _move(scene: Scene, steps: tuple[MoveStep, ...], windows: tuple[int, ...]) -> Move:
    """Return the move with the leaders that went along, and with the enemy guns that were turned over on the way."""
    events = scene.passage.events
    reached = [e.target for e in events if isinstance(e, UnitMoved) and e.unit == scene.unit and e.target is not None]
    leaders = {e.leader: e.target for e in events if isinstance(e, LeaderMoved) and isinstance(e.target, Hex)}
    present = scene.position.units[scene.unit].place
    chosen = tuple(
        leader for leader, end in leaders.items()
        if reached and end == reached[-1] and scene.position.leaders[leader].place == present and _is_own(scene, leader)
    )  # fmt: skip
    return Move(scene.unit, _with_reveals(scene, steps, windows), leaders=chosen)


def _is_own(scene: Scene, leader: str) -> bool:
    game = scene.position.game
    return game.divisions[game.leaders[leader].division].side == scene.position.side(scene.unit)


def _with_reveals(scene: Scene, steps: tuple[MoveStep, ...], windows: tuple[int, ...]) -> tuple[MoveStep, ...]:
    """Return the steps with the enemy guns that were turned over after each of them."""
    drag, shown = -1, dict[int, list[str]]()
    for event in scene.passage.events:
        if isinstance(event, UnitMoved) and event.unit == scene.unit:
            drag += 1
        elif isinstance(event, TurnedOver) and not event.hidden and scene.enemy(event.unit):
            shown.setdefault(max(drag, 0), []).append(event.unit)
    changed = list(steps)
    for number, guns in shown.items():
        made = [at for at, window in enumerate(windows) if window <= number]
        if made:
            changed[made[-1]] = replace(changed[made[-1]], reveals=tuple(guns))
    return tuple(changed)
