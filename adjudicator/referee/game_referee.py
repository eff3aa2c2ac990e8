"""The referee of a game: reads logs in order, rules on each action, and carries on from the table.

The way of a log through this file: a dialect makes events of its steps (``events.py``), these are put together as
segments (``segments/``), each segment gets an account, an action with its dice (``accounts/``), that the rules have
judged, and the table after it is compared with the position by the rules (``discrepancies/``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from .accounts.doubt import withdraw_accusation
from .accounts.earlier_actions import with_first_action
from .accounts.interpretation import Account, Tables
from .accounts.lookahead import WITHOUT_DICE, Part, SegmentReader, rolled
from .chat_claims import claim_findings
from .deferred_checks import DeferredChecks, may_wait, steps_of_answers
from .dialects.visibility import FULL_SIGHT, Sight, without_what_is_not_read
from .discrepancies.aspects import Aspect, carried, differing, unit_aspect, value_of
from .discrepancies.timing import is_barrage, is_in_time, is_left_of, is_still_about, matters_to, outlasts_turn
from .discrepancies.tracker import DiscrepancyTracker
from .entries import EntryKind, StrayDie
from .entry_drafts import EntryDraft
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
from .set_up import SetUpPhase
from .shot_reports import module_result, report_findings, report_notes
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
        self.position = start if sight.tells_between_chits else without_what_is_not_read(start)
        """The position by the rules, with what was carried on from the table."""
        self.ledger = EntryLedger(book.house_rules.waived, past_unknown=not begins_game)
        self.unfinished: list[tuple[EntryDraft, str, str]] = []
        """Rolls that the last action still needs: its entry, the purpose and the unit."""
        self._reader = SegmentReader(book, start)
        self._awaited = DeferredChecks(book)
        self._differences = DiscrepancyTracker(sight.compares, self._awaited.leaves_loss, self._entry_of_step)
        self._table = start
        self._set_up_phase = SetUpPhase(book, sight, start, begins=begins_game)
        self._ends = True
        self._carried: list[tuple[TableEvent, ObservedStep, EntryDraft | None]] = []
        """Dice that the segment before did not need, and what was said after its last one that it did."""
        self._dice_of_words, self._number = DiceOfWords(), 0
        self._unread: Mapping[tuple[int, int], str] = {}
        """The text typed beside a die that could not be read, by the step of the die."""
        self._between = TurnSequence(self, reads=sight.tells_between_chits)

    @property
    def entries(self) -> list[EntryDraft]:
        """The entries so far, in the order in which they were begun."""
        return self.ledger.drafts

    # the whole

    def referee(self, found: Sequence[Segment], *, ends: bool = True) -> None:
        """Rule on segments; *ends* says whether they are the last ones, so that what is missing may still come."""
        self._ends = ends
        self._awaited.look_through(found)
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
            self._set_up_phase.end(self.position, self.ledger, final=False)
        if found and ends:
            self._between.end(found[-1], around[-1])
        self._answer_with_carried()
        if ends:
            self.unfinished += self._awaited.finish()
        else:
            self.settle_all()
        self._blame(self._carried)
        self._carried = []

    def settle_all(self) -> None:
        """Report everything that is still different, and go on from the table."""
        self.position = self._differences.settle_all(self.position)

    def open_aspects(self) -> Iterator[tuple[Aspect, Callable[[], EntryDraft], bool]]:
        """Yield each open aspect, the function that returns its entry, and whether the rules changed it."""
        return self._differences.open_aspects()

    def _settle(
        self, which: Callable[[Aspect], bool], *, by_rules: bool | None = None, age: int = 0, passed: bool = False
    ) -> None:
        self.position = self._differences.settle(self.position, which, by_rules=by_rules, age=age, passed=passed)

    def leave_open(self, aspect: Aspect) -> None:
        """Leave a difference unreported: it is for its owner to mend."""
        self._differences.drop(aspect)

    def restart(self, table: Position) -> None:
        """Go on from a table that the game has left behind, as a file does that begins where another one began."""
        known = next((entry.before for entry in self.entries if not any(differing(entry.before, table))), table)
        self.position = self._table = known
        self._awaited.forget()

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
        self._awaited.expire(segment.steps[0].log)
        before, known = self.position, len(self.entries)
        if self._between.end_event(segment, tables):
            self.position = self._differences.compare(
                before, self.position, tables.before, segment, self.entries[known:], partial(self._table_entry, segment)
            )
        waits = self._between.waits(segment, following)
        if segment.kind in _CHITS and not (waits and self.position.first_chit):
            ends_turn = waits or segment.kind is SegmentKind.TURN or self._opens_next_turn(segment, following)
            self._settle(outlasts_turn if ends_turn else is_in_time)
            self._settle(is_barrage, by_rules=True, age=_FORGOTTEN)
        before, known = self.position, len(self.entries)
        self._between.prepare(segment, tables, following)
        if self._set_up_phase.takes(self.position, segment):
            self.position = self._set_up_phase.put(self.position, segment, self.ledger)
            self._keep_events(segment, None)
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
            self._keep_events(segment, None)
        self._between.finish(segment, tables, following)
        if self.ledger.past_unknown and segment.kind in _CHITS and not waits:
            self.ledger.know_from(_step_of_draw(segment))
        self._blame_counters(segment)
        unfinished = [entry for entry, _, _ in self.unfinished]
        self.position = self._differences.compare(
            before, self.position, tables.after, segment, self.entries[known:], partial(self._table_entry, segment),
            unfinished, self._awaited.take_origins(),
        )  # fmt: skip
        if not self._between.goes_on:
            self.position = self._differences.grow_old(self.position)

    def _blame_counters(self, segment: Segment) -> None:
        """Report counters that were put down a second time."""
        for event in segment.events:
            if isinstance(event, CounterAdded):
                entry = self._table_entry(segment)
                place = self.position.game.map.boxes[event.place].name if isinstance(event.place, str) else event.place
                name = self._name(event.unit) or self.position.game.units[event.unit].name
                rule = f"Scenario {self.position.scenario}"
                entry.findings.append(finding("counter-added", rule=rule, unit=name, place=place))
                entry.steps = numbers(segment.steps)

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
        return all(self._differences.puts_right(unit_aspect(unit, "place"), end) for unit, end in ends.items())

    def _put_right(self, segment: Segment) -> None:
        """Put units back that were dragged back, without judging it as a move."""
        entry = self._entry(segment, EntryKind.TABLE, segment.units[0])
        table = segment.steps[-1].table
        self.position = carried(self.position, table, [unit_aspect(unit, "place") for unit in segment.units])
        entry.notes.append(_PUT_RIGHT.format(units=", ".join(map(self._name, segment.units))))
        entry.after = self.position
        self._keep_events(segment, None)

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
        entry = self._entry(segment, EntryKind.TABLE, "")
        entry.findings.append(finding("chit-drawn-again", chit=self.position.game.chits[chit].name))
        entry.after = self.position
        self._keep_events(segment, None)

    # actions

    def _act(self, segment: Segment, tables: Tables, following: Following) -> None:
        self._set_up_phase.end(self.position, self.ledger)
        if segment.kind is SegmentKind.CHIT and self._opens_next_turn(segment, following):
            self.rule_silently(segment, EndTurn())
        if segment.kind not in _CHITS and not self._between.goes_on:
            for condition in _FOR_ALL:
                self._settle(partial(is_still_about, condition, self.position, (tables.after, *tables.later)))
        units = self._in_turn(segment.units, following) if segment.kind is SegmentKind.MOVE else segment.units[:1]
        self._expire_dice(segment)
        before_draw = len(self._carried) if segment.kind is SegmentKind.CHIT else 0
        opens_file = self.ledger.past_unknown and self.dice_left > 0
        events, steps, owners = self._events_with_carried(segment)
        entries: list[EntryDraft] = []
        for number, unit in enumerate(units or [""]):
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
            more = number + 1 < len(units)
            kept = [
                at for at, event in enumerate(events)
                if not is_drag_of_other(event, unit, units)
                # nobody rolls for a chit's points before he knows which chit it is
                and not (at < before_draw and isinstance(event, DieRolled))
            ]  # fmt: skip
            carried = sum(owners[at] is not None for at in kept) if not number else 0
            view = replace(segment, events=[events[at] for at in kept], steps=[steps[at] for at in kept])
            waiting = may_wait(self.position, self._awaited.sides_that_wait(segment, [p for p, _ in following[:1]]))
            owing, unfinished = self._still_to_come(segment) if self._ends and not following and not more else _NOBODY
            part = Part(
                unit, view, tables, carried, waiting, owing, unfinished, self._awaited.checks, self._awaited.answered
            )
            next_part = replace(segment, units=[*units[number + 1 :]], events=[], steps=[]) if more else None
            missing = self._sight.missing(tables.before, named(view, unit))
            reading = None if missing else self._read(part, [(next_part, tables)] if next_part else following)
            if reading is not None:
                self.position = self._awaited.complete(self.position, reading.answers, view)
            entry = self._entry(segment, EntryKind.ACTION, unit)
            entries.append(entry)
            if reading is None:
                self._leave_unread(entry, view, tables, missing)
                if missing:
                    events, steps, owners = without(set(kept), events, steps, owners)
                continue
            self._note(entry, reading, view)
            answered = steps_of_answers(reading.answers, view.events, view.steps)
            entry.steps = tuple(each for each in entry.steps if each not in answered) or entry.steps
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

    def _leave_unread(self, entry: EntryDraft, segment: Segment, tables: Tables, missing: str) -> None:
        """Leave open what cannot be judged, and go on from what it left on the table where a fact was missing."""
        figures = {"unit": self._name(entry.unit), "step": segment.steps[0].number}
        if missing:
            entry.findings.append(finding("fact-missing", **figures, fact=missing))
            self.position = carried(self.position, tables.after, differing(self.position, tables.after))
        else:
            entry.findings.append(finding("action-not-understood", **figures))
        entry.findings += report_findings(segment, (), self.book)
        entry.notes += report_notes(segment)
        entry.after = self.position

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

    def _note(self, entry: EntryDraft, reading: Account, segment: Segment) -> None:
        """Put a reading into its entry, and go on from the position after it."""
        entry.action, entry.ruling = reading.action, reading.ruling
        entry.judged_in = reading.judged_in if _is_another(reading.judged_in, self.position) else None
        entry.resolutions = rolled(reading)
        found = list(reading.ruling.findings)
        for (purpose, unit), times in Counter(reading.left_out).items():
            found.append(
                finding("roll-left-out", rule=PURPOSE_RULES[purpose], purpose=PURPOSES[purpose],
                        unit=(f" of {self._name(unit)}" if unit else "") + (f" ({times} times)" if times > 1 else ""))
            )  # fmt: skip
        entry.findings += found
        entry.slips = reading.slips
        if reading.is_doubtful:
            withdraw_accusation(entry, reading, self._name)
        entry.findings += claim_findings(segment, reading.ruling.resolutions)
        entry.is_reported = any(isinstance(event, ShotReported) for event in segment.events)
        entry.findings += report_findings(segment, reading.ruling.resolutions, self.book)
        entry.notes += report_notes(segment, reading.ruling.resolutions)
        if reading.note:
            entry.notes.append(reading.note)
        self.unfinished += [(entry, purpose, unit) for purpose, unit in reading.owed]
        self._awaited.add(entry, reading)
        if reading.ruling.after is not None:
            self.position = self._kept(reading.ruling.after)
        if module_result(segment, reading.ruling.resolutions):
            self._take_over_hit(reading.ruling.resolutions, segment.steps[-1].table)
        entry.after = self.position
        self._between.note_told(entry)

    def _take_over_hit(self, resolutions: Sequence[Resolution], table: Position) -> None:
        """Go on from the table with units for which a module had another result than the rules: it was played."""
        hit = {each.target for each in resolutions}
        aspects = [each for each in differing(self.position, table) if each.subject in hit]
        self.position = carried(self.position, table, aspects)

    def _report(self, segment: Segment) -> None:
        """Leave open a shot that a module reports of unknown counters, and check the report against itself.

        The game goes on from the table.
        """
        entry = self._entry(segment, EntryKind.TABLE, "")
        table = segment.steps[-1].table
        for event in segment.events:
            if isinstance(event, ShotReported):
                firer, target = (name or "somebody" for name in event.names)
                entry.findings.append(finding("report-not-understood", firer=firer, target=target))
        entry.findings += report_findings(segment, (), self.book)
        self.position = entry.after = carried(self.position, table, differing(self.position, table))

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
            last.findings += ruling.findings
            last.after = self.position = self._kept(passed_over(ruling.after, active))

    def _kept(self, position: Position) -> Position:
        """Return a position without what no log of the dialect shows."""
        return position if self._sight.tells_between_chits else without_what_is_not_read(position)

    def rule_silently(self, segment: Segment, action: Action) -> None:
        """Judge an action that the log shows only by what follows from it."""
        entry = self._entry(segment, EntryKind.ACTION, "")
        ruling = judge(self.position, action, self.book)
        entry.action, entry.ruling, entry.resolutions = action, ruling, ruling.resolutions
        entry.findings += ruling.findings
        self.position = self._kept(ruling.after or self.position)
        entry.after = self.position

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
        entry = self._entry(segment, EntryKind.CHIT_DRAWN, "")
        entry.notes.append(note)
        entry.after = self.position

    def settle(self) -> None:
        """Report all that the rules changed and the table does not show."""
        self._settle(is_in_time, by_rules=True)

    def keep(self, segment: Segment) -> None:
        """Keep the dice and words of a segment for what comes next."""
        self._keep_events(segment, None)

    def rule_on(
        self, segment: Segment, unit: str, tables: Tables, *, at: ObservedStep, patient: bool = False,
        may_owe: frozenset[str] = frozenset(), own_dice: bool = False,
    ) -> EntryDraft | None:  # fmt: skip
        """Judge what goes on between the chits; see :class:`~.turn_sequence.Judge`."""
        known = self._carried
        self._carried = [] if own_dice else known
        events, steps, _ = self._events_with_carried(segment)
        view = replace(segment, events=events, steps=steps)
        settled = settled_before_dice(tables.before, view)
        part = Part(
            unit, view, tables, may_owe=may_owe, awaited=self._awaited.checks, answered=self._awaited.answered,
            settled=settled,
        )  # fmt: skip
        reading = self._reader.read_step(self._supposed(segment), part)
        waits = patient and reading is not None and (
            any(purpose not in settled for purpose, _ in reading.left_out) or reading.ruling.verdict is Verdict.ILLEGAL
        )  # fmt: skip
        if reading is None or waits:
            self._carried = known
            return None
        self.position = self._awaited.complete(self.position, reading.answers, view)
        told = [steps[number] for number in sorted(reading.taken)] or [at]
        who = unit if unit in self.position.units else ""
        entry = self._entry(Segment(segment.kind, steps=told), EntryKind.ACTION, who)
        self._note(entry, reading, view)
        if segment.kind not in WITHOUT_DICE:
            gone = reading.taken
            if own_dice and not gone and entry.verdict is Verdict.ILLEGAL:  # its die was for what the rules refuse
                gone = frozenset([at for at, event in enumerate(events) if isinstance(event, DieRolled)][:1])
            last, owner = max(gone, default=-1), None if own_dice else entry
            self._carried = (known if own_dice else []) + [
                (event, step, owner) for number, (event, step) in enumerate(zip(events, steps, strict=True))
                if number not in gone
                and (isinstance(event, DieRolled) or (isinstance(event, Declared | RollNamed) and number > last))
                and (not own_dice or number > last)
            ]  # fmt: skip
        return entry

    def _supposed(self, segment: Segment) -> Position:
        """Return where something between the chits is judged: where no log shows the steps, units may always arrive."""
        if self._sight.tells_between_chits or segment.kind is not SegmentKind.ARRIVAL:
            return self.position
        return self.position.after(due=(ARRIVALS,))

    def _entry(self, segment: Segment, kind: EntryKind, unit: str) -> EntryDraft:
        """Begin an entry for a segment."""
        return self.ledger.begin(segment, kind, unit, self.position)

    def _entry_of_step(self, step: ObservedStep) -> EntryDraft:
        return self.ledger.of_step(step, self.position)

    def _table_entry(self, segment: Segment) -> EntryDraft:
        return self.ledger.of_table(segment, self.position)

    # what is left over

    def _events_with_carried(
        self, segment: Segment
    ) -> tuple[list[TableEvent], list[ObservedStep], list[EntryDraft | None]]:
        """Return the events of a segment, and before them what was carried over from the one before."""
        if segment.kind in WITHOUT_DICE:
            return list(segment.events), list(segment.steps), [None] * len(segment.events)
        events = [*(event for event, _, _ in self._carried), *segment.events]
        steps = [*(step for _, step, _ in self._carried), *segment.steps]
        owners: list[EntryDraft | None] = [
            None if self._dice_of_words.is_told_in(step, segment) else entry for _, step, entry in self._carried
        ]
        owners += [None] * len(segment.events)
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
        self, events: Sequence[TableEvent], steps: Sequence[ObservedStep], owners: Sequence[EntryDraft | None],
        entries: Sequence[EntryDraft], segment: Segment,
    ) -> None:  # fmt: skip
        """Keep what explains nothing yet for the next segment; what was carried over already is nobody's."""
        entry = entries[0] if entries else None
        said = announced(events, steps)
        last = max((at for at, event in enumerate(events) if isinstance(event, DieRolled)), default=len(events))
        for at, (event, step, owner) in enumerate(zip(events, steps, owners, strict=True)):
            if isinstance(event, DieRolled):
                if owner is not None and self._dice_of_words.go_on_after(step, self._number):
                    self._carried.append((event, step, owner))
                elif owner is None and not event.dismissed and not (at in said and _is_refused(event, entry)):
                    self._carried.append((event, step, entry))
                elif event.dismissed and entry is not None:
                    self._note_stray(entry, event, step)
            elif owner is None and _goes_on(event, segment, entries, after_dice=at >= last):
                self._carried.append((event, step, entry))
        kept = {id(event) for event, _, _ in self._carried}
        left = zip(events, steps, owners, strict=True)
        self._blame([each for each in left if each[2] is not None and id(each[0]) not in kept])

    def _answer_with_carried(self) -> None:
        """Make checks that waited for an answer with what is left over at the end."""
        left = Segment(
            SegmentKind.LOOSE, events=[each[0] for each in self._carried], steps=[each[1] for each in self._carried]
        )
        self.position, gone = self._awaited.answer_with(self.position, left, self._table)
        self._carried = [each for at, each in enumerate(self._carried) if at not in gone]

    def _keep_events(self, segment: Segment, entry: EntryDraft | None) -> None:
        """Carry the dice and words of a segment that is no action over to the next one."""
        for event, step in zip(segment.events, segment.steps, strict=True):
            if isinstance(event, DieRolled | Declared | RollNamed):
                self._carried.append((event, step, entry))

    def _blame(self, left: Sequence[tuple[TableEvent, ObservedStep, EntryDraft | None]]) -> None:
        """Report dice that nobody needed, unless they were rolled for something that the rules refuse.

        Dice that were rolled for Opportunity Fire are reported as that (R12.2).
        """
        firer, told = "", False
        for event, step, entry in left:
            if isinstance(event, Declared):
                firer, told = event.unit if event.action == _OPPORTUNITY_FIRE else "", False
            elif isinstance(event, DieRolled) and not told and not _is_refused(event, entry):
                blamed = entry or self._entry(
                    Segment(SegmentKind.LOOSE, events=[event], steps=[step]), EntryKind.TABLE, ""
                )
                blamed.after = blamed.after or self.position
                void = not firer and _was_answered(blamed, step)
                if note := _VOID if void else _OPEN if self._may_be_open(step) else "":
                    blamed.notes.append(note.format(step=step.number, face=event.face))
                    continue
                told = bool(firer)
                if firer:
                    blamed.findings.append(finding("opportunity-fire-not-due", unit=self._name(firer)))
                else:
                    self._note_stray(blamed, event, step)

    def _note_stray(self, entry: EntryDraft, die: DieRolled, step: ObservedStep) -> None:
        """Note a die that no rule calls for; where words beside it were not understood, ask what it was for."""
        words = self._unread.get((step.log, step.number), "")
        if words and not die.dismissed:
            entry.findings.append(finding("dice-not-understood", face=die.face, step=step.number, words=words))
        else:
            entry.notes.append(_STRAY.format(step=step.number, face=die.face))
            if not die.dismissed:
                entry.stray_dice += (StrayDie(die.face, (step.log, step.number)),)

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


def _is_refused(die: DieRolled, entry: EntryDraft | None) -> bool:
    """Return whether a die was rolled for what its entry refuses, or leaves open where the module names its purpose."""
    if entry is not None and die.purpose and entry.verdict is not Verdict.LEGAL:
        return True
    return entry is not None and entry.ruling is not None and entry.ruling.verdict is Verdict.ILLEGAL


def _was_answered(entry: EntryDraft, step: ObservedStep) -> bool:
    """Return whether a mail after that of a step had a part in an entry: a die rolled before may be void by it."""
    return any(log > step.log for log, _ in entry.steps)


def _goes_on(event: TableEvent, segment: Segment, entries: Sequence[EntryDraft], *, after_dice: bool) -> bool:
    """Return whether something said in a segment may be about what comes after it."""
    if isinstance(event, RollNamed):
        return after_dice or event.face is not None
    return isinstance(event, Declared) and event.unit not in _involved(segment, entries)


def _involved(segment: Segment, entries: Sequence[EntryDraft]) -> set[str]:
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
