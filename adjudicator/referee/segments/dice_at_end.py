"""Puts the dice that a player rolls last of all beside the lines of his mail that announce what he rolls for.

Some write down all that they do, mark it, put their chit away, draw the next one, and roll at the very end, in the
order of their lines. If a mail has no other dice, and its lines call for exactly so many, each line has its own; but
lines that may need no die may have none, what is announced last may have none yet, since it waits for the other side,
and dice of the next turn, or of the chit that was drawn, may follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from ..events import ChitMoved, Declared, DieRolled, RollNamed, TimeSet
from .closing_words import ROLLS_OF_TURN
from .dice_called_for import dice_called_for, may_need_no_die
from .late_points import is_points_roll
from .word_blocks import EventOfStep, Record, is_mark, is_word

__all__ = ["with_dice_at_their_lines"]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that calls for dice."""

    last: int
    """The number of its last event."""
    needed: int
    """The number of dice that it calls for."""
    without: int = 0
    """How many of them it may need not."""


def with_dice_at_their_lines(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the dice at the end of a mail behind their lines."""
    record = Record.of(events)
    places: dict[int, float] = {}
    for _, group in groupby(range(len(record.events)), key=lambda at: record.authors[at]):
        places |= _places(record, list(group))
    return [record.events[at] for at in sorted(range(len(record.events)), key=lambda at: (places.get(at, at), at))]


def _places(record: Record, mail: Sequence[int]) -> Mapping[int, float]:
    """Return where the dice of a mail belong, and the words about each of them; nothing if they are where they fell."""
    dice = [at for at in mail if isinstance(record.events[at][0], DieRolled)]
    if not dice or dice != list(range(dice[0], dice[-1] + 1)) or not _ends_with_words(record, mail, dice[-1]):
        return {}
    lines: Sequence[_Line] = list(_lines_with_dice(record, [at for at in mail if at < dice[0]]))
    dice = _without_dice_of_turn(record, mail, dice)
    if not dice:
        return {}
    lines = _served(lines, len(dice))
    if not lines or not _is_apart(record, lines, dice[0]):
        return {}
    found: dict[int, float] = {}
    for line in lines:
        found |= dict.fromkeys(dice[: line.needed], line.last + 0.5)
        dice = dice[line.needed :]
    return found


def _served(lines: Sequence[_Line], dice: int) -> Sequence[_Line]:
    """Return the lines that so many dice are for; nothing if they do not call for exactly as many.

    Where there are fewer than all lines call for, those have none that may need none, or else the last one, which may
    wait for the other side.
    """
    sure = [replace(each, needed=each.needed - each.without) for each in lines]
    fitting = (each for each in (lines, sure, lines[:-1], sure[:-1]) if sum(line.needed for line in each) == dice)
    return [line for line in next(fitting, ()) if line.needed]


def _without_dice_of_turn(record: Record, mail: Sequence[int], dice: Sequence[int]) -> list[int]:
    """Return the dice of a mail before those of the turn that begins: words behind them say so, or a chit's points."""
    told = [event for at in mail if at > dice[-1] and isinstance(event := record.events[at][0], RollNamed)]
    steps = {each.step_of_die for each in told if each.purpose in ROLLS_OF_TURN}
    return list(takewhile(lambda at: _numbers(record, at) not in steps and not is_points_roll(record, mail, at), dice))


def _numbers(record: Record, at: int) -> tuple[int, int]:
    """Return the log and the step of an event."""
    step = record.events[at][1]
    return step.log, step.number


def _is_apart(record: Record, lines: Sequence[_Line], first: int) -> bool:
    """Return whether another line, or a chit, stands between dice and the first line that they are for."""
    after = (record.events[at][0] for at in range(lines[0].last + 1, first))
    return any(isinstance(event, ChitMoved | Declared | RollNamed | TimeSet) for event in after)


def _ends_with_words(record: Record, mail: Sequence[int], last: int) -> bool:
    """Return whether after the last die of a mail nothing is done but spoken, and nothing marked but results."""
    return all(is_word(record.events[at][0]) or is_mark(record.events[at][0]) for at in mail if at > last)


def _lines_with_dice(record: Record, before: Sequence[int]) -> Iterator[_Line]:
    """Yield each line before the dice that calls for some."""
    for _, group in groupby(before, key=lambda at: record.events[at][1]):
        line = list(group)
        told = [record.events[at][0] for at in line]
        if needed := sum(map(dice_called_for, told)):
            spared = (each for each in told if isinstance(each, Declared) and may_need_no_die(each.action))
            yield _Line(line[-1], needed, sum(map(dice_called_for, spared)))
