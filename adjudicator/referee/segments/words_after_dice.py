"""Puts the words of players who roll first and speak afterwards before the dice that they are about.

Whether a player does so shows in the whole of his log, or of all his logs: his words come between the dice and whatever
else he does, never before dice that nothing precedes; the same for drags, on their own, for some roll first, speak and
drag at last. Where that habit shows, what he says of an action goes before its dice, and before the drags of the
counters that he says to move. Where he names the face of a die, it is noted which one he means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..accounts.roll_purposes import rolls_of
from ..events import Declared, DieRolled, LeaderMoved, ObservedStep, RollNamed, Said, StateSet, TableEvent, UnitMoved

__all__ = ["with_words_before_dice"]

EventOfStep = tuple[TableEvent, ObservedStep]
_Author = tuple[int, str]
"""The number of a log, and the player."""

_MIN_BLOCKS: Final = 2
"""The number of times that a player must have spoken after his dice: once may be a chance."""
_MOVES: Final = frozenset({"move", "arrive", "assault"})
_OWN_ACTIONS: Final = frozenset({
    "fire", "direct-fire", "indirect-fire", "rally", "seek-contact", "direct-command", "second-action",
    "build-improved-position", "build-entrenchment", "clear-mines", "lay-mines",
})  # fmt: skip
"""Declarations that begin an action of a unit that does not move."""
_HOW_IT_MOVES: Final = frozenset({"column", "mounted"})


@dataclass(frozen=True, slots=True)
class _Manner:
    """The order of a player's words and his dice or drags: as counts, or as his rule."""

    after_dice: int = 0
    before_dice: int = 0
    after_drags: int = 0
    before_drags: int = 0

    def __add__(self, other: _Manner) -> _Manner:
        return _Manner(
            self.after_dice + other.after_dice, self.before_dice + other.before_dice,
            self.after_drags + other.after_drags, self.before_drags + other.before_drags,
        )  # fmt: skip

    @property
    def rule(self) -> _Manner:
        """The rule that the counts show for dice and for drags; where nothing is against it, for both by their sum."""
        dice = self.after_dice >= _MIN_BLOCKS and not self.before_dice
        drags = self.after_drags >= _MIN_BLOCKS and not self.before_drags
        if not self.before_dice and not self.before_drags and self.after_dice + self.after_drags >= _MIN_BLOCKS:
            dice = drags = True
        return _Manner(after_dice=dice, after_drags=drags)


@dataclass(frozen=True, slots=True)
class _Record:
    """The events of some logs, each with its step and with who caused it."""

    events: list[EventOfStep]
    authors: Sequence[_Author]

    @classmethod
    def of(cls, events: Iterable[EventOfStep]) -> _Record:
        """Return the record of events; where a menu names no player, it was whoever goes on in that log."""
        known = list(events)
        authors: list[_Author] = []
        following = (-1, "")
        for _, step in reversed(known):
            if step.player or step.log != following[0]:
                following = step.log, step.player
            authors.append(following)
        return cls(known, authors[::-1])


def with_words_before_dice(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late words before what they are about."""
    record = _Record.of(events)
    known, blocks = record.events, list(_blocks(record))
    manners = _manners(record, blocks)
    places: dict[int, float] = {}
    for block in blocks:
        manner = manners.get(record.authors[block[0]], _Manner())
        start, dice = _beginning(record, block, manner), _beginning(record, block, replace(manner, after_drags=0))
        after_moves = _end_of_moves(record, block) if start < dice else block[-1] + 1
        named = _dice_named(record, block)
        for at in block:
            place = start if at < after_moves else dice
            if place < block[0] and _announces(known[at][0]) and named.get(at, place) >= place:
                places[at] = place - 0.5
                known[at] = _displaced(known, at, named.get(at))
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _dice_named(record: _Record, block: Sequence[int]) -> Mapping[int, int]:
    """Return for the words of a block that name a face the number of the die: the last one before that shows it.

    Each die is named once; -1 if no die right before the words shows the face.
    """
    dice = range(_beginning(record, block, _Manner(after_dice=1)), block[0])
    found: dict[int, int] = {}
    for at in block:
        face = getattr(record.events[at][0], "face", None)
        if face is not None:
            fitting = (die for die in reversed(dice) if die not in found.values() and _shows(record.events[die], face))
            found[at] = next(fitting, -1)
    return found


def _shows(event: EventOfStep, face: int) -> bool:
    """Return whether an event is a die with this face."""
    return isinstance(event[0], DieRolled) and event[0].face == face


def _displaced(events: Sequence[EventOfStep], at: int, die: int | None) -> EventOfStep:
    """Return words that are put before what they are about, with the step of the die that they name, if any."""
    event, step = events[at]
    if isinstance(event, Declared):
        event = replace(event, displaced=True)
    if die is not None and isinstance(event, Declared | RollNamed):
        there = events[die][1]
        event = replace(event, step_of_die=(there.log, there.number))
    return event, step


def _manners(record: _Record, blocks: Iterable[list[int]]) -> Mapping[_Author, _Manner]:
    """Return the rule of each player in each log: that of all his logs where the log alone does not show it."""
    counts: dict[_Author, _Manner] = {}
    whole: dict[str, _Manner] = defaultdict(_Manner)
    for block in blocks:
        if any(isinstance(each := record.events[at][0], Declared) and _calls(each.action) for at in block):
            author, found = record.authors[block[0]], _evidence(record, block)
            counts[author] = counts.get(author, _Manner()) + found
            whole[author[1]] += found
    return {
        author: own.rule if own.rule.after_dice or own.rule.after_drags else _unless_contradicted(own, whole[author[1]])
        for author, own in counts.items()
    }  # fmt: skip


def _calls(action: str) -> bool:
    """Return whether a declaration is about dice or drags."""
    return action in _MOVES or bool(rolls_of(action))


def _unless_contradicted(own: _Manner, whole: _Manner) -> _Manner:
    """Return the rule of all logs of a player for one in which he does not do the contrary."""
    rule = whole.rule
    return _Manner(
        after_dice=rule.after_dice and not own.before_dice, after_drags=rule.after_drags and not own.before_drags
    )


def _evidence(record: _Record, block: Sequence[int]) -> _Manner:
    """Return what a block of words shows of its player's manner."""
    rolls = any(isinstance(each := record.events[at][0], Declared) and rolls_of(each.action) for at in block)
    die_before = _beginning(record, block, _Manner(after_dice=1)) < block[0]
    drag_before = _beginning(record, block, _Manner(after_drags=1)) < block[0]
    die_after, drag_after = _is_followed(record, block)
    return _Manner(
        after_dice=die_before and not die_after, before_dice=rolls and die_after and not die_before,
        after_drags=drag_before and not drag_after, before_drags=drag_after and not drag_before,
    )  # fmt: skip


def _blocks(record: _Record) -> Iterator[list[int]]:
    """Yield the numbers of words of one player that follow each other in one log."""
    block: list[int] = []
    for at, (event, _) in enumerate(record.events):
        is_word = isinstance(event, Declared | RollNamed | Said)
        if block and (not is_word or record.authors[block[-1]] != record.authors[at]):
            yield block
            block = []
        if is_word:
            block.append(at)
    if block:
        yield block


def _is_followed(record: _Record, block: Sequence[int]) -> tuple[bool, bool]:
    """Return whether a die follows some words, and whether a drag does that they are about."""
    moved, at, dragged = _moved(record, block), block[-1] + 1, False
    own_step = record.events[block[-1]][1]
    while at < len(record.events) and record.authors[at] == record.authors[block[0]]:
        event, step = record.events[at]
        if not (_may_belong(event) or step is own_step):  # what a module reports of a shot stands before its die
            break
        if isinstance(event, DieRolled):
            return True, dragged
        dragged = dragged or (isinstance(event, UnitMoved) and event.unit in moved)
        at += 1
    return False, dragged


def _is_die(record: _Record, at: int, block: Sequence[int]) -> bool:
    """Return whether the event of a number is a die of the log that some words are in."""
    there = 0 <= at < len(record.events) and record.authors[at] == record.authors[block[0]]
    return there and isinstance(record.events[at][0], DieRolled)


def _announces(event: TableEvent) -> bool:
    """Return whether words say what is done, or for what a die is."""
    return isinstance(event, Declared | RollNamed)


def _beginning(record: _Record, block: Sequence[int], manner: _Manner) -> int:
    """Return the number of the first event that some words are about, spoken in a manner."""
    start = block[0]
    while manner.after_dice and _is_die(record, start - 1, block):
        start -= 1
    moved = _moved(record, block) if manner.after_drags else set()
    at = start - 1
    while at >= 0 and record.authors[at] == record.authors[block[0]] and _may_belong(record.events[at][0]):
        event = record.events[at][0]
        if isinstance(event, UnitMoved) and event.unit in moved:
            start = at
        at -= 1
    return start


def _end_of_moves(record: _Record, block: Sequence[int]) -> int:
    """Return the number of the first words that begin another action of the side whose moves a block is about."""
    moved = _moved(record, block)
    told = False
    for at in block:
        event, step = record.events[at]
        if not isinstance(event, Declared):
            continue
        own = step.table.side(event.unit) in {step.table.side(unit) for unit in moved}
        if told and own and event.unit not in moved and event.action in _OWN_ACTIONS:
            return at
        told = told or event.unit in moved
    return block[-1] + 1


def _moved(record: _Record, block: Sequence[int]) -> set[str]:
    """Return the units that some words say to move."""
    return {each.unit for at in block if isinstance(each := record.events[at][0], Declared) and each.action in _MOVES}


def _may_belong(event: TableEvent) -> bool:
    """Return whether an event may be part of the action that is reported after it: a die, a drag, how it moves."""
    how = isinstance(event, StateSet) and event.state in _HOW_IT_MOVES
    return how or isinstance(event, DieRolled | UnitMoved | LeaderMoved)
