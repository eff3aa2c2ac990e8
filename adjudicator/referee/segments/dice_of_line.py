"""The dice that a chat line about several things mentions, and the words that each of them belongs to.

A player who mentions several things mentions their dice in the order in which he rolled them. So a die whose face he
does not name goes with the words that name the last die before it: it was rolled for that action, or for a later one.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..events import DieRolled
from .word_blocks import EventOfStep, is_word, names_die

__all__ = ["DiceOfLine"]


@dataclass(frozen=True, slots=True)
class DiceOfLine:
    """The dice around a line, by the numbers of their events."""

    rolled: frozenset[int]
    """The dice right before the words that the line is one of, among them, or right behind them."""
    _of_words: Mapping[int, tuple[int, ...]]
    """The dice that go with each of the line's words."""

    @classmethod
    def of(cls, events: Sequence[EventOfStep], line: Sequence[int]) -> DiceOfLine:
        """Return the dice of a line that consists of the events of some numbers."""
        between = [at for at in range(line[0], line[-1]) if at not in line]
        around = [*_around(events, line[0] - 1, -1, line), *between, *_around(events, line[-1] + 1, 1, line)]
        rolled = sorted(at for at in around if isinstance(events[at][0], DieRolled))
        own = dict(_named(events, line, rolled))
        others = _named(events, [at for at in around if at not in rolled], rolled)
        named = sorted({*own.values(), *(die for _, die in others)})
        found = {at: [die] for at, die in own.items()}
        words = {die: at for at, die in _in_order(list(own.items()))}
        for die in rolled:
            before = named[: bisect(named, die)]
            if (
                before and before[-1] != die and before[-1] in words
            ):  # of what is named in another order nothing is known
                found[words[before[-1]]].append(die)
        return cls(frozenset(rolled), {at: tuple(dice) for at, dice in found.items()})

    def told_in(self, words: Iterable[int]) -> Iterator[int]:
        """Yield the dice that go with some words of the line, in their order."""
        for at in words:
            yield from self._of_words.get(at, ())


def _in_order(named: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the most words, of some in their order, whose dice are in the same order."""
    chains: list[list[tuple[int, int]]] = []
    for each in named:
        longest = max((chain for chain in chains if chain[-1][1] < each[1]), key=len, default=[])
        chains.append([*longest, each])
    return max(chains, key=len, default=[])


def _around(events: Sequence[EventOfStep], start: int, by: int, line: Sequence[int]) -> Iterator[int]:
    """Yield the numbers of the words and dice of the player of a line that follow each other, away from the line."""
    own, at = events[line[0]][1], start
    while 0 <= at < len(events):
        event, step = events[at]
        if (step.log, step.player) != (own.log, own.player) or not (is_word(event) or isinstance(event, DieRolled)):
            return
        if not (isinstance(event, DieRolled) and (event.dismissed or event.purpose)):
            yield at
        at += by


def _named(events: Sequence[EventOfStep], words: Iterable[int], rolled: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the words, of some, that name one of some dice, with that of the die, each die once."""
    left = list(rolled)
    for at in words:
        die = next((each for each in left if names_die(events[at][0], events[each])), None)
        if die is not None:
            left.remove(die)
            yield at, die
