"""Mutations of what lies on the table: results not applied, points and markers changed, counters, chits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from adjudicator.game import play
from adjudicator.game.action_words import ActionType
from adjudicator.game.hexes import Hex
from adjudicator.game.play import PlayChit
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.recording.game_writer import GameWriter
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import (
    AdvanceTurn,
    DrawChit,
    Eliminate,
    FlipMarker,
    PlaceMarker,
    RemoveMarker,
    ReturnChit,
    SetPoints,
    SetState,
    TableAction,
    TurnOver,
    Undone,
)
from adjudicator.rules.judge import judge
from adjudicator.rules.ruling import Resolution, Ruling
from adjudicator.rules.series.command import may_begin
from tests.mutations.planting import Expected, Kind, Moment, Plan
from tests.mutations.telling import (
    ANSWERED,
    POINTS_SETTLED,
    Way,
    begun,
    completed,
    expect,
    first_illegal,
    on_map,
    rolls_of,
)

__all__ = ["CHITS", "COUNTERS", "RESULTS"]

_RESULT_RULES: Final = {"C": "GTS R9.18", "S?": "GTS R9.19", "S": "GTS R9.20", "1": "GTS R9.22", "E": "GTS R9.23"}
_POINTS_WRONG: Final = expect("result-not-applied", "GTS R6.11")
_LATER_ACTIONS: Final = (
    ActionType.MOVEMENT, ActionType.FIRE, ActionType.RALLY, ActionType.ENGINEER, ActionType.ASSAULT,
)  # fmt: skip
"""The kinds of actions that a unit may go on with."""
_HURTS: Final = frozenset({"suppressed", "cohesion", "step-loss"})


def _played(moment: Moment) -> tuple[tuple[TableAction, ...], Ruling, Position] | None:
    """Return the acts of the next action, its ruling and the position after it."""
    ruling = judge(moment.position, moment.action, moment.book)
    return (script(moment.position, moment.action, moment.book), ruling, ruling.after) if ruling.after else None


def _side(moment: Moment) -> str:
    unit = getattr(moment.action, "unit", "")
    return moment.position.side(unit) if unit else ""


# results


def _one_shot(moment: Moment, *results: str) -> tuple[Resolution, tuple[TableAction, ...], Position] | None:
    """Return the shot of a fire action that has one of some results, the acts of the action and the position after."""
    found = _played(moment) if isinstance(moment.action, play.DirectFire | play.IndirectFire) else None
    if found is None:
        return None
    shots = [each for each in found[1].resolutions if each.purpose == "fire"]
    if len(shots) != 1 or shots[0].result not in results:
        return None
    return shots[0], found[0], found[2]


def _changes(acts: tuple[TableAction, ...], unit: str) -> list[SetState]:
    return [d for d in acts if isinstance(d, SetState) and d.unit == unit and d.state in _HURTS]


def _unapplied(*results: str, or_else: tuple[Expected, ...] = ()) -> Way:
    """Return what leaves a result of fire out."""

    def way(moment: Moment) -> Plan | None:
        found = _one_shot(moment, *results)
        if found is None:
            return None
        shot, acts, after = found
        lost = [*_changes(acts, shot.target), Eliminate(shot.target)]
        left = tuple(act for act in acts if act not in lost)
        if len(left) == len(acts):
            return None
        old = moment.position.units[shot.target]
        kept = after.after(units={**after.units, shot.target: old})
        expected = expect("result-not-applied", _RESULT_RULES[shot.result])
        return Plan(left, kept, (expected,), _side(moment), or_else)

    return way


def _other_loss(state: str, *results: str) -> Way:
    """Return what marks another result than the die gave."""

    def way(moment: Moment) -> Plan | None:
        found = _one_shot(moment, *results)
        if found is None:
            return None
        shot, acts, after = found
        old, new = moment.position.units[shot.target], after.units[shot.target]
        marks = _changes(acts, shot.target)
        if len(marks) != 1 or new.status is not Status.ON_MAP or old.suppressed or old.column or old.cohesion:
            return None
        lost = moment.position.game.units[shot.target].steps - old.steps
        wrong = {"suppressed": 1, "cohesion": 1, "step-loss": lost + 1}
        if marks[0].state == state or (state == "step-loss" and old.steps < 2):
            return None
        fields: Mapping[str, Mapping[str, Any]] = {
            "suppressed": {"suppressed": True}, "cohesion": {"cohesion": 1}, "step-loss": {"steps": old.steps - 1},
        }  # fmt: skip
        changed = tuple(SetState(shot.target, state, wrong[state]) if act == marks[0] else act for act in acts)
        there = after.after(units={**after.units, shot.target: old.after(**fields[state])})
        expected = (expect("result-not-applied", _RESULT_RULES[shot.result]),)
        return Plan(changed, there, expected, _side(moment))

    return way


def _on_another(moment: Moment) -> Plan | None:
    """Mark a result on another unit of the target's side."""
    found = _one_shot(moment, "C", "S", "1")
    if found is None:
        return None
    shot, acts, after = found
    marks = _changes(acts, shot.target)
    others = [unit for unit in on_map(moment.position, moment.position.side(shot.target))
              if unit != shot.target and not _marked(moment.position, unit)]  # fmt: skip
    if len(marks) != 1 or not others or marks[0].state == "step-loss" or marks[0].value != 1:
        return None
    other, field = others[0], marks[0].state
    old = moment.position.units
    marked = old[other].after(**{field: type(getattr(old[other], field))(1)})
    units = {**after.units, shot.target: old[shot.target], other: marked}
    changed = tuple(SetState(other, field, 1) if act == marks[0] else act for act in acts)
    expected = (expect("result-not-applied", _RESULT_RULES[shot.result]),)
    return Plan(changed, after.after(units=units), expected, _side(moment))


def _marked(position: Position, unit: str) -> bool:
    state = position.units[unit]
    return bool(state.suppressed or state.cohesion or state.hidden)


def _without(
    matches: Callable[[Moment, TableAction], bool],
    restore: Callable[[Position, Position, TableAction], Position],
    *expected: Expected,
) -> Way:
    """Return what leaves out the only act of an action that matches; *restore* makes it undone in the position."""

    def way(moment: Moment) -> Plan | None:
        found = _played(moment)
        chosen = [act for act in found[0] if matches(moment, act)] if found else []
        if found is None or len(chosen) != 1:
            return None
        left = tuple(act for act in found[0] if act != chosen[0])
        return Plan(left, restore(moment.position, found[2], chosen[0]), expected, _side(moment))

    return way


def _is_mark(state: str, value: int, kinds: tuple[type, ...] = (play.Move,)) -> Callable[[Moment, TableAction], bool]:
    def matches(moment: Moment, act: TableAction) -> bool:
        if not isinstance(act, SetState) or not isinstance(moment.action, kinds):
            return False
        after = judge(moment.position, moment.action, moment.book).after
        stays = after is not None and after.units[act.unit].status is Status.ON_MAP
        return stays and (act.state, act.value) == (state, value)

    return matches


def _keeps(field: str) -> Callable[[Position, Position, Any], Position]:
    return lambda before, after, act: after.with_unit(act.unit, **{field: getattr(before.units[act.unit], field)})


def _keeps_barrages(before: Position, after: Position, _act: TableAction) -> Position:
    return after.after(barrages=dict(before.barrages))


def _keeps_unit(before: Position, after: Position, act: Any) -> Position:
    shown = before.units[act.counter].after(hidden=False)
    return after.after(units={**after.units, act.counter: shown})


def _still_hidden(before: Position, after: Position, act: Any) -> Position:  # noqa: ARG001
    return after.with_unit(act.unit, hidden=True)


def _is_last_action(moment: Moment) -> bool:
    """Return whether a unit fires that can do nothing else: with its next action it would be turned over after all."""
    action = moment.action
    if not isinstance(action, play.DirectFire):
        return False
    after = judge(moment.position, action, moment.book).after
    return after is not None and not any(may_begin(after, moment.book, action.unit, kind) for kind in _LATER_ACTIONS)


def _mines_ignored(moment: Moment) -> Plan | None:
    """Leave out the Suppression of a minefield."""
    found = _played(moment) if isinstance(moment.action, play.Move) else None
    mines = [each for each in found[1].resolutions if each.purpose == "minefield"] if found else []
    if found is None or not mines or _dice_count(moment.action) > 1:
        return None
    marks = [d for d in found[0] if isinstance(d, SetState) and d.state == "suppressed"]
    if len(marks) != 1:
        return None
    left = tuple(act for act in found[0] if act not in marks)
    after = found[2].with_unit(marks[0].unit, suppressed=False)
    return Plan(left, after, (expect("result-not-applied", mines[-1].rule),), _side(moment))


def _mines_converted(moment: Moment) -> Plan | None:
    """Turn the Suppression of a minefield into a Cohesion Hit."""
    plan = _mines_ignored(moment)
    unit = getattr(moment.action, "unit", "")
    if plan is None or moment.position.units[unit].cohesion:
        return None
    after = plan.after.with_unit(unit, cohesion=1)
    return Plan((*plan.acts, SetState(unit, "cohesion", 1)), after, plan.expected, plan.side)


def _dice_count(action: Any) -> int:
    return sum(1 for _ in rolls_of(action))


def _too_heavy(moment: Moment) -> Plan | None:
    """Turn a fresh Light Barrage to its heavy side."""
    found = _played(moment) if isinstance(moment.action, play.IndirectFire) else None
    placed = [act for act in found[0] if isinstance(act, PlaceMarker)] if found else []
    if found is None or len(placed) != 1 or any(isinstance(act, FlipMarker) for act in found[0]):
        return None
    at = found[0].index(placed[0]) + 1
    acts = (*found[0][:at], FlipMarker("barrage", placed[0].at), *found[0][at:])
    after = found[2].after(barrages={**found[2].barrages, placed[0].at: 2})
    return Plan(acts, after, (expect("result-not-applied", "GTS R10.7"),), _side(moment))


def _wrong_points(moment: Moment) -> Plan | None:
    """Bring one Command Point more than the die gives."""
    found = _played(moment) if isinstance(moment.action, PlayChit) else None
    sets = [act for act in found[0] if isinstance(act, SetPoints)] if found else []
    if found is None or len(sets) != 1:
        return None
    more = SetPoints(sets[0].division, sets[0].kind, sets[0].points + 1)
    acts = tuple(more if act == sets[0] else act for act in found[0])
    return Plan(acts, found[2].with_points(more.division, command=1), (expect("result-not-applied", "GTS R6.7"),))


RESULTS = (
    Kind("Cohesion Hit not applied", "a Cohesion Hit is not marked", _unapplied("C"), follows=1),
    Kind("Suppression not applied", "a Suppression is not marked", _unapplied("S", "S?"), follows=ANSWERED),
    Kind("step loss not applied", "a step loss is not marked", _unapplied("1"), follows=1),
    Kind("elimination not applied", "a unit that is eliminated stays on the map",
         _unapplied("E", or_else=(expect("not-on-the-map"),)),
         follows=6, why_else="nobody has marked it yet where the unit acts as if nothing had happened"),
    Kind("result too mild", "a Cohesion Hit is marked instead of what the die gives",
         _other_loss("cohesion", "S", "S?", "1"), follows=1),
    Kind("result too harsh", "a step loss is marked instead of what the die gives",
         _other_loss("step-loss", "C", "S"), follows=1),
    Kind("result on another unit", "the result is marked on another unit", _on_another, follows=1),
    Kind("minefield's Suppression ignored", "a unit stopped by mines is not Suppressed", _mines_ignored, follows=1),
    Kind("minefield's Suppression converted", "mines' Suppression is turned into a Cohesion Hit", _mines_converted,
         follows=1),
    Kind("barrage marker missing", "Indirect Fire leaves no Barrage marker",
         _without(lambda _m, act: isinstance(act, PlaceMarker), _keeps_barrages,
                  expect("result-not-applied", "GTS R10.7")), follows=1),
    Kind("barrage marker too heavy", "Indirect Fire leaves a Heavy Barrage instead of a light one", _too_heavy),
    Kind("improved position kept", "a unit that moved keeps its Improved Position",
         _without(_is_mark("position", 0), _keeps("improvement"), expect("result-not-applied", "GTS R13.3")),
         follows=1),
    Kind("gun fires face down", "a face-down gun fires and is not turned over",
         _without(lambda m, act: isinstance(act, TurnOver) and _is_last_action(m), _still_hidden,
                  expect("result-not-applied", "NQoS S4.3"))),
    Kind("dummy left", "a dummy that was turned over stays on the map",
         _without(lambda m, act: isinstance(act, Eliminate) and m.position.game.units[act.counter].dummy
                  if isinstance(act, Eliminate) and act.counter in m.position.units else False,
                  _keeps_unit, expect("result-not-applied", "NQoS S4.3")), follows=1),
    Kind("wrong Command Points", "a Division chit brings one Command Point more than its die gives", _wrong_points),
)  # fmt: skip


# things changed without cause


def _meddling(change: Callable[[Moment], tuple[tuple[Any, ...], Position] | None], *expected: Expected,
              or_else: tuple[Expected, ...] = ()) -> Way:  # fmt: skip
    """Return what changes something between two actions."""

    def way(moment: Moment) -> Plan | None:
        changed = change(moment) if begun(moment) and not isinstance(moment.action, play.EndTurn) else None
        return Plan(changed[0], changed[1], expected, or_else=or_else) if changed else None

    return way


def _state(state: str, field: str, value: int, wanted: Callable[[Any, Any], bool]) -> Callable[[Moment], Any]:
    def change(moment: Moment) -> Any:
        for unit in on_map(moment.position):
            old, counter = moment.position.units[unit], moment.position.game.units[unit]
            if wanted(old, counter) and unit != moment.position.activation.unit:
                new: Any = counter.steps if state == "step-loss" else type(getattr(old, field))(value)
                return (SetState(unit, state, value),), moment.position.with_unit(unit, **{field: new})
        return None

    return change


def _points(amount: int) -> Callable[[Moment], Any]:
    def change(moment: Moment) -> Any:
        for division, points in moment.position.points.items():
            if points.command + amount >= 0:
                act = SetPoints(division, "command", points.command + amount)
                return (act,), moment.position.with_points(division, command=amount)
        return None

    return change


def _barrage_off(moment: Moment) -> Any:
    places = sorted(moment.position.barrages)
    if not places:
        return None
    rest = {place: level for place, level in moment.position.barrages.items() if place != places[0]}
    return (RemoveMarker("barrage", places[0]),), moment.position.after(barrages=rest)


def _hidden_again(moment: Moment) -> Any:
    """Turn a gun face down again that was turned over."""
    guns = [unit for unit in on_map(moment.position) if moment.position.game.units[unit].hidden_as
            and not moment.position.units[unit].hidden]  # fmt: skip
    if not guns:
        return None

    def turn(writer: GameWriter) -> None:
        side = writer.kit.game.divisions[writer.kit.game.units[guns[0]].division].side
        log = writer.record.hands(side)
        log.choose(writer.counter(guns[0]), [("Declared", "hidden"), ("obs", f"{side}-example")])

    return (turn,), moment.position.with_unit(guns[0], hidden=True)


def _deleted(moment: Moment) -> Any:
    unit = next(iter(on_map(moment.position)), "")
    if not unit or _led(moment.position, unit):
        return None
    return (lambda writer: writer.record.log.delete(writer.counter(unit)),), moment.position.with_unit(
        unit, status=Status.ELIMINATED, place=None
    )


def _led(position: Position, unit: str) -> bool:
    place = position.units[unit].place
    return any(state.place == place for state in position.leaders.values())


def _added(moment: Moment) -> Any:
    """Put a second counter of a unit down beside it."""
    unit = next((u for u in on_map(moment.position) if not moment.position.units[u].hidden), "")
    place = moment.position.units[unit].place if unit else None
    if not isinstance(place, Hex):
        return None

    def add(writer: GameWriter) -> None:
        to = writer.kit.place(place)
        name = writer.kit.game.units[unit].name
        slot = next(each for each in writer.kit.module.piece_slots if each.entry_name == name)
        writer.record.log.create(slot, to.map or "", to.x, to.y)

    return (add,), moment.position


COUNTERS = (
    Kind("points taken", "a division's Command Points go down without cause",
         _meddling(_points(-1), expect("change-not-explained", "GTS R6.11"), or_else=(_POINTS_WRONG,)),
         follows=POINTS_SETTLED, why_else="a track may be moved later, so it is looked at again after a while"),
    Kind("points given", "a division's Command Points go up without cause",
         _meddling(_points(1), expect("change-not-explained", "GTS R6.11"), or_else=(_POINTS_WRONG,)),
         follows=POINTS_SETTLED, why_else="a track may be moved later, so it is looked at again after a while"),
    Kind("step restored", "a lost step is restored",
         _meddling(_state("step-loss", "steps", 0, lambda s, c: 0 < s.steps < c.steps),
                   expect("change-not-explained", "GTS R9.22"),
                   or_else=(expect("result-not-applied", "GTS R9.22"),))),
    Kind("Suppression taken off", "a Suppressed unit is no longer so, without a rally",
         _meddling(_state("suppressed", "suppressed", 0, lambda s, _c: s.suppressed),
                   expect("change-not-explained", "GTS R9.24"),
                   or_else=(expect("change-not-explained", "GTS R13.1"),))),
    Kind("Cohesion Hit taken off", "a Cohesion Hit is taken off without a rally",
         _meddling(_state("cohesion", "cohesion", 0, lambda s, _c: s.cohesion == 1 and not s.suppressed),
                   expect("change-not-explained", "GTS R9.18"))),
    Kind("Suppression put on", "an enemy is Suppressed without fire",
         _meddling(_state("suppressed", "suppressed", 1, lambda s, _c: not s.suppressed and not s.hidden),
                   expect("change-not-explained", "GTS R9.24"))),
    Kind("position put down", "a unit is in an Improved Position without having built it",
         _meddling(_state("position", "improvement", 1, lambda s, _c: not s.improvement and not s.hidden),
                   expect("change-not-explained", "GTS R13.3"))),
    Kind("barrage taken off early", "a Barrage marker is taken off in the middle of a turn",
         _meddling(_barrage_off, expect("change-not-explained", "GTS R10.7"),
                   or_else=(expect("result-not-applied", "GTS R10.7"),)),
         why_else="next to the shot that brought it, it was never put there"),
    Kind("gun hidden again", "a gun that was turned over is turned face down",
         _meddling(_hidden_again, expect("change-not-explained", "NQoS S4.3"), or_else=(expect("not-face-down"),)),
         follows=8, why_else="it is noticed where the gun is turned over once more"),
    Kind("piece deleted", "a unit's counter is deleted",
         _meddling(_deleted, expect("change-not-explained", "GTS R9.23")), follows=1),
    Kind("piece added", "a second counter of a unit is put down",
         _meddling(_added, expect("counter-added", "Scenario 1"))),
)  # fmt: skip


# chits and turns


def _played_chits(moment: Moment) -> Iterator[PlayChit]:
    yield from (PlayChit(chit) for chit in moment.position.played if chit != moment.position.activation.chit)


def _mug(moment: Moment) -> Iterator[PlayChit]:
    if moment.position.first_chit:
        return
    if isinstance(moment.action, PlayChit | play.EndTurn):
        yield from (PlayChit(chit) for chit in moment.position.mug)


def _early(moment: Moment) -> Iterator[play.EndTurn]:
    if isinstance(moment.action, PlayChit) and begun(moment):
        yield play.EndTurn()


def _drawn_before(moment: Moment, other: Callable[[str], tuple[TableAction, ...]], *expected: Expected) -> Plan | None:
    found = _played(moment) if isinstance(moment.action, PlayChit) and not moment.position.first_chit else None
    rest = [chit for chit in moment.position.mug if chit != getattr(moment.action, "chit", "")]
    if found is None or not rest or not begun(moment):
        return None
    at = next((n for n, act in enumerate(found[0]) if isinstance(act, DrawChit)), -1)
    if at < 0:
        return None
    return Plan((*found[0][:at], *other(rest[0]), *found[0][at:]), found[2], expected)


def _swapped(moment: Moment) -> Plan | None:
    return _drawn_before(moment, lambda chit: (DrawChit(chit), ReturnChit(chit)), expect("chit-drawn-again"))


def _drawn_and_undone(moment: Moment) -> Plan | None:
    return _drawn_before(moment, lambda chit: (Undone(DrawChit(chit)),), ("", "undo-after-draw"))


def _after_the_end(moment: Moment) -> Plan | None:
    """Set the turn tracker on when the scenario is over."""
    if not isinstance(moment.action, play.EndTurn) or moment.position.time.turn != "1100":
        return None
    if judge(moment.position, moment.action, moment.book).legal:
        return None
    time = TurnTime(moment.position.time.date, "1200")
    turns = moment.position.game.calendar.turns
    time = TurnTime(time.date, turns[turns.index(moment.position.time.turn) + 1])
    return Plan((AdvanceTurn(time),), moment.position, (expect("scenario-is-over", "Scenario 1"),))


def _not_first(moment: Moment) -> Plan | None:
    """Put the chit that was left over back into the mug, and draw another one."""
    first = moment.position.first_chit
    others = [chit for chit in moment.position.mug if chit != first]
    if not first or not others or not begun(moment) or moment.position.activation.chit:
        return None
    ruling = judge(moment.position, PlayChit(others[0]), moment.book)
    if "not-the-first-chit" not in {finding.name for finding in ruling.findings}:
        return None
    action = completed(moment, PlayChit(others[0]))
    after = judge(moment.position, action, moment.book).after
    assert after is not None
    points = tuple(act for act in script(moment.position, action, moment.book) if not isinstance(act, DrawChit))
    return Plan((ReturnChit(first), DrawChit(others[0]), *points), after, (expect("not-the-first-chit"),))


CHITS = (
    Kind("chit drawn twice", "a chit that was played this turn is played again",
         first_illegal("chit-not-in-mug", _played_chits)),
    Kind("last chit drawn", "the last chit of the turn is drawn", first_illegal("last-chit-stays", _mug), follows=1),
    Kind("not the first chit", "another chit than the one that was left over begins the turn", _not_first),
    Kind("turn ended early", "the turn is set on while chits are left to draw",
         first_illegal("chits-left", _early)),
    Kind("chit swapped", "a chit is drawn, put back, and another one is drawn", _swapped),
    Kind("draw undone", "a chit is drawn, the draw is taken back, and another one is drawn", _drawn_and_undone),
    Kind("turn after the end", "the turn is set on when the scenario is over", _after_the_end),
)  # fmt: skip
