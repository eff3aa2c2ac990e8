"""The cheapest ways through a judgement that asks for choices: best-first over scripts of choices, proven or cut off.

The judgement asks a :class:`ChoiceSequence` for each choice, with the slips that every option would cost. The search
runs it again and again from the start, each time with another script of first choices, always the script next whose
known slips cost least. Slips cost something or nothing, never less; so a script's cost is a lower bound for all runs
that begin with it, and the search may stop when the cheapest script left costs as much as what has been found.

A script comes with the options of its own choices, which the run it was made from has worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from operator import itemgetter
from typing import Any, Generic, TypeVar

from .slips import Slips, cost_of

__all__ = ["ChoiceSequence", "Explanation", "KnownRuns", "Option", "SearchResult", "Tried", "search"]

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One of several choices, with the slips that it would mean."""

    value: T
    slips: Slips = ()


Ordered = tuple[tuple[float, Option[Any]], ...]
"""The options of a choice with their costs, cheapest first; of two that cost the same the first one comes first."""


class ChoiceSequence:
    """The choices of one run: those of a script, then the cheapest of each; and what the others would have cost."""

    def __init__(self, script: tuple[int, ...] = (), known: Sequence[Ordered] = ()) -> None:
        """Begin a run.

        Args:
            script: the numbers of the options to take at the first choices, in the order of their costs.
            known: the options of the first choices, where another run has worked them out.
        """
        self.made: list[int] = []
        """The number of the option that was taken at each choice, in the order of their costs."""
        self.options: list[Ordered] = []
        """The options of each choice."""
        self.spent: list[float] = []
        """The cost spent before each choice."""
        self.cost = 0.0
        self.slips: Slips = ()
        self.script = script
        self._known = known

    def repeat(self, other: ChoiceSequence) -> None:
        """Make the choices of another run with the same script, with the same options."""
        self.made, self.options, self.spent = other.made, other.options, other.spent
        self.cost, self.slips = other.cost, other.slips

    def choose(self, options: Callable[[], Sequence[Option[T]]]) -> T:
        """Take one of some options, which are worked out only where no other run has done so."""
        number = len(self.made)
        ordered = self._known[number] if number < len(self._known) else _ordered(options())
        choice = self.script[number] if number < len(self.script) else 0
        cost, option = ordered[choice]
        self.made.append(choice)
        self.options.append(ordered)
        self.spent.append(self.cost)
        self.cost += cost
        self.slips += option.slips
        value: T = option.value
        return value


def _ordered(options: Sequence[Option[Any]]) -> Ordered:
    return tuple(sorted(((cost_of(option.slips), option) for option in options), key=itemgetter(0)))


@dataclass(frozen=True, slots=True)
class Tried(Generic[R]):
    """One run of the judgement, with the choices that it made."""

    choices: ChoiceSequence
    result: R


KnownRuns = dict[tuple[int, ...], Tried[R]]
"""The runs of a judgement by their scripts: a script leads to the same choices and the same result each time."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[R]):
    """One way through the judgement."""

    cost: float
    slips: Slips
    result: R


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[R]):
    """The explanations that were found, cheapest first; of two that cost the same the first one found."""

    found: tuple[Explanation[R], ...]
    proven: bool
    """True if nothing untried can be cheaper than the margin asked for above the cheapest one."""
    tried: tuple[R, ...] = field(default=(), compare=False)
    """The results of all runs, in their order."""


def search(
    run: Callable[[ChoiceSequence], R],
    charge: Callable[[R], Slips],
    *,
    bound: float = float("inf"),
    margin: float = 0.0,
    max_runs: int,
    known: KnownRuns[R] | None = None,
) -> SearchResult[R]:
    """Return the cheapest explanation and all that cost less than *margin* more.

    Args:
        run: runs the judgement once, with its choices.
        charge: the slips that show only in its result, such as dice that nothing needed.
        bound: what the best explanation costs that is known already; one that costs as much is not asked for.
        margin: how much more than the cheapest one, or than the bound, an explanation may cost.
        max_runs: how many scripts are tried at most; if that cuts the search off, the result is not proven.
        known: the runs of the same judgement in other searches, to which those of this one are added.
    """
    known = {} if known is None else known
    tried: list[R] = []
    found: list[Explanation[R]] = []
    best = bound
    queue: list[tuple[float, int, tuple[int, ...], Sequence[Ordered]]] = [(0.0, 0, (), ())]
    pushed = 0
    while queue and queue[0][0] < best + margin:
        if len(tried) == max_runs:
            return SearchResult(_within(found, best, margin), proven=False, tried=tuple(tried))
        _, _, script, options = heappop(queue)
        if script not in known:
            made = ChoiceSequence(script, options)
            known[script] = Tried(made, run(made))
        choices, result = known[script].choices, known[script].result
        tried.append(result)
        slips = charge(result)
        total = choices.cost + cost_of(slips)
        if total < best + margin:
            found.append(Explanation(total, choices.slips + slips, result))
            best = min(best, total)
        for at in range(len(script), len(choices.made)):
            for other, (cost, _) in enumerate(choices.options[at][1:], 1):
                least = choices.spent[at] + cost
                if least < best + margin:
                    pushed += 1
                    heappush(queue, (least, pushed, (*choices.made[:at], other), choices.options[: at + 1]))
    return SearchResult(_within(found, best, margin), proven=True, tried=tuple(tried))


def _within(found: list[Explanation[R]], best: float, margin: float) -> tuple[Explanation[R], ...]:
    """Return the explanations that cost at most a margin more than the best one, cheapest first."""
    kept = [each for each in found if each.cost < best + margin or each.cost == best]
    return tuple(sorted(kept, key=lambda each: each.cost))
