"""The set-up in a log: which drags are part of it, what is said of them, and its state when the first action is done.

There is a set-up only where a log begins with the start of a scenario, before anybody has acted, and only a unit's own
player sets it up. Whether all of it is as the scenario's text has it is judged by ``rules/set_up.py``.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ..game.arrival_times import arrival_group
from ..game.hexes import Hex
from ..game.position import Position, Status, UnitState
from ..rules.rule_book import RuleBook
from ..rules.ruling import Finding, Verdict
from ..rules.series.command import is_activated
from ..rules.series.sequence import is_set_up
from ..rules.set_up import is_unmarked, set_up_findings, set_up_places, side_of_counter
from ..rules.set_up_check import SetUpFinding
from ..vassal.properties import piece_properties
from ..vassal.table import Table
from .dialects.visibility import Sight
from .entries.entry import EntryKind
from .entries.game_findings import finding
from .events import LeaderMoved, UnitMoved
from .finding_names import FindingName
from .segments.segment import Segment, SegmentKind
from .state import RefereeState, SetUpPhase

__all__ = ["SetUpJudge", "is_start", "moved_units", "start_doubts"]

_UNIT: Final = "UnitId"
_MIXING: Final = frozenset({SegmentKind.DEPARTURE, SegmentKind.ARRIVAL})
"""Passages in which face-down counters are taken off the map to be mixed, and set up again."""
_MOVED: Final = "Moved"
"""VASSAL's mark on a piece that was moved."""
_NOT_THERE: Final = frozenset({"set-up-missing", "set-up-number"})
"""Findings that may still be mended as long as nobody has acted."""
_MAY_HAVE_COME: Final = frozenset(
    {"set-up-strength", "set-up-contact", "set-up-face", "set-up-missing", "set-up-points"}
)
"""Findings that may also have come about by play before the first file begins."""
_POINTS: Final = "set-up-points"
_UNLESS: Final = "{text}, unless that came about by play before the first file begins"
_DOUBT: Final = (
    "{unit} stands in {place} with the first chit in play: taken for moved before the file begins, so that the set-up "
    "is not judged"
)


def moved_units(table: Table) -> frozenset[str]:
    """Return the units of our own module whose counters have VASSAL's mark of having been moved."""
    marked = (piece_properties(piece) for piece in table.units())
    return frozenset(each[_UNIT] for each in marked if each.get(_MOVED) == "true" and each.get(_UNIT))


def is_start(position: Position, book: RuleBook) -> bool:
    """Return whether a position on a table is a scenario's start: nobody has acted under its first chit (R4.3).

    Somebody has acted if a barrage is on the map, and if a unit that the chit activates is weakened, is in contact, or
    is where it cannot be set up: it may have moved there.
    """
    if not is_set_up(position) or position.barrages:
        return False
    return not any(_has_acted(position, book, unit) for unit in position.units)


def _has_acted(position: Position, book: RuleBook, unit: str) -> bool:
    if position.units[unit].status is Status.WAITING or not is_activated(position, book, unit):
        return False
    return not is_unmarked(position, unit) or _is_elsewhere(position, book, unit)


def _is_elsewhere(position: Position, book: RuleBook, unit: str) -> bool:
    return position.units[unit].place not in set_up_places(position, book, unit)


def start_doubts(position: Position, book: RuleBook, table: Table) -> Iterator[str]:
    """Yield why the set-up of a file is not judged, if what suggests that somebody has acted is no more than a place.

    A counter with VASSAL's mark of having been moved needs no word.
    """
    if not is_set_up(position) or is_start(position, book):
        return
    moved = moved_units(table)
    for unit, state in position.units.items():
        acts = state.status is Status.ON_MAP and is_activated(position, book, unit)
        if acts and unit not in moved and _is_elsewhere(position, book, unit):
            yield _DOUBT.format(unit=position.shown_name(unit), place=state.place)
            return


@dataclass(frozen=True, slots=True)
class SetUpJudge:
    """The basis for judging a set-up: the rules, what the logs show of it, and the start of the first file."""

    book: RuleBook
    sight: Sight
    start: Position

    def takes(self, phase: SetUpPhase, position: Position, segment: Segment) -> bool:
        """Return whether a segment puts counters of the player who made it where they are set up."""
        if not phase.lasts:
            return False
        if segment.kind is SegmentKind.LOOSE:
            return any(True for _ in self.leaders(position, segment))
        if segment.kind in _MIXING:
            mixed = (self.start.units[unit].hidden and self._is_own(position, segment, unit) for unit in segment.units)
            return self.sight.tells_set_up and bool(segment.units) and all(mixed)
        if segment.kind is not SegmentKind.MOVE:
            return False
        return all(
            self._is_own(position, segment, unit) and self._is_put(position, unit, segment.table)
            for unit in segment.units
        )

    def leaders(self, position: Position, segment: Segment) -> Iterator[str]:
        """Yield the leaders whom a segment puts somewhere: with a unit, or alone if no unit of theirs may act yet."""
        for event, step in zip(segment.events, segment.steps, strict=True):
            if not (self.sight.tells_set_up and isinstance(event, LeaderMoved)):
                continue
            formation = position.game.leaders[event.leader].formation
            led = (unit for unit in position.units if position.game.units[unit].formation == formation)
            own = step.side in ("", side_of_counter(position, event.leader))
            if own and (segment.units or not any(is_activated(position, self.book, unit) for unit in led)):
                yield event.leader

    @staticmethod
    def _is_own(position: Position, segment: Segment, unit: str) -> bool:
        """Return whether nothing shows that the other player drags a unit: a step that is no drag names nobody."""
        dragged = (
            step.side for event, step in zip(segment.events, segment.steps, strict=True)
            if isinstance(event, UnitMoved) and event.unit == unit
        )  # fmt: skip
        return all(side in ("", position.side(unit)) for side in dragged)

    def _is_put(self, position: Position, unit: str, table: Position) -> bool:
        """Return whether a unit is set up in a place and has not moved there.

        A unit that the chit in play activates has moved, unless it was dragged farther than it ever moves to a place
        where it may be set up. Where logs do not show which chit is in play, this holds for all units.
        """
        if self.sight.tells_set_up and not is_activated(position, self.book, unit):
            return True
        place = table.units[unit].place
        start, allowance = position.units[unit].place, position.ratings(unit).movement or 0
        if place not in set_up_places(position, self.book, unit):
            return False
        if not isinstance(start, Hex) or not isinstance(place, Hex):
            return self.sight.tells_set_up
        return position.game.map.layout.distance(start, place) > allowance

    def findings(
        self, phase: SetUpPhase, position: Position, put: Container[str], *, final: bool = True
    ) -> Iterator[SetUpFinding]:
        """Yield the faults of the set-up; not *final*: as long as nobody has acted, what is missing may still come.

        *put* are the units that were set up in the log; the others stand as the file began, which is left open where
        play before it may have brought it about. How reinforcements arrive in the log is judged where they do. Points
        are those that the file began with: the first chit may have brought others by now.
        """
        if not phase.lasts or not self.sight.tells_set_up or not is_set_up(position):
            return
        now = tuple(set_up_findings(position, self.book))
        first = tuple(set_up_findings(self.start, self.book))
        yield from (found for found in now if any(counter in put for counter in found.counters))
        yield from (
            _left_open(found) for found in now if not self._is_about_units(found) and found.finding.name != _POINTS
        )
        if any(found.finding.name == _POINTS for found in now):
            yield from (_left_open(found) for found in first if found.finding.name == _POINTS)
        for found in first:
            can_wait = not final and found.finding.name in _NOT_THERE
            elsewhere = any(counter in put or self._arrives(counter) for counter in found.counters)
            if self._is_about_units(found) and not can_wait and not elsewhere:
                yield _left_open(found)

    def _is_about_units(self, found: SetUpFinding) -> bool:
        """Return whether a finding concerns units and leaders, and not what is beside the map."""
        start = self.start
        return any(counter in start.units or counter in start.leaders for counter in found.counters)

    def _arrives(self, counter: str) -> bool:
        """Return whether a counter is one of a reinforcement that has not come when the log begins."""
        start = self.start
        state = start.units.get(counter) or start.leaders.get(counter)
        return state is not None and state.status is Status.WAITING and arrival_group(start, counter) is not None

    def put(self, state: RefereeState, segment: Segment) -> RefereeState:
        """Put the counters of a segment where they are set up, an entry for each."""
        table = segment.table
        for unit in segment.units:
            position = state.position
            placed = _as_on(table, position, unit)
            state = state.at(position.after(units={**position.units, unit: placed}))
            if placed.place is None:  # a gun that is mixed with others: where it is put then is what counts
                continue
            ledger = state.ledger.begin(segment, EntryKind.SET_UP, unit, position)
            entry = replace(ledger.last, after=state.position)
            if not self.sight.tells_set_up:
                entry = entry.with_findings(finding(FindingName.SET_UP_OR_MOVE, unit=state.position.shown_name(unit)))
            state = state.with_ledger(ledger.with_entry(entry))
        for leader in self.leaders(state.position, segment):
            state = self._with_leader(state, segment, leader)
        return state

    @staticmethod
    def _with_leader(state: RefereeState, segment: Segment, leader: str) -> RefereeState:
        """Put a leader where a segment sets him up, with its last unit or alone."""
        position, ledger = state.position, state.ledger
        if not segment.units:
            ledger = ledger.begin(segment, EntryKind.SET_UP, "", position)
        state = state.at(position.after(leaders={**position.leaders, leader: segment.table.leaders[leader]}))
        number = ledger.last.number
        phase = replace(state.set_up, leaders={**state.set_up.leaders, leader: number})
        return replace(state, ledger=ledger.changed(number, after=state.position), set_up=phase)

    def end(self, state: RefereeState, *, final: bool = True) -> RefereeState:
        """Compare the set-up with the scenario's text, and report what is wrong with it.

        Findings on units that were set up in the log are reported with that, the rest with the start of the first file.
        *final* is whether somebody acts now: until then what is missing may still come.
        """
        if not state.set_up.lasts:
            return state
        position, ledger = state.position, state.ledger
        last = {entry.unit: entry.number for entry in ledger.entries if entry.kind is EntryKind.SET_UP and entry.unit}
        last |= state.set_up.leaders
        begun = position.after(points=self.start.points)  # those of the first chit are there by now
        before: list[SetUpFinding] = []
        for each in self.findings(state.set_up, begun, last, final=final):
            entries = [ledger[last[counter]] for counter in each.counters if counter in last]
            if entries:
                number = max(entries, key=lambda entry: entry.steps).number
                ledger = ledger.with_findings(number, _as_told(each, position))
            else:
                before.append(each)
        for side, findings in self.by_side(position, before).items():
            ledger = ledger.begin_without_steps(
                EntryKind.SET_UP, self.start, side=side, findings=[each.finding for each in findings]
            )
            ledger = ledger.changed(ledger.last.number, after=self.start)
        return replace(state, ledger=ledger, set_up=replace(state.set_up, lasts=False))

    def by_side(self, position: Position, found: Iterable[SetUpFinding]) -> Mapping[str, list[SetUpFinding]]:
        """Return findings by the side whose counters they concern."""
        sides: dict[str, list[SetUpFinding]] = {}
        for each in found:
            side = next((side_of_counter(position, counter) for counter in each.counters), "")
            sides.setdefault(side, []).append(each)
        return sides


def _as_told(found: SetUpFinding, position: Position) -> Finding:
    """Return a finding on a set-up as it is reported of a unit that was put somewhere in a log."""
    if found.finding.name != "set-up-place":
        return found.finding
    unit = found.counters[0]
    place = position.units[unit].place
    return finding(FindingName.SET_UP_OUTSIDE, rule=found.finding.rule, unit=position.shown_name(unit), hex=place)


def _left_open(found: SetUpFinding) -> SetUpFinding:
    """Return a finding, undecided if play before the file may have brought it about."""
    wrong = found.finding
    if wrong.name not in _MAY_HAVE_COME:
        return found
    text = _UNLESS.format(text=wrong.text)
    return replace(found, finding=replace(wrong, text=text, verdict=Verdict.UNDECIDED))


def _as_on(table: Position, position: Position, unit: str) -> UnitState:
    """Return a unit's state as it is on the table."""
    seen, known = table.units[unit], position.units[unit]
    return seen.after(actions=known.actions, finished=known.finished, contact_leader=known.contact_leader)
