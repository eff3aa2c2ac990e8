"""Lines: the possible meanings of a record, followed side by side until later events decide between them.

Where dice may be shared out in several ways, each way leads to a state of its own, and all of them are taken through
the same segments. Two lines that no later event can tell apart are merged, and the cheaper one stays. Lines that cost
much more than the best one are given up, and so are all beyond a small number. A finding is not proven if there were
more lines than could be kept, or if the best line comes to cost as much as one did that was given up before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, Generic, Protocol, TypeVar

from .slips import Level, Slip, Slips, cost_of, cost_of_level, row_of, worst_level

__all__ = ["MARGIN", "MAX_LINES", "LineRules", "Lines", "decided", "gone_on", "is_reasonable", "joined", "slips_beside"]

S = TypeVar("S")

MAX_LINES: Final = 4
"""The most lines that are kept side by side."""
MARGIN: Final[Level] = Level.STRANGE
"""A line that costs so much more than the best one is given up: no later segment makes good for that."""


class LineRules(Protocol[S]):
    """The meaning of the states that lines lead to."""

    def slips(self, state: S, parted: S) -> Slips:
        """Return the slips of a line since the state in which the lines parted."""

    def outstanding(self, state: S) -> Slips:
        """Return the slips that a line has besides if it ends here: dice that wait for something are for nothing."""

    def are_alike(self, one: S, other: S) -> bool:
        """Return whether everything goes on alike after two lines."""

    def with_rival(self, best: S, rival: S, parted: S) -> S:
        """Return the best of two lines, with left open what it accuses somebody of, if the rival lifts that."""

    def left_open(self, best: S, parted: S) -> S:
        """Return a line with all left open that it accuses somebody of: not every other one was tried."""


@dataclass(frozen=True, slots=True)
class Lines(Generic[S]):
    """One line, or several since they parted."""

    states: tuple[S, ...]
    """The states that the lines have come to, the cheapest line first."""
    parted: S
    """The state in which they parted."""
    cut_off: bool = False
    """True if there were more than could be kept."""
    given_up: float = inf
    """The least cost of a line that was given up for its cost."""

    @classmethod
    def of(cls, state: S, *others: S) -> Lines[S]:
        """Return the lines that part here: one, or several alternatives."""
        return cls((state, *others), state)

    @property
    def best(self) -> S:
        """The state that the cheapest line has come to."""
        return self.states[0]

    def each(self, change: Callable[[S], S]) -> Lines[S]:
        """Return the lines, each gone on to one other state."""
        return replace(self, states=tuple(map(change, self.states)))


def gone_on(
    lines: Lines[S], step: Callable[[S], Lines[S]], rules: LineRules[S], *, max_lines: int = MAX_LINES
) -> Lines[S]:
    """Return the lines after one more *step*, which may lead on from each of them in several ways."""
    found = [step(state) for state in lines.states]
    states = [state for each in found for state in each.states]
    return _narrowed(_with_lost(lines, found, rules), states, rules, max_lines)


def joined(parted: S, ways: Sequence[Lines[S]], rules: LineRules[S]) -> Lines[S]:
    """Return the lines that part in a state and lead on in several ways, each of which may have parted again."""
    return _with_lost(Lines(tuple(state for each in ways for state in each.states), parted), ways, rules)


def decided(lines: Lines[S], rules: LineRules[S]) -> Lines[S]:
    """Return the one line that is taken where no die can serve any longer."""

    def cost(state: S) -> float:
        return cost_of((*rules.slips(state, lines.parted), *rules.outstanding(state)))

    best, *others = sorted(lines.states, key=cost)
    for other in others:
        best = rules.with_rival(best, other, lines.parted)
    is_proven = not lines.cut_off and cost(best) < lines.given_up
    return Lines.of(best if is_proven else rules.left_open(best, lines.parted))


def _with_lost(lines: Lines[S], found: Sequence[Lines[S]], rules: LineRules[S]) -> Lines[S]:
    """Return lines with what is known of those that were lost on the ways on from them."""
    costs = (each.given_up + cost_of(rules.slips(each.parted, lines.parted)) for each in found if each.given_up < inf)
    return replace(
        lines, cut_off=lines.cut_off or any(each.cut_off for each in found), given_up=min((lines.given_up, *costs))
    )


def _narrowed(lines: Lines[S], states: Sequence[S], rules: LineRules[S], max_lines: int) -> Lines[S]:
    if len(states) > 1:
        costs = [(cost_of(rules.slips(state, lines.parted)), state) for state in states]
        most = min(cost for cost, _ in costs) + cost_of_level(MARGIN)
        reasonable = sorted((each for each in costs if each[0] < most), key=lambda each: each[0])
        given_up = (cost for cost, _ in costs if cost >= most)
        lines = replace(lines, given_up=min((lines.given_up, *given_up)))
        states = _merged(lines, [state for _, state in reasonable], rules)
    kept = replace(lines, states=tuple(states[:max_lines]), cut_off=lines.cut_off or len(states) > max_lines)
    return _settled(kept, rules)


def _merged(lines: Lines[S], states: Sequence[S], rules: LineRules[S]) -> list[S]:
    """Return the states without those after which everything goes on as after a cheaper one."""
    kept: list[S] = []
    for state in states:
        at = next((at for at, known in enumerate(kept) if rules.are_alike(known, state)), None)
        if at is None:
            kept.append(state)
        else:
            kept[at] = rules.with_rival(kept[at], state, lines.parted)
    return kept


def _settled(lines: Lines[S], rules: LineRules[S]) -> Lines[S]:
    """Return the lines; if only one is left and none was given up, nothing parts it from what comes."""
    if len(lines.states) > 1:
        return lines
    best = rules.left_open(lines.best, lines.parted) if lines.cut_off else lines.best
    return Lines.of(best) if lines.given_up == inf else replace(lines, states=(best,), cut_off=False)


def is_reasonable(rival: Slips, best: Slips) -> bool:
    """Return whether one account is reasonable beside the best one.

    Its worst slip is at most a level worse than the best one's, it costs no more than the best one would with such a
    slip in that one's place, and it goes against no more of what was said. Slips that both need do not count.
    """
    own, others = slips_beside(rival, best), slips_beside(best, rival)
    worst = worst_level(others)
    limit = Level(min(worst + 1, Level.NEVER))
    rest = cost_of(others) - cost_of_level(worst) if others else 0.0
    within = worst_level(own) <= limit and cost_of(own) <= rest + cost_of_level(limit)
    return within and _against_words(own) <= _against_words(others)


def _against_words(slips: Slips) -> int:
    return sum(row_of(slip).against_words for slip in slips)


def slips_beside(slips: Slips, others: Slips) -> tuple[Slip, ...]:
    """Return the slips of one account that another one does not need."""
    return tuple((Counter(slips) - Counter(others)).elements())
