"""The sequence of play between the chits, judged in the rules' order: dice, purchases, arrivals, events, withdrawals.

Between the turns the last chit is in play already, while the steps of the new turn are done (R4.1, R4.6). So it is
played only when something shows that it is: its die, the action of a unit, the next chit. Dice that no unit rolls for
are kept until the rules want them; what they want next is known to the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final, Protocol

from ..drawing.mats import IN_PLAY
from ..game.play import Action, BuyChit, EndTurn
from ..game.position import Activation, Position
from ..rules.bir_hacheim.morale import WITHDRAWAL_DUE, WITHDRAWAL_OVERDUE, is_too_low, withdrawal_demanded
from ..rules.bir_hacheim.owed_rolls import can_withdraw
from ..rules.bir_hacheim.turn_steps import AIRPOWER, SUPPLY, WEATHER
from ..rules.judge import judge
from ..rules.rule_book import RuleBook
from ..rules.series.calendar import is_last_turn
from ..rules.series.chits import is_first_division_chit
from ..rules.series.conditions import is_night
from ..rules.series.purchases import NEXT_TURN
from ..rules.series.sequence import ARRIVALS, CHITS, is_required, is_set_up, open_steps
from ..rules.series.turns import turn_is_over
from .accounts.candidates.candidate import Context
from .accounts.candidates.turn_sequence import chits_bought
from .accounts.interpretation import Tables
from .discrepancies.aspects import Aspect, AspectKind, carried, value_of
from .entries import Entry
from .events import ChitMoved, Declared, DieRolled, ObservedStep, PointsSet, RollNamed, TableEvent
from .segments.segment import Segment, SegmentKind
from .segments.turn_sequence import BETWEEN_CHITS
from .state import RefereeState

__all__ = ["Judge", "TurnSequence"]

Following = Sequence[tuple[Segment, Tables]]

_OPENING: Final = frozenset(
    {
        SegmentKind.MOVE,
        SegmentKind.FIRE,
        SegmentKind.COUNTERBATTERY,
        SegmentKind.ASSAULT,
        SegmentKind.RALLY,
        SegmentKind.ENGINEER,
        SegmentKind.CONTACT,
        SegmentKind.CHIT,
        SegmentKind.END_ACTIVATION,
    }
)
"""Passages that show that a chit is in play."""
_TAKEN: Final = frozenset(
    {
        SegmentKind.TURN,
        SegmentKind.PURCHASE,
        SegmentKind.ARRIVAL,
        SegmentKind.DEPARTURE,
        SegmentKind.WITHDRAWAL,
        SegmentKind.AIR_STRIKE,
        SegmentKind.BREAK_OUT,
    }
)
_SHOWS_NO_CHIT: Final = frozenset({SegmentKind.LOOSE, SegmentKind.REVEAL, SegmentKind.DEPARTURE})
"""Passages that may come between the drawing of a turn's last chit and the end of a mail."""
_STEPS: Final[Mapping[SegmentKind, str]] = {
    SegmentKind.WEATHER: WEATHER, SegmentKind.AIRPOWER: AIRPOWER, SegmentKind.SUPPLY: SUPPLY,
    SegmentKind.PURCHASE: CHITS, SegmentKind.ARRIVAL: ARRIVALS,
}  # fmt: skip
"""The steps of the turn (R4.1) by the kinds of what is judged."""
_DIVISION: Final = "division"
_COMMAND_POINTS: Final = "command-points"
_WITH_DICE: Final = frozenset({_DIVISION, "random-event"})
"""Kinds of chits that a die is rolled for."""
_HOLDS: Final = frozenset({"withdrawal-roll-due", "event-due", "break-out-due"})
"""The refusals of an action while a step that goes before everything else has still to be done."""
_SHOWN_LATE: Final = frozenset({"rommel", "indian-gun"})
"""Events that one counter carries out: it may be put down late."""
_WEATHER: Final = (Aspect(AspectKind.CONDITION, "day_weather"), Aspect(AspectKind.CONDITION, "weather"))
_SHOWS: Final[Mapping[str, tuple[Aspect, ...]]] = {
    WEATHER: _WEATHER,
    AIRPOWER: (Aspect(AspectKind.CONDITION, "strikes"), Aspect(AspectKind.CONDITION, "planned_strikes")),
    SUPPLY: (Aspect(AspectKind.CONDITION, "supply"),),
}
"""The aspects of the table that show that a step has been done."""
_MOST_STEPS: Final = 40
_LOST_BEFORE: Final = "a step was lost before the first file begins"
_LOW_BEFORE: Final = "French Morale was too low earlier that day, before the first file begins"
_PLAYED_AFTER: Final = "{chit} is played when the steps with which the turn begins have been done"
_PLAYED_FIRST: Final = "{chit} is played first in the next turn"
_NOBODY: Final = frozenset({""})


class Judge(Protocol):
    """The judge of segments: the referee of the game."""

    book: RuleBook
    position: Position
    state: RefereeState

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries so far."""

    @property
    def dice_left(self) -> int:
        """The number of dice waiting that nothing has needed yet."""

    @property
    def rolls_named(self) -> frozenset[str]:
        """The purposes that the waiting dice were said to be for."""

    def note_draw(self, segment: Segment, note: str) -> None:
        """Make an entry of the drawing of a chit that is not played yet."""

    def rule_on(
        self, segment: Segment, unit: str, tables: Tables, *, at: ObservedStep, patient: bool = False,
        may_owe: frozenset[str] = frozenset(), own_dice: bool = False,
    ) -> int:  # fmt: skip
        """Judge what a segment means, with the dice that are waiting; return its entry's number, 0 if it means nothing.

        A *patient* segment waits if a die is missing, or if it would be illegal. With *own_dice* only its own dice
        are for it, and the first one is for nothing else, even if it is refused.
        """

    def rule_silently(self, segment: Segment, action: Action) -> None:
        """Judge an action that the log shows only by what follows from it."""

    def keep(self, segment: Segment) -> None:
        """Keep the dice and words of a segment for what comes next."""

    def settle(self) -> None:
        """Report all that the rules changed and the table does not show."""


class TurnSequence:
    """Does the work between the chits for one referee."""

    def __init__(self, referee: Judge, *, reads: bool) -> None:
        """Begin; *reads* says whether the logs show what goes on between the chits."""
        self._referee = referee
        self._reads = reads
        self._drawn: Segment | None = None
        """The drawing of the turn's last chit, as long as the turn has not ended."""
        self._untold: Segment | None = None
        """The drawing of a chit that no entry reports yet."""
        self._overdue = ("", tuple[str, ...](), False)
        """The things that were held up and reported already: an event, withdrawals, and the French withdrawal."""
        self._since_event: list[tuple[Segment, Tables]] = []
        """The segments since an event came that has still to be carried out."""
        self._unsure: Position | None = None
        """The position at the start, if it is not known whether the chit in play has been played yet."""
        self._start = referee.position
        if reads:
            self._begin_with_low_morale()
            self._begin_before_first_chit()

    def _begin_with_low_morale(self) -> None:
        """Begin with the French withdrawal due if Morale is too low: no marker shows it (NQoS S4.6)."""
        position = self._position
        if is_too_low(position.morale, self._referee.book):
            self._referee.position = position.after(flags=position.flags | {WITHDRAWAL_DUE})

    def _begin_before_first_chit(self) -> None:
        """Begin as if the first chit of a turn were not played yet, if nothing shows it: its steps may still be taken.

        This concerns a file that begins where a turn has been set and the last chit of the one before is in play.
        """
        if self._position.played == (self._position.activation.chit,):
            self._suppose_unplayed()

    def look_through(self, found: Sequence[Segment]) -> None:
        """Begin as if the Division chit in play were not played yet, if its points come in the first file.

        A player who draws a chit of the other side leaves its points to the other player.
        """
        chit = self._position.game.chits.get(self._position.activation.chit)
        if not self._reads or self._referee.entries or chit is None or chit.kind != _DIVISION:
            return
        before = [*takewhile(lambda each: each.kind not in (SegmentKind.CHIT, SegmentKind.TURN), found)]
        events = [event for segment in before for event in segment.events]
        if any(isinstance(event, DieRolled) for event in events) and any(
            _brings_points(event, chit.division, self._position) for event in events
        ):
            self._suppose_unplayed()

    def _suppose_unplayed(self) -> None:
        position = self._position
        chit = position.activation.chit
        if not chit or is_set_up(position):
            return
        self._unsure = position
        self._referee.position = position.after(
            activation=Activation(), played=tuple(each for each in position.played if each != chit), first_chit=chit,
            mug=tuple(sorted((*position.mug, chit))),
        )  # fmt: skip

    @property
    def _position(self) -> Position:
        return self._referee.position

    @property
    def goes_on(self) -> bool:
        """Return whether something may still come between the chits: markers need not be in time then."""
        return self._drawn is not None or (self._reads and bool(open_steps(self._position, self._referee.book)))

    # before a segment

    def end_event(self, segment: Segment, tables: Tables) -> bool:
        """Judge a random event for which a die was rolled as it was carried out, before something else is done.

        Return whether the event was judged; it is not due any more then.
        """
        position = self._position
        if segment.kind not in _OPENING or not position.event or position.withdrawals or not self._referee.dice_left:
            return False
        step = replace(_silent(segment), kind=SegmentKind.EVENT, units=[], action="")
        now = Tables(tables.before, tables.before, (tables.after, *tables.later))
        number = self._referee.rule_on(step, "", now, at=segment.steps[0])
        if number and self._position.event:
            self._go_on(number, self._position.after(event=""))
        return number > 0

    def _go_on(self, number: int, position: Position) -> None:
        """Go on from another position after an entry than the rules have it."""
        self._referee.state = self._referee.state.at(position).changing(number, after=position)

    def prepare(self, segment: Segment, tables: Tables, following: Following) -> None:
        """Do what a segment shows to be done: the turn has ended, or the first chit is in play."""
        if not self._reads:
            return
        if self._untold is not None and self._untold.steps[0].log < segment.steps[0].log:
            self._tell_draw()
        if self._position.event and (segment.kind in _OPENING or segment.kind is SegmentKind.TURN):
            self._carry_out_event(self._since_event)
        if segment.kind in (SegmentKind.PURCHASE, SegmentKind.ARRIVAL) and self._drawn is not None:
            self._referee.rule_silently(self._drawn, EndTurn())
            self._drawn = None
        if segment.kind in (SegmentKind.PURCHASE, SegmentKind.ARRIVAL) and not self._referee.dice_left:
            self._leave_out(segment, tables, following)
        if segment.kind in _OPENING and _chit_drawn(segment) != self._position.first_chit:
            self._open_first_chit(segment, tables)

    def _open_first_chit(self, segment: Segment, tables: Tables) -> None:
        """Play the chit that was left over from the turn before, if it is in play (R4.6)."""
        first = self._position.first_chit
        if not first or self._position.activation.chit or first not in tables.before.played:
            return
        if self._unsure is not None:
            known, self._unsure = self._unsure, None
            gained = self._points(first, tables.before) > self._points(first, self._position)
            if not gained and _COMMAND_POINTS not in self._referee.rolls_named:
                self._referee.position = self._position.after(
                    activation=known.activation,
                    played=known.played,
                    first_chit="",
                    due=(),
                    mug=tuple(chit for chit in self._position.mug if chit != first),
                )
                return
        now = Tables(tables.before, tables.before, (tables.after, *tables.later))
        self._roll(segment, now, patient=False)
        if self._position.first_chit:
            self._referee.settle()
            self._referee.rule_on(Segment(SegmentKind.FIRST_CHIT), "", now, at=segment.steps[0])
            if not self._position.day_weather:  # nobody rolled for it: it is what the table shows
                self._referee.position = carried(self._position, tables.before, _WEATHER)

    def _leave_out(self, segment: Segment, tables: Tables, following: Following) -> None:
        """Judge a step whose result is on the table while something after it is done, though nobody will roll for it.

        Until the first chit is in play no dice fall but those for the chit itself.
        """
        steps = open_steps(self._position, self._referee.book)
        step = next((each for each in steps if is_required(self._position, each)), "") if self._position.due else ""
        first = self._position.game.chits.get(self._position.first_chit)
        wanted = int(first is not None and first.kind in _WITH_DICE)
        shown = any(value_of(self._position, each) != value_of(tables.before, each) for each in _SHOWS.get(step, ()))
        if shown and _dice_before_acting(segment, following) <= wanted:
            now = Tables(tables.before, tables.before, (tables.after, *tables.later))
            self._referee.rule_on(Segment(SegmentKind(step)), "", now, at=segment.steps[0])

    def _carry_out_event(self, done: Sequence[tuple[Segment, Tables]]) -> bool:
        """Judge the event that is due by what has been done since it came; return whether anything was."""
        parts = [_silent(segment) for segment, _ in done]
        events, steps = [e for part in parts for e in part.events], [s for part in parts for s in part.steps]
        self._since_event = []
        if not done:
            return False
        first, last = done[0][1], done[-1][1]
        whole = Segment(SegmentKind.EVENT, events=events, steps=steps)
        now = Tables(first.before, last.after, last.later)
        number = self._referee.rule_on(whole, "", now, at=(steps or done[0][0].steps)[0])
        if number:
            self._go_on(number, self._position.after(event=""))
        return number > 0

    def _points(self, chit: str, position: Position) -> int:
        """Return the Command Points of the division that a chit is of, 0 for a chit that brings none."""
        found = position.game.chits[chit]
        return position.points[found.division].command if found.kind == "division" else 0

    def waits(self, segment: Segment, following: Following) -> bool:
        """Return whether a chit is drawn that is not played yet: it is the first one of a turn with steps before it."""
        chit, position = _chit_drawn(segment), self._position
        if not chit or not self._reads:
            return False
        if position.first_chit == chit:
            return bool(position.due)
        if position.mug != (chit,) or not turn_is_over(position):
            return False
        if _ends_turn(following):
            after = judge(position, EndTurn(), self._referee.book).after
            return after is not None and bool(after.due)
        if is_last_turn(position):
            return not any(each.kind in _OPENING for each, _ in following)
        rolled = position.game.chits[chit].kind in _WITH_DICE and segment.has_dice
        return not rolled and all(each.kind in _SHOWS_NO_CHIT for each, _ in following)

    # a segment

    def takes(self, segment: Segment) -> bool:
        """Return whether a segment is of those that are judged here."""
        return segment.kind in _TAKEN

    def wait(self, segment: Segment) -> None:
        """Note a chit that was drawn and is not played yet."""
        if self._position.first_chit != _chit_drawn(segment):
            self._drawn = segment
        self._untold = None if is_last_turn(self._position) else segment
        self._referee.keep(segment)

    def _tell_draw(self) -> None:
        """Make an entry of a draw that the rest of its log did not report: the chit has not been played yet."""
        drawn, self._untold = self._untold, None
        if drawn is None or not (self._drawn is drawn or self._position.first_chit == _chit_drawn(drawn)):
            return
        note = _PLAYED_FIRST if self._drawn is drawn else _PLAYED_AFTER
        at = next(n for n, event in enumerate(drawn.events) if _is_draw(event))
        chit = self._position.game.chits[_chit_drawn(drawn)].name
        self._referee.note_draw(
            replace(drawn, events=[drawn.events[at]], steps=[drawn.steps[at]]), note.format(chit=chit)
        )

    def take(self, segment: Segment, tables: Tables) -> None:
        """Judge a segment that belongs between the chits."""
        if segment.kind in (SegmentKind.ARRIVAL, SegmentKind.DEPARTURE):
            self._roll(segment, tables, patient=True)
        if segment.kind is SegmentKind.TURN:
            self._end_turn(segment, tables)
        elif segment.kind is SegmentKind.WITHDRAWAL:
            self._withdrawal(segment, tables)
        elif segment.kind is SegmentKind.AIR_STRIKE:
            self._air_strike(segment, tables)
        elif segment.kind is SegmentKind.BREAK_OUT:
            self._break_out(segment, tables)
        else:
            brought = self._position.event  # that of the Indian Gun is called as it is
            if brought in segment.units and self._carry_out_event([(segment, tables)]):
                segment = replace(segment, units=[unit for unit in segment.units if unit != brought])
            shown = (tables.after, *tables.later)
            chits = chits_bought(Context(self._position, self._referee.book, segment, "", shown))
            for each in chits if segment.kind is SegmentKind.PURCHASE else dict.fromkeys(segment.units):
                before, step = self._begin_with(segment.kind), _step_of(segment, each)
                now = _when_bought(step, tables) if segment.kind is SegmentKind.PURCHASE else tables
                number = self._referee.rule_on(segment, each, now, at=step)
                if not number:
                    self._referee.position = before
                    continue
                if segment.kind is not SegmentKind.DEPARTURE:
                    self._unsure = None
                if isinstance(action := self._referee.state.ledger[number].action, BuyChit):
                    self._leave_bought(number, action)
            self._referee.keep(segment)

    def _leave_bought(self, number: int, action: BuyChit) -> None:
        """Leave a chit where it was put though it could not be bought: that has been reported."""
        name = "next_turn" if action.when == NEXT_TURN else "mug"
        chits: tuple[str, ...] = getattr(self._position, name)
        if action.chit not in chits:
            self._go_on(number, self._position.after(**{name: tuple(sorted((*chits, action.chit)))}))

    def _end_turn(self, segment: Segment, tables: Tables) -> None:
        """End the turn, unless that has been done already."""
        if self._position.time != tables.after.time:
            whole = segment if self._drawn is None else _joined(self._drawn, segment)
            self._referee.rule_on(whole, "", tables, at=whole.steps[0])
            if self._position.time != tables.after.time:
                self._referee.position = self._position.after(time=tables.after.time)
        if self._untold is self._drawn:
            self._untold = None
        self._drawn = None
        self._referee.keep(segment)

    def _withdrawal(self, segment: Segment, tables: Tables) -> None:
        """Judge a roll for withdrawal that was announced."""
        event, withdrawals, due = self._overdue
        supposed = not self._referee.entries and not self._position.withdrawals
        if not self._referee.entries:  # what was lost before the file begins is not known
            named = [self._position.game.units[unit].formation for unit in segment.units]
            withdrawals = withdrawals or tuple(each for each in named[:1] if can_withdraw(self._position, each))
            self._withdrawals_without_word(withdrawals, segment, tables)
        if not self._position.withdrawals and withdrawals:
            self._referee.position = self._position.after(withdrawals=withdrawals)
            self._overdue = event, (), due
        if not segment.has_dice:
            self._referee.keep(segment)
        own = segment if segment.has_dice else Segment(SegmentKind.WITHDRAWAL)
        number = self._referee.rule_on(own, "", tables, at=segment.steps[0], own_dice=segment.has_dice)
        if supposed and number and withdrawals:
            self._note(number, _LOST_BEFORE)

    def _note(self, number: int, note: str) -> None:
        self._referee.state = self._referee.state.with_notes(number, note)

    def _withdrawals_without_word(self, formations: tuple[str, ...], segment: Segment, tables: Tables) -> None:
        """Judge the dice with which the first file begins as rolls for withdrawal, if one is announced after them.

        These rolls go before everything else (S5.3), and there may be one for each step that was lost before the file
        begins.
        """
        for _ in range(_MOST_STEPS):
            if not (segment.has_dice and self._referee.dice_left and formations):
                return
            self._referee.position = self._position.after(withdrawals=formations)
            number = self._referee.rule_on(Segment(SegmentKind.WITHDRAWAL), "", tables, at=segment.steps[0])
            if number:
                self._note(number, _LOST_BEFORE)

    def _air_strike(self, segment: Segment, tables: Tables) -> None:
        """Judge an air strike for which a die was rolled."""
        if not segment.has_dice:
            self._referee.keep(segment)
        if segment.has_dice or self._referee.dice_left:
            own = segment if segment.has_dice else _silent(segment)
            self._referee.rule_on(own, "", tables, at=segment.steps[0], own_dice=segment.has_dice)

    def _break_out(self, segment: Segment, tables: Tables) -> None:
        event, withdrawals, due = self._overdue
        supposed = not due and self._may_have_been_low()
        if due or supposed:
            self._referee.position = self._position.after(flags=self._position.flags | {WITHDRAWAL_DUE})
            self._overdue = event, withdrawals, False
        number = self._referee.rule_on(segment, "", tables, at=segment.steps[0])
        if supposed and number:
            self._note(number, _LOW_BEFORE)
        self._referee.keep(segment)

    def _may_have_been_low(self) -> bool:
        """Return whether French Morale may have been too low on this day before the first file began, and risen since.

        That may be at Night only; a low Morale of an earlier day has had its Night.
        """
        now, start = self._position, self._start
        known = WITHDRAWAL_DUE in now.flags or is_set_up(start) or start.morale is None
        return is_night(now) and now.time.date == start.time.date and not known

    # after a segment

    def finish(self, segment: Segment, tables: Tables, following: Following) -> None:
        """Hand the waiting dice to whatever comes next, unless that has dice of its own."""
        if self._position.withdrawals and any(each.kind is SegmentKind.WITHDRAWAL for each, _ in following[:1]):
            return
        event, withdrawals, due = self._overdue
        shown = event in _SHOWN_LATE and not self._position.event
        if shown:
            self._referee.position = self._position.after(event=event)
        self._roll(segment, tables, patient=True)
        self._since_event = [*self._since_event, (segment, tables)] if self._position.event else []
        if shown and self._position.event:
            self._referee.position = self._position.after(event="")
        elif shown:
            self._overdue = "", withdrawals, due

    def end(self, segment: Segment, tables: Tables) -> None:
        """Hand the waiting dice to whatever comes next, though more may have to be rolled after the last log."""
        self._roll(segment, tables, patient=False, may_owe=_NOBODY)
        self._tell_draw()

    def note_told(self, number: int) -> None:
        """Let what was held up go on if an action was refused for it: it is reported once."""
        entry = self._referee.state.ledger[number]
        names = {each.name for each in entry.ruling.findings} if entry.ruling is not None else set()
        if not names & _HOLDS:
            return
        position = self._position
        due = withdrawal_demanded(position) and "break-out-due" in names
        self._overdue = position.event, position.withdrawals, due
        flags = (position.flags - {WITHDRAWAL_DUE}) | {WITHDRAWAL_OVERDUE} if due else position.flags
        self._go_on(number, position.after(event="", withdrawals=(), flags=flags))

    def _roll(self, segment: Segment, tables: Tables, *, patient: bool, may_owe: frozenset[str] = frozenset()) -> None:
        """Judge one after the other the steps that the rules want, as far as dice and counters show them."""
        silent = _silent(segment)
        for _ in range(_MOST_STEPS):
            kind = self._wanted(tables)
            if not kind:
                return
            if self._is_die_of_first_chit(kind, tables):
                self._referee.rule_on(Segment(kind), "", tables, at=segment.steps[0], own_dice=True)
                continue
            step, before = replace(silent, kind=kind, units=[], action=""), self._begin_with(kind)
            if not self._referee.rule_on(step, "", tables, at=segment.steps[0], patient=patient, may_owe=may_owe):
                self._referee.position = before
                return
            if kind not in (SegmentKind.WITHDRAWAL, SegmentKind.EVENT):
                self._unsure = None

    def _is_die_of_first_chit(self, kind: SegmentKind, tables: Tables) -> bool:
        """Return whether the only die waiting is that of the chit's points, which are on their track already.

        A step that has still to be rolled for then has been left out.
        """
        first = self._position.first_chit
        if kind not in self._position.due or not first or self._referee.dice_left != 1:
            return False
        played = first in tables.after.played
        return played and self._points(first, tables.after) > self._points(first, self._position)

    def _begin_with(self, kind: SegmentKind) -> Position:
        """Begin the steps of the turn with the first one that shows, if it is not known which have been done.

        The steps after that one are still to come then. Return the position as it was.
        """
        position, step = self._position, _STEPS.get(kind, "")
        if step and position.first_chit and not position.due:
            steps = open_steps(position, self._referee.book)
            if step in steps:
                self._referee.position = position.after(due=steps[steps.index(step) :])
        return position

    def _wanted(self, tables: Tables) -> SegmentKind | None:
        """Return the kind of the step that the rules want next; None if it is not known."""
        position, dice = self._position, self._referee.dice_left
        if not self._reads or position.outcome or (position.withdrawals and not dice):
            return None
        if position.withdrawals or position.event:
            return SegmentKind.WITHDRAWAL if position.withdrawals else SegmentKind.EVENT
        if not dice:
            return None
        for step in open_steps(position, self._referee.book):
            if is_required(position, step):
                return SegmentKind(step)
        first = position.game.chits.get(position.first_chit)
        if first is not None and self._unsure is not None:
            brought = self._points(first.id, tables.after) > self._points(first.id, position)
            return SegmentKind.FIRST_CHIT if brought else None
        chit = position.activation.chit
        if chit and is_first_division_chit(position, chit):
            brought = self._points(chit, tables.after) > self._points(chit, position)
            return SegmentKind.FIRST_CHIT if brought else None
        if first is None or first.kind not in _WITH_DICE or chit:
            return None
        return SegmentKind.FIRST_CHIT if first.id in tables.after.played else None


def _brings_points(event: TableEvent, division: str, position: Position) -> bool:
    """Return whether an event brings a division Command Points, or names the die for them."""
    if isinstance(event, PointsSet) and (event.division, event.kind) == (division, "command"):
        return event.points > position.points[division].command
    return isinstance(event, RollNamed) and event.purpose == _COMMAND_POINTS


def _chit_drawn(segment: Segment) -> str:
    """Return the chit that a segment puts into play, empty for none."""
    chits = [e.chit for e in segment.events if isinstance(e, ChitMoved) and _is_draw(e)]
    return chits[-1] if chits and segment.kind is SegmentKind.CHIT else ""


def _is_draw(event: TableEvent) -> bool:
    return isinstance(event, ChitMoved) and event.target == IN_PLAY


def _ends_turn(following: Following) -> bool:
    """Return whether the turn is set before anything is done under a chit."""
    kinds = (
        each.kind
        for each, _ in following
        if each.kind is SegmentKind.TURN or each.kind not in (*BETWEEN_CHITS, SegmentKind.LOOSE)
    )
    return next(kinds, None) is SegmentKind.TURN


def _when_bought(step: ObservedStep, tables: Tables) -> Tables:
    """Return the table when a chit was bought: its cost is mostly paid before."""
    return Tables(tables.before, step.table, (tables.after, *tables.later))


def _dice_before_acting(segment: Segment, following: Following) -> int:
    """Return how many dice fall in a segment and in those after it, before the first that shows a chit in play."""
    before = takewhile(lambda each: each.kind not in _OPENING, (segment, *(later for later, _ in following)))
    return sum(isinstance(event, DieRolled) for each in before for event in each.events)


def _silent(segment: Segment) -> Segment:
    """Return a segment without its dice and words, which are kept elsewhere."""
    kept = [at for at, event in enumerate(segment.events) if not isinstance(event, DieRolled | Declared | RollNamed)]
    return replace(segment, events=[segment.events[at] for at in kept], steps=[segment.steps[at] for at in kept])


def _joined(drawn: Segment, segment: Segment) -> Segment:
    """Return the end of a turn with the drawing of its last chit."""
    first = _silent(drawn)
    return replace(segment, events=[*first.events, *segment.events], steps=[*first.steps, *segment.steps])


def _step_of(segment: Segment, subject: str) -> ObservedStep:
    """Return the first step of a segment in which something happens to a unit or a chit."""
    for event, step in zip(segment.events, segment.steps, strict=True):
        if subject in (getattr(event, "unit", ""), getattr(event, "chit", "")):
            return step
    return segment.steps[0]
