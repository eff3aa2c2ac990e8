"""Puts the words of players who roll first and speak afterwards before the dice that they are about.

Whether a player does so shows in the whole of his log: his words come between the dice and whatever else he does, never
before dice that nothing precedes. Where it shows, what he says of an action goes before its dice, and before the drags
of the counters that he says to move. What he says of a die by its face stays behind it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..accounts.roll_purposes import ROLLS_OF
from ..events import Declared, DieRolled, LeaderMoved, ObservedStep, RollNamed, Said, StateSet, TableEvent, UnitMoved

__all__ = ["with_words_before_dice"]

EventOfStep = tuple[TableEvent, ObservedStep]

_MIN_BLOCKS: Final = 2
"""How often a player must have spoken after his dice: once may be a chance."""
_MOVES: Final = frozenset({"move", "arrive", "assault"})
_CALLS: Final = frozenset({*ROLLS_OF, *_MOVES})
"""What is said of dice or drags."""
_HOW_IT_MOVES: Final = frozenset({"column", "mounted"})


def with_words_before_dice(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late words before what they are about."""
    known = list(events)
    blocks = list(_blocks(known))
    speaks_after = {
        author for author, own in _by_author(known, blocks).items()
        if sum(_comes_after(known, each) for each in own) >= _MIN_BLOCKS
        and not any(_comes_before(known, each) for each in own)
    }  # fmt: skip
    places: dict[int, float] = {}
    for block in blocks:
        if _author(known, block[0]) in speaks_after:
            start = _beginning(known, block)
            places |= {at: start - 0.5 for at in block if _announces(known[at][0])}
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _blocks(events: Sequence[EventOfStep]) -> Iterator[list[int]]:
    """Yield the numbers of words that follow each other in one log."""
    block: list[int] = []
    for at, (event, step) in enumerate(events):
        is_word = isinstance(event, Declared | RollNamed | Said)
        if block and (not is_word or events[block[-1]][1].log != step.log):
            yield block
            block = []
        if is_word:
            block.append(at)
    if block:
        yield block


def _author(events: Sequence[EventOfStep], at: int) -> tuple[int, str]:
    step = events[at][1]
    return step.log, step.player


def _by_author(events: Sequence[EventOfStep], blocks: Iterable[list[int]]) -> dict[tuple[int, str], list[list[int]]]:
    """Return the words that call for dice or drags, by log and player."""
    found: dict[tuple[int, str], list[list[int]]] = defaultdict(list)
    for block in blocks:
        if any(isinstance(each := events[at][0], Declared) and each.action in _CALLS for at in block):
            found[_author(events, block[0])].append(block)
    return found


def _comes_after(events: Sequence[EventOfStep], block: Sequence[int]) -> bool:
    """Return whether some words stand behind dice or the drags that they speak of, and none of these follow them."""
    return _beginning(events, block) < block[0] and not _is_followed(events, block)


def _comes_before(events: Sequence[EventOfStep], block: Sequence[int]) -> bool:
    """Return whether dice follow some words, or the drags that they speak of, and none of these stand before them."""
    return _is_followed(events, block) and _beginning(events, block) == block[0]


def _is_followed(events: Sequence[EventOfStep], block: Sequence[int]) -> bool:
    moved, at = _moved(events, block), block[-1] + 1
    own_step = events[block[-1]][1]
    while at < len(events) and _author(events, at) == _author(events, block[0]):
        event, step = events[at]
        if not (_may_belong(event) or step is own_step):  # what a module reports of a shot stands before its die
            break
        if isinstance(event, DieRolled) or (isinstance(event, UnitMoved) and event.unit in moved):
            return True
        at += 1
    return False


def _is_die(events: Sequence[EventOfStep], at: int, block: Sequence[int]) -> bool:
    """Return whether the event of a number is a die of the log that some words are in."""
    there = 0 <= at < len(events) and _author(events, at) == _author(events, block[0])
    return there and isinstance(events[at][0], DieRolled)


def _announces(event: TableEvent) -> bool:
    """Return whether words tell what is done, and not what a die showed."""
    return isinstance(event, Declared | RollNamed) and event.face is None


def _beginning(events: Sequence[EventOfStep], block: Sequence[int]) -> int:
    """Return the number of the first event that some words are about."""
    start = block[0]
    while _is_die(events, start - 1, block):
        start -= 1
    moved = _moved(events, block)
    at = start - 1
    while at >= 0 and _author(events, at) == _author(events, block[0]) and _may_belong(events[at][0]):
        event = events[at][0]
        if isinstance(event, UnitMoved) and event.unit in moved:
            start = at
        at -= 1
    return start


def _moved(events: Sequence[EventOfStep], block: Sequence[int]) -> set[str]:
    """Return the units that some words say to move."""
    return {each.unit for at in block if isinstance(each := events[at][0], Declared) and each.action in _MOVES}


def _may_belong(event: TableEvent) -> bool:
    """Return whether an event may be a part of the action that is told after it: a die, a drag, how it moves."""
    how = isinstance(event, StateSet) and event.state in _HOW_IT_MOVES
    return how or isinstance(event, DieRolled | UnitMoved | LeaderMoved)
