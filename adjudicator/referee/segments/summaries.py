"""Moves what a player tells once more, at the end of his mail, to where he said and did it the first time.

Some take everything from the menus, roll, and sum it all up in one line at the end. Nothing new is done there: no die
and no drag follows, and the same unit was said to do the same before. What such a line adds, a result or who has to
check, belongs to that act. What let a unit act, Direct Command or a second action, goes before it, and before the drag
of a move that is only told behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ...drawing.mats import IN_PLAY
from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..events import ChitMoved, Declared, DieRolled, RollNamed, Said, StateSet, TableEvent, UnitMoved
from .beginnings import ACTIVATIONS
from .closing_words import ROLLS_OF_TURN
from .membership import is_same_action
from .word_blocks import EventOfStep, Record
from .words_after_dice import BEGINNINGS, actions_told

__all__ = ["with_summaries_at_their_acts"]

_OF_NO_UNIT: Final = ROLLS_OF_TURN | {
    RollPurpose.COMMAND_POINTS, RollPurpose.RANDOM_EVENT, RollPurpose.EVENT, RollPurpose.WITHDRAWAL,
}  # fmt: skip
"""The rolls that a side makes once for itself, and not for what a unit does."""


def with_summaries_at_their_acts(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with what is told again where it was told first.

    What was declared there already is left out.
    """
    record = Record.of(events)
    known = list(record.events)
    places: dict[int, float] = {}
    repeated: set[int] = set()
    for block in _last_words(record):
        for group in actions_told(record, block):
            act = _act_told_before(record, group, block[0])
            if act and _tells_its_dice(record, act, group):
                continue
            repeated.update(at for at in group if _is_rolled_before(record, at, block[0]))
            for at in group if act else ():
                places[at] = (act.start if _lets_act(known[at][0]) else act.stop) - 0.5
                known[at] = _displaced(known[at])
                if _is_declared(record, act, known[at][0]):
                    repeated.add(at)
            if not act and (dragged := _drag_told_behind(record, group)) is not None:
                activations = [at for at in group if _lets_act(known[at][0])]
                places |= dict.fromkeys(activations, dragged - 0.5)
                for at in activations:
                    known[at] = _displaced(known[at])
    ordered = sorted(range(len(known)), key=lambda at: (places.get(at, at), at))
    return [known[at] for at in ordered if at not in repeated]


def _last_words(record: Record) -> Iterator[list[int]]:
    """Yield the numbers of the words of his own with which each player ends a log: no die and no drag follows them."""
    ended: set[tuple[int, str]] = set()
    blocks: dict[tuple[int, str], list[int]] = {}
    for at in reversed(range(len(record.events))):
        event, author = record.events[at][0], record.authors[at]
        if author in ended:
            continue
        if _is_own_word(event):
            blocks.setdefault(author, []).append(at)
        elif author in blocks or isinstance(event, DieRolled | UnitMoved):
            ended.add(author)
    yield from (block[::-1] for block in blocks.values())


def _is_own_word(event: TableEvent) -> bool:
    return isinstance(event, RollNamed | Said) or (isinstance(event, Declared) and event.own_words)


def _act_told_before(record: Record, group: Sequence[int], start: int) -> range:
    """Return the numbers of the events of the act that some words tell again, empty if they do not."""
    begun = [event for at in group if _begins(event := record.events[at][0])]
    told = next((event for event in begun if getattr(event, "action", "") not in ACTIVATIONS), next(iter(begun), None))
    if not isinstance(told, Declared):
        return range(0)
    first = next((at for at in reversed(range(start)) if _tells(record, at, told, record.authors[group[0]])), None)
    if first is None or _is_under_another_chit(record, first, start) or _is_marked_anew(record, first, group):
        return range(0)
    end = next((at for at in range(first + 1, start) if _is_of_another(record.events[at][0], told.unit)), start)
    target, before = _target(record, group), _target(record, range(first, end))
    return range(0) if target and before and target != before else range(first, end)


def _tells_its_dice(record: Record, act: range, group: Sequence[int]) -> bool:
    """Return whether some words name the die of an act that their player had announced before it, in words too."""
    announced, told = (
        record.events[act.start][0],
        [record.events[at][0] for at in group if _begins(record.events[at][0])],
    )
    own = isinstance(announced, Declared) and announced.own_words and announced.face is None
    return own and all(getattr(each, "face", None) is not None for each in told)


def _drag_told_behind(record: Record, group: Sequence[int]) -> int | None:
    """Return the number of the first drag of the move that some words tell behind it, None if they do not.

    It is the only thing that its player has done with the unit under the chit in play, and it ends where they say.
    """
    move = next((event for at in group if isinstance(event := record.events[at][0], Declared) and event.way), None)
    drags: list[int] = []
    for at in reversed(range(group[0] if move is not None else 0)):
        event = record.events[at][0]
        if record.authors[at] != record.authors[group[0]] or _is_drawn(event):
            break
        if isinstance(event, Declared) and move is not None and event.unit == move.unit:
            return None
        if isinstance(event, UnitMoved) and move is not None and event.unit == move.unit:
            drags.append(at)
    ends = [event.target for at in drags[:1] if isinstance(event := record.events[at][0], UnitMoved)]
    return drags[-1] if move is not None and ends == [move.way[-1]] else None


def _is_rolled_before(record: Record, at: int, start: int) -> bool:
    """Return whether some words are of a roll of the turn or of a chit that their player named before, with its die."""
    purposes = _rolls_without_unit(record.events[at][0])
    rolled = False
    for before in reversed(range(start)) if purposes else ():
        event = record.events[before][0]
        if record.authors[before] != record.authors[at]:
            continue
        rolled = rolled or isinstance(event, DieRolled)
        if purposes & _rolls_without_unit(event):
            return rolled
    return False


def _rolls_without_unit(event: TableEvent) -> frozenset[RollPurpose]:
    """Return the purposes of rolls of the turn, of a chit or for withdrawal that words are of."""
    if isinstance(event, RollNamed):
        return frozenset({event.purpose}) & _OF_NO_UNIT
    return frozenset(rolls_of(event.action)) & _OF_NO_UNIT if isinstance(event, Declared) else frozenset()


def _is_declared(record: Record, act: range, event: TableEvent) -> bool:
    """Return whether the same was declared in an act already; the way of a move may be told only now."""
    return isinstance(event, Declared) and any(
        isinstance(each, Declared)
        and each.unit == event.unit
        and is_same_action(each.action, event.action)
        and (not event.way or bool(each.way))
        for each in (record.events[at][0] for at in act)
    )


def _lets_act(event: TableEvent) -> bool:
    """Return whether an event says why a unit may act, which is said before the act."""
    return isinstance(event, Declared) and event.action in ACTIVATIONS


def _begins(event: TableEvent) -> bool:
    return isinstance(event, Declared) and event.action in BEGINNINGS


def _tells(record: Record, at: int, told: Declared, author: tuple[int, str]) -> bool:
    """Return whether an event is the declaration of the same act by the same player."""
    event = record.events[at][0]
    return (
        isinstance(event, Declared)
        and record.authors[at] == author
        and event.unit == told.unit
        and is_same_action(event.action, told.action)
    )


def _target(record: Record, numbers: Iterable[int]) -> str:
    """Return the target that some words name first, empty for none."""
    events = (record.events[at][0] for at in numbers)
    return next((each.unit for each in events if isinstance(each, Declared) and each.action is Declaration.TARGET), "")


def _is_under_another_chit(record: Record, first: int, start: int) -> bool:
    """Return whether a chit is put into play after an act, and its player acts again before his last words."""
    player = record.authors[start]
    drawn = False
    for at in range(first + 1, start):
        event = record.events[at][0]
        if _is_drawn(event):
            drawn = True
        elif drawn and record.authors[at] == player and isinstance(event, DieRolled | UnitMoved | Declared):
            return True
    return False


def _is_marked_anew(record: Record, first: int, group: Sequence[int]) -> bool:
    """Return whether the unit of an act is marked behind words under another chit, and was marked before that, too.

    Work that needs no die the second time shows only in its markers.
    """
    numbers = range(first + 1, len(record.events))
    drawn = next((at for at in numbers if _is_drawn(record.events[at][0])), len(record.events))
    own = [at for at in numbers if record.authors[at] == record.authors[group[0]]]
    marks = [at for at in own if _is_mark_of(record.events[at][0], record.events[first][0])]
    return drawn < group[0] and min(marks, default=drawn) < drawn and max(marks, default=0) > group[-1]


def _is_drawn(event: TableEvent) -> bool:
    return isinstance(event, ChitMoved) and event.target == IN_PLAY


def _is_mark_of(event: TableEvent, act: TableEvent) -> bool:
    """Return whether an event marks the unit of an act."""
    return isinstance(event, StateSet) and isinstance(act, Declared) and event.unit == act.unit


def _is_of_another(event: TableEvent, unit: str) -> bool:
    """Return whether an event begins an act of another unit, or brings the next chit."""
    if isinstance(event, Declared):
        return event.action in BEGINNINGS and event.unit != unit
    return isinstance(event, ChitMoved) or (isinstance(event, UnitMoved) and event.unit != unit)


def _displaced(known: EventOfStep) -> EventOfStep:
    event, step = known
    return (replace(event, displaced=True) if isinstance(event, Declared) else event), step
