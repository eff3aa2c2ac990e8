"""Candidates for segments between the chits: dice, purchases, arrivals, events, withdrawals (R4.1, S3.0).

Nothing says what the dice are for: they are what comes next. Decisions are known by what is on the table then, or a
little later.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ....drawing.mats import MUG, NEXT_TURN, PLAYED
from ....game import play
from ....game.action_words import Declaration
from ....game.hexes import Hex
from ....game.order_of_battle import ChitKind
from ....game.position import Place, Status
from ....rules.exclusive_rules import Chosen, EventChoice
from ....rules.rule_sets import exclusive_rules
from ....rules.series.calendar import later
from ....rules.series.chits import is_first_division_chit
from ....rules.series.formations import formations_on_map
from ....rules.series.leaders import commands
from ....rules.series.purchases import chit_price
from ....rules.series.regions import entry_hex_at
from ....rules.series.sequence import CHITS, is_set_up, open_steps
from ....rules.series.turn_end import turn_is_over
from ...events import (
    TARGET_HEX,
    CalendarSet,
    ChitMoved,
    Declared,
    LeaderMoved,
    MarkerMoved,
    PointsSet,
    Said,
    StateSet,
    UnitMoved,
)
from ...segments.segment import SegmentKind
from ..slips import Slip, Slips
from .candidate import Candidate, Context

__all__ = ["BETWEEN_CHITS", "chits_bought"]

_UNNAMED: Final[Slips] = (Slip.UNNAMED_CHOICE,)
_ASSUMED: Final[Slips] = (Slip.EARLIER_FACT_ASSUMED,)
_OFF_MAP: Final = frozenset({Status.WAITING, Status.WITHDRAWN})
_POINT = "command point"
_HEX: Final = re.compile(r"\b[0-3][0-9]\.[0-2][0-9]\b")


# chits


def chits_bought(scene: Context) -> tuple[str, ...]:
    """Return the chits that a segment puts where bought ones are placed and leaves there.

    A played chit that goes back into the mug is bought only while chits can be, and if it is paid for; chits that the
    rules have put into the mug already were bought a turn ago.
    """
    position, found = scene.position, dict[str, str]()
    for event in scene.segment.events:
        if not isinstance(event, ChitMoved) or position.game.chits[event.chit].kind != ChitKind.FORMATION:
            continue
        if event.target in (MUG, NEXT_TURN):
            known = event.target == MUG and event.chit in position.mug
            late = event.origin == PLAYED and (
                CHITS not in open_steps(position, scene.book) or not _is_paid_at_last(scene, event.chit)
            )
            if not known and not late:
                found[event.chit] = event.target
        elif event.origin in (MUG, NEXT_TURN):
            found.pop(event.chit, None)
    return tuple(found)


def _purchases(scene: Context) -> Iterator[Candidate]:
    """Yield how a chit may be bought: for the turn of its space; before the first turn for nothing."""
    chit = scene.unit
    spaces = [e.target for e in scene.segment.events if isinstance(e, ChitMoved) and e.chit == chit and e.target]
    use = _use(spaces[-1] if spaces else "")
    yield Candidate(play.BuyChit(chit, use))
    if use == play.Purchase.NEXT_TURN:
        return
    side = scene.position.game.divisions[scene.position.game.chits[chit].division].side
    scenario = scene.position.game.scenarios[scene.position.scenario]
    if scenario.free_formation_chit == side and is_set_up(scene.position):
        slips = (Slip.PAID_FOR_NOTHING,) * _is_paid_beside_others(scene, chit)
        yield Candidate(play.BuyChit(chit, play.Purchase.FREE), slips)


def _use(space: str) -> play.Purchase:
    """Return the use of a chit that is put into a space."""
    return play.Purchase.NEXT_TURN if space == NEXT_TURN else play.Purchase.THIS_TURN


def _is_paid_beside_others(scene: Context, chit: str) -> bool:
    """Return whether a segment takes more Dispatch Points off a division's track than its other chits in it cost."""
    game, position = scene.position.game, scene.position
    division = game.chits[chit].division
    moved = {e.chit: e.target for e in scene.segment.events if isinstance(e, ChitMoved)}
    others = sum(
        chit_price(scene.book, game.chits[other], _use(target))
        for other, target in moved.items()
        if target in (MUG, NEXT_TURN) and other not in (chit, *position.mug, *position.next_turn)
        if game.chits[other].kind == ChitKind.FORMATION and game.chits[other].division == division
    )
    left = position.points[division].dispatch
    told = [e.points for e in scene.segment.events
            if isinstance(e, PointsSet) and (e.division, e.kind) == (division, "dispatch")]  # fmt: skip
    return left - min(told, default=left) > others


def _is_paid(scene: Context, chit: str) -> bool:
    """Return whether a segment takes Dispatch Points off the track of the division that a chit is of."""
    division = scene.position.game.chits[chit].division
    left = scene.position.points[division].dispatch
    return any(
        isinstance(event, PointsSet) and (event.division, event.kind) == (division, "dispatch") and event.points < left
        for event in scene.segment.events
    )


def _is_paid_at_last(scene: Context, chit: str) -> bool:
    """Return whether Dispatch Points of the division that a chit is of are gone then or a little later."""
    division = scene.position.game.chits[chit].division
    left = scene.position.points[division].dispatch
    return _is_paid(scene, chit) or any(table.points[division].dispatch < left for table in scene.later)


def _first_chit(scene: Context) -> Iterator[Candidate]:
    """Yield the chit that was left over, or the Division chit that the scenario begins with, for its points (R6.7)."""
    chit = scene.position.first_chit or scene.position.activation.chit
    if scene.position.first_chit or (chit and is_first_division_chit(scene.position, chit)):
        yield Candidate(play.PlayChit(chit))


# units that come and go


def _arrivals(scene: Context) -> Iterator[Candidate]:
    """Yield the arrival of a unit where it was dragged last, in the form that the table shows."""
    position, unit = scene.position, scene.unit
    if position.units[unit].status is Status.ON_MAP:
        return
    places = [e.target for e in scene.segment.events if isinstance(e, UnitMoved) and e.unit == unit and e.target]
    if not places:
        return
    place, state = places[-1], scene.table.units[unit]
    yield Candidate(play.Arrive(unit, place, column=state.column, mounted=state.mounted))


def _departures(scene: Context) -> Iterator[Candidate]:
    """Yield how a unit may leave the map: by its entry hex; one that deploys freely can always be taken back.

    A unit that is off the map by the rules already is only taken off the table. Where nobody says that it leaves by an
    entry hex, two things of three show it: where it was, where it is put into the calendar, and that the turn is over,
    unless its formation has to roll for withdrawal, which may take it away as well (NQoS S5.3).
    """
    position, unit = scene.position, scene.unit
    state = position.units[unit]
    if state.status is not Status.ON_MAP or scene.table.units[unit].status is Status.ON_MAP:
        return
    if exclusive_rules(position.game).deploys_freely(position, unit):
        yield Candidate(play.TakeBack(unit))
        return
    events = scene.segment.events
    said = any(isinstance(e, Declared) and (e.unit, e.action) == (unit, Declaration.LEAVE_MAP) for e in events)
    own = isinstance(state.place, Hex) and entry_hex_at(position, state.place, position.side(unit)) is not None
    back = later(position, scene.book.number("entry-hexes", "return-after"))
    goes = back is not None and CalendarSet(unit, back) in events
    withdraws = position.game.units[unit].formation in position.withdrawals
    if said or (own, goes, turn_is_over(position) and not withdraws).count(True) > 1:
        yield Candidate(play.LeaveMap(unit, _leaders_along(scene, state.place)))


def _leaders_along(scene: Context, place: Place) -> tuple[str, ...]:
    """Return the leaders who leave the map in a segment with a unit of theirs."""
    position = scene.position
    gone = dict.fromkeys(e.leader for e in scene.segment.events if isinstance(e, LeaderMoved) and e.target is None)
    return tuple(
        leader for leader in gone
        if position.leaders[leader].place == place is not None and commands(position, leader, scene.unit)
    )  # fmt: skip


# withdrawal


def _withdrawal_rolls(scene: Context) -> Iterator[Candidate]:
    """Yield the rolls that may be meant: of the formation that was named, with a Command Point or without (S5.3)."""
    position = scene.position
    units = [
        e.unit for e in scene.segment.events if isinstance(e, Declared) and e.action is Declaration.WITHDRAWAL_ROLL
    ]
    named = [position.game.units[unit].formation for unit in units]
    owed = list(dict.fromkeys(position.withdrawals))
    likely = [formation for formation in owed if formation in named] or owed or [f for f in named if f][:1]
    for place, formation in enumerate(likely):
        for command_point in (False, True) if _may_be_paid(scene, formation) else (False,):
            slips = _UNNAMED * place + _slips_of_point(scene, formation, paid=command_point)
            yield Candidate(play.WithdrawalRoll(formation, command_point), slips)


def _may_be_paid(scene: Context, formation: str) -> bool:
    """Return whether a Command Point may have been paid for a roll: its track shows it, be it late, or it was said."""
    said = any(
        isinstance(e, Declared) and (e.action is Declaration.AUTOMATIC_PASS or _POINT in e.rest)
        for e in scene.segment.events
    )
    return said or any(_shows_payment(scene, formation))


def _shows_payment(scene: Context, formation: str) -> list[bool]:
    """Return for each table, after the segment and later, whether a formation's division has fewer Command Points.

    In the segment itself the points may be fewer for a while, until a chit brings new ones. Points that have been
    gained and are marked later are not paid: the track comes to what it is without a payment.
    """
    division, position = scene.position.game.formations[formation].division, scene.position
    if division not in position.points:
        return []
    left = position.points[division].command
    shown = [table.points[division].command for table in scene.later]
    fewer = [points < left and left not in shown[at:] for at, points in enumerate(shown)]
    paid = any(
        isinstance(event, PointsSet) and (event.division, event.kind) == (division, "command") and event.points < left
        for event in scene.segment.events
    )
    return [True, *fewer[1:]] if paid else fewer


def _slips_of_point(scene: Context, formation: str, *, paid: bool) -> Slips:
    """Return the slips if a Command Point was paid for a roll, or was not: the table shows its points."""
    fewer = _shows_payment(scene, formation)
    if not paid:
        return (Slip.PAYMENT_NOT_MARKED,) if fewer[:1] == [True] else ()
    if fewer[:1] == [True]:
        return ()
    return (Slip.PAYMENT_MARKED_LATE,) if any(fewer) else (Slip.PAYMENT_NOT_MARKED,)


# random events


def _events(scene: Context) -> Iterator[Candidate]:
    """Yield what may have been chosen for the random event that is to be carried out (S3.0)."""
    choice = exclusive_rules(scene.position.game).event_choices.get(scene.position.event)
    if choice is not None:
        yield from (Candidate(action) for action in _CHOICES[choice.chosen](scene, choice))


def _leader_joined(scene: Context, _choice: EventChoice) -> Iterator[play.CarryOutEvent]:
    leader = next((table.commander_with for table in scene.later if table.commander_with), "")
    if leader and not scene.position.commander_with:
        yield play.CarryOutEvent(leader=leader)


def _hex_hit(scene: Context, _choice: EventChoice) -> Iterator[play.CarryOutEvent]:
    """Yield the hex that was marked or named; else those in which something happened to a unit."""
    events, position = scene.segment.events, scene.position
    marked = [e.target for e in events if isinstance(e, MarkerMoved) and e.marker == TARGET_HEX]
    named = [Hex.parse(text) for e in events for text in _HEX.findall(getattr(e, "text", "") if isinstance(e, Said)
             else getattr(e, "rest", ""))]  # fmt: skip
    touched = [position.units[e.unit].place for e in events if isinstance(e, StateSet | Declared)]
    places = [place for place in (*marked, *named, *touched) if isinstance(place, Hex)]
    rules, hexes = exclusive_rules(position.game), position.game.map.hexes
    possible = [place for place in places if place in hexes and rules.is_event_hex(position, place)]
    chosen = possible or [place for place in (*marked, *named) if isinstance(place, Hex)]
    yield from (play.CarryOutEvent(hex=place) for place in dict.fromkeys(chosen))


def _units_gone(scene: Context, division: str) -> Mapping[str, Sequence[bool]]:
    """Return for each formation of a division on the map by the rules whether each of its units leaves the table."""
    position = scene.position
    found: dict[str, list[bool]] = {each: [] for each in formations_on_map(position, division=division)}
    for unit, state in position.units.items():
        formation = position.game.units[unit].formation
        if state.status is Status.ON_MAP and formation in found:
            found[formation].append(any(table.units[unit].status in _OFF_MAP for table in scene.later))
    return found


def _formations_gone(scene: Context, choice: EventChoice) -> Iterator[play.CarryOutEvent]:
    """Yield the withdrawals of formations of a division: those that leave as a whole, and those that any unit leaves.

    A unit may leave by itself in the same mail, by an entry hex.
    """
    gone = _units_gone(scene, choice.division)
    whole = tuple(formation for formation, units in gone.items() if all(units))
    partly = tuple(formation for formation, units in gone.items() if any(units))
    for chosen in dict.fromkeys((whole or partly, partly)):
        if chosen or scene.segment.has_dice:
            yield play.CarryOutEvent(formations=chosen)


def _unit_put_down(scene: Context, choice: EventChoice) -> Iterator[play.CarryOutEvent]:
    places = [table.units[choice.unit].place for table in scene.later if choice.unit in table.units]
    yield from (play.CarryOutEvent(hex=place) for place in places[-1:] if isinstance(place, Hex))


_CHOICES: Final[Mapping[Chosen, Callable[[Context, EventChoice], Iterator[play.CarryOutEvent]]]] = {
    Chosen.LEADER: _leader_joined,
    Chosen.TARGET_HEX: _hex_hit,
    Chosen.WITHDRAWAL: _formations_gone,
    Chosen.SURRENDER: _formations_gone,
    Chosen.UNIT_PLACE: _unit_put_down,
}
"""The functions that find what was chosen for a random event."""


# air strikes and the break-out


def _air_strikes(scene: Context) -> Iterator[Candidate]:
    """Yield the targets that an air strike may have: who was named; else who is where its marker was put."""
    position, events = scene.position, scene.segment.events
    named = [e.unit for e in events if isinstance(e, Declared) and e.action is Declaration.TARGET]
    marked = [e.target for e in events if isinstance(e, MarkerMoved) and isinstance(e.target, Hex)]
    there = [unit for place in marked for unit in position.units_in(place)]
    touched = [e.unit for e in events if isinstance(e, StateSet | UnitMoved) and e.unit in there]
    for number, unit in enumerate(dict.fromkeys(named or (*touched, *there))):
        note = "" if named else f"its target is {position.shown_name(unit)}, though not named"
        yield Candidate(play.AirStrike(unit), _UNNAMED * number, note=note)


def _break_outs(scene: Context) -> Iterator[Candidate]:
    yield Candidate(play.BreakOut(_without_pauses([
        e.target for e in scene.segment.events if isinstance(e, MarkerMoved) and isinstance(e.target, Hex)
    ])))  # fmt: skip


def _without_pauses(way: Sequence[Hex]) -> tuple[Hex, ...]:
    """Return a way without hexes entered again at once: by mail a marker is often put down again."""
    return tuple(place for number, place in enumerate(way) if not number or way[number - 1] != place)


BETWEEN_CHITS: Final[Mapping[SegmentKind, Callable[[Context], Iterator[Candidate]]]] = {
    SegmentKind.WEATHER: lambda _scene: iter([Candidate(play.Weather())]),
    SegmentKind.AIRPOWER: lambda _scene: iter([Candidate(play.Airpower())]),
    SegmentKind.SUPPLY: lambda _scene: iter([Candidate(play.Supply())]),
    SegmentKind.PURCHASE: _purchases,
    SegmentKind.FIRST_CHIT: _first_chit,
    SegmentKind.ARRIVAL: _arrivals,
    SegmentKind.DEPARTURE: _departures,
    SegmentKind.WITHDRAWAL: _withdrawal_rolls,
    SegmentKind.EVENT: _events,
    SegmentKind.AIR_STRIKE: _air_strikes,
    SegmentKind.BREAK_OUT: _break_outs,
}
"""The functions that make the candidates for what is done between the chits, by the kind of the segment."""
