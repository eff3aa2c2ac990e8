"""The acts of an action: declarations, dice, drags and marks, in the order in which players usually do them.

The course of the action comes from the rules (:mod:`.dice_trace`). Between two dice come the acts for all changes
meanwhile (:mod:`.position_diff_actions`); before a die comes its purpose (:mod:`.narrator`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from ..game import play
from ..game.action_words import Declaration
from ..game.counter_states import HOW_IT_MOVES
from ..game.play import Action, RollPurpose
from ..game.position import LeaderState, Position, Status
from ..module_layout.table_places import Spot
from ..rules.chance import Recorded
from ..rules.judgement import Judgement
from ..rules.rule_book import RuleBook
from ..rules.series.leaders import companions
from .dice_trace import PartDone, Rolled
from .narrator import Teller
from .position_diff_actions import consequences, drag
from .table_actions import Declare, Drag, SetState, TableAction, ThrowDice
from .turn_sequence import BETWEEN_CHITS

__all__ = ["script"]


def script(position: Position, action: Action, book: RuleBook) -> tuple[TableAction, ...]:
    """Return what players do at a table that shows *position*, to play an action with its dice.

    An action that the rules stop (a die is missing, or it cannot even begin) is played as far as it goes.
    """
    teller = _TELLERS.get(type(action), Teller)(position, action, book)
    teller.tell()
    return tuple(teller.acts)


# fire


class _Fire(Teller):
    """Tells a fire: the spotter and the firer are declared already."""

    def before_die(self, event: Rolled) -> Iterator[Declare]:
        """Leave out the spotter of Indirect Fire, who was named at the beginning."""
        named = event.roll.purpose == RollPurpose.SPOTTING and isinstance(self.action, play.IndirectFire)
        yield from (each for each in super().before_die(event) if not (named and each.action is Declaration.SPOTTER))


# moves


class _Move(Teller):
    """Tells a move: each hex is entered by a drag, followed by the events on the way there."""

    def __init__(self, position: Position, action: play.Move, book: RuleBook) -> None:
        super().__init__(position, action, book)
        self._done = 0
        """The number of steps done."""
        self._ahead: Drag | None = None
        """The drag into the next hex, which the unit has not entered yet."""
        known = action.unit in position.units and all(leader in position.leaders for leader in action.leaders)
        judgement = Judgement(position, book, Recorded(()))
        self._leaders = companions(judgement, action.unit, action.leaders) if known else ()

    def begin(self) -> None:
        """Tell the payment and the gun that shows itself, then the move."""
        super().begin()
        self.declare(Declare(self.action.unit, Declaration.MOVE, implied=True))

    def rolled(self, event: Rolled) -> None:
        """Tell a die, and before it the drag on whose way it is thrown."""
        if event.roll.purpose != RollPurpose.BARRAGE_EXIT and self._ahead is None:
            self._drag_ahead(event.before)
        super().rolled(event)

    def before_die(self, event: Rolled) -> Iterator[Declare]:
        """Say that the mover is the target of Opportunity Fire, though everybody sees it."""
        yield from super().before_die(event)
        if event.roll.purpose == RollPurpose.FIRE:
            yield Declare(event.target, Declaration.TARGET, implied=True)

    def part_done(self, event: PartDone) -> None:
        """Tell the end of a step."""
        if event.place[0] == "step":
            self._done += 1
            self._ahead = None
        super().part_done(event)

    def end(self) -> None:
        """Tell the end of the move, if the unit is still there to make it."""
        self._ahead = None
        self.catch_up(self.course.after)
        state = self.shown.units.get(self.action.unit)
        if state is not None and state.status is Status.ON_MAP:
            self.declare(Declare(self.action.unit, Declaration.MOVE_END, implied=True))
        self._say_so_in_time()

    def catch_up(self, position: Position) -> None:
        """Catch up with all but the counters that are ahead; a gun that answers a step is turned over after it."""
        shown = _dragged(position, self._ahead) if self._ahead is not None else position
        for unit, state in self.shown.units.items():
            if state.hidden and unit in shown.units and unit != self.action.unit:
                shown = shown.with_unit(unit, hidden=True)
        super().catch_up(shown)
        super().catch_up(_dragged(position, self._ahead) if self._ahead is not None else position)

    def _say_so_in_time(self) -> None:
        """Make the declaration of the move obligatory, if nothing on the table shows the move before the first die."""
        said = Declare(self.action.unit, Declaration.MOVE, implied=True)
        at = self.acts.index(said)
        for act in self.acts[at + 1 :]:
            if isinstance(act, ThrowDice):
                self.acts[at] = replace(said, implied=False, opens=True)
            if isinstance(act, ThrowDice) or _shows_move(act, self.action.unit):
                return

    def _drag_ahead(self, position: Position) -> None:
        """Drag the unit and its leaders to the hex that it is about to enter."""
        steps = self.action.steps
        to = steps[self._done].to if self._done < len(steps) else None
        if to is not None:
            self.catch_up(position)
            self._ahead = drag(position, self.action.unit, self._leaders, to, provokes=True)
            self.acts.append(self._ahead)
            self.shown = _dragged(position, self._ahead)


def _shows_move(act: TableAction, unit: str) -> bool:
    """Return whether an act shows on the table that a unit moves."""
    if isinstance(act, SetState):
        return act.unit == unit and act.state in HOW_IT_MOVES
    return isinstance(act, Drag) and unit in act.counters


def _dragged(position: Position, ahead: Drag) -> Position:
    """Return a position with counters where they were dragged to, as long as the unit is on the map."""
    unit, *leaders = ahead.counters
    start = position.units[unit].place
    if position.units[unit].status is not Status.ON_MAP or isinstance(ahead.to, Spot):
        return position
    with_it = [leader for leader in leaders if position.leaders[leader].place == start]
    moved = {leader: LeaderState(Status.ON_MAP, ahead.to) for leader in with_it}
    return position.with_unit(unit, place=ahead.to).after(leaders={**position.leaders, **moved})


# assaults


class _Assault(Teller):
    """Tells an assault in its order (R11.3 to R11.11)."""

    def __init__(self, position: Position, action: play.Assault, book: RuleBook) -> None:
        super().__init__(position, action, book)
        self._answered: set[str] = set()
        """Defenders who have said that they hold or retreat."""
        self._aimed = ("", "")
        """The firer whose fire is declared already, and its target."""
        self._has_charged = False
        """True if the charge is declared already."""

    def begin(self) -> None:
        """Tell the payments and the assault of each unit."""
        for unit in self.action.units:
            self.pay(unit)
            self.declare(Declare(unit, Declaration.ASSAULT))

    def rolled(self, event: Rolled) -> None:
        """Tell a die; the defenders' answer comes before anything that depends on it."""
        part = self._part_of(event)
        if event.roll.unit in self.action.units and (part == "combat" or event.roll.purpose == RollPurpose.OPPORTUNITY):
            self.catch_up(event.before)
            self._answer(event.before)
        if part in ("charge", "combat") and event.roll.unit not in self.action.units:
            self.catch_up(event.before)
            self._answer(event.before)
        super().rolled(event)

    def before_die(self, event: Rolled) -> Iterator[Declare]:
        """Declare each fire with its target before its first die."""
        unit, purpose, target = event.roll.unit, event.roll.purpose, event.target
        if purpose == RollPurpose.CHARGE and not self._has_charged:
            self._has_charged = True
            yield Declare(self.action.units[0], Declaration.CHARGE)
        if self._part_of(event) == "combat" and purpose in (RollPurpose.FIRE, RollPurpose.COMPANY_BONUS):
            target = target or self._next_target(event)
            if self._aimed != (unit, target):
                yield Declare(unit, Declaration.ASSAULT_FIRE, target)
                yield Declare(target, Declaration.TARGET)
            self._aimed = (unit, target) if purpose == RollPurpose.COMPANY_BONUS else ("", "")
        elif purpose == RollPurpose.FIRE:
            yield Declare(target, Declaration.TARGET)
        yield from super().before_die(event)

    def catch_up(self, position: Position) -> None:
        """Catch up; who retreats or advances says so first."""
        for act in consequences(self.shown, position):
            unit = act.counters[0] if isinstance(act, Drag) else ""
            if unit in self.action.units:
                self.declare(Declare(unit, Declaration.ADVANCE, implied=True))
            elif unit in self.shown.units and unit not in self._answered:
                self._answer(self.shown)
            self.acts.append(act)
        self.shown = position

    def _part_of(self, event: Rolled) -> str:
        """Return which part of the assault a die belongs to: ``approach``, ``opportunity``, ``charge``, ``combat``."""
        later = self.course.events[self.course.events.index(event) :]
        return next((str(each.place[0]) for each in later if isinstance(each, PartDone)), "")

    def _next_target(self, event: Rolled) -> str:
        """Return the unit at which a unit that tries for the Company Bonus is about to fire."""
        later = self.course.events[self.course.events.index(event) :]
        wanted = (RollPurpose.FIRE, event.roll.unit)
        return next((e.target for e in later if isinstance(e, Rolled) and (e.roll.purpose, e.roll.unit) == wanted), "")

    def _answer(self, position: Position) -> None:
        """Say of each defender that can still choose whether it holds or retreats (R11.7)."""
        going = {unit for unit, _place in self.action.retreat_to} if self.action.defender_retreats else set()
        for unit in position.units_in(self.action.target):
            state = position.units[unit]
            if unit not in self.action.units and unit not in self._answered and not state.suppressed:
                self.declare(Declare(unit, Declaration.RETREAT if unit in going else Declaration.HOLD))
            self._answered.add(unit)


_TELLERS: Final[Mapping[type, Callable[[Position, Any, RuleBook], Teller]]] = {
    **BETWEEN_CHITS,
    play.Move: _Move,
    play.DirectFire: _Fire,
    play.IndirectFire: _Fire,
    play.Assault: _Assault,
}
