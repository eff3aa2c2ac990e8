"""Puts dice before the words that announce several things, if all of their dice were rolled after them.

Some players announce everything that their units do and then roll for it. Whatever comes before words about several
things is available for each of them in its order. Once these dice come first, they are available too, and the rules
share them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ...game.action_words import Declaration
from ...game.play import RollPurpose
from ..accounts.roll_purposes import rolls_of
from ..events import (
    Declared,
    DieRolled,
    LevelSet,
    ObservedStep,
    PointsSet,
    RollNamed,
    Said,
    StateSet,
    TableEvent,
)
from .beginnings import ACTIVATIONS
from .word_blocks import EventOfStep, names_die

__all__ = ["dice_after_several", "with_dice_before_several"]

_ROLLED: Final = frozenset({
    Declaration.FIRE, Declaration.DIRECT_FIRE, Declaration.INDIRECT_FIRE, Declaration.RALLY, Declaration.SEEK_CONTACT,
    Declaration.BUILD_IMPROVED_POSITION, Declaration.BUILD_ENTRENCHMENT, Declaration.CLEAR_MINES,
    Declaration.LAY_MINES, Declaration.SUPPRESSION_CHECK, Declaration.CONVERSION_CHECK, Declaration.COUNTERBATTERY_FIRE,
})  # fmt: skip
"""What a unit of one's own does or has to do for which dice are rolled, whatever else happens."""
_OF_OWN_ACTS: Final = frozenset({RollPurpose.COMMAND_POINTS, RollPurpose.MINEFIELD})
"""The rolls that a player makes for himself, named without a unit."""
_IN_ASSAULT: Final = frozenset({Declaration.FIRE, Declaration.DIRECT_FIRE})
"""What players call the fire of a unit that assaults: it is of that assault (R11.8)."""
_MIN_ACTIONS: Final = 2
_DICE_AND_RESULTS: Final = (DieRolled, LevelSet, PointsSet, StateSet)
"""Dice, and what may be marked between them."""


def with_dice_before_several(events: Iterable[EventOfStep]) -> list[EventOfStep]:
    """Return the events of some logs, each with its step, with the dice of several things before their words."""
    known = list(events)
    places = {at: place - 0.5 for first, dice in dice_after_several(known) for at, place in _places(known, first, dice)}
    return [known[at] for at in sorted(range(len(known)), key=lambda at: (places.get(at, at), at))]


def _places(known: Sequence[EventOfStep], first: int, dice: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each die of several things with the number of the event that it goes before, from the first words on.

    A die that words about one action name goes behind these words; one that none name goes with the die before it.
    Where each action has one die, and no die is named, the dice have the order in which the actions were announced.
    """
    in_turn = list(_words_of_one_die_each(known, first, dice[0]))
    if len(in_turn) == len(dice):
        yield from ((at, _end_of_action(known, words, dice[0])) for words, at in zip(in_turn, dice, strict=True))
        return
    told = [at for at in reversed(range(first, dice[0])) if isinstance(known[at][0], Declared)]
    place = first
    for at in dice:
        words = next((each for each in told if names_die(known[each][0], known[at])), None)
        place = place if words is None else _end_of_action(known, words, dice[0])
        yield at, place


def _words_of_one_die_each(known: Sequence[EventOfStep], first: int, last: int) -> Iterator[int]:
    """Yield the numbers of words that announce rolls of one die each; none if others are announced, or dice named."""
    said = [(at, known[at][0]) for at in range(first, last)]
    rolls = [(at, event) for at, event in said if isinstance(event, Declared | RollNamed) and _is_roll(event)]
    if all(event.step_of_die is None and _is_of_one_die(event) for _, event in rolls):
        yield from (at for at, _ in rolls)


def _is_roll(event: Declared | RollNamed) -> bool:
    return isinstance(event, RollNamed) or bool(rolls_of(event.action))


def _is_of_one_die(event: Declared | RollNamed) -> bool:
    """Return whether exactly one die is rolled for what is announced: not so where each mined hex has its own."""
    if isinstance(event, RollNamed):
        return event.purpose is RollPurpose.COMMAND_POINTS
    return len(rolls_of(event.action)) == 1


def _end_of_action(known: Sequence[EventOfStep], words: int, last: int) -> int:
    """Return the number of the event behind some words and what is said of the same action, *last* at most.

    The next one begins with what its unit does, or with what lets another unit act.
    """
    unit = getattr(known[words][0], "unit", "")
    later = (
        at for at in range(words + 1, last)
        if isinstance(event := known[at][0], Declared)
        and (event.action in _ROLLED or (event.action in ACTIVATIONS and event.unit != unit))
    )  # fmt: skip
    return next(later, last)


def dice_after_several(known: Sequence[EventOfStep]) -> Iterator[tuple[int, list[int]]]:
    """Yield the number of the first of some words that announce several things, and those of the dice for them."""
    for first, last in _blocks(known):
        dice = list(_dice_after(known, last))
        if len(dice) >= _MIN_ACTIONS and len(_announced(known, first, last)) >= _MIN_ACTIONS:
            yield first, dice


def _blocks(known: Sequence[EventOfStep]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last event of words that follow each other, if their player rolled no die before them."""
    first = None
    for at, (event, step) in enumerate(known):
        is_word = isinstance(event, Declared | RollNamed | Said)
        if is_word and first is None:
            first = at
        ends = at + 1 == len(known) or not isinstance(known[at + 1][0], Declared | RollNamed | Said)
        if first is not None and is_word and (ends or not _same_hand(step, known[at + 1][1])):
            before = known[first - 1] if first else None
            if before is None or not (isinstance(before[0], DieRolled) and _same_hand(before[1], step)):
                yield first, at
            elif _is_of_points(before, known[first][0]):  # they are rolled for before all else
                yield first + 1, at
            elif first > 1 and _names_points(known[first - 2][0]):
                yield first, at
            first = None


def _is_of_points(die: EventOfStep, words: TableEvent) -> bool:
    """Return whether words behind a die name it as the one for Command Points."""
    return _names_points(words) and getattr(words, "step_of_die", None) == (die[1].log, die[1].number)


def _names_points(words: TableEvent) -> bool:
    """Return whether words name the roll for Command Points."""
    return isinstance(words, RollNamed) and words.purpose is RollPurpose.COMMAND_POINTS


def _announced(known: Sequence[EventOfStep], first: int, last: int) -> set[tuple[str, str]]:
    """Return the actions with dice that some words announce, none of them by a face before; each with its unit.

    They are of the speaker's own units: the other side only reacts to what is being done. An assault is one thing with
    the fire in it, and with the rolls on its way.
    """
    said = [(event, step) for event, step in known[first : last + 1] if isinstance(event, Declared | RollNamed)]
    told = [(event, step) for event, step in said if isinstance(event, Declared) and event.own_words]
    if any(event.face is not None and not _is_rolled_behind(event, step) for event, step in said):
        return set()
    assaulting, found = set[str](), set[tuple[str, str]]()
    for event, step in told:
        if event.action is Declaration.ASSAULT:
            assaulting.add(event.unit)
        in_assault = event.unit in assaulting and event.action in _IN_ASSAULT
        is_own = step.side in ("", step.table.side(event.unit))
        if event.action in _ROLLED and is_own and not in_assault:
            found.add((event.unit, event.action))
    rolls = {event.purpose for event, _ in said if isinstance(event, RollNamed)}
    return found if assaulting else found | {("", purpose) for purpose in rolls & _OF_OWN_ACTS}


def _is_rolled_behind(told: Declared | RollNamed, step: ObservedStep) -> bool:
    """Return whether the die of some words is known, and fell after them."""
    return told.step_of_die is not None and told.step_of_die > (step.log, step.number)


def _dice_after(known: Sequence[EventOfStep], last: int) -> Iterator[int]:
    """Yield the dice that the player of some words rolled right after them, whatever he marked meanwhile."""
    own = known[last][1]
    for at in range(last + 1, len(known)):
        event, step = known[at]
        if not _same_hand(step, own) or not isinstance(event, _DICE_AND_RESULTS):
            return
        if isinstance(event, DieRolled) and not event.purpose and not event.dismissed:
            yield at


def _same_hand(one: ObservedStep, other: ObservedStep) -> bool:
    return (one.log, one.player) == (other.log, other.player)
