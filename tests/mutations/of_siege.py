"""Mutations of who comes and goes: arrivals, departures by entry hexes, formations that withdraw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from adjudicator.drawing.mats import ARRIVALS, arrival_name
from adjudicator.game import play
from adjudicator.game.action_words import Declaration
from adjudicator.game.arrival_times import arrival_time
from adjudicator.game.hexes import Hex
from adjudicator.game.order_of_battle import ChitKind
from adjudicator.game.play import Roll, RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.game.scenarios import TurnTime
from adjudicator.module_layout.table_places import Spot
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import (
    Declare,
    Drag,
    Say,
    SetPoints,
    SetState,
    TableAction,
    ThrowDice,
)
from adjudicator.rules.judge import judge
from adjudicator.rules.series.calendar import later
from adjudicator.rules.series.regions import entry_hexes_in_play
from adjudicator.rules.series.reinforcements import arrival_places, is_due, units_due
from adjudicator.rules.series.turn_end import turn_is_over
from tests.mutations.of_turns import Change, altered, without
from tests.mutations.planting import Expected, Kind, Moment, Plan
from tests.mutations.telling import ANSWERED, POINTS_SETTLED, Way, expect, first_illegal, on_map

__all__ = ["ARRIVING", "LEAVING", "WITHDRAWALS"]


# arrivals


def _waiting(position: Position) -> Iterator[str]:
    """Yield the units in the calendar that are not due yet, and come to a hex of their own."""
    for unit, state in position.units.items():
        time = arrival_time(position, unit) if state.status in (Status.WAITING, Status.WITHDRAWN) else None
        if time is not None and not is_due(position, unit):
            yield unit


def _entry(moment: Moment, unit: str) -> Hex | None:
    """Return an entry hex of a unit's side without an enemy."""
    side = moment.position.side(unit)
    free = [entry.hex for entry in entry_hexes_in_play(moment.position)
            if entry.side == side and not moment.position.units_in(entry.hex)]  # fmt: skip
    return free[0] if free else None


def _brought(moment: Moment, unit: str, after: Position) -> Plan | None:
    """Return what drags a unit onto the map that may not come; *after* is without it."""
    to = _entry(moment, unit)
    if to is None or moment.position.game.units[unit].ratings.weapon == "orange":
        return None
    ruling = judge(moment.position, play.Arrive(unit, to), moment.book)
    expected = tuple((finding.rule, finding.name) for finding in ruling.findings)
    acts = (Declare(unit, Declaration.ARRIVE, implied=True), Drag((unit,), to))
    there = after.with_unit(unit, status=Status.ON_MAP, place=to)
    return Plan(acts, there, expected, moment.position.side(unit))


def _too_early(wanted: Callable[[Position, str], bool]) -> Way:
    """Return what drags a unit from the calendar onto the map before its time.

    Where all that is due has come, the step is over, and that is what is said of whoever comes then.
    """

    def way(moment: Moment) -> Plan | None:
        position = moment.position
        if not isinstance(moment.action, play.PlayChit) or position.played:
            return None
        units = [unit for unit in _waiting(position) if wanted(position, unit)]
        returning = {name: time for name, time in position.returning.items() if name not in units[:1]}
        plan = _brought(moment, units[0], position.after(returning=returning)) if units else None
        return plan and replace(plan, or_else=(expect("step-not-due"),))

    return way


def _arrivals(places: Callable[[Moment, str], Iterator[Any]]) -> Callable[[Moment], Iterator[Any]]:
    """Return the arrivals of units that are due at some places."""

    def actions(moment: Moment) -> Iterator[Any]:
        if isinstance(moment.action, play.Arrive):
            for unit in units_due(moment.position):
                yield from (play.Arrive(unit, place) for place in places(moment, unit))

    return actions


def _elsewhere(moment: Moment, unit: str) -> Iterator[Any]:
    right = arrival_places(moment.position, moment.book, unit)
    hexes = [place for place in right if isinstance(place, Hex)]
    for place in hexes[:1]:
        yield from (near for near in sorted(moment.book.grid.neighbours(place)) if near not in right)


def _hexes_for_guns(moment: Moment, unit: str) -> Iterator[Any]:
    right = arrival_places(moment.position, moment.book, unit)
    if right and not any(isinstance(place, Hex) for place in right):
        to = _entry(moment, unit)
        yield from [to] if to else []


def _not_brought(moment: Moment) -> Iterator[Any]:
    if isinstance(moment.action, play.Arrive) and moment.position.due:
        yield from (play.PlayChit(chit) for chit in moment.position.mug
                    if moment.position.game.chits[chit].kind == ChitKind.DIRECT_COMMAND)  # fmt: skip


def _risen(moment: Moment) -> Plan | None:
    """Drag a unit that was eliminated back onto the map."""
    position = moment.position
    lost = [unit for unit, state in position.units.items()
            if state.status is Status.ELIMINATED and position.side(unit) == "axis"]  # fmt: skip
    if not lost or not isinstance(moment.action, play.PlayChit):
        return None
    whole = position.with_unit(lost[0], steps=position.game.units[lost[0]].steps)
    return _brought(moment, lost[0], whole)


def _is_back(position: Position, unit: str) -> bool:
    return unit in position.returning


_ALL_HAVE_COME: Final = "where all that is due has come, the step is over"

ARRIVING = (
    Kind("reinforcement too early", "a reinforcement comes before its turn",
         _too_early(lambda position, unit: not _is_back(position, unit)), scenario=3, why_else=_ALL_HAVE_COME),
    Kind("back too early", "a unit that left by its entry hex comes back before its turn", _too_early(_is_back),
         scenario=2, why_else=_ALL_HAVE_COME),
    Kind("back too early after a withdrawal", "a unit that withdrew comes back on the same day", _too_early(_is_back),
         scenario=4, why_else=_ALL_HAVE_COME),
    Kind("arrival beside the entry hex", "a reinforcement is put beside its entry hex",
         first_illegal("arrives-elsewhere", _arrivals(_elsewhere)), scenario=3),
    Kind("artillery at an entry hex", "artillery of a park comes by an entry hex",
         first_illegal("arrives-elsewhere", _arrivals(_hexes_for_guns)), scenario=4),
    Kind("reinforcement left waiting", "the first chit is played though a reinforcement is due",
         first_illegal("reinforcement-still-due", _not_brought), scenario=4, follows=2),
    Kind("eliminated unit back", "a unit that was eliminated comes by an entry hex", _risen, scenario=2),
)  # fmt: skip


# departures


def _leaving(moment: Moment, *, over: bool, at_entry: bool) -> Iterator[Any]:
    """Yield departures of units, at the end of a turn or before, from entry hexes or elsewhere."""
    position = moment.position
    if turn_is_over(position) is not over or not position.played:
        return
    entries = {entry.hex for entry in entry_hexes_in_play(position) if entry.side == "axis"}
    for unit in on_map(position, "axis"):
        led = any(state.place == position.units[unit].place for state in position.leaders.values())
        if (position.units[unit].place in entries) is at_entry and not led:
            yield play.LeaveMap(unit)


def _other_day(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    unit = getattr(moment.action, "unit", "")
    time, wrong = after.returning.get(unit), later(moment.position, 1)
    if time is None or wrong is None or (isinstance(moment.action, play.LeaveMap) and moment.action.leaders):
        return None
    return _sent_to(acts, after, time, wrong, (unit,))


def _sent_to(
    acts: tuple[TableAction, ...], after: Position, right: TurnTime, wrong: TurnTime, who: tuple[str, ...]
) -> tuple[tuple[TableAction, ...], Position]:
    """Return acts and position with some counters in another space of the calendar."""
    spots = [Spot(ARRIVALS, arrival_name(after.game, time)) for time in (right, wrong)]
    changed = tuple(replace(act, to=spots[1]) if isinstance(act, Drag) and act.to == spots[0] else act for act in acts)
    return changed, after.after(returning={**after.returning, **dict.fromkeys(who, wrong)})


LEAVING = (
    Kind("left before the turn's end", "a unit leaves by its entry hex while there are chits to draw",
         first_illegal("leaves-before-end-of-turn", lambda m: _leaving(m, over=False, at_entry=True)), scenario=2,
         follows=1),
    Kind("left from elsewhere", "a unit is taken off the map from a hex that is no entry hex",
         first_illegal("leaves-from-elsewhere", lambda m: _leaving(m, over=True, at_entry=False)), scenario=2,
         follows=1),
    Kind("left in a scenario without it", "a unit leaves by its entry hex in a scenario that has not that rule",
         first_illegal("leaving-not-in-scenario", lambda m: _leaving(m, over=True, at_entry=True)), scenario=3,
         follows=1),
    Kind("left for one turn", "a unit that leaves is put into the calendar for the next turn",
         altered(play.LeaveMap, _other_day, expect("result-not-applied", "NQoS S5.1")), scenario=2, follows=4),
)  # fmt: skip


# withdrawal


def _withdrawing(change: Change, name: str, *, or_else: tuple[Expected, ...] = ()) -> Way:
    """Return what changes a roll for withdrawal whose die makes the formation withdraw, and how that is found."""
    way = altered(play.WithdrawalRoll, change, expect(name, "NQoS S5.3"), or_else=or_else)

    def again(moment: Moment) -> Plan | None:
        if not isinstance(moment.action, play.WithdrawalRoll):
            return None
        low = play.WithdrawalRoll(moment.action.formation, rolls=(Roll(RollPurpose.WITHDRAWAL, "", 0),))
        return way(replace(moment, action=low))

    return again


def _goes(moment: Moment) -> bool:
    """Return whether the formation that rolls withdraws."""
    after = judge(moment.position, moment.action, moment.book).after
    return after is not None and len(after.returning) > len(moment.position.returning)


def _roll_forgotten(moment: Moment) -> Plan | None:
    if not isinstance(moment.action, play.WithdrawalRoll):
        return None
    after = moment.position.after(withdrawals=())
    return Plan((Say("Ouch."),), after, (expect("withdrawal-roll-due"),), "axis")


def _is_going(act: Any) -> bool:
    """Return whether an act belongs to a formation's departure."""
    gone = isinstance(act, Drag) and isinstance(act.to, Spot)
    return gone or isinstance(act, SetState) or (isinstance(act, Declare) and act.action == "withdraw")


def _stays(moment: Moment, after: Position) -> Position:
    return moment.position.after(points=after.points, withdrawals=after.withdrawals)


def _one_stays(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    gone = [unit for unit in after.units if unit in after.returning and unit not in moment.position.returning]
    if len(gone) < 2:
        return None
    unit = gone[-1]
    left: list[TableAction] = []
    for act in acts:
        if isinstance(act, Drag) and unit in act.counters:
            rest = tuple(each for each in act.counters if each != unit)
            left += [replace(act, counters=rest)] if rest else []
        elif not (isinstance(act, Declare) and act.counter == unit and act.action == "withdraw") and not (
            isinstance(act, SetState) and act.unit == unit
        ):
            left.append(act)
    units = {**after.units, unit: moment.position.units[unit]}
    returning = {name: time for name, time in after.returning.items() if name != unit}
    return tuple(left), after.after(units=units, returning=returning)


def _one_more_goes(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    drags = [act for act in acts if isinstance(act, Drag) and isinstance(act.to, Spot)]
    places = {state.place for state in after.leaders.values()}
    others = [unit for unit in on_map(after, "axis") if after.units[unit].place not in places
              and not _marked(after, unit)]  # fmt: skip
    if not drags or not others:
        return None
    time = next(time for name, time in after.returning.items() if name not in moment.position.returning)
    gone = after.with_unit(others[0], status=Status.WITHDRAWN, place=None)
    return (*acts, Drag((others[0],), drags[0].to)), gone.after(returning={**after.returning, others[0]: time})


def _marked(position: Position, unit: str) -> bool:
    state = position.units[unit]
    moved = state.column or state.mounted or state.improvement
    return bool(moved or state.cohesion or state.suppressed or state.contact)


def _goes_without_cause(moment: Moment) -> Plan | None:
    """Take the formation off though the die lets it stay."""
    action = moment.action
    if not isinstance(action, play.WithdrawalRoll) or _goes(moment) or not action.rolls:
        return None
    low = replace(action, command_point=False, rolls=(Roll(RollPurpose.WITHDRAWAL, "", 0),))
    ruling = judge(moment.position, low, moment.book)
    if not ruling.legal or ruling.after is None:
        return None
    fair = ThrowDice((Roll(RollPurpose.WITHDRAWAL, "", 9),))
    acts = tuple(fair if isinstance(act, ThrowDice) else act for act in script(moment.position, low, moment.book))
    return Plan(acts, ruling.after, (expect("change-not-explained", "NQoS S5.3"),), "axis")


def _on_the_same_day(moment: Moment, acts: tuple[TableAction, ...], after: Position) -> Any:
    gone = tuple(name for name in after.returning if name not in moment.position.returning)
    wrong = later(moment.position, 2)
    if not gone or wrong is None or wrong.date != moment.position.time.date:
        return None
    return _sent_to(acts, after, after.returning[gone[0]], wrong, gone)


def _not_owed(moment: Moment) -> Plan | None:
    """Roll for withdrawal though no step was lost."""
    if not isinstance(moment.action, play.PlayChit) or moment.position.withdrawals or not moment.position.played:
        return None
    units = [u for u in on_map(moment.position, "axis") if moment.position.game.units[u].formation]
    if not units:
        return None
    acts = (Declare(units[0], Declaration.WITHDRAWAL_ROLL), ThrowDice((Roll(RollPurpose.WITHDRAWAL, "", 7),)))
    return Plan(acts, moment.position, (expect("no-withdrawal-roll-due"),), "axis")


def _point_not_paid(moment: Moment) -> Plan | None:
    """Add to a die that would make the formation go, without paying the Command Point."""
    action = moment.action
    if not isinstance(action, play.WithdrawalRoll):
        return None
    for die in range(10):
        rolled = (Roll(RollPurpose.WITHDRAWAL, "", die),)
        plain, paid = (judge(moment.position, replace(action, command_point=each, rolls=rolled), moment.book)
                       for each in (False, True))  # fmt: skip
        if plain.after is None or paid.after is None or not (plain.legal and paid.legal):
            return None
        if plain.after.returning != moment.position.returning and paid.after.returning == moment.position.returning:
            better = replace(action, command_point=True, rolls=rolled)
            acts = tuple(d for d in script(moment.position, better, moment.book) if not isinstance(d, SetPoints))
            after = paid.after.after(points=moment.position.points)
            instead = (expect("command-points-short", "GTS R6.11"), expect("result-not-applied", "NQoS S5.3"))
            return Plan(acts, after, (expect("result-not-applied", "GTS R6.11"),), "axis", or_else=instead)
    return None


_NOT_THAT_DIE: Final = (expect("withdrawal-roll-due", "NQoS S5.3"),)
_DIE_OF_NOBODY: Final = "nobody says what the die was for, and a formation that stays has still to roll"

WITHDRAWALS = (
    Kind("withdrawal not rolled for", "a formation loses a step and does not roll for withdrawal", _roll_forgotten,
         scenario=3, follows=ANSWERED),
    Kind("withdrawal ignored", "the die makes a formation withdraw, and it stays",
         _withdrawing(without(_is_going, _stays, _goes), "result-not-applied", or_else=_NOT_THAT_DIE),
         scenario=3, follows=3, why_else=_DIE_OF_NOBODY),
    Kind("one unit stays", "a formation withdraws, and one of its units stays on the map",
         _withdrawing(_one_stays, "result-not-applied"),
         scenario=3, follows=3),
    Kind("one unit too many", "a formation withdraws and takes a unit along that does not go with it",
         _withdrawing(_one_more_goes, "change-not-explained"),
         scenario=3, follows=3),
    Kind("withdrawal without a cause", "the die lets a formation stay, and it withdraws", _goes_without_cause,
         scenario=3, follows=3),
    Kind("withdrawal for some turns", "a formation that withdraws is put into the calendar for the same day",
         _withdrawing(_on_the_same_day, "result-not-applied"),
         scenario=3, follows=3),
    Kind("withdrawal roll for nothing", "a formation that has lost no step rolls for withdrawal", _not_owed,
         scenario=3, follows=1),
    Kind("better die not paid", "a Command Point makes a withdrawal die better, and is not paid", _point_not_paid,
         scenario=3, follows=POINTS_SETTLED,
         why_else="the point that is still on the track is spent a second time, or nothing tells of one at all"),
)  # fmt: skip
