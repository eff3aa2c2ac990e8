"""The cheapest ways through a judgement that asks for choices: best-first over scripts of choices, proven or cut off.

The judgement asks a :class:`ChoiceSequence` for each choice, with the slips that every option would cost. The search
runs it again and again from the start, each time with another script of first choices, always the script next whose
known slips cost least. Slips cost something or nothing, never less; so a script's cost is a lower bound for all runs
that begin with it, and the search may stop when the cheapest script left costs as much as what has been found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

from .slips import Slips, cost_of

__all__ = ["ChoiceSequence", "Explanation", "Option", "SearchResult", "search"]

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Option(Generic[T]):
    """One of several choices, with the slips that it would mean."""

    value: T
    slips: Slips = ()


class ChoiceSequence:
    """The choices of one run: those of a script, then the cheapest of each; and what the others would have cost."""

    def __init__(self, script: tuple[int, ...] = ()) -> None:
        self.made: list[int] = []
        """The number of the option that was taken at each choice, in the order of their costs."""
        self.costs: list[tuple[float, ...]] = []
        """The costs of the options of each choice, cheapest first."""
        self.spent: list[float] = []
        """The cost spent before each choice."""
        self.cost = 0.0
        self.slips: Slips = ()
        self._script = script

    def choose(self, options: Sequence[Option[T]]) -> T:
        """Take one of some options; of two that cost the same the first one comes first."""
        ordered = sorted(((cost_of(option.slips), at) for at, option in enumerate(options)))
        number = len(self.made)
        choice = self._script[number] if number < len(self._script) else 0
        cost, at = ordered[choice]
        self.made.append(choice)
        self.costs.append(tuple(each for each, _ in ordered))
        self.spent.append(self.cost)
        self.cost += cost
        self.slips += options[at].slips
        return options[at].value


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


def search(
    run: Callable[[ChoiceSequence], R],
    charge: Callable[[R], Slips],
    *,
    bound: float = float("inf"),
    margin: float = 0.0,
    max_runs: int,
) -> SearchResult[R]:
    """Return the cheapest explanation and all that cost less than *margin* more.

    Args:
        run: runs the judgement once, with its choices.
        charge: the slips that show only in its result, such as dice that nothing needed.
        bound: what the best explanation costs that is known already; one that costs as much is not asked for.
        margin: how much more than the cheapest one, or than the bound, an explanation may cost.
        max_runs: how often *run* is called at most; if that cuts the search off, the result is not proven.
    """
    found: list[Explanation[R]] = []
    best = bound
    queue: list[tuple[float, int, tuple[int, ...]]] = [(0.0, 0, ())]
    pushed = runs = 0
    while queue and queue[0][0] < best + margin:
        if runs == max_runs:
            return SearchResult(_within(found, best, margin), proven=False)
        runs += 1
        _, _, script = heappop(queue)
        choices = ChoiceSequence(script)
        result = run(choices)
        slips = charge(result)
        total = choices.cost + cost_of(slips)
        if total < best + margin:
            found.append(Explanation(total, choices.slips + slips, result))
            best = min(best, total)
        for at in range(len(script), len(choices.made)):
            for other in range(1, len(choices.costs[at])):
                least = choices.spent[at] + choices.costs[at][other]
                if least < best + margin:
                    pushed += 1
                    heappush(queue, (least, pushed, (*choices.made[:at], other)))
    return SearchResult(_within(found, best, margin), proven=True)


def _within(found: list[Explanation[R]], best: float, margin: float) -> tuple[Explanation[R], ...]:
    """Return the explanations that cost at most a margin more than the best one, cheapest first."""
    kept = [each for each in found if each.cost < best + margin or each.cost == best]
    return tuple(sorted(kept, key=lambda each: each.cost))
