"""Cuts what happened on the table into segments: all that belongs to one thing that a player did.

A segment begins with what shows that something new is done: a declaration, a drag, a chit put into play, the turn. The
dice, states and markers that follow belong to it until the next one begins. Nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from ...drawing.mats import IN_PLAY
from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.position import Position, Status
from ...rules.rule_sets import exclusive_rules
from ..events import (
    CalendarSet,
    ChitMoved,
    Declared,
    DieRolled,
    LeaderMoved,
    ObservedStep,
    PointsSet,
    ShotReported,
    StateSet,
    TableEvent,
    TimeSet,
    TurnedOver,
    UnitMoved,
)
from .attacks_told import with_attacks_told
from .beginnings import ACTIVATIONS, beginning_of
from .begun_before import BegunBefore, action_begun_before
from .chat_order import in_order_of_play
from .checks_bought import with_checks_bought
from .checks_told_as_rallies import check_told_as_rally
from .closing_words import with_closing_words_before_draw
from .dice_at_end import with_dice_at_their_lines
from .dice_named import with_dice_named
from .dice_of_several import with_dice_before_several
from .early_drags import with_early_drags_at_their_words
from .fire_before_hold import with_fire_before_hold
from .firers_named import with_firers_named
from .first_draw import with_draws_after_turns
from .late_answers import with_late_answers_first
from .late_drags import with_drags_at_their_words
from .late_points import with_points_rolled_for_chit
from .membership import (
    bonus_before,
    check_before,
    checks_only,
    dragged_after,
    in_assault,
    is_assaulted,
    is_fought,
    is_preparation,
    is_put_back,
    is_said_together,
    is_same_action,
    is_undone,
    marked_before,
    more_exact,
    name_check,
    same_drag,
    shares_hex,
    since_declared,
    waited_for_answer,
)
from .misdrags import without_misdrags
from .rallies_shown import with_checks_that_rally, with_rallies_shown
from .reactions import Reaction, reaction_to, shot_at_gun, shot_at_mover, with_hits_shown
from .reports_of_announcements import with_reports_at_their_announcements
from .reports_of_menus import with_reports_of_menus_marked
from .segment import OpenSegment, Segment, SegmentKind
from .shots_in_words import without_shots_in_words_alone
from .stopped_changes import with_stopped_changes
from .summaries import with_summaries_at_their_acts
from .turn_sequence import Aside, arrival_of, between_beginning, cleared_before, is_payment, struck_before
from .wanted_numbers import without_wanted_numbers
from .words_after_dice import with_words_before_dice
from .words_of_marks import with_words_at_their_marks
from .words_of_reports import without_words_of_reports

__all__ = ["segments"]

_PROVOKING: Final = frozenset({SegmentKind.MOVE, SegmentKind.ENGINEER, SegmentKind.ASSAULT, SegmentKind.RALLY})
"""Passages in which Opportunity Fire can be taken."""
_REPORTED_BY_THEMSELVES: Final[Mapping[str, SegmentKind]] = {
    Declaration.OPPORTUNITY_FIRE: SegmentKind.OPPORTUNITY_FIRE,
    Declaration.ASSAULT_FIRE: SegmentKind.ASSAULT_FIRE,
}
"""The kind of segment of a shot that a module reports, where no declaration begins it."""
_FIRE_IN_WORDS: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE})


_CONTACT: Final = "contact"
"""The state whose marker shows by itself that contact is sought (R10.3)."""


def segments(steps: Iterable[ObservedStep], *, start: Position | None = None) -> list[Segment]:
    """Cut steps into segments, in their order.

    *start* is the position with which the first file begins, if the steps are its first ones and what was done before
    is unknown.
    """
    recorded = ((event, step) for step in steps for event in sorted(step.events, key=_order_in_step))
    told_once = with_summaries_at_their_acts(without_wanted_numbers(recorded))
    reported = with_reports_of_menus_marked(told_once)
    told_first = without_words_of_reports(with_late_answers_first(with_closing_words_before_draw(reported)))
    played = with_draws_after_turns(with_stopped_changes(without_misdrags(told_first)))
    rallied = with_checks_that_rally(with_points_rolled_for_chit(played))
    named = with_reports_at_their_announcements(with_dice_at_their_lines(with_dice_named(rallied)))
    begun = with_early_drags_at_their_words(with_words_before_dice(named))
    told = with_rallies_shown(with_words_at_their_marks(begun))
    shot = with_checks_bought(with_firers_named(told))
    dragged = with_drags_at_their_words(in_order_of_play(with_dice_before_several(shot)))
    ordered = list(with_hits_shown(dragged))
    begun_before = action_begun_before(ordered, start) if start is not None else None
    cutter = _Segmenter(
        begun_before, {} if start is None else {unit: each.contact for unit, each in start.units.items()}
    )
    for event, step in ordered:
        cutter.take(event, step)
    found = without_shots_in_words_alone(with_attacks_told(with_fire_before_hold(cutter.found)))
    return [segment.closed() for segment in found if segment.events]


def _order_in_step(event: TableEvent) -> int:
    """Return an event's sort key in its step: units before the leaders that go with them, dice after what was said.

    A turn ends before everything else that the button for it does.
    """
    if isinstance(event, TimeSet):
        return -1
    return 1 if isinstance(event, LeaderMoved | CalendarSet) else 2 if isinstance(event, DieRolled) else 0


class _Segmenter:
    """Puts each event into its segment."""

    def __init__(self, begun_before: BegunBefore | None, contacts: dict[str, int]) -> None:
        self._begun_before = begun_before
        self._contacts = contacts
        """The contact markers of the units, as far as they have been seen."""
        self._current = self._before = OpenSegment(SegmentKind.LOOSE)
        self.found: list[OpenSegment] = [self._current]
        self._aside = Aside()
        self._reaction: Reaction | None = None
        """The actions that the answer goes on with, though something else has been done since."""
        self._latest: ObservedStep | None = None
        """The step up to which the events have been taken: words may be put behind what was done after them."""

    def take(self, event: TableEvent, step: ObservedStep) -> None:
        """Put an event where it belongs."""
        if self._latest is None or (step.log, step.number) > (self._latest.log, self._latest.number):
            self._latest = step
        event = self._in_reaction(event, step, self._latest.table)
        if self._begun_before is not None and event is self._begun_before.shown_by:
            self._begin(self._begun_before.opened())
            event = self._begun_before.meant
        if (aside := self._aside.take(event, step)) is not None:
            # a formation may roll for withdrawal in the middle of anything: that goes on afterwards
            if aside not in self.found:
                self.found.append(aside)
            return
        if isinstance(event, TurnedOver) and not event.hidden and not self._shows_itself(event, step.table):
            # a gun may be turned over in the middle of anything: what goes on meanwhile is not ended by it
            self.found.append(OpenSegment(SegmentKind.REVEAL, [event.unit], events=[event], steps=[step]))
            return
        if isinstance(event, UnitMoved) and (revealed := self._revealed_dummy(event, step)) is not None:
            revealed.add(event, step)
            return
        late = self._late_for(event)
        opens_reaction = self._reaction is not None and event is self._reaction.opening
        beginning = None if late or opens_reaction else self._beginning(event, step)
        if beginning is None and not late and self._reaction is None and self._is_over(event):
            beginning = OpenSegment(SegmentKind.LOOSE)
        if beginning is not None:
            self._reaction = None
            self._begin(beginning)
        (self._reaction or late or self._current).add(event, step)
        if isinstance(event, UnitMoved):
            self._take_in_preparations(step)

    def _is_over(self, event: TableEvent) -> bool:
        """Return whether a die comes after the roll for a chit's points, which was made only after something else."""
        current = self._current
        return (
            isinstance(event, DieRolled) and current.kind is SegmentKind.CHIT and current is not self.found[-1]
            and any(isinstance(each, PointsSet) for each in current.events)
        )  # fmt: skip

    def _revealed_dummy(self, event: UnitMoved, step: ObservedStep) -> OpenSegment | None:
        """Return the segment in which a unit that leaves play was turned over: a dummy leaves for that (NQoS S4.3).

        Who takes his dummy off the map while nobody else acts has shown what it is, and need not turn it over first.
        """
        if event.went is not Status.ELIMINATED or not step.table.game.units[event.unit].dummy:
            return None
        reveals = (each for each in reversed(self.found) if each.kind is SegmentKind.REVEAL)
        known = next((each for each in reveals if event.unit in each.units), None)
        owner, acting = step.table.side(event.unit), self._current.units[:1]
        if known is None and step.side == owner and all(step.table.side(unit) == owner for unit in acting):
            known = OpenSegment(SegmentKind.REVEAL, [event.unit])
            self.found.append(known)
        return known

    def _in_reaction(self, event: TableEvent, step: ObservedStep, table: Position) -> TableEvent:
        """Return the meaning of an event, having gone over to what it is a reaction to, or back."""
        going_on = self._reaction.provoking if self._reaction is not None else self._current
        event = shot_at_gun(self._current, shot_at_mover(going_on, event, table), table)
        event = check_told_as_rally(self.found, event, step)
        if self._reaction is None:
            self._reaction = reaction_to(self.found, self._current, event, step)
            if self._reaction is not None:
                self._current = self._reaction.segment
        event = self._as_said_in_assault(event, table)
        if self._reaction is not None and self._reaction.is_ended_by(event, step):
            self._reaction.give_back(event)
            self._current, self._reaction = self._reaction.interrupted, None
        return event

    def _as_said_in_assault(self, event: TableEvent, table: Position) -> TableEvent:
        """Return the meaning of a player's own words in the current assault: there fire and falling back are its own.

        "L/2 fires at 1/VIII" is said of any fire; in an assault it is that of its rounds (R11.8), and so is the assault
        of a unit that takes part in it.
        """
        current = self._current
        if current.kind is not SegmentKind.ASSAULT or not isinstance(event, Declared) or not event.spoken:
            return event
        defends = table.side(event.unit) != table.side(current.units[0]) and is_assaulted(current, event.unit, table)
        if event.action is Declaration.MOVE and defends:
            return replace(event, action=Declaration.RETREAT)
        if event.action is Declaration.MOVE and event.unit in current.units and event.own_words and not event.way:
            return replace(event, action=Declaration.NONE)  # "2/V goes on" says that it is still in the assault
        if event.action is Declaration.ASSAULT and defends:
            return replace(event, action=Declaration.ASSAULT_FIRE)  # nobody assaults in an assault of the other side
        told_again = event.action is Declaration.ASSAULT and event.own_words and is_fought(current)
        joins = (event.action in _FIRE_IN_WORDS and (defends or event.unit in current.units)) or (
            told_again and event.unit in current.units
        )
        return replace(event, action=Declaration.ASSAULT_FIRE) if joins else event

    def _begin(self, beginning: OpenSegment) -> None:
        """Begin a segment; what its unit pays for was paid just before it."""
        paid = self._current
        if paid.kind is SegmentKind.PAYMENT and self.found[-1] is paid and set(beginning.units) & set(paid.units):
            del self.found[-1]
            beginning.events, beginning.steps = paid.events, paid.steps
        else:
            self._before = paid
        if beginning.kind is SegmentKind.OPPORTUNITY_FIRE:
            beginning.take_last(paid, check_before(paid))
            name_check(beginning)
        elif beginning.kind is SegmentKind.ASSAULT_FIRE:
            beginning.take_last(paid, since_declared(paid, beginning.units[0]))
        elif beginning.kind is SegmentKind.FIRE:
            beginning.take_last(paid, bonus_before(paid, beginning.units[0]))
        elif beginning.kind is SegmentKind.COUNTERBATTERY:
            beginning.take_last(paid, marked_before(paid, beginning.units[0]))
        elif beginning.kind is SegmentKind.PURCHASE and is_payment(self.found):
            beginning.take_last(paid, 1)
        elif beginning.kind is SegmentKind.TURN:
            beginning.take_last(paid, cleared_before(paid))
        elif beginning.kind is SegmentKind.AIR_STRIKE and (named := struck_before(paid)):
            beginning.take_last(paid, len(paid.events) - named)
        self._current = beginning
        self.found.append(beginning)

    def _late_for(self, event: TableEvent) -> OpenSegment | None:
        """Return the segment that an event belongs to though something else has begun since.

        It is a move whose unit's Column or transport is marked only now; a drag, or contact, that is mentioned later.
        """
        if isinstance(event, Declared) and event.action is Declaration.SEEK_CONTACT:
            return self._contact_shown(event.unit)
        if isinstance(event, Declared) and event.action is Declaration.MOVE and event.own_words and event.way:
            return self._move_shown(event)
        if not isinstance(event, StateSet) or event.state not in HOW_IT_MOVES or self._current.goes_on(event.unit):
            return None
        if (arrival := arrival_of(event.unit, self.found)) is not None:
            return arrival
        begun = (
            self._current.kind in (SegmentKind.CHIT, SegmentKind.TURN)
            or self._current.has_dice
            or any(self._current.drags())
        )
        return self._before if self._before.goes_on(event.unit) and not begun else None

    def _shows_itself(self, event: TurnedOver, table: Position) -> bool:
        """Return whether a unit that is turned over is so as a part of what goes on: it fires, or an enemy moves."""
        current = self._current
        if event.unit in current.units:
            return True
        if any(isinstance(each, Declared) and each.unit == event.unit for each in current.events):
            return True
        if current.kind not in (SegmentKind.MOVE, SegmentKind.ASSAULT) or table.side(current.units[0]) == table.side(
            event.unit
        ):
            return False
        return current.kind is SegmentKind.MOVE or is_assaulted(current, event.unit, table)

    def _beginning(self, event: TableEvent, step: ObservedStep) -> OpenSegment | None:
        """Return the segment that an event begins, None if it belongs to the current one."""
        between = between_beginning(event, step, self._current, strikes=self._aside.strikes)
        if between is not None:
            return between if between is not self._current else None
        match event:
            case Declared():
                return self._declared(event, (self._latest or step).table)
            case UnitMoved():
                return self._dragged(event, step)
            case ShotReported():
                return _reported(event)
            case StateSet() if event.state in HOW_IT_MOVES:
                if self._current.kind is SegmentKind.OPPORTUNITY_FIRE and is_undone(self._current, event):
                    return None
                waits = step.table.units[event.unit].status is not Status.ON_MAP
                return (
                    None if waits or self._current.goes_on(event.unit) else OpenSegment(SegmentKind.MOVE, [event.unit])
                )
            case StateSet() if event.state == _CONTACT:
                known, self._contacts[event.unit] = self._contacts.get(event.unit, 0), event.level
                if event.level <= known or step.side != step.table.side(event.unit):
                    return None  # a marker that is turned back shows that contact is lost
                return None if self._seeks_contact(event.unit) else OpenSegment(SegmentKind.CONTACT, [event.unit])
            case ChitMoved() if event.target == IN_PLAY:
                return OpenSegment(SegmentKind.CHIT)
            case TimeSet() if self._current.kind is not SegmentKind.TURN:
                return OpenSegment(SegmentKind.TURN)
            case _:
                return None

    def _move_shown(self, told: Declared) -> OpenSegment | None:
        """Return the move, made without a word under this chit, whose drags end where words say that a unit went."""
        for segment in reversed(self.found):
            if segment is self._current or told.unit in segment.ended:
                continue
            if segment.kind in (SegmentKind.CHIT, SegmentKind.TURN):
                return None
            if segment.kind is SegmentKind.MOVE and told.unit in segment.units:
                silent = not any(isinstance(each, Declared) for each in segment.events)
                ends = [drag.target for drag, _ in segment.drags() if drag.unit == told.unit]
                return segment if silent and ends[-1:] == [told.way[-1]] else None
        return None

    def _contact_shown(self, unit: str) -> OpenSegment | None:
        """Return the segment in which a unit's contact marker was put down under this chit without a word of it."""
        for segment in reversed(self.found):
            if segment.kind in (SegmentKind.CHIT, SegmentKind.TURN):
                return None
            if segment.kind is SegmentKind.CONTACT and unit in segment.units:
                told = (
                    isinstance(each, Declared) and each.action is Declaration.SEEK_CONTACT for each in segment.events
                )
                return None if any(told) else segment
        return None

    def _seeks_contact(self, unit: str) -> bool:
        """Return whether a unit has been said to seek contact, and its marker has not been put down for that yet."""
        for segment in reversed(self.found):
            if segment.kind is SegmentKind.CONTACT and unit in segment.units:
                put = (isinstance(each, StateSet) and each.state == _CONTACT for each in segment.events)
                return segment is self._current or not any(put)
        return False

    def _declared(self, event: Declared, table: Position) -> OpenSegment | None:
        if event.told_again and event.unit in self._current.units:
            return None
        kind = beginning_of(event.action, table)
        current = self._current
        if kind is None and event.action in ACTIVATIONS:
            done = current.has_dice or any(current.drags()) or event.unit in current.ended
            joins = not done if event.unit in current.units else self._joins_assault(event, table)
            return None if joins else OpenSegment(SegmentKind.PAYMENT, [event.unit])
        if kind is None:
            return self._fired_at(event, table)
        if kind is SegmentKind.MOVE and self._is_told_again(event, table):
            return None
        if kind == current.kind and event.unit in current.units:
            if current.goes_on(event.unit):
                return None
            begun = checks_only(current) or waited_for_answer(current, event, table.side(event.unit))
            if begun and is_same_action(event.action, current.action) and event.unit not in current.ended:
                current.action = more_exact(event.action, current.action)
                return None
        if kind is SegmentKind.ASSAULT and self._joins_assault(event, table):
            current.units.append(event.unit)
            return None
        return OpenSegment(kind, [event.unit], event.action)

    def _is_told_again(self, event: Declared, table: Position) -> bool:
        """Return whether a unit is said to go to where it was dragged before it was fired at: that move goes on."""
        if table.units[event.unit].place not in event.way[-1:]:
            return False
        moves = (each for each in reversed(self.found) if each.kind is SegmentKind.MOVE and event.unit in each.units)
        last = next(moves, None)
        return last is not None and last.answered > 0

    def _joins_assault(self, event: Declared, table: Position) -> bool:
        """Return whether a unit may be one more in the assault that is being declared."""
        current = self._current
        declared = current.kind is SegmentKind.ASSAULT and not is_fought(current)
        return declared and (shares_hex(current.units, event.unit, table) or is_said_together(current, event))

    def _fired_at(self, event: Declared, table: Position) -> OpenSegment | None:
        """Return the move that Opportunity Fire reveals, though nothing else did: its unit never got to mark it.

        A unit that is activated and then fired at has begun to move.
        """
        current = self._current
        if event.action is not Declaration.OPPORTUNITY_FIRE:
            return None
        activated = ""
        for each in current.events:
            if isinstance(each, DieRolled):
                activated = ""
            elif isinstance(each, Declared) and each.action in ACTIVATIONS:
                activated = each.unit
        if not activated or (activated in current.units and current.kind in _PROVOKING):
            return None
        return OpenSegment(SegmentKind.MOVE, [activated]) if table.side(activated) != table.side(event.unit) else None

    def _dragged(self, event: UnitMoved, step: ObservedStep) -> OpenSegment | None:
        """Return the segment that a dragged unit begins, None if the drag belongs to the current one."""
        if event.went is not Status.ON_MAP:
            return None
        current = self._current
        if current.kind is SegmentKind.OPPORTUNITY_FIRE and is_put_back(current, event):
            return None
        if event.came is not Status.ON_MAP:
            joins = current.kind in (SegmentKind.DEPLOY, SegmentKind.ARRIVAL) and (
                event.unit in current.units or same_drag(current, event, step)
            )
            if joins and event.unit not in current.units:
                current.units.append(event.unit)
            deploys = exclusive_rules(step.table.game).deploys_freely(step.table, event.unit)
            return None if joins else OpenSegment(SegmentKind.DEPLOY if deploys else SegmentKind.ARRIVAL, [event.unit])
        if current.goes_on(event.unit) or current.waits_for_drag(event.unit):
            return None
        if current.kind is SegmentKind.ASSAULT and in_assault(current, event):
            return None
        together = same_drag(current, event, step) or dragged_after(current, event)
        if current.kind is SegmentKind.MOVE and event.unit not in current.ended and together:
            current.units.append(event.unit)
            return None
        return OpenSegment(SegmentKind.MOVE, [event.unit])

    def _take_in_preparations(self, step: ObservedStep) -> None:
        """Join the current move with those before it in which units that are dragged with it only got ready for it."""
        dragged = {event.unit for event in step.events if isinstance(event, UnitMoved)}
        dragged |= self._ready_after(dragged, step)
        current = self._current
        while current.kind is SegmentKind.MOVE and self.found[-1] is current:
            at = self._before_reveals()
            if at < 0 or not is_preparation(ready := self.found[at], dragged):
                return
            del self.found[at]
            current.units = [*ready.units, *(unit for unit in current.units if unit not in ready.units)]
            current.events = [*ready.events, *current.events]
            current.steps = [*ready.steps, *current.steps]

    def _before_reveals(self) -> int:
        """Return the number of the segment before the last one, -1 for none: a gun may be turned over in between."""
        at = len(self.found) - 2
        while at >= 0 and self.found[at].kind is SegmentKind.REVEAL:
            at -= 1
        return at

    def _ready_after(self, dragged: set[str], step: ObservedStep) -> set[str]:
        """Return the units of the same hex that got ready between the unit that is dragged now and its drag.

        Such units go with it, though their counters are in several stacks and are dragged one after the other.
        """
        origins = {event.origin for event in step.events if isinstance(event, UnitMoved)}
        ready: set[str] = set()
        for segment in reversed(self.found[:-1]):
            if segment.kind is SegmentKind.REVEAL:
                continue
            units = set(segment.units)
            if not is_preparation(segment, units):
                break
            if units & dragged:
                return ready
            if any(step.table.units[unit].place not in origins for unit in units):
                break
            ready |= units
        return set()


def _reported(event: ShotReported) -> OpenSegment | None:
    """Return the segment of a shot that a module reports: one that stands by itself, and one by nobody known."""
    kind = _REPORTED_BY_THEMSELVES.get(event.action) if event.unit else SegmentKind.REPORT
    return None if kind is None else OpenSegment(kind, [event.unit] if event.unit else [])
