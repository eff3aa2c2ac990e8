"""Reads a segment: the few accounts of it that differ in the dice they take, and leave the others to what comes next.

Players roll before they say what for, so dice at the end of a segment may belong to the one after it. Each way of
sharing them has an account here; what follows decides between them (``lines.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ...game.position import Position
from ...rules.rule_book import RuleBook
from ...rules.rule_sets import exclusive_rules
from ...rules.ruling import Resolution
from ...rules.series.command import action_price, chit_in_play
from ...rules.series.sequence import is_required, open_steps
from ..events import Declared, DieRolled, ObservedStep, RollNamed, Said, TableEvent
from ..segments.segment import Segment, SegmentKind
from .candidates.candidate import Candidate, Context
from .candidates.registry import CANDIDATES
from .interpretation import UNANSWERED, Account, Answered, Interpreter, KnownJudgements, Tables
from .kept_accounts import KeptAccounts, Question
from .kept_runs import KeptRuns
from .observation import DeferredCheck, Observation, PaymentTrace
from .slips import Slip, cost_of
from .watched_tables import WatchedTables

__all__ = ["WITHOUT_DICE", "Part", "SegmentReader", "dice_wanted", "observation_of", "rolled", "wants_die_before"]

WITHOUT_DICE: Final = frozenset(
    {
        SegmentKind.TURN,
        SegmentKind.REVEAL,
        SegmentKind.DEPLOY,
        SegmentKind.TAKE_BACK,
        SegmentKind.END_ACTIVATION,
        SegmentKind.PURCHASE,
        SegmentKind.ARRIVAL,
        SegmentKind.DEPARTURE,
        SegmentKind.BREAK_OUT,
    }
)
"""Passages that no die belongs to: a die before them is for what comes after them."""
_WANT_A_DIE: Final = frozenset(
    {
        SegmentKind.FIRE,
        SegmentKind.COUNTERBATTERY,
        SegmentKind.OPPORTUNITY_FIRE,
        SegmentKind.ASSAULT,
        SegmentKind.RALLY,
        SegmentKind.ENGINEER,
        SegmentKind.CONTACT,
    }
)
"""Passages that dice are rolled for as a rule."""
_WITH_A_DIE_OR_WITHOUT: Final = frozenset({SegmentKind.CONTACT})
"""Passages that mean something either way: contact is begun without a die and checked for with one."""
_TAILS: Final = (None, Slip.STRAY_DIE_PERHAPS_FOR_NEXT, Slip.STRAY_DIE)
"""The slips for a die that is left at the end of a segment, by which the ways of sharing are found."""
_LEFT_TO_THE_OTHER_SIDE: Final = frozenset(
    {Slip.ROLL_LEFT_TO_THE_OTHER_SIDE, Slip.ROLL_LEFT_TO_THE_OTHER_SIDE_IN_PASSING}
)
_NO_SIDES: Final[Mapping[str, str]] = {}
_BEFORE_DEFENDERS: Final = frozenset({RollPurpose.BRAVERY, RollPurpose.MINEFIELD})
"""Rolls of an assault that come before what the defenders do."""
_OF_FIGHT: Final = frozenset({
    Declaration.ASSAULT_FIRE, Declaration.OPPORTUNITY_FIRE, Declaration.HOLD, Declaration.RETREAT,
})  # fmt: skip
_MAX_DICE_OF_EVENT: Final = 20
"""More dice than a random event ever needs."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of one unit in a segment, with what was left over from the segment before at its beginning."""

    unit: str
    segment: Segment
    """The segment, with those events only that may be the unit's."""
    tables: Tables
    carried: int = 0
    """The number of events that were left over from the segment before."""
    of_past: int = 0
    """The number of events at its beginning that may be of what was done before the first file begins."""
    may_wait: frozenset[str] = frozenset()
    """The units whose checks may be left to the answer of the other player."""
    have_answered: frozenset[str] = frozenset()
    """The units whose owner has answered since: what he has not marked then was not left to him."""
    may_owe: frozenset[str] = frozenset()
    """The units whose rolls the other player has still to make: nothing comes after this part."""
    may_be_unfinished: frozenset[str] = frozenset()
    """The units whose rolls the sender has still to make himself: nothing comes after this part."""
    awaited: tuple[DeferredCheck, ...] = ()
    """The checks that were left to an answer and have not been made yet."""
    answered: Answered = UNANSWERED
    """What the answers to such checks bring about."""
    settled: frozenset[str] = frozenset()
    """The purposes of the rolls whose results were on the table before any die fell."""
    answering: frozenset[str] = frozenset()
    """The units whose owner's answer goes on after this part: what they may leave alone may come in it."""


@dataclass(frozen=True, slots=True)
class _Question:
    """A part of a segment in a position, with what it may mean and what was judged of that."""

    position: Position
    part: Part
    meanings: Sequence[Candidate]
    known: KnownJudgements
    kept_back: int | None = None
    """The number of the first of the last dice, which are kept back for what comes next."""


class SegmentReader:
    """Reads segments by the rules of one book, of a game that is known from a start on."""

    def __init__(self, book: RuleBook, start: Position) -> None:
        self._book = book
        self._sides = {unit: start.side(unit) for unit in start.units}

    def candidates(self, position: Position, segment: Segment, unit: str) -> list[Candidate]:
        """Return what a segment may mean."""
        return list(CANDIDATES[segment.kind](self._scene(position, segment, unit)))

    def means_something(self, position: Position, segment: Segment, unit: str, *, ends: bool) -> bool:
        """Return whether a segment may mean anything at all; *ends*: nothing comes after it."""
        return any(True for _ in CANDIDATES[segment.kind](self._scene(position, segment, unit, ends=ends)))

    def read(self, position: Position, part: Part, *, keeps_back: bool = False) -> tuple[Account, ...]:
        """Return what a part of a segment means, an account for each way of sharing its dice with what comes next.

        Another one is there if losses are marked only later that the first account does not bring.
        Nothing is returned if nothing can be made of it. What a die costs that is left for what comes next is not in
        the accounts. *keeps_back*: the last die used here, and all after it, may have been rolled for that.
        """
        kept, question = self._book.memory(KeptAccounts), self._as_kept(position, part, keeps_back=keeps_back)
        known = kept.of(question)
        if known is None:
            later = WatchedTables(part.tables.later)
            watched = replace(part, tables=replace(part.tables, later=later.tables))
            known = self._read_anew(position, watched, keeps_back=keeps_back)
            kept.keep(question, known, later.seen)
        return known

    def _as_kept(self, position: Position, part: Part, *, keeps_back: bool) -> Question:
        """Return all that the accounts of a part depend on."""
        steps = tuple((step.log, step.number) for step in part.segment.steps)
        answered = part.have_answered & (part.may_owe | part.may_wait)  # of others nothing is left to the owner
        alone = replace(
            part, awaited=(), answered=UNANSWERED, have_answered=answered, tables=replace(part.tables, later=())
        )
        rest = keeps_back, self._sides, alone, position, part.answered.grounds
        return Question((part.unit, part.segment.kind, steps), rest, part.awaited, part.tables.later)

    def _read_anew(self, position: Position, part: Part, *, keeps_back: bool) -> tuple[Account, ...]:
        found: list[Account] = []
        asked = self._question(position, part)
        for tail in _TAILS:
            account = self._read(asked, tail)
            if account is None:
                return ()
            left = _tail(part, account)
            if all(account.unused != known.unused for known in found):
                found.append(self._reviewed(asked, _without_tail(account, part, tail)))
            if not left:
                break
        marked_later = self._interpreter(asked, None).with_losses_marked_later(found[0], asked.meanings)
        if marked_later is not None:
            found.append(self._reviewed(asked, marked_later))
        if keeps_back:
            kept_back = [other for account in found for other in self._with_dice_kept_back(asked, account)]
            found += [each for each in kept_back[:1] if all(each.unused != known.unused for known in found)]
        self._keep(asked)
        return tuple(found)

    def _with_dice_kept_back(self, asked: _Question, account: Account) -> Iterator[Account]:
        """Yield an account without the last die that another one takes, and without those after it.

        Where more dice are rolled after that one, it is left only if it was for a check of the other side, which may
        have been left to its owner.
        """
        part = asked.part
        dice = [at for at, event in enumerate(part.segment.events) if isinstance(event, DieRolled)]
        last = max((at for at in dice if at in account.taken), default=None)
        if last is None:
            return
        asked = replace(asked, kept_back=last, known=self._known(asked.position, part, last))
        other = self._read(asked, Slip.STRAY_DIE)
        if other is not None and (last == dice[-1] or _LEFT_TO_THE_OTHER_SIDE.intersection(other.slips)):
            yield self._reviewed(asked, _without_tail(other, part, Slip.STRAY_DIE, last))
        self._keep(asked)

    def _reviewed(self, asked: _Question, account: Account) -> Account:
        """Return an account; if it accuses somebody, with another one that lifts the accusation, if there is one.

        Where an announcement came to nothing, whoever made it is accused of that.
        """
        unused = Slip.ANNOUNCEMENT_UNUSED in account.slips
        if not account.accuses and not unused:
            return account
        part, kept_back, tail = asked.part, asked.kept_back, Slip.STRAY_DIE_PERHAPS_FOR_NEXT
        slips = (*account.slips, *[tail] * len(_dice_charged(account, part, kept_back)))
        charged = replace(account, slips=slips, cost=cost_of(slips))
        interpreter = self._interpreter(asked, tail)
        if account.accuses:
            return _without_tail(interpreter.with_rival(charged, asked.meanings), part, tail, kept_back)
        found = interpreter.with_use_of_words(charged, asked.meanings)
        return _without_tail(found, part, tail, kept_back)

    def read_step(self, position: Position, part: Part) -> Account | None:
        """Return what a part of a segment means if all dice that it does not need are for what comes next.

        A roll for withdrawal goes before everything else: a die waiting then is for that roll. Between the chits the
        record does not part into lines: the rules have one order for the steps, nothing but that tells their dice
        apart, and a step without a die waits for one. So the next step alone shows which of its rolls one left out.
        """
        tail = Slip.STRAY_DIE if part.segment.kind is SegmentKind.WITHDRAWAL else None
        reading = self._read(self._question(position, part), tail)
        rolled = [roll.purpose for roll in reading.action.own_rolls] if reading is not None else []
        if reading is None or len(rolled) < 2 or not self._next_step(reading):
            return reading
        readings = [reading]
        for purpose in dict.fromkeys(rolled):
            without = replace(part, settled=part.settled | {purpose})
            readings.append(self._read(self._question(position, without), tail) or reading)
        costs = [each.cost + self._cost_of_next_step(each, part) for each in readings]
        return readings[costs.index(min(costs))]

    def _next_step(self, reading: Account) -> str:
        """Return the step of the turn that must be done after a reading, empty for none (R4.1)."""
        after = reading.ruling.after
        if after is None:
            return ""
        return next((step for step in open_steps(after, self._book) if is_required(after, step)), "")

    def _cost_of_next_step(self, reading: Account, part: Part) -> float:
        """Return what the next step costs with the dice that a reading leaves to it.

        Nothing distinguishes the dice of the steps: that one is missing shows with the last of them.
        """
        step, after = self._next_step(reading), reading.ruling.after
        if not step or after is None:
            return 0.0
        left = leftover(part.segment, reading)
        segment = replace(
            part.segment, kind=SegmentKind(step), units=(), action=Declaration.NONE,
            events=tuple(event for event, _ in left), steps=tuple(where for _, where in left),
        )  # fmt: skip
        found = self._read(self._question(after, replace(part, unit="", segment=segment, carried=len(left))), None)
        return 0.0 if found is None else found.cost

    def _question(self, position: Position, part: Part) -> _Question:
        return _Question(position, part, self._meanings(position, part), self._known(position, part))

    def _known(self, position: Position, part: Part, kept_back: int | None = None) -> KnownJudgements:
        """Return what the rules made of the meanings of a part when it was read before, if that took long."""
        observed = self._observed(position, part, None, kept_back)
        return KnownJudgements(self._book.memory(KeptRuns).of(position, observed))

    def _keep(self, asked: _Question) -> None:
        if asked.known.by_rules is not None:
            self._book.memory(KeptRuns).keep(asked.known.by_rules)

    def _read(self, asked: _Question, tail: Slip | None) -> Account | None:
        return self._interpreter(asked, tail).best(asked.meanings)

    def _meanings(self, position: Position, part: Part) -> list[Candidate]:
        """Return what a part of a segment may mean, the likeliest first."""
        later = (part.tables.after, *part.tables.later)
        scene = self._scene(position, part.segment, part.unit, later, ends=bool(part.may_owe))
        return sorted(CANDIDATES[part.segment.kind](scene), key=lambda each: cost_of(each.slips))

    def _interpreter(self, asked: _Question, tail: Slip | None) -> Interpreter:
        position, part = asked.position, asked.part
        observed = self._observed(position, part, tail, asked.kept_back)
        return Interpreter(position, self._book, observed, part.tables, part.answered, asked.known)

    def _observed(self, position: Position, part: Part, tail: Slip | None, kept_back: int | None) -> Observation:
        return observation_of(
            part, tail, position=position, unit_sides=self._sides, kept_back=kept_back, book=self._book
        )

    def _scene(
        self, position: Position, segment: Segment, unit: str, later: tuple[Position, ...] = (), *, ends: bool = False
    ) -> Context:
        return Context(position, self._book, segment, unit, later, ends)


def wants_die_before(kind: SegmentKind, following: Sequence[tuple[Segment, Tables]]) -> bool:
    """Return whether the last die of a segment may have been rolled early, for the next one that dice may belong to.

    Where the segment means something with a die and without one, the next one may have dice of its own. Whoever rolls
    each die before the words for it leaves only the last of several passages without one.
    """
    has_dice, chain = False, False
    for segment, _ in following:
        if chain and segment.kind is SegmentKind.CHIT:
            return False
        has_dice = has_dice or segment.has_dice
        if segment.kind in CANDIDATES and segment.kind not in WITHOUT_DICE:
            if segment.kind not in _WANT_A_DIE:
                return False
            if not has_dice or (not chain and kind in _WITH_A_DIE_OR_WITHOUT):
                return True
            has_dice, chain = False, True
    return False


class _Payments(Mapping[str, PaymentTrace]):
    """For each side whether the tracks show that it paid more in a part of a segment than was said.

    The tracks are compared with the points by the rules as well: what was owed from before may be paid in the same go.
    What the action itself costs under its chit is paid whatever was said. Few accounts ask, so nothing is compared
    before that.
    """

    def __init__(self, part: Part, position: Position, book: RuleBook | None) -> None:
        self._part, self._position, self._book = part, position, book
        self._known: dict[str, PaymentTrace] = {}

    def __getitem__(self, side: str) -> PaymentTrace:
        part, position = self._part, self._position
        if side not in position.game.sides:
            raise KeyError(side)
        if side not in self._known:
            said = _passes_told(part, position, side) + _price(part, position, side, self._book)
            self._known[side] = _payment(part, position, side, said)
        return self._known[side]

    def __iter__(self) -> Iterator[str]:
        return iter(self._position.game.sides)

    def __len__(self) -> int:
        return len(self._position.game.sides)


def _passes_told(part: Part, position: Position, side: str) -> int:
    """Return for how many checks a side said that it pays for passing them."""
    return sum(
        isinstance(event, Declared) and event.action is Declaration.AUTOMATIC_PASS and position.side(event.unit) == side
        for event in part.segment.events
    )


def _price(part: Part, position: Position, side: str, book: RuleBook | None) -> int:
    """Return the Command Points that a side's unit pays for its action under the chit in play (R6.11)."""
    said = any(
        isinstance(event, Declared) and event.action is Declaration.SECOND_ACTION and position.side(event.unit) == side
        for event in part.segment.events
    )
    chit = chit_in_play(position)
    if book is None or chit is None or part.unit not in position.units or position.side(part.unit) != side:
        return int(said)
    return max(int(said), action_price(book, chit, first=not position.units[part.unit].actions))


def _payment(part: Part, position: Position, side: str, said: int) -> PaymentTrace:
    """Return the trace of a payment of a side that was *said* to have paid so many points."""
    tables = part.tables
    shown = (*(step.table for step in part.segment.steps if step.side == side), tables.after)
    before = (tables.before, _without_late_gains(position, tables.before, (*shown, *tables.later)))
    if any(_drop(earlier, table, side) > said for earlier in before for table in shown):
        return PaymentTrace.SHOWN
    later = any(_drop(earlier, table, side) > said for earlier in before for table in tables.later)
    return PaymentTrace.LATER if later else PaymentTrace.NONE


def _without_late_gains(position: Position, table: Position, later: Sequence[Position]) -> Position:
    """Return a position with the points that its *table* shows, where a gain is marked on the track only *later*.

    Such a track is low because the gain is not on it yet, not because a point was paid in advance.
    """
    late = {
        name: table.points[name] for name, points in position.points.items()
        if table.points[name].command < points.command
        and any(each.points[name].command >= points.command for each in later)
    }  # fmt: skip
    return position.after(points={**position.points, **late}) if late else position


def _drop(earlier: Position, table: Position, side: str) -> int:
    """Return by how many Command Points some division of a side has less than before."""
    divisions = table.game.divisions
    drops = (
        points.command - table.points[name].command
        for name, points in earlier.points.items() if divisions[name].side == side
    )  # fmt: skip
    return max(drops, default=0)


def _before_answer(segment: Segment) -> frozenset[RollPurpose]:
    """Return the purposes of the rolls that come before what the first file begins with in an assault (R11.4, R11.8).

    If those who assault begin, the defenders have fired before.
    """
    if not segment.begun_before or segment.kind is not SegmentKind.ASSAULT:
        return frozenset()
    first = next((each for each in segment.events if isinstance(each, Declared | Said) and _is_of_fight(each)), None)
    attacks = isinstance(first, Declared) and first.unit in segment.units
    return _BEFORE_DEFENDERS | ({RollPurpose.FIRE} if attacks else frozenset())


def _is_of_fight(event: Declared | Said) -> bool:
    """Return whether words tell of an attack in an assault, or of what its defenders do."""
    return event.action in _OF_FIGHT if isinstance(event, Declared) else event.stands_fast


def observation_of(
    part: Part, tail: Slip | None, *, position: Position | None = None,
    unit_sides: Mapping[str, str] = _NO_SIDES, kept_back: int | None = None, book: RuleBook | None = None,
) -> Observation:  # fmt: skip
    """Return what was observed in a part of a segment.

    *tail* is the slip for a die left at the end of the part, *position* the one by the rules before the part; the
    *book* says what the action costs.
    """
    return Observation(
        part.unit, tuple(part.segment.events), may_owe=part.may_owe, may_be_unfinished=part.may_be_unfinished,
        carried=part.carried, of_past=part.of_past, begun_before=part.segment.begun_before, tail=tail,
        before_answer=_before_answer(part.segment),
        logs=tuple(step.log for step in part.segment.steps),
        steps=tuple((step.log, step.number) for step in part.segment.steps),
        sides=tuple(step.side for step in part.segment.steps),
        unit_sides=unit_sides, roll_sides=exclusive_rules(part.tables.before.game).roll_sides,
        may_wait=part.may_wait, have_answered=part.have_answered, awaited=part.awaited, settled=part.settled,
        answering=part.answering,
        payments=_Payments(part, position or part.tables.before, book), kept_back=kept_back,
    )  # fmt: skip


def leftover(segment: Segment, reading: Account) -> list[tuple[TableEvent, ObservedStep]]:
    """Return what a reading of a segment leaves to the next one: dice, and what was said of others."""
    involved = {segment.units[0] if segment.units else "", *segment.units}
    involved |= {unit for each in reading.ruling.resolutions for unit in (each.unit, each.target)}
    involved |= {reading.action.unit_fired_at, reading.action.spotting_unit}
    return [
        (event, step)
        for at, (event, step) in enumerate(zip(segment.events, segment.steps, strict=True))
        if at not in reading.taken
        and (isinstance(event, DieRolled | RollNamed) or (isinstance(event, Declared) and event.unit not in involved))
    ]


def dice_wanted(position: Position | None) -> int:
    """Return how many dice the rules want before anything else is done: rolls for withdrawal, a random event's."""
    if position is None:
        return 0
    return len(position.withdrawals) + (_MAX_DICE_OF_EVENT if position.event else 0)


def _tail(part: Part, reading: Account) -> tuple[int, ...]:
    """Return the dice of a reading that nobody needed after the last one that somebody did, and that may serve yet."""
    dice = [at for at, event in enumerate(part.segment.events) if isinstance(event, DieRolled)]
    last = max((at for at in dice if at in reading.taken), default=-1)
    observed = observation_of(part, None)
    return tuple(at for at in reading.unused if at > last and at >= part.carried and not observed.is_answered(at))


def _dice_charged(account: Account, part: Part, kept_back: int | None) -> list[int]:
    """Return the dice of the tail that an account was charged for as such: not those that say what they are for."""
    dice = (
        (at, part.segment.events[at])
        for at in _tail(part, account)
        if (kept_back is None or at < kept_back) and at >= part.of_past
    )
    return [at for at, event in dice if isinstance(event, DieRolled) and not (event.purpose or event.unit)]


def _without_tail(account: Account, part: Part, tail: Slip | None, kept_back: int | None = None) -> Account:
    """Return an account without the slips of the dice that it leaves for what comes next."""
    slips = list(account.slips)
    if tail is not None:
        for _ in _dice_charged(account, part, kept_back):
            slips.remove(tail)
    return replace(account, slips=tuple(slips), cost=cost_of(slips))


def rolled(reading: Account) -> tuple[Resolution, ...]:
    """Return the resolutions of a reading without those whose dice were never rolled."""
    kept = list(reading.ruling.resolutions)
    ignored = ((each.purpose, each.unit) for each in reading.ignored)
    for purpose, unit in (*reading.left_out, *reading.waiting, *reading.before, *ignored):
        at = next((n for n in reversed(range(len(kept))) if (kept[n].purpose, kept[n].unit) == (purpose, unit)), None)
        if at is not None:
            del kept[at]
    return tuple(kept)
