"""Changes on the table that are no action: a unit dragged back, a chit put back, a counter added, a module's report."""

from __future__ import annotations

from typing import Final

from ..game.position import Position
from .discrepancies.aspects import AspectField, carried, differing, unit_aspect
from .discrepancies.discrepancy import Discrepancies
from .entries.entry import EntryKind
from .entries.game_findings import finding
from .entries.shot_reports import report_findings
from .events import CounterAdded, ShotReported
from .finding_names import FindingName
from .referee import Referee
from .segments.queries import numbers
from .segments.segment import Segment, SegmentKind
from .state import RefereeState

__all__ = ["puts_right", "with_chit_put_back", "with_counters_reported", "with_put_right", "with_report"]

_PUT_RIGHT: Final = "{units} dragged back to where the rules have it"


def puts_right(known: Discrepancies, segment: Segment) -> bool:
    """Return whether units are only dragged back to where the rules have them after an illegal move."""
    ends = {event.unit: event.target for event, _ in segment.drags()}
    if segment.kind is not SegmentKind.MOVE or set(ends) != set(segment.units) or segment.has_dice:
        return False
    return all(known.puts_right(unit_aspect(unit, AspectField.PLACE), end) for unit, end in ends.items())


def with_put_right(state: RefereeState, segment: Segment) -> RefereeState:
    """Put units back that were dragged back, without judging it as a move."""
    state, number = state.begin(segment, EntryKind.TABLE, segment.units[0])
    places = [unit_aspect(unit, AspectField.PLACE) for unit in segment.units]
    position = carried(state.position, segment.table, places)
    units = ", ".join(_name(position, unit) for unit in segment.units)
    state = state.with_notes(number, _PUT_RIGHT.format(units=units)).going_on_from(number, position)
    return state.with_carried(state.carried.keeping(segment))


def with_chit_put_back(state: RefereeState, segment: Segment, chit: str) -> RefereeState:
    """Report a chit that was drawn and went back into the mug: it is as if it had never been drawn."""
    state, number = state.begin(segment, EntryKind.TABLE, "")
    drawn_again = finding(FindingName.CHIT_DRAWN_AGAIN, chit=state.position.game.chits[chit].name)
    state = state.with_findings(number, drawn_again).going_on_from(number, state.position)
    return state.with_carried(state.carried.keeping(segment))


def with_report(referee: Referee, state: RefereeState, segment: Segment) -> RefereeState:
    """Leave open a shot that a module reports of unknown counters, and check the report against itself.

    The game goes on from the table.
    """
    state, number = state.begin(segment, EntryKind.TABLE, "")
    for event in segment.events:
        if isinstance(event, ShotReported):
            firer, target = (name or "somebody" for name in event.names)
            state = state.with_findings(number, finding(FindingName.REPORT_NOT_UNDERSTOOD, firer=firer, target=target))
    state = state.with_findings(number, *report_findings(segment, (), referee.book))
    table = segment.table
    return state.going_on_from(number, carried(state.position, table, differing(state.position, table)))


def with_counters_reported(state: RefereeState, segment: Segment) -> RefereeState:
    """Report counters that were put down a second time."""
    position = state.position
    for event in segment.events:
        if isinstance(event, CounterAdded):
            ledger, number = state.ledger.of_table(segment, position)
            place = position.game.map.boxes[event.place].name if isinstance(event.place, str) else event.place
            name = _name(position, event.unit) or position.game.units[event.unit].name
            added = finding(FindingName.COUNTER_ADDED, rule=f"Scenario {position.scenario}", unit=name, place=place)
            ledger = ledger.changed(number, steps=numbers(segment.steps)).with_findings(number, added)
            state = state.with_ledger(ledger)
    return state


def _name(position: Position, unit: str) -> str:
    return position.shown_name(unit) if unit in position.units else ""
