"""The referee of a game: reads logs in order, rules on each action, and carries on from the table.

The way of a log through this file: a dialect makes events of its steps (``events.py``), these are put together as
segments (``segments/``), each segment gets an account, an action with its dice (``accounts/``), that the rules have
judged, and the table after it is compared with the position by the rules (``discrepancies/``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from ..drawing.mats import IN_PLAY
from ..game.play import PURPOSES, Action, EndActivation, EndTurn, PlayChit
from ..game.position import Position
from ..rules.judge import judge
from ..rules.rule_book import RuleBook
from ..rules.ruling import Resolution, Verdict
from ..rules.series.chits import fresh
from ..rules.series.command import passed_over
from ..rules.series.sequence import ARRIVALS, is_set_up
from ..rules.series.turns import turn_is_over
from .accounts.candidates.candidate import Candidate, Context
from .accounts.candidates.fire import targets_told
from .accounts.candidates.registry import CANDIDATES
from .accounts.doubt import with_doubt
from .accounts.earlier_actions import with_first_action
from .accounts.interpretation import Account, Tables
from .accounts.lookahead import WITHOUT_DICE, Part, SegmentReader, rolled
from .acts_in_logs import ActsInLogs
from .answers import answer_with, answered_by, completed, finished, may_wait, steps_of_answers, with_checks_of
from .chat_claims import claim_findings
from .dialects.visibility import FULL_SIGHT, Sight, without_what_is_not_read
from .discrepancies.aspects import Aspect, carried, differing, unit_aspect, value_of
from .discrepancies.timing import is_barrage, is_in_time, is_left_of, is_still_about, matters_to, outlasts_turn
from .discrepancies.tracker import Comparison, compare, grow_old, settle, settle_all
from .entries import Entry, EntryKind, StrayDie
from .entry_ledger import EntryLedger
from .events import (
    ChitMoved,
    CounterAdded,
    Declared,
    DieRolled,
    ObservedStep,
    RollNamed,
    ShotReported,
    TableEvent,
    TurnedOver,
)
from .game_findings import PURPOSE_RULES, finding
from .segments.dice_of_words import DiceOfWords
from .segments.queries import (
    announced,
    is_drag_of_other,
    named,
    numbers,
    settled_before_dice,
    spoken_of,
    tables,
    unread_beside_dice,
    without,
)
from .segments.segment import SegmentKind
from .segments.segmentation import Segment
from .segments.turn_sequence import BETWEEN_CHITS, chit_put_back
from .set_up import SetUpJudge
from .shot_reports import module_result, report_findings, report_notes
from .state import RefereeState, RollDue, SetUpPhase
from .turn_sequence import TurnSequence

__all__ = ["GameReferee"]

_OWN_ACTIVATION: Final = frozenset(
    {
        SegmentKind.MOVE,
        SegmentKind.FIRE,
        SegmentKind.ASSAULT,
        SegmentKind.RALLY,
        SegmentKind.ENGINEER,
        SegmentKind.CONTACT,
        SegmentKind.CHIT,
        SegmentKind.TURN,
        SegmentKind.END_ACTIVATION,
    }
)
"""Passages that end the activation of another unit (R6.18)."""
_CHITS: Final = frozenset({SegmentKind.CHIT, SegmentKind.TURN})
_FOR_ALL: Final = ("day_weather", "weather", "supply")
"""The conditions by which all that units do is judged."""
_OPPORTUNITY_FIRE: Final = "opportunity-fire"
_LOOK_AHEAD: Final = 6
"""The number of segments that a marker may be late, though a chit be drawn meanwhile: some mark all in one go."""
_NOBODY: Final[tuple[frozenset[str], frozenset[str]]] = (frozenset(), frozenset())
_FORGOTTEN: Final = 4
"""The segments for which a barrage must be open to be reported when the turn ends: then it goes anyway."""
_OPEN: Final = "the {face} rolled in step {step} completes something from an earlier mail"
_PUT_RIGHT: Final = "{units} dragged back to where the rules have it"
_STRAY: Final = "stray die roll: {face} in step {step}; no rule calls for it"
_VOID: Final = "the {face} rolled in step {step} no longer counts: it was rolled before the answer came"


Following = Sequence[tuple[Segment, Tables]]
"""The segments after one, with the tables before and after each."""


class GameReferee:
    """Goes through the segments of a game."""

    def __init__(
        self, book: RuleBook, start: Position, sight: Sight = FULL_SIGHT, *, begins_game: bool = False
    ) -> None:
        """Begin with the *start* of the first file; *begins_game* is whether that is the start of a scenario."""
        self.book = book
        self._sight, self._start = sight, start
        self.state = RefereeState(
            position=start if sight.tells_between_chits else without_what_is_not_read(start),
            ledger=EntryLedger(book.house_rules.waived, past_unknown=not begins_game),
            set_up=SetUpPhase(lasts=begins_game),
        )
        self._reader = SegmentReader(book, start)
        self._acts = ActsInLogs()
        self._table = start
        self._set_up = SetUpJudge(book, sight, start)
        self._ends = True
        self._carried: list[tuple[TableEvent, ObservedStep, int]] = []
        """Dice that the segment before did not need, and what was said after its last one that it did."""
        self._dice_of_words, self._number = DiceOfWords(), 0
        self._unread: Mapping[tuple[int, int], str] = {}
        """The text typed beside a die that could not be read, by the step of the die."""
        self._between = TurnSequence(self, reads=sight.tells_between_chits)

    @property
    def position(self) -> Position:
        """The position by the rules, with what was carried on from the table."""
        return self.state.position

    @position.setter
    def position(self, position: Position) -> None:
        self.state = self.state.at(position)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries so far, in the order in which they were begun."""
        return self.state.ledger.entries

    # the whole

    def referee(self, found: Sequence[Segment], *, ends: bool = True) -> None:
        """Rule on segments; *ends* says whether they are the last ones, so that what is missing may still come."""
        self._ends = ends
        self._acts = self._acts.followed_by(ActsInLogs.of(found))
        self._between.look_through(found)
        self._unread = unread_beside_dice(found)
        self._dice_of_words = DiceOfWords.of(found)
        after = tables(found)
        before = (self._table, *after)
        chit_ends = _ends_of_chits(found)
        around = [
            Tables(before[n], after[n], after[n + 1 : max(n + 1 + _LOOK_AHEAD, chit_ends[n])])
            for n in range(len(found))
        ]
        for number, segment in enumerate(found):
            self._number, following = number, list(zip(found[number + 1 :], around[number + 1 :], strict=True))
            self._take(segment, following, around[number])
        self._table = before[-1]
        if ends:
            self.state = self._set_up.end(self.state, final=False)
        if found and ends:
            self._between.end(found[-1], around[-1])
        self._answer_with_carried()
        if ends:
            self.state = finished(self.state, self._acts)
        else:
            self.settle_all()
        self._blame(self._carried)
        self._carried = []

    def settle_all(self) -> None:
        """Report everything that is still different, and go on from the table."""
        self.state = settle_all(self.state)

    def _settle(
        self, which: Callable[[Aspect], bool], *, by_rules: bool | None = None, age: int = 0, passed: bool = False
    ) -> None:
        waits = self._acts.leaves_loss
        self.state = settle(self.state, which, waits, by_rules=by_rules, age=age, passed=passed)

    def restart(self, table: Position) -> None:
        """Go on from a table that the game has left behind, as a file does that begins where another one began."""
        known = next((entry.before for entry in self.entries if not any(differing(entry.before, table))), table)
        self.position = self._table = known
        self.state = self.state.with_checks(self.state.checks.without(lambda _: True))

    def go_on_with_chits_of(self, table: Position) -> None:
        """Take the chits as they are on a table, if another one is in play than by the rules: nobody has acted then."""
        chit = table.activation.chit
        if chit and chit != self.position.activation.chit and chit != self.position.first_chit:
            self.position = fresh(self.position).after(
                activation=table.activation, mug=table.mug, played=table.played, next_turn=table.next_turn,
                time=table.time, first_chit="", last_indirect="",
            )  # fmt: skip

    # one segment

    def _take(self, segment: Segment, following: Following, tables: Tables) -> None:
        self.state = self.state.with_checks(self.state.checks.without_expired(self._acts, segment.steps[0].log))
        before, known = self.position, len(self.entries)
        if self._between.end_event(segment, tables):
            begun = self.state.ledger.since(known)
            self.state = compare(self.state, Comparison(before, tables.before, segment, begun, self._sight.compares))
        waits = self._between.waits(segment, following)
        if segment.kind in _CHITS and not (waits and self.position.first_chit):
            ends_turn = waits or segment.kind is SegmentKind.TURN or self._opens_next_turn(segment, following)
            self._settle(outlasts_turn if ends_turn else is_in_time)
            self._settle(is_barrage, by_rules=True, age=_FORGOTTEN)
        before, known = self.position, len(self.entries)
        self._between.prepare(segment, tables, following)
        if self._set_up.takes(self.state.set_up, self.position, segment):
            self.state = self._set_up.put(self.state, segment)
            self._keep_events(segment)
        elif chit := chit_put_back(segment):
            self._put_chit_back(segment, chit)
        elif waits:
            self._between.wait(segment)
        elif self._between.takes(segment):
            self._between.take(segment, tables)
        elif self._puts_right(segment):
            self._put_right(segment)
        elif segment.kind is SegmentKind.REPORT:
            self._report(segment)
        elif segment.kind in CANDIDATES and not self._says_nothing(segment, tables):
            self._act(segment, tables, following)
        else:
            self._keep_events(segment)
        self._between.finish(segment, tables, following)
        if self.state.ledger.past_unknown and segment.kind in _CHITS and not waits:
            self.state = self.state.with_ledger(self.state.ledger.know_from(_step_of_draw(segment)))
        self._blame_counters(segment)
        made = Comparison(
            before, tables.after, segment, self.state.ledger.since(known), self._sight.compares,
            {each.entry for each in self.state.unfinished}, self.state.checks.origins,
        )  # fmt: skip
        self.state = compare(self.state.with_checks(self.state.checks.without_origins()), made)
        if not self._between.goes_on:
            self.state = grow_old(self.state, self._acts.leaves_loss)

    def _blame_counters(self, segment: Segment) -> None:
        """Report counters that were put down a second time."""
        for event in segment.events:
            if isinstance(event, CounterAdded):
                ledger, number = self.state.ledger.of_table(segment, self.position)
                place = self.position.game.map.boxes[event.place].name if isinstance(event.place, str) else event.place
                name = self._name(event.unit) or self.position.game.units[event.unit].name
                rule = f"Scenario {self.position.scenario}"
                added = finding("counter-added", rule=rule, unit=name, place=place)
                ledger = ledger.changed(number, steps=numbers(segment.steps)).with_findings(number, added)
                self.state = self.state.with_ledger(ledger)

    def _says_nothing(self, segment: Segment, tables: Tables) -> bool:
        """Return whether a segment is only a word: a move without a drag, the end of what is over already."""
        if segment.kind is SegmentKind.END_ACTIVATION:
            return not self._reader.means_something(self.position, segment, segment.units[0])
        if segment.kind is not SegmentKind.MOVE or self._sight.missing(tables.before, segment.units):
            return False
        return not any(map(partial(self._reader.means_something, self.position, segment), segment.units))

    def _puts_right(self, segment: Segment) -> bool:
        """Return whether units are only dragged back to where the rules have them after an illegal move."""
        ends = {event.unit: event.target for event, _ in segment.drags()}
        if segment.kind is not SegmentKind.MOVE or set(ends) != set(segment.units) or segment.has_dice:
            return False
        return all(self.state.discrepancies.puts_right(unit_aspect(unit, "place"), end) for unit, end in ends.items())

    def _put_right(self, segment: Segment) -> None:
        """Put units back that were dragged back, without judging it as a move."""
        number = self._begin(segment, EntryKind.TABLE, segment.units[0])
        table = segment.steps[-1].table
        self.position = carried(self.position, table, [unit_aspect(unit, "place") for unit in segment.units])
        put_right = _PUT_RIGHT.format(units=", ".join(map(self._name, segment.units)))
        self.state = self.state.with_notes(number, put_right).changing(number, after=self.position)
        self._keep_events(segment)

    # turns

    def _opens_next_turn(self, segment: Segment, following: Following) -> bool:
        """Return whether a chit is the last one of its turn, drawn before the turn tracker was set."""
        drawn = [action.action.chit for action in self._candidates(segment, "") if isinstance(action.action, PlayChit)]
        if self.position.mug != tuple(drawn) or not turn_is_over(self.position):
            return False
        for each, _ in following:
            if each.kind is SegmentKind.TURN:
                return True
            if each.kind in CANDIDATES and each.kind not in BETWEEN_CHITS:
                return False
        return False

    def _put_chit_back(self, segment: Segment, chit: str) -> None:
        """Report a chit that was drawn and went back into the mug: it is as if it had never been drawn."""
        number = self._begin(segment, EntryKind.TABLE, "")
        drawn_again = finding("chit-drawn-again", chit=self.position.game.chits[chit].name)
        self.state = self.state.with_findings(number, drawn_again).changing(number, after=self.position)
        self._keep_events(segment)

    # actions

    def _act(self, segment: Segment, tables: Tables, following: Following) -> None:
        self.state = self._set_up.end(self.state)
        if segment.kind is SegmentKind.CHIT and self._opens_next_turn(segment, following):
            self.rule_silently(segment, EndTurn())
        if segment.kind not in _CHITS and not self._between.goes_on:
            for condition in _FOR_ALL:
                self._settle(partial(is_still_about, condition, self.position, (tables.after, *tables.later)))
        units = self._in_turn(segment.units, following) if segment.kind is SegmentKind.MOVE else segment.units[:1]
        self._expire_dice(segment)
        before_draw = len(self._carried) if segment.kind is SegmentKind.CHIT else 0
        opens_file = self.state.ledger.past_unknown and self.dice_left > 0
        events, steps, owners = self._events_with_carried(segment)
        entries: list[int] = []
        for at_unit, unit in enumerate(units or [""]):
            self._end_other_activation(segment, unit)
            # a module that reports a shot reads the marks on the counters: what is not marked by then is left out
            passed = not any(isinstance(event, ShotReported) for event in segment.events)
            self._settle(partial(is_left_of, unit, (tables.after, *tables.later)), by_rules=True, passed=passed)
            told = targets_told(self._scene(segment, unit)) if unit else ()
            shown = (tables.after, *segment.at_first_die)
            for other in dict.fromkeys((*spoken_of(segment), *told)):
                self._settle(partial(is_still_about, other, self.position, shown), by_rules=True, passed=passed)
            if opens_file and self._is_rid_of_suppression(unit, tables.before):
                # the first dice of the file may have brought it, for what was left open before
                self._settle(partial(is_left_of, unit, (tables.after,)), by_rules=False)
            if segment.kind is SegmentKind.RALLY:
                self._settle(partial(_is_hurt, unit, self.position, tables.before), by_rules=False)
            if not self._sight.tells_checks:
                self._settle(partial(matters_to, unit), by_rules=False)
            more = at_unit + 1 < len(units)
            kept = [
                at for at, event in enumerate(events)
                if not is_drag_of_other(event, unit, units)
                # nobody rolls for a chit's points before he knows which chit it is
                and not (at < before_draw and isinstance(event, DieRolled))
            ]  # fmt: skip
            carried = sum(owners[at] > 0 for at in kept) if not at_unit else 0
            view = replace(segment, events=[events[at] for at in kept], steps=[steps[at] for at in kept])
            waiting = may_wait(self.position, self._acts.sides_that_wait(segment, [p for p, _ in following[:1]]))
            owing, unfinished = self._still_to_come(segment) if self._ends and not following and not more else _NOBODY
            part = Part(
                unit, view, tables, carried, waiting, owing, unfinished, self.state.checks.waiting,
                answered_by(self.state, self.book),
            )  # fmt: skip
            next_part = replace(segment, units=[*units[at_unit + 1 :]], events=[], steps=[]) if more else None
            missing = self._sight.missing(tables.before, named(view, unit))
            reading = None if missing else self._read(part, [(next_part, tables)] if next_part else following)
            if reading is not None:
                self.state = completed(self.state, self.book, reading.answers, view)
            number = self._begin(segment, EntryKind.ACTION, unit)
            entries.append(number)
            if reading is None:
                self._leave_unread(number, view, tables, missing)
                if missing:
                    events, steps, owners = without(set(kept), events, steps, owners)
                continue
            self._note(number, reading, view)
            answered = steps_of_answers(reading.answers, view.events, view.steps)
            steps_of_entry = self.state.ledger[number].steps
            others = tuple(each for each in steps_of_entry if each not in answered)
            self.state = self.state.changing(number, steps=others or steps_of_entry)
            gone = {kept[at] for at in reading.taken}
            gone |= {at for at, event in enumerate(events) if isinstance(event, TurnedOver)}
            events, steps, owners = without(gone, events, steps, owners)
        self._carry(events, steps, owners, entries, segment)

    def _is_rid_of_suppression(self, unit: str, table: Position) -> bool:
        """Return whether a unit is Suppressed by the rules, and not any more on the table."""
        return bool(unit) and self.position.units[unit].suppressed and not table.units[unit].suppressed

    def _still_to_come(self, segment: Segment) -> tuple[frozenset[str], frozenset[str]]:
        """Return the units that may still have to roll after the last segment: the other side's, and the sender's.

        A die for a chit, which is no unit's, may be the other player's as well.
        """
        side = segment.steps[-1].side
        own = frozenset(unit for unit in self.position.units if self.position.side(unit) == side)
        return frozenset(("", *self.position.units)) - own, own

    def _read(self, part: Part, following: Following) -> Account | None:
        """Return what a part of a segment means, by the first supposition under which it is not illegal."""
        supposed = with_first_action(self.position, self._start, self.entries, part.segment, part.unit)
        if supposed is not None:
            reading = self._reader.read(supposed[0], part, following)
            if reading is not None and reading.ruling.verdict is not Verdict.ILLEGAL:
                return replace(reading, note="; ".join(filter(None, (reading.note, supposed[1]))))
        first: Account | None = None
        for position in self._sight.suppositions(self.position, part.tables.before, part.unit):
            reading = self._reader.read(position, part, following)
            if reading is None or reading.ruling.verdict is not Verdict.ILLEGAL:
                return reading or first
            first = first or reading
        return first

    def _leave_unread(self, number: int, segment: Segment, tables: Tables, missing: str) -> None:
        """Leave open what cannot be judged, and go on from what it left on the table where a fact was missing."""
        figures = {"unit": self._name(self.state.ledger[number].unit), "step": segment.steps[0].number}
        if missing:
            unread = finding("fact-missing", **figures, fact=missing)
            self.position = carried(self.position, tables.after, differing(self.position, tables.after))
        else:
            unread = finding("action-not-understood", **figures)
        self.state = (
            self.state.with_findings(number, unread, *report_findings(segment, (), self.book))
            .with_notes(number, *report_notes(segment))
            .changing(number, after=self.position)
        )

    def _in_turn(self, units: Sequence[str], following: Following) -> list[str]:
        """Return units that were dragged together in the order in which they act.

        A unit that is active already goes first, and one that acts next as well goes last.
        """
        first = self.position.activation.unit
        last = next((each.units[0] for each, _ in following if each.kind in _OWN_ACTIVATION and each.units), "")
        return sorted(dict.fromkeys(units), key=lambda unit: (unit != first, unit == last))

    def _scene(self, segment: Segment, unit: str) -> Context:
        return Context(self.position, self.book, segment, unit)

    def _candidates(self, segment: Segment, unit: str) -> list[Candidate]:
        return self._reader.candidates(self.position, segment, unit)

    def _note(self, number: int, reading: Account, segment: Segment) -> None:
        """Put a reading into its entry, and go on from the position after it."""
        entry = self._with_account(self.state.ledger[number], reading, segment)
        due = (RollDue(number, purpose, unit) for purpose, unit in reading.owed)
        self.state = self.state.with_ledger(self.state.ledger.with_entry(entry)).with_rolls_due(*due)
        self.state = with_checks_of(self.state, number, reading, self.book)
        if reading.ruling.after is not None:
            self.position = self._kept(reading.ruling.after)
        if module_result(segment, reading.ruling.resolutions):
            self._take_over_hit(reading.ruling.resolutions, segment.steps[-1].table)
        self.state = self.state.changing(number, after=self.position)
        self._between.note_told(number)

    def _with_account(self, entry: Entry, reading: Account, segment: Segment) -> Entry:
        """Return an entry with what was read of it: its action, the ruling and the findings."""
        left_out = (
            finding("roll-left-out", rule=PURPOSE_RULES[purpose], purpose=PURPOSES[purpose],
                    unit=(f" of {self._name(unit)}" if unit else "") + (f" ({times} times)" if times > 1 else ""))
            for (purpose, unit), times in Counter(reading.left_out).items()
        )  # fmt: skip
        entry = replace(
            entry, action=reading.action, ruling=reading.ruling, resolutions=rolled(reading), slips=reading.slips,
            judged_in=reading.judged_in if _is_another(reading.judged_in, self.position) else None,
            is_reported=any(isinstance(event, ShotReported) for event in segment.events),
        ).with_findings(*reading.ruling.findings, *left_out)  # fmt: skip
        if reading.is_doubtful:
            entry = with_doubt(entry, reading, self._name)
        resolutions = reading.ruling.resolutions
        entry = entry.with_findings(
            *claim_findings(segment, resolutions), *report_findings(segment, resolutions, self.book)
        )
        return entry.with_notes(*report_notes(segment, resolutions), *filter(None, [reading.note]))

    def _take_over_hit(self, resolutions: Sequence[Resolution], table: Position) -> None:
        """Go on from the table with units for which a module had another result than the rules: it was played."""
        hit = {each.target for each in resolutions}
        aspects = [each for each in differing(self.position, table) if each.subject in hit]
        self.position = carried(self.position, table, aspects)

    def _report(self, segment: Segment) -> None:
        """Leave open a shot that a module reports of unknown counters, and check the report against itself.

        The game goes on from the table.
        """
        number = self._begin(segment, EntryKind.TABLE, "")
        table = segment.steps[-1].table
        found = []
        for event in segment.events:
            if isinstance(event, ShotReported):
                firer, target = (name or "somebody" for name in event.names)
                found.append(finding("report-not-understood", firer=firer, target=target))
        self.position = carried(self.position, table, differing(self.position, table))
        self.state = self.state.with_findings(number, *found, *report_findings(segment, (), self.book))
        self.state = self.state.changing(number, after=self.position)

    def _name(self, unit: str) -> str:
        return self.position.shown_name(unit) if unit in self.position.units else ""

    def _end_other_activation(self, segment: Segment, unit: str) -> None:
        """End the activation of the unit that acted before (R6.18): errors in that are reported with its action."""
        active = self.position.activation.unit
        if not active or segment.kind not in _OWN_ACTIVATION or active == unit or active in segment.units:
            return
        if segment.kind not in _CHITS and self.book.switch("consecutive-actions") != "yes":
            return
        ruling = judge(self.position, EndActivation(active), self.book)
        last = next((entry for entry in reversed(self.entries) if _acts(entry.action, active)), None)
        if ruling.after is not None and last is not None:
            self.position = self._kept(passed_over(ruling.after, active))
            self.state = self.state.with_findings(last.number, *ruling.findings)
            self.state = self.state.changing(last.number, after=self.position)

    def _kept(self, position: Position) -> Position:
        """Return a position without what no log of the dialect shows."""
        return position if self._sight.tells_between_chits else without_what_is_not_read(position)

    def rule_silently(self, segment: Segment, action: Action) -> None:
        """Judge an action that the log shows only by what follows from it."""
        number = self._begin(segment, EntryKind.ACTION, "")
        ruling = judge(self.position, action, self.book)
        self.position = self._kept(ruling.after or self.position)
        self.state = self.state.with_findings(number, *ruling.findings).changing(
            number, action=action, ruling=ruling, resolutions=ruling.resolutions, after=self.position
        )

    # between the chits

    @property
    def dice_left(self) -> int:
        """The number of dice waiting that nothing has needed yet."""
        return sum(isinstance(event, DieRolled) for event, _, _ in self._carried)

    @property
    def rolls_named(self) -> frozenset[str]:
        """The purposes that the waiting dice were said to be for."""
        return frozenset(event.purpose for event, _, _ in self._carried if isinstance(event, RollNamed))

    def note_draw(self, segment: Segment, note: str) -> None:
        """Make an entry of the drawing of a chit that is not played yet."""
        number = self._begin(segment, EntryKind.CHIT_DRAWN, "")
        self.state = self.state.with_notes(number, note).changing(number, after=self.position)

    def settle(self) -> None:
        """Report all that the rules changed and the table does not show."""
        self._settle(is_in_time, by_rules=True)

    def keep(self, segment: Segment) -> None:
        """Keep the dice and words of a segment for what comes next."""
        self._keep_events(segment)

    def rule_on(
        self, segment: Segment, unit: str, tables: Tables, *, at: ObservedStep, patient: bool = False,
        may_owe: frozenset[str] = frozenset(), own_dice: bool = False,
    ) -> int:  # fmt: skip
        """Judge what goes on between the chits; see :class:`~.turn_sequence.Judge`."""
        known = self._carried
        self._carried = [] if own_dice else known
        events, steps, _ = self._events_with_carried(segment)
        view = replace(segment, events=events, steps=steps)
        settled = settled_before_dice(tables.before, view)
        part = Part(
            unit, view, tables, may_owe=may_owe, awaited=self.state.checks.waiting,
            answered=answered_by(self.state, self.book), settled=settled,
        )  # fmt: skip
        reading = self._reader.read_step(self._supposed(segment), part)
        waits = patient and reading is not None and (
            any(purpose not in settled for purpose, _ in reading.left_out) or reading.ruling.verdict is Verdict.ILLEGAL
        )  # fmt: skip
        if reading is None or waits:
            self._carried = known
            return 0
        self.state = completed(self.state, self.book, reading.answers, view)
        told = [steps[number] for number in sorted(reading.taken)] or [at]
        who = unit if unit in self.position.units else ""
        number = self._begin(Segment(segment.kind, steps=told), EntryKind.ACTION, who)
        self._note(number, reading, view)
        if segment.kind not in WITHOUT_DICE:
            gone = reading.taken
            refused = self.state.ledger[number].verdict is Verdict.ILLEGAL
            if own_dice and not gone and refused:  # its die was for what the rules refuse
                gone = frozenset([at for at, event in enumerate(events) if isinstance(event, DieRolled)][:1])
            last, owner = max(gone, default=-1), 0 if own_dice else number
            self._carried = (known if own_dice else []) + [
                (event, step, owner) for at_event, (event, step) in enumerate(zip(events, steps, strict=True))
                if at_event not in gone
                and (isinstance(event, DieRolled) or (isinstance(event, Declared | RollNamed) and at_event > last))
                and (not own_dice or at_event > last)
            ]  # fmt: skip
        return number

    def _supposed(self, segment: Segment) -> Position:
        """Return where something between the chits is judged: where no log shows the steps, units may always arrive."""
        if self._sight.tells_between_chits or segment.kind is not SegmentKind.ARRIVAL:
            return self.position
        return self.position.after(due=(ARRIVALS,))

    def _begin(self, segment: Segment, kind: EntryKind, unit: str) -> int:
        """Begin an entry for a segment; return its number."""
        self.state = self.state.with_ledger(self.state.ledger.begin(segment, kind, unit, self.position))
        return self.state.ledger.last.number

    # what is left over

    def _events_with_carried(self, segment: Segment) -> tuple[list[TableEvent], list[ObservedStep], list[int]]:
        """Return the events of a segment, and before them what was carried over from the one before."""
        if segment.kind in WITHOUT_DICE:
            return list(segment.events), list(segment.steps), [0] * len(segment.events)
        events = [*(event for event, _, _ in self._carried), *segment.events]
        steps = [*(step for _, step, _ in self._carried), *segment.steps]
        owners = [0 if self._dice_of_words.is_told_in(step, segment) else entry for _, step, entry in self._carried]
        owners += [0] * len(segment.events)
        self._carried = []
        return events, steps, owners

    def _expire_dice(self, segment: Segment) -> None:
        """Give up the dice that an earlier mail of the other side left over: they are for nothing in this one."""
        first = segment.steps[0]
        old = [
            each for each in self._carried
            if isinstance(each[0], DieRolled) and each[1].log < first.log and each[1].side and first.side
            and each[1].side != first.side
        ]  # fmt: skip
        if old and not self.position.due:
            self._carried = [each for each in self._carried if all(each is not gone for gone in old)]
            self._blame(old)

    def _carry(
        self, events: Sequence[TableEvent], steps: Sequence[ObservedStep], owners: Sequence[int],
        entries: Sequence[int], segment: Segment,
    ) -> None:  # fmt: skip
        """Keep what explains nothing yet for the next segment; what was carried over already is nobody's."""
        first = entries[0] if entries else 0
        ruled = [self.state.ledger[number] for number in entries]
        entry = ruled[0] if ruled else None
        said = announced(events, steps)
        last = max((at for at, event in enumerate(events) if isinstance(event, DieRolled)), default=len(events))
        for at, (event, step, owner) in enumerate(zip(events, steps, owners, strict=True)):
            if isinstance(event, DieRolled):
                if owner and self._dice_of_words.go_on_after(step, self._number):
                    self._carried.append((event, step, owner))
                elif not owner and not event.dismissed and not (at in said and _is_refused(event, entry)):
                    self._carried.append((event, step, first))
                elif event.dismissed and entry is not None:
                    self._note_stray(first, event, step)
            elif not owner and _goes_on(event, segment, ruled, after_dice=at >= last):
                self._carried.append((event, step, first))
        kept = {id(event) for event, _, _ in self._carried}
        left = zip(events, steps, owners, strict=True)
        self._blame([each for each in left if each[2] and id(each[0]) not in kept])

    def _answer_with_carried(self) -> None:
        """Make checks that waited for an answer with what is left over at the end."""
        left = Segment(
            SegmentKind.LOOSE, events=[each[0] for each in self._carried], steps=[each[1] for each in self._carried]
        )
        self.state, gone = answer_with(self.state, self.book, left, self._table)
        self._carried = [each for at, each in enumerate(self._carried) if at not in gone]

    def _keep_events(self, segment: Segment) -> None:
        """Carry the dice and words of a segment that is no action over to the next one."""
        for event, step in zip(segment.events, segment.steps, strict=True):
            if isinstance(event, DieRolled | Declared | RollNamed):
                self._carried.append((event, step, 0))

    def _blame(self, left: Sequence[tuple[TableEvent, ObservedStep, int]]) -> None:
        """Report dice that nobody needed, unless they were rolled for something that the rules refuse.

        Dice that were rolled for Opportunity Fire are reported as that (R12.2).
        """
        firer, told = "", False
        for event, step, owner in left:
            if isinstance(event, Declared):
                firer, told = event.unit if event.action == _OPPORTUNITY_FIRE else "", False
            elif isinstance(event, DieRolled) and not told and not _is_refused(event, self._entry(owner)):
                number = owner or self._begin(
                    Segment(SegmentKind.LOOSE, events=[event], steps=[step]), EntryKind.TABLE, ""
                )
                blamed = self.state.ledger[number]
                self.state = self.state.changing(number, after=blamed.after or self.position)
                void = not firer and _was_answered(blamed, step)
                if note := _VOID if void else _OPEN if self._may_be_open(step) else "":
                    self.state = self.state.with_notes(number, note.format(step=step.number, face=event.face))
                    continue
                told = bool(firer)
                if firer:
                    not_due = finding("opportunity-fire-not-due", unit=self._name(firer))
                    self.state = self.state.with_findings(number, not_due)
                else:
                    self._note_stray(number, event, step)

    def _entry(self, number: int) -> Entry | None:
        return self.state.ledger[number] if number else None

    def _note_stray(self, number: int, die: DieRolled, step: ObservedStep) -> None:
        """Note a die that no rule calls for; where words beside it were not understood, ask what it was for."""
        words = self._unread.get((step.log, step.number), "")
        if words and not die.dismissed:
            asked = finding("dice-not-understood", face=die.face, step=step.number, words=words)
            self.state = self.state.with_findings(number, asked)
            return
        self.state = self.state.with_notes(number, _STRAY.format(step=step.number, face=die.face))
        if not die.dismissed:
            dice = (*self.state.ledger[number].stray_dice, StrayDie(die.face, (step.log, step.number)))
            self.state = self.state.changing(number, stray_dice=dice)

    def _may_be_open(self, step: ObservedStep) -> bool:
        """Return whether a die is at the beginning of the first file, and so may be for what was left open there."""
        acts = (entry.steps[0] for entry in self.entries if entry.kind is EntryKind.ACTION and entry.steps)
        first = min(acts, default=(step.log, step.number))
        return not is_set_up(self._start) and step.log == 0 and (step.log, step.number) <= first


def _ends_of_chits(found: Sequence[Segment]) -> list[int]:
    """Return for each segment the number of the next one in which a chit is drawn, or how many there are."""
    ends, end = [0] * len(found), len(found)
    for at in range(len(found) - 1, -1, -1):
        ends[at] = end
        if found[at].kind in _CHITS:
            end = at
    return ends


def _step_of_draw(segment: Segment) -> ObservedStep:
    """Return the step in which a segment puts a chit into play, its last one if it puts none there."""
    told = zip(segment.events, segment.steps, strict=True)
    drawn = [step for event, step in told if isinstance(event, ChitMoved) and event.target == IN_PLAY]
    return drawn[-1] if drawn else segment.steps[-1]


def _is_refused(die: DieRolled, entry: Entry | None) -> bool:
    """Return whether a die was rolled for what its entry refuses, or leaves open where the module names its purpose."""
    if entry is not None and die.purpose and entry.verdict is not Verdict.LEGAL:
        return True
    return entry is not None and entry.ruling is not None and entry.ruling.verdict is Verdict.ILLEGAL


def _was_answered(entry: Entry, step: ObservedStep) -> bool:
    """Return whether a mail after that of a step had a part in an entry: a die rolled before may be void by it."""
    return any(log > step.log for log, _ in entry.steps)


def _goes_on(event: TableEvent, segment: Segment, entries: Sequence[Entry], *, after_dice: bool) -> bool:
    """Return whether something said in a segment may be about what comes after it."""
    if isinstance(event, RollNamed):
        return after_dice or event.face is not None
    return isinstance(event, Declared) and event.unit not in _involved(segment, entries)


def _involved(segment: Segment, entries: Sequence[Entry]) -> set[str]:
    """Return the units that had a part in what a segment was read as: what was said of them was about that part."""
    units = set(segment.units)
    for entry in entries:
        units |= {unit for each in entry.resolutions for unit in (each.unit, each.target)}
        if (action := entry.action) is not None:
            units |= {action.unit_fired_at, action.spotting_unit}
    return units


def _is_hurt(unit: str, position: Position, table: Position, aspect: Aspect) -> bool:
    """Return whether a unit is worse off on the table than by the rules."""
    if aspect.subject != unit or aspect.field not in ("suppressed", "cohesion"):
        return False
    return (value_of(table, aspect) or 0) > (value_of(position, aspect) or 0)


def _is_another(judged_in: Position, position: Position) -> bool:
    """Return whether a position that was supposed is another one for the rules, though it may compare equal."""
    passed_over = (judged_in.activation.passed_over, position.activation.passed_over)
    return judged_in != position or passed_over[0] != passed_over[1]


def _acts(action: Action | None, unit: str) -> bool:
    return action is not None and unit in action.actors
