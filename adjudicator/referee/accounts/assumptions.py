"""An action of a log judged again, with what the referee supposed where dice were missing.

The referee goes on where a roll was left out: it takes what is on the table for its result. To judge the same action
again these rolls are needed, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, TypeVar

from ...game.play import Action, Roll, RollPurpose
from ...game.position import Position
from ...rules.chance import MissingRoll, Recorded
from ...rules.judge import handle
from ...rules.judgement import Judgement
from ...rules.rule_book import RuleBook
from ...rules.ruling import Ruling
from ..entries.entry import Entry

__all__ = ["Supposition", "judged_again", "lacks_rolls", "supposition_of"]

T = TypeVar("T")
_MAX_RUNS: Final = 200
_MAX_RULINGS: Final = 2000


@dataclass(frozen=True, slots=True)
class Supposition:
    """The rolls that were taken for granted where an action was judged."""

    rolls: tuple[Roll, ...] = ()
    """The rolls that were left out, in the order in which the rules ask for them."""
    unfinished: bool = False
    """True if a roll has still to be made."""


class _Supposing(Recorded):
    """The rolls of an action, and in the place of those that are missing others, in order."""

    def __init__(self, rolls: Iterable[Roll], supposed: list[Roll], missing: list[tuple[Roll, ...]]) -> None:
        super().__init__(rolls)
        self._supposed = supposed
        self._missing = missing

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return the next such roll, a supposed one if there is no other. Raises MissingRoll."""
        try:
            return super().roll(purpose, unit, outcomes, bought)
        except MissingRoll:
            if self._is_next(purpose, unit):
                die = self._supposed.pop(0).die or 0
                return die, outcomes[die]
            firsts = {outcome: face for face, outcome in reversed(list(enumerate(outcomes)))}
            self._missing.append(tuple(Roll(purpose, unit, face) for face in sorted(firsts.values())))
            raise

    def is_tried(self, purpose: RollPurpose, unit: str) -> bool:
        """Return whether such a roll is left, or comes next."""
        return super().is_tried(purpose, unit) or self._is_next(purpose, unit)

    def is_next(self, purpose: RollPurpose, unit: str, other: RollPurpose) -> bool:
        """Return whether such a roll comes before the unit's next one of the other kind."""
        return self._is_next(purpose, unit) or super().is_next(purpose, unit, other)

    def in_order(self, purpose: RollPurpose, units: Sequence[str]) -> tuple[str, ...]:
        """Return the units that have such a roll left, and the one whose roll comes next."""
        found = super().in_order(purpose, units)
        return found or tuple(unit for unit in units if self._is_next(purpose, unit))

    def part(self, rolls: Iterable[Roll]) -> _Supposing:
        """Return the dice of a part of the action."""
        return _Supposing(rolls, self._supposed, self._missing)

    def _is_next(self, purpose: RollPurpose, unit: str) -> bool:
        return bool(self._supposed) and (self._supposed[0].purpose, self._supposed[0].unit) == (purpose, unit)


class _Rulings:
    """What was ruled on actions judged again: the die of a check that waits is tried beside all that is done meanwhile.

    The rulings that were asked for last are kept, so many of them.
    """

    def __init__(self, book: RuleBook) -> None:
        self.of = lru_cache(_MAX_RULINGS)(partial(_ruling, book))


def _ruling(book: RuleBook, position: Position, action: Action, supposition: Supposition) -> Ruling:
    return _run(position, action, book, supposition.rolls, unfinished=supposition.unfinished)[0]


def judged_again(position: Position, action: Action, book: RuleBook, supposition: Supposition) -> Ruling:
    """Judge an action as the referee did."""
    return book.memory(_Rulings).of(position, action, supposition)


def lacks_rolls(position: Position, action: Action, book: RuleBook, rolls: Sequence[Roll]) -> bool:
    """Return whether the rules ask for one more roll after those of an action and those supposed."""
    return bool(_run(position, action, book, rolls, unfinished=True)[1])


def _run(
    position: Position, action: Action, book: RuleBook, rolls: Sequence[Roll], *, unfinished: bool
) -> tuple[Ruling, tuple[Roll, ...]]:
    """Return the rules' ruling, and the rolls that could be supposed for the missing one; nothing if none was."""
    missing: list[tuple[Roll, ...]] = []
    judgement = Judgement(position, book, _Supposing(action.own_rolls, list(rolls), missing))
    try:
        handle(judgement, action)
    except MissingRoll as error:
        if not unfinished:
            judgement.leave_open("die-missing", roll=judgement.roll_words(error.purpose, error.unit))
    return judgement.ruling(), missing[-1] if missing else ()


def supposition_of(
    entry: Entry, book: RuleBook, position: Position | None = None, final: Callable[[Ruling], Ruling] | None = None
) -> Supposition | None:
    """Return the supposition with which an entry's action is judged again; None if its position was supposed, too.

    *position* is the one that the action was judged in, None for the one before it. *final* gives what became of the
    rules' ruling afterwards; it changes neither the position after the action nor what is found out about the dice.
    """
    if entry.action is None or entry.ruling is None:
        return None
    waiting: list[tuple[Roll, ...]] = [()]
    for _ in range(_MAX_RUNS):
        if not waiting:
            return None
        rolls = waiting.pop()
        ruling, options = _run(position or entry.before, entry.action, book, rolls, unfinished=True)
        if ruling.after == entry.ruling.after and _is_same(final(ruling) if final else ruling, entry.ruling):
            return Supposition(rolls, bool(options))
        # depth first, a passed check first: a shot at a full hex leaves a dozen checks, which all pass here
        waiting += [(*rolls, option) for option in reversed(options)]
    return None


def _is_same(one: Ruling, other: Ruling) -> bool:
    return (one.verdict, one.findings) == (other.verdict, other.findings)
