"""A Movement Action from drags and changes of Column and transport (R7.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Final

from ....game.action_words import Declaration
from ....game.hexes import Hex
from ....game.play import Move, MoveStep, StepKind
from ....game.position import Place, Position, Status
from ....rules.inferred_paths import JumpWay, jump_ways
from ....rules.rule_book import RuleBook
from ....rules.series.leaders import commands
from ....rules.series.trails import Trails
from ...events import Declared, DieRolled, LeaderMoved, Said, StateSet, TableEvent, TurnedOver, UnitMoved
from ..slips import Slip, Slips
from .candidate import Candidate, Context

__all__ = ["move_candidates"]

_CHANGES: Final[Mapping[tuple[str, bool], StepKind]] = {
    ("column", True): StepKind.FORM_COLUMN,
    ("column", False): StepKind.LEAVE_COLUMN,
    ("mounted", True): StepKind.MOUNT,
    ("mounted", False): StepKind.DISMOUNT,
}
"""The steps of a move by the state that they set."""
_BEFALLS: Final = frozenset({Declaration.OPPORTUNITY_FIRE, Declaration.MINEFIELD_ROLL})
"""Declarations about a unit on its way that may have stopped it."""
_MAX_PATHS: Final = 6
_HEX: Final = re.compile(r"\b\d\d\.\d\d\b")
"""A hex in a player's words."""
_PUT_BACK: Final = "{unit} had been dragged from {start} to {place} before the first file begins"
_CAME_FROM: Final = "{unit} is taken to have come from {start}"
_UNDONE: Final[Mapping[StepKind, StepKind]] = {
    StepKind.FORM_COLUMN: StepKind.LEAVE_COLUMN,
    StepKind.LEAVE_COLUMN: StepKind.FORM_COLUMN,
    StepKind.MOUNT: StepKind.DISMOUNT,
    StepKind.DISMOUNT: StepKind.MOUNT,
}
"""The change with which a unit has come to where it can make another one."""
_STATE_BEFORE: Final[Mapping[StepKind, Mapping[str, bool]]] = {
    kind: {state: not on} for (state, on), kind in _CHANGES.items()
}
"""The state of a unit before each change."""
_CORNER: Final = "dragged past a corner, so it went along the trail"


@dataclass(frozen=True, slots=True)
class _Waypoint:
    """A step that was seen on the table: a hex, or a change; and the drag that it was made with."""

    drag: int
    hex: Hex | None
    change: StepKind = StepKind.ENTER
    by_other: bool = False
    """True if the other side dragged the unit there: it puts back what it has stopped."""


def move_candidates(scene: Context) -> Iterator[Candidate]:
    """Yield the moves that a segment may mean, the most likely ones first."""
    waypoints = _waypoints(scene)
    yield from _begun_moves(scene, waypoints)
    seen: set[tuple[MoveStep, ...]] = set()
    jumps = _Jumps(scene)
    for slips, chosen in _readings_of(scene, waypoints):
        for number, filled in enumerate(islice(_filled(scene, chosen, jumps), _MAX_PATHS)):
            if filled.steps in seen or not filled.steps:
                continue
            seen.add(filled.steps)
            move, note = _move(scene, filled.steps, filled.windows), _jump_note(scene, filled.ways)
            for extra, meant in enumerate(_with_answers(move)):
                told = slips + (Slip.OTHER_PATH,) * bool(number) + (Slip.FIRE_ANSWERED_LATER,) * extra
                yield Candidate(meant, told, filled.windows, note)
            if (round_corners := _by_trails(scene, filled)) and round_corners.steps not in seen:
                seen.add(round_corners.steps)
                move = _move(scene, round_corners.steps, round_corners.windows)
                yield Candidate(move, (*slips, Slip.OTHER_PATH), round_corners.windows, _CORNER)


def _begun_moves(scene: Context, waypoints: tuple[_Waypoint, ...]) -> Iterator[Candidate]:
    """Yield the moves of a unit with the step that it had made last before the first file begins.

    By mail a unit is dragged on, and then fired at as it leaves where it was: that fire is in the answer. Where a unit
    is dragged back to afterwards, it was stopped; else it may have come from any hex beside it.
    """
    state = scene.position.units[scene.unit]
    if not scene.segment.begun_before or not isinstance(state.place, Hex):
        return
    back = {each.hex for each in waypoints} - {state.place}
    start = next(iter(back)) if len(back) == 1 else None
    if start is not None:
        note = _PUT_BACK.format(unit=scene.position.shown_name(scene.unit), start=start, place=state.place)
        yield from _moves_from(scene, start, (), note)
    for place in sorted(scene.book.grid.neighbours(state.place)):
        if not any(map(scene.enemy, scene.position.units_in(place))):
            note = _CAME_FROM.format(unit=scene.position.shown_name(scene.unit), start=place)
            yield from islice(_moves_from(scene, place, waypoints, note), 1)
    for kind in _possible_changes(scene, []):
        undone = _UNDONE[kind]
        before = replace(scene, position=scene.position.with_unit(scene.unit, **_STATE_BEFORE[undone]))
        yield from _moves_after(before, (_Waypoint(0, None, undone), *waypoints), "")


def _moves_from(scene: Context, start: Hex, waypoints: tuple[_Waypoint, ...], note: str) -> Iterator[Candidate]:
    """Yield the moves of a unit from a hex to where it is, and on from there."""
    place, position = scene.position.units[scene.unit].place, scene.position
    back = [event.leader for event in scene.segment.events if isinstance(event, LeaderMoved) and event.target == start]
    leaders = {
        leader: replace(state, place=start) if leader in back and not waypoints else state
        for leader, state in position.leaders.items()
    }
    before = replace(scene, position=position.with_unit(scene.unit, place=start).after(leaders=leaders))
    if isinstance(place, Hex):
        yield from _moves_after(before, (_Waypoint(0, place), *waypoints), note)


def _moves_after(before: Context, waypoints: tuple[_Waypoint, ...], note: str) -> Iterator[Candidate]:
    """Yield the moves along a unit's way from a position that was before the first file."""
    for filled in islice(_filled(before, waypoints, _Jumps(before)), _MAX_PATHS):
        move = _move(before, filled.steps, filled.windows)
        yield Candidate(move, (Slip.BEGUN_BEFORE_FIRST_FILE,), filled.windows, note, before.position)


def _by_trails(scene: Context, filled: _Filled) -> _Filled | None:
    """Return a way with the hexes that it may have gone through on trails that bend round a corner, None for none.

    A unit that is dragged from a hex to a neighbour may have gone by a trail that joins the two through a third hex.
    """
    trails, grid = scene.book.memory(Trails), scene.book.grid
    steps: list[MoveStep] = []
    windows: list[int] = []
    place = scene.position.units[scene.unit].place
    for step, window in zip(filled.steps, filled.windows, strict=True):
        end = step.to
        if isinstance(place, Hex) and end is not None and not trails.crossing(place, end):
            near = grid.neighbours(place) & grid.neighbours(end)
            corner = next((n for n in sorted(near) if trails.crossing(place, n) and trails.crossing(n, end)), None)
            if corner is not None:
                steps.append(MoveStep(StepKind.ENTER, corner))
                windows.append(window)
        steps.append(step)
        windows.append(window)
        place = end or place
    return _Filled(tuple(steps), tuple(windows)) if len(steps) > len(filled.steps) else None


class _WaysOfPosition:
    """The ways worked out in one position: a segment is read several times, with its dice shared in different ways."""

    def __init__(self, _book: RuleBook) -> None:
        self._position: Position | None = None
        self._known: dict[tuple[str, tuple[MoveStep, ...], Hex], tuple[JumpWay, ...]] = {}

    def known(self, position: Position) -> dict[tuple[str, tuple[MoveStep, ...], Hex], tuple[JumpWay, ...]]:
        """Return the ways of units after some steps to a hex; those of any other position are forgotten."""
        if position is not self._position:
            self._position, self._known = position, {}
        return self._known


class _Jumps:
    """The ways between two hexes that a unit was dragged over in one jump, each worked out once."""

    def __init__(self, scene: Context) -> None:
        self._scene = scene
        self._known = scene.book.memory(_WaysOfPosition).known(scene.position)

    def told(self, place: Hex, end: Hex) -> tuple[MoveStep, ...]:
        """Return the way between two hexes that the player gave, nothing if he gave none."""
        start = self._scene.position.units[self._scene.unit].place
        for event in self._scene.segment.events:
            if isinstance(event, Declared) and event.unit == self._scene.unit and event.way:
                way = (start, *event.way)
                if place in way and end in way[way.index(place) + 1 :]:
                    begin = way.index(place) + 1
                    told = event.way[begin - 1 : way.index(end, begin)]
                    if self._hex_by_hex((place, *told)):
                        return tuple(MoveStep(StepKind.ENTER, each) for each in told)
        return ()

    def _hex_by_hex(self, way: Sequence[Hex]) -> bool:
        """Return whether a way leaves out no hex: "goes to 32.13" says only where it ends."""
        grid = self._scene.book.grid
        return all(grid.distance(one, other) <= 1 for one, other in pairwise(way))

    def ways(self, steps: tuple[MoveStep, ...], end: Hex) -> tuple[JumpWay, ...]:
        """Return the ways to a hex after some steps; a straight jump if there is none."""
        key = (self._scene.unit, steps, end)
        if key not in self._known:
            scene = self._scene
            found = tuple(islice(jump_ways(scene.position, scene.book, scene.unit, steps, end), _MAX_PATHS))
            self._known[key] = found or (JumpWay((MoveStep(StepKind.ENTER, end),), frozenset()),)
        return self._known[key]


@dataclass(frozen=True, slots=True)
class _Filled:
    """A way with the hexes between its waypoints filled in."""

    steps: tuple[MoveStep, ...]
    windows: tuple[int, ...]
    """The drag of each step."""
    ways: tuple[JumpWay, ...] = ()
    """The steps of the first jump; empty if there was none."""


def _jump_note(scene: Context, ways: tuple[JumpWay, ...]) -> str:
    """Return the note on a jump: that its way is not known, and whether it matters who could have fired."""
    if not ways:
        return ""
    note = "dragged in one go, so the cheapest path was used"
    several = {way.firers for way in ways}
    if len(several) == 1:
        return note
    others = frozenset().union(*several) - min(several, key=len)
    names = ", ".join(sorted(scene.position.shown_name(unit) for unit in others))
    return f"{note}; on another path {names} could have fired at it"


def _waypoints(scene: Context) -> tuple[_Waypoint, ...]:
    """Return what was seen of the unit's way: hexes it was dragged to, and changes of how it moves."""
    found: list[_Waypoint] = []
    drag = -1
    for event, step in zip(scene.segment.events, scene.segment.steps, strict=True):
        if isinstance(event, UnitMoved) and event.unit == scene.unit:
            drag += 1
            if isinstance(event.target, Hex) and event.went is Status.ON_MAP:
                other = step.side not in ("", scene.position.side(scene.unit))
                found.append(_Waypoint(drag, event.target, by_other=other))
        elif isinstance(event, StateSet) and event.unit == scene.unit and (event.state, event.level > 0) in _CHANGES:
            found.append(_Waypoint(max(drag, 0), None, _CHANGES[event.state, event.level > 0]))
    return tuple(found)


def _readings_of(scene: Context, waypoints: tuple[_Waypoint, ...]) -> Iterator[tuple[Slips, tuple[_Waypoint, ...]]]:
    """Yield how the waypoints may be meant: as they were, with those that were taken back left out or not."""
    without = _without_returns(scene, waypoints)
    if not without and not _befell(scene):
        return  # dragged to and fro: nothing was done
    if without != waypoints:
        yield (), without
        if not _befell(scene) and (changed := _without_returns(scene, waypoints, keeps_changes=True)) != without:
            yield (Slip.DRAG_TAKEN_BACK,), changed  # a die would have been for what the unit met there
        yield from (((Slip.DRAG_TAKEN_BACK,), tried) for tried in _up_to_returns(scene, waypoints))
        if not any(each.by_other for each in waypoints):
            yield (Slip.DRAG_TAKEN_BACK,) * 2, waypoints
        if waypoints[-1] not in without:
            return  # where it was dragged back from is where it tried to go
    else:
        yield (), waypoints
    tried = without[-1].drag + 1 if without else 0  # it would have been the next drag
    for steps in _attempts(scene, without):
        attempt = tuple(_Waypoint(tried, place, change) for place, change in steps)
        yield (_slip_of_attempt(scene, steps[0][0]),), (*without, *attempt)


def _slip_of_attempt(scene: Context, place: Hex | None) -> Slip:
    """Return the slip of a unit that tried to enter a place, or to change how it moves, and of which nothing shows it.

    Nobody changes a counter that fire has taken off the map.
    """
    if place is not None:
        if _waits_for_answer(scene):
            return Slip.DRAG_WAITS_FOR_ANSWER
        return Slip.ANNOUNCED_HEX_WITHOUT_A_DRAG if _is_said_to_enter(scene, place) else Slip.HEX_ENTERED_WITHOUT_A_DRAG
    if _ended_with_drag(scene):
        return Slip.CHANGE_TRIED_WITHOUT_A_WORD
    lost = any(table.units[scene.unit].status is Status.ELIMINATED for table in scene.later)
    return Slip.CHANGE_OF_LOST_UNIT_NOT_MARKED if lost else Slip.HEX_ENTERED_WITHOUT_A_DRAG


def _is_said_to_enter(scene: Context, place: Hex) -> bool:
    """Return whether the way that a player has told of a unit leads through a place."""
    return any(
        isinstance(event, Declared) and event.action is Declaration.MOVE and event.unit == scene.unit
        and place in event.way for event in scene.segment.events
    )  # fmt: skip


def _without_returns(
    scene: Context, waypoints: tuple[_Waypoint, ...], *, keeps_changes: bool = False
) -> tuple[_Waypoint, ...]:
    """Return the waypoints without those that were left again by going back to a hex on the way.

    The changes of Column and transport made there are taken back as well, or kept.
    """
    kept: list[_Waypoint] = []
    start = scene.position.units[scene.unit].place
    for each in waypoints:
        if each.hex is None:
            kept.append(each)
            continue
        places = [start, *(known.hex for known in kept)]
        if each.hex in places:
            back = places.index(each.hex)
            kept = [*kept[:back], *(known for known in kept[back:] if keeps_changes and known.hex is None)]
        elif _is_passed_over(scene, places, each.hex):
            kept = [*kept[:-1], replace(each, drag=kept[-1].drag)]
        else:
            kept.append(each)
    return tuple(kept)


def _up_to_returns(scene: Context, waypoints: tuple[_Waypoint, ...]) -> Iterator[tuple[_Waypoint, ...]]:
    """Yield the waypoints up to each one that goes back: the hex before it was tried and not reached.

    A counter that is dragged on past a hex, and then into it, goes back as well, unless it goes round; and one that is
    dragged to where the rules have it already does not.
    """
    here = scene.position.units[scene.unit].place
    places: list[Place] = [here]
    for number, each in enumerate(waypoints):
        if each.hex not in (None, here) and (each.hex in places or _is_passed_over(scene, places, each.hex)):
            yield waypoints[:number]
        here = each.hex or here
        places.append(each.hex)


def _is_passed_over(scene: Context, places: Sequence[Place], back: Hex) -> bool:
    """Return whether a hex lies on a straight way between the last two places: the unit was dragged past it."""
    if len(places) < 2:
        return False
    start, end = places[-2:]
    if not isinstance(start, Hex) or not isinstance(end, Hex):
        return False
    grid = scene.book.grid
    return grid.distance(start, back) + grid.distance(back, end) == grid.distance(start, end)


def _attempts(scene: Context, waypoints: tuple[_Waypoint, ...]) -> Iterator[tuple[tuple[Hex | None, StepKind], ...]]:
    """Yield what the unit may have tried next, if something happened to it that the way alone does not explain.

    That is a hex that the unit did not get into, or a change that nobody marked since the unit was Suppressed or
    eliminated. Where its player said it was to go, it tried to get nearer to that hex, and nothing else: hex by hex if
    he gave its whole way, for the other side may fire at it in each of them before it is dragged at all.
    """
    start = scene.position.units[scene.unit].place
    places = [each.hex for each in waypoints if each.hex is not None]
    last = places[-1] if places else start
    if not _befell(scene) or not isinstance(last, Hex):
        return
    grid, said = scene.book.grid, _said_to_go(scene, last)
    if said and said[-1] not in (*places, start):  # "moving 7/2 in 27.14" says where it sets out
        goal = said[-1]
        ahead = said[said.index(last) + 1 :] if last in said else said
        if all(grid.distance(one, other) == 1 for one, other in pairwise((last, *ahead))):
            steps = tuple((place, StepKind.ENTER) for place in ahead)
            yield from (steps[:number] for number in range(1, len(steps) + 1))
            return
        near = (each for each in grid.neighbours(last) if grid.distance(each, goal) < grid.distance(last, goal))
        yield from (((place, StepKind.ENTER),) for place in sorted(near))
        return
    changes: list[StepKind] = [each.change for each in waypoints if each.hex is None]
    yield from (((None, change),) for change in _possible_changes(scene, changes))
    if not _ended_with_drag(scene):
        yield from (((place, StepKind.ENTER),) for place in sorted(scene.book.grid.neighbours(last) - set(places)))


def _said_to_go(scene: Context, last: Hex) -> list[Hex]:
    """Return the hexes that the unit's player gave as its way; in words that are not read, those beside its last one.

    "And from here I'd like to get into 28.13" names no unit, and nothing else can be meant by a hex beside it.
    """
    said: list[Hex] = []
    own, near = scene.position.side(scene.unit), scene.book.grid.neighbours(last)
    for event, step in zip(scene.segment.events, scene.segment.steps, strict=True):
        if isinstance(event, Declared) and event.unit == scene.unit:
            said += event.way
        elif isinstance(event, Said) and step.side == own and event.units <= {scene.unit}:
            said += (place for place in map(Hex.parse, _HEX.findall(event.text)) if place in near)
    return said


def _ended_with_drag(scene: Context) -> bool:
    """Return whether the log in which the unit moved ends with its last drag, and all that befell it is in the answer.

    Whoever means to go on to another hex says so before he hands the game over; that his unit goes where it lies, and a
    question to the other side, say nothing of the kind. What changes without a drag may have been tried all the same.
    If he has rolled a die of his own since, and his unit was fired at again, it may have been going on by then.
    """
    told = list(zip(scene.segment.events, scene.segment.steps, strict=True))
    drags = [
        (at, event.target) for at, (event, step) in enumerate(told)
        if isinstance(event, UnitMoved) and event.unit == scene.unit
        and step.side in ("", scene.position.side(scene.unit))
    ]  # fmt: skip
    if not drags:
        return False
    last, end = drags[-1]
    own = told[last][1].log
    after = [(event, step.log) for event, step in told[last + 1 :]]
    return (
        after[-1:] != []
        and after[-1][1] > own
        and all(log > own or _says_no_more(event, scene.unit, end) for event, log in after)
        and not _is_fired_at_after_own_die(scene, own)
    )


def _is_fired_at_after_own_die(scene: Context, own: int) -> bool:
    """Return whether the unit's side has rolled a die in a log after its *own*, and was fired at after that."""
    has_rolled = False
    for event, step in zip(scene.segment.events, scene.segment.steps, strict=True):
        if isinstance(event, DieRolled) and step.log > own and step.side == scene.position.side(scene.unit):
            has_rolled = True
        if has_rolled and isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE:
            return True
    return False


def _says_no_more(event: TableEvent, unit: str, end: Place) -> bool:
    """Return whether an event shows no more of a unit than that it goes to where it has been dragged."""
    if isinstance(event, LeaderMoved):
        return event.target == end
    if isinstance(event, Said):
        return event.asks_other_side
    return isinstance(event, Declared) and event.unit == unit and event.way[-1:] == (end,)


def _befell(scene: Context) -> bool:
    """Return whether something happened to the unit on its way that may have stopped it, or may in the answer."""
    return (
        scene.segment.has_dice
        or _waits_for_answer(scene)
        or any(isinstance(event, Declared) and event.action in _BEFALLS for event in scene.segment.events)
    )


def _waits_for_answer(scene: Context) -> bool:
    """Return whether a unit is said to go somewhere, with its point paid, no drag, and no answer of the other side.

    "From 17.07 into 17.08, any op fire?": the counter is dragged when nobody stops it.
    """
    side, division = scene.position.side(scene.unit), scene.position.game.units[scene.unit].division
    if not scene.ends or scene.table.points[division].command >= scene.position.points[division].command:
        return False
    told = list(zip(scene.segment.events, scene.segment.steps, strict=True))
    waits = all(step.side in ("", side) and not isinstance(event, UnitMoved) for event, step in told)
    return waits and any(
        isinstance(event, Declared) and event.action is Declaration.MOVE and event.unit == scene.unit and event.way
        for event, _ in told
    )


def _possible_changes(scene: Context, made: list[StepKind]) -> Iterator[StepKind]:
    """Yield how a unit could change after the changes that it has made."""
    state = scene.position.units[scene.unit]
    for name, begun in (("column", state.column), ("mounted", state.mounted)):
        on, off = _CHANGES[name, True], _CHANGES[name, False]
        own = [change for change in made if change in (on, off)]
        yield off if (own[-1] == on if own else begun) else on


def _filled(scene: Context, waypoints: tuple[_Waypoint, ...], jumps: _Jumps) -> Iterator[_Filled]:
    """Yield ways with the hexes between their waypoints filled in.

    Only one of the jumps is varied: the first one, and only if it is the end of the way.
    """
    whole = _Filled((), ())
    variants: list[_Filled] = []
    place = scene.position.units[scene.unit].place
    for number, each in enumerate(waypoints, 1):
        if each.hex is None:
            whole = _longer(whole, (MoveStep(each.change),), each.drag)
            continue
        if not isinstance(place, Hex) or each.hex in scene.book.grid.neighbours(place):
            whole = _longer(whole, (MoveStep(StepKind.ENTER, each.hex),), each.drag)
        elif told := jumps.told(place, each.hex):
            whole = _longer(whole, told, each.drag)
        elif each.hex != place:
            ways = jumps.ways(whole.steps, each.hex)
            if not whole.ways and number == len(waypoints):
                variants = [replace(_longer(whole, way.steps, each.drag), ways=ways) for way in ways[1:]]
            whole = replace(_longer(whole, ways[0].steps, each.drag), ways=whole.ways or ways)
        place = each.hex
    yield whole
    yield from variants


def _longer(way: _Filled, steps: tuple[MoveStep, ...], drag: int) -> _Filled:
    return _Filled((*way.steps, *steps), (*way.windows, *[drag] * len(steps)), way.ways)


def _move(scene: Context, steps: tuple[MoveStep, ...], windows: tuple[int, ...]) -> Move:
    """Return the move with the leaders that went along, and with the enemy guns that were turned over on the way.

    A leader of another formation goes along by himself if nobody stays with him (R2.13).
    """
    events = scene.segment.events
    reached = [e.target for e in events if isinstance(e, UnitMoved) and e.unit == scene.unit and e.target is not None]
    leaders = {e.leader: e.target for e in events if isinstance(e, LeaderMoved) and isinstance(e.target, Hex)}
    present = scene.position.units[scene.unit].place
    chosen = tuple(
        leader for leader, end in leaders.items()
        if reached and end == reached[-1] and scene.position.leaders[leader].place == present and _is_own(scene, leader)
        and (commands(scene.position, leader, scene.unit) or _goes_wrongly(scene, leader, present))
    )  # fmt: skip
    return Move(
        scene.unit, _with_reveals(scene, steps, windows), leaders=chosen, stopped=_is_last_stopped(scene, steps)
    )


def _is_last_stopped(scene: Context, steps: tuple[MoveStep, ...]) -> bool:
    """Return whether the last step is a change that fire stopped which the module reports by itself."""
    changes = [event for event in scene.segment.events if isinstance(event, StateSet) and event.unit == scene.unit
               and (event.state, event.level > 0) in _CHANGES]  # fmt: skip
    last = next((event for event in reversed(changes) if event.stopped), None)
    return last is not None and bool(steps) and steps[-1].kind is _CHANGES[last.state, last.level > 0]


def _goes_wrongly(scene: Context, leader: str, start: Place) -> bool:
    """Return whether a leader was dragged along with units that he does not command, though somebody stays (R6.5)."""
    own = any(commands(scene.position, leader, unit) for unit in scene.segment.units)
    return not own and any(unit not in scene.segment.units for unit in scene.table.units_in(start))


def _with_answers(move: Move) -> Iterator[Move]:
    """Yield a move, and the same with the guns that were turned over last turned over earlier on the way.

    By mail the guns' owner sees the whole way before he can answer; he fires at where the unit came through.
    """
    yield move
    shown = [at for at, step in enumerate(move.steps) if step.reveals]
    for at in reversed(range(shown[-1] if shown else 0)):
        if move.steps[at].to is not None:
            steps = list(move.steps)
            steps[at] = replace(steps[at], reveals=(*steps[at].reveals, *steps[shown[-1]].reveals))
            steps[shown[-1]] = replace(steps[shown[-1]], reveals=())
            yield replace(move, steps=tuple(steps))


def _is_own(scene: Context, leader: str) -> bool:
    game = scene.position.game
    return game.divisions[game.leaders[leader].division].side == scene.position.side(scene.unit)


def _with_reveals(scene: Context, steps: tuple[MoveStep, ...], windows: tuple[int, ...]) -> tuple[MoveStep, ...]:
    """Return the steps with the enemy guns that were turned over after each of them."""
    drag, shown = -1, dict[int, list[str]]()
    for event in scene.segment.events:
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
