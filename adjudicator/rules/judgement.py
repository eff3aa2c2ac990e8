"""One judgement in progress: the position as it changes, the dice, the findings and the arithmetic so far.

The chapters of the rules are functions that take a :class:`Judgement`, ask it for dice, change its position and refuse
what is not allowed. They never print, read or roll anything themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, TypeVar

from ..game.play import Roll, RollPurpose
from ..game.position import Position, UnitState
from ..game.units import Ratings, Unit
from .chance import DiceSource, Parts
from .purposes import roll_words
from .rule_book import RuleBook
from .rule_sets import refusal_of
from .ruling import Finding, Resolution, Ruling, Verdict
from .switches import Choice

__all__ = ["FaceDownAs", "Judgement", "Progress", "Snapshot"]

T = TypeVar("T")


class FaceDownAs(Enum):
    """The assumption about face-down units whose steps nobody may know (R9.13, NQoS S4.3)."""

    GUNS = "guns"
    """The units have the most steps that they may have."""
    DUMMIES = "dummies"
    """The units have the fewest steps that they may have."""


class Progress(Protocol):
    """The data that a chapter keeps besides the position while it judges an action."""

    def saved(self) -> Hashable:
        """Return a snapshot of the present state."""

    def restore(self, saved: Any) -> None:
        """Restore a saved state."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A judgement after one of its parts."""

    position: Position
    place: tuple[Hashable, ...]
    progress: tuple[Hashable, ...]


class Judgement:
    """A judgement. *chance* gives the dice; *book* has the tables and the house rules."""

    def __init__(self, position: Position, book: RuleBook, chance: DiceSource) -> None:
        position.begin_derivation()
        self.position = position
        self.book = book
        self.chance = chance
        self.findings: list[Finding] = []
        self.resolutions: list[Resolution] = []
        self.parts: Parts | None = None
        """The runner of the parts; None where they are simply done."""
        self.face_down_as = FaceDownAs.GUNS
        self.hangs_on_face_down = False
        """True if a sum would differ under the other assumption about face-down units."""
        self._switches: set[str] = set()
        self._progress: list[Progress] = []

    # queries

    def unit(self, unit: str) -> Unit:
        """Return a unit's counter."""
        return self.position.game.units[unit]

    def name(self, unit: str) -> str:
        """Return the name by which findings may call a unit: a face-down one is a Gun Unit (S4.3)."""
        return self.position.shown_name(unit)

    def state(self, unit: str) -> UnitState:
        """Return a unit's state as it is now."""
        return self.position.units[unit]

    def ratings(self, unit: str) -> Ratings:
        """Return the ratings of the side that a unit shows now: mounted, reduced or front (R2.10, R2.12)."""
        return self.position.ratings(unit)

    def side(self, unit: str) -> str:
        """Return the side that a unit belongs to."""
        return self.position.side(unit)

    # changes

    def change(self, unit: str, **changes: Any) -> None:
        """Change a unit's state."""
        self.position = self.position.with_unit(unit, **changes)

    def roll(
        self, purpose: RollPurpose, unit: str, outcomes: Sequence[T], bought: T | None = None
    ) -> tuple[int | None, T]:
        """Return a face and its outcome; see :meth:`DiceSource.roll`."""
        return self.chance.roll(purpose, unit, outcomes, bought)

    def with_rolls(self, rolls: tuple[Roll, ...], work: Callable[[], T]) -> T:
        """Do *work* with dice from *rolls* only: those of a part of the action, such as a step of a move (R3.1)."""
        whole, self.chance = self.chance, self.chance.part(rolls)
        try:
            done = work()
            for roll in self.chance.left:
                self.refuse("die-not-needed", roll=self.roll_words(roll.purpose, roll.unit))
        finally:
            self.chance = whole
        return done

    def roll_words(self, purpose: RollPurpose, unit: str) -> str:
        """Return the words for a roll, with the unit's name that everybody may know."""
        who = self.name(unit) if unit in self.position.units else unit
        return roll_words(purpose, who, self.position.game)

    def resolved(self, resolution: Resolution) -> None:
        """Note a roll with its arithmetic."""
        self.resolutions.append(resolution)

    # its parts

    @contextmanager
    def hanging_on(self, progress: Progress) -> Iterator[None]:
        """Declare that all that is still to come depends on *progress* as well as on the position; see :meth:`part`."""
        self._progress.append(progress)
        try:
            yield
        finally:
            self._progress.pop()

    def part(self, work: Callable[[], object], *place: Hashable) -> None:
        """Do a part of the judgement; from then on, at this *place* of the rules, all depends on position and progress.

        Exact odds merge ways that are alike then, so that they need not follow every combination of dice.
        """
        if self.parts is None:
            work()
        else:
            self.parts.do(work, lambda: self._snapshot(place), self._restore)

    def settled(self, *place: Hashable) -> None:
        """Declare that a part is done; see :meth:`part`."""
        if self.parts is not None:
            self.parts.do(lambda: None, lambda: self._snapshot(place), self._restore)

    def _snapshot(self, place: tuple[Hashable, ...]) -> Snapshot:
        return Snapshot(self.position, place, tuple(each.saved() for each in self._progress))

    def _restore(self, snapshot: Snapshot) -> None:
        self.position = snapshot.position
        for progress, saved in zip(self._progress, snapshot.progress, strict=True):
            progress.restore(saved)

    # findings

    def refuse(self, name: str, *, switch: str = "", **figures: Any) -> None:
        """Note that the action is illegal, for a reason of the closed list; *figures* go into its sentence."""
        self._find(name, Verdict.ILLEGAL, switch, figures)

    def leave_open(self, name: str, *, switch: str = "", **figures: Any) -> None:
        """Note that a fact is missing without which the action cannot be judged."""
        self._find(name, Verdict.UNDECIDED, switch, figures)

    def _find(self, name: str, verdict: Verdict, switch: str, figures: dict[str, Any]) -> None:
        refusal = refusal_of(self.position.game, name)
        if switch and self.book.house_rules.is_open(switch):
            verdict = Verdict.UNDECIDED
        rule, text = refusal.rule.format(**figures), refusal.text.format(**figures)
        self.findings.append(Finding(rule, name, text, verdict, switch))

    def switch(self, switch: str) -> Choice:
        """Return the setting of a switch, and note that the ruling depends on it."""
        self._switches.add(switch)
        return self.book.switch(switch)

    @property
    def switches(self) -> tuple[str, ...]:
        """The switches that the judgement depends on so far, sorted."""
        return tuple(sorted(self._switches))

    def ruling(self) -> Ruling:
        """Return the ruling. Findings of rules that the players waived do not count."""
        counted = [f for f in self.findings if f.rule not in self.book.house_rules.waived]
        verdicts = {f.verdict for f in counted}
        verdict = next((v for v in (Verdict.ILLEGAL, Verdict.UNDECIDED) if v in verdicts), Verdict.LEGAL)
        return Ruling(verdict, tuple(self.findings), self.position, tuple(self.resolutions), self.switches)
