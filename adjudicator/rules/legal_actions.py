"""The actions that a unit may begin now: all that would be legal, without their dice.

Candidates are made broadly and cheaply here; the chapters decide which are legal, by the same functions that judge. So
no part of the rules is written down twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeVar

from ..game import play
from ..game.action_words import ActionType, Contact
from ..game.hexes import Hex
from ..game.play import Action, RollPurpose
from ..game.position import Position
from .chance import HARMLESS_FACES, DiceSource
from .judge import handle
from .judgement import Judgement
from .rule_book import RuleBook
from .rule_sets import exclusive_rules
from .ruling import Ruling
from .series.command import may_begin
from .series.move_changes import CHANGES
from .series.paths import reachable
from .series.ranges import fire_range, is_indirect_gun
from .series.sight import line_of_sight

__all__ = ["KINDS", "free_actions", "legal_actions", "playable_chits", "smooth_ruling", "would_be_legal"]

T = TypeVar("T")


class _Smooth(DiceSource):
    """Lets an action go smoothly: checks are passed, fire misses, and optional rolls are left out."""

    def roll(
        self,
        purpose: RollPurpose,
        unit: str,  # noqa: ARG002
        outcomes: Sequence[T],
        bought: T | None = None,  # noqa: ARG002
    ) -> tuple[int | None, T]:
        """Return the face that changes least."""
        face = HARMLESS_FACES.get(purpose, 0)
        return face, outcomes[face]


def smooth_ruling(position: Position, action: Action, book: RuleBook) -> Ruling:
    """Return the ruling on an action without its dice, if all goes smoothly."""
    judgement = Judgement(position, book, _Smooth())
    handle(judgement, action)
    return judgement.ruling()


def would_be_legal(position: Position, action: Action, book: RuleBook) -> bool:
    """Return whether an action without its dice would be legal, if all goes smoothly."""
    return smooth_ruling(position, action, book).legal


def legal_actions(
    position: Position, unit: str, book: RuleBook, kinds: Iterable[str] | None = None
) -> tuple[Action, ...]:
    """Return every action that a unit may begin now, without dice; *kinds* are those of :data:`KINDS` to look at.

    A move is offered once for each hex that the unit can reach, by its cheapest way. Choices within an action (Company
    Bonus, targets in an assault, retreats) keep their usual values.
    """
    if unit not in position.units:
        return ()
    makers = (make for kind in kinds or KINDS for make in _MAKERS[kind])
    candidates = (action for make in makers for action in make(position, book, unit))
    return tuple(action for action in candidates if would_be_legal(position, action, book))


def playable_chits(position: Position, book: RuleBook) -> tuple[play.PlayChit, ...]:
    """Return the chits that may be put into play now (R4.6), each kind once."""
    actions = (play.PlayChit(chit) for chit in dict.fromkeys(position.mug))
    return tuple(action for action in actions if would_be_legal(position, action, book))


def free_actions(position: Position, book: RuleBook) -> tuple[Action, ...]:
    """Return the actions between activations by the game's own rules, such as air strikes."""
    actions = exclusive_rules(position.game).free_actions(position, book)
    return tuple(action for action in actions if would_be_legal(position, action, book))


# candidates


def _moves(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    """Yield a move to each hex in reach, and each change that the unit can make where it is."""
    if may_begin(position, book, unit, ActionType.MOVEMENT):
        for way in reachable(position, book, unit).values():
            yield play.Move(unit, way.steps)
        for change in CHANGES:
            move = play.Move(unit, (play.MoveStep(change),))
            if _can_end_after(position, move, book):
                yield move


def _can_end_after(position: Position, move: play.Move, book: RuleBook) -> bool:
    """Return whether a unit's activation can end after a move: not if the hex is too full then (R8.1)."""
    after = smooth_ruling(position, move, book).after
    if after is None or after.units[move.unit].finished:
        return after is not None
    return would_be_legal(after, play.EndActivation(move.unit), book)


def _enemies(position: Position, book: RuleBook, unit: str, reach: int) -> Iterator[str]:
    """Yield the enemies on the map that are at most *reach* hexes away; from a park all count as near."""
    start, side = position.units[unit].place, position.side(unit)
    for place, others in position.occupants.items():
        if not isinstance(place, Hex) or position.side(others[0]) == side:
            continue
        if not isinstance(start, Hex) or book.grid.distance(start, place) <= reach:
            yield from others


def _direct_fire(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    reach = fire_range(position, book, unit)
    if reach and may_begin(position, book, unit, ActionType.FIRE):
        for target in _enemies(position, book, unit, reach):
            yield play.DirectFire(unit, target)


def _indirect_fire(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    reach = fire_range(position, book, unit, indirect=True)
    if is_indirect_gun(position, book, unit) and position.units[unit].contact != Contact.IN_CONTACT:
        return
    if reach and may_begin(position, book, unit, ActionType.FIRE):
        for target in _enemies(position, book, unit, reach):
            for spotter in _spotters(position, book, unit, target):
                yield play.IndirectFire(unit, target, spotter)


def _spotters(position: Position, book: RuleBook, unit: str, target: str) -> Iterator[str]:
    """Yield the units of a unit's division that see a target, itself among them."""
    division, seen = position.game.units[unit].division, position.units[target].place
    for place, others in position.occupants.items():
        if not isinstance(place, Hex) or not isinstance(seen, Hex):
            continue
        own = [other for other in others if position.game.units[other].division == division]
        if own and line_of_sight(position, book, place, seen):
            yield from own


def _counterbattery(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    if position.last_indirect and is_indirect_gun(position, book, unit):
        yield play.Counterbattery(unit, position.last_indirect)


def _seek_contact(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    if is_indirect_gun(position, book, unit) and may_begin(position, book, unit, ActionType.CONTACT):
        for leader in position.leaders:
            yield play.SeekContact(unit, leader)


def _assaults(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    """Yield an assault on each hex beside the unit that enemies are in, by each group of its stack that it is in."""
    place = position.units[unit].place
    if not isinstance(place, Hex) or not may_begin(position, book, unit, ActionType.ASSAULT):
        return
    groups = list(_groups(position, unit, position.units_in(place)))
    for near in book.grid.neighbours(place):
        defenders = position.units_in(near)
        if defenders and position.side(defenders[0]) != position.side(unit):
            yield from (play.Assault(group, near) for group in groups)


def _groups(position: Position, unit: str, stack: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield each group of a stack that a unit is in; of a stack that is too high only itself and all (R7.15, R8.2)."""
    stacking = position.game.stacking
    if len(stack) > stacking.not_in_column + stacking.in_column:
        yield from ((unit,), stack)
        return
    for size in range(1, len(stack) + 1):
        yield from (group for group in combinations(stack, size) if unit in group)


def _rallies(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    if may_begin(position, book, unit, ActionType.RALLY):
        for of in play.RallyKind:
            yield play.Rally(unit, of)


def _engineering(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    if may_begin(position, book, unit, ActionType.ENGINEER):
        for work in play.EngineerWork:
            yield play.Engineer(unit, work)


def _outside_activation(position: Position, book: RuleBook, unit: str) -> Iterator[Action]:
    """Yield the actions outside an activation: its end, and those that the game adds."""
    state = position.units[unit]
    if state.actions and not state.finished:
        yield play.EndActivation(unit)
    yield from exclusive_rules(position.game).unit_actions(position, book, unit)


_Maker = Callable[[Position, RuleBook, str], Iterator[Action]]

OUTSIDE: Final = "outside"
"""The kind of what a unit does outside its activation."""
_MAKERS: Final[Mapping[str, tuple[_Maker, ...]]] = {
    ActionType.MOVEMENT: (_moves,),
    ActionType.FIRE: (_direct_fire, _indirect_fire),
    ActionType.ASSAULT: (_assaults,),
    ActionType.ENGINEER: (_engineering,),
    ActionType.RALLY: (_rallies,),
    ActionType.CONTACT: (_seek_contact,),
    OUTSIDE: (_counterbattery, _outside_activation),
}
"""The makers of candidates, by the kind of action (R7.1)."""
KINDS: Final = tuple(_MAKERS)
