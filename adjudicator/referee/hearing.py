"""Finds out which of the dice on the table were for what: the explanation of an action that costs least.

Players roll dice and say only sometimes what for. The rules know which checks an action needs. So an action is resolved
by the rules themselves, with a :class:`Hearing` in the place of the dice: whenever they ask for a roll, the dice that
lie on the table are candidates, each at a cost that says how ill it fits what was said before it. :func:`hear`
looks for the way through all these choices that costs least, together with what does not fit at its end (dice that
nobody needed, results that are not on the table).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

from ..game.play import Roll
from ..rules.chance import MissingRoll
from .rolls_of import ROLLS_OF
from .table_events import Declared, DieRolled, PointsSet, StateSet, TableEvent, UnitMoved

__all__ = ["MOST_RUNS", "Answer", "AwaitedCheck", "Heard", "Hearing", "Told", "hear"]

T = TypeVar("T")
R = TypeVar("R")

_POINT_PAID, _OPPORTUNITY, _MINES, _FIRST = "automatic-pass", "opportunity-fire", "minefield-roll", "withdrawal"
_CLAIMS: Final = frozenset({_POINT_PAID, _OPPORTUNITY})
"""What must explain something when it was said."""

_SHOTS: Final = frozenset({"direct-fire", "indirect-fire", "assault-fire", "opportunity-fire", "counterbattery-fire"})
"""Actions with several dice, not all of which are the firer's."""
_OF_A_SHOT: Final = frozenset({"opportunity", "fire", "company-bonus", "spotting", "suppression", "conversion"})
"""What the dice of a shot may be for."""
_OF_A_TARGET: Final = frozenset({"suppression", "conversion"})
"""Those that the target rolls."""
_LEFT_TO_TARGET: Final = frozenset({"suppression"})
"""Those on which nothing else of the shot hangs."""
_TRIED_BY_TARGET: Final = frozenset({"conversion"})
"""Those that it may leave alone."""
_BY_THEMSELVES: Final = frozenset({"withdrawal"})
"""Rolls that belong to nothing else: whole formations go by them, so that no other die can be told by the table."""
_ENDS: Final = frozenset({"move-end", "end-of-activation", "second-action"})
"""What is said of a unit when its action is over."""
_AFTER_THE_END: Final = 1.0
_OTHER_UNIT, _OTHER_PURPOSE, _AFTER_A_SHOT, _SAID_OF_THE_LAST = 2.5, 3.0, 1.0, 0.5
"""What it costs that a die is for something else than was said before it; less if that was said of the die before."""
_OUT_OF_ORDER, _OUT_OF_ORDER_AS_SAID = 4.5, 1.0
_OF_AN_EARLIER_MAIL: Final = 0.1
"""What a die that is passed over counts if its roller could not wait for the other's dice."""
_LEFT_OVER: Final = 0.5
"""What a die costs that was left over from what came before."""
_TURNED_ROUND: Final = 0.3
"""What a die costs more if a later one was taken before it."""
_ROLLED_BY_THE_OTHER: Final = 3.0
_PAID_SILENTLY, _PAID_ON_THE_TRACK = 7.0, 1.0
_LEFT_OUT, _LEFT_OUT_AGAIN, _LEFT_OUT_EARLY = 3.6, 1.0, 0.5
"""What it costs that a roll was not made: more if there are dice for it, less for who left one out already."""
_LEFT_OUT_AS_SAID: Final = 100.0
"""What it costs more if it was said what a die is for, and it can be for nothing else."""
_OWED: Final = 2.5
_LEFT_TO_ANSWER: Final = 2.5
"""What it costs that a check is left to the answer of the other player: less than that it was left out."""
_NOT_ANSWERED, _NOT_ANSWERED_AS_SAID = 1.5, 6.0
"""What it costs that a check for which an answer has dice is not made with one of them; more if they say so."""
_NOT_SAID, _OTHERS_SAID = 2.0, 6.0
"""What it costs that a unit fired without a word; where others said that they fire, it hardly did."""
_BEFORE_THE_DRAG: Final = 0.5
_OF_THE_NEXT_STEP: Final = 0.2
"""What it costs that those who were said to fire after the unit had moved or changed on fire at its next step."""
_NOT_TRIED: Final = 1.5
_TRIED_SILENTLY: Final = 0.6
_LATER: Final = 0.2
_UNUSED_DIE: Final = 3.0
_UNUSED_AS_SAID: Final = 1.0
"""What it costs more that a die is for nothing if it was said what the acting unit rolls it for."""
_UNUSED_TOLD_DIE: Final = 9.0
"""What a die costs that explains nothing though the log says what it was for: more than a roll that was left out."""
_UNUSED_WORD: Final = 1.0
MOST_RUNS: Final = 150


@dataclass(frozen=True, slots=True)
class AwaitedCheck:
    """A check that was left to the answer of the other player."""

    purpose: str
    unit: str
    side: str
    """Whose answer is awaited."""
    log: int
    """The number of the log in which it came up."""
    optional: bool = False
    """Whether the unit may leave it alone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The die for such a check."""

    check: AwaitedCheck
    face: int | None
    """None: a Command Point was paid for it."""
    events: frozenset[int]
    """The numbers of the events told that it is."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told during an action, in order: dice, declarations, drags."""

    unit: str
    """Who acts."""
    events: tuple[TableEvent, ...]
    may_owe: frozenset[str] = frozenset()
    """The units whose dice may still be rolled, since nothing comes after it and they are not the last player's."""
    carried: int = 0
    """How many of the events at the beginning were left over from what came before."""
    tail_cost: float = 3.0
    """What a die costs that is left at its end: little if what comes next wants one."""
    logs: tuple[int, ...] = ()
    """The number of the log in which each event is; empty: all are in one."""
    sides: tuple[str, ...] = ()
    """The side whose player did it, for each event; empty if that does not matter."""
    may_wait: frozenset[str] = frozenset()
    """The units whose checks may be left to the answer, though more comes after them."""
    awaited: tuple[AwaitedCheck, ...] = ()
    """The checks that were left to an answer and have not been made yet."""
    settled: frozenset[str] = frozenset()
    """The purposes of the rolls whose results lay on the table before any die fell: no die is for them."""
    kept_back: int | None = None
    """The number of a die that is left to what comes next, whatever it might have been for here."""

    def passed_over(self, dice: Sequence[int], taken: int) -> float:
        """Return how many dice it is that are passed over for one; those of an earlier mail hardly count."""
        if not self.logs:
            return len(dice)
        return sum(1.0 if self.logs[at] == self.logs[taken] else _OF_AN_EARLIER_MAIL for at in dice)

    @property
    def dice(self) -> tuple[int, ...]:
        """The numbers of the events that are dice and may be for something here."""
        dice = (at for at, event in enumerate(self.events) if isinstance(event, DieRolled))
        return tuple(at for at in dice if at != self.kept_back)

    def labels(self) -> Mapping[int, tuple[Declared, ...]]:
        """Return for each die what was declared between the die before it and itself, if that calls for a roll.

        What is declared after the last die is said of it as well: some tell afterwards what they rolled for.
        """
        found: dict[int, tuple[Declared, ...]] = {}
        said: list[Declared] = []
        for at, event in enumerate(self.events):
            if isinstance(event, Declared) and event.action in ROLLS_OF:
                said.append(event)
            elif isinstance(event, DieRolled):
                found[at] = tuple(said)
                said.clear()
        last = max(found, default=None)
        if last is not None:
            found[last] += tuple(said)
        return found


@dataclass(slots=True)
class _Choices:
    """The choices of one run: those of a script, then the cheapest ones; and what else there was."""

    script: tuple[int, ...]
    made: list[int] = field(default_factory=list)
    costs: list[tuple[float, ...]] = field(default_factory=list)
    spent: list[float] = field(default_factory=list)
    """What had been spent before each choice."""
    cost: float = 0.0

    def choose(self, options: Sequence[tuple[float, T]]) -> T:
        """Choose one of some options, each with its cost."""
        ordered = sorted(options, key=lambda option: option[0])
        at = len(self.made)
        choice = self.script[at] if at < len(self.script) else 0
        self.made.append(choice)
        self.costs.append(tuple(cost for cost, _ in ordered))
        self.spent.append(self.cost)
        self.cost += ordered[choice][0]
        return ordered[choice][1]


class Hearing:
    """The dice of an action as they were told; see :class:`~adjudicator.rules.chance.Chance`.

    *windows* gives for each part of the action (step of a move) the number of the drag that it was made with.
    """

    def __init__(self, told: Told, choices: _Choices, windows: Sequence[int] = ()) -> None:
        self.told = told
        self.rolls: list[Roll] = []
        self.parts: list[Hearing] = []
        self.left_out: list[tuple[str, str]] = []
        """The rolls that were needed and not made: purpose and unit."""
        self.owed: list[tuple[str, str]] = []
        """The roll that has still to be made, if one has."""
        self.waiting: list[tuple[str, str]] = []
        """The checks that are left to the answer: purpose and unit."""
        self.may_try: list[tuple[str, str]] = []
        """Those that were not made and that the unit may still make then."""
        self.answers: list[Answer] = []
        """The checks of earlier actions that are made here."""
        self._choices = choices
        self._windows = windows
        self._window: int | None = None
        self._labels = told.labels()
        self._taken: set[int] = set()
        self._meant: dict[int, tuple[str, str]] = {}
        """What the dice taken are for: purpose and unit."""
        self._paying: tuple[str, str] | None = None
        self._drags = _drag_numbers(told)
        self._end = _end_of(told)

    # what the rules ask

    def roll(self, purpose: str, unit: str, outcomes: Sequence[T], bought: T | None = None) -> tuple[int | None, T]:
        """Return the face that was rolled for this, if any was, and its outcome. Raises MissingRoll."""
        kind, at = self._choices.choose(self._roll_options(purpose, unit, outcomes, bought))
        if kind == "die":
            self._taken.add(at)
            self._meant[at] = purpose, unit
            event = self.told.events[at]
            face = event.face if isinstance(event, DieRolled) else 0
            self.rolls.append(Roll(purpose, unit, face))
            return face, outcomes[face]
        if kind == "paid" and bought is not None:
            self._take_pass(unit)
            self.rolls.append(Roll(purpose, unit, None))
            return None, bought
        if kind in ("left out", "waiting"):
            (self.left_out if kind == "left out" else self.waiting).append((purpose, unit))
            return at, outcomes[at]
        if kind == "paid":
            self._paying = (purpose, unit)
        else:
            self.owed.append((purpose, unit))
        raise MissingRoll(purpose, unit)

    def is_tried(self, purpose: str, unit: str) -> bool:
        """Return whether a unit rolled for what it may leave alone."""
        if self._paying == (purpose, unit):
            self._paying = None
            return True
        if self.owed:
            return False
        dice = self._dice_for(purpose, unit)
        fitting = self._passes(unit) or any(self._mismatch(at, purpose, unit) == 0 for at in dice)
        said = self._passes(unit) or any(self._says(at, purpose, unit) for at in dice)
        options = [(0.0 if said else _TRIED_SILENTLY, True), (_NOT_TRIED if said else 0.0, False)]
        tried = fitting and self._choices.choose(options)
        if not tried and unit in self.told.may_wait and purpose in _TRIED_BY_TARGET:
            self.may_try.append((purpose, unit))
        return tried

    def in_order(self, purpose: str, units: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the units that tried for it, in the order in which they did."""
        said = self._firers_said(units)
        chosen = self._choices.choose(self._order_options(said, units))
        self._taken |= {said[unit] for unit in chosen if unit in said}
        return chosen

    def part(self, rolls: Iterable[Roll]) -> Hearing:  # noqa: ARG002
        """Return the dice of a part of the action: they come from the same table."""
        part = Hearing.__new__(Hearing)
        part.__dict__.update(self.__dict__)
        part.rolls, part.parts = [], []
        number = len(self.parts)
        part._window = self._windows[number] if number < len(self._windows) else None
        self.parts.append(part)
        return part

    @property
    def left(self) -> tuple[Roll, ...]:
        """Return nothing: what nobody needed is told by :attr:`unused`."""
        return ()

    @property
    def is_open(self) -> bool:
        """Return False: the dice are rolled."""
        return False

    # what was left to the answer

    def answer(self) -> None:
        """Make the checks of earlier actions that have waited for this: each with a die, or not yet."""
        for check in self.told.awaited:
            dice = [at for at in self._dice_for(check.purpose, check.unit) if self._may_answer(at, check)]
            options = [
                (self._mismatch(at, check.purpose, check.unit) + _OUT_OF_ORDER_AS_SAID * number, ("die", at))
                for number, at in enumerate(dice[:4])
            ]
            if self._passes(check.unit):
                options.append((0.0, ("paid", 0)))
            said = any(self._says(at, check.purpose, check.unit) for at in dice)
            silent = check.optional and not said
            options = [(cost + _TRIED_SILENTLY * silent, option) for cost, option in options]
            waits = 0.0 if silent or not options else _NOT_ANSWERED_AS_SAID if said else _NOT_ANSWERED
            options.append((waits, ("later", 0)))
            self._answer(check, *self._choices.choose(options))

    def _answer(self, check: AwaitedCheck, kind: str, at: int) -> None:
        known = frozenset(self._taken)
        if kind == "die":
            self._taken.add(at)
            self._meant[at] = check.purpose, check.unit
            event = self.told.events[at]
            face = event.face if isinstance(event, DieRolled) else None
            said = {
                number for number, each in enumerate(self.told.events[:at])
                if isinstance(each, Declared) and each in self._labels[at] and each.unit == check.unit
            }  # fmt: skip
            self.answers.append(Answer(check, face, frozenset({at, *said})))
        elif kind == "paid":
            self._take_pass(check.unit)
            self.answers.append(Answer(check, None, frozenset(self._taken - known)))

    def _may_answer(self, at: int, check: AwaitedCheck) -> bool:
        """Return whether a die may be for a check that waited: its player rolled it afterwards, or it was said so."""
        if self._says(at, check.purpose, check.unit) or self._own_purpose(at) == (check.purpose, check.unit):
            return True
        later = bool(self.told.logs) and self.told.logs[at] > check.log
        return later and (not self.told.sides or self.told.sides[at] in ("", check.side))

    # what came of it

    @property
    def taken(self) -> frozenset[int]:
        """The numbers of the events that explain something."""
        return frozenset(self._taken)

    @property
    def unused(self) -> tuple[int, ...]:
        """The numbers of the dice that nobody needed."""
        kept = self.told.kept_back
        return tuple(self._dice_left()) if kept is None else (*self._dice_left(), kept)

    def leftover_cost(self) -> float:
        """Return the cost of what was told and explains nothing."""
        dice = self._dice_left()
        used = [at for at in self.told.dice if at in self._taken]
        last = max(used, default=-1)
        cost = sum(self._unused_cost(at, at > last and at >= self.told.carried) for at in dice)
        claims = (
            at for at, event in enumerate(self.told.events) if isinstance(event, Declared) and event.action in _CLAIMS
        )
        announced = sum(any(each.unit == self.told.unit for each in self._labels[at]) for at in dice)
        return cost + _UNUSED_AS_SAID * announced + _UNUSED_WORD * sum(at not in self._taken for at in claims)

    def _unused_cost(self, at: int, at_end: bool) -> float:
        if any(self._own_purpose(at)):
            return _UNUSED_TOLD_DIE
        return self.told.tail_cost if at_end else _UNUSED_DIE

    # dice

    def _roll_options(
        self, purpose: str, unit: str, outcomes: Sequence[T], bought: T | None
    ) -> list[tuple[float, tuple[str, int]]]:
        dice = self._dice_for(purpose, unit)
        options: list[tuple[float, tuple[str, int]]] = []
        old = sum(at < self.told.carried for at in dice)
        for number, at in enumerate(dice[: old + 4]):
            passed = number - old
            step = _OUT_OF_ORDER_AS_SAID if self._says(at, purpose, unit) else _OUT_OF_ORDER
            skipped = self.told.passed_over(dice[old:number], at) if passed > 0 else 0.0
            cost = _LEFT_OVER + _OUT_OF_ORDER_AS_SAID * number if passed < 0 else step * skipped
            cost += _AFTER_THE_END if at > self._end else 0.0
            cost += _TURNED_ROUND if self._is_passed(at) else 0.0
            cost += _ROLLED_BY_THE_OTHER if self._is_of_the_other(at, purpose, unit) else 0.0
            options.append((self._mismatch(at, purpose, unit) + cost, ("die", at)))
        if self._passes(unit):
            options.append((0.0 if bought is not None else 0.5, ("paid", 0)))
        elif bought is not None and (not dice or min(options)[0] > 0):
            tracked = any(isinstance(event, PointsSet) for event in self.told.events)
            options.append((_PAID_ON_THE_TRACK if tracked else _PAID_SILENTLY, ("paid", 0)))
        if unit in self.told.may_owe and not self._dice_left():
            options.append((_OWED, ("owed", 0)))
        if unit in self.told.may_wait and purpose in _LEFT_TO_TARGET and True in outcomes:
            options.append((_LEFT_TO_ANSWER, ("waiting", outcomes.index(True))))
        if purpose == _FIRST and any(self._says(at, purpose, unit) for at in dice):
            return options  # before everything else: it was rolled, whatever lies on the table then
        firsts = {outcome: face for face, outcome in reversed(list(enumerate(outcomes)))}
        cost = (_LEFT_OUT_AGAIN if self.left_out else _LEFT_OUT) + (_LEFT_OUT_EARLY if dice else 0.0)
        cost += _LEFT_OUT_AS_SAID * (purpose in _BY_THEMSELVES and any(self._says(at, purpose, unit) for at in dice))
        options += [(cost + 0.1 * number, ("left out", face)) for number, face in enumerate(firsts.values())]
        return options

    def _is_of_the_other(self, at: int, purpose: str, unit: str) -> bool:
        """Return whether a die is of the mail to which another player answered by saying what he rolls for."""
        logs, sides = self.told.logs, self.told.sides
        if not logs or not sides:
            return False
        return any(
            isinstance(event, Declared) and event.unit == unit and purpose in ROLLS_OF.get(event.action, ())
            and logs[at] < logs[said] and sides[at] != sides[said]
            for said, event in enumerate(self.told.events)
        )  # fmt: skip

    def _is_passed(self, at: int) -> bool:
        """Return whether a die after this one explains something already."""
        return any(other > at and isinstance(self.told.events[other], DieRolled) for other in self._taken)

    def _dice_left(self) -> list[int]:
        return [at for at in self.told.dice if at not in self._taken]

    def _dice_for(self, purpose: str, unit: str) -> list[int]:
        """Return the dice left that may have been rolled for something: some say themselves what they are for."""
        if purpose in self.told.settled:
            return []
        return [at for at in self._dice_left() if self._own_purpose(at) in (("", ""), (purpose, unit))]

    def _own_purpose(self, at: int) -> tuple[str, str]:
        event = self.told.events[at]
        return (event.purpose, event.unit) if isinstance(event, DieRolled) else ("", "")

    def _mismatch(self, at: int, purpose: str, unit: str) -> float:
        """Return how ill a die fits a purpose, by what was declared before it."""
        said = self._labels[at]
        if not said or self._own_purpose(at) == (purpose, unit) or self._says(at, purpose, unit):
            return 0.0
        mine = any(each.unit == unit for each in said)
        if all(each.action in _SHOTS for each in said) and purpose in (_OF_A_SHOT if mine else _OF_A_TARGET):
            return _AFTER_A_SHOT
        if all(self._is_of_the_last(at, each) for each in said):
            return _SAID_OF_THE_LAST
        return _OTHER_PURPOSE if mine else _OTHER_UNIT

    def _is_of_the_last(self, at: int, said: Declared) -> bool:
        """Return whether the die before another one is what was said between the two: some roll before they say."""
        dice = self.told.dice
        purpose, unit = self._meant.get(dice[dice.index(at) - 1] if dice.index(at) else -1, ("", ""))
        return unit == said.unit and purpose in ROLLS_OF[said.action]

    def _says(self, at: int, purpose: str, unit: str) -> bool:
        return any(each.unit == (unit or each.unit) and purpose in ROLLS_OF[each.action] for each in self._labels[at])

    def _passes(self, unit: str) -> bool:
        return any(self._is_pass(at, unit) for at in range(len(self.told.events)))

    def _is_pass(self, at: int, unit: str) -> bool:
        event = self.told.events[at]
        said = isinstance(event, Declared) and (event.action, event.unit) == (_POINT_PAID, unit)
        return said and at not in self._taken

    def _take_pass(self, unit: str) -> None:
        self._taken |= {next((at for at in range(len(self.told.events)) if self._is_pass(at, unit)), -1)}

    # who fires

    def _firers_said(self, units: Sequence[str]) -> dict[str, int]:
        """Return the units that were said to take Opportunity Fire now, with the numbers of these events."""
        found: dict[str, int] = {}
        for at, event in enumerate(self.told.events):
            if found and self._is_mined(at):
                break  # mines are rolled for when all have fired: what is said after that is said of the next step
            if at in self._taken or not isinstance(event, Declared) or event.action != _OPPORTUNITY:
                continue
            if event.unit in units and self._is_now(at) is not None:
                found.setdefault(event.unit, at)
        return found

    def _is_mined(self, at: int) -> bool:
        """Return whether the acting unit was said to roll for the mines that it has just entered."""
        event = self.told.events[at]
        said = isinstance(event, Declared) and (event.unit, event.action) == (self.told.unit, _MINES)
        return said and self._drags[at] == self._window

    def _is_now(self, at: int) -> float | None:
        """Return what it costs that something said belongs to this part: it was said after its drag, or right before.

        None if it was said at another time.
        """
        if self._window is None or self._drags[at] == self._window:
            return 0.0
        if self._drags[at] != self._window - 1:
            return None
        return 0.0 if self._is_said_again(at) else _BEFORE_THE_DRAG

    def _is_said_again(self, at: int) -> bool:
        """Return whether the same was said after the same drag already: a unit fires once at each step."""
        event = self.told.events[at]
        return any(
            isinstance(each, Declared) and isinstance(event, Declared)
            and (each.unit, each.action) == (event.unit, event.action) and self._drags[number] == self._drags[at]
            for number, each in enumerate(self.told.events[:at])
        )  # fmt: skip

    def _cost_of_leaving(self, said: Mapping[str, int], last: str, left: str) -> float:
        """Return what it costs that of the units said to fire those from *left* on fire at a later step only.

        It is little if the acting unit moved on or changed before that was said, or if one of them is said to fire
        twice: it does so once at each step.
        """
        between = self.told.events[said[last] : said[left]]
        goes_on = any(isinstance(each, UnitMoved | StateSet) and each.unit == self.told.unit for each in between)
        again = any(
            isinstance(each, Declared) and each.action == _OPPORTUNITY and each.unit in said
            and at > said[each.unit] and self._is_now(at) is not None
            for at, each in enumerate(self.told.events)
        )  # fmt: skip
        return _OF_THE_NEXT_STEP if goes_on or again else _NOT_TRIED

    def _order_options(self, said: Mapping[str, int], units: Sequence[str]) -> list[tuple[float, tuple[str, ...]]]:
        if said:
            firers = tuple(said)
            cost = max(self._is_now(at) or 0.0 for at in said.values())
            options = [(cost, firers), (_LATER, ())]
            return options + [
                (cost + self._cost_of_leaving(said, firers[number - 1], firers[number]), firers[:number])
                for number in range(1, len(firers))
            ]
        options = [(0.0, ())]
        if self._dice_left():
            others = any(isinstance(e, Declared) and e.action == _OPPORTUNITY for e in self.told.events)
            options += [(_OTHERS_SAID if others else _NOT_SAID, (unit,)) for unit in units[:6]]
        return options


def _drag_numbers(told: Told) -> tuple[int, ...]:
    """Return for each event which drag of the acting unit came last before it, counted from 0."""
    numbers, drags = [], -1
    for event in told.events:
        drags += isinstance(event, UnitMoved) and event.unit == told.unit
        numbers.append(max(drags, 0))
    return tuple(numbers)


def _end_of(told: Told) -> int:
    """Return the number of the event with which the acting unit's player said that this is over; or one past all."""
    ends = (at for at, event in enumerate(told.events)
            if isinstance(event, Declared) and event.unit == told.unit and event.action in _ENDS)  # fmt: skip
    return next(ends, len(told.events))


@dataclass(frozen=True, slots=True)
class Heard(Generic[R]):
    """The best explanation."""

    cost: float
    result: R
    hearing: Hearing


def hear(
    told: Told,
    resolve: Callable[[Hearing], R],
    misfit: Callable[[R], float],
    *,
    windows: Sequence[int] = (),
    bound: float = float("inf"),
    most_runs: int = MOST_RUNS,
) -> Heard[R] | None:
    """Return the explanation of what was told that costs least, None if none costs less than *bound*.

    *resolve* runs the rules with a hearing, *most_runs* times at most; *misfit* says how ill its result fits the table.
    """
    best: Heard[R] | None = None
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    pushed = runs = 0
    while queue and runs < most_runs:
        least, _, script = heappop(queue)
        if least >= (best.cost if best else bound):
            break
        runs += 1
        choices = _Choices(script)
        hearing = Hearing(told, choices, windows)
        result = resolve(hearing)
        total = choices.cost + hearing.leftover_cost() + misfit(result)
        if total < (best.cost if best else bound):
            best = Heard(total, result, hearing)
        for at in range(len(script), len(choices.made)):
            for other in range(1, len(choices.costs[at])):
                pushed += 1
                way = (*choices.made[:at], other)
                heappush(queue, (choices.spent[at] + choices.costs[at][other], pushed, way))
    return best
