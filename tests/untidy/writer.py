"""Writes actions in an untidy manner: in another order, by the other side's hands, or in its next mail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from random import Random
from typing import Final

from adjudicator.game import play
from adjudicator.game.hexes import Hex
from adjudicator.game.play import Action, Roll, RollPurpose
from adjudicator.game.position import Position, Status
from adjudicator.recording import table_actions
from adjudicator.recording.game_record import GameRecord
from adjudicator.recording.game_writer import GameWriter, Written
from adjudicator.recording.module_kit import PlayKit
from adjudicator.recording.play_styles import PLAIN
from adjudicator.recording.play_styles import StyledPlay as TidyPlay
from adjudicator.recording.scripts import script
from adjudicator.recording.table_actions import TableAction
from adjudicator.recording.turn_sequence import side_of
from adjudicator.rules.judge import judge
from adjudicator.rules.rule_book import RuleBook
from adjudicator.rules.ruling import Ruling
from tests.untidy.acts import Act, Sort, acts_of
from tests.untidy.manners import Manner, Order, Scope, wordings
from tests.untidy.transcript import script_lines

__all__ = ["UntidyWriter"]

_ORDERS: Final = {
    Order.AS_DONE: {},
    Order.DICE_FIRST: {Sort.DIE: 0, Sort.WORD: 1, Sort.RESULT: 1, Sort.DRAG: 2, Sort.PAY: 3, Sort.MARK: 3},
    Order.WORDS_FIRST: {Sort.DIE: 1, Sort.RESULT: 2, Sort.MARK: 3},
    Order.WORDS_LAST: {Sort.DRAG: 0, Sort.DIE: 1, Sort.WORD: 2, Sort.RESULT: 2, Sort.PAY: 3, Sort.MARK: 3},
}
"""What comes first in each order; what is not there comes with the first."""
_LAST: Final = 9
_EXCUSED: Final = 0.5
"""How often something is said of a misdrag."""
_ASKED: Final = 0.7
"""How often the other side is asked to do what is left to it."""
_SPOKEN: Final = frozenset({Sort.WORD, Sort.RESULT})
_LEFT: Final = frozenset({Sort.WORD, Sort.RESULT, Sort.DIE, Sort.MARK})
"""What may be left to the other side's next mail."""
_ACTS: Final = (
    play.Move
    | play.DirectFire
    | play.IndirectFire
    | play.Counterbattery
    | play.Rally
    | play.Engineer
    | play.SeekContact
    | play.Assault
    | play.EndActivation
)


class UntidyWriter(GameWriter):
    """Writes a game into *record* as a player with an untidy manner does; *rng* decides each time."""

    def __init__(self, kit: PlayKit, book: RuleBook, record: GameRecord, untidy: Manner, rng: Random) -> None:
        super().__init__(kit, book, record, TidyPlay(PLAIN, rng))
        self.untidy = untidy
        self._rng = rng
        self._waiting: list[Act] = []
        """What the side that has the log in hand is still to do, in the order in which it is due."""
        self._left: list[Act] = []
        """What the other side has to do before all else in its next mail."""
        self._table: Position | None = None
        """The position as long as that has not been done."""
        self.lines: list[tuple[int, str, str]] = []
        """All that was done, as lines of a script: the log's number, the side that has it in hand, the line."""

    def write(self, position: Position, action: Action) -> Written:
        """Write an action with its dice, or keep some of it for later. Raises BuildingError."""
        ruling = judge(position, action, self.book)
        side = side_of(position, action)
        if self._left and not self._can_stay_left(position, action, ruling, side):
            self._settle()
        side = side or self.record.side
        told = acts_of(
            position, action, script(position, action, self.book), ruling.resolutions, side, self.untidy, self._rng
        )
        plan = list(self._owned(action, told, side))
        plan = self._with_slips(position, action, plan, side)
        leaves = self._feels_like(self.untidy.leaves) and isinstance(action, _ACTS) and not self._left
        plan, left = self._parted(plan, side) if leaves else (plan, [])
        table = _without_marks(position, ruling, left)
        if table is None:
            plan, left = [*plan, *left], []
        self._add([*plan, *self._request(left, side)])
        if left:
            self._left, self._table = left, table
        if self.untidy.scope is Scope.ACTION:
            self._perform()
        log = self.record.log
        return Written(self.record.number, log.steps, self.record.number, log.steps)

    def finish(self) -> None:
        """Do what is left to do, and write the log in hand."""
        self._settle()
        super().finish()

    def do(self, what: Iterable[TableAction], side: str = "") -> Written:
        """Do acts as they are, and note them."""
        found = list(what)
        written = super().do(found, side)
        for done in found:
            self.lines += [(written.log, self.record.side, line) for line in script_lines(self.kit, done)]
        return written

    def _feels_like(self, habit: float) -> bool:
        return habit > 0 and self._rng.random() < habit

    # whose an act is

    def _owned(self, action: Action, told: Sequence[Act], side: str) -> Iterator[Act]:
        """Yield the acts with the side whose player does them: who acts does all, or each side its own."""
        if isinstance(action, play.PlayChit):
            yield from self._drawn(action, told)
            return
        own = self._feels_like(self.untidy.own_dice) and isinstance(action, _ACTS)
        left = own or self._feels_like(self.untidy.marks_left)
        dice = [at for at, act in enumerate(told) if act.sort is Sort.DIE]
        last_own = max((at for at, act in enumerate(told) if self._must_be(act, side)), default=-1)
        tail: list[Act] = []
        for at, act in enumerate(told):
            theirs = act.side not in ("", side)
            if at > last_own and left and (theirs or tail) and (own or not any(each > at for each in dice)):
                if theirs:
                    tail.append(act)
                elif _is_suffered(act) and any(each.sort is Sort.DIE for each in tail):
                    tail.append(replace(act, side=tail[0].side))  # nobody marks what has not been rolled
                else:
                    yield act
            elif own and theirs and act.sort is not Sort.MARK:
                yield act
            else:
                yield replace(act, side=side)
        yield from tail

    def _must_be(self, act: Act, side: str) -> bool:
        """Return whether an act is one that only the player of a side does after all others."""
        return act.sort is Sort.APART or (act.side == side and act.sort in (Sort.DIE, Sort.DRAG, Sort.WORD))

    def _drawn(self, action: play.PlayChit, told: Sequence[Act]) -> Iterator[Act]:
        """Yield the acts of drawing a chit: what comes after it is done by its side."""
        side, owner = "", self.kit.game.chits[action.chit].side
        for act in told:
            yield replace(act, side=side or self.record.side)
            if isinstance(act.done, table_actions.DrawChit):
                side = owner

    # slips of the hand

    def _with_slips(self, position: Position, action: Action, plan: list[Act], side: str) -> list[Act]:
        """Return the acts with misdrags, stray dice and talk, and drags in one jump."""
        if not isinstance(action, _ACTS):
            return plan
        if self._feels_like(self.untidy.jumps):
            plan = _in_one_jump(plan)
        found: list[Act] = []
        if self._feels_like(self.untidy.stray_dice):
            stray = table_actions.ThrowDice((Roll(RollPurpose.FIRE, "", self._rng.randrange(10)),))
            excuse = table_actions.Say(wordings().one_about("stray die", self._rng))
            found += [Act(stray, Sort.APART, side), Act(excuse, Sort.APART, side)]
        for act in plan:
            if isinstance(act.done, table_actions.Drag) and self._feels_like(self.untidy.misdrags):
                found += self._misdrag(act, act.done, _places_of(position, plan, act.done))
            found.append(act)
        if self._feels_like(self.untidy.talk):
            found.append(Act(table_actions.Say(wordings().one_about("nothing", self._rng)), Sort.WORD, side))
        return found

    def _misdrag(self, act: Act, drag: table_actions.Drag, way: set[object]) -> Iterator[Act]:
        """Yield a drag into a hex beside the right one that is not on the way, taken back."""
        if not isinstance(drag.to, Hex):
            return
        near = [
            each for each in self.book.layout.within(drag.to, 1) if each in self.book.grid.hexes and each not in way
        ]
        if not near:
            return
        wrong = self._rng.choice(near)
        yield replace(act, done=table_actions.Undone(replace(drag, to=wrong)))
        if self._rng.random() < _EXCUSED:
            yield Act(table_actions.Say(wordings().one_about("misdrag", self._rng)), Sort.DRAG, act.side)

    # what is left to the other side

    def _parted(self, plan: list[Act], side: str) -> tuple[list[Act], list[Act]]:
        """Return the acts, and those of the other side that come last, to be kept for its next mail."""
        at = len(plan)
        while at and plan[at - 1].side not in ("", side):
            at -= 1
        return (plan, []) if any(act.sort not in _LEFT for act in plan[at:]) else (plan[:at], plan[at:])

    def _request(self, left: Sequence[Act], side: str) -> Iterator[Act]:
        """Yield what the other side is asked to do, if anything is left to it and it is asked at all."""
        if left and self._rng.random() < _ASKED:
            subject = "check left" if any(act.sort is Sort.DIE for act in left) else "marks left"
            yield Act(table_actions.Say(wordings().one_about(subject, self._rng)), Sort.RESULT, side)

    def _can_stay_left(self, position: Position, action: Action, ruling: Ruling, side: str) -> bool:
        """Return whether an action can be made, and does the same, though the other side has still to do its part.

        *position* and *ruling* are those with all that the other side will do.
        """
        owner = self._left[0].side
        if self._table is None or side == owner or not isinstance(action, _ACTS | play.PlayChit):
            return False
        without = judge(self._table, action, self.book)
        if not without.legal or without.after is None or ruling.after is None:
            return False
        waiting = [unit for unit, state in self._table.units.items() if state != position.units[unit]]
        made = ((position, ruling.after), (self._table, without.after))
        if any(after.units[unit] != before.units[unit] for unit in waiting for before, after in made):
            return False
        if _told(without) != _told(ruling):
            return False
        self._table = without.after
        return True

    def _settle(self) -> None:
        """Do all that waits, and let the other side do its part."""
        self._perform()
        left, self._left, self._table = self._left, [], None
        self._waiting += left
        self._perform()

    # doing it

    def _add(self, plan: Iterable[Act]) -> None:
        """Let acts wait, after what is left to their side if they begin its mail."""
        for act in plan:
            if self._left and act.side == self._left[0].side:
                self._waiting += self._left
                self._left, self._table = [], None
            self._waiting.append(act)

    def _perform(self) -> None:
        """Do all that waits."""
        waiting, self._waiting = self._waiting, []
        sides: list[str] = []
        for act in waiting:
            sides.append(act.side or (sides[-1] if sides else self.record.side))
        for (side, apart), run in groupby(
            zip(sides, waiting, strict=True), key=lambda each: (each[0], each[1].sort is Sort.APART)
        ):
            acts = [act for _side, act in run]
            self._hand_over(side)
            self.do([act.done for act in (acts if apart else self._in_order(acts))], side)

    def _hand_over(self, side: str) -> None:
        """Let a side's player have the log; the other may ask for Opportunity Fire before that."""
        if side != self.record.side and self.record.log.steps and self._feels_like(self.untidy.talk):
            self.do([table_actions.Say(wordings().one_about("op fire asked", self._rng))])

    def _in_order(self, acts: list[Act]) -> list[Act]:
        """Return acts of one side in the order of its manner."""
        ranks = dict(_ORDERS[self.untidy.order])
        if self._feels_like(self.untidy.marks_late):
            ranks[Sort.MARK] = _LAST
            acts = [act for at, act in enumerate(acts) if not _is_set_again(act, acts[at + 1 :])]
        if self._feels_like(self.untidy.pays_late):
            ranks[Sort.PAY] = _LAST
            acts = [act for at, act in enumerate(acts) if not _is_paid_again(act, acts[at + 1 :])]
        ordered = sorted(acts, key=lambda act: ranks.get(act.sort, 0))
        return [*self._joined(ordered)] if self._feels_like(self.untidy.joined) else ordered

    def _joined(self, acts: list[Act]) -> Iterator[Act]:
        """Yield acts with all that is said in a row said in one line."""
        for spoken, run in groupby(acts, key=lambda act: isinstance(act.done, table_actions.Say)):
            found = list(run)
            if spoken:
                lines = [act.done.text for act in found if isinstance(act.done, table_actions.Say)]
                yield replace(found[0], done=table_actions.Say(self._rng.choice([". ", ", ", "; "]).join(lines)))
            else:
                yield from found


def _without_marks(position: Position, ruling: Ruling, left: Sequence[Act]) -> Position | None:
    """Return the position after an action in which acts that are left have not been done; None if they must not be."""
    table = ruling.after
    for unit in {act.done.unit for act in left if isinstance(act.done, table_actions.SetState)}:
        if table is None or table.units[unit].status is not Status.ON_MAP:
            return None
        old = position.units[unit]
        table = table.with_unit(unit, suppressed=old.suppressed, cohesion=old.cohesion, steps=old.steps)
    return table


def _told(ruling: Ruling) -> list[tuple[str, str, int | None, str]]:
    """Return the rolls of an action with their results."""
    return [(each.purpose, each.unit, each.die, str(each.result)) for each in ruling.resolutions]


def _is_suffered(act: Act) -> bool:
    """Return whether an act marks a result on a unit: not a barrage, which its own side puts down."""
    return act.sort is Sort.MARK and isinstance(act.done, table_actions.SetState | table_actions.Eliminate)


def _places_of(position: Position, plan: Iterable[Act], drag: table_actions.Drag) -> set[object]:
    """Return where a dragged unit is on its way."""
    unit = drag.counters[0]
    ends = {act.done.to for act in plan if isinstance(act.done, table_actions.Drag) and unit in act.done.counters}
    start = position.units[unit].place if unit in position.units else position.leaders[unit].place
    return {start, *ends}


def _in_one_jump(plan: list[Act]) -> list[Act]:
    """Return acts with drags of the same counters that follow each other made one."""
    found: list[Act] = []
    for act in plan:
        before = found[-1].done if found else None
        same = isinstance(act.done, table_actions.Drag) and isinstance(before, table_actions.Drag)
        if same and act.done.counters == before.counters and not act.done.provokes:  # type: ignore[union-attr]
            found.pop()
        found.append(act)
    return found


def _is_set_again(act: Act, later: Sequence[Act]) -> bool:
    """Return whether a later act sets the same state of the same unit."""
    done = act.done
    if act.sort is not Sort.MARK or not isinstance(done, table_actions.SetState):
        return False
    return any(
        isinstance(each.done, table_actions.SetState) and (each.done.unit, each.done.state) == (done.unit, done.state)
        for each in later
    )


def _is_paid_again(act: Act, later: Sequence[Act]) -> bool:
    """Return whether a later act moves the same marker of points."""
    done = act.done
    return isinstance(done, table_actions.SetPoints) and any(
        isinstance(each.done, table_actions.SetPoints)
        and (each.done.division, each.done.kind) == (done.division, done.kind)
        for each in later
    )
