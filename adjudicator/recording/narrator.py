"""The telling of an action in acts: the course that the rules give it, and before each die its purpose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..game import play
from ..game.action_words import ROLLS_DECLARED, Declaration
from ..game.play import RollPurpose
from ..game.position import Position
from ..rules.rule_book import RuleBook
from ..rules.series.command import action_price, chit_in_play
from .action_declarations import opening
from .dice_trace import PartDone, Rolled, Trace, trace
from .position_diff_actions import action_marks, consequences
from .table_actions import Declare, SetPoints, TableAction, ThrowDice, TurnOver

__all__ = ["Teller"]

_DECLARED_CHECKS: Final = frozenset({
    RollPurpose.COMPANY_BONUS, RollPurpose.SUPPRESSION, RollPurpose.CONVERSION, RollPurpose.OPPORTUNITY,
    RollPurpose.MINEFIELD, RollPurpose.BARRAGE_EXIT, RollPurpose.SPOTTING, RollPurpose.BRAVERY, RollPurpose.CHARGE,
})  # fmt: skip
"""The purposes of dice that are declared by themselves; other dice belong to the declaration before them."""
_TOLD_BY_THE_RESULT: Final[frozenset[RollPurpose]] = frozenset({RollPurpose.SUPPRESSION, RollPurpose.CONVERSION})
"""Checks that need no word of their own when a Command Point is paid for them."""
_PAYABLE: Final = frozenset(
    {play.Move, play.DirectFire, play.IndirectFire, play.SeekContact, play.Rally, play.Engineer, play.Assault}
)
"""The actions that may cost a Command Point (R7.1)."""
_SHOWING: Final = frozenset({play.Move, play.DirectFire})
"""The actions that turn over the unit that does them (NQoS S4.3)."""


class Teller:
    """Tells one action in acts."""

    def __init__(self, position: Position, action: Any, book: RuleBook) -> None:
        self.action = action
        self.book = book
        self.start = position
        self.shown = position
        """The position that the table shows so far."""
        self.acts: list[TableAction] = []
        self.course: Trace = trace(position, action, book)

    def tell(self) -> None:
        """Tell the action."""
        self.begin()
        for event in self.course.events:
            if isinstance(event, Rolled):
                self.rolled(event)
            else:
                self.part_done(event)
        self.catch_up(self.course.after)
        self.end()
        self.acts += action_marks(self.start, self.course.after)

    # its parts, which differ for some actions

    def begin(self) -> None:
        """Tell the beginning: the payment, the gun that shows itself, and the declarations."""
        if isinstance(self.action, play.UnitAction):
            self.pay(self.action.unit)
            self.show(self.action.unit)
        for declared in opening(self.action):
            self.declare(declared)

    def rolled(self, event: Rolled) -> None:
        """Tell a die or a payment, and before it the events since the last one."""
        self.catch_up(event.before)
        for declared in self.before_die(event):
            self.declare(declared)
        if event.roll.die is not None:
            self.acts.append(ThrowDice((event.roll,)))

    def before_die(self, event: Rolled) -> Iterator[Declare]:
        """Yield the declarations before a die."""
        roll = event.roll
        if roll.purpose in _DECLARED_CHECKS and not (roll.die is None and roll.purpose in _TOLD_BY_THE_RESULT):
            yield Declare(roll.unit, ROLLS_DECLARED[roll.purpose], event.target)
        if roll.die is None:
            yield Declare(roll.unit, Declaration.AUTOMATIC_PASS)

    def part_done(self, event: PartDone) -> None:
        """Tell the end of a part."""
        self.catch_up(event.after)

    def end(self) -> None:
        """Tell the end of the action."""

    # the parts of the telling

    def declare(self, declared: Declare) -> None:
        """Add a declaration."""
        self.acts.append(declared)

    def catch_up(self, position: Position) -> None:
        """Add all acts that make the table show *position*."""
        self.acts += consequences(self.shown, position)
        self.shown = position

    def pay(self, unit: str) -> None:
        """Tell the payment for an action, if it costs a Command Point (R6.11, R6.13, R6.16)."""
        chit, state = chit_in_play(self.shown), self.shown.units.get(unit)
        division = self.shown.game.units[unit].division if state else ""
        if type(self.action) not in _PAYABLE or chit is None or state is None or division not in self.shown.points:
            return
        price, points = action_price(self.book, chit, first=not state.actions), self.shown.points[division]
        if price and price <= points.command:
            self.declare(Declare(unit, Declaration.SECOND_ACTION if state.actions else Declaration.DIRECT_COMMAND))
            self.shown = self.shown.with_points(division, command=-price)
            self.acts.append(SetPoints(division, "command", points.command - price))

    def show(self, unit: str) -> None:
        """Tell that a face-down gun is turned over."""
        if unit in self.shown.units and self.shown.units[unit].hidden and type(self.action) in _SHOWING:
            self.acts.append(TurnOver(unit))
            self.shown = self.shown.with_unit(unit, hidden=False)
