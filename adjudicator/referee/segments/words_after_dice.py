"""Puts the words of players who roll first and speak afterwards before the dice that they are about.

Whether a player does so shows in the whole of his log, or of all his logs: his words come between the dice and whatever
else he does, never before dice that nothing precedes; the same for drags, on their own, for some roll first, speak and
drag at last. Dice that words before them were about show nothing, nor does that of a chit. Where that habit shows, what
he says of an action goes before its dice, and before the drags of the counters that he says to move. A mail of nothing
but dice and then words that call for exactly so many shows it by itself, and so do words about several
actions that name all the dice before them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from ...game.action_words import Declaration
from ...game.counter_states import HOW_IT_MOVES
from ...game.hexes import Hex
from ...game.play import CHECKS, RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..events import (
    ChitMoved,
    Declared,
    DieRolled,
    LeaderMoved,
    PointsSet,
    ResultTold,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
    UnitMoved,
)
from .dice_called_for import dice_called_for, may_need_no_die
from .late_points import begins_with_points
from .word_blocks import (
    Author,
    EventOfStep,
    Record,
    dice_among_all_done,
    dice_among_marks,
    is_mark,
    is_word,
    names_die,
    word_blocks,
)

__all__ = ["BEGINNINGS", "actions_told", "with_words_before_dice"]

_HEX: Final = re.compile(r"\b\d\d\.\d\d\b")
"""A hex in a player's words."""
_MIN_BLOCKS: Final = 2
"""The number of times that a player must have spoken after his dice: once may be a chance."""
_MOVES: Final = frozenset({Declaration.MOVE, Declaration.ARRIVE, Declaration.ASSAULT})
_DRAGGED: Final = _MOVES | {Declaration.RETREAT}
"""Declarations of what is shown by a drag of the unit."""
_OWN_ACTIONS: Final = frozenset({
    Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE, Declaration.COUNTERBATTERY_FIRE,
    Declaration.RALLY, Declaration.SEEK_CONTACT, Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION,
    Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES, Declaration.WITHDRAW, Declaration.SURRENDER, Declaration.LEAVE_MAP,
})  # fmt: skip
"""Declarations that begin an action of a unit that does not move on the map."""
_ACTIVATIONS: Final = frozenset({Declaration.DIRECT_COMMAND, Declaration.SECOND_ACTION})
"""Declarations of what lets a unit act: the action itself is said after them."""
BEGINNINGS: Final = _MOVES | _OWN_ACTIONS
"""Declarations that begin an action of a unit, on the map or not."""
_WITHIN_ACTION: Final = frozenset({*CHECKS, RollPurpose.OPEN})
"""Rolls of what was told before them; so are those for the mines on a unit's way."""
_WITHOUT_DICE: Final = frozenset(
    {Declaration.ARRIVE, Declaration.WITHDRAW, Declaration.SURRENDER, Declaration.LEAVE_MAP}
)
"""Declarations of what nobody rolls for: dice before them are for something else, maybe for the turn that begins."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """The order of a player's words and his dice or drags: as counts, or as his rule."""

    after_dice: int = 0
    before_dice: int = 0
    after_drags: int = 0
    before_drags: int = 0
    tells_all: bool = False
    """True if a player speaks once only, when he has done all that his mail has."""

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


def with_words_before_dice(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with late words before what they are about."""
    record = Record.of(events)
    known, blocks = record.events, list(word_blocks(record))
    manners = _manners(record, blocks)
    places: dict[int, float] = {}
    for block in blocks:
        manner = manners.get(record.authors[block[0]], _Manner())
        if _names_all_dice_before(record, block):
            manner = replace(manner, after_dice=1)
        start, dice = _beginning(record, block, manner), _beginning(record, block, replace(manner, after_drags=0))
        if begins_with_points(record, block, dice):
            start, dice = max(start, dice + 1), dice + 1
        after_moves = _end_of_moves(record, block) if start < dice else block[-1] + 1
        first, without_dice = _first_dice(record, block, manner), _without_dice(record, block)
        drags = _beginning(record, block, replace(manner, after_dice=0))
        told_first = next(actions_told(record, block))
        behind_drags = _assaults_behind_drags(record, block, drags)
        for at in _with_dice_named(record, block) if manner.tells_all else block:
            place = max(start if at < after_moves else dice, 0 if at in told_first else first[at])
            if at in without_dice:
                place = min(drags, first[at])
            if (
                place < block[0]
                and at not in behind_drags
                and _announces(known[at][0])
                and _may_go_before(record, at, place)
            ):
                places[at] = place - 0.5
                known[at] = _displaced(known[at])
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _with_dice_named(record: Record, block: Sequence[int]) -> Iterator[int]:
    """Yield the words of a block about actions of which a die is named: the other ones may still be to come."""
    for group in actions_told(record, block):
        if any(getattr(record.events[at][0], "step_of_die", None) is not None for at in group):
            yield from group


def _first_dice(record: Record, block: Sequence[int], manner: _Manner) -> Mapping[int, int]:
    """Return for the words about each action of a block the first die that is rolled for it, or for later words.

    It is the one that they name; where they name none, nothing is known of it but that it is rolled before those that
    the words after them name. The first action may have dice before these.
    """
    told = _Manner(after_dice=1, tells_all=manner.tells_all)
    dice = range(_beginning(record, block, told), block[0])
    found: dict[int, int] = {}
    least = block[0]
    for group in reversed(list(actions_told(record, block))):
        least = min(
            [least, *(at for at in dice if any(_means(record.events[word][0], record.events[at]) for word in group))]
        )
        found |= dict.fromkeys(group, least)
    return found


def _means(words: TableEvent, die: EventOfStep) -> bool:
    """Return whether words are known to be about a die: they name it, or tell what came of it."""
    told = die[0].told if isinstance(die[0], DieRolled) else None
    tells = told is not None and any(each is told for each in getattr(words, "results", ()))
    return tells or names_die(words, die)


def _without_dice(record: Record, block: Sequence[int]) -> frozenset[int]:
    """Return the numbers of the words in a block about actions that nobody rolls for."""
    found: list[int] = []
    for group in actions_told(record, block):
        told = [event for at in group if isinstance(event := record.events[at][0], Declared | RollNamed)]
        if told and all(isinstance(each, Declared) and each.action in _WITHOUT_DICE for each in told):
            found += group
    return frozenset(found)


def _assaults_behind_drags(record: Record, block: Sequence[int], start: int) -> frozenset[int]:
    """Return the numbers of the words in a block about assaults that are only possible from where a drag has led."""
    found: list[int] = []
    for group in actions_told(record, block):
        assaults = [
            event for at in group
            if isinstance(event := record.events[at][0], Declared) and event.action is Declaration.ASSAULT
        ]  # fmt: skip
        if any(_begins_too_far(record, each, range(start, block[0])) for each in assaults):
            found += group
    return frozenset(found)


def _begins_too_far(record: Record, assault: Declared, since: range) -> bool:
    """Return whether a unit was not next to the hex that it is said to assault before its drags among some events."""
    told = _HEX.findall(assault.rest)
    drags = (record.events[at] for at in since)
    first = next(
        ((drag.origin, step) for drag, step in drags if isinstance(drag, UnitMoved) and drag.unit == assault.unit), None
    )
    if not told or first is None or not isinstance(first[0], Hex):
        return False
    return first[1].table.game.map.layout.distance(first[0], Hex.parse(told[-1])) > 1


def actions_told(record: Record, block: Sequence[int]) -> Iterator[list[int]]:
    """Yield the words about each action in a block: what its unit does, the checks, who fires at it."""
    group: list[int] = []
    unit, acts = "", False
    for at in block:
        event = record.events[at][0]
        if isinstance(event, RollNamed):
            begins = event.purpose not in _WITHIN_ACTION and not (event.purpose is RollPurpose.MINEFIELD and unit)
            unit, acts = ("", True) if begins else (unit, acts)
        else:
            begins = isinstance(event, Declared) and event.action in BEGINNINGS and (acts or event.unit != unit)
        if isinstance(event, Declared) and event.action in BEGINNINGS:
            unit, acts = event.unit, event.action not in _ACTIVATIONS
        if begins and group:
            yield group
            group = []
        group.append(at)
    yield group


def _may_go_before(record: Record, at: int, place: int) -> bool:
    """Return whether words may go before the event of a number: none of the dice that they are about shows the face.

    Then they name another one.
    """
    event = record.events[at][0]
    if getattr(event, "face", None) is None:
        return True
    named = getattr(event, "step_of_die", None)
    there = record.events[place][1]
    return named is not None and named >= (there.log, there.number)


def _displaced(known: EventOfStep) -> EventOfStep:
    """Return words that are put before what they are about."""
    event, step = known
    return (replace(event, displaced=True) if isinstance(event, Declared) else event), step


def _manners(record: Record, blocks: Iterable[list[int]]) -> Mapping[Author, _Manner]:
    """Return the rule of each player in each log: that of all his logs where the log alone does not show it."""
    blocks = list(blocks)
    counts: dict[Author, _Manner] = {}
    whole: dict[str, _Manner] = defaultdict(_Manner)
    wait_for_dice: set[int] = set()  # the last words of what has no dice before it
    between_dice: dict[Author, int] = defaultdict(int)  # the blocks that stand between dice, before the next one
    for block in blocks:
        author = record.authors[block[0]]
        start = _beginning(record, block, _Manner(after_dice=1))
        start += start < block[0] and begins_with_points(record, block, start)
        waiting = start - 1 in wait_for_dice and record.authors[start - 1] == author
        die_before = start < block[0] and not waiting
        calls = any(isinstance(each := record.events[at][0], Declared) and _calls(each.action) for at in block)
        if not die_before and (calls or any(isinstance(record.events[at][0], RollNamed) for at in block)):
            wait_for_dice.add(block[-1])
        if calls:
            found = _evidence(record, block, die_before=die_before)
            tells_of_die = _tells_of_die(record, block)
            if found.after_dice and tells_of_die:  # those between dice before it were about the die before, too
                found = replace(found, after_dice=found.after_dice + between_dice[author])
            is_between = die_before and not found.after_dice and tells_of_die
            between_dice[author] = between_dice[author] + 1 if is_between else 0
            counts[author] = counts.get(author, _Manner()) + found
            whole[author[1]] += found
    tell_all, only_roll = _who_tell_all(record, blocks), _who_only_roll(record)
    return {
        author: _Manner(after_dice=1, after_drags=1, tells_all=True) if author in tell_all
        else _Manner(after_dice=1) if author in only_roll
        else own.rule if own.rule.after_dice or own.rule.after_drags else _unless_contradicted(own, whole[author[1]])
        for author, own in counts.items()
    }  # fmt: skip


def _who_tell_all(record: Record, blocks: Iterable[Sequence[int]]) -> set[Author]:
    """Return the players who describe all that they do in a log in one go, after it."""
    announcing = [block for block in blocks if any(_announces(record.events[at][0]) for at in block)]
    times = Counter(record.authors[block[0]] for block in announcing)
    return {author for block in announcing if times[author := record.authors[block[0]]] == 1
            and _comes_last(record, block)}  # fmt: skip


def _who_only_roll(record: Record) -> set[Author]:
    """Return the players whose whole mail is dice, and then words that call for exactly so many."""
    mails: dict[Author, list[TableEvent]] = defaultdict(list)
    for (event, _), author in zip(record.events, record.authors, strict=True):
        mails[author].append(event)
    return {author for author, mail in mails.items() if _is_told_at_end(mail)}


def _is_told_at_end(mail: Sequence[TableEvent]) -> bool:
    """Return whether a mail is nothing but dice, and then words that call for exactly so many."""
    dice = sum(1 for _ in takewhile(lambda each: isinstance(each, DieRolled), mail))
    words = mail[dice:]
    return dice > 0 and all(map(is_word, words)) and sum(map(dice_called_for, words)) == dice


def _comes_last(record: Record, block: Sequence[int]) -> bool:
    """Return whether some words come behind marks or drags, and nothing is done after them but with chits and tracks.

    Behind drags, or dice, they must name several dice: else they may be about the drags alone, or the dice be others.
    """
    before = record.events[block[0] - 1][0] if block[0] else None
    done = isinstance(before, UnitMoved | LeaderMoved | StateSet | DieRolled)
    moved = done and _names_several_dice(record, block)
    marked = before is not None and (is_mark(before) or moved)
    later = (record.events[at][0] for at in range(block[-1] + 1, len(record.events))
             if record.authors[at] == record.authors[block[0]])  # fmt: skip
    return marked and all(isinstance(each, ChitMoved | PointsSet | Said) for each in later)


def _names_several_dice(record: Record, block: Sequence[int]) -> bool:
    """Return whether some words are known to name several dice."""
    named = {getattr(record.events[at][0], "step_of_die", None) for at in block} - {None}
    return len(named) >= _MIN_BLOCKS


def _names_all_dice_before(record: Record, block: Sequence[int]) -> bool:
    """Return whether some words about several actions name each of the dice right before them, or what came of it."""
    dice = takewhile(lambda at: _is_die(record, at, block), range(block[0] - 1, -1, -1))
    rolled = [record.events[at] for at in dice]
    named = {getattr(record.events[at][0], "step_of_die", None) for at in block}
    told = [
        (step.log, step.number) in named or (isinstance(event, DieRolled) and event.told is not None)
        for event, step in rolled
    ]  # fmt: skip
    several = sum(any(_begins(record.events[at][0]) for at in told) for told in actions_told(record, block)) > 1
    return several and len(rolled) >= _MIN_BLOCKS and all(told) and _names_several_dice(record, block)


def _begins(event: TableEvent) -> bool:
    """Return whether words begin an action of a unit: a check that is left to somebody, or paid for, does not."""
    return isinstance(event, Declared) and event.action in BEGINNINGS


def _calls(action: Declaration) -> bool:
    """Return whether a declaration is about dice or drags."""
    return action in _MOVES or bool(rolls_of(action))


def _tells_of_die(record: Record, block: Sequence[int]) -> bool:
    """Return whether a die beside a block of words is its own: one beside an action without a die may be another's."""
    told = (each.action for at in block if isinstance(each := record.events[at][0], Declared))
    return any(rolls_of(action) and not may_need_no_die(action) for action in told)


def _unless_contradicted(own: _Manner, whole: _Manner) -> _Manner:
    """Return the rule of all logs of a player for one in which he does not do the contrary."""
    rule = whole.rule
    return _Manner(
        after_dice=rule.after_dice and not own.before_dice, after_drags=rule.after_drags and not own.before_drags
    )


def _evidence(record: Record, block: Sequence[int], *, die_before: bool) -> _Manner:
    """Return what a block of words shows of its player's manner."""
    rolls = _tells_of_die(record, block)
    drag_before = _beginning(record, block, _Manner(after_drags=1)) < block[0]
    die_after, drag_after = _is_followed(record, block)
    known = die_before or _names_die_before(record, block, block[0])
    return _Manner(
        after_dice=die_before and not die_after, before_dice=rolls and die_after and not known,
        after_drags=drag_before and not drag_after, before_drags=drag_after and not drag_before,
    )  # fmt: skip


def _is_followed(record: Record, block: Sequence[int]) -> tuple[bool, bool]:
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


def _is_die(record: Record, at: int, block: Sequence[int]) -> bool:
    """Return whether the event of a number is a die of the log that some words are in."""
    there = 0 <= at < len(record.events) and record.authors[at] == record.authors[block[0]]
    return there and isinstance(record.events[at][0], DieRolled)


def _announces(event: TableEvent) -> bool:
    """Return whether words say what is done, or for what a die is."""
    return isinstance(event, Declared | RollNamed)


def _beginning(record: Record, block: Sequence[int], manner: _Manner) -> int:
    """Return the number of the first event that some words are about, spoken in a manner."""
    start = block[0]
    while manner.after_dice and _is_die(record, start - 1, block):
        start -= 1
    if manner.after_dice and _names_die_before(record, block, start):
        start = dice_among_marks(record, block)
    if manner.tells_all:
        first = dice_among_all_done(record, block) if _names_several_dice(record, block) else block[0]
        start = min(start, first, dice_among_marks(record, block))
    moved = _moved(record, block) if manner.after_drags else set()
    at = start - 1
    while at >= 0 and record.authors[at] == record.authors[block[0]] and _may_belong(record.events[at][0]):
        event = record.events[at][0]
        if isinstance(event, UnitMoved) and event.unit in moved:
            start = at
        at -= 1
    return start


def _names_die_before(record: Record, block: Sequence[int], start: int) -> bool:
    """Return whether some words name a die that fell before an event of a number, or begin with what came of one.

    What came of a roll is told when it has been made, and marked.
    """
    first = (record.events[start][1].log, record.events[start][1].number)
    named = (getattr(record.events[at][0], "step_of_die", None) for at in block)
    told = record.events[block[0]][0]
    checks = isinstance(told, Declared) and rolls_of(told.action) and rolls_of(told.action) <= frozenset(CHECKS)
    return any(each is not None and each < first for each in named) or (
        bool(checks) and any(map(_is_outcome, getattr(told, "results", ())))
    )


def _is_outcome(result: ResultTold) -> bool:
    """Return whether a result is that of a check, told without its face."""
    return result.of_shot is False and result.face is None


def _end_of_moves(record: Record, block: Sequence[int]) -> int:
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


def _moved(record: Record, block: Sequence[int]) -> set[str]:
    """Return the units that some words say to move, or to retreat from an assault."""
    return {each.unit for at in block if isinstance(each := record.events[at][0], Declared) and each.action in _DRAGGED}


def _may_belong(event: TableEvent) -> bool:
    """Return whether an event may be part of the action that is reported after it: a die, a drag, how it moves."""
    how = isinstance(event, StateSet) and event.state in HOW_IT_MOVES
    return how or isinstance(event, DieRolled | UnitMoved | LeaderMoved)
