"""Opportunity Fire that is announced of units which cannot take it: its words and dice are for nothing else (R12.2).

Who fires is a choice, and it was made in so many words: no account gives the dice to another unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from ..game.action_words import Declaration
from ..game.hexes import Hex
from ..game.play import Action, Assault, Move
from ..game.position import Position
from ..rules.rule_book import RuleBook
from ..rules.series.opportunity import possible_firers
from .carried_dice import WaitingEvent
from .events import Declared, DieRolled, Said, TableEvent

__all__ = ["firers_announced", "numbers_of_fire", "possible_firers_of"]

_DICE_OF_SHOT: Final = 2
"""The check and the shot."""


def firers_announced(told: Sequence[WaitingEvent], side: str, position: Position) -> frozenset[str]:
    """Return the units of another side than a unit's that are said to take Opportunity Fire."""
    units = frozenset(map(_firer, told)) & position.units.keys()
    return frozenset(unit for unit in units if position.side(unit) not in ("", side))


def possible_firers_of(
    actions: Sequence[Action], positions: Sequence[Position], book: RuleBook
) -> frozenset[str] | None:  # fmt: skip
    """Return the units that may take Opportunity Fire at one of some actions in some positions; None if any may."""
    if not actions or not all(isinstance(each, Move | Assault) for each in actions):
        return None
    return frozenset(unit for action in actions for each in positions for unit in _possible_firers(action, each, book))


def _possible_firers(action: Action, position: Position, book: RuleBook) -> Iterator[str]:
    if isinstance(action, Assault):
        there = ((unit, state) for unit, state in position.units.items() if state.place == action.target)
        enemies = (unit for unit, state in there if not state.suppressed)  # R9.24
        yield from (unit for unit in enemies if position.side(unit) != position.side(action.units[0]))
    elif isinstance(action, Move):
        places = (position.units[action.unit].place, *(step.to for step in action.steps))  # it may go on from the last
        for place in places:
            if isinstance(place, Hex):
                yield from possible_firers(position, book, action.unit, place)


def numbers_of_fire(told: Sequence[WaitingEvent], unit: str) -> frozenset[int]:
    """Return the numbers of the events that announce Opportunity Fire of a unit, and of its dice.

    What is typed of a unit that has fired from its menu tells of the same dice. Words whose dice are not known say whom
    the dice beside them are not for: without them those would be another unit's.
    """
    said = [at for at, each in enumerate(told) if _firer(each) == unit]
    others = [at for at, each in enumerate(told) if _is_said_of_other_attack(each, unit)]
    by_menu = [at for at in said if not getattr(told[at].event, "spoken", True)]
    dice = frozenset[int]().union(*(_dice_of(told, at) for at in by_menu or said))
    return dice.union(said, others) if dice else dice


def _is_said_of_other_attack(told: WaitingEvent, unit: str) -> bool:
    """Return whether a player spoke of an attack in an assault of a unit: it is not in that either."""
    event = told.event
    if not isinstance(event, Declared) or event.action is not Declaration.ASSAULT_FIRE:
        return False
    return event.unit == unit and event.spoken


def _firer(told: WaitingEvent) -> str:
    """Return the unit that is said to take Opportunity Fire; empty where an event says nothing of it."""
    event = told.event
    return event.unit if isinstance(event, Declared) and event.action is Declaration.OPPORTUNITY_FIRE else ""


def _dice_of(told: Sequence[WaitingEvent], at: int) -> Iterator[int]:
    """Yield the numbers of the dice of an announced shot: the one that is named with the one before it, or the next."""
    shot = told[at].event
    if isinstance(shot, Declared) and shot.step_of_die is not None:
        dice = [number for number, each in enumerate(told) if isinstance(each.event, DieRolled)]
        named = [number for number in dice if (told[number].step.log, told[number].step.number) == shot.step_of_die]
        yield from (number for number in dice if named and named[0] - 1 <= number <= named[0])
        return
    words = takewhile(lambda number: isinstance(told[number].event, Declared), range(at + 1, len(told)))
    first = max(words, default=at) + 1
    behind = takewhile(lambda number: _is_of_shot(told[number].event), range(first, len(told)))
    own = (number for number in behind if isinstance(told[number].event, DieRolled)
           and told[number].step.player == told[at].step.player)  # fmt: skip
    yield from (number for number, _ in zip(own, range(_DICE_OF_SHOT), strict=False))


def _is_of_shot(event: TableEvent) -> bool:
    """Return whether an event is a die, or what is said between the dice of a shot: that its check is passed."""
    if isinstance(event, Said):
        return not any(each.failed for each in event.results)
    return isinstance(event, DieRolled)
